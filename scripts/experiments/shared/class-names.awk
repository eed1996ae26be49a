# For plots: the classes of jobs in a table by run time (kind=time) or by size, each with its name
# in apostrophes behind it; names of groups of users are short there. Needs job-classes.awk.
cell("class") != "all" { add_class(cell("class")) }
END {
	for (i = 1; i <= classes; i++) if (index(class_at[i], kind "-") == 1) {
		name = class_name(i)
		sub(/^users with /, "", name)
		printf "%s '%s' ", class_at[i], name
	}
}
