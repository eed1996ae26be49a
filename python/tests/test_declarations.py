# SPDX-License-Identifier: GPL-3.0-or-later
"""What the package declares is what the headers declare."""

import re
import shutil
import subprocess

import pytest
from conftest import TOP

from swfkit import _declarations as declarations
from swfkit._library import ffi

HEADERS = TOP / "include"


def includes():
    names = sorted(path.name for path in (HEADERS / "swfcore").glob("*.h"))
    return "".join(f"#include <swfcore/{name}>\n" for name in names) + "#include <stddef.h>\n"


def compiles(program, tmp_path):
    compiler = shutil.which("cc") or pytest.skip("no compiler")
    file = tmp_path / "declarations.c"
    file.write_text(program)
    done = subprocess.run(
        [compiler, "-std=c11", "-D_XOPEN_SOURCE=700", "-fsyntax-only", f"-I{HEADERS}", str(file)],
        capture_output=True,
        text=True,
    )
    return done.returncode == 0, done.stderr


def members():
    for name in re.findall(r"^struct (\w+) \{", declarations.TYPES, re.MULTILINE):
        kind = ffi.typeof(f"struct {name}")
        yield f"sizeof(struct {name}) == {ffi.sizeof(kind)}"
        for member, field in kind.fields:
            yield f"offsetof(struct {name}, {member}) == {field.offset}"
            yield f"sizeof((struct {name} *)0)->{member}) == {ffi.sizeof(field.type)}"


def asserts(facts):
    return "".join(f'_Static_assert({fact}, "{fact}");\n' for fact in facts)


def test_members_stand_at_their_places(tmp_path):
    facts = [fact.replace("sizeof((struct", "sizeof(((struct") for fact in members()]
    assert len(facts) > 200
    done, why = compiles(includes() + asserts(facts), tmp_path)
    assert done, why
    moved = ["offsetof(struct swf_job, wait) == 8"]
    assert not compiles(includes() + asserts(moved), tmp_path)[0]


def test_functions_are_declared_alike(tmp_path):
    done, why = compiles(includes() + declarations.FUNCTIONS, tmp_path)
    assert done, why
    other = declarations.FUNCTIONS.replace("size_t count", "int count", 1)
    assert not compiles(includes() + other, tmp_path)[0]


def test_constants():
    header = (HEADERS / "swfcore" / "version.h").read_text()
    assert f'SWF_VERSION "{declarations.VERSION}"' in header
    header = (HEADERS / "swfcore" / "plug-in.h").read_text()
    assert f"SWF_PLUG_IN_VERSION = {declarations.PLUG_IN_VERSION} " in header
    header = (HEADERS / "swfcore" / "error.h").read_text()
    kinds = re.search(r"enum swf_error_kind \{(.*?)\}", header, re.DOTALL)
    names = re.findall(r"SWF_ERROR_\w+", kinds[1])
    assert names.index("SWF_ERROR_OVERSIZE") == declarations.ERROR_OVERSIZE
