/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/synthetic-user.h"

#include <math.h>

#include "model/model.h"
#include "shake/shake.h"
#include "swfcore/quantity.h"

/*
 * Between calls, a user's next job has its submit time, and is known to begin a session or a batch
 * or not. What it runs is drawn when it is asked for, and with it how many jobs follow in the batch
 * and whether another batch does. All numbers of a user come from the user's own generator, job by
 * job, so that users do not change each other.
 */

/* Of two numbers, neither of which is NaN; fmin and fmax are calls. */
static inline double lesser(double a, double b)
{
	return a < b ? a : b;
}

static inline double greater(double a, double b)
{
	return a > b ? a : b;
}

static const double CELL = SWF_WEEK / SWF_WORKING_TIME_CELLS; /* s */

void swf_working_time_add(
	double cells[SWF_WORKING_TIME_CELLS], const struct swf_histogram *hours, double factor)
{
	const double total = hours->ranges[hours->count - 1].until, width = CELL / SWF_HOUR;
	for (size_t i = 0; i < hours->count; i++) {
		const struct swf_histogram_range *r = &hours->ranges[i];
		const double weight = factor * swf_histogram_weight(hours, i) / total;
		size_t cell = (size_t)(r->from / width);
		cell = cell < SWF_WORKING_TIME_CELLS ? cell : SWF_WORKING_TIME_CELLS - 1;
		if (r->from == r->to)
			cells[cell] += weight;
		for (double from = r->from; from < r->to; cell++) {
			const double to = fmin(r->to, (double)(cell + 1) * width);
			cells[cell] += weight * (to - from) / (r->to - r->from);
			from = to;
		}
	}
}

size_t swf_working_time_cell(double time)
{
	const double second = time - floor(time / SWF_WEEK) * SWF_WEEK;
	const size_t cell = (size_t)(second / CELL);
	return cell < SWF_WORKING_TIME_CELLS ? cell : SWF_WORKING_TIME_CELLS - 1;
}

/* The cell in which so much of a week of working time has passed, which is not before `cell`. */
static size_t cell_reached(const struct swf_working_time *clock, size_t cell, double part)
{
	while (cell < SWF_WORKING_TIME_CELLS - 1 && clock->until[cell + 1] <= part)
		cell++;
	return cell;
}

void swf_working_time_set(
	struct swf_working_time *clock, const double cells[SWF_WORKING_TIME_CELLS])
{
	double total = 0, sum = 0;
	for (size_t i = 0; i < SWF_WORKING_TIME_CELLS; i++)
		total += cells[i];
	for (size_t i = 0; i < SWF_WORKING_TIME_CELLS; i++) {
		clock->until[i] = sum / total;
		sum += cells[i];
	}
	clock->until[SWF_WORKING_TIME_CELLS] = 1;
	size_t cell = 0;
	for (size_t i = 0; i <= SWF_WORKING_TIME_PARTS; i++) {
		cell = cell_reached(clock, cell, (double)i / SWF_WORKING_TIME_PARTS);
		clock->guide[i] = (uint16_t)cell;
	}
}

double swf_working_time_at(const struct swf_working_time *clock, double time)
{
	const double week = floor(time / SWF_WEEK);
	const size_t cell = swf_working_time_cell(time);
	const double part = (time - week * SWF_WEEK) / CELL - (double)cell;
	return week + clock->until[cell] + part * (clock->until[cell + 1] - clock->until[cell]);
}

double swf_working_time_reached(const struct swf_working_time *clock, double weeks)
{
	const double week = floor(weeks), rest = weeks - week;
	const size_t guide = clock->guide[(size_t)(rest * SWF_WORKING_TIME_PARTS)];
	const size_t cell = cell_reached(clock, guide, rest);
	const double part =
		(rest - clock->until[cell]) / (clock->until[cell + 1] - clock->until[cell]);
	return week * SWF_WEEK + ((double)cell + part) * CELL;
}

