# SPDX-License-Identifier: GPL-3.0-or-later
"""Schedulers, predictions and user models for swf-simulate, as classes.

This file speaks the lines of swfkit-protocol(7). It needs Python 3.7 and no package. Copy it to
your own program, and write a class:

    import swfkit

    class Fcfs(swfkit.Scheduler):
        def schedule(self):
            while self.waiting and self.waiting[0].size <= self.free:
                self.start(self.waiting[0])

    Fcfs().run()

swf-simulate then starts the program:

    swf-simulate --scheduler-command 'python3 fcfs.py' log.swf

Prediction and UserModel are for --predict-command and --feedback-command.

Times are seconds of the log. They are ints, and floats where the log has fractions. Unknown
numbers are -1, as in the log. What print() writes appears on the standard error output, because the
standard output belongs to the protocol. An exception ends the simulation, after its traceback.
"""

import bisect
import random
import sys


class Job:
    """A job of a Scheduler or a Prediction."""

    __slots__ = (
        "id",  # 1, 2, 3, ... in the order of arrival
        "submit",  # s
        "size",  # processors
        "estimate",  # s, for how long it may run
        "predicted",  # s, for how long it is expected to run: the estimate, or less
        "user",  # this and what follows are fields of the log
        "group",
        "executable",
        "queue",
        "partition",
        "number",
        "gpus",  # 0 unless the Scheduler has resources = True and they are counted
        "memory",  # kB in all, likewise
        "start",  # s, None while it waits
        "expected_end",  # s, None while it waits
        "run_time",  # s, None until it has ended
    )

    def __init__(self, time, fields):
        self.submit = time
        (self.id, self.size, self.estimate, self.predicted, self.user, self.group,
            self.executable, self.queue, self.partition, self.number) = map(_number, fields[:10])
        self.gpus = self.memory = 0
        self.start = self.expected_end = self.run_time = None

    def __lt__(self, other):
        """Sorts running jobs: the first that is expected to end comes first."""
        return self.expected_end < other.expected_end

    def __repr__(self):
        return "<job %d: %d processors, %s s>" % (self.id, self.size, self.predicted)


class _Program:
    """What all programs share: the greeting, and a method for each kind of line."""

    now = None  # s, the current time

    def begin(self):
        """Called once, before anything else: the place to set attributes of your own."""

    def run(self):
        """Answers swf-simulate until the simulation ends."""
        if sys.stdin.isatty():
            sys.exit("swf-simulate starts this program: %s '%s %s' LOG"
                     % (self._option, sys.executable, sys.argv[0]))
        answers, sys.stdout = sys.stdout, sys.stderr
        words = sys.stdin.readline().split()
        if words[:2] != [self._greeting, "1"]:
            sys.exit("expected '%s 1', got '%s': this program goes with %s"
                     % (self._greeting, " ".join(words), self._option))
        self._configure(dict(zip(words[2::2], words[3::2])))
        self.begin()
        answers.write(self._ok())
        answers.flush()
        for line in sys.stdin:
            kind, time, *fields = line.split()
            self.now = _number(time)
            answer = getattr(self, "_" + kind)(fields)
            if answer:
                answers.write(answer)
                answers.flush()

    def _configure(self, options):
        self._jobs = {}  # by ID, until they end

    def _ok(self):
        return "ok 1\n"


