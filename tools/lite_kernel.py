"""The Python of the site that runs the course in a browser: its interpreter from npm, and pure wheels from the lock."""

import hashlib
import json
import re
import shutil
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path
from typing import Any, Final

from jupyterlite_pyodide_kernel.constants import PYODIDE_PYTHON_VERSION, PYODIDE_VERSION
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name, parse_wheel_filename

ROOT = Path(__file__).resolve().parents[1]
LOCK = ROOT / "requirements.lock"
PAGES = Path(sys.prefix) / "share/jupyter/labextensions"
OF_THE_KERNEL = PAGES / "@jupyterlite/pyodide-kernel-extension/static/pypi"
INTERPRETER: Final = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip")
PACKAGES: Final = "pyodide-lock.json"
ROOTS: Final = ("kafkaviz", "comm", "ipython", "jedi", "micropip")
"""What is asked for: the course, and what the kernel asks for when it starts."""
STUBS: Final = ("ipykernel", "piplite", "pyodide-kernel")
"""Wheels that the kernel brings along itself."""
NOT_THERE: Final = frozenset({"matplotlib", "numpy", "pandas", "pillow"})
"""There is no pure wheel of these, and nothing but charts, stored pictures and Spark asks for them."""
OF_THE_PAGE: Final = frozenset({"jupyterlab-widgets", "widgetsnbextension"})
"""These hold scripts of a page and no Python; the site has them beside the kernel."""
LEFT_OUT: Final = re.compile(
    r"/tests?/|\.data/|^jedi/third_party/(django-stubs|typeshed/stubs)/|^kafkaviz/course/materials/files/"
)
"""Tests, what a page needs and no Python, types of packages that are not here, and the notebooks: the site has them."""
BROWSER: Final = {
    "implementation_name": "cpython",
    "os_name": "posix",
    "platform_machine": "wasm32",
    "platform_python_implementation": "CPython",
    "platform_system": "Emscripten",
    "python_full_version": f"{PYODIDE_PYTHON_VERSION}.0",
    "python_version": PYODIDE_PYTHON_VERSION,
    "sys_platform": "emscripten",
}


def interpreter(cache: Path, folder: Path) -> dict[str, Any]:
    """Puts the interpreter that the kernel names into a folder, and returns what it says of itself."""
    archive = cache / f"pyodide-{PYODIDE_VERSION}.tgz"
    if not archive.exists():
        run("npm", "pack", "--silent", "--pack-destination", str(cache), f"pyodide@{PYODIDE_VERSION}")
    with tarfile.open(archive) as packed:
        for name in INTERPRETER:
            (folder / name).write_bytes(packed.extractfile(f"package/{name}").read())
        return json.load(packed.extractfile(f"package/{PACKAGES}"))["info"]


def needed() -> dict[str, list[str]]:
    """Returns what each package needs in a browser, by name: those asked for, and those that follow from them."""
    found: dict[str, list[str]] = {}
    waiting = [*ROOTS]
    while waiting:
        name = waiting.pop()
        if name not in found:
            found[name] = sorted(_needs(name))
            waiting += found[name]
    return dict(sorted(found.items()))


def _needs(name: str) -> Iterator[str]:
    if name == "micropip":
        return  # It is for a browser alone, so nothing is known of it here; it brings along what it needs.
    for need in map(Requirement, metadata.requires(name) or ()):
        other = canonicalize_name(need.name)
        if need.marker is None or need.marker.evaluate(BROWSER | {"extra": ""}):
            yield from () if other in NOT_THERE | OF_THE_PAGE else (other,)


def locked() -> dict[str, str]:
    """Returns the version of each package that the lock has for a browser."""
    pins = [Requirement(line) for line in LOCK.read_text("utf-8").splitlines() if line and line[0] != "#"]
    here = [pin for pin in pins if pin.marker is None or pin.marker.evaluate(BROWSER)]
    return {canonicalize_name(pin.name): next(iter(pin.specifier)).version for pin in here}


def wheels(cache: Path) -> dict[str, Path]:
    """Returns a pure wheel of each package that the browser gets, fetched where the cache has none."""
    versions = locked()
    pins = [f"{name}=={versions[name]}" for name in needed() if name != "kafkaviz"]
    pure = ("--only-binary=:all:", "--platform=any", "--implementation=py", "--abi=none", "--no-deps")
    options = (f"--python-version={PYODIDE_PYTHON_VERSION}", f"--dest={cache}", f"--find-links={cache}")
    run(sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", *pure, *options, *pins)
    own = cache / "own"
    shutil.rmtree(own, ignore_errors=True)  # What was built before may have had another version.
    run(
        *(sys.executable, "-m", "pip", "wheel", "--quiet", "--disable-pip-version-check", "--no-deps"),
        *("--no-build-isolation", f"--wheel-dir={own}", str(ROOT)),
    )
    found = [*cache.glob("*.whl"), *OF_THE_KERNEL.glob("*.whl"), *own.glob("*.whl")]
    known = {(name, str(version)): wheel for wheel in found for name, version, *_ in [parse_wheel_filename(wheel.name)]}
    carried = {name: known[name, versions[name]] for name in needed() if name != "kafkaviz"}
    return carried | {name: wheel for (name, _), wheel in known.items() if name in (*STUBS, "kafkaviz")}


def write_packages(info: dict[str, Any], wheels: dict[str, Path], folder: Path) -> None:
    """Writes the wheels and the list by which the interpreter finds them: by name, and by what a cell imports."""
    needs = needed()
    listed = {}
    for name, wheel in sorted(wheels.items()):
        file = folder / wheel.name
        write_lean(wheel, file)
        listed[name] = {
            "name": name,
            "version": str(parse_wheel_filename(wheel.name)[1]),
            "file_name": wheel.name,
            "install_dir": "site",
            "sha256": hashlib.sha256(file.read_bytes()).hexdigest(),
            "package_type": "package",
            "imports": sorted(modules_of(file)),
            "depends": needs.get(name, []),
            "unvendored_tests": False,
        }
    (folder / PACKAGES).write_text(json.dumps({"info": info, "packages": listed}), encoding="utf-8")


def write_lean(wheel: Path, file: Path) -> None:
    """Writes a wheel without what nobody imports there: it is half as large, and is there in half the time."""
    with zipfile.ZipFile(wheel) as whole, zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as lean:
        for one in whole.infolist():
            content = whole.read(one)
            if one.filename.endswith(".dist-info/RECORD"):
                lines = content.decode().splitlines(keepends=True)
                content = "".join(line for line in lines if not LEFT_OUT.search(line)).encode()
            if not LEFT_OUT.search(one.filename):
                lean.writestr(zipfile.ZipInfo(one.filename), content, zipfile.ZIP_DEFLATED)


def modules_of(wheel: Path) -> set[str]:
    """Returns the names that one imports of a wheel."""
    firsts = {name.partition("/")[0] for name in zipfile.ZipFile(wheel).namelist() if name.endswith(".py")}
    return {first.removesuffix(".py") for first in firsts if not first.endswith((".dist-info", ".data"))}


def run(*command: str, folder: Path = ROOT) -> None:
    """Runs a command in a folder; raises CalledProcessError when it fails."""
    subprocess.run(command, cwd=folder, check=True)
