/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * usage: naive-sessions TABLE arrival|think-time GAP_SECONDS [previous] <LOG
 *
 * A second implementation of the tables of swf-sessions, written from the manual alone and naive on
 * purpose: every definition is followed to the letter, by comparing all pairs, by sorting, or by
 * walking through time. It reads a plain log and prints TABLE (jobs, batches, sessions, users or
 * continuation) as CSV, in full precision.
 */
#include "naive/naive-swf.h"
#include "naive/sessions/naive-continuation.h"

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define PAPER_PROCS     128 /* of the machine as whose processors sizes are shown */
#define DAYTIME_BEGIN   (7 * 60 + 30)
#define DAYTIME_END     (17 * 60 + 30)
#define QUARTER_HOUR    900
#define SECONDS_PER_DAY 86400.0

enum table { JOBS, BATCHES, SESSIONS, USERS, CONTINUATION, TABLES };
/* Classes of sessions. */
enum kind { IWD, IWN, IW, BHP, BHD, KINDS };

const char program_name[] = "naive-sessions";

static const char *const table_names[TABLES] = {
	"jobs", "batches", "sessions", "users", "continuation"};
static const char *const kind_names[KINDS] = {"IWD", "IWN", "IW", "BHP", "BHD"};

struct options {
	enum table table;
	bool by_think_time; /* else by arrival */
	bool previous;      /* the think time counts from the end of the previous job */
	double gap;
};

/* A value that does not exist is NAN. Times are in seconds of the log. */
struct job {
	double number, user;
	double submit, end;
	double run_time, size, estimate;
	double inter_arrival, since_end;
	size_t session, batch; /* places among those of the user, from 0 */
	double preceding, think_time;
};

struct session {
	size_t first, count; /* of the user's jobs */
	double start, end;
	size_t first_batch, last_batch;
};

struct batch {
	size_t session; /* of the user's */
	size_t jobs;
	double arrival, last_arrival, end;
	const struct job *preceding; /* the last to end in the batches depended on, or NULL */
};

/* A relation between batches: row b has a bit for each batch that is related to b. */
struct relation {
	size_t count, words; /* words in a row */
	uint64_t *bits;
};

struct user {
	struct job **jobs; /* in the order of the log */
	size_t count;
	struct session *sessions;
	size_t session_count;
	struct batch *batches;
	size_t batch_count;
	struct relation depends;
};

struct log {
	struct job *jobs;
	size_t count, capacity;
	double longest_estimate;     /* NAN if there is none */
	double max_procs, max_nodes; /* NAN if the header has none */
	bool has_start, has_offset;
	time_t start, offset;
	char *zone; /* or NULL */
};

struct values {
	double *value;
	size_t count;
};

/* ---- the log ---- */

/* Of several lines with a label the first counts. A value that is not a whole number counts as
 * missing, and so does -1 for an unknown start. */
static void read_header(struct log *log, const char *line)
{
	char value[256];
	if (header_value(line, "MaxProcs", value, sizeof value) && isnan(log->max_procs))
		log->max_procs = strtod(value, NULL);
	else if (header_value(line, "MaxNodes", value, sizeof value) && isnan(log->max_nodes))
		log->max_nodes = strtod(value, NULL);
	else if (header_value(line, "UnixStartTime", value, sizeof value) && !log->has_start)
		log->has_start = read_whole_number(value, &log->start) && log->start >= 0;
	else if (header_value(line, "TimeZone", value, sizeof value) && !log->has_offset)
		log->has_offset = read_whole_number(value, &log->offset);
	else if (header_value(line, "TimeZoneString", value, sizeof value) && log->zone == NULL)
		log->zone = strcpy(allocate(strlen(value), 1), value);
}

