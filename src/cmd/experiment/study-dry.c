#include "experiment/study-dry.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "experiment/study-progress.h"
#include "experiment/study-runs.h"
#include "shared/command-line.h"
#include "shared/messages.h"
#include "shared/options.h"

/* Runs that differ in nothing but their replication; replication 0, which is mostly the log itself,
 * is a kind of its own. */
struct kind {
	const char *first; /* its first run */
	size_t length;     /* of the folder that the runs are in */
	bool is_zero;
	size_t runs, there;
	double seconds; /* of one run; -1 where none was made */
};

/* As many seconds first runs may take, the very first one, and all of them without a word. */
enum { PATIENCE = 10, LONGEST = 60, QUIET = 1 };

static size_t folder_length(const char *run)
{
	return (size_t)(strrchr(run, '/') - run);
}

static bool is_of(const struct kind *kind, const char *run)
{
	const size_t length = folder_length(run);
	return kind->length == length && strncmp(kind->first, run, length) == 0 &&
		kind->is_zero == (strcmp(run + length, "/0.csv") == 0);
}

static struct kind *kind_of(struct kind **kinds, size_t *count, size_t *capacity, const char *run)
{
	/* mostly the kind of the run before */
	for (size_t i = *count; i-- > 0;)
		if (is_of(*kinds + i, run))
			return *kinds + i;
	*kinds = reserve(*kinds, *count, capacity, sizeof **kinds);
	const size_t length = folder_length(run);
	(*kinds)[*count] = (struct kind){.first = run,
		.length = length,
		.is_zero = strcmp(run + length, "/0.csv") == 0,
		.seconds = -1};
	return *kinds + (*count)++;
}

/* Ends where make fails, with what it said, and what that means. */
static void make_or_die(const char *const targets[], FILE *out, const char *meaning)
{
	char line[4096];
	FILE *err = tmpfile();
	if (err == NULL)
		die("%s", strerror(errno));
	const int status = trial_make(targets, NULL, out, err);
	rewind(err);
	while (status != 0 && fgets(line, sizeof line, err) != NULL)
		if (strstr(line, ": *** ") == NULL)
			fputs(line, stderr);
	fclose(err);
	if (status != 0)
		die("%s", meaning);
}

/* The kinds in an order in which any number of the first are spread over all. */
static size_t *spread(size_t count)
{
	size_t *order = checked(calloc(count, sizeof *order)), used = 0;
	bool *taken = checked(calloc(count, sizeof *taken));
	for (size_t step = count; used < count; step = (step + 1) / 2)
		for (size_t i = 0; i < count; i += step)
			if (!taken[i]) {
				taken[i] = true;
				order[used++] = i;
			}
	free(taken);
	return order;
}

/* So that the settings are compared with those of the runs in the folder. */
static void take_settings(const char *folder)
{
	char command[2 * PATH_MAX], *from = quoted(folder), *to = quoted(trial_folder());
	snprintf(command, sizeof command,
		"mkdir %s/runs && echo '# end runs/' >%s/runs/some.csv && cp %s/settings.mk %s", to,
		to, from, to);
	if (system(command) != 0)
		die("%s/settings.mk cannot be read", folder);
	free(from);
	free(to);
}

static size_t kinds_to_try;
static double look_again; /* s */

static bool is_watched(void)
{
	return isatty(STDERR_FILENO) && !option_given("quiet");
}

/* Whether enough of the first runs are there after so many seconds. On a terminal a line that is
 * written over says how many. */
static bool is_enough(double seconds)
{
	if (seconds < look_again)
		return false;
	struct runs runs = read_runs(trial_folder());
	const size_t made = runs.count;
	clear_runs(&runs);
	if (is_watched())
		fprintf(stderr, "\r\033[Kfirst runs, of which the time is taken: %zu of %zu", made,
			kinds_to_try);
	look_again = seconds + 0.2;
	return seconds > (made > 0 ? PATIENCE : LONGEST);
}

/* Makes a run of each kind, one after the other, while the patience lasts. */
static void time_kinds(struct kind *kinds, size_t count)
{
	size_t *order = spread(count);
	const char **targets = checked(calloc(count + 1, sizeof *targets));
	FILE *err = tmpfile();
	if (err == NULL)
		die("%s", strerror(errno));
	for (size_t i = 0; i < count; i++)
		targets[i] = kinds[order[i]].first;
	kinds_to_try = count;
	look_again = QUIET;
	const int status = trial_make(targets, is_enough, NULL, err);
	free(targets);
	free(order);
	if (is_watched())
		fputs("\r\033[K", stderr);
	if (status > 0) {
		char line[4096];
		rewind(err);
		while (fgets(line, sizeof line, err) != NULL)
			if (strstr(line, ": *** ") == NULL)
				fputs(line, stderr);
		die("the study would fail: its first runs do");
	}
	fclose(err);
	struct runs runs = read_runs(trial_folder());
	for (size_t i = 0; i < count; i++) {
		const struct run *run = find_run(&runs, kinds[i].first);
		if (run != NULL)
			kinds[i].seconds = run->ended - run->begun;
	}
	clear_runs(&runs);
}

