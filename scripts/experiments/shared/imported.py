# SPDX-License-Identifier: GPL-3.0-or-later
"""imported.py FILE: prints the files of the modules that a program in Python imports, and of those
that these import: as far as they are in its folder or in PYTHONPATH, so not those of Python.

A text that could be the name of a module counts as one, because import_module() takes a text.
"""
import ast
import os
import re
import sys
from glob import escape, glob
from importlib.machinery import all_suffixes


def named(text):
    return [(0, name.split(".")) for name in re.findall(r"[^\W\d]\w*(?:\.[^\W\d]\w*)*", text)]


def imports(path):
    """The modules that a file imports, or names in them: how many dots are before each, and parts.

    Of a program for another version of Python any word may be one.
    """
    with open(path, "rb") as file:
        content = file.read()
    try:
        tree = ast.parse(content)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return named(content.decode(errors="replace")) if path.endswith(".py") else []
    found = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found += [(0, alias.name.split(".")) for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            package = node.module.split(".") if node.module else []
            found += [(node.level, package + [alias.name]) for alias in node.names]
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            found += [name for name in named(node.value) if ".".join(name[1]) == node.value]
    return found


def files_of(folders, parts):
    """The files of a module, and of the packages that it is in."""
    for part in parts:
        inside = [os.path.join(folder, part) for folder in folders]
        for stem in inside + [os.path.join(folder, "__init__") for folder in inside]:
            for suffix in all_suffixes():
                # the part * stands for all modules of a package
                folder, name = os.path.split(stem)
                yield from glob(escape(folder) + "/" + name + suffix)
        folders = inside


program = os.path.realpath(sys.argv[1])
roots = [os.path.dirname(program)] + [f for f in os.environ.get("PYTHONPATH", "").split(":") if f]
files = [program]
for path in files:
    for dots, parts in imports(path):
        above = path
        for _ in range(dots):
            above = os.path.dirname(above)
        for file in files_of([above] if dots else roots, parts):
            if file not in files:
                files.append(file)
for file in files[1:]:
    print(file)
