# SPDX-License-Identifier: GPL-3.0-or-later
# The plots of each log: the means of the schedulers, their differences from the first, and means by
# each of the `kinds` of classes of jobs. To be loaded after compared.gp.
crosses = 'own(the_log(load), m) using ($1 / unit_x):(place($0 + 1)) with points ls 8, ' . \
	'own(the_log(load), m) using ($1 / unit_x):($0 == 0 ? place(1) : NaN):("the log") ' . \
	'with labels offset 0, 0.9, '
names_in_tooltips = 'means_of(here, m, columns) using ($2 / unit_x):(place($0 + 1)):' . \
	'(strcol(1) . ": " . in_words(m, $2)) with labels hypertext point ls 1'
do for [log in logs] { do for [load in loads] {
	where = "log=" . log . of_load(load)
	here = where . all
	set key off
	eval listed(schedulers)
	eval figure("means-" . log . name_at(load), log . title_at(load) . ": what each scheduler gives", \
		"Points are means (geometric) over the workloads, with 95 % intervals for the site" . \
		(load eq "1" ? "; crosses are the log itself." : "."))
	do for [m in metrics] {
		if (!words(limits("means.csv", here . ",metric=" . m, "mean"))) { continue }
		eval panel(m eq "user_bsld_p50" ? "slowdown of the median user" : \
			m eq "user_bsld_p95" ? "slowdown that 5 % of users exceed" : called(m))
		eval axis("x", here, m)
		eval "plot " . bars_of_means . (load eq "1" ? crosses : "") . names_in_tooltips
	}

	# of those whose waits have no limit there are no means to differ
	comparable = ""
	do for [s in others] {
		if (has_mean(s)) { comparable = comparable . (comparable eq "" ? "" : " ") . s }
	}
	if (!has_mean(first)) { comparable = "" }
	eval figure("changes-" . log . name_at(load), log . title_at(load) . \
		": by how much the others differ from " . first, \
		"Small points are single workloads; large ones are mean differences with 95 % " . \
		"intervals for the site." . \
		(n > 2 ? " Where one differs by over ten times as much as another, each has its own axis." : ""))
	set arrow 1 from 0, graph 0 to 0, graph 1 nohead lc "#777777"
	unset logscale x
	if (words(comparable)) { do for [m in changed] {
		apart = are_unlike(m)
		do for [part = 1:apart ? words(comparable) : 1] {
			names = apart ? word(comparable, part) : comparable
			eval panel(apart ? names : called(m))
			eval listed(names)
			seen = "0 " . limits("summary.csv", of_change(m, names), "difference,low,high")
			do for [i = 1:words(names)] {
				stats [*:*][*:*] pairs(here, "scheduler", first, word(names, i), m) \
					using ($2 - $1) nooutput
				seen = seen . sprintf(" %.9g %.9g", STATS_min, STATS_max)
			}
			eval of_metric("x", m, seen)
			eval spanned("x", unit_x, seen)
			plot for [i = 1:words(names)] pairs(here, "scheduler", first, word(names, i), m) \
					using (($2 - $1) / unit_x):(words(names) - i + 0.6 * scattered($0)) \
					with points lc "#777777" pt 7 ps 0.3, \
				@bars_of_changes changes(m, names) using ($2 / unit_x):(words(names) - 1 - $0): \
					(strcol(1) . ": " . in_words(m, $2)) \
					with labels hypertext point ls 1
		}
	} }
	unset arrow 1

	if (has_classes && words(limits("means.csv", where . ",metric=" . decides, "mean"))) {
		eval figure("classes-" . log . name_at(load), log . title_at(load) . ": who wins, who pays", \
			"Means over the workloads of the " . called(decides) . " of the jobs of a class, with 95 % " . \
			"intervals for the site.")
		eval legend(n)
		do for [kind in kinds] {
			names = classes_by(kind)
			rows_of = words(names) / 2
			eval panel(by_kind(kind))
			eval axis("x", where, decides)
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
