# SPDX-License-Identifier: GPL-3.0-or-later
# The plots of each log: the means of the schedulers, their differences from the first, and means by
# each of the `kinds` of classes of jobs. To be loaded after compared.gp.
of_mean(m) = means_of(here, m, columns)
beside = '(place($0 + 1) - beneath(list, j))'
points_of_means = 'for [j = 1:k] of_mean(word(list, j)) using ($2 / unit_x):' . beside . \
	' with points ls 20 + j title within_family(word(list, j)), ' . \
	'for [j = 1:k] of_mean(word(list, j)) using ($2 / unit_x):' . beside . \
	':(told(strcol(1), word(list, j), $2, $3, $4, strcol(5))) ' . \
	'with labels hypertext point ls 20 + j notitle, '
crosses = 'for [j = 1:k] own(the_log(load), word(list, j)) using ($1 / unit_x):' . beside . \
	' with points ls 8 ps 0.9 notitle, '
do for [log in logs] { do for [load in loads] {
	where = "log=" . log . of_load(load)
	here = where . all
	eval figure("means-" . log . name_at(load), log . title_at(load) . ": what each scheduler gives", \
		"Points are means (geometric) over the workloads, with 95 % intervals for the site" . \
		(load eq "1" ? "; crosses are what the log itself gives." : "."))
	do for [family in families] {
		list = family_of(family)
		k = words(list)
		if (!words(limits("means.csv", of_metrics(here, list), "mean"))) { continue }
		eval rows_panel(name_of(family), n * k, 3)
		eval legend(k > 1 ? list : "", 1, height_of(n * k, 3))
		eval listed(schedulers)
		eval axis("x", here, list, k > 1 ? name_of(family) : called(family))
		if (k == 1) { set key off }
		eval "plot " . bars_of_means . points_of_means . \
			(words(limits("original.csv", the_log(load), commas(list, k))) ? crosses : "") . "NaN notitle"
	}

	# of those whose waits have no limit there are no means to differ
	comparable = ""
	do for [s in others] { if (has_mean(s)) { comparable = joined(comparable, s) } }
	if (!has_mean(first)) { comparable = "" }
	rows_of = words(comparable)
	eval figure("changes-" . log . name_at(load), log . title_at(load) . \
		": by how much the others differ from " . first, "The axes are logarithmic: -50 % is as far " . \
		"from 0 as +100 %. Small points are single workloads; large ones are means with 95 % " . \
		"intervals for the site.")
	if (rows_of) { do for [family in families] {
		list = family_of(family)
		k = words(list)
		seen = positive("summary.csv", of_change(either(list, k), comparable), \
			"ratio,ratio_low,ratio_high")
		if (family eq "utilization" || !words(seen)) { continue }
		do for [m in list] { do for [name in comparable] {
			seen = joined(seen, system(ratios_of(name, m)[3:*] . " | sort -g | sed -n '1p;$p'"))
		} }
		eval rows_panel(name_of(family), rows_of * k, 3)
		eval legend(k > 1 ? list : "", 1, height_of(rows_of * k, 3))
		eval listed(comparable)
		eval ratio_axis(extreme(seen, words(seen), -1), extreme(seen, words(seen), 1))
		set arrow 1 from 1, graph 0 to 1, graph 1 nohead lc "#777777"
		if (k == 1) { set key off }
		plot for [j = 1:k] for [i = 1:rows_of] ratios_of(word(comparable, i), word(list, j)) \
				using 1:(rows_of - i - beneath(list, j) + 0.6 * scattered($0) / k) \
				with points lc "#777777" pt 7 ps 0.3 notitle, \
			@bars_of_changes for [j = 1:k] changes(word(list, j), comparable) \
				using 2:(rows_of - 1 - $0 - beneath(list, j)) with points ls 20 + j \
				title within_family(word(list, j)), \
			for [j = 1:k] changes(word(list, j), comparable) \
				using 2:(rows_of - 1 - $0 - beneath(list, j)): \
				(told_change(strcol(1), word(list, j), $2, $3, $4, strcol(5))) \
				with labels hypertext point ls 20 + j notitle
	} }
	unset arrow 1
	unset logscale x
	set bmargin

	if (has_classes && words(limits("means.csv", where . ",metric=" . decides, "mean"))) {
		eval figure("classes-" . log . name_at(load), log . title_at(load) . ": who wins, who pays", \
			"Means over the workloads of the " . called(decides) . " of the jobs of a class, with 95 % " . \
			"intervals for the site.")
		abreast = abreast_of(schedulers)
		lines = lines_of(schedulers, abreast)
		do for [kind in kinds] {
			names = classes_by(kind)
			rows_of = words(names) / 2
			eval rows_panel(by_kind(kind), rows_of * n / 2, lines)
			eval legend(schedulers, abreast, height_of(rows_of * n / 2, lines))
			eval axis("x", where, decides, called(decides))
			set yrange [-0.5:rows_of - 0.5]
			set ytics ("" 0)
			do for [c = 1:rows_of] { set ytics add (word(names, 2 * c) rows_of - c) }
			row_of(class) = sum [c = 1:rows_of] (word(names, 2 * c - 1) eq class ? c : 0)
			height(class, i) = row_of(class) ? \
				rows_of - row_of(class) - 0.7 * ((i - 0.5) / n - 0.5) : NaN
			of(i) = means_of(where . ",scheduler=" . word(schedulers, i), decides, "class,mean,low,high")
			plot @bars_of_classes for [i = 1:n] of(i) using ($2 / unit_x):(height(strcol(1), i)) \
				with points ls i title word(schedulers, i)
		}
		set bmargin
	}
} }
