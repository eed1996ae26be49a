# The runs that depend on files: first a list of the files, then RUN and its command, a line each.
# Quotes do not count, since there are several ways to put them.
{ bare = $0; gsub(/['"\\]/, "", bare) }
FNR == NR { files[bare]; next }
{
	for (file in files)
		if (index(bare, file)) {
			print $1
			next
		}
}
