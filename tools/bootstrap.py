"""Makes .venv ready: locked dependencies, this checkout, and nothing to do when nothing has changed.

It runs on whatever `python3` is, so it uses the standard library only and stays readable to Python 3.6, which
can then say that it is too old. What can go wrong on a new machine ends in one sentence with a way out.
"""

import hashlib
import os
import shutil
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
VENV = os.path.join(ROOT, ".venv")
VENV_PYTHON = os.path.join(VENV, *(("Scripts", "python.exe") if os.name == "nt" else ("bin", "python")))
LOCK = os.path.join(ROOT, "requirements.lock")
MADE_FROM = (LOCK, os.path.join(ROOT, "pyproject.toml"), os.path.join(ROOT, "jupyter", "overrides.json"))
STAMP = os.path.join(VENV, "kafkaviz.stamp")
LOG = os.path.join(VENV, "install.log")

OLDEST = (3, 11)
NEWEST_LOOKED_FOR = 20
GIGABYTES_NEEDED = 3
NO_NETWORK = (
    "name resolution",
    "name or service not known",
    "nodename nor servname",
    "network is unreachable",
    "connection refused",
    "connection reset",
    "connecttimeout",
    "newconnectionerror",
    "proxyerror",
    "read timed out",
    "sslerror",
)


class SetupError(Exception):
    """What stands in the way, and what to do about it, in one sentence."""


def main():
    """Makes the environment ready, or says why it cannot be."""
    try:
        check_python(sys.version_info, sys.executable)
        stamp = stamp_of_now()
        if stamp_of_then() != stamp:
            install(stamp)
    except SetupError as error:
        sys.exit(f"kafkaviz: {error}")
    except OSError as error:
        sys.exit(f"kafkaviz: {error}; mend that and give the same command again.")
    except KeyboardInterrupt:
        sys.exit("kafkaviz: stopped; the same command goes on where this one was.")


def check_python(version, executable):
    """Refuses a Python that kafkaviz does not run on."""
    if tuple(version[:2]) >= OLDEST:
        return
    names = (f"python3.{minor}" for minor in range(NEWEST_LOOKED_FOR, OLDEST[1] - 1, -1))
    newer = next((name for name in names if shutil.which(name) and run([name, "-c", ""]).returncode == 0), None)
    raise SetupError(
        f"{executable} is Python {version[0]}.{version[1]}, and {OLDEST[0]}.{OLDEST[1]} or later is needed: "
        + (f"name the newer one you have, as in make lab PYTHON={newer}." if newer else "get it from python.org or")
        + ("" if newer else " your system's packages and name it, as in make lab PYTHON=python3.12.")
    )


def stamp_of_now():
    """Returns what the environment has to be made from; any change of it makes the environment anew."""
    digest = hashlib.sha256()
    for path in MADE_FROM:
        with open(path, "rb") as file:
            digest.update(file.read())
    # Scripts in an environment hold its own path, and packages belong to one version of Python.
    return "\n".join([digest.hexdigest(), VENV, sys.version])


def stamp_of_then():
    """Returns what the environment was made from, or nothing when it was never finished."""
    if not os.path.exists(STAMP):
        return ""
    with open(STAMP, encoding="utf-8") as file:
        return file.read()


def install(stamp):
    """Makes the environment and installs what is locked; the stamp is written last."""
    make_venv()
    print("kafkaviz: installing into .venv, once: about 1.4 GB, some minutes", flush=True)
    open(LOG, "w").close()
    pip("install", "--requirement", LOCK)
    # The lock holds the build tool too, so nothing more is fetched here.
    pip("install", "--no-deps", "--no-build-isolation", "--editable", ROOT)
    with open(STAMP, "w", encoding="utf-8") as file:
        file.write(stamp)
    print("kafkaviz: ready", flush=True)


def make_venv():
    """Makes the virtual environment, unless a working one of this Python is there."""
    if is_usable():
        return
    try:
        import ensurepip  # noqa: F401
        import venv  # noqa: F401
    except ImportError:
        major, minor = sys.version_info[:2]
        raise SetupError(
            f"{sys.executable} comes without its module venv: on Debian and Ubuntu `sudo apt install "
            f"python{major}.{minor}-venv` brings it, elsewhere the Python of python.org has it."
        ) from None
    free = shutil.disk_usage(ROOT).free / 1e9
    if free < GIGABYTES_NEEDED:
        raise SetupError(
            f"{free:.1f} GB are free on the disk of this folder and {GIGABYTES_NEEDED} GB are needed: make room "
            "and give the same command again."
        )
    done = run([sys.executable, "-m", "venv", "--clear", VENV])
    if done.returncode:
        raise SetupError(f"no virtual environment could be made in {VENV}: {last_line(done.stdout)}")


def is_usable():
    """Tells whether the environment's Python runs, has pip, and is the Python this runs on."""
    if not os.path.exists(VENV_PYTHON):
        return False
    done = run([VENV_PYTHON, "-c", "import pip, sys; print(sys.version)"])
    return done.returncode == 0 and done.stdout.strip() == sys.version.strip()


def run(command):
    """Runs a command and keeps what it says."""
    return subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, universal_newlines=True)


def pip(*arguments):
    """Runs the environment's pip, shows what it is at, and keeps all that it says in a log."""
    command = [VENV_PYTHON, "-m", "pip", "--disable-pip-version-check", "--no-input", *arguments]
    talkative = sys.stdout.isatty()
    said = []
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, universal_newlines=True, cwd=ROOT
    )
    with open(LOG, "a", encoding="utf-8") as log:
        for line in process.stdout:
            said.append(line)
            log.write(line)
            if talkative and line.startswith(("Collecting", "Building", "Installing")):
                print(f"\r\033[K  {line.strip()[:70]}", end="", flush=True)
    if talkative:
        print("\r\033[K", end="", flush=True)
    if process.wait():
        raise SetupError(why_pip_failed("".join(said)))


def why_pip_failed(said):
    """Turns what pip said into one sentence with a way out.

    >>> why_pip_failed("ERROR: [Errno 28] No space left on device")
    'the disk is full: make room and give the same command again (all that pip said: .venv/install.log).'
    """
    low = said.lower()
    if "no space left" in low:
        why = "the disk is full: make room and give the same command again"
    elif any(sign in low for sign in NO_NETWORK):
        why = "the package index cannot be reached: connect to the network, or tell pip of your proxy or mirror"
    else:
        why = f"pip could not install what is locked: {last_line(said)}"
    return f"{why} (all that pip said: {os.path.relpath(LOG, ROOT)})."


def last_line(text):
    """Returns the line that most likely says what was wrong."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    errors = [line for line in lines if line.lower().startswith("error")]
    return (errors or lines or ["nothing was said"])[-1]


if __name__ == "__main__":
    main()
