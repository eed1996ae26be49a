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
