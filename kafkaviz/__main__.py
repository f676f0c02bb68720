"""kafkaviz doctor | course | lab | check | export | cards | room | rehearse | watch | pipeline, and others."""

import argparse
import io
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path, PurePath

from kafkaviz.doctor import doctor, spark

START = Path("notebooks/00_start_here.ipynb")
# On Windows a process cannot become another: the shell would go on beside JupyterLab.
REPLACING_ENDS = os.name == "nt"


def main(arguments: list[str] | None = None) -> int:
    """Runs one command and returns the exit code; a wrong command line ends with code 2 and the usage."""
    parser = argparse.ArgumentParser(prog=name_of(Path(sys.argv[0])), description="Learn Apache Kafka by watching it.")
    names = (
        "doctor | course | update | lab | check | export | cards | hand-in | room | rehearse | watch | postmortem | "
        "pipeline"
    )
    commands = parser.add_subparsers(dest="command", required=True, metavar=names)
    commands.add_parser("doctor", help="say whether everything that is needed is here")
    brought = commands.add_parser("course", help="bring the notebooks into a folder; what you changed there is kept")
    brought.add_argument("folder", help="a new one, or one that the course was brought to before")
    renewed = commands.add_parser("update", help="add what is new to such a folder, renew what you did not change")
    renewed.add_argument("folder", nargs="?", default=".", help="without it, this one")
    lab = commands.add_parser("lab", help="open JupyterLab on the start notebook")
    lab.add_argument("folder", nargs="?", help="where the course is; without it, this folder or this checkout")
    lab.add_argument("--port", type=port, help="exactly this port; without it, the first free one from 8888")
    lab.add_argument("--no-browser", action="store_true", help="print the address instead of opening it")
    check = commands.add_parser("check", help="run notebooks and say how their checks end, a line each")
    check.add_argument("notebooks", nargs="+", metavar="notebook.ipynb")
    check.add_argument("--json", action="store_true", help="each line is a JSON object")
    exporting = commands.add_parser(
        "export", help="make a page of each notebook that plays without installing anything"
    )
    exporting.add_argument("notebooks", nargs="+", metavar="notebook.ipynb")
    exporting.add_argument(
        "-o", "--output", required=True, metavar="DIR", help="the folder for the pages and their index"
    )
    cards = commands.add_parser("cards", help="write a page of cards to print, for a class without computers")
    cards.add_argument("--output", "-o", metavar="FILE.html", default="cards.html", help="without it, cards.html")
    handing_in = commands.add_parser("hand-in", help="write what you answered to a file to give away")
    handing_in.add_argument("--name", required=True, help="your name, as the others in the room know you")
    where = "a file, or a folder that the class shares; without it, a file in this folder, named after you"
    handing_in.add_argument("--output", metavar="FILE.json", help=where)
    together = commands.add_parser("room", help="show what a room answered, from the files that people handed in")
    together.add_argument("folder", help="where the files are")
    together.add_argument("--output", metavar="FILE", help="write it to a file that ends with .txt, .html or .csv")
    together.add_argument("--watch", action="store_true", help="again whenever a file comes or changes")
    rehearsing = commands.add_parser("rehearse", help="play a story of the course on a Kafka that is on this machine")
    rehearsing.add_argument("scenario", help="a notebook and a story of it, such as nb07.failover")
    rehearsing.add_argument("--kafka", metavar="HOME", help="a downloaded Kafka's folder; without it, KAFKA_HOME")
    rehearsing.add_argument("-o", "--output", metavar="FILE.html", help="a new page with both films in step")
    watching = commands.add_parser("watch", help="film a running cluster from outside, and change nothing in it")
    watching.add_argument("address", metavar="HOST:PORT", help="of a broker; several with commas between them")
    watching.add_argument("--kafka", metavar="HOME", help="a downloaded Kafka's folder; without it, KAFKA_HOME")
    watching.add_argument("--command-config", metavar="FILE", help="properties of Kafka's client, which alone reads it")
    watching.add_argument("-o", "--output", metavar="FILE.html", help="a new page with the film, when Ctrl + C ends it")
    told = commands.add_parser("postmortem", help="make a page of what a cluster's metadata log tells of a night")
    told.add_argument("log", help="a segment, an archive, or the directory __cluster_metadata-0 of a node")
    told.add_argument("-o", "--output", required=True, metavar="FILE.html", help="a new page; it needs no network")
    counting = "count the records of a workload, of files or of a Kafka with Spark"
    pipeline = commands.add_parser("pipeline", help=counting, description=f"{counting[0].upper()}{counting[1:]}.")
    given = arguments
    if given is None:
        given = sys.argv[1:]
        for stream in (sys.stdout, sys.stderr):
            if isinstance(stream, io.TextIOWrapper):
                # What is written to a file on Windows has no ★ and no arrow, and no verdict is lost for that.
                stream.reconfigure(errors="backslashreplace")
    if given[:1] == ["pipeline"]:
        from kafkaviz.pipeline import command

        command.add_arguments(pipeline)
        return command.run(parser.parse_args(given))
    options = parser.parse_args(given)
    if options.command == "doctor":
        return doctor()
    if options.command == "check":
        from kafkaviz.course.headless import report

        return report(options.notebooks, as_json=options.json)
    if options.command in ANSWERING:
        return print_answer(ANSWERING[options.command], options)
    return open_lab(options.folder, options.port, not options.no_browser)


