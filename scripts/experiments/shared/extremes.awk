# The least and the greatest of the numbers in a table without a head, as they stand there; with
# `above` of those above it. Nothing where there is none.
{
	for (i = 1; i <= NF; i++) {
		if ($i == "" || (above != "" && $i + 0 <= above + 0)) continue
		if (!n++ || $i + 0 < least + 0) least = $i
		if (n == 1 || $i + 0 > most + 0) most = $i
	}
}
END { if (n) print least " " most }
