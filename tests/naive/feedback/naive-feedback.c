/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * usage: naive-feedback adjusted|fluid|distribution recorded|log [--nobody-leaves]
 *                       [--tz-offset SECONDS --start-time UNIX] [--patience SECONDS]
 *                       [--some-stay-away] [--constant NAME=VALUE]... INPUT OUTPUT
 *
 * Checks from the manual alone what `swf-simulate --feedback MODEL --dependencies FROM` made of the
 * plain log INPUT: that no dependency is violated, that each batch was submitted when the user
 * model allows it, and that users who left did so for good. Job numbers have to be unique.
 */
#include "naive/feedback/naive-feedback.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_EXAMPLES 3
#define MOST_KINDS    32

const char program_name[] = "naive-feedback";

static const char *const model_names[MODELS] = {"adjusted", "fluid", "distribution"};

static size_t checks, failures;

/* How often the kind of violation has been seen, this time included. */
static size_t count_kind(const char *kind)
{
	static struct {
		const char *name;
		size_t count;
	} kinds[MOST_KINDS];
	size_t k = 0;
	while (k < MOST_KINDS - 1 && kinds[k].name != NULL && strcmp(kinds[k].name, kind) != 0)
		k++;
	kinds[k].name = kind;
	return ++kinds[k].count;
}

void check(bool is_right, const char *kind, double job_number, const char *format, ...)
{
	checks++;
	if (is_right)
		return;
	failures++;
	if (count_kind(kind) > MOST_EXAMPLES)
		return;
	va_list arguments;
	va_start(arguments, format);
	printf("%s: job %.0f: ", kind, job_number);
	vprintf(format, arguments);
	putchar('\n');
	va_end(arguments);
}

/* ---- the logs ---- */

static bool is_passed(const double field[FIELDS + 1])
{
	return field[RUN_TIME] < 0 || (field[REQUESTED_PROCS] <= 0 && field[ALLOCATED_PROCS] <= 0);
}

static void add_job(struct log *log, const double field[FIELDS + 1])
{
	log->jobs = with_room(log->jobs, log->count, &log->capacity, sizeof *log->jobs);
	struct job *job = &log->jobs[log->count++];
	*job = (struct job){.is_passed = is_passed(field)};
	memcpy(job->in, field, sizeof job->in);
	job->end = job->is_passed ? field[SUBMIT] : end_of(field);
}

static struct user *user_of(struct log *log, double number)
{
	for (size_t u = 0; u < log->user_count; u++)
		if (log->users[u].number == number)
			return &log->users[u];
	log->users =
		with_room(log->users, log->user_count, &log->user_capacity, sizeof *log->users);
	struct user *user = &log->users[log->user_count++];
	*user = (struct user){.number = number};
	return user;
}

static void give_jobs_to_users(struct log *log)
{
	for (size_t i = 0; i < log->count; i++) {
		struct job *job = &log->jobs[i];
		if (job->in[USER] < 0)
			continue;
		struct user *user = user_of(log, job->in[USER]);
		user->jobs =
			with_room(user->jobs, user->count, &user->capacity, sizeof(struct job *));
		user->jobs[user->count++] = job;
	}
}

typedef void take_job(struct log *log, const double field[FIELDS + 1]);

static void read_jobs(struct log *log, const char *path, take_job *take)
{
	FILE *stream = fopen(path, "r");
	if (stream == NULL)
		fail("%s: cannot be opened", path);
	char *line = NULL;
	size_t size = 0;
	double field[FIELDS + 1] = {0};
	while (getline(&line, &size, stream) >= 0) {
		const char *start = line + strspn(line, " \t\r\n");
		if (*start == '\0' || *start == ';')
			continue;
		if (!read_fields(line, field))
			fail("%s: a line is not 18 numbers", path);
		if (!is_partial_execution(field))
			take(log, field);
	}
	free(line);
	fclose(stream);
}

/* ---- the output as a whole ---- */

static struct job **jobs_by_number;
static struct job **output; /* in its order */
static size_t output_count;

