# SPDX-License-Identifier: GPL-3.0-or-later
"""Looks at the pages of studies in a browser: pages.py AXE FOLDER...

Each FOLDER has a report.html. It must look right at every width, in light and dark and on paper.
axe-core, whose script is the file AXE (or none), must find nothing serious or critical. Prints what
is wrong, and last how many checks passed and failed.
"""

import base64
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

from browser import Browser

WIDTHS = (360, 390, 1000, 1600, 1920)
SCHEMES = ("light", "dark")

# What is wrong with the page as it is shown: a list of texts. Details are opened before.
LOOK = r"""
(() => {
	const wrong = [], root = document.documentElement;
	const short = text => JSON.stringify(text.trim().slice(0, 60));
	if (root.scrollWidth > root.clientWidth) {
		const wide = [...document.querySelectorAll("main *")].filter(element =>
			element.getBoundingClientRect().right > root.clientWidth + 1 &&
			!element.closest(".scroll"));
		wrong.push(`scrolls to the side: ${root.scrollWidth} px, ` +
			(wide.length ? wide[0].outerHTML.slice(0, 80) : ""));
	}
	let least = 100, smallest = "";
	const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
	while (walker.nextNode()) {
		const text = walker.currentNode, parent = text.parentElement;
		if (!text.data.trim() || parent.closest("script, style, title, [hidden]")) continue;
		if (parent.closest("h2#answer") || !parent.checkVisibility()) continue;
		let size = parseFloat(getComputedStyle(parent).fontSize);
		if (parent.getScreenCTM) {
			const matrix = parent.getScreenCTM();
			size *= Math.hypot(matrix.a, matrix.b);
		}
		if (size < least) [least, smallest] = [size, text.data];
	}
	if (least < 9.99) wrong.push(`text of ${least.toFixed(1)} px: ${short(smallest)}`);
	for (const picture of document.querySelectorAll("svg, img")) {
		const box = picture.getBoundingClientRect();
		if (!(box.width >= 100 && box.height >= 75) || picture.complete === false)
			wrong.push(`picture of ${box.width} x ${box.height} px`);
		for (const text of picture.querySelectorAll("text")) {
			const place = text.getBoundingClientRect();
			if (place.left < box.left - 6 || place.right > box.right + 6 ||
					place.top < box.top - 6 || place.bottom > box.bottom + 6)
				wrong.push(`cut off in a picture: ${short(text.textContent)}`);
		}
		// by 3 px, since boxes are a little larger than letters; those of turned texts are much larger
		const boxes = [...picture.querySelectorAll("text")]
			.filter(text => text.textContent.trim() && Math.abs(text.getScreenCTM().b) < 0.01)
			.map(text => [text, text.getBoundingClientRect()]);
		for (const [i, [text, a]] of boxes.entries())
			for (const [other, b] of boxes.slice(i + 1))
				if (Math.min(a.right, b.right) - Math.max(a.left, b.left) > 3 &&
						Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 3)
					wrong.push(`over each other: ${short(text.textContent)}, ${short(other.textContent)}`);
	}
	return wrong;
})()
"""

# What is wrong with what the page says.
READ = r"""
(() => {
	const wrong = [], seen = new Set();
	for (const { id } of document.querySelectorAll("[id]")) {
		if (seen.has(id)) wrong.push(`two elements have the id ${id}`);
		seen.add(id);
	}
	for (const link of document.querySelectorAll("a[href^='#']"))
		if (!seen.has(link.getAttribute("href").slice(1))) wrong.push(`no target: ${link.href}`);
	const copy = document.body.cloneNode(true);
	for (const element of copy.querySelectorAll("script, pre")) element.remove();
	const text = copy.textContent;
	for (const odd of [/\S*\d[eE][-+]\d+/, /(^|[^\w-])-?(nan|inf|NaN|Infinity|undefined)([^\w-]|$)/])
		if (odd.test(text)) wrong.push(`odd: ${text.match(odd)[0]}`);
	return wrong;
})()
"""

# What is in a picture is not for those who only hear the page: its title is.
AXE = """
axe.run({ exclude: [["svg > g"], ["svg > defs"]] }, { resultTypes: ["violations"], OPTIONS })
	.then(result => result.violations
		.filter(violation => ["serious", "critical"].includes(violation.impact))
		.map(({ id, nodes }) => `${id}: ${nodes.length}, such as ${nodes[0].html.slice(0, 120)}`))
"""

