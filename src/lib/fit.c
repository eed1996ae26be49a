/* Models of logs: the population, and what comes together. */
#include "swfcore/fit.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fit-samples.h"
#include "swfcore/clusters.h"
#include "swfcore/frame.h"
#include "swfcore/quantity.h"
#include "swfcore/stats.h"
#include "swfcore/variables.h"
#include "synthetic-user.h"

/* As swf-classify kmeans has them of users. */
enum { CLASSES = 4, RESTARTS = 100, SEED = 1 };

struct fit {
	struct fit_work work;
	struct swf_model *model;
	struct swf_error *error;
	size_t *classes;      /* of the users */
	double begin, length; /* s, of the log */
};

static int out_of_memory(struct fit *fit)
{
	return swf_fail(fit->error, "out of memory");
}

static int see(struct fit *fit, enum swf_model_variable variable, size_t class_, double value)
{
	return swf_fit_see(&fit->work.samples, variable, class_, 0, value) == 0
		? 0
		: out_of_memory(fit);
}

/* Whether a column of the frame has more than one value. */
static bool varies(const struct swf_frame *frame, size_t column)
{
	for (size_t r = 1; r < frame->rows; r++)
		if (swf_frame_row(frame, r)[column] != swf_frame_row(frame, 0)[column])
			return true;
	return false;
}

/* A frame of the users for whom all the variables of clusters are known, those variables being left
 * out that are the same for all; `rows` gets the row of each user, or SIZE_MAX. */
static int users_frame(const struct fit *fit, struct swf_frame *frame, size_t *rows)
{
	const size_t users = fit->work.workload->users.index.count;
	struct swf_variables v = {0};
	swf_variables_choose(&v, SWF_USER_TABLE, true);
	double *cells = malloc((users * v.count + 1) * sizeof *cells);
	if (cells == NULL)
		return -1;
	*frame = (struct swf_frame){.cells = cells, .columns = v.count};
	for (size_t u = 0; u < users; u++) {
		bool known = true;
		double *row = cells + frame->rows * v.count;
		for (size_t i = 0; i < v.count; i++) {
			size_t place = 0;
			while (strcmp(swf_user_variables[place], v.names[i]) != 0)
				place++;
			row[i] = fit->work.features[u][place];
			known &= !isnan(row[i]);
		}
		rows[u] = known ? frame->rows++ : SIZE_MAX;
	}
	size_t kept = 0;
	for (size_t i = 0; i < v.count; i++) {
		if (!varies(frame, i))
			continue;
		for (size_t r = 0; r < frame->rows; r++)
			cells[r * v.count + kept] = cells[r * v.count + i];
		kept++;
	}
	for (size_t r = 0; r < frame->rows; r++)
		memmove(cells + r * kept, cells + r * v.count, kept * sizeof *cells);
	frame->columns = kept;
	frame->names = swf_user_variables; /* for messages alone */
	return 0;
}

/* Puts the users into clusters; fewer, where there are not so many kinds of them. */
static int class_users(struct fit *fit)
{
	const size_t users = fit->work.workload->users.index.count;
	size_t *rows = malloc((users + 1) * sizeof *rows);
	struct swf_frame frame = {0};
	struct swf_clusters clusters;
	struct swf_error none;
	if (rows == NULL || users_frame(fit, &frame, rows) != 0) {
		free(rows);
		return out_of_memory(fit);
	}
	size_t k = frame.columns > 0 ? CLASSES : 1;
	for (; k > 1; k--) {
		const struct swf_clusters_options options = {.columns = frame.columns,
			.clusters = k,
			.restarts = RESTARTS,
			.seed = SEED};
		if (swf_clusters_find(&frame, &options, &clusters, &none) == 0)
			break;
	}
	for (size_t u = 0; u < users; u++) {
		fit->classes[u] = k > 1 && rows[u] != SIZE_MAX ? clusters.labels[rows[u]] : 0;
		fit->work.counts->unclassed += rows[u] == SIZE_MAX;
	}
	if (k > 1)
		swf_clusters_free(&clusters);
	free(frame.cells);
	free(rows);
	int result = 0;
	for (size_t i = 0; i < k && result == 0; i++) {
		char name[24];
		snprintf(name, sizeof name, "%zu", i + 1);
		if (swf_model_add_class(fit->model, name) == SIZE_MAX)
			result = out_of_memory(fit);
	}
	return result;
}