static struct job job_of_fields(const double field[FIELDS + 1])
{
	double run_time = field[RUN_TIME];
	struct job job = {.number = field[JOB_NUMBER],
		.user = field[USER],
		.submit = field[SUBMIT],
		.end = end_of(field),
		.run_time = run_time >= 0 ? run_time : NAN,
		.size = first_positive(field[REQUESTED_PROCS], field[ALLOCATED_PROCS]),
		.inter_arrival = NAN,
		.since_end = NAN,
		.preceding = NAN,
		.think_time = NAN};
	job.estimate = field[REQUESTED_TIME] > 0 ? field[REQUESTED_TIME] : job.run_time;
	return job;
}

static void add_job(struct log *log, struct job job)
{
	if (log->count > 0 && job.submit < log->jobs[log->count - 1].submit)
		fail("the log is not in submit order");
	log->jobs = with_room(log->jobs, log->count, &log->capacity, sizeof job);
	log->jobs[log->count++] = job;
	log->longest_estimate = fmax(log->longest_estimate, job.estimate);
}

static void read_line(struct log *log, const char *line, bool *in_header)
{
	line += strspn(line, " \t\r\n");
	if (*line == '\0')
		return;
	if (*line == ';') {
		if (*in_header)
			read_header(log, line);
		return;
	}
	*in_header = false;
	double field[FIELDS + 1];
	if (!read_fields(line, field))
		fail("a line is not 18 numbers");
	if (!is_partial_execution(field))
		add_job(log, job_of_fields(field));
}

static struct log read_log(FILE *stream)
{
	struct log log = {.longest_estimate = NAN, .max_procs = NAN, .max_nodes = NAN};
	bool in_header = true;
	char *line = NULL;
	size_t size = 0;
	while (getline(&line, &size, stream) >= 0)
		read_line(&log, line, &in_header);
	free(line);
	return log;
}

static double machine_procs(const struct log *log)
{
	return first_positive(log->max_procs, log->max_nodes);
}

/* ---- local time ---- */

static void set_zone(const struct log *log)
{
	if (log->zone != NULL)
		setenv("TZ", log->zone, 1);
	else
		set_zone_of_offset(log->has_offset ? log->offset : 0);
	tzset();
}

static void set_start(struct log *log)
{
	if (log->has_start)
		return;
	struct tm monday = {.tm_year = 70, .tm_mon = 0, .tm_mday = 5, .tm_isdst = -1};
	log->start = mktime(&monday);
}

static struct tm local_time(const struct log *log, double time)
{
	time_t second = log->start + (time_t)floor(time);
	struct tm local;
	if (localtime_r(&second, &local) == NULL)
		fail("a time is out of range");
	return local;
}

static bool in_daytime(const struct log *log, double time)
{
	struct tm local = local_time(log, time);
	int minute = local.tm_hour * 60 + local.tm_min;
	return DAYTIME_BEGIN <= minute && minute < DAYTIME_END;
}

static bool in_working_week(const struct log *log, double time)
{
	int day = local_time(log, time).tm_wday;
	return 1 <= day && day <= 5;
}

typedef bool period(const struct log *log, double time);

static double walk_by_seconds(const struct log *log, double from, double to, period *inside)
{
	double total = 0, next;
	for (double time = from; time < to; time = next) {
		next = fmin(floor(time) + 1, to);
		if (inside(log, time))
			total += next - time;
	}
	return total;
}

/* How much of the time within a quarter of an hour is inside. The local clock comes to 7:30, 17:30
 * and midnight at the start of a quarter, but where it is put forward or back it may pass them in
 * the middle of one. */
static double walk_quarter(const struct log *log, double from, double to, period *inside)
{
	double last_second = ceil(to) - 1;
	if (inside(log, from) != inside(log, last_second))
		return walk_by_seconds(log, from, to, inside);
	return inside(log, from) ? to - from : 0;
}

static double next_quarter(const struct log *log, double time)
{
	time_t second = log->start + (time_t)floor(time);
	time_t past_quarter = (second % QUARTER_HOUR + QUARTER_HOUR) % QUARTER_HOUR;
	return (double)(second - past_quarter + QUARTER_HOUR - log->start);
}