double swf_working_time_next(const struct swf_working_time *clock, double time)
{
	double begin = floor(time / CELL) * CELL;
	size_t cell = swf_working_time_cell(time);
	while (clock->until[cell + 1] <= clock->until[cell]) {
		begin += CELL;
		cell = (cell + 1) % SWF_WORKING_TIME_CELLS;
	}
	return greater(time, begin);
}

/* Two runs of an application are alike if they differ by no more than this. */
static const double ALIKE = 0.05;

/* Puts an application into the user's memory. */
static struct swf_application *remember(
	struct swf_synthetic_user *user, struct swf_application application)
{
	struct swf_synthetic_memory *m = swf_synthetic_memory_of(user, application.class_);
	struct swf_application *place =
		&m->applications[m->applications_count++ % SWF_MODEL_MEMORY];
	*place = application;
	return place;
}

/* An application that the user has not run before, as far as remembered; one that is remembered
 * must be there if it lends its size or its estimate. */
static struct swf_application *new_application(struct swf_synthetic_user *user,
	enum swf_session_class class_, enum swf_model_application which, int64_t *executables)
{
	const struct swf_synthetic_memory *m = swf_synthetic_memory_of(user, class_);
	const bool first = user->starts_session;
	struct swf_application a = {.executable = ++*executables,
		.class_ = class_,
		.estimate = SWF_UNKNOWN,
		.run_times = {-1, -1}};
	const struct swf_application *other = which == SWF_MODEL_NEW
		? NULL
		: &m->applications[swf_synthetic_recall(user, m->applications_count, 0)];
	a.size = which == SWF_MODEL_NEW_ESTIMATE
		? other->size
		: (int32_t)swf_histogram_draw_whole(
			  swf_synthetic_found_or(user, first ? SWF_MODEL_SIZE : SWF_MODEL_NEXT_SIZE,
				  SWF_MODEL_SIZE, class_, 0),
			  swf_synthetic_number(user));
	const struct swf_histogram *estimates =
		swf_synthetic_found_or(user, first ? SWF_MODEL_ESTIMATE : SWF_MODEL_NEXT_ESTIMATE,
			SWF_MODEL_ESTIMATE, class_, a.size);
	if (which == SWF_MODEL_NEW_SIZE)
		a.estimate = other->estimate;
	else if (estimates != NULL)
		a.estimate = swf_histogram_draw_whole(estimates, swf_synthetic_number(user));
	a.procs = swf_scale_procs(a.size, user->all->size_factor, user->all->procs);
	return remember(user, a);
}

/* The application of the first job of a session. A new one gets the number after `executables`. */
static struct swf_application *application_first(
	struct swf_synthetic_user *user, int64_t *executables)
{
	const enum swf_session_class c = user->session_class;
	const struct swf_synthetic_memory *m = swf_synthetic_memory_of(user, c);
	const uint32_t count = m->applications_count;
	const enum swf_model_application which = count == 0
		? SWF_MODEL_NEW
		: (enum swf_model_application)swf_synthetic_draw_whole(user, SWF_MODEL_APPLICATION);
	if (which >= SWF_MODEL_NEW_ESTIMATE)
		return new_application(user, c, which, executables);
	const bool other = which == SWF_MODEL_EARLIER && count > 1;
	return remember(user,
		m->applications[other ? swf_synthetic_recall(user, count, 1)
				      : (count - 1) % SWF_MODEL_MEMORY]);
}

/* That of another job of the session. It may be batch work in an interactive session, or the other
 * way round. */