/* Local time in s since a Monday, 0:00. */
static double since_monday(const struct fit *fit, double time)
{
	const struct swf_calendar *calendar = fit->work.options->calendar;
	const double days_from_monday = swf_calendar_day(calendar, time) + 3;
	return days_from_monday * SWF_DAY + swf_calendar_local(calendar, time).second;
}

/* The hours of the week at which sessions start, by the hour, but divided where daytime begins and
 * ends; and which classes the sessions of each class of users are of. */
static int see_starts(struct fit *fit)
{
	for (size_t i = 0; i < fit->work.count; i++) {
		const struct fit_session *s = &fit->work.sessions[i];
		const double hours = fmod(since_monday(fit, s->start), SWF_WEEK) / SWF_HOUR;
		if (see(fit, SWF_MODEL_START, s->class_, floor(2 * hours) / 2) != 0 ||
			see(fit, SWF_MODEL_SESSION_CLASS, fit->classes[s->user], s->class_) != 0)
			return -1;
	}
	return 0;
}

static int fill_starts(struct fit *fit)
{
	for (size_t c = 0; c < SWF_SESSION_CLASSES; c++) {
		struct fit_sample *s = &fit->work.samples.of[SWF_MODEL_START][c];
		double halves[336] = {0};
		for (size_t i = 0; i < s->count; i++)
			halves[(size_t)(2 * s->pairs[i][1])]++;
		for (size_t h = 0; h < 336; h += 2) {
			const size_t hour = h / 2 % 24;
			struct swf_histogram *part = s->count == 0
				? NULL
				: swf_model_part(
					  fit->model, SWF_MODEL_START, c, -INFINITY, INFINITY);
			const double from = (double)h / 2;
			if (s->count == 0)
				break;
			if (part == NULL)
				return out_of_memory(fit);
			const bool divided = hour == 7 || hour == 17;
			const double weights[2] = {divided ? halves[h] : halves[h] + halves[h + 1],
				divided ? halves[h + 1] : 0};
			const double width = divided ? 0.5 : 1;
			for (int i = 0; i < 2; i++)
				if (weights[i] > 0 &&
					swf_histogram_add(part, from + i * width,
						from + (i + 1) * width, weights[i]) != 0)
					return out_of_memory(fit);
		}
	}
	return 0;
}

static int fill(struct fit *fit, enum swf_model_variable variable, double unit)
{
	return swf_fit_fill(fit->model, &fit->work.samples, variable, unit) == 0
		? 0
		: out_of_memory(fit);
}

/* How many users there are and come. Users are counted who come in weeks in which even the shortest
 * stay is not taken for one that the edge of the log has cut. */
