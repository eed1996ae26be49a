# SPDX-License-Identifier: GPL-3.0-or-later
"""Headless Chromium, spoken to by its DevTools protocol over two pipes."""

import itertools
import json
import os
import shutil
import subprocess
import tempfile

NAMES = ("chromium", "chromium-browser", "google-chrome", "chrome")
FLAGS = (
    "--headless --no-sandbox --disable-gpu --disable-quic --no-first-run"
    " --disable-background-networking --disable-component-update --disable-sync"
    " --hide-scrollbars --remote-debugging-pipe"
).split()


def find():
    """The path of the browser, or None."""
    return next(filter(None, map(shutil.which, NAMES)), None)


class Browser:
    """A browser with one tab, of which `events` are those since they were last emptied."""

    def __init__(self):
        self.profile = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        to_browser, self.writes = os.pipe()
        self.reads, from_browser = os.pipe()

        def connect():
            # the browser reads from 3 and writes to 4
            ends = [os.dup(to_browser), os.dup(from_browser)]
            os.dup2(ends[0], 3)
            os.dup2(ends[1], 4)

        self.process = subprocess.Popen(
            [find(), *FLAGS, f"--user-data-dir={self.profile.name}", "about:blank"],
            preexec_fn=connect,
            pass_fds=(3, 4),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        os.close(to_browser)
        os.close(from_browser)
        self.numbers = itertools.count(1)
        self.received = b""
        self.events = []
        self.session = None
        tab = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=tab, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Network", "Log"):
            self.call(f"{domain}.enable")

    def close(self):
        self.process.terminate()
        self.process.wait()
        self.profile.cleanup()

    def message(self):
        while b"\0" not in self.received:
            part = os.read(self.reads, 1 << 20)
            if not part:
                raise RuntimeError("the browser has ended")
            self.received += part
        line, self.received = self.received.split(b"\0", 1)
        return json.loads(line)

    def call(self, method, **params):
        number = next(self.numbers)
        command = {"id": number, "method": method, "params": params}
        if self.session:
            command["sessionId"] = self.session
        os.write(self.writes, json.dumps(command).encode() + b"\0")
        while True:
            answer = self.message()
            if answer.get("id") == number:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']['message']}")
                return answer["result"]
            self.events.append(answer)

    def show(self, width, height, scheme="light", media="screen"):
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height,
                  deviceScaleFactor=1, mobile=False)
        self.call("Emulation.setEmulatedMedia", media=media,
                  features=[{"name": "prefers-color-scheme", "value": scheme}])

    def open(self, url):
        self.events = []
        self.call("Page.navigate", url=url)
        while not any(e.get("method") == "Page.loadEventFired" for e in self.events):
            self.events.append(self.message())

    def run(self, script):
        """The value of an expression in the page, also of a promise."""
        answer = self.call("Runtime.evaluate", expression=script, awaitPromise=True,
                           returnByValue=True)
        if "exceptionDetails" in answer:
            raise RuntimeError(answer["exceptionDetails"]["exception"].get("description"))
        return answer["result"].get("value")
