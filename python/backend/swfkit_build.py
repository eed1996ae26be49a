# SPDX-License-Identifier: GPL-3.0-or-later
"""Builds the wheel of swfkit, as PEP 517 has it, with nothing but Python, make and a C compiler.

In the sources of swfkit the wheel gets a libswfcore.so.0 that is built from them, and is for this
platform. In an archive of the package alone there is nothing to build: that wheel is for any
platform, and uses the libswfcore.so.0 of the system.
"""

import base64
import hashlib
import io
import os
import pathlib
import subprocess
import sysconfig
import tarfile
import tomllib
import zipfile

HERE = pathlib.Path(__file__).resolve().parents[1]
TOP = HERE.parent
LIBRARY = "libswfcore.so.0"
# Files of wheels have one time, so that a wheel that is built again is the same.
WHEN = (2020, 1, 1, 0, 0, 0)


def _project():
    with open(HERE / "pyproject.toml", "rb") as file:
        return tomllib.load(file)["project"]


def _has_sources():
    return (TOP / "src" / "lib").is_dir() and (TOP / "Makefile").is_file()


def _library():
    """Builds the library, beside other builds of the sources, and returns its bytes."""
    build = "build/wheel"
    jobs = f"-j{os.cpu_count() or 1}"
    subprocess.run(
        ["make", "-s", jobs, "-C", str(TOP), f"BUILD={build}", f"{build}/{LIBRARY}"],
        check=True,
        stdin=subprocess.DEVNULL,
    )
    return (TOP / build / LIBRARY).read_bytes()


def _metadata(project):
    lines = [
        "Metadata-Version: 2.1",
        f"Name: {project['name']}",
        f"Version: {project['version']}",
        f"Summary: {project['description']}",
        f"License: {project['license']}",
        f"Requires-Python: {project['requires-python']}",
    ]
    lines += [f"Requires-Dist: {name}" for name in project["dependencies"]]
    for extra, names in project["optional-dependencies"].items():
        lines.append(f"Provides-Extra: {extra}")
        lines += [f'Requires-Dist: {name}; extra == "{extra}"' for name in names]
    return "\n".join(lines) + "\n"


def _tag():
    if not _has_sources():
        return "py3-none-any"
    return "py3-none-" + sysconfig.get_platform().replace("-", "_").replace(".", "_")


def _package_files():
    folder = HERE / "swfkit"
    for path in sorted([*folder.rglob("*.py"), folder / "py.typed"]):
        yield path.relative_to(HERE).as_posix(), path.read_bytes()


def _info_files(project):
    info = f"{project['name']}-{project['version']}.dist-info"
    pure = "false" if _has_sources() else "true"
    wheel = f"Wheel-Version: 1.0\nGenerator: swfkit_build\nRoot-Is-Purelib: {pure}\nTag: {_tag()}\n"
    yield f"{info}/METADATA", _metadata(project).encode()
    yield f"{info}/WHEEL", wheel.encode()


def _record(name, content):
    digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
    return f"{name},sha256={digest},{len(content)}\n"


def get_requires_for_build_wheel(config_settings=None):
    return []


def get_requires_for_build_sdist(config_settings=None):
    return []


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    project = _project()
    name = f"{project['name']}-{project['version']}-{_tag()}.whl"
    files = [*_package_files(), *_info_files(project)]
    if _has_sources():
        files.append((f"swfkit/{LIBRARY}", _library()))
    record = f"{project['name']}-{project['version']}.dist-info/RECORD"
    files.append(
        (record, ("".join(_record(*file) for file in files) + f"{record},,\n").encode())
    )
    with zipfile.ZipFile(os.path.join(wheel_directory, name), "w") as wheel:
        for path, content in files:
            entry = zipfile.ZipInfo(path, WHEN)
            entry.external_attr = 0o644 << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            wheel.writestr(entry, content)
    return name


def build_sdist(sdist_directory, config_settings=None):
    """The package alone, without the sources of the library."""
    project = _project()
    base = f"{project['name']}-{project['version']}"
    files = [
        *_package_files(),
        *((name, (HERE / name).read_bytes()) for name in ("pyproject.toml",)),
        ("backend/swfkit_build.py", pathlib.Path(__file__).read_bytes()),
        ("PKG-INFO", _metadata(project).encode()),
    ]
    with tarfile.open(
        os.path.join(sdist_directory, f"{base}.tar.gz"), "w:gz", format=tarfile.PAX_FORMAT
    ) as archive:
        for path, content in files:
            entry = tarfile.TarInfo(f"{base}/{path}")
            entry.size = len(content)
            archive.addfile(entry, io.BytesIO(content))
    return f"{base}.tar.gz"
