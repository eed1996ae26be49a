#include "shared/suggest.h"

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

/* characters of a name */
enum { LONGEST = 63 };

/* Words of other programs and of papers, and what has that meaning here. */
static const struct {
	const char *word, *here;
} synonyms[] = {{"policy", "scheduler"}, {"num-procs", "procs"}, {"nprocs", "procs"},
	{"processors", "procs"}, {"cpus", "procs"}, {"out", "output"}, {"reps", "replications"},
	{"repetitions", "replications"}, {"reps", "N"}, {"repetitions", "N"}, {"replications", "N"},
	{"backfill", "easy"}, {"backfilling", "easy"}, {"easy-backfill", "easy"},
	{"easy-backfilling", "easy"}, {"fifo", "fcfs"}, {"sjf", "shortest"}, {"sjbf", "easy-sjbf"}};

static int least(int a, int b)
{
	return a < b ? a : b;
}

static char lower(char c)
{
	return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

static bool alike(char a, char b)
{
	return lower(a) == lower(b);
}

int slips(const char *a, const char *b)
{
	static int of[LONGEST + 1][LONGEST + 1];
	const int m = least((int)strlen(a), LONGEST), n = least((int)strlen(b), LONGEST);
	for (int i = 0; i <= m; i++) {
		for (int j = 0; j <= n; j++) {
			if (i == 0 || j == 0) {
				of[i][j] = i + j;
				continue;
			}
			of[i][j] = least(least(of[i - 1][j], of[i][j - 1]) + 1,
				of[i - 1][j - 1] + !alike(a[i - 1], b[j - 1]));
			if (i > 1 && j > 1 && alike(a[i - 1], b[j - 2]) &&
				alike(a[i - 2], b[j - 1]))
				of[i][j] = least(of[i][j], of[i - 2][j - 2] + 1);
		}
	}
	return of[m][n];
}

static const char *with_fewest_slips(const char *text, const char *const names[])
{
	/* one in a short name, and more in long ones */
	int best = 2 + (int)strlen(text) / 6;
	const char *name = NULL;
	for (int i = 0; names[i] != NULL; i++) {
		const int found = slips(text, names[i]);
		if (found >= best)
			continue;
		best = found;
		name = names[i];
	}
	return name;
}

const char *nearest(const char *text, const char *const names[])
{
	for (size_t i = 0; i < sizeof synonyms / sizeof *synonyms; i++) {
		const char *name = slips(text, synonyms[i].word) == 0
			? with_fewest_slips(synonyms[i].here, names)
			: NULL;
		if (name != NULL)
			return name;
	}
	return with_fewest_slips(text, names);
}
