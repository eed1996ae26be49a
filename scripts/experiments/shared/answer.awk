# SPDX-License-Identifier: GPL-3.0-or-later
# An answer is a stream of lines: what a line is, and its text or cells, with tabs between them.
#
# RECIPE.awk writes it, of summary.csv and the TABLES of the recipe, by the functions below; where
# schedulers are compared compared-answer.awk does so for it. basis.awk writes what it rests on, and
# with-basis.awk puts both into answer.tsv. Of that answer-text.awk makes answer.txt for the
# terminal, and page.awk the page. index.awk makes a page of the answers of several studies.

# The answer in one sentence, of a log or of all.
function verdict(text) { print "verdict\t" text }
# What else was found: a fact a sentence.
function finding(text) { print "finding\t" text }
# What the answer rests on.
function basis(text) { print "basis\t" text }
# What the answer does not say, or what it must not be taken for.
function limit(text) { print "limit\t" text }
# A short table: its title, the heads of its columns, rows, and what its marks mean. The first
# column names the rows. Cells have tabs between them.
function table(title) { print "table\t" title }
function columns(heads) { print "columns\t" heads }
function row(cells) { print "row\t" cells }
function note(text) { print "note\t" text }
# The tables that follow, up to the next section, are long: the page folds them, and the text for
# the terminal leaves them out.
function details(title) { print "details\t" title }
# The findings, tables and verdicts that follow are about this part of the study, such as a log.
# Limits and what an answer rests on are of the whole study, wherever they stand. Figures of the
# section have names that end with its ending, which is its name if no other is given.
function section(name, ending) { print "section\t" name "\t" (ending == "" ? name : ending) }
# What follows in this section is for the page, which folds it with the section's figures: the text
# for the terminal leaves it out.
function page_only() { print "page" }

# How a sentence about a log begins: with its name, where the study has several (`logs`).
function of_log(name) { return logs > 1 ? name ": " : "" }
# What stands before the part i of n that a sentence lists: a, b and c.
function between_parts(i, n) { return i == 1 ? "" : i < n ? ", " : " and " }
# A sentence of parts, with a capital.
function sentence(text) { return toupper(substr(text, 1, 1)) substr(text, 2) }

# What is said of a difference that does not count as one, but may be likely (see csv.awk): how the
# sentence begins, and what stands behind it, with the column `needed` of swf-summary --detect and
# how many workloads there are.
function unsure(is_likely) {
	return is_likely ? "a difference is likely but not certain" : "no difference can be measured"
}
function may_be_chance() {
	return "the interval leaves out 0, but with several comparisons that can be chance"
}
function behind_unsure(is_likely, needed, workloads) {
	if (!is_likely) return to_find(needed, workloads)
	return " " sentence(may_be_chance()) "." (needed + 0 == 1 ? "" : to_find(needed, workloads))
}
# Few workloads do not tell how much their differences vary, and so not what would find them. Of a
# site `needed` counts logs, since no number of workloads tells more of it than its log does.
function to_find(needed, workloads) {
	if (workloads != "" && workloads + 0 < FEW) return " Run 40 workloads."
	if (needed == "") return ""
	if (needed + 0 <= 1)
		return sprintf(" A difference of %s would probably have been found.", detected())
	return sprintf(" To find a difference of only %s takes about %s logs like this, or one %s times " \
		"as long; more workloads do not help.", detected(), whole(needed), whole(needed))
}
# What is known of the site, behind an amount: (95 % sure for this site: 3 to 25 % shorter).
function for_site(text) { return text == "" ? "" : " (95 % sure for this site: " text ")" }
BEGIN { FEW = 10 }
# DETECT as a number, and in a sentence
function share_to_detect(    part) {
	split(detect, part, "/")
	return part[1] / (detect ~ /%$/ ? 100 : part[2] == "" ? 1 : part[2])
}
function detected(    text) {
	text = detect
	return sub(/%$/, " %", text) ? text : percent(text)
}

# Fewer workloads than this are few: an interval of so few is rough, and firm advice would be rash.
function few_workloads(workloads) { return workloads > 1 && workloads < 10 }
# A number as a word, up to ten.
function number_in_words(n,    word) {
	split("one two three four five six seven eight nine ten", word, " ")
	return n in word ? word[n] : n
}
# Advice, with how little it rests on where workloads are few.
function as_far_as(workloads, advice) {
	if (workloads == 1) return "As far as one workload tells, " advice
	if (few_workloads(workloads)) return "As far as " workloads " workloads tell, " advice
	return sentence(advice)
}
# The limits of all answers that rest on one log or two, or on few workloads; and, where what is
# `simulated` could be another with users who react, on users who do not.
function usual_limits(workloads, simulated) {
	if (logs < 3) limit((logs == 2 ? "Two logs say" : "One log says") \
		" little of other machines and other users.")
	if (few_workloads(workloads)) limit(site != "" ? too_few_for_site(workloads) : workloads \
		" workloads are few: intervals are rough, and with more workloads the answer may change.")
	if (simulated && feedback == "") limit("Users do not react to waits here: real users submit " \
		"less where waits are long (--feedback).")
}

# Of fewer workloads swf-summary --site gives no interval and no p.
function too_few_for_site(workloads) {
	return workloads " workloads are too few: fewer than 10 give no interval for the site, and no " \
		"difference is certain."
}

# The limit of answers about waits, where all long-term users are active at first.
function limit_of_first_weeks(    line) {
	while ((getline line <"settings.mk") > 0)
		if (line ~ /^RESAMPLE = .*--start[ =]literal/)
			limit("With --start literal more jobs come in the first weeks of the workloads than " \
				"later, and wait.")
}