# Sorts each table by its first column and then its last, and says which then have lost a row.
SORT = """
(() => {
	const wrong = [];
	for (const table of document.querySelectorAll("table")) {
		const rows = () => [...table.tBodies[0].rows].map(row => row.textContent).sort().join();
		const before = rows();
		const buttons = [...table.tHead.querySelectorAll("button")];
		for (const button of [buttons[0], buttons.at(-1)]) button.click();
		if (rows() !== before) wrong.push(`sorting ${table.caption.textContent}`);
		if (table.tHead.querySelectorAll("[aria-sort]").length !== 1) wrong.push("not sorted");
	}
	return wrong;
})()
"""

# Saves each table and each figure, and says which are not what is seen: of a table the rows, of a
# figure a drawing by itself, with no colour that only the page knows.
SAVE = """
(async () => {
	const wrong = [], saved = [], make = URL.createObjectURL, click = HTMLAnchorElement.prototype.click;
	URL.createObjectURL = blob => { saved.push(blob); return "#"; };
	HTMLAnchorElement.prototype.click = function () { saved.at(-1).file = this.download; };
	const words = text => text.replace(/[\\s",]+/g, "");
	for (const table of document.querySelectorAll("main table")) {
		const button = table.caption.querySelector(".save");
		button.click();
		const lines = (await saved.at(-1).text()).trimEnd().split("\\r\\n");
		const rows = [...table.rows].map(row => row.textContent);
		if (lines.length !== rows.length || !/^[\\w.-]+\\.csv$/.test(saved.at(-1).file) ||
				lines.some((line, i) => words(line) !== words(rows[i])))
			wrong.push(`CSV of ${table.caption.textContent}`);
	}
	for (const panel of document.querySelectorAll(".panel")) {
		panel.querySelector("button.save").click();
		const text = await saved.at(-1).text();
		const drawing = new DOMParser().parseFromString(text, "image/svg+xml");
		if (drawing.querySelector("parsererror") || text.includes("var(") ||
				drawing.querySelectorAll("text").length !== panel.querySelectorAll("svg text").length)
			wrong.push(`SVG of ${panel.querySelector("svg title").textContent}`);
		const link = panel.querySelector("a.save");
		if (!link || !/^%PDF-[^]*%%EOF\\s*$/.test(atob(link.href.split(",")[1])))
			wrong.push(`PDF of ${panel.querySelector("svg title").textContent}`);
	}
	URL.createObjectURL = make;
	HTMLAnchorElement.prototype.click = click;
	return wrong;
})()
"""

# Leaves out each name that can be, looks for the last row of each long table, and copies tables: says
# which are not as they must be.
CHOOSE = """
(async () => {
	const wrong = [], tables = [...document.querySelectorAll("main table")];
	const all = () => tables.map(table => table.innerText).join();
	const before = all(), seen = cell => cell.checkVisibility();
	for (const check of document.querySelectorAll(".tools input")) {
		const kind = check.closest("fieldset").querySelector("legend").textContent
			.split(" ")[0].toLowerCase().replace(/s$/, "");
		const name = check.parentNode.textContent.trim();
		check.click();
		for (const table of tables) {
			const heads = [...table.tHead.rows[0].cells];
			if (heads.slice(1).some(head => head.textContent === name && seen(head)))
				wrong.push(`column ${name} of ${table.caption.textContent}`);
			for (const row of table.tBodies[0].rows) {
				const gone = heads[0].textContent === kind && row.cells[0].textContent === name;
				if (seen(row.cells[0]) === gone) wrong.push(`row ${name} of ${table.caption.textContent}`);
			}
		}
		check.click();
	}
	if (all() !== before) wrong.push("what was left out does not come back");
	for (const field of document.querySelectorAll(".filter")) {
		const rows = [...field.closest("table").tBodies[0].rows];
		const words = rows.at(-1).cells[0].textContent;
		field.value = words.toUpperCase();
		field.dispatchEvent(new Event("input"));
		if (rows.some(row => row.checkVisibility() !== row.textContent.includes(words)))
			wrong.push(`rows with ${words}`);
		field.value = "";
		field.dispatchEvent(new Event("input"));
	}
	if (all() !== before) wrong.push("what was not looked for does not come back");
	let copied;
	Object.defineProperty(navigator, "clipboard",
		{ value: { writeText: text => { copied = text; return Promise.resolve(); } } });
	for (const table of tables) {
		[...table.caption.querySelectorAll(".save")].at(-1).click();
		const rows = [...table.rows].map(row => [...row.cells].map(cell =>
			cell.textContent.replace(/\\s+/g, " ").trim()).join("\\t"));
		if (copied !== rows.join("\\n")) wrong.push(`copied of ${table.caption.textContent}`);
	}
	return wrong;
})()
"""