static double part_inside(const struct log *log, double start, double end, period *inside)
{
	if (end == start)
		return inside(log, start);
	double total = 0, next;
	for (double time = start; time < end; time = next) {
		next = fmin(next_quarter(log, time), end);
		total += walk_quarter(log, time, next, inside);
	}
	return total / (end - start);
}

/* ---- sessions ---- */

static double latest_end(struct job *const *jobs, size_t first, size_t count)
{
	double latest = -INFINITY;
	for (size_t i = first; i < first + count; i++)
		latest = fmax(latest, jobs[i]->end);
	return latest;
}

/* What has passed when a job arrives that is not the user's first, SESSION being that of the job
 * before, with its jobs so far. */
static void set_elapsed(
	const struct user *user, const struct session *session, size_t i, bool previous)
{
	struct job *job = user->jobs[i];
	const struct job *before = user->jobs[i - 1];
	double end =
		previous ? before->end : latest_end(user->jobs, session->first, session->count);
	job->inter_arrival = job->submit - before->submit;
	job->since_end = job->submit - end;
}

static void find_sessions(struct user *user, const struct options *options)
{
	user->sessions = allocate(user->count, sizeof *user->sessions);
	struct session *session = NULL;
	for (size_t i = 0; i < user->count; i++) {
		struct job *job = user->jobs[i];
		if (session != NULL)
			set_elapsed(user, session, i, options->previous);
		double elapsed = options->by_think_time ? job->since_end : job->inter_arrival;
		if (session == NULL || elapsed > options->gap) {
			session = &user->sessions[user->session_count++];
			*session = (struct session){.first = i, .start = job->submit};
		}
		session->count++;
		job->session = user->session_count - 1;
	}
	for (size_t s = 0; s < user->session_count; s++) {
		session = &user->sessions[s];
		session->end = latest_end(user->jobs, session->first, session->count);
	}
}

/* ---- batches ---- */

/* A job that ends in the second in which the other arrives has ended before it. */
static bool overlap(const struct job *earlier, const struct job *later)
{
	return earlier->end > later->submit;
}

static void relabel(size_t *labels, size_t count, size_t from, size_t to)
{
	for (size_t i = 0; i < count; i++)
		if (labels[i] == from)
			labels[i] = to;
}

/* Gives the jobs of each connected component of the overlap graph the same label. */
static void label_components(struct job *const *jobs, size_t count, size_t *labels)
{
	for (size_t i = 0; i < count; i++)
		labels[i] = i;
	for (size_t j = 0; j < count; j++)
		for (size_t i = 0; i < j; i++)
			if (overlap(jobs[i], jobs[j]) && labels[i] != labels[j])
				relabel(labels, count, labels[j], labels[i]);
}

static void start_batch(struct user *user, size_t session, double arrival)
{
	user->batches[user->batch_count++] =
		(struct batch){.session = session, .arrival = arrival, .end = -INFINITY};
}

static void join_batch(struct batch *batch, const struct job *job)
{
	batch->jobs++;
	batch->last_arrival = job->submit;
	batch->end = fmax(batch->end, job->end);
}

static size_t first_with_label(const size_t *labels, size_t label)
{
	size_t first = 0;
	while (labels[first] != label)
		first++;
	return first;
}

static void find_batches_of_session(struct user *user, size_t s)
{
	struct session *session = &user->sessions[s];
	struct job **jobs = user->jobs + session->first;
	size_t *labels = allocate(session->count, sizeof *labels);
	label_components(jobs, session->count, labels);
	session->first_batch = user->batch_count;
	for (size_t i = 0; i < session->count; i++) {
		size_t first = first_with_label(labels, labels[i]);
		if (first == i)
			start_batch(user, s, jobs[i]->submit);
		jobs[i]->batch = first == i ? user->batch_count - 1 : jobs[first]->batch;
		join_batch(&user->batches[jobs[i]->batch], jobs[i]);
	}
	session->last_batch = user->batch_count - 1;
	free(labels);
}