static struct swf_application *application_next(
	struct swf_synthetic_user *user, int64_t *executables)
{
	if (user->next_application == NULL)
		user->next_application = swf_synthetic_found(user, SWF_MODEL_NEXT_APPLICATION,
			user->session_class, user->application->size);
	const enum swf_model_application which =
		(enum swf_model_application)swf_histogram_draw_whole(
			user->next_application, swf_synthetic_number(user));
	if (which == SWF_MODEL_LAST)
		return user->application;
	user->next_application = NULL;
	const enum swf_session_class c =
		(enum swf_session_class)swf_synthetic_draw_whole(user, SWF_MODEL_NEXT_CLASS);
	struct swf_synthetic_memory *m = swf_synthetic_memory_of(user, c);
	if (m->applications_count == 0)
		return new_application(user, c, SWF_MODEL_NEW, executables);
	if (which == SWF_MODEL_EARLIER)
		return &m->applications[swf_synthetic_recall(user, m->applications_count, 0)];
	return new_application(user, c, which, executables);
}

/* What the run times of an application are drawn from, as parts of its estimate if it has one. */
static const struct swf_histogram *find_run_times(
	const struct swf_synthetic_user *user, const struct swf_application *a, bool awaited)
{
	const bool estimated = a->estimate > 0;
	const enum swf_model_variable usual = estimated ? SWF_MODEL_ACCURACY : SWF_MODEL_RUN_TIME;
	const enum swf_model_variable of_awaited =
		estimated ? SWF_MODEL_ACCURACY_AWAITED : SWF_MODEL_RUN_TIME_AWAITED;
	return swf_synthetic_found_or(user, awaited ? of_awaited : usual, usual, a->class_,
		swf_application_expected_work(a));
}

/* How long a job of an application runs, in whole s. */
static double application_draw_run_time(
	struct swf_synthetic_user *user, struct swf_application *a, bool awaited)
{
	const bool estimated = a->estimate > 0;
	const double last = a->run_times[awaited];
	const double repeat = swf_model_value(user->all->model, SWF_MODEL_REPEAT, a->class_);
	if (last >= 0 && swf_synthetic_number(user) < repeat) {
		/* a job that ended at its estimate does so again; one that outran it may do that
		 * again */
		if (last == a->estimate)
			return last;
		const double factor = 1 - ALIKE + 2 * ALIKE * swf_synthetic_number(user);
		const double run_time = floor(last * factor + 0.5);
		return estimated && last < a->estimate ? lesser(run_time, a->estimate) : run_time;
	}
	if (a->drawn_from[awaited] == NULL)
		a->drawn_from[awaited] = find_run_times(user, a, awaited);
	double from;
	const double drawn =
		swf_histogram_draw_in(a->drawn_from[awaited], swf_synthetic_number(user), &from);
	const double run_time = floor((estimated ? drawn * a->estimate : drawn) + 0.5);
	/* a job that ran is not rounded to one that did not */
	return from > 0 ? greater(1, run_time) : run_time;
}

/* The share of batches that are awaited, of those of all estimates. */
static double share_of_all(const struct swf_model_parts *awaited)
{
	double yes = 0, all = 0;
	for (size_t i = 0; i < awaited->count; i++) {
		const struct swf_histogram *h = &awaited->parts[i].histogram;
		const double weight = h->ranges[h->count - 1].until;
		yes += weight * swf_histogram_mean(h);
		all += weight;
	}
	return yes / all;
}

static void add_starts(struct swf_synthetic_users *all, enum swf_session_class class_,
	const struct swf_histogram *hours)
{
	double cells[SWF_WORKING_TIME_CELLS] = {0};
	swf_working_time_add(cells, hours, 1);
	for (size_t i = 0; i < SWF_WORKING_TIME_CELLS; i++)
		all->starts[i][class_] = cells[i];
}

