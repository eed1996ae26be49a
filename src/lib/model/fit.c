/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/fit.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "classify/clusters.h"
#include "classify/components.h"
#include "model/fit-samples.h"
#include "model/generator.h"
#include "model/model.h"
#include "model/synthetic-user.h"
#include "swfcore/quantity.h"
#include "table/frame.h"

/*
 * A log is seen before anything is filled: swf_fit_see_work() collects samples of all variables of
 * sessions and jobs, user by user, and the functions see_...() those of the population. Then
 * samples become distributions, in an order that matters twice. Breaks between sessions are
 * measured in working time, which follows from the distributions of starts and classes. And the
 * load is that of workloads of the model, so it comes last.
 */

/* The classes of the users of a log: clusters, as swf-classify kmeans has them of users. */

enum { CLASSES = 4, RESTARTS = 100, SEED = 1 };

/* Fills the frame with the users for whom all the variables are known; `rows` gets the row of each
 * user, or SIZE_MAX. */
static int fill_frame(const struct swf_fit_work *work, const struct swf_variables *v,
	struct swf_frame *frame, size_t *rows)
{
	const size_t users = work->workload->users.count;
	frame->names = v->names;
	frame->columns = v->count;
	frame->cells = malloc((users * v->count + 1) * sizeof *frame->cells);
	if (frame->cells == NULL)
		return -1;
	for (size_t u = 0; u < users; u++) {
		double *row = frame->cells + frame->rows * v->count;
		bool known = true;
		for (size_t i = 0; i < v->count; i++) {
			size_t place = 0;
			while (strcmp(swf_features_user_variables[place], v->names[i]) != 0)
				place++;
			row[i] = work->features[u][place];
			known &= !isnan(row[i]);
		}
		rows[u] = known ? frame->rows++ : SIZE_MAX;
	}
	return 0;
}

/* Leaves out the variables that are the same for all. */
static void drop_constant(struct swf_variables *v, struct swf_frame *frame)
{
	const size_t columns = frame->columns;
	size_t kept = 0;
	for (size_t i = 0; i < columns; i++) {
		size_t same = 1;
		while (same < frame->rows && frame->cells[same * columns + i] == frame->cells[i])
			same++;
		if (same >= frame->rows)
			continue;
		for (size_t r = 0; r < frame->rows; r++)
			frame->cells[r * columns + kept] = frame->cells[r * columns + i];
		v->names[kept++] = v->names[i];
	}
	for (size_t r = 0; r < frame->rows; r++)
		memmove(frame->cells + r * kept, frame->cells + r * columns,
			kept * sizeof *frame->cells);
	frame->columns = kept;
}

/* Finds the clusters, or fewer where users are of fewer kinds. Sets their number, which is 1 if
 * there are none. Returns -1 when there is no memory. */
static int find_clusters(
	const struct swf_frame *frame, struct swf_clusters *clusters, size_t *count)
{
	struct swf_error error;
	*count = 1;
	for (size_t k = CLASSES; k > 1 && frame->columns > 0; k--) {
		const struct swf_clusters_options options = {.columns = frame->columns,
			.clusters = k,
			.restarts = RESTARTS,
			.seed = SEED};
		const int result = swf_clusters_find(frame, &options, clusters, &error);
		if (result < 0)
			return -1;
		if (result == 0) {
			*count = k;
			return 0;
		}
	}
	return 0;
}

/* Puts the users into classes, which the model gets, too; `classes` gets that of each user. Returns
 * 0, or -1 when there is no memory. */
static int class_users(const struct swf_fit_work *work, struct swf_model *model, size_t *classes)
{
	const size_t users = work->workload->users.count;
	size_t *rows = malloc((users + 1) * sizeof *rows);
	struct swf_variables v = {0};
	struct swf_frame frame = {0};
	struct swf_clusters clusters;
	swf_variables_choose(&v, SWF_USER_TABLE, true);
	if (rows == NULL || fill_frame(work, &v, &frame, rows) != 0) {
		free(rows);
		return -1;
	}
	drop_constant(&v, &frame);
	size_t count;
	const int result = find_clusters(&frame, &clusters, &count);
	for (size_t u = 0; u < users && result == 0; u++) {
		classes[u] = count > 1 && rows[u] != SIZE_MAX ? clusters.labels[rows[u]] : 0;
		work->counts->unclassed += rows[u] == SIZE_MAX;
	}
	if (count > 1)
		swf_clusters_clear(&clusters);
	free(frame.cells);
	free(rows);
	for (size_t i = 1; i <= count && result == 0; i++) {
		char name[24];
		snprintf(name, sizeof name, "%zu", i);
		if (swf_model_add_class(model, name) == SIZE_MAX)
			return -1;
	}
	return result;
}