static void find_batches(struct user *user)
{
	user->batches = allocate(user->count, sizeof *user->batches);
	for (size_t s = 0; s < user->session_count; s++)
		find_batches_of_session(user, s);
}

/* ---- dependencies ---- */

static struct relation new_relation(size_t count)
{
	size_t words = (count + 63) / 64;
	return (struct relation){
		.count = count, .words = words, .bits = allocate(count * words, sizeof(uint64_t))};
}

static uint64_t *row_of(const struct relation *relation, size_t i)
{
	return relation->bits + i * relation->words;
}

static bool related(const struct relation *relation, size_t i, size_t j)
{
	return row_of(relation, i)[j / 64] >> j % 64 & 1;
}

static void relate(struct relation *relation, size_t i, size_t j)
{
	row_of(relation, i)[j / 64] |= (uint64_t)1 << j % 64;
}

static void add_row(uint64_t *row, const uint64_t *other, size_t words)
{
	for (size_t w = 0; w < words; w++)
		row[w] |= other[w];
}

static struct relation transitive_closure(const struct relation *relation)
{
	struct relation closure = new_relation(relation->count);
	add_row(closure.bits, relation->bits, relation->count * relation->words);
	for (size_t k = 0; k < closure.count; k++)
		for (size_t i = 0; i < closure.count; i++)
			if (related(&closure, i, k))
				add_row(row_of(&closure, i), row_of(&closure, k), closure.words);
	return closure;
}

/* Leaves out what is also reached by way of another relation. */
static void leave_out_implied(struct relation *relation)
{
	struct relation closure = transitive_closure(relation);
	uint64_t *implied = allocate(relation->words, sizeof *implied);
	for (size_t i = 0; i < relation->count; i++) {
		memset(implied, 0, relation->words * sizeof *implied);
		for (size_t j = 0; j < relation->count; j++)
			if (related(relation, i, j))
				add_row(implied, row_of(&closure, j), closure.words);
		for (size_t w = 0; w < relation->words; w++)
			row_of(relation, i)[w] &= ~implied[w];
	}
	free(implied);
	free(closure.bits);
}

/* Whether a batch depends on an earlier one; others may imply it. */
static bool depends_on(const struct user *user, size_t batch, size_t earlier)
{
	size_t own_session = user->batches[batch].session;
	size_t session = user->batches[earlier].session;
	if (session == own_session)
		return earlier + 1 == batch;
	return batch == user->sessions[own_session].first_batch &&
		earlier == user->sessions[session].last_batch &&
		user->sessions[session].end <= user->batches[batch].arrival;
}

/* The job that ended last in the batches on which a batch depends, of several the last one. */
static const struct job *preceding_job(const struct user *user, size_t batch)
{
	const struct job *preceding = NULL;
	for (size_t i = 0; i < user->count; i++) {
		const struct job *job = user->jobs[i];
		if (related(&user->depends, batch, job->batch) &&
			(preceding == NULL || job->end >= preceding->end))
			preceding = job;
	}
	return preceding;
}

static void set_preceding(const struct user *user)
{
	for (size_t batch = 0; batch < user->batch_count; batch++)
		user->batches[batch].preceding = preceding_job(user, batch);
	for (size_t i = 0; i < user->count; i++) {
		struct job *job = user->jobs[i];
		const struct job *preceding = user->batches[job->batch].preceding;
		if (preceding != NULL) {
			job->preceding = preceding->number;
			job->think_time = job->submit - preceding->end;
		}
	}
}

static void find_dependencies(struct user *user)
{
	user->depends = new_relation(user->batch_count);
	for (size_t batch = 0; batch < user->batch_count; batch++)
		for (size_t earlier = 0; earlier < batch; earlier++)
			if (depends_on(user, batch, earlier))
				relate(&user->depends, batch, earlier);
	leave_out_implied(&user->depends);
	set_preceding(user);
}