void swf_synthetic_users_set(struct swf_synthetic_users *all, const struct swf_model *model,
	int32_t procs, bool daily_cycle)
{
	*all = (struct swf_synthetic_users){.model = model,
		.rule = swf_model_session_rule(model),
		.daily_cycle = daily_cycle,
		.adjusts_plans = swf_model_value_or(model, SWF_MODEL_BATCHES_PLAN,
					 SWF_MODEL_PLAN_KEPT) == SWF_MODEL_PLAN_ADJUSTED,
		.procs = procs,
		.size_factor = procs / swf_model_value(model, SWF_MODEL_PROCS, 0)};
	for (size_t c = 0; c < SWF_SESSION_CLASSES; c++) {
		const struct swf_histogram *hours = swf_model_find(model, SWF_MODEL_START, c, 0);
		if (hours != NULL)
			add_starts(all, (enum swf_session_class)c, hours);
		for (int v = SWF_MODEL_AWAITED_1; v <= SWF_MODEL_AWAITED_17; v++)
			all->awaited[v][c] = share_of_all(&model->parts[v][c]);
	}
	for (size_t k = 0; k < model->classes; k++) {
		const struct swf_histogram *mix =
			swf_model_find(model, SWF_MODEL_SESSION_CLASS, k, 0);
		struct swf_synthetic_class *class_ = &all->classes[k];
		double cells[SWF_WORKING_TIME_CELLS] = {0};
		for (size_t i = 0; i < mix->count; i++)
			class_->mix[(size_t)mix->ranges[i].from] += swf_histogram_weight(mix, i);
		for (size_t i = 0; i < SWF_WORKING_TIME_CELLS; i++)
			for (size_t c = 0; c < SWF_SESSION_CLASSES; c++)
				cells[i] += daily_cycle ? class_->mix[c] * all->starts[i][c] : 1;
		swf_working_time_set(&class_->clock, cells);
	}
}

/* The class of a session that starts at a time: drawn from the user's mix, as far as sessions of
 * each class start at it. */
static enum swf_session_class class_of_session(struct swf_synthetic_user *user, double time)
{
	const struct swf_synthetic_users *all = user->all;
	const double *mix = all->classes[user->class_].mix;
	const size_t cell = swf_working_time_cell(time);
	double weights[SWF_SESSION_CLASSES], total = 0, sum = 0;
	int last = 0;
	for (int c = 0; c < SWF_SESSION_CLASSES; c++) {
		weights[c] = mix[c] * (all->daily_cycle ? all->starts[cell][c] : 1);
		total += weights[c];
	}
	const double x = swf_synthetic_number(user) * total;
	for (int c = 0; c < SWF_SESSION_CLASSES && x >= sum; c++) {
		sum += weights[c];
		if (weights[c] > 0)
			last = c;
	}
	return (enum swf_session_class)last;
}

/* With this probability the count of a batch or session that the user remembers, else 0. */
static double remembered_count(
	struct swf_synthetic_user *user, const struct swf_synthetic_past *past, double probability)
{
	if (past->count == 0 || swf_synthetic_number(user) >= probability)
		return 0;
	return past->counts[swf_synthetic_recall(user, past->count, 0)];
}

/* How many jobs there are in a batch that the user waits for, or in the last one of a session. */
static double jobs_of_batch(struct swf_synthetic_user *user, const struct swf_application *first)
{
	const struct swf_model *model = user->all->model;
	const enum swf_session_class c = user->session_class;
	const double work = swf_application_expected_work(first);
	struct swf_synthetic_past *past = &swf_synthetic_memory_of(user, c)->jobs[user->awaited];
	double jobs = remembered_count(user, past,
		swf_model_value(model,
			user->awaited ? SWF_MODEL_JOBS_AWAITED_PERSISTENCE
				      : SWF_MODEL_JOBS_PERSISTENCE,
			c));
	if (jobs == 0)
		jobs = swf_histogram_draw_whole(
			swf_synthetic_found(user,
				user->awaited ? SWF_MODEL_JOBS_AWAITED : SWF_MODEL_JOBS, c, work),
			swf_synthetic_number(user));
	swf_synthetic_keep_count(past, jobs);
	return jobs;
}

/* Whether another batch follows. The plan decides, corrected by the estimate: over all plans,
 * batches of an estimate are awaited as often as the model says. */