static int fill_value(struct swf_model *model, enum swf_model_variable variable, double value)
{
	struct swf_histogram *h = swf_model_part(model, variable, 0, -INFINITY, INFINITY);
	return h != NULL ? swf_histogram_add(h, value, value, 1) : -1;
}

/* Adds what the model still lacks: the load of the log, and the factor of its users at which
 * workloads of this length, in s, have that load on average. Returns 0, or -1 with the error set.
 */
static int fit_load(const struct swf_fit_work *fit, double length, struct swf_model *model,
	struct swf_error *error)
{
	const struct swf_variable_of_model *v = &swf_model_variables[SWF_MODEL_POPULATION];
	const struct swf_generator_options options = {.procs = fit->options->procs,
		.length = length,
		.daily_cycle = true,
		.seed = 1,
		.replication = 1};
	struct swf_fit_counts *counts = fit->counts;
	counts->log_load = fit->work / (fit->options->procs * length);
	counts->population = 1;
	if (swf_model_guide(model) != 0)
		return swf_fail_memory(error);
	if (swf_generator_mean_load(model, &options, &counts->model_load, error) != 0)
		return -1;
	if (counts->log_load > 0 && counts->model_load > 0) {
		const double wanted = counts->log_load / counts->model_load;
		counts->population =
			fmin(fmax(floor(1000 * wanted + 0.5) / 1000, v->least), v->most);
	}
	return fill_value(model, SWF_MODEL_LOAD, counts->log_load) != 0 ||
			fill_value(model, SWF_MODEL_POPULATION, counts->population) != 0
		? swf_fail_memory(error)
		: 0;
}

/* Models of logs: the population, and what comes together. */

struct fit {
	struct swf_fit_work work;
	struct swf_model *model;
	struct swf_error *error;
	size_t *classes;      /* of the users */
	double begin, length; /* s, of the log */
};

static int out_of_memory(struct fit *fit)
{
	return swf_fail_memory(fit->error);
}

static int see(struct fit *fit, enum swf_model_variable variable, size_t class_, double value)
{
	return swf_fit_see(&fit->work.samples, variable, class_, 0, value) == 0
		? 0
		: out_of_memory(fit);
}

/* Local time in s since a Monday, 0:00. */
static double since_monday(const struct fit *fit, double time)
{
	const struct swf_calendar *calendar = fit->work.options->calendar;
	const double days_from_monday = swf_calendar_day(calendar, time) + 3;
	return days_from_monday * SWF_DAY + swf_calendar_local(calendar, time).second;
}

enum { WEEK_HALF_HOURS = 336 };

/* Adds a range to a variable that is not given anything. */
static int fill_range(struct fit *fit, enum swf_model_variable variable, size_t class_, double from,
	double to, double weight)
{
	struct swf_histogram *h = swf_model_part(fit->model, variable, class_, -INFINITY, INFINITY);
	return h != NULL && swf_histogram_add(h, from, to, weight) == 0 ? 0 : out_of_memory(fit);
}

/* The hours of the week at which sessions start, by the hour, but divided where daytime begins and
 * ends; and which classes the sessions of each class of users are of. */
static int see_starts(struct fit *fit)
{
	for (size_t i = 0; i < fit->work.count; i++) {
		const struct swf_fit_session *s = &fit->work.sessions[i];
		const struct swf_local_time local =
			swf_calendar_local(fit->work.options->calendar, s->start);
		const double hours = local.weekday * 24 + local.second / SWF_HOUR;
		if (see(fit, SWF_MODEL_START, s->class_, floor(2 * hours) / 2) != 0 ||
			see(fit, SWF_MODEL_SESSION_CLASS, fit->classes[s->user], s->class_) != 0)
			return -1;
	}
	return 0;
}

static int fill_starts(struct fit *fit)
{
	for (size_t c = 0; c < SWF_SESSION_CLASSES; c++) {
		struct swf_fit_sample *s = &fit->work.samples.of[SWF_MODEL_START][c];
		double halves[WEEK_HALF_HOURS] = {0};
		for (size_t i = 0; i < s->count; i++)
			halves[(size_t)(2 * s->ranges[0].values[i])]++;
		for (size_t h = 0, step; h < WEEK_HALF_HOURS; h += step) {
			const size_t hour = h / 2 % 24;
			step = hour == 7 || hour == 17 ? 1 : 2;
			const double weight = halves[h] + (step == 2 ? halves[h + 1] : 0);
			if (weight > 0 &&
				fill_range(fit, SWF_MODEL_START, c, (double)h / 2,
					(double)(h + step) / 2, weight) != 0)
				return -1;
		}
	}
	return 0;
}