def name_of(script: PurePath) -> str:
    """Returns how a command line begins, by the file that runs it."""
    return "kafkaviz" if script.stem == "kafkaviz" else "python -m kafkaviz"


def print_answer(command: Callable[[argparse.Namespace], str], options: argparse.Namespace) -> int:
    """Prints what a command returns, or its refusal in one sentence; returns 0 or 2."""
    from kafkaviz.decisions.errors import OneSentence

    try:
        print(command(options))
    except OneSentence as problem:
        print(problem, file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        # So a room that is watched ends.
        pass
    return 0


def write_pages(options: argparse.Namespace) -> str:
    """Writes notebooks as pages, and returns a line for each and where their index is."""
    from kafkaviz.course.export.export import INDEX, export

    written = export(options.notebooks, options.output)
    return "\n".join([*map(str, written), f"{Path(options.output) / INDEX} leads to all."])


def write_cards(options: argparse.Namespace) -> str:
    """Writes the cards to print, and returns a sentence that names their file."""
    from kafkaviz.course.unplugged.sheets import write

    return f"{write(options.output)} says how it is printed; a browser opens it."


def bring_course(options: argparse.Namespace) -> str:
    """Brings the course into a folder, or renews one, and returns what happened to which file."""
    from kafkaviz.course.materials import bringing

    return (bringing.course if options.command == "course" else bringing.update)(options.folder)


def hand_in(options: argparse.Namespace) -> str:
    """Writes a hand-in and returns what is in the file."""
    from kafkaviz.course.classroom.handing_in import write

    return write(options.name, options.output).words


def show_room(options: argparse.Namespace) -> str:
    """Returns the table of a room, or a sentence that names the file it was written to."""
    from kafkaviz.course.classroom import pages, watching
    from kafkaviz.course.classroom.folder import Folder
    from kafkaviz.course.classroom.room import room_of

    folder = Folder(options.folder)
    if options.watch:
        watching.watch(folder, options.output)
    folder.reread()
    found = room_of(folder)
    if options.output is None:
        return str(found)
    return f"{pages.write(found, options.output)} holds the answers of {len(found.people)} in all."


def play_or_watch(options: argparse.Namespace) -> str:
    """Plays a story on a real cluster, or watches one that runs, and returns what it came to."""
    from kafkaviz.rehearsal import command
    from kafkaviz.scenarios.story import scenario_named

    return command.run(options, scenario_named)


def write_postmortem(options: argparse.Namespace) -> str:
    """Writes the page of a metadata log, and returns its worst moments."""
    from kafkaviz.metadata_log.reading import read
    from kafkaviz.metadata_log.reporting import postmortem

    log = read(options.log)
    return f"{log.summary()}\n{postmortem(log, options.output)} shows it, with the film of the worst minute."


ANSWERING = {
    "course": bring_course,
    "update": bring_course,
    "export": write_pages,
    "cards": write_cards,
    "hand-in": hand_in,
    "room": show_room,
    "rehearse": play_or_watch,
    "watch": play_or_watch,
    "postmortem": write_postmortem,
}


def port(text: str) -> int:
    """Reads the number of a port; raises ArgumentTypeError when it is none.

    >>> port("8899")
    8899
    """
    if text.isdecimal() and 0 < int(text) < 65_536:
        return int(text)
    raise argparse.ArgumentTypeError(f"a port is a number from 1 to 65535, not {text!r}")


def open_lab(folder: str | None, port: int | None, browser: bool) -> int:
    """Becomes JupyterLab on the start notebook; returns 1 when there are no notebooks here."""
    homes = (Path.cwd(), Path(__file__).parents[1]) if folder is None else (Path(folder).resolve(),)
    home = next((each for each in homes if os.path.exists(each / START)), None)
    if home is None:
        print(
            f"There is no {START.as_posix()} in {homes[0]}: go to the folder of the project, or bring the course into "
            "one with `kafkaviz course DIR` and open that with `kafkaviz lab DIR`.",
            file=sys.stderr,
        )
        return 1
    *_, finding = spark()
    print(f"{finding.name.capitalize()} for the Spark notebooks: {finding.words}", flush=True)
    command = [sys.executable, "-m", "jupyterlab", "--log-level=WARN", "--ServerApp.ip=127.0.0.1"]
    command += [f"--ServerApp.root_dir={home}", f"--LabApp.default_url=/lab/tree/{START.as_posix()}"]
    if port is not None:
        command += [f"--ServerApp.port={port}", "--ServerApp.port_retries=0"]
    if not browser:
        command.append("--no-browser")
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        # Who works as root in a container has no other user to be; the address above is this machine's own.
        command.append("--allow-root")
    os.chdir(home)
    if REPLACING_ENDS:
        return subprocess.call(command)
    os.execv(sys.executable, command)


if __name__ == "__main__":
    sys.exit(main())
