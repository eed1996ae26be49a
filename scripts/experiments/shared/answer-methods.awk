# SPDX-License-Identifier: GPL-3.0-or-later
# A paragraph on the methods of a study for a paper, in Markdown, of what its answer rests on, with
# the works to be cited. Variables: recipe, version, and feedback, the model of users who react.

$1 == "basis" {
	text = substr($0, 7)
	kind = text
	sub(/:.*/, "", kind)
	sub(/^[^:]*: */, "", text)
	if (kind in said) text = said[kind] " " text
	else order[++kinds] = kind
	said[kind] = text
}
function cited(work) {
	if (!(work in number)) {
		number[work] = ++works
		listed[works] = work
	}
	return " [" number[work] "]"
}
END {
	resampling = "N. Zakay, D. G. Feitelson: Workload resampling for performance evaluation of " \
		"parallel job schedulers. Concurrency and Computation: Practice and Experience 26, 2014."
	reacting = "D. G. Feitelson: Resampling with feedback: a new paradigm of using workload data " \
		"for performance evaluation. Job Scheduling Strategies for Parallel Processing, 2021."
	shaking = "D. Tsafrir, K. Ouaknine, D. G. Feitelson: Reducing performance evaluation " \
		"sensitivity and variability by input shaking. MASCOTS, 2007."
	holm = "S. Holm: A simple sequentially rejective multiple test procedure. Scandinavian " \
		"Journal of Statistics 6, 1979."
	print "The study was made with swfkit " version \
		cited("swfkit " version ", see its CITATION.cff.") ", recipe " recipe "."
	for (i = 1; i <= kinds; i++) {
		kind = order[i]
		text = kind ": " said[kind]
		sub(/[.]$/, "", text)
		if (kind == "Workloads" && said[kind] ~ /resampled/) text = text cited(resampling)
		if (kind == "Users" && feedback != "") text = text cited(reacting)
		print text "."
	}
	if (recipe ~ /^(shake|sensitivity)$/) print "Logs were shaken" cited(shaking) "."
	if (corrected) print "Where several pairs or metrics are compared, p-values are corrected by " \
		"Holm's procedure" cited(holm) "."
	print ""
	for (i = 1; i <= works; i++) print "[" i "] " listed[i] (i < works ? "  " : "")
}
$1 == "note" && /Holm/ { corrected = 1 }