static int compare_numbers(const void *left, const void *right)
{
	double a = (*(struct job *const *)left)->in[JOB_NUMBER];
	double b = (*(struct job *const *)right)->in[JOB_NUMBER];
	return (a > b) - (a < b);
}

static void sort_by_number(struct log *log)
{
	jobs_by_number = allocate(log->count, sizeof(struct job *));
	output = allocate(log->count, sizeof(struct job *));
	for (size_t i = 0; i < log->count; i++)
		jobs_by_number[i] = &log->jobs[i];
	qsort(jobs_by_number, log->count, sizeof(struct job *), compare_numbers);
	for (size_t i = 1; i < log->count; i++)
		if (compare_numbers(&jobs_by_number[i - 1], &jobs_by_number[i]) == 0)
			fail("job numbers are not unique");
}

static void check_fields(const struct job *job)
{
	for (int f = 1; f <= FIELDS; f++)
		if (f != SUBMIT && f != WAIT && f != STATUS)
			check(job->in[f] == job->out[f], "field", job->in[JOB_NUMBER],
				"field %d is %.17g, not %.17g", f, job->out[f], job->in[f]);
	check(job->out[STATUS] == job->in[STATUS] ||
			(job->out[STATUS] == CANCELLED && job->out[WAIT] == -1),
		"field", job->in[JOB_NUMBER], "status %.17g, not %.17g, with a wait of %.17g",
		job->out[STATUS], job->in[STATUS], job->out[WAIT]);
	check(job->out[WAIT] >= 0 || job->out[WAIT] == -1, "wait", job->in[JOB_NUMBER],
		"a wait of %.17g", job->out[WAIT]);
}

struct job *job_of_number(const struct log *log, double number)
{
	struct job key = {.is_found = false}, *key_place = &key;
	key.in[JOB_NUMBER] = number;
	struct job **place = bsearch(
		&key_place, jobs_by_number, log->count, sizeof(struct job *), compare_numbers);
	return place != NULL ? *place : NULL;
}

static bool users_repeat;

static void find_job(struct log *log, const double field[FIELDS + 1])
{
	struct job *job = job_of_number(log, field[JOB_NUMBER]);
	if (job == NULL && users_repeat && add_repeat(log, field))
		return;
	bool is_new = job != NULL && !job->is_found;
	check(is_new, "jobs", field[JOB_NUMBER], job == NULL ? "not in the log" : "twice");
	if (!is_new)
		return;
	job->is_found = true;
	memcpy(job->out, field, sizeof job->out);
	check_fields(job);
	output[output_count++] = job;
}

static bool check_that_all_are_found(const struct log *log)
{
	bool all = true;
	for (size_t i = 0; i < log->count; i++) {
		check(log->jobs[i].is_found, "jobs", log->jobs[i].in[JOB_NUMBER], "is missing");
		all = all && log->jobs[i].is_found;
	}
	return all;
}

/* ---- a user's jobs ---- */

static void check_passed_jobs(const struct log *log)
{
	for (size_t i = 0; i < log->count; i++) {
		const struct job *job = &log->jobs[i];
		double number = job->in[JOB_NUMBER];
		check(!job->is_passed || job->out[WAIT] == -1, "passed through", number,
			"a wait of %.17g", job->out[WAIT]);
		if (job->in[USER] >= 0)
			continue;
		check(job->out[SUBMIT] == job->in[SUBMIT], "without user", number,
			"submitted at %.17g, not %.17g", job->out[SUBMIT], job->in[SUBMIT]);
		check(!is_surely_lost(job), "without user", number, "is lost");
	}
}

static void check_order_of_user(const struct user *user)
{
	for (size_t i = 1; i < user->count; i++)
		check(user->jobs[i]->out[SUBMIT] >= user->jobs[i - 1]->out[SUBMIT], "order of user",
			user->jobs[i]->in[JOB_NUMBER],
			"submitted at %.17g, before job %.0f of user %.0f",
			user->jobs[i]->out[SUBMIT], user->jobs[i - 1]->in[JOB_NUMBER],
			user->number);
}

