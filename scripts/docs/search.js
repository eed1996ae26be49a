// The search looks for words that begin with those of the field, in every page of the navigation.
// The index is a script, not data, so that pages that are opened as files may load it.
const own = document.currentScript.src;
const form = document.querySelector("form"), field = form.querySelector("input");
const results = form.querySelector(".results");
form.hidden = false;

function load_index() {
	field.removeEventListener("focus", load_index);
	const script = document.createElement("script");
	script.src = new URL("index.js", own);
	script.onload = () => {
		field.oninput = show;
		show();
	};
	document.head.append(script);
}
field.addEventListener("focus", load_index);

// How well a section fits, 0 if a word is missing. Titles count more than headings and text.
function worth(patterns, title, heading, text) {
	const worths = patterns.map(pattern =>
		pattern.test(title) ? 8 : pattern.test(heading) ? 4 : pattern.test(text) ? 1 : 0);
	return worths.includes(0) ? 0 : worths.reduce((sum, one) => sum + one, 0);
}

// Appends some words of a text around the first that was looked for.
function add_excerpt(place, text, pattern) {
	const at = Math.max(text.search(pattern), 0);
	const begin = at < 60 ? 0 : text.indexOf(" ", at - 60) + 1;
	const end = text.indexOf(" ", begin + 150);
	const excerpt = text.slice(begin, end < 0 ? undefined : end), found = excerpt.match(pattern);
	const mark = document.createElement("mark"), after = found ? found.index : 0;
	mark.textContent = found ? found[0] : "";
	place.append(begin ? "… " : "", excerpt.slice(0, after), mark,
		excerpt.slice(after + mark.textContent.length));
}

// Of each page the best three sections; of pages as good as each other those of guides come first.
function show() {
	const words = field.value.match(/\S+/g) || [];
	const patterns = words.map(word => new RegExp("(?<![a-z0-9])" +
		word.replace(/[^\w\s]/g, "\\$&"), "i"));
	const found = pages.map(([file, title, sections]) => sections
		.map(([anchor, heading, text]) => ({ file, title, anchor, heading, text,
			worth: worth(patterns, title, heading, text) }))
		.filter(section => section.worth).sort((a, b) => b.worth - a.worth).slice(0, 3))
		.filter(best => best.length).sort((a, b) => b[0].worth - a[0].worth);
	results.hidden = !words.length;
	results.replaceChildren(found.length ? "" : "No page has these words.");
	for (const best of found)
		for (const { file, title, anchor, heading, text } of best) {
			const link = document.createElement("a"), name = document.createElement("b");
			link.href = new URL(file + (anchor && "#" + anchor), own);
			name.textContent = heading && heading !== title ? `${title}: ${heading}` : title;
			link.append(name);
			add_excerpt(link, text, patterns[0]);
			results.append(link);
		}
}

form.onsubmit = event => {
	event.preventDefault();
	const first = results.querySelector("a");
	if (first) first.click();
};
// What was found goes away for a link to this page, a click beside it, or Escape.
document.onclick = event => { if (event.target !== field) results.hidden = true; };
document.onkeydown = event => { if (event.key === "Escape") results.hidden = true; };