static bool is_awaited_by_plan(struct swf_synthetic_user *user, enum swf_model_variable variable,
	const struct swf_histogram *awaited)
{
	const bool goes_on = user->batches < user->planned;
	if (!user->all->adjusts_plans)
		return goes_on;
	const double mean = user->all->awaited[variable][user->session_class];
	const double share = swf_histogram_mean(awaited), x = swf_synthetic_number(user);
	return share <= mean ? goes_on && x * mean < share
			     : goes_on || x * (1 - mean) < share - mean;
}

/* Whether the user waits for the end of a batch, to submit another. */
static bool is_awaited(struct swf_synthetic_user *user, const struct swf_application *first)
{
	const struct swf_histogram *awaited = NULL;
	/* where no session was so long, it is as in shorter ones */
	int v = (int)swf_model_awaited(user->batches) + 1;
	while (awaited == NULL)
		awaited = swf_synthetic_found(user, (enum swf_model_variable)-- v,
			user->session_class, swf_application_expected_time(first));
	if (user->planned > 0)
		return is_awaited_by_plan(user, (enum swf_model_variable)v, awaited);
	if (user->batches == SWF_SYNTHETIC_BATCHES_MOST)
		return false;
	return swf_histogram_draw_whole(awaited, swf_synthetic_number(user)) > 0;
}

/* Begins a batch with a job: whether it is awaited, and how many jobs there are besides this one.
 */
static void start_batch(struct swf_synthetic_user *user, const struct swf_application *first)
{
	const enum swf_session_class c = user->session_class;
	struct swf_synthetic_past *past = &swf_synthetic_memory_of(user, c)->batches;
	if (user->batches++ == 0)
		user->planned = remembered_count(user, past,
			swf_model_value(user->all->model, SWF_MODEL_BATCHES_PERSISTENCE, c));
	user->awaited = is_awaited(user, first);
	user->jobs = jobs_of_batch(user, first) - 1;
	/* a plan is remembered as it was, or it would grow or shrink from session to session */
	if (!user->awaited)
		swf_synthetic_keep_count(past, user->planned > 0 ? user->planned : user->batches);
}

/* Begins a session at a time. Returns whether that is in time. */
static bool start_session(struct swf_synthetic_user *user, double time)
{
	user->submit = floor(time);
	user->session_class = class_of_session(user, user->submit);
	user->starts_session = user->starts_batch = true;
	user->next_application = NULL;
	user->latest_end = -INFINITY;
	user->batches = 0;
	return time <= SWF_TIME_MAX;
}

/* When a session is over that ends at a time: that is known when the gap has passed. */
static bool start_next_session(struct swf_synthetic_user *user)
{
	const struct swf_session_rule *rule = &user->all->rule;
	const struct swf_working_time *clock = &user->all->classes[user->class_].clock;
	const double over =
		(rule->by == SWF_BY_ARRIVAL ? user->submit : user->latest_end) + rule->gap + 1;
	const double pause =
		user->spacing * swf_histogram_draw(user->breaks, swf_synthetic_number(user));
	const double weeks = swf_working_time_at(clock, over) + pause;
	/* rounding must not bring it back */
	const double start =
		swf_working_time_next(clock, greater(swf_working_time_reached(clock, weeks), over));
	if (start <= user->end)
		return start_session(user, start);
	if (isinf(user->away))
		return false;
	const double back = swf_working_time_next(clock, fmax(user->end + user->away, over));
	user->end += user->away + user->presence;
	return start_session(user, back);
}

