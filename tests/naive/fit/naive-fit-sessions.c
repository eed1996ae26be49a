/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Sessions, batches and users.
 */
#include "naive/fit/naive-fit.h"
#include "naive/naive-swf.h"

#include <math.h>
#include <stdio.h>

#define CLASSES         16 /* of users, at most */
#define LONG_TERM_WEEKS 12

bool is_batch(enum kind kind)
{
	return kind == BHP || kind == BHD;
}

static enum kind kind_by_rule(const struct log *log, const struct job *job)
{
	if (job->estimate > log->longest_estimate / 2)
		return BHD;
	if (job->size > machine_procs(log) / 2)
		return BHP;
	return kind_of_time(log, job->submit);
}

void find_sessions(struct log *log)
{
	log->sessions = allocate(log->count, sizeof *log->sessions);
	log->batches = allocate(log->count, sizeof *log->batches);
	for (size_t i = 0; i < log->count; i++) {
		struct job *job = &log->jobs[i];
		bool new_user = i == 0 || job->user != job[-1].user;
		bool new_session = new_user || job->submit - job[-1].submit > GAP;
		if (new_session)
			log->sessions[log->session_count++] =
				(struct session){.first = i, .kind = kind_by_rule(log, job)};
		struct batch *batch = &log->batches[log->batch_count];
		if (new_session || job->submit >= batch[-1].end) {
			*batch = (struct batch){.first = i, .session = log->session_count - 1};
			if (!new_session) {
				batch->place = batch[-1].place + 1;
				batch[-1].awaited = true;
			}
			log->batch_count++;
		}
		batch = &log->batches[log->batch_count - 1];
		batch->jobs++;
		batch->end = fmax(batch->end, job->end);
		job->batch = log->batch_count - 1;
		job->session = log->session_count - 1;
		log->sessions[job->session].batches += batch->first == i;
	}
}

/* By whose jobs a job counts. */
static enum kind kind_of_job(const struct log *log, const struct job *job)
{
	enum kind by_rule = kind_by_rule(log, job), of_session = log->sessions[job->session].kind;
	if (is_batch(by_rule) || is_batch(of_session))
		return by_rule;
	return of_session;
}

void set_kinds_of_jobs(struct log *log)
{
	for (size_t i = 0; i < log->count; i++)
		log->jobs[i].kind = kind_of_job(log, &log->jobs[i]);
}

/* Interactive work is remembered together. */
bool same_work(enum kind a, enum kind b)
{
	return a == b || (!is_batch(a) && !is_batch(b));
}

double weeks_of(const struct log *log)
{
	return (log->last_submit - log->first_submit) / SECONDS_PER_WEEK;
}

bool is_short(const struct log *log)
{
	return weeks_of(log) - EDGE_WEEKS < EDGE_WEEKS + 1;
}

double load_of(const struct log *log)
{
	double work = 0;
	for (size_t i = 0; i < log->count; i++)
		work += log->jobs[i].size * log->jobs[i].run_time;
	return work / machine_procs(log) / (fmax(weeks_of(log), 1) * SECONDS_PER_WEEK);
}

static void set_presence(const struct log *log, struct user *user)
{
	double inside = log->last_submit - log->first_submit - 2 * EDGE_WEEKS * SECONDS_PER_WEEK;
	double long_term = LONG_TERM_WEEKS * SECONDS_PER_WEEK;
	if (!is_short(log) && inside < long_term)
		long_term = inside;
	if (user->last - user->first > long_term)
		user->presence = LONG_TERM;
	else if (user->last - log->first_submit <= EDGE_WEEKS * SECONDS_PER_WEEK ||
		log->last_submit - user->first <= EDGE_WEEKS * SECONDS_PER_WEEK)
		user->presence = DISCARDED;
	else
		user->presence = TEMPORARY;
}

void read_clusters(struct log *log, const char *name)
{
	FILE *stream = fopen(name, "r");
	double number, class;
	if (stream == NULL)
		fail("%s: cannot be opened", name);
	while (fscanf(stream, "%lf %lf", &number, &class) == 2) {
		if (class < 1 || class > CLASSES)
			fail("%s: not a class: %g", name, class);
		for (size_t u = 0; u < log->user_count; u++)
			if (log->users[u].number == number) {
				log->users[u].class = (size_t) class - 1;
				log->classes = (size_t)fmax((double)log->classes, class);
			}
	}
	fclose(stream);
}

void count_sessions_of_users(struct log *log)
{
	for (size_t u = 0; u < log->user_count; u++) {
		struct user *user = &log->users[u];
		set_presence(log, user);
		for (size_t s = 0; s < log->session_count; s++)
			if (log->jobs[log->sessions[s].first].user == user->number)
				user->sessions++;
	}
}

const struct user *user_of(const struct log *log, double number)
{
	for (size_t u = 0; u < log->user_count; u++)
		if (log->users[u].number == number)
			return &log->users[u];
	fail("no user %g", number);
}

bool has_jobs(const struct log *log, enum kind kind)
{
	for (size_t i = 0; i < log->count; i++)
		if (log->jobs[i].kind == kind)
			return true;
	return false;
}

bool is_first_of_session(const struct log *log, const struct job *job)
{
	return &log->jobs[log->sessions[job->session].first] == job;
}

/* What a job was expected to use, in processor-seconds, or its size if nothing was expected. */
double expected_work(const struct log *log, const struct job *job)
{
	return log->has_estimates ? job->size * job->estimate : job->size;
}

/* Of what is given the expected work. */
double work_unit(const struct log *log)
{
	return log->has_estimates ? 60 : 1;
}