static void check_distances(const struct user *user, const struct batch *batch)
{
	for (size_t i = batch->first + 1; i < batch->first + batch->count; i++) {
		const struct job *job = user->jobs[i];
		double submit = batch->new_submit + job->in[SUBMIT] - batch->submit;
		check(fabs(job->out[SUBMIT] - submit) <= TOLERANCE, "distance", job->in[JOB_NUMBER],
			"submitted at %.17g, not %.17g", job->out[SUBMIT], submit);
	}
}

static void check_dependencies(const struct user *user, size_t b)
{
	const struct batch *batch = &user->batches[b];
	double number = user->jobs[batch->first]->in[JOB_NUMBER];
	double end = new_end_of_dependencies(user, b);
	check(batch->new_submit >= end - TOLERANCE, "dependency", number,
		"batch %zu of user %.0f is submitted at %.17g, what it depends on ends at %.17g",
		b + 1, user->number, batch->new_submit, end);
	if (b > 0)
		check(batch->new_submit >= batch[-1].new_last_submit - TOLERANCE, "follows", number,
			"batch %zu of user %.0f is submitted at %.17g, the one before at %.17g",
			b + 1, user->number, batch->new_submit, batch[-1].new_last_submit);
}

static void check_user(const struct log *log, struct user *user, const struct options *options)
{
	size_t count = check_leaving(user, options);
	check(user->jobs[0]->out[SUBMIT] == user->jobs[0]->in[SUBMIT], "first",
		user->jobs[0]->in[JOB_NUMBER], "submitted at %.17g, not %.17g",
		user->jobs[0]->out[SUBMIT], user->jobs[0]->in[SUBMIT]);
	check_order_of_user(user);
	for (size_t b = 0; b < count; b++) {
		check_distances(user, &user->batches[b]);
		check_dependencies(user, b);
	}
	check_model(log, user, count, options);
}

/* ---- the order of the output ---- */

/* Whether the end, or the submit, that made the job available was of the second in which it was
 * submitted. After a job of zero run time, or with arrivals first, others may have come before. */
static bool came_at_once(struct log *log, const struct job *job)
{
	const struct user *user = job->in[USER] >= 0 ? user_of(log, job->in[USER]) : NULL;
	if (user == NULL || job->batch == 0)
		return false;
	return fabs(release_of(user, job->batch).time - job->out[SUBMIT]) <= TOLERANCE;
}

static void check_order(struct log *log)
{
	for (size_t i = 1; i < output_count; i++) {
		const struct job *before = output[i - 1], *job = output[i];
		double earlier = before->out[SUBMIT], submit = job->out[SUBMIT];
		/* Both are of the same array. */
		bool is_in_order = before < job || came_at_once(log, job);
		check(earlier < submit || (earlier == submit && is_in_order), "order",
			job->in[JOB_NUMBER], "submitted at %.17g, after job %.0f of %.17g", submit,
			before->in[JOB_NUMBER], earlier);
	}
}

/* ---- main ---- */

/* NAME=VALUE, with bare seconds. */
static bool read_constant(const char *text, struct constants *constants)
{
	const struct {
		const char *name;
		double *seconds;
	} durations[] = {{"session-gap=", &constants->session_gap},
		{"day-begin=", &constants->day_begin}, {"day-end=", &constants->day_end},
		{"shift=", &constants->shift}, {"break-limit=", &constants->break_limit}};
	for (size_t i = 0; i < sizeof durations / sizeof *durations; i++) {
		size_t length = strlen(durations[i].name);
		if (strncmp(text, durations[i].name, length) != 0)
			continue;
		char *minutes;
		*durations[i].seconds = strtod(text + length, &minutes);
		if (*minutes == ':') /* a time of day */
			*durations[i].seconds =
				*durations[i].seconds * 3600 + strtod(minutes + 1, NULL) * 60;
		return true;
	}
	constants->session_ends_with_jobs |= strcmp(text, "session-end=end") == 0;
	constants->overtime |= strcmp(text, "overtime=yes") == 0;
	constants->users_repeat |= strcmp(text, "exhausted=repeat") == 0;
	return strcmp(text, "session-end=end") == 0 || strcmp(text, "overtime=yes") == 0 ||
		strcmp(text, "exhausted=repeat") == 0;
}