/* Finds when the next job comes, and what is left behind it. */
static bool find_next(struct swf_synthetic_user *user)
{
	const struct swf_session_rule *rule = &user->all->rule;
	if (user->jobs == 0 && !user->awaited)
		return start_next_session(user);
	/* neither in the batch nor behind it may the user be away until a session ends */
	const double latest =
		(rule->by == SWF_BY_ARRIVAL ? user->submit : user->latest_end) + rule->gap;
	double submit = user->submit;
	if (user->jobs > 0) {
		submit += swf_synthetic_draw(user, SWF_MODEL_INTER_ARRIVAL);
		user->jobs--;
	} else {
		submit = greater(submit, user->latest_end) +
			swf_synthetic_draw(user, SWF_MODEL_THINK_TIME);
		user->starts_batch = true;
	}
	user->submit = floor(lesser(submit, latest));
	return user->submit <= SWF_TIME_MAX;
}

bool swf_synthetic_user_next(
	struct swf_synthetic_user *user, int64_t *executables, struct swf_synthetic_job *job)
{
	struct swf_application *a = user->application = user->starts_session
		? application_first(user, executables)
		: application_next(user, executables);
	if (user->starts_batch)
		start_batch(user, a);
	const bool awaited = user->awaited;
	const double run_time = application_draw_run_time(user, a, awaited);
	a->run_times[awaited] = run_time;
	*job = (struct swf_synthetic_job){
		.application = a, .submit = user->submit, .run_time = run_time};
	user->starts_session = user->starts_batch = false;
	user->latest_end = greater(user->latest_end, user->submit + run_time);
	return find_next(user);
}

/* How much of the pause in which a time falls is left: longer pauses are hit more often. */
static double rest_of_pause(struct swf_synthetic_user *user)
{
	const double most = swf_histogram_most(user->breaks);
	double pause = swf_histogram_draw(user->breaks, swf_synthetic_number(user));
	while (swf_synthetic_number(user) * most > pause)
		pause = swf_histogram_draw(user->breaks, swf_synthetic_number(user));
	return user->spacing * pause * swf_synthetic_number(user);
}

/* Draws how often a user works while there; one session takes no time. */
static void draw_pace(struct swf_synthetic_user *user)
{
	const double sessions = swf_histogram_draw_whole(
		swf_synthetic_found(user, SWF_MODEL_SESSIONS, user->class_, user->presence),
		swf_synthetic_number(user));
	user->spacing = user->presence / SWF_WEEK / fmax(1, sessions - 1);
	user->breaks = swf_synthetic_found(user, SWF_MODEL_BREAK, 0, user->spacing);
	if (sessions == 1)
		user->presence = 0;
}

/* The user comes and goes with the period of the model's length, in whole weeks, and begins at a
 * random place in it. */
void swf_synthetic_user_start_long_term(struct swf_synthetic_user *user)
{
	const struct swf_working_time *clock = &user->all->classes[user->class_].clock;
	const double weeks = ceil(swf_model_value(user->all->model, SWF_MODEL_WEEKS, 0));
	user->presence = fmin(weeks * SWF_WEEK,
		swf_histogram_draw(swf_synthetic_found(user, SWF_MODEL_PRESENCE, user->class_, 0),
			swf_synthetic_number(user)));
	draw_pace(user);
	user->away = weeks * SWF_WEEK - user->presence;
	const double place = weeks * swf_synthetic_number(user),
		     rest = user->presence - place * SWF_WEEK;
	const bool there = rest > 0;
	const double time =
		swf_working_time_reached(clock, there ? rest_of_pause(user) : weeks - place);
	user->end = there ? rest : time + user->presence;
	start_session(user, time);
}

void swf_synthetic_user_start_temporary(struct swf_synthetic_user *user, double week)
{
	const struct swf_working_time *clock = &user->all->classes[user->class_].clock;
	user->presence =
		swf_histogram_draw(swf_synthetic_found(user, SWF_MODEL_TENURE, user->class_, 0),
			swf_synthetic_number(user));
	user->away = INFINITY;
	draw_pace(user);
	const double time = swf_working_time_reached(clock, week + swf_synthetic_number(user));
	user->end = time + user->presence;
	start_session(user, time);
}