class Scheduler(_Program):
    """A scheduler. Write schedule(), and the other methods if you need them.

    waiting  the jobs that wait, in the order of arrival; you may sort it
    running  the jobs that hold processors, the first that is expected to end first
    free     free processors; free_gpus and free_memory (kB) with resources = True
    procs    processors of the machine; gpus and memory likewise, 0 where they are not counted
    order    "completions-first" or "arrivals-first"
    now      the current time, s
    """

    # With arrivals-first: schedule() also after the arrival of a job that does not fit.
    passes_at_arrivals = False
    # Jobs start only where fits() says so, by their GPUs and memory too where these are counted.
    # With False, swf-simulate goes by processors alone.
    resources = False

    def schedule(self):
        """Called when jobs wait and processors are free: start() what is to start now."""
        raise NotImplementedError("a Scheduler needs a method schedule()")

    def arrive(self, job):
        """A job has arrived, and waits."""

    def ended(self, job):
        """A job has ended after job.run_time."""

    def delayed(self, job):
        """A job runs longer than predicted, and job.expected_end is later than before."""

    def fits(self, job):
        """Whether there is enough of all for a job now."""
        return (job.size <= self.free and job.gpus <= self.free_gpus
                and job.memory <= self.free_memory)

    def start(self, job):
        """Starts a job that waits. Makes a new list of those that wait, so that a loop over
        self.waiting can start jobs."""
        if job.start is not None:
            raise ValueError("%r runs already" % job)
        if not self.fits(job):
            others = (" and %d GPUs and %d kB" % (self.free_gpus, self.free_memory)
                      if self._counts else "")
            raise ValueError("%r is too large for %d free processors%s" % (job, self.free, others))
        place = self.waiting.index(job)
        self.waiting = self.waiting[:place] + self.waiting[place + 1:]
        self._add(job, -1)
        job.start = self.now
        self._hold(job, self.now + job.predicted)
        self._answer.append("start %d\n" % job.id)

    def wake(self, time):
        """Asks for schedule() at a later time, even if nothing else happens then. Each call of
        schedule() forgets what was asked for before. Of several times the earliest counts."""
        if not time > self.now:
            raise ValueError("%s s is not later than now, %s s" % (time, self.now))
        if self._wanted is None or time < self._wanted:
            self._wanted = time

    def expect(self, job, end):
        """Sets the expected end of a running job."""
        self.running.remove(job)
        self._hold(job, end)

    _greeting, _option = "swfkit-scheduler", "--scheduler-command"

    def _ok(self):
        words = ["ok", "1"]
        if self.passes_at_arrivals:
            words.append("passes-at-arrivals")
        if self.resources:
            words.append("resources")
        return " ".join(words) + "\n"

    def _configure(self, options):
        super()._configure(options)
        self.procs = self.free = int(options["procs"])
        self.order = options["order"]
        counted = options if self.resources else {}
        self._counts = "gpus" in counted or "memory" in counted
        self.gpus = self.free_gpus = int(counted.get("gpus", 0))
        self.memory = self.free_memory = int(counted.get("memory", 0))
        self.waiting, self.running = [], []

    def _hold(self, job, end):
        job.expected_end = end
        bisect.insort_right(self.running, job)

    def _add(self, job, times):
        """Adds so many times what a job needs to what is free."""
        self.free += times * job.size
        self.free_gpus += times * job.gpus
        self.free_memory += times * job.memory

    def _release(self, job):
        self.running.remove(job)
        self._add(job, 1)

    def _arrive(self, fields):
        job = Job(self.now, fields)
        if self._counts:
            job.gpus, job.memory = map(int, fields[10:12])
        self._jobs[job.id] = job
        self.waiting.append(job)
        self.arrive(job)

    def _end(self, fields):
        job = self._jobs.pop(int(fields[0]))
        job.run_time = self.now - job.start
        if job in self.running:
            self._release(job)
        self.ended(job)

    def _expect(self, fields):
        job = self._jobs[int(fields[0])]
        self.expect(job, _number(fields[1]))
        self.delayed(job)

    def _expire(self, fields):
        self._release(self._jobs[int(fields[0])])

    def _pass(self, fields):
        self.free = int(fields[0])
        if self._counts:
            self.free_gpus, self.free_memory = map(int, fields[1:3])
        self._wanted, self._answer = None, []
        self.schedule()
        self._answer.append("done\n" if self._wanted is None else "done %s\n" % _text(self._wanted))
        return "".join(self._answer)


class Prediction(_Program):
    """A prediction of run times. Write predict(), and ended() to learn."""

    def predict(self, job):
        """Called when a job arrives: for how long will it run (s)? More than job.estimate counts
        as that. job.predicted is -1, since nothing is predicted yet."""
        raise NotImplementedError("a Prediction needs a method predict(job)")

    def ended(self, job):
        """A job has ended after job.run_time."""

    _greeting, _option = "swfkit-prediction", "--predict-command"

    def _arrive(self, fields):
        job = Job(self.now, fields)
        self._jobs[job.id] = job
        return "predict %s\n" % _text(min(self.predict(job), job.estimate))

    def _end(self, fields):
        job = self._jobs.pop(int(fields[0]))
        job.run_time = _number(fields[1])
        self.ended(job)


class Batch:
    """A batch of jobs, which its user is to submit."""

    def __init__(self, fields):
        (self.user, self.number, self.response, self.think, self.interarrival, session,
            self.jobs) = map(_number, fields[:7])
        self.session = session == 1  # it begins a session in the log
        self.waited = self.response != -1  # the user waited for the end of another batch


class UserModel(_Program):
    """A model of users who react to waits. Write submit()."""

    def submit(self, batch):
        """Called when a batch becomes available: when does its user submit it (s)?"""
        raise NotImplementedError("a UserModel needs a method submit(batch)")

    def random(self, batch):
        """A random.Random that depends on the seed, the user and the number of the batch alone, so
        that all schedulers meet the same users."""
        return random.Random("%d %d %d" % (self.seed, batch.user, batch.number))

    _greeting, _option = "swfkit-user-model", "--feedback-command"

    def _configure(self, options):
        self.seed = int(options["seed"])

    def _available(self, fields):
        return "submit %s\n" % _text(self.submit(Batch(fields)))


def _number(text):
    try:
        return int(text)
    except ValueError:
        return float(text)


def _text(number):
    """A number as plain decimals, which read back as the same number."""
    if number == int(number):
        return str(int(number))
    text = repr(float(number))
    return text if "e" not in text else ("%.60f" % number).rstrip("0")