/* ---- users ---- */

/* The user with the next greater number, NAN after the last; a job with a negative one has none. */
static double next_user(const struct log *log, double after)
{
	double next = NAN;
	for (size_t i = 0; i < log->count; i++)
		if (log->jobs[i].user > after && log->jobs[i].user >= 0)
			next = fmin(next, log->jobs[i].user);
	return next;
}

static struct user find_user(const struct log *log, double number, const struct options *options)
{
	struct user user = {.jobs = allocate(log->count, sizeof *user.jobs)};
	for (size_t i = 0; i < log->count; i++)
		if (log->jobs[i].user == number)
			user.jobs[user.count++] = &log->jobs[i];
	find_sessions(&user, options);
	find_batches(&user);
	find_dependencies(&user);
	return user;
}

static void free_user(struct user *user)
{
	free(user->jobs);
	free(user->sessions);
	free(user->batches);
	free(user->depends.bits);
}

/* ---- variables ---- */

static struct values new_values(size_t capacity)
{
	return (struct values){.value = allocate(capacity, sizeof(double))};
}

static void add_value(struct values *values, double value)
{
	if (!isnan(value))
		values->value[values->count++] = value;
}

static int compare_numbers(const void *a, const void *b)
{
	double left = *(const double *)a, right = *(const double *)b;
	return (left > right) - (left < right);
}

static void sort_values(struct values *values)
{
	qsort(values->value, values->count, sizeof *values->value, compare_numbers);
}

/* Of sorted values. */
static double quantile(const struct values *sorted, double q)
{
	double place = q * (double)(sorted->count - 1);
	size_t below = (size_t)floor(place);
	double low = sorted->value[below];
	if (below + 1 == sorted->count)
		return low;
	return low + (place - (double)below) * (sorted->value[below + 1] - low);
}

static void set_spread(struct values *values, double *median, double *interval)
{
	*median = *interval = NAN;
	if (values->count == 0)
		return;
	sort_values(values);
	*median = quantile(values, 0.5);
	*interval = quantile(values, 0.95) - quantile(values, 0.05);
}

static double count_unique(struct values *values)
{
	double unique = 0, least = NAN;
	sort_values(values);
	for (size_t i = 0; i < values->count; i++) {
		/* In whole numbers, 5 % above 20 is 21; a factor of 1.05 is not exact. */
		bool stood_for = unique > 0 && 20 * values->value[i] <= 21 * least;
		if (!stood_for) {
			unique++;
			least = values->value[i];
		}
	}
	return unique;
}

struct variables {
	double run_time_median, run_time_interval;
	double procs_median, procs_interval;
	double inter_arrival_median, inter_arrival_interval;
	double think_time_median, think_time_interval;
	double unique_sizes, unique_run_times;
};

/* Of all jobs of a session or user, the first of which counts as having come at once. */
static struct variables variables_of(const struct log *log, struct job *const *jobs, size_t count)
{
	struct values run_times = new_values(count), sizes = new_values(count);
	struct values procs = new_values(count);
	struct values inter_arrivals = new_values(count), think_times = new_values(count);
	for (size_t i = 0; i < count; i++) {
		add_value(&run_times, jobs[i]->run_time);
		add_value(&sizes, jobs[i]->size);
		add_value(&procs, jobs[i]->size * PAPER_PROCS / machine_procs(log));
		add_value(&inter_arrivals, i == 0 ? 0 : jobs[i]->inter_arrival);
		add_value(&think_times, i == 0 ? 0 : jobs[i]->since_end);
	}
	struct variables v;
	set_spread(&run_times, &v.run_time_median, &v.run_time_interval);
	set_spread(&procs, &v.procs_median, &v.procs_interval);
	set_spread(&inter_arrivals, &v.inter_arrival_median, &v.inter_arrival_interval);
	set_spread(&think_times, &v.think_time_median, &v.think_time_interval);
	v.unique_sizes = count_unique(&sizes);
	v.unique_run_times = count_unique(&run_times);
	free(run_times.value);
	free(sizes.value);
	free(procs.value);
	free(inter_arrivals.value);
	free(think_times.value);
	return v;
}