/* The commands of the first runs, a line each, as seen from the folder of the study. */
static FILE *first_commands(const struct kind *kinds, size_t count)
{
	const char **targets = checked(calloc(count + 1, sizeof *targets));
	FILE *out = tmpfile();
	if (out == NULL)
		die("%s", strerror(errno));
	for (size_t i = 0; i < count; i++) {
		char *target = checked(strdup(kinds[i].first));
		memcpy(target, "show", 4); /* runs/CASE/1.csv: show/CASE/1 */
		target[strlen(target) - strlen(".csv")] = '\0';
		targets[i] = target;
	}
	make_or_die(targets, out, "the study would fail");
	for (size_t i = 0; i < count; i++)
		free((char *)targets[i]);
	free(targets);
	rewind(out);
	return out;
}

static void print_commands(const struct kind *kinds, size_t count, FILE *commands)
{
	char *line = NULL;
	size_t room = 0;
	puts("\nA run of each kind, by a command that works in the folder of the study:");
	for (size_t i = 0; i < count && getline(&line, &room, commands) > 0; i++)
		printf("%s\n    %s", kinds[i].first, line);
	free(line);
	fclose(commands);
}

static void print_time(const struct kind *kinds, size_t count, size_t left, int processors)
{
	double all = 0, sum = 0;
	size_t made = 0;
	for (size_t i = 0; i < count; i++)
		if (kinds[i].seconds >= 0) {
			sum += kinds[i].seconds;
			made++;
		}
	for (size_t i = 0; i < count; i++)
		all += (double)(kinds[i].runs - kinds[i].there) *
			(kinds[i].seconds >= 0 ? kinds[i].seconds : sum / (double)made);
	if (left == 0) {
		puts("\nTime: all runs are there; only tables, plots and report are made.");
		return;
	}
	if (made == 0) {
		printf("\nTime: not known, since the first run takes more than %d s.\n", LONGEST);
		return;
	}
	if (processors > 0)
		printf("\nTime: about %s on %d processor%s, and then tables, plots and report.\n",
			time_text(all / processors), processors, processors > 1 ? "s" : "");
	else
		printf("\nTime: about %s of one processor, over as many as the engine gives; and "
		       "then tables, plots and report.\n",
			time_text(all));
	printf("It is estimated from one run of each of %zu kinds, which were made now, one at a "
	       "time.%s\n",
		made, made < count ? " Others are taken for their average." : "");
}

void print_plan(const struct plan *plan, const char *name, const char *folder, int processors,
	bool more_may_follow)
{
	static const char *const begin[] = {"settings", NULL}, *const prepare[] = {"prepare", NULL};
	struct kind *kinds = NULL;
	size_t count = 0, capacity = 0, there = 0;
	struct runs runs = read_runs(folder);
	for (size_t i = 0; i < plan->count; i++) {
		struct kind *kind = kind_of(&kinds, &count, &capacity, plan->runs[i]);
		const bool is_there = find_run(&runs, plan->runs[i]) != NULL;
		kind->runs++;
		kind->there += is_there;
		there += is_there;
	}
	if (runs.count > 0)
		take_settings(folder);
	clear_runs(&runs);
	make_or_die(begin, NULL, "no run would be started");
	make_or_die(prepare, NULL, "the study would fail");
	if (there < plan->count)
		time_kinds(kinds, count);
	FILE *commands = first_commands(kinds, count);
	printf("%s: %s\n\n", name, plan->question);
	printf("Runs: %s%zu, of which %zu are in %s.\n", more_may_follow ? "at least " : "",
		plan->count, there, folder);
	printf("%8s %8s %12s  kind\n", "runs", "there", "time of one");
	for (size_t i = 0; i < count; i++)
		printf("%8zu %8zu %12s  %.*s%s\n", kinds[i].runs, kinds[i].there,
			kinds[i].seconds >= 0 ? time_text(kinds[i].seconds) : "-",
			(int)(kinds[i].length - strlen("runs/")), kinds[i].first + strlen("runs/"),
			kinds[i].is_zero ? ", replication 0" : "");
	print_time(kinds, count, plan->count - there, processors);
	print_commands(kinds, count, commands);
	free(kinds);
}
