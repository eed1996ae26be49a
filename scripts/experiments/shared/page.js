// The heads of tables become buttons that sort the rows: by durations, numbers or words.
function worth(cell) {
	const text = cell.textContent.replace(/,/g, "").split(" to ")[0].trim();
	const seconds = { s: 1, min: 60, h: 3600, d: 86400 };
	const parts = [...text.matchAll(/([\d.]+)\s(s|min|h|d)\b/g)];
	const sum = parts.reduce((total, part) => total + part[1] * seconds[part[2]], 0);
	const number = parts.length ? (text[0] === "-" ? -sum : sum) : parseFloat(text.replace("<", ""));
	return Number.isNaN(number) ? text : number;
}
function order(a, b) {
	if (typeof a === "number" && typeof b === "number") return a - b;
	return typeof a === typeof b ? a.localeCompare(b) : typeof a === "number" ? -1 : 1;
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
		body.append(...rows.sort((a, b) => sign * order(a[0], b[0])).map(pair => pair[1]));
	};
}