static enum kind kind_of(const struct log *log, const struct job *first)
{
	if (first->estimate > log->longest_estimate / 2)
		return BHD;
	if (first->size > machine_procs(log) / 2)
		return BHP;
	if (!in_working_week(log, first->submit))
		return IW;
	return in_daytime(log, first->submit) ? IWD : IWN;
}

/* ---- tables ---- */

static void print_values(const double *values, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		if (i > 0)
			putchar(',');
		if (!isnan(values[i]))
			printf("%.17g", values[i]);
	}
}

#define PRINT_VALUES(...)                                                                          \
	print_values((const double[]){__VA_ARGS__}, sizeof(double[]){__VA_ARGS__} / sizeof(double))

static void print_job(const struct job *job)
{
	PRINT_VALUES(job->number, job->user, (double)job->session + 1, (double)job->batch + 1,
		job->submit, job->end, job->inter_arrival, job->since_end, job->preceding,
		job->think_time);
	putchar('\n');
}

static void print_depends_on(const struct user *user, size_t batch)
{
	const char *separator = "";
	for (size_t i = 0; i < user->batch_count; i++)
		if (related(&user->depends, batch, i)) {
			printf("%s%zu", separator, i + 1);
			separator = " ";
		}
}

static void print_batches(const struct user *user)
{
	for (size_t b = 0; b < user->batch_count; b++) {
		const struct batch *batch = &user->batches[b];
		double think_time = NAN, inter_arrival = NAN;
		if (batch->preceding != NULL)
			think_time = batch->arrival - batch->preceding->end;
		if (b > 0)
			inter_arrival = batch->arrival - user->batches[b - 1].last_arrival;
		PRINT_VALUES(user->jobs[0]->user, (double)batch->session + 1, (double)b + 1,
			(double)batch->jobs, batch->arrival, batch->last_arrival, batch->end);
		putchar(',');
		print_depends_on(user, b);
		putchar(',');
		PRINT_VALUES(think_time, inter_arrival);
		putchar('\n');
	}
}

static void print_session(const struct log *log, const struct user *user, size_t s)
{
	const struct session *session = &user->sessions[s];
	struct job *const *jobs = user->jobs + session->first;
	double start = session->start, end = session->end;
	struct variables v = variables_of(log, jobs, session->count);
	PRINT_VALUES(jobs[0]->user, (double)s + 1, start, end);
	printf(",%s,", kind_names[kind_of(log, jobs[0])]);
	PRINT_VALUES((double)session->count, end - start, v.run_time_median, v.run_time_interval,
		v.procs_median, v.procs_interval, v.inter_arrival_median, v.inter_arrival_interval,
		v.think_time_median, v.think_time_interval, in_daytime(log, start),
		part_inside(log, start, end, in_daytime), v.unique_sizes, v.unique_run_times,
		in_working_week(log, start), part_inside(log, start, end, in_working_week));
	putchar('\n');
}

static void print_sessions(const struct log *log, const struct user *user)
{
	for (size_t s = 0; s < user->session_count; s++)
		print_session(log, user, s);
}

static double part_submitted_in(const struct log *log, const struct user *user, period *inside)
{
	double jobs = 0;
	for (size_t i = 0; i < user->count; i++)
		jobs += inside(log, user->jobs[i]->submit);
	return jobs / (double)user->count;
}

static double share_of_kind(const struct log *log, const struct user *user, enum kind kind)
{
	double sessions = 0;
	for (size_t s = 0; s < user->session_count; s++)
		sessions += kind_of(log, user->jobs[user->sessions[s].first]) == kind;
	return sessions / (double)user->session_count;
}