# The last cell of each row that is printed: what would be cut off first on paper.
LAST_CELLS = """
[...document.querySelectorAll("tbody tr")].filter(row => row.checkVisibility())
	.map(row => row.cells[row.cells.length - 1].textContent)
"""
# Tables and pictures that are wider than the paper.
ON_PAPER = """
[...document.querySelectorAll("table, svg, pre")]
	.filter(element => element.getBoundingClientRect().right > document.body.clientWidth + 1)
	.map(element => `wider than the paper: ${element.textContent.trim().slice(0, 60)}`)
"""


def on_paper(browser):
    """What is wrong with the page as a PDF on A4, of which 180 mm are 680 pixels."""
    browser.show(680, 1000, media="print")
    wrong = browser.run(ON_PAPER)
    cells = browser.run(LAST_CELLS)
    data = browser.call("Page.printToPDF", paperWidth=8.27, paperHeight=11.69)["data"]
    with tempfile.NamedTemporaryFile(suffix=".pdf") as file:
        file.write(base64.b64decode(data))
        file.flush()
        if b"/Type /Page" not in pathlib.Path(file.name).read_bytes():
            wrong.append("the PDF has no pages")
        if shutil.which("pdftotext"):
            # which takes narrow blanks for none
            text = "".join(subprocess.run(["pdftotext", file.name, "-"], check=True,
                                          capture_output=True, text=True).stdout.split())
            lost = [cell for cell in cells if any(word not in text for word in cell.split())]
            if lost:
                wrong.append(f"not in the PDF: {len(lost)} cells, such as {lost[0]}")
    return wrong


def events_of(browser, page):
    """What the page asked for beside itself, and what it complained about."""
    wrong = []
    for event in browser.events:
        method, params = event.get("method"), event.get("params", {})
        if method == "Network.requestWillBeSent":
            url = params["request"]["url"]
            if url != page and not url.startswith("data:"):
                wrong.append(f"loads {url}")
        elif method == "Runtime.exceptionThrown":
            wrong.append(params["exceptionDetails"]["text"])
        elif method == "Log.entryAdded" and params["entry"]["level"] == "error":
            wrong.append(params["entry"]["text"])
    return wrong


def look_at(browser, page, axe):
    """What is wrong with a page, with where that was seen: pairs of (check, texts)."""
    browser.show(1000, 700)
    browser.open(page)
    yield "loads", events_of(browser, page)
    browser.run("for (const part of document.querySelectorAll('details')) part.open = true")
    yield "reads", browser.run(READ)
    for width in WIDTHS:
        for scheme in SCHEMES:
            browser.show(width, 844 if width < 500 else 1000, scheme)
            yield f"{width} px, {scheme}", browser.run(LOOK)
    if axe:
        browser.run(axe)
        browser.show(390, 844, "dark")
        yield "axe-core, 390 px, dark", browser.run(AXE.replace("OPTIONS", ""))
        browser.show(1000, 700, "light")
        yield "axe-core, 1000 px, light", browser.run(
            AXE.replace("OPTIONS", "runOnly: ['color-contrast', 'scrollable-region-focusable']"))
    yield "sorts", browser.run(SORT)
    yield "saves", browser.run(SAVE)
    yield "chooses", browser.run(CHOOSE)
    browser.run("for (const part of document.querySelectorAll('details')) part.open = false")
    yield "on paper", on_paper(browser)


def main():
    axe = pathlib.Path(sys.argv[1]).read_text() if os.path.exists(sys.argv[1]) else None
    passed = failed = 0
    browser = Browser()
    for folder in map(pathlib.Path, sys.argv[2:]):
        for check, wrong in look_at(browser, (folder / "report.html").resolve().as_uri(), axe):
            for text in wrong:
                print(f"FAILED {folder.name}, {check}: {text}")
            failed += bool(wrong)
            passed += not wrong
    browser.close()
    print(passed, failed)


if __name__ == "__main__":
    main()
