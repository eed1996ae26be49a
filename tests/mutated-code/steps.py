# SPDX-License-Identifier: GPL-3.0-or-later
"""The steps of the tests, what lines each reaches, and running one until it fails."""
import collections
import ctypes
import json
import os
import pathlib
import re
import resource
import select
import shutil
import signal
import subprocess
import time
from typing import NamedTuple

MEMORY = 4 << 30
FILE_SIZE = 1 << 30
# Those that make other builds, or test documents or the tests only. The unit tests go by suite.
LEFT_OUT = {'unit', 'headers', 'page-examples', 'layers', 'table-docs', 'table-completion',
            'table-runner', 'table-needs'}
FAILED_CASE = re.compile(r'^\S+\.(test|md):\d+: ', re.MULTILINE)


class Step(NamedTuple):
    name: str
    command: str
    unit: bool       # needs the unit tests only


class Outcome(NamedTuple):
    failed: bool
    seconds: float
    why: str


def make_words(build, flags):
    compiler = 'ccache gcc' if shutil.which('ccache') else 'gcc'
    return ['make', '-s', '--no-print-directory', f'BUILD={build}', f'CC={compiler}',
            f'CFLAGS={flags}', 'WERROR=']


def all_steps(top, build, flags):
    """What `make check` runs, with the unit tests by suite. The build must be there."""
    suites = [name for header in sorted(top.glob('tests/unit/**/*suites.h'))
              for name in re.findall(r'^\t(?:X|SUITE)\((\w+)\)', header.read_text(), re.MULTILINE)]
    steps = [Step(f'unit {name}', f'CK_RUN_SUITE={name} {build}/tests/unit-tests', True)
             for name in suites]
    names = subprocess.run(
        ['make', '-s', '--no-print-directory', '--eval', 'list:; @echo $(CHECKS)', 'list'],
        cwd=top, text=True, stdout=subprocess.PIPE, check=True).stdout.split()
    for name in names:
        if name in LEFT_OUT:
            continue
        command = subprocess.run(
            make_words(build, flags) + ['-n', 'STEP=', f'check-{name}'], cwd=top, text=True,
            stdout=subprocess.PIPE, check=True).stdout.strip()
        steps.append(Step(name, command, False))
    return steps


def adopt_orphans():
    """What a step leaves behind becomes a child of this process, which can end it."""
    pr_set_child_subreaper = 36
    ctypes.CDLL(None).prctl(pr_set_child_subreaper, 1, 0, 0, 0)


def children():
    found = []
    for folder in os.listdir('/proc'):
        if folder.isdigit():
            try:
                fields = pathlib.Path('/proc', folder, 'stat').read_text().rpartition(')')[2]
            except OSError:
                continue
            if int(fields.split()[1]) == os.getpid():
                found.append(int(folder))
    return found


def end_children():
    while left := children():
        for process in left:
            os.kill(process, signal.SIGKILL)
            os.waitpid(process, 0)


def settle(limited):
    """Between fork and exec of a step. In the background it would ignore INT and QUIT."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    signal.signal(signal.SIGQUIT, signal.SIG_DFL)
    if not limited:
        return
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_FSIZE, (FILE_SIZE, FILE_SIZE))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def run_step(step, top, scratch, seconds, environment=None, limited=True, to_end=False):
    """Runs a step, up to its first failed case unless to_end. Ends all that it leaves behind."""
    shutil.rmtree(scratch, ignore_errors=True)
    scratch.mkdir(parents=True)
    begin = time.monotonic()
    process = subprocess.Popen(
        ['bash', '-c', step.command], cwd=top, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT, start_new_session=True, preexec_fn=lambda: settle(limited),
        env={**os.environ, 'TMPDIR': str(scratch), **(environment or {})})
    said, why = b'', ''
    while not why:
        left = begin + seconds - time.monotonic()
        if left <= 0 or not select.select([process.stdout], [], [], left)[0]:
            why = 'timeout'
            break
        piece = os.read(process.stdout.fileno(), 65536)
        if not piece:
            break
        said = (said + piece)[-65536:]
        match = FAILED_CASE.search(said.decode(errors='replace'))
        if match and not to_end:
            why = match.group().rstrip(': ')
    if not why:
        try:
            status = process.wait(timeout=10)
            if status != 0:
                last = said.decode(errors='replace').strip().split('\n')
                fails = [line for line in last if re.search(r':[EF]:|FAIL|differ', line)]
                why = f'status {status}: ' + (fails or last)[0][:200]
        except subprocess.TimeoutExpired:
            why = 'does not end'
    process.stdout.close()
    if process.poll() is None:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
    end_children()
    shutil.rmtree(scratch, ignore_errors=True)
    return Outcome(bool(why), time.monotonic() - begin, why)


def lines_reached(top, build, folder):
    """Of each source file the lines that ran, and all that can: {path: (ran, can)}."""
    data = sorted(pathlib.Path(folder).rglob('*.gcda'))
    for file in data:
        notes = file.with_suffix('.gcno')
        if not notes.exists():
            notes.symlink_to(top / build / notes.relative_to(folder))
    if not data:
        return {}
    said = subprocess.run(['gcov', '--json-format', '--stdout', *map(str, data)], cwd=top,
                          text=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                          check=True).stdout
    ran, can = collections.defaultdict(set), collections.defaultdict(set)
    for document in said.split('\n'):
        for file in json.loads(document)['files'] if document.strip() else []:
            for line in file['lines']:
                can[file['file']].add(line['line_number'])
                if line['count']:
                    ran[file['file']].add(line['line_number'])
    return {path: (ran[path], can[path]) for path in can}


def coverage(step, top, build, folder, seconds):
    """Runs a step with the coverage build. Returns its outcome and lines_reached."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    strip = len((top / build).parts) - 1
    outcome = run_step(step, top, folder.with_suffix('.tmp'), seconds,
                       {'GCOV_PREFIX': str(folder), 'GCOV_PREFIX_STRIP': str(strip)}, limited=False,
                       to_end=True)
    reached = lines_reached(top, build, folder)
    shutil.rmtree(folder)
    return outcome, reached