static int fill(struct fit *fit, enum swf_model_variable variable)
{
	return swf_fit_fill(fit->model, &fit->work.samples, variable) == 0 ? 0 : out_of_memory(fit);
}

/* How many users there are and come. Users are counted who come in weeks in which even the shortest
 * stay is not taken for one that the edge of the log has cut. */
static int see_population(struct fit *fit, enum swf_user_class *kinds)
{
	const struct swf_users *users = &fit->work.workload->users;
	struct swf_user_class_rule rule = fit->work.options->rule;
	const bool all = fit->length < 2 * rule.edge + SWF_WEEK;
	const double edge = all ? 0 : rule.edge;
	/* in a short log those are long-term users who are there between its edges */
	if (!all)
		rule.long_term = fmin(rule.long_term, fit->length - 2 * edge);
	const size_t weeks = (size_t)floor((fit->length - 2 * edge) / SWF_WEEK) + all;
	double long_term[SWF_MODEL_CLASSES_MOST] = {0};
	double(*arrivals)[SWF_MODEL_CLASSES_MOST] = calloc(weeks, sizeof *arrivals);
	int result = arrivals != NULL ? 0 : out_of_memory(fit);
	for (size_t u = 0; u < users->count && result == 0; u++) {
		const struct swf_user *user = &users->users[u];
		const size_t k = fit->classes[u];
		const double week = floor((user->first - fit->begin - edge) / SWF_WEEK);
		kinds[u] = swf_user_class(users, user, &rule);
		if (kinds[u] == SWF_USER_DISCARDED && all)
			kinds[u] = SWF_USER_TEMPORARY;
		fit->work.counts->discarded += kinds[u] == SWF_USER_DISCARDED;
		if (kinds[u] == SWF_USER_LONG_TERM) {
			long_term[k]++;
			result = see(fit, SWF_MODEL_PRESENCE, k, user->last - user->first);
		}
		if (kinds[u] != SWF_USER_TEMPORARY)
			continue;
		if (week >= 0 && week < (double)weeks)
			arrivals[(size_t)week][k]++;
		result = see(fit, SWF_MODEL_TENURE, k, user->last - user->first);
	}
	for (size_t k = 0; k < fit->model->classes && result == 0; k++) {
		result = see(fit, SWF_MODEL_LONG_TERM, k, long_term[k]);
		for (size_t w = 0; w < weeks && result == 0; w++)
			result = see(fit, SWF_MODEL_ARRIVALS, k, arrivals[w][k]);
	}
	free(arrivals);
	return result;
}

/* Sees the breaks of a user with these sessions, in working time, as multiples of the time
 * that the user has for each session. */
static int see_breaks(struct fit *fit, const struct swf_synthetic_users *all,
	const struct swf_fit_session *sessions, size_t count)
{
	const size_t k = fit->classes[sessions->user];
	const struct swf_working_time *clock = &all->classes[k].clock;
	const double gap = fit->work.rule.gap + 1;
	const double presence = sessions[count - 1].last - sessions->start;
	const double spacing = presence / SWF_WEEK / fmax(1, (double)count - 1);
	int result =
		swf_fit_see(&fit->work.samples, SWF_MODEL_SESSIONS, k, presence, (double)count);
	for (size_t i = 0; i + 1 < count && result == 0; i++) {
		const double last = since_monday(fit, sessions[i].last) + gap,
			     next = since_monday(fit, sessions[i + 1].start);
		const double pause =
			swf_working_time_at(clock, next) - swf_working_time_at(clock, last);
		/* to 10^-9, so that breaks that are equal but for rounding are equal */
		const double rounded = floor(fmax(0, pause / spacing) * 1e9 + 0.5) / 1e9;
		result = swf_fit_see(&fit->work.samples, SWF_MODEL_BREAK, 0, spacing, rounded);
	}
	return result == 0 ? 0 : out_of_memory(fit);
}

