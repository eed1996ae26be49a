// The heads of tables become buttons that sort the rows: by durations, numbers or words.
// What a cell counts as: its first number, in seconds if it is a duration, in per cent of change if
// it says how much longer or shorter, and else its words. How sure that is, in parentheses or
// behind "±", counts for nothing.
function worth(cell) {
	const text = cell.textContent.replace(/,(?=\d{3})/g, "").split(/\s[(±]/)[0].trim();
	if (text === "" || text === "-" || text === "not known") return undefined;
	if (text.startsWith("the same")) return 0;
	if (!/^[-+<]?[\d.]/.test(text)) return text;
	const first = text.split(" to ")[0];
	const less = [first, text].map(part => part.match(/\b(shorter|lower|less|longer|higher|more)\b/))
		.find(word => word), sign = less && /shorter|lower|less/.test(less[0]) ? -1 : 1;
	const seconds = { s: 1, min: 60, h: 3600, d: 86400 };
	const parts = [...first.matchAll(/([\d.]+)\s(s|min|h|d)\b/g)];
	const sum = parts.reduce((total, part) => total + part[1] * seconds[part[2]], 0);
	if (parts.length) return sign * (first[0] === "-" ? -sum : sum);
	const number = parseFloat(first.replace("<", ""));
	return /\stimes as (long|high|much)/.test(text) ? 100 * (number - 1) : sign * number;
}
// Numbers come before words, of which parts may be numbers; what is not there comes last.
function order(a, b) {
	if (typeof a === "number" && typeof b === "number") return a - b;
	return typeof a === typeof b ? a.localeCompare(b, "en", { numeric: true }) :
		typeof a === "number" ? -1 : 1;
}
for (const head of document.querySelectorAll("thead th")) {
	const button = document.createElement("button");
	button.type = "button";
	button.append(...head.childNodes);
	head.append(button);
	button.onclick = () => {
		const body = head.closest("table").tBodies[0], column = head.cellIndex;
		const sign = head.getAttribute("aria-sort") === "ascending" ? -1 : 1;
		for (const other of head.parentNode.cells) other.removeAttribute("aria-sort");
		head.setAttribute("aria-sort", sign > 0 ? "ascending" : "descending");
		const rows = [...body.rows].map(row => [worth(row.cells[column]), row]);
		const there = rows.filter(pair => pair[0] !== undefined);
		const others = rows.filter(pair => pair[0] === undefined);
		there.sort((a, b) => sign * order(a[0], b[0]));
		body.append(...[...there, ...others].map(pair => pair[1]));
	};
}

// Tables can be saved as CSV, and figures as SVG, as they are seen.
function csv(table) {
	const quoted = text => /[",]/.test(text) ? `"${text.replace(/"/g, '""')}"` : text;
	return [...table.rows].map(row => [...row.cells].map(cell =>
		quoted(cell.textContent.replace(/\s+/g, " ").trim())).join(",") + "\r\n").join("");
}
// The colours are those of the page, which another program does not know by their names.
function drawing(svg) {
	const style = getComputedStyle(svg), copy = svg.cloneNode(true), box = svg.viewBox.baseVal;
	copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
	copy.setAttribute("width", box.width);
	copy.setAttribute("height", box.height);
	copy.setAttribute("style", `color: ${style.color}; fill: none; stroke: currentColor; ` +
		`font: 12px ${style.fontFamily.replace(/"/g, "'")}`);
	const texts = document.createElement("style");
	texts.textContent = "text { stroke: none; }";
	copy.prepend(texts);
	return new XMLSerializer().serializeToString(copy).replace(/var\((--[\w-]+)\)/g,
		(all, name) => style.getPropertyValue(name).trim());
}
function can_be_saved(place, label, name, type, content) {
	const button = document.createElement("button");
	button.type = "button";
	button.className = "save";
	button.textContent = label;
	button.setAttribute("aria-label", `${name} as ${label}`);
	place.append(button);
	button.onclick = () => {
		const link = document.createElement("a");
		link.href = URL.createObjectURL(new Blob([content()], { type }));
		link.download = `${name.replace(/[^\w.-]+/g, "-").slice(0, 60)}.${label.toLowerCase()}`;
		link.click();
	};
}
for (const table of document.querySelectorAll("main table"))
	can_be_saved(table.caption, "CSV", table.caption.textContent, "text/csv", () => csv(table));
for (const panel of document.querySelectorAll(".panel")) {
	const svg = panel.querySelector("svg");
	can_be_saved(panel, "SVG", svg.getAttribute("aria-label") || "figure", "image/svg+xml",
		() => drawing(svg));
}
