/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * usage: naive-shake [option ...] LOG OUTPUT
 *
 * Checks what swf-shake wrote, by a second implementation that was written from the manual alone
 * and is naive on purpose: it draws the same random numbers, of which the manual tells the use, so
 * that the whole OUTPUT is known. That what changed keeps to the rules is then checked once more,
 * without the random numbers. The first deviation is printed, with the status 1. If there is no
 * file OUTPUT, swf-shake refused the log, and it is checked that it had to.
 *
 * The options are those of swf-shake with the same values, written out. Files are plain, and no two
 * jobs of the log have the same number. With --statistics the distribution of the changes in OUTPUT
 * is printed, see naive-shake-statistics.c.
 */
#include "naive/shake/naive-shake.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const char program_name[] = "naive-shake";

/* As 0.1, 10% or 1/10. */
static bool read_number(const char *text, double *value)
{
	char *end;
	*value = strtod(text, &end);
	if (end == text)
		return false;
	if (strcmp(end, "%") == 0) {
		*value /= 100;
		return true;
	}
	if (*end == '/') {
		const char *divisor = end + 1;
		*value /= strtod(divisor, &end);
		if (end == divisor)
			return false;
	}
	return *end == '\0';
}

/* As 10 or 10%. */
static bool read_percent(const char *text, double *value)
{
	char *end;
	*value = strtod(text, &end);
	return end != text && (*end == '\0' || strcmp(end, "%") == 0);
}

static bool read_duration(const char *text, double *value)
{
	static const struct {
		const char *unit;
		double seconds;
	} units[] = {
		{"", 1}, {"s", 1}, {"m", 60}, {"h", 3600}, {"d", 86400}, {"w", SECONDS_PER_WEEK}};
	char *end;
	*value = strtod(text, &end);
	for (size_t i = 0; end != text && i < sizeof units / sizeof *units; i++)
		if (strcmp(end, units[i].unit) == 0) {
			*value *= units[i].seconds;
			return true;
		}
	return false;
}

/* Returns the place of a name that TEXT begins with, up to its end or an equals sign, or COUNT. */
static int place_of_name(const char *text, const char *const *names, int count)
{
	for (int i = 0; i < count; i++)
		if (strlen(names[i]) == strcspn(text, "=") &&
			strncmp(text, names[i], strlen(names[i])) == 0)
			return i;
	return count;
}

static bool read_what(const char *text, enum what *what)
{
	static const char *const names[WHATS] = {
		"interarrival", "runtime", "estimate", "size", "machine"};
	*what = (enum what)place_of_name(text, names, WHATS);
	return *what < WHATS;
}

static bool read_level(const char *text, enum level *level)
{
	static const char *const names[LEVELS] = {"job", "batch", "session", "user"};
	*level = (enum level)place_of_name(text, names, LEVELS);
	return *level < LEVELS;
}

static bool read_scale(const char *text, struct options *options)
{
	const char *equals = strchr(text, '=');
	options->action = SCALE;
	return read_what(text, &options->what) &&
		(equals == NULL || read_number(equals + 1, &options->factor));
}

static bool read_estimates(const char *text, struct options *options)
{
	options->action = ESTIMATE;
	if (strncmp(text, "factor:", 7) == 0) {
		options->model = FACTOR;
		return read_number(text + 7, &options->factor);
	}
	options->model = strcmp(text, "exact") == 0 ? EXACT : RECORDED;
	return options->model == EXACT || strcmp(text, "recorded") == 0;
}

static bool read_count(const char *text, unsigned long long *count)
{
	char *end;
	*count = strtoull(text, &end, 10);
	return end != text && *end == '\0';
}

/* One of two names. */
static bool read_choice(const char *text, const char *no, const char *yes, bool *is_yes)
{
	*is_yes = strcmp(text, yes) == 0;
	return *is_yes || strcmp(text, no) == 0;
}

static bool read_option(struct options *o, const char *name, const char *value)
{
	if (strcmp(name, "percent") == 0)
		return read_percent(value, &o->percent);
	if (strcmp(name, "degree") == 0)
		return read_duration(value, &o->degree);
	if (strcmp(name, "relative") == 0)
		return read_number(value, &o->relative);
	if (strcmp(name, "attribute") == 0)
		return read_what(value, &o->what);
	if (strcmp(name, "unit") == 0)
		return read_level(value, &o->level);
	if (strcmp(name, "overrun") == 0)
		return read_choice(value, "extend", "kill", &o->kill);
	if (strcmp(name, "size") == 0)
		return read_choice(value, "requested", "allocated", &o->allocated);
	if (strcmp(name, "procs") == 0)
		return read_number(value, &o->procs);
	if (strcmp(name, "seed") == 0)
		return read_count(value, &o->seed);
	if (strcmp(name, "replication") == 0)
		return read_count(value, &o->replication);
	if (strcmp(name, "scale") == 0)
		return read_scale(value, o);
	if (strcmp(name, "estimates") == 0)
		return read_estimates(value, o);
	if (strcmp(name, "load") != 0)
		return false;
	o->action = SCALE;
	return read_number(value, &o->load);
}

static bool read_flag(struct options *o, const char *name)
{
	struct {
		const char *name;
		bool *flag;
	} const known[] = {{"exactly", &o->exactly}, {"no-provenance", &o->no_provenance},
		{"statistics", &o->statistics}};
	for (size_t i = 0; i < sizeof known / sizeof *known; i++)
		if (strcmp(name, known[i].name) == 0) {
			*known[i].flag = true;
			return true;
		}
	return strcmp(name, "align") == 0 || strcmp(name, "quiet") == 0;
}

/* Returns the place of the first operand, or 0 if the usage is wrong. */
static int read_options(int argc, char **argv, struct options *options)
{
	int i = 1;
	while (i < argc && strncmp(argv[i], "--", 2) == 0) {
		if (read_flag(options, argv[i] + 2)) {
			i++;
			continue;
		}
		if (i + 1 == argc || !read_option(options, argv[i] + 2, argv[i + 1]))
			return 0;
		i += 2;
	}
	if (isnan(options->degree))
		options->degree = options->what == SIZES ? 1 : 60;
	return argc - i == 2 ? i : 0;
}

static void check(struct shaking *s, const char *output)
{
	bool refused = access(output, F_OK) != 0;
	if (!make_expected(s)) {
		if (!refused)
			fail("the log ought to have been refused");
		return;
	}
	if (refused)
		fail("%s: there is no such file", output);
	s->output = read_log(output);
	check_output(s);
	find_jobs(s);
	check_rules(s);
	if (s->options.statistics)
		print_statistics(s);
}

int main(int argc, char **argv)
{
	struct shaking s = {.options = {.percent = 10,
				    .degree = NAN,
				    .relative = NAN,
				    .load = NAN,
				    .factor = NAN,
				    .procs = NAN,
				    .seed = 1,
				    .replication = 1}};
	int operand = read_options(argc, argv, &s.options);
	if (operand == 0) {
		fprintf(stderr, "usage: naive-shake [option ...] LOG OUTPUT\n");
		return 2;
	}
	s.log = read_log(argv[operand]);
	s.machine = isnan(s.options.procs) ? machine_of_header(&s.log) : s.options.procs;
	check(&s, argv[operand + 1]);
	free_log(&s.log);
	free_log(&s.output);
	free(s.element_of);
	free(s.element);
	free(s.expected);
	free(s.found);
	return ferror(stdout) || fflush(stdout) != 0;
}
