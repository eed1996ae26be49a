/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "shared/option-values.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "shared/messages.h"
#include "swfcore/quantity.h"

/* characters of a name that are compared, and that a hint has room for */
enum { LONGEST = 63 };

/* Words of other programs and of papers, and what has that meaning here. */
static const struct {
	const char *word, *here;
} synonyms[] = {{"policy", "scheduler"}, {"num-procs", "procs"}, {"nprocs", "procs"},
	{"processors", "procs"}, {"cpus", "procs"}, {"out", "output"}, {"reps", "replications"},
	{"repetitions", "replications"}, {"reps", "N"}, {"repetitions", "N"}, {"replications", "N"},
	{"backfill", "easy"}, {"backfilling", "easy"}, {"easy-backfill", "easy"},
	{"easy-backfilling", "easy"}, {"fifo", "fcfs"}, {"sjbf", "easy-sjbf"}};

static int minimum(int a, int b)
{
	return a < b ? a : b;
}

static char lower_case(char c)
{
	return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

static bool is_alike(char a, char b)
{
	return lower_case(a) == lower_case(b);
}

/* The distance of Damerau and Levenshtein in its restricted form: two characters that are swapped
 * are not changed again. of[i][j] is the distance of the first i characters of a and the first j of
 * b, from that of shorter beginnings: at most 63 * 63 steps. */
int slips(const char *a, const char *b)
{
	static int of[LONGEST + 1][LONGEST + 1];
	const int m = minimum((int)strlen(a), LONGEST), n = minimum((int)strlen(b), LONGEST);
	for (int i = 0; i <= m; i++) {
		for (int j = 0; j <= n; j++) {
			if (i == 0 || j == 0) {
				of[i][j] = i + j;
				continue;
			}
			of[i][j] = minimum(minimum(of[i - 1][j], of[i][j - 1]) + 1,
				of[i - 1][j - 1] + !is_alike(a[i - 1], b[j - 1]));
			if (i > 1 && j > 1 && is_alike(a[i - 1], b[j - 2]) &&
				is_alike(a[i - 2], b[j - 1]))
				of[i][j] = minimum(of[i][j], of[i - 2][j - 2] + 1);
		}
	}
	return of[m][n];
}

static const char *with_fewest_slips(const char *text, const char *const names[])
{
	/* less than this: one slip in a name of up to 5 characters, and another for each 6 more */
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

double number_value(const char *option, const char *text, double least, double most)
{
	char *end;
	errno = 0;
	double value = strtod(text, &end);
	if (end == text || *end != '\0' || !isfinite(value))
		die_usage("--%s: not a number: '%s'", option, text);
	if (value < least || value > most)
		die_usage("--%s: %s is not from %g to %g", option, text, least, most);
	return value;
}

int64_t whole_value(const char *option, const char *text, int64_t least, int64_t most)
{
	char *end;
	errno = 0;
	long long value = strtoll(text, &end, 10);
	if (end == text || *end != '\0')
		die_usage("--%s: not a whole number: '%s'", option, text);
	if (errno == ERANGE || value < least || value > most)
		die_usage("--%s: %s is not from %lld to %lld", option, text, (long long)least,
			(long long)most);
	return value;
}

double ratio_value(const char *option, const char *text, double most)
{
	char *end;
	double value = strtod(text, &end), divisor = 1;
	bool valid = end != text;
	if (valid && *end == '/') {
		const char *below = end + 1;
		divisor = strtod(below, &end);
		valid = end != below && divisor > 0;
	} else if (valid && *end == '%') {
		divisor = 100;
		end++;
	}
	value /= divisor;
	if (!valid || *end != '\0' || !isfinite(value))
		die_usage("--%s: not a number, percentage or fraction: '%s'", option, text);
	if (value < 0 || value > most)
		die_usage(divisor == 100 ? "--%s: %s is not from 0%% to %g%%"
					 : "--%s: %s is not from 0 to %g",
			option, text, divisor == 100 ? 100 * most : most);
	return value;
}

double factor_value(const char *option, const char *text, double most)
{
	const double factor = ratio_value(option, text, most);
	if (factor == 0)
		die_usage("--%s: it must be more than 0", option);
	return factor;
}

double percent_value(const char *option, const char *text)
{
	char number[32];
	const size_t length = strlen(text);
	const bool sign = length > 0 && length < sizeof number && text[length - 1] == '%';
	snprintf(number, sizeof number, "%.*s", (int)(length - sign), text);
	return number_value(option, length < sizeof number ? number : text, 0, 100);
}

bool duration_read(const char *text, double unit, double *seconds)
{
	const size_t length = strlen(text);
	const bool bare = length > 0 && strchr("0123456789.", text[length - 1]) != NULL;
	char with_unit[64];
	struct swf_quantity quantity;
	struct swf_error error;
	snprintf(with_unit, sizeof with_unit, "%s%s", text, bare ? "s" : "");
	if (length + 1 >= sizeof with_unit ||
		swf_quantity_read(with_unit, &quantity, &error) != 0 ||
		quantity.unit != SWF_SECONDS)
		return false;
	*seconds = bare ? quantity.value * unit : quantity.value;
	return true;
}

double duration_value(const char *option, const char *text, double unit)
{
	double seconds;
	if (!duration_read(text, unit, &seconds))
		die_usage("--%s: not a duration (90s, 10m, 2h, 3d, 12w): '%s'", option, text);
	return seconds;
}

/* Takes a list apart; an empty part of it dies as a name or a value. */
static char **split_list(const char *option, const char *text, const char *what)
{
	size_t count = 1;
	for (const char *p = text; *p != '\0'; p++)
		count += *p == ',';
	/* the texts stand behind the pointers to them */
	const size_t pointers = (count + 1) * sizeof(char *);
	char **list = checked(malloc(pointers + strlen(text) + 1));
	char *part = (char *)list + pointers;
	strcpy(part, text);
	list[count] = NULL;
	for (size_t i = 0; i < count; i++) {
		list[i] = part;
		part += strcspn(part, ",");
		*part++ = '\0';
		if (*list[i] == '\0')
			die_usage("--%s: a %s is empty", option, what);
	}
	return list;
}

char **list_value(const char *option, const char *text)
{
	return split_list(option, text, "value");
}

char **names_value(const char *option, const char *text)
{
	char **list = split_list(option, text, "name");
	for (size_t i = 0; list[i] != NULL; i++)
		for (size_t j = 0; j < i; j++)
			if (strcmp(list[i], list[j]) == 0)
				die_usage("--%s: '%s' twice", option, list[i]);
	return list;
}

const char *split_value(const char *text, char mark, char *name, size_t room)
{
	const char *end = strchr(text, mark);
	const size_t length = end != NULL ? (size_t)(end - text) : strlen(text);
	snprintf(name, room, "%.*s", (int)(length < room ? length : room - 1), text);
	return end != NULL ? end + 1 : NULL;
}

int choice_value(const char *option, const char *text, const char *const choices[])
{
	for (int i = 0; choices[i] != NULL; i++)
		if (strcmp(text, choices[i]) == 0)
			return i;
	char what[64];
	snprintf(what, sizeof what, "--%s: ", option);
	die_choice(what, text, "", choices);
}

const char *const size_names[] = {"requested", "allocated", NULL};
const char *const overrun_names[] = {"extend", "kill", NULL};
const char *const format_names[] = {"csv", "text", "json", "ndjson", NULL};