static int see_population(struct fit *fit, enum swf_user_class *kinds)
{
	const struct swf_users *users = &fit->work.workload->users;
	const struct swf_user_class_rule *rule = &fit->work.options->rule;
	const bool all = fit->length < 2 * rule->edge + SWF_WEEK;
	const double edge = all ? 0 : rule->edge;
	const size_t weeks = (size_t)fmax(1, floor((fit->length - 2 * edge) / SWF_WEEK));
	double long_term[SWF_MODEL_CLASSES_MOST] = {0};
	double(*arrivals)[SWF_MODEL_CLASSES_MOST] = calloc(weeks, sizeof *arrivals);
	int result = arrivals != NULL ? 0 : out_of_memory(fit);
	for (size_t u = 0; u < users->index.count && result == 0; u++) {
		const struct swf_user *user = &users->users[u];
		const size_t k = fit->classes[u];
		const double week = floor((user->first - fit->begin - edge) / SWF_WEEK);
		kinds[u] = swf_user_class(users, user, rule);
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
 * that he has for each session. */
static int see_breaks(struct fit *fit, const struct synthetic_users *all,
	const struct fit_session *sessions, size_t count, double *breaks)
{
	const size_t k = fit->classes[sessions->user];
	const struct working_time *clock = &all->classes[k].clock;
	const double gap = fit->work.rule.gap + 1;
	size_t n = 0;
	for (size_t i = 0; i + 1 < count; i++)
		breaks[n++] = swf_working_time_at(clock, since_monday(fit, sessions[i + 1].start)) -
			swf_working_time_at(clock, since_monday(fit, sessions[i].last) + gap);
	const double presence = sessions[count - 1].last - sessions->start;
	const double spacing = presence / SWF_WEEK / fmax(1, (double)n);
	int result =
		swf_fit_see(&fit->work.samples, SWF_MODEL_SESSIONS, k, presence, (double)count);
	for (size_t i = 0; i < n && result == 0; i++)
		result = swf_fit_see(&fit->work.samples, SWF_MODEL_BREAK, 0, spacing,
			fmax(0, breaks[i] / spacing));
	return result == 0 ? 0 : out_of_memory(fit);
}

static int see_all_breaks(struct fit *fit, const enum swf_user_class *kinds)
{
	const struct fit_session *sessions = fit->work.sessions;
	struct synthetic_users *all = malloc(sizeof *all);
	double *breaks = malloc((fit->work.count + 1) * sizeof *breaks);
	int result = all != NULL && breaks != NULL ? 0 : out_of_memory(fit);
	if (result == 0)
		swf_synthetic_users_set(all, fit->model, fit->work.options->procs, true);
	for (size_t i = 0, end; i < fit->work.count && result == 0; i = end) {
		const size_t user = sessions[i].user;
		for (end = i; end < fit->work.count && sessions[end].user == user; end++)
			continue;
		if (kinds[user] != SWF_USER_DISCARDED)
			result = see_breaks(fit, all, sessions + i, end - i, breaks);
	}
	free(all);
	free(breaks);
	return result;
}

/* What is seen so rarely that there may be nothing of it, but is never used then: a value for a
 * class of sessions that has others. */
static int see_at_least(struct fit *fit, enum swf_model_variable variable, double value)
{
	struct fit_samples *samples = &fit->work.samples;
	for (size_t c = 0; c < SWF_SESSION_CLASSES; c++)
		if (samples->of[SWF_MODEL_SIZE][c].count > 0 &&
			samples->of[variable][c].count == 0 && see(fit, variable, c, value) != 0)
			return -1;
	return 0;
}

static int see_own_class(struct fit *fit)
{
	struct fit_samples *samples = &fit->work.samples;
	for (size_t c = 0; c < SWF_SESSION_CLASSES; c++)
		if (samples->of[SWF_MODEL_SIZE][c].count > 0 &&
			samples->of[SWF_MODEL_NEXT_CLASS][c].count == 0 &&
			see(fit, SWF_MODEL_NEXT_CLASS, c, (double)c) != 0)
			return -1;
	return 0;
}

/* Where all jobs were awaited, they stand for those that are not. */
static int see_awaited(
	struct fit *fit, enum swf_model_variable usual, enum swf_model_variable awaited)
{
	for (size_t c = 0; c < SWF_SESSION_CLASSES; c++) {
		const struct fit_sample *s = &fit->work.samples.of[awaited][c];
		if (fit->work.samples.of[usual][c].count > 0)
			continue;
		for (size_t i = 0; i < s->count; i++)
			if (swf_fit_see(&fit->work.samples, usual, c, s->pairs[i][0],
				    s->pairs[i][1]) != 0)
				return out_of_memory(fit);
	}
	return 0;
}

static int fill_value(
	struct fit *fit, enum swf_model_variable variable, size_t class_, double value)
{
	struct swf_histogram *h = swf_model_part(fit->model, variable, class_, -INFINITY, INFINITY);
	return h != NULL && swf_histogram_add(h, value, value, 1) == 0 ? 0 : out_of_memory(fit);
}

static int fill_persistence(struct fit *fit)
{
	for (size_t c = 0; c < SWF_SESSION_CLASSES; c++)
		if (fit->work.samples.of[SWF_MODEL_SIZE][c].count > 0 &&
			(fill_value(fit, SWF_MODEL_JOBS_PERSISTENCE, c,
				 swf_fit_persistence(&fit->work.jobs[c][0])) != 0 ||
				fill_value(fit, SWF_MODEL_JOBS_AWAITED_PERSISTENCE, c,
					swf_fit_persistence(&fit->work.jobs[c][1])) != 0))
			return -1;
	return 0;
}

/* The share of the jobs that ran as long as the one before. */
static int fill_repeat(struct fit *fit)
{
	for (size_t c = 0; c < SWF_SESSION_CLASSES; c++) {
		const struct fit_sample *s = &fit->work.samples.of[SWF_MODEL_REPEAT][c];
		double repeats = 0;
		for (size_t i = 0; i < s->count; i++)
			repeats += s->pairs[i][1];
		if (s->count == 0)
			continue;
		if (fill_value(fit, SWF_MODEL_REPEAT, c, repeats / (double)s->count) != 0)
			return -1;
	}
	return 0;
}

static int fill_work(struct fit *fit)
{
	static const enum swf_model_variable variables[] = {SWF_MODEL_JOBS, SWF_MODEL_JOBS_AWAITED,
		SWF_MODEL_INTER_ARRIVAL, SWF_MODEL_THINK_TIME, SWF_MODEL_APPLICATION,
		SWF_MODEL_NEXT_APPLICATION, SWF_MODEL_NEXT_CLASS, SWF_MODEL_SIZE,
		SWF_MODEL_ESTIMATE, SWF_MODEL_RUN_TIME, SWF_MODEL_RUN_TIME_AWAITED};
	if (see_at_least(fit, SWF_MODEL_INTER_ARRIVAL, 0) != 0 ||
		see_at_least(fit, SWF_MODEL_THINK_TIME, 0) != 0 ||
		see_at_least(fit, SWF_MODEL_JOBS_AWAITED, 1) != 0 ||
		see_at_least(fit, SWF_MODEL_APPLICATION, SWF_MODEL_NEW) != 0 ||
		see_at_least(fit, SWF_MODEL_NEXT_APPLICATION, SWF_MODEL_NEW) != 0 ||
		see_at_least(fit, SWF_MODEL_REPEAT, 0) != 0 || see_own_class(fit) != 0 ||
		see_awaited(fit, SWF_MODEL_ACCURACY, SWF_MODEL_ACCURACY_AWAITED) != 0 ||
		see_awaited(fit, SWF_MODEL_RUN_TIME, SWF_MODEL_RUN_TIME_AWAITED) != 0)
		return -1;
	for (size_t i = 0; i < sizeof variables / sizeof *variables; i++)
		if (fill(fit, variables[i], 1) != 0)
			return -1;
	/* estimates are a minute, 4 minutes, 16 minutes and so on */
	for (int v = SWF_MODEL_AWAITED_1; v <= SWF_MODEL_AWAITED_17; v++)
		if (fill(fit, (enum swf_model_variable)v, 60) != 0)
			return -1;
	return fill(fit, SWF_MODEL_ACCURACY, 60) != 0 ||
			fill(fit, SWF_MODEL_ACCURACY_AWAITED, 60) != 0 || fill_repeat(fit) != 0 ||
			fill_persistence(fit) != 0
		? -1
		: 0;
}

static int fit_all(struct fit *fit, enum swf_user_class *kinds)
{
	const struct fit_work *work = &fit->work;
	if (swf_fit_see_work(&fit->work) != 0)
		return out_of_memory(fit);
	if (see(fit, SWF_MODEL_PROCS, 0, work->options->procs) != 0 ||
		see(fit, SWF_MODEL_WEEKS, 0, fmax(1, fit->length / SWF_WEEK)) != 0 ||
		see(fit, SWF_MODEL_SESSION_BY, 0, work->rule.by) != 0 ||
		see(fit, SWF_MODEL_SESSION_GAP, 0, work->rule.gap) != 0 || class_users(fit) != 0 ||
		see_starts(fit) != 0 || see_population(fit, kinds) != 0)
		return -1;
	for (int v = SWF_MODEL_PROCS; v <= SWF_MODEL_SESSION_CLASS; v++)
		if (v != SWF_MODEL_BREAK && v != SWF_MODEL_SESSIONS &&
			fill(fit, (enum swf_model_variable)v, 1) != 0)
			return -1;
	/* breaks are in working time, which follows from what there is now */
	if (fill_starts(fit) != 0 || see_all_breaks(fit, kinds) != 0)
		return -1;
	return fill(fit, SWF_MODEL_BREAK, 1.0 / 1024) != 0 ||
			fill(fit, SWF_MODEL_SESSIONS, SWF_DAY) != 0
		? -1
		: fill_work(fit);
}

int swf_model_fit(const struct swf_workload *workload, const struct swf_fit_options *options,
	struct swf_model *model, struct swf_fit_counts *counts, struct swf_error *error)
{
	const size_t users = workload->users.index.count;
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
	swf_fit_samples_free(&fit.work.samples);
	return result;
}
