# The processors of the machine as a header tells them: MaxProcs if positive, else MaxNodes.
!/^;/ { exit }
/^; *Max(Procs|Nodes) *:/ {
	name = $1
	gsub(/[; ]/, "", name)
	if (!(name in size)) size[name] = $2 + 0
}
END {
	if (size["MaxProcs"] > 0) print size["MaxProcs"]
	else if (size["MaxNodes"] > 0) print size["MaxNodes"]
}
