# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks the website of the documents: docs-site.py FOLDER AXE

Every link must lead to a file and an anchor of the folder or be a link to elsewhere, and nothing may
be loaded from elsewhere. The rest is seen in a browser: the width of each page, the search, and what
axe-core says, whose script is the file AXE (or none). Prints what is wrong, and last how many checks
passed and failed.
"""

import os
import pathlib
import re
import subprocess
import sys
import tempfile
import urllib.parse
from html.parser import HTMLParser

from browser import Browser, find
from pages import AXE, LOOK

# pages of each sort
SAMPLE = ("index.html", "man/swf-check.1.html", "docs/coverage.html", "include/swfcore/job.h.html")
TOP = pathlib.Path(__file__).resolve().parents[2]


class Page(HTMLParser):
    """The ids of a page, and what it loads or links to: pairs of (loaded, address)."""

    def __init__(self, path):
        super().__init__()
        self.ids, self.targets = [], []
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag, attrs):
        for name, value in attrs:
            if name == "id":
                self.ids.append(value)
            elif name in ("href", "src"):
                self.targets.append((tag != "a", value))


def wrong_links(folder):
    """What is wrong with the links of each page, and with what it loads."""
    pages = {path.resolve(): Page(path) for path in sorted(folder.rglob("*.html"))}
    for path, page in pages.items():
        name = path.relative_to(folder.resolve())
        if len(set(page.ids)) < len(page.ids):
            yield f"{name}: two elements have the same id"
        for loaded, address in page.targets:
            parts = urllib.parse.urlsplit(address)
            if parts.scheme:
                if loaded and address != "data:,":
                    yield f"{name}: loads {address}"
                continue
            file = (path.parent / urllib.parse.unquote(parts.path)).resolve() if parts.path else path
            anchor = urllib.parse.unquote(parts.fragment)
            if not file.is_file() or folder.resolve() not in file.parents:
                yield f"{name}: {address} leads nowhere"
            elif anchor and anchor not in pages[file].ids:
                yield f"{name}: no anchor for {address}"
    for style in folder.rglob("*.css"):
        if re.search(r"@import|url\(", style.read_text(encoding="utf-8")):
            yield f"{style.name}: loads something"


def faults_are_found():
    """Whether wrong_links finds one fault of each kind, and no other."""
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "a.html"
        path.write_text('<p id="b"><a href="#b">b</a><a href="a.html#c">c</a><a href="d.html">d</a>'
                        '<a href="https://e.org">e</a><img src="https://f.org/f.png"><b id="b">')
        found = "\n".join(wrong_links(pathlib.Path(folder)))
    expected = ("a.html: two elements have the same id\na.html: no anchor for a.html#c\n"
                "a.html: d.html leads nowhere\na.html: loads https://f.org/f.png")
    return [] if found == expected else [found]


def missing(folder):
    """Manuals, documents and headers without a page, and functions without an anchor."""
    for pattern in ("man/*", "docs/*.md", "include/swfcore/*.h"):
        for source in TOP.glob(pattern):
            page = str(source.relative_to(TOP)).removesuffix(".md") + ".html"
            if not (folder / page).is_file():
                yield f"there is no {page}"
    headers = sorted(map(str, TOP.glob("include/swfcore/*.h")))
    declared = subprocess.run([TOP / "scripts/declared", *headers], check=True, capture_output=True,
                              text=True).stdout.split()
    ids = {i for path in folder.glob("include/swfcore/*.html") for i in Page(path).ids}
    yield from (f"no anchor for {name}" for name in declared if name not in ids)
    if (folder / "index.js").stat().st_size > 1.5e6:
        yield "the index is too large"


def click(browser, script):
    """Clicks in the midst of the element that the script gives."""
    x, y = browser.run(f"""(() => {{
        const element = {script};
        element.scrollIntoView({{ block: "nearest" }});
        const box = element.getBoundingClientRect();
        return [box.x + box.width / 2, box.y + box.height / 2];
    }})()""")
    for kind in ("mousePressed", "mouseReleased"):
        browser.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)


def wait_for(browser, condition, times=100):
    return browser.run(f"new Promise(done => {{ let left = {times}; const look = () =>"
                       f" ({condition}) ? done(true) : left-- ? setTimeout(look, 50) : done(false);"
                       " look(); })")


def look_for(browser, text):
    """Types a text into the field. Before its first picture a page takes no clicks."""
    for _ in range(50):
        click(browser, "document.querySelector('input')")
        if wait_for(browser, "document.activeElement.matches('input')", 2):
            break
    browser.call("Input.insertText", text=text)


def search(browser, folder):
    """Looks for a word by clicks and keys, follows a link, and says what did not happen."""
    link = ("[...document.querySelectorAll('.results a')]"
            ".find(link => link.textContent.startsWith('swf-simulate(1)'))")
    browser.show(1000, 700)
    browser.open((folder / "docs/tour.html").as_uri())
    look_for(browser, "backfill")
    if not wait_for(browser, link):
        return ["backfill does not find swf-simulate(1)"]
    click(browser, link)
    page = (folder / "man/swf-simulate.1.html").as_uri()
    if not wait_for(browser, f"location.href.startsWith('{page}') && document.querySelector('h1')"
                    " && document.querySelector('h1').textContent === 'swf-simulate(1)'"):
        return ["the link does not lead to swf-simulate(1)"]
    look_for(browser, "zzzz backfill")
    if not wait_for(browser, "/No page/.test(document.querySelector('.results').textContent)"):
        return ["zzzz is found"]
    return []


def events_of(browser, folder):
    """What the page loaded that is not of the folder, and what it complained about."""
    for event in browser.events:
        method, params = event.get("method"), event.get("params", {})
        if method == "Network.requestWillBeSent":
            url = params["request"]["url"]
            if not url.startswith((folder.as_uri(), "data:")):
                yield f"loads {url}"
        elif method == "Runtime.exceptionThrown":
            yield params["exceptionDetails"]["text"]


def without_scripts(browser, folder):
    """The navigation stays, and there is no field."""
    browser.call("Emulation.setScriptExecutionDisabled", value=True)
    browser.open((folder / "index.html").as_uri())
    browser.call("Emulation.setScriptExecutionDisabled", value=False)
    shown = browser.run("['input', 'nav a'].map(name =>"
                        " document.querySelector(name).checkVisibility())")
    return [] if shown == [False, True] else [f"field and navigation are shown: {shown}"]


def seen(browser, folder, axe):
    """What is wrong in a browser: pairs of (check, texts)."""
    browser.show(390, 844)
    for path in sorted(folder.rglob("*.html")):
        name = str(path.relative_to(folder))
        browser.open(path.as_uri())
        wrong = list(events_of(browser, folder))
        if browser.run("document.documentElement.scrollWidth") > 390:
            wrong.append("wider than 390 px")
        yield name, wrong
    yield "search", search(browser, folder)
    yield "without scripts", without_scripts(browser, folder)
    for name in SAMPLE:
        browser.open((folder / name).as_uri())
        for width in (390, 1000, 1600):
            browser.show(width, 900)
            yield f"{name}, {width} px", browser.run(LOOK)
        browser.run(axe or "")
        for scheme in ("light", "dark") if axe else ():
            browser.show(1000, 700, scheme)
            yield f"{name}, axe-core, {scheme}", browser.run(AXE.replace("OPTIONS", ""))


def checks(folder, axe):
    yield "faults are found", faults_are_found()
    yield "links", list(wrong_links(folder))
    yield "all is there", list(missing(folder))
    if find():
        browser = Browser()
        yield from seen(browser, folder, axe)
        browser.close()


def main():
    folder, path = pathlib.Path(sys.argv[1]), sys.argv[2]
    axe = pathlib.Path(path).read_text() if os.path.exists(path) else None
    passed = failed = 0
    for check, wrong in checks(folder, axe):
        for text in wrong:
            print(f"FAILED {check}: {text}")
        failed += bool(wrong)
        passed += not wrong
    without = "" if find() else ", without a browser"
    without += "" if axe else ", without axe-core"
    print(f"docs-site{without}: {passed} passed, {failed} failed")
    sys.exit(failed > 0)


if __name__ == "__main__":
    main()
