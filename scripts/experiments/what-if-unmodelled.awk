# SPDX-License-Identifier: GPL-3.0-or-later
# What of the configurations is not modelled, and so not in the answer, and what Slurm itself
# ignores. Needs compared.awk and unmodelled.csv, whose rows are a setting of a configuration each
# (see what-if-unmodelled-rows.awk).

FILENAME == "unmodelled.csv" {
	setting = cell("setting")
	if (setting == "") {
		configuration_at[++configurations] = cell("scheduler")
		is_configuration[cell("scheduler")]
		next
	}
	if (!(setting in values)) setting_at[++settings] = setting
	if (!((setting, cell("value")) in has_value)) {
		has_value[setting, cell("value")]
		value_at[setting, ++values[setting]] = cell("value")
	}
	times[cell("scheduler"), setting, cell("value")]++
	has_setting[cell("scheduler"), setting]
	if (cell("ignored") != "") why_ignored[setting] = cell("ignored")
}

# The settings that are not modelled, or that Slurm ignores, and differ between two configurations.
# Other schedulers than Slurm have none.
function unmodelled_between(a, b) { return without_effect(a, b, 0) }
function ignored_between(a, b) { return without_effect(a, b, 1) }
function without_effect(a, b, ignored,    i, j, setting, value, list) {
	if (!(a in is_configuration) || !(b in is_configuration)) return ""
	for (i = 1; i <= settings; i++) {
		setting = setting_at[i]
		if ((setting in why_ignored) != ignored) continue
		for (j = 1; j <= values[setting]; j++) {
			value = value_at[setting, j]
			if (times[a, setting, value] + 0 == times[b, setting, value] + 0) continue
			list = list " " setting
			break
		}
	}
	return list
}
# Whether the verdict says of two schedulers that they do not differ, or not with certainty.
function no_difference(part, a, b) {
	if (part in incomparable) return 0
	return !pair_unequal[part, decides, a, b] || is_idle(part) || \
		workloads[part] > 1 && !better(part, decides, a, b) && !better(part, decides, b, a)
}
# How sentences begin that say so of others than the verdict, where settings differ that are not
# modelled. To be called before anything is told.
function find_unmodelled(    i, a) {
	for (i = 1; i <= configurations; i++) {
		a = configuration_at[i]
		if (a != first && unmodelled_between(a, first) != "")
			as_modelled[a, first] = as_modelled[first, a] = "as far as is modelled, "
	}
}
# The first words of the verdict where that is so, and settings differ that are not modelled.
function cannot_be_told(part,    i, a, list, text) {
	for (i = 1; i <= schedulers[part]; i++) {
		a = scheduler_at[part, i]
		list = a == first || !no_difference(part, a, first) ? "" : unmodelled_between(a, first)
		if (list != "") text = text sprintf("it cannot be told%s: %s, which %s not modelled. ", \
			schedulers[part] > 2 ? " of " a " and " first : "", verb(list, "differs", "differ"), \
			split(list, name, " ") > 1 ? "are" : "is")
	}
	gsub(/[.] it/, ". It", text)
	return text
}
# That a setting differs which has no effect in Slurm either, where no difference is shown.
function ignored_settings(part,    i, j, k, a, n, name, setting, text) {
	for (i = 1; i <= schedulers[part]; i++) {
		a = scheduler_at[part, i]
		if (a == first || !no_difference(part, a, first)) continue
		k = split(ignored_between(a, first), name, " ")
		for (j = 1; j <= k; j++) if (!(name[j] in setting)) {
			setting[name[j]]
			text = text sprintf("Slurm ignores %s: %s. ", name[j], why_ignored[name[j]])
		}
	}
	return text
}
# What differs, where other things do as well.
function limits_of_unmodelled(    i, p, a, list, told) {
	for (i = 1; i <= configurations; i++) {
		a = configuration_at[i]
		list = a == first ? "" : unmodelled_between(a, first)
		if (list == "") continue
		told = 1
		for (p = 1; p <= parts; p++) if (!no_difference(part_at[p], a, first)) told = 0
		if (!told) limit(sprintf("Between %s and %s %s and %s not modelled: what that does is not in " \
			"the answer.", first, a, verb(list, "differs", "differ"), \
			split(list, name, " ") > 1 ? "are" : "is"))
	}
}
