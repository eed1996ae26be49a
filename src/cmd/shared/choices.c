#include "shared/choices.h"

#include <stdio.h>
#include <string.h>

#include "shared/messages.h"

/* characters of a name */
enum { LONGEST = 63 };

static int least(int a, int b)
{
	return a < b ? a : b;
}

/* The number of slips between two names: characters added, left out, changed, or swapped with the
 * next one. Of long names the first part counts. */
static int distance(const char *a, const char *b)
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
				of[i - 1][j - 1] + (a[i - 1] != b[j - 1]));
			if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
				of[i][j] = least(of[i][j], of[i - 2][j - 2] + 1);
		}
	}
	return of[m][n];
}

const char *nearest(const char *text, const char *const names[])
{
	/* one mistake in a short name, and more in long ones */
	int best = 2 + (int)strlen(text) / 6;
	const char *name = NULL;
	for (int i = 0; names[i] != NULL; i++) {
		const int mistakes = distance(text, names[i]);
		if (mistakes >= best)
			continue;
		best = mistakes;
		name = names[i];
	}
	return name;
}

const char *hint(const char *text, const char *const names[])
{
	static char said[LONGEST + 32];
	const char *name = nearest(text, names);
	said[0] = '\0';
	if (name != NULL)
		snprintf(said, sizeof said, "; did you mean '%.*s'?", LONGEST, name);
	return said;
}

const char *name_list(const char *const names[])
{
	static char list[1024];
	list[0] = '\0';
	for (int i = 0; names[i] != NULL; i++) {
		const size_t used = strlen(list);
		snprintf(list + used, sizeof list - used, "%s%s", i > 0 ? ", " : "", names[i]);
	}
	return list;
}

void die_choice(const char *what, const char *text, const char *kind, const char *const names[])
{
	die_usage(
		"%s'%s' is none of%s: %s%s", what, text, kind, name_list(names), hint(text, names));
}
