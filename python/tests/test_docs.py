# SPDX-License-Identifier: GPL-3.0-or-later
"""The examples of the documents run as they are, one block after the other."""

import re
import subprocess
import sys

import pytest
from conftest import ENVIRONMENT_OF_PYTHON, TOP

import swfkit

BLOCK = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@pytest.fixture
def folder(tmp_path, monkeypatch):
    (tmp_path / "data").symlink_to(TOP / "data")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_blocks_of_the_documents(folder, capsys):
    pytest.importorskip("pandas")
    blocks = BLOCK.findall((TOP / "docs" / "python.md").read_text())
    assert len(blocks) > 5
    names = {}
    for block in blocks:
        exec(compile(block, "docs/python.md", "exec"), names)
        assert capsys.readouterr().out or "print" not in block
    assert (folder / "large.swf").exists()


def test_the_example_that_trains(folder):
    program = TOP / "python" / "examples" / "train.py"
    run = [sys.executable, program, "data/sample.swf.gz", "--generations", "2", "--seed", "5"]
    how = {"capture_output": True, "text": True, "env": ENVIRONMENT_OF_PYTHON}
    first, second = (subprocess.run(run, **how) for _ in range(2))
    assert first.returncode == 0, first.stderr
    assert first.stdout == second.stdout
    number = r"-?\d\.\d{3}"
    assert re.fullmatch(
        rf"{number} \* log10\(wait \+ 1\) \+ {number} \* log10\(estimate \+ 1\) "
        rf"\+ {number} \* log10\(size\)\n",
        first.stdout,
    )


def test_the_version_is_that_of_the_library():
    project = (TOP / "python" / "pyproject.toml").read_text()
    assert f'\nversion = "{swfkit.__version__}"\n' in project