static int see_all_breaks(struct fit *fit, const enum swf_user_class *kinds)
{
	const struct swf_fit_session *sessions = fit->work.sessions;
	struct swf_synthetic_users *all = malloc(sizeof *all);
	int result = all != NULL ? 0 : out_of_memory(fit);
	if (result == 0)
		swf_synthetic_users_set(all, fit->model, fit->work.options->procs, true);
	for (size_t i = 0, end; i < fit->work.count && result == 0; i = end) {
		const size_t user = sessions[i].user;
		for (end = i; end < fit->work.count && sessions[end].user == user; end++)
			continue;
		if (kinds[user] != SWF_USER_DISCARDED)
			result = see_breaks(fit, all, sessions + i, end - i);
	}
	/* a class of discarded users has nobody who works */
	for (size_t k = 0; k < fit->model->classes && result == 0; k++)
		if (fit->work.samples.of[SWF_MODEL_SESSIONS][k].count == 0)
			result = see(fit, SWF_MODEL_SESSIONS, k, 1);
	free(all);
	return result;
}

/* Whether a class of sessions has jobs. */
static bool is_used(const struct fit *fit, size_t class_)
{
	return fit->work.samples.of[SWF_MODEL_SIZE][class_].count > 0 ||
		fit->work.samples.of[SWF_MODEL_NEXT_SIZE][class_].count > 0;
}

/* What was not seen of a class of sessions, since it never came to it: a value that is never used.
 */
static int see_at_least(
	struct fit *fit, enum swf_model_variable variable, size_t class_, double value)
{
	const bool missing =
		is_used(fit, class_) && fit->work.samples.of[variable][class_].count == 0;
	return missing ? see(fit, variable, class_, value) : 0;
}

/* Where there is nothing of a class but jobs that were awaited, or that are not the first of a
 * session, they stand for the others. */
static int see_instead(struct fit *fit, enum swf_model_variable usual,
	enum swf_model_variable other, size_t class_)
{
	return swf_fit_see_instead(&fit->work.samples, usual, other, class_) == 0
		? 0
		: out_of_memory(fit);
}

static int see_what_is_missing(struct fit *fit)
{
	int result = 0;
	if (fit->work.samples.of[SWF_MODEL_BREAK][0].count == 0)
		result = see(fit, SWF_MODEL_BREAK, 0, 1);
	for (size_t c = 0; c < SWF_SESSION_CLASSES && result == 0; c++)
		if (see_at_least(fit, SWF_MODEL_INTER_ARRIVAL, c, 0) != 0 ||
			see_at_least(fit, SWF_MODEL_THINK_TIME, c, 0) != 0 ||
			see_at_least(fit, SWF_MODEL_JOBS_AWAITED, c, 1) != 0 ||
			see_at_least(fit, SWF_MODEL_APPLICATION, c, SWF_MODEL_NEW) != 0 ||
			see_at_least(fit, SWF_MODEL_NEXT_APPLICATION, c, SWF_MODEL_NEW) != 0 ||
			see_at_least(fit, SWF_MODEL_NEXT_CLASS, c, (double)c) != 0 ||
			see_instead(fit, SWF_MODEL_SIZE, SWF_MODEL_NEXT_SIZE, c) != 0 ||
			see_instead(fit, SWF_MODEL_ESTIMATE, SWF_MODEL_NEXT_ESTIMATE, c) != 0 ||
			see_instead(fit, SWF_MODEL_ACCURACY, SWF_MODEL_ACCURACY_AWAITED, c) != 0 ||
			see_instead(fit, SWF_MODEL_RUN_TIME, SWF_MODEL_RUN_TIME_AWAITED, c) != 0)
			result = -1;
	return result;
}

/* The probabilities of a class of sessions. */
static int fill_probabilities(struct fit *fit, size_t class_)
{
	const struct swf_fit_repeats *repeats = &fit->work.repeats[class_];
	const struct swf_fit_pairs *jobs = fit->work.jobs[class_];
	const double persistence = swf_fit_persistence(&jobs[0]),
		     awaited = swf_fit_persistence(&jobs[1]);
	const double batches = swf_fit_persistence(&fit->work.batches[class_]);
	const double repeat = repeats->again > 0 ? repeats->as_long / repeats->again : 0;
	return fill_range(fit, SWF_MODEL_REPEAT, class_, repeat, repeat, 1) != 0 ||
			fill_range(fit, SWF_MODEL_BATCHES_PERSISTENCE, class_, batches, batches,
				1) != 0 ||
			fill_range(fit, SWF_MODEL_JOBS_PERSISTENCE, class_, persistence,
				persistence, 1) != 0
		? -1
		: fill_range(fit, SWF_MODEL_JOBS_AWAITED_PERSISTENCE, class_, awaited, awaited, 1);
}

