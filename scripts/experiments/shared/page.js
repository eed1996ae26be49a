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

// Tables can be saved as CSV or copied, and figures be saved as SVG, as they are seen.
function csv(table) {
	const quoted = text => /[",]/.test(text) ? `"${text.replace(/"/g, '""')}"` : text;
	return cells(table).map(row => row.map(quoted).join(",") + "\r\n").join("");
}
function cells(table) {
	return [...table.rows].filter(row => !row.hidden).map(row => [...row.cells]
		.filter(cell => !cell.hidden).map(cell => cell.textContent.replace(/\s+/g, " ").trim()));
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
function add_button(place, label, name, action) {
	const button = document.createElement("button");
	button.type = "button";
	button.className = "save";
	button.textContent = label;
	button.setAttribute("aria-label", name);
	button.onclick = action;
	place.append(button);
	return button;
}
function can_be_saved(place, label, name, type, content) {
	add_button(place, label, `${name} as ${label}`, () => {
		const link = document.createElement("a");
		link.href = URL.createObjectURL(new Blob([content()], { type }));
		link.download = `${name.replace(/[^\w.-]+/g, "-").slice(0, 60)}.${label.toLowerCase()}`;
		link.click();
	});
}
// What is copied are cells between tabs, which spreadsheets take.
function can_be_copied(table, name) {
	const button = add_button(table.caption, "Copy", `Copy ${name}`, async () => {
		const said = await navigator.clipboard.writeText(cells(table).map(row => row.join("\t"))
			.join("\n")).then(() => "Copied", () => "Not allowed here");
		button.textContent = said;
		setTimeout(() => { button.textContent = "Copy"; }, 2000);
	});
}
// Long tables show the rows that have a text.
function can_be_filtered(table, name) {
	const field = document.createElement("input");
	field.type = "search";
	field.className = "filter";
	field.placeholder = "rows with";
	field.setAttribute("aria-label", `Rows of ${name} with`);
	table.caption.append(field);
	field.oninput = () => show(table);
}
for (const table of document.querySelectorAll("main table")) {
	const name = table.caption.textContent;
	can_be_saved(table.caption, "CSV", name, "text/csv", () => csv(table));
	if (navigator.clipboard) can_be_copied(table, name);
	if (table.tBodies[0].rows.length > 10) can_be_filtered(table, name);
}
for (const panel of document.querySelectorAll(".panel")) {
	const svg = panel.querySelector("svg");
	can_be_saved(panel, "SVG", svg.querySelector("title").textContent, "image/svg+xml",
		() => drawing(svg));
}

// Schedulers, loads and logs can be left out of all tables: the rows that begin with their names,
// and the columns of these names.
const left_out = {};
function show(table) {
	const heads = [...table.tHead.rows[0].cells].map(head => head.textContent);
	const field = table.caption.querySelector(".filter");
	const wanted = field ? field.value.toLowerCase() : "";
	const away = new Set(Object.values(left_out).flatMap(names => [...names]));
	for (const row of table.rows) {
		const of = left_out[heads[0]];
		row.hidden = row.parentNode !== table.tHead && (Boolean(of) && of.has(row.cells[0].textContent) ||
			!row.textContent.toLowerCase().includes(wanted));
		for (const cell of row.cells) cell.hidden = cell.cellIndex > 0 && away.has(heads[cell.cellIndex]);
	}
}
function add_choice(kind, names) {
	const box = document.createElement("fieldset"), legend = document.createElement("legend");
	box.className = "tools";
	legend.textContent = `${kind[0].toUpperCase()}${kind.slice(1)}s in tables`;
	box.append(legend);
	left_out[kind] = new Set();
	for (const name of names) {
		const label = document.createElement("label"), check = document.createElement("input");
		check.type = "checkbox";
		check.checked = true;
		check.onchange = () => {
			left_out[kind][check.checked ? "delete" : "add"](name);
			document.querySelectorAll("main table").forEach(show);
		};
		label.append(check, ` ${name}`);
		box.append(label);
	}
	document.querySelector("nav").append(box);
}
for (const kind of ["scheduler", "load", "log"]) {
	const tables = [...document.querySelectorAll("main table")]
		.filter(table => table.tHead.rows[0].cells[0].textContent === kind);
	const names = new Set(tables.flatMap(table => [...table.tBodies[0].rows])
		.map(row => row.cells[0].textContent));
	if (names.size > 1 && names.size <= 12) add_choice(kind, names);
}