static void print_user(const struct log *log, const struct user *user)
{
	double jobs = (double)user->count;
	double time = latest_end(user->jobs, 0, user->count) - user->jobs[0]->submit;
	struct variables v = variables_of(log, user->jobs, user->count);
	PRINT_VALUES(user->jobs[0]->user, jobs, (double)user->session_count, v.run_time_median,
		v.run_time_interval, v.procs_median, v.procs_interval, v.inter_arrival_median,
		v.inter_arrival_interval, v.think_time_median, v.think_time_interval,
		part_submitted_in(log, user, in_daytime),
		part_submitted_in(log, user, in_working_week));
	putchar(',');
	PRINT_VALUES(share_of_kind(log, user, IWD), share_of_kind(log, user, IWN),
		share_of_kind(log, user, IW), share_of_kind(log, user, BHP),
		share_of_kind(log, user, BHD), time > 0 ? jobs / (time / SECONDS_PER_WEEK) : NAN,
		time / SECONDS_PER_DAY);
	putchar('\n');
}

static void print_head(enum table table)
{
	static const char *const heads[TABLES] = {
		[JOBS] = "job,user,session,batch,submit,end,inter_arrival,since_end,"
			 "preceding,think_time",
		[BATCHES] = "user,session,batch,jobs,arrival,last_arrival,end,depends_on,"
			    "think_time,inter_arrival",
		[SESSIONS] = "user,session,start,end,class,J,D,Rm,Ri,Pm,Pi,Im,Ii,Tm,Ti,"
			     "day_start,day_part,UP,UR,week_start,week_part",
		[USERS] = "user,J,S,Rm,Ri,Pm,Pi,Im,Ii,Tm,Ti,day_part,week_part,"
			  "IWD,IWN,IW,BHP,BHD,JW,D_days"};
	puts(heads[table]);
}

static void print_rows_of_user(const struct log *log, const struct user *user, enum table table)
{
	if (table == BATCHES)
		print_batches(user);
	else if (table == SESSIONS)
		print_sessions(log, user);
	else if (table == USERS)
		print_user(log, user);
}

static void print_table(const struct log *log, const struct options *options)
{
	print_head(options->table);
	for (double n = next_user(log, -1); !isnan(n); n = next_user(log, n)) {
		struct user user = find_user(log, n, options);
		print_rows_of_user(log, &user, options->table);
		free_user(&user);
	}
	for (size_t i = 0; options->table == JOBS && i < log->count; i++)
		if (log->jobs[i].user >= 0)
			print_job(&log->jobs[i]);
}

static bool read_options(int argc, char **argv, struct options *options)
{
	if (argc < 4 || argc > 5 || (argc == 5 && strcmp(argv[4], "previous") != 0))
		return false;
	while (options->table < TABLES && strcmp(argv[1], table_names[options->table]) != 0)
		options->table++;
	options->by_think_time = strcmp(argv[2], "think-time") == 0;
	options->gap = strtod(argv[3], NULL);
	options->previous = argc == 5;
	return options->table < TABLES &&
		(options->by_think_time || strcmp(argv[2], "arrival") == 0);
}

int main(int argc, char **argv)
{
	struct options options = {.table = JOBS};
	if (!read_options(argc, argv, &options)) {
		fprintf(stderr,
			"usage: naive-sessions jobs|batches|sessions|users|continuation "
			"arrival|think-time GAP_SECONDS [previous] <LOG\n");
		return 2;
	}
	if (options.table == CONTINUATION) {
		print_continuation(stdin, options.gap);
		return ferror(stdout) || fflush(stdout) != 0;
	}
	struct log log = read_log(stdin);
	set_zone(&log);
	set_start(&log);
	print_table(&log, &options);
	free(log.jobs);
	free(log.zone);
	return ferror(stdout) || fflush(stdout) != 0;
}
