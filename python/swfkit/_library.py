# SPDX-License-Identifier: GPL-3.0-or-later
"""libswfcore: where it is, and what of it is called."""

from __future__ import annotations

import os
import pathlib
import typing

import cffi

from . import _declarations as declarations

SONAME = "libswfcore.so.0"

ffi = cffi.FFI()
ffi.cdef(declarations.TYPES + declarations.FUNCTIONS + declarations.VARIABLES)
ffi.cdef(declarations.PLUG_IN + declarations.C_LIBRARY)


class Error(Exception):
    """What libswfcore refuses: the text names the file, the line and the field, or the job."""


class OversizeError(Error):
    """A job is larger than the machine."""


def text_of(pointer: typing.Any) -> str:
    """A text of the library; bytes that are not UTF-8 come back as they were when written."""
    return ffi.string(pointer).decode("utf-8", "surrogateescape")


def _candidates() -> typing.Iterator[str]:
    own = pathlib.Path(__file__).with_name(SONAME)
    if own.exists():
        yield str(own)
    yield SONAME


def _load() -> typing.Any:
    """The library of the package's folder, or else the system's.

    $SWFKIT_LIBRARY names another one, for tests. Plug-ins call functions of the library, so its
    symbols are for all.
    """
    chosen = os.environ.get("SWFKIT_LIBRARY")
    reasons = []
    for path in [chosen] if chosen else _candidates():
        try:
            loaded = ffi.dlopen(path, ffi.RTLD_NOW | ffi.RTLD_GLOBAL)
            found = text_of(loaded.swf_library_version())
        except (OSError, AttributeError) as reason:
            reasons.append(str(reason))
            continue
        if found == declarations.VERSION:
            return loaded
        reasons.append(f"{path} has version {found}, not {declarations.VERSION}")
    raise ImportError("swfkit needs " + SONAME + ": " + "; ".join(reasons))


lib = _load()
_c_library = ffi.dlopen(None)


def free(memory: typing.Any) -> None:
    """Frees what the library left to its caller."""
    _c_library.free(memory)


def bytes_of(text: str) -> bytes:
    return text.encode("utf-8", "surrogateescape")


def new_error() -> typing.Any:
    return ffi.new("struct swf_error *")


def fail(error: typing.Any, where: str = "") -> typing.NoReturn:
    """Raises what the library said."""
    text = text_of(error.text)
    if text.endswith("out of memory"):
        raise MemoryError(text)
    kind = OversizeError if error.kind == declarations.ERROR_OVERSIZE else Error
    raise kind(where + text)


def need(pointer: typing.Any) -> typing.Any:
    """Raises MemoryError for NULL."""
    if pointer == ffi.NULL:
        raise MemoryError("out of memory")
    return pointer