static int fill_work(struct fit *fit)
{
	static const enum swf_model_variable variables[] = {SWF_MODEL_AWAITED_1, SWF_MODEL_JOBS,
		SWF_MODEL_JOBS_AWAITED, SWF_MODEL_AWAITED_2, SWF_MODEL_AWAITED_5,
		SWF_MODEL_AWAITED_17, SWF_MODEL_ACCURACY, SWF_MODEL_ACCURACY_AWAITED,
		SWF_MODEL_NEXT_APPLICATION, SWF_MODEL_INTER_ARRIVAL, SWF_MODEL_THINK_TIME,
		SWF_MODEL_APPLICATION, SWF_MODEL_NEXT_CLASS, SWF_MODEL_SIZE, SWF_MODEL_ESTIMATE,
		SWF_MODEL_NEXT_SIZE, SWF_MODEL_NEXT_ESTIMATE, SWF_MODEL_RUN_TIME,
		SWF_MODEL_RUN_TIME_AWAITED};
	for (size_t i = 0; i < sizeof variables / sizeof *variables; i++)
		if (fill(fit, variables[i]) != 0)
			return -1;
	for (size_t c = 0; c < SWF_SESSION_CLASSES; c++)
		if (is_used(fit, c) && fill_probabilities(fit, c) != 0)
			return -1;
	return 0;
}

static int fit_all(struct fit *fit, enum swf_user_class *kinds)
{
	const struct swf_fit_work *work = &fit->work;
	const double most_weeks = swf_model_variables[SWF_MODEL_WEEKS].most;
	if (fit->length > most_weeks * SWF_WEEK)
		return swf_fail(fit->error,
			"the log is %.0f weeks long, more than the %.0f of a model: is a submit "
			"time wrong?",
			floor(fit->length / SWF_WEEK), most_weeks);
	if (swf_fit_see_work(&fit->work) != 0 || class_users(work, fit->model, fit->classes) != 0)
		return out_of_memory(fit);
	if (see(fit, SWF_MODEL_PROCS, 0, work->options->procs) != 0 ||
		see(fit, SWF_MODEL_WEEKS, 0, fmax(1, fit->length / SWF_WEEK)) != 0 ||
		see(fit, SWF_MODEL_SESSION_BY, 0, work->rule.by) != 0 ||
		see(fit, SWF_MODEL_SESSION_GAP, 0, work->rule.gap) != 0 ||
		see(fit, SWF_MODEL_BATCHES_PLAN, 0, SWF_MODEL_PLAN_ADJUSTED) != 0 ||
		see_starts(fit) != 0 || see_population(fit, kinds) != 0)
		return -1;
	for (int v = SWF_MODEL_PROCS; v <= SWF_MODEL_SESSION_CLASS; v++)
		if (v != SWF_MODEL_BREAK && v != SWF_MODEL_SESSIONS &&
			fill(fit, (enum swf_model_variable)v) != 0)
			return -1;
	/* breaks are in working time, which follows from what there is now */
	if (fill_starts(fit) != 0 || see_all_breaks(fit, kinds) != 0 ||
		see_what_is_missing(fit) != 0)
		return -1;
	return fill(fit, SWF_MODEL_BREAK) != 0 || fill(fit, SWF_MODEL_SESSIONS) != 0 ||
			fill_work(fit) != 0
		? -1
		: fit_load(work, fmax(SWF_WEEK, fit->length), fit->model, fit->error);
}

int swf_fit_model(const struct swf_workload *workload, const struct swf_fit_options *options,
	struct swf_model *model, struct swf_fit_counts *counts, struct swf_error *error)
{
	const size_t users = workload->users.count;
	struct fit fit = {.work = {.workload = workload,
				  .options = options,
				  .rule = swf_session_default_rule,
				  .counts = counts},
		.model = model,
		.error = error,
		.begin = workload->users.first,
		.length = workload->users.last - workload->users.first};
	int result = -1;
	*counts = (struct swf_fit_counts){0};
	fit.classes = calloc(users + 1, sizeof *fit.classes);
	fit.work.features = calloc(users + 1, sizeof *fit.work.features);
	enum swf_user_class *kinds = calloc(users + 1, sizeof *kinds);
	if (users == 0)
		swf_fail(error, "no job has a user");
	else if (fit.classes == NULL || fit.work.features == NULL || kinds == NULL)
		out_of_memory(&fit);
	else
		result = fit_all(&fit, kinds);
	free(kinds);
	free(fit.classes);
	free(fit.work.features);
	free(fit.work.sessions);
	swf_fit_samples_clear(&fit.work.samples);
	return result;
}