static bool read_option(int argc, char **argv, int *i, struct options *options)
{
	if (strcmp(argv[*i], "--nobody-leaves") == 0) {
		options->nobody_leaves = true;
		return true;
	}
	if (strcmp(argv[*i], "--some-stay-away") == 0) {
		options->some_stay_away = true;
		return true;
	}
	if (*i + 1 < argc && strcmp(argv[*i], "--patience") == 0) {
		options->patience = strtod(argv[++*i], NULL);
		return true;
	}
	if (*i + 1 < argc && strcmp(argv[*i], "--constant") == 0)
		return read_constant(argv[++*i], &options->constants);
	if (strcmp(argv[*i], "--tz-offset") != 0 && strcmp(argv[*i], "--start-time") != 0)
		return false;
	if (++*i >= argc)
		return false;
	options->local_start += strtod(argv[*i], NULL);
	return true;
}

static bool read_options(int argc, char **argv, struct options *options)
{
	if (argc < 5)
		return false;
	while (options->model < MODELS && strcmp(argv[1], model_names[options->model]) != 0)
		options->model++;
	options->by_log = strcmp(argv[2], "log") == 0;
	int i = 3;
	for (; i < argc && argv[i][0] == '-'; i++)
		if (!read_option(argc, argv, &i, options))
			return false;
	if (options->model == MODELS || i + 2 != argc ||
		(!options->by_log && strcmp(argv[2], "recorded") != 0))
		return false;
	options->input = argv[i];
	options->output = argv[i + 1];
	return true;
}

static void check_log(struct log *log, const struct options *options)
{
	read_jobs(log, options->input, add_job);
	sort_by_number(log);
	users_repeat = options->constants.users_repeat;
	read_jobs(log, options->output, find_job);
	if (!check_that_all_are_found(log))
		return;
	check_passed_jobs(log);
	give_jobs_to_users(log);
	find_batches(log, options);
	for (size_t u = 0; u < log->user_count; u++)
		check_user(log, &log->users[u], options);
	for (size_t u = 0; users_repeat && u < log->user_count; u++)
		check_repeats(&log->users[u]);
	check_order(log);
}

static void free_pools(struct pools *pools)
{
	for (int reason = 0; reason < REASONS; reason++)
		for (int place = 0; place < PLACES; place++)
			free(pools->of[reason][place].values);
}

static void free_log(struct log *log)
{
	for (size_t u = 0; u < log->user_count; u++) {
		free(log->users[u].jobs);
		free(log->users[u].sessions);
		free(log->users[u].batches);
		free_pools(&log->users[u].pools);
	}
	free_pools(&log->pools);
	free(log->users);
	free(log->jobs);
	free(jobs_by_number);
	free(output);
	free_repeats();
}

int main(int argc, char **argv)
{
	struct options options = {.model = ADJUSTED,
		.patience = INFINITY,
		.constants = {.session_gap = 3600,
			.day_begin = 7.5 * 3600,
			.day_end = 17.5 * 3600,
			.shift = 3600,
			.break_limit = 8 * 3600}};
	if (!read_options(argc, argv, &options)) {
		fprintf(stderr,
			"usage: naive-feedback adjusted|fluid|distribution recorded|log "
			"[--nobody-leaves]\n"
			"       [--tz-offset SECONDS --start-time UNIX] [--patience SECONDS] "
			"[--some-stay-away]\n"
			"       [--constant NAME=VALUE]... INPUT OUTPUT\n");
		return 2;
	}
	struct log log = {.count = 0};
	check_log(&log, &options);
	free_log(&log);
	printf("%zu checks, %zu failures\n", checks, failures);
	return failures > 0 || ferror(stdout) || fflush(stdout) != 0;
}
