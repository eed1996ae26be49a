/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Cycles of backfilling. Only those are made that might start something.
 *
 * Between calls the plan is what the last cycle made of the jobs before `place`: each has started,
 * has its reservation, or gets none. Until `quiet` a new cycle would make the same of them, as long
 * as nothing starts, ends, changes its priority or joins the queue before `place`; all of these set
 * `quiet` to -INFINITY. The times that bound it are those at which a decision may turn: the next
 * expected end, a planned start, the age at which a job may have a reservation, and the end of the
 * window or of a job's run time reaching another reservation. A cycle before `quiet` only extends
 * the window and goes on with the jobs that have joined behind.
 *
 * When something has started or ended, the plan is made anew, but for searches that would come to
 * the same (trials.h).
 *
 * A real cycle tests all jobs. Here it ends at the last candidate, the last job of the queue that
 * could start now on nodes without a reservation. That changes nothing that can be seen: tests only
 * take nodes away, so no job behind the candidate starts, and reservations of such jobs would only
 * keep back jobs behind them. The candidate is looked for from the end of the queue, and again only
 * when its nodes are gone.
 */
#include "slurm/model/daemon.h"

#include <stdlib.h>

#include "slurm/model/node-sets.h"
#include "slurm/model/preemption.h"

int swf_slurm_backfill_init(struct swf_slurm_backfill *backfill, const struct swf_slurm_conf *conf)
{
	*backfill = (struct swf_slurm_backfill){.quiet = -INFINITY};
	backfill->unreserved = calloc(conf->words, sizeof *backfill->unreserved);
	backfill->found = calloc(conf->words, sizeof *backfill->found);
	backfill->candidates = calloc(conf->words, sizeof *backfill->candidates);
	return backfill->unreserved == NULL || backfill->found == NULL ||
			backfill->candidates == NULL
		? -1
		: 0;
}

void swf_slurm_backfill_clear(struct swf_slurm_backfill *backfill)
{
	swf_slurm_reservations_clear(&backfill->reservations);
	swf_slurm_backfill_counts_clear(&backfill->counts);
	swf_slurm_outlooks_clear(&backfill->outlooks);
	free(backfill->unreserved);
	free(backfill->found);
	free(backfill->candidates);
}

/* How the test of a job went. */
enum step { FAILED = -1, NEXT, STOP };

static const double year = 365.0 * 24 * 3600;

/* s, for which nodes are reserved. */
static double planned_time(const struct swf_slurm_daemon *s, const struct swf_slurm_job *job)
{
	const double longest = swf_slurm_daemon_partition(s, job)->max_time;
	return fmin(job->limit, longest == INFINITY ? year : longest);
}

static void make_set(const struct swf_slurm_daemon *s,
	const struct swf_slurm_allocation *allocation, uint64_t *set)
{
	memset(set, 0, s->conf->words * sizeof *set);
	for (size_t i = 0; i < allocation->count; i++)
		swf_slurm_node_sets_put(set, allocation->shares[i].node);
}

/* Reserves the nodes of a running job up to its end, if it has them for itself. */
static enum step reserve_running(struct swf_slurm_daemon *s, const struct swf_slurm_job *job)
{
	const struct swf_slurm_loops *loops = &s->conf->loops;
	struct swf_slurm_backfill *plan = &s->backfill;
	if (!swf_slurm_daemon_partition(s, job)->whole_nodes ||
		plan->reservations.made >= loops->bf_node_space_size)
		return NEXT;
	make_set(s, &job->allocation, plan->found);
	const double step = loops->bf_resolution;
	const double end = swf_slurm_daemon_round(s, job->allocation.end, step);
	/* from its end on, and with each step from then on, a new plan has it end later */
	plan->quiet = fmin(
		plan->quiet, fmax(end, swf_slurm_daemon_round(s, s->machine->now, step) + step));
	return swf_slurm_reservations_add(&plan->reservations, -INFINITY, end, plan->found) == 0
		? NEXT
		: FAILED;
}

/* Reserves the nodes that were found, if the job may have a reservation. */
static enum step reserve_found(struct swf_slurm_daemon *s, struct swf_slurm_job *job, double start)
{
	const struct swf_slurm_loops *loops = &s->conf->loops;
	struct swf_slurm_backfill *plan = &s->backfill;
	if (!loops->assoc_limit_stop && swf_slurm_usage_limits_hold(s->limits) &&
		!swf_slurm_usage_limits_allow_reservation(
			s->limits, job, swf_slurm_node_sets_count(plan->found, s->conf->words)))
		return NEXT;
	if ((s->site->associations->qos[job->who.qos].flags & SWF_SLURM_QOS_NO_RESERVE) != 0)
		return NEXT;
	if (loops->bf_job_part_count_reserve > 0) {
		const int full = swf_slurm_backfill_counts_full(&plan->counts, s->conf, job);
		if (full != 0)
			return full < 0 ? FAILED : NEXT;
		swf_slurm_backfill_counts_reserve(&plan->counts, job);
	}
	if (plan->reservations.made >= loops->bf_node_space_size)
		return STOP;
	const double step = loops->bf_resolution;
	const double begin = swf_slurm_daemon_round(s, start, step);
	const double end = swf_slurm_daemon_round(s, start + planned_time(s, job), step);
	const double window_end = swf_slurm_reservations_end(&plan->reservations);
	const double edge = begin < window_end ? end : begin;
	/* once the window reaches this edge, stretches are cut there, where none is cut now */
	if (edge >= window_end)
		plan->cut = fmin(plan->cut, edge + step - loops->bf_window);
	plan->quiet = fmin(fmin(plan->quiet, start), plan->cut);
	return swf_slurm_reservations_add(&plan->reservations, begin, end, plan->found) == 0
		? NEXT
		: FAILED;
}

/* A search for a place. */
struct search {
	struct swf_slurm_job *job;
	double length; /* s, that it is planned to run */
	bool only_now;
	bool counted; /* nodes enough were free of reservations at some time */
	double shown; /* s: until then it fits nowhere, whichever of its nodes it were given */
	struct swf_slurm_trial *trial; /* of the job: what is found, and its grounds */
};

/* The next time worth a look after one (s) from which on nodes are free up to `later`, and leave no
 * place: INFINITY for none. They may lack what it takes whichever of them are chosen. */
static double next_place(
	const struct swf_slurm_daemon *s, struct search *search, double at, double later, bool lack)
{
	const struct swf_slurm_job *job = search->job;
	if (later == INFINITY || search->only_now)
		return INFINITY;
	/* before that, too few nodes are free in some stretch */
	const double next = swf_slurm_reservations_room(&s->backfill.reservations, later,
		search->length, job->who.partition,
		search->counted ? job->least_nodes : job->request.min_nodes);
	if (at <= search->shown && lack)
		search->shown = next < INFINITY ? next : later;
	return next;
}

/* The outlook of a job that runs from start to end (s), without the nodes that the site reserves
 * then: they are the same for all jobs that are tested. NULL when there is no memory. */
static struct swf_slurm_outlook *look_out(
	struct swf_slurm_daemon *s, const struct swf_slurm_job *job, double start, double end)
{
	struct swf_slurm_backfill *plan = &s->backfill;
	bool made;
	struct swf_slurm_outlook *outlook = swf_slurm_outlooks_find(
		&plan->outlooks, &plan->reservations, s->nodes, start, end, job->nodes, &made);
	if (outlook != NULL && made)
		swf_slurm_daemon_keep_unreserved(s, job, start, end, outlook->nodes);
	return outlook;
}

/* What a job finds now holds until its run time reaches another reservation of its nodes. */
static void bound_quiet(struct swf_slurm_daemon *s, const struct search *search, double later,
	const uint64_t *nodes)
{
	struct swf_slurm_backfill *plan = &s->backfill;
	const double same = swf_slurm_reservations_same_before(
		&plan->reservations, s->machine->now + search->length, later, nodes);
	plan->quiet = fmin(plan->quiet, same - search->length);
}

/* Whether no reservation has one of the nodes that were found by a look from `at` on, in the steps
 * of the plan. From `at` to its end the outlook has only free ones. */
static bool is_free(
	const struct swf_slurm_daemon *s, const struct search *search, double at, double start)
{
	const struct swf_slurm_backfill *plan = &s->backfill;
	const double step = s->conf->loops.bf_resolution;
	const double begin = swf_slurm_daemon_round(s, start, step);
	const double end = swf_slurm_daemon_round(s, start + search->length, step);
	return (start == at && begin == at) ||
		!swf_slurm_reservations_overlap(&plan->reservations, begin, end, plan->found);
}

/* Preempts for a job that does not fit now on these nodes: 1 if that will make room, 0 or -1. As
 * in Slurm it has its nodes reserved then, and starts in a later cycle. */
static int preempt(
	struct swf_slurm_daemon *s, const struct swf_slurm_job *job, const uint64_t *nodes)
{
	const int fits = swf_slurm_preemption_fits(s, job, nodes, s->backfill.found);
	if (fits != 1)
		return fits;
	if (swf_slurm_preempt(s, job, nodes) < 0)
		return -1;
	swf_slurm_outlooks_forget(&s->backfill.outlooks);
	/* the main loop comes once they are gone */
	if (s->main_loop.asked == INFINITY)
		s->main_loop.asked = s->machine->now + 1;
	return 1;
}

/* From 24.11 on Slurm plans a job that has its nodes for itself at once on nodes whose jobs share
 * cores, though it cannot start there: 1, 0 or -1. */
static int plan_beside(
	struct swf_slurm_daemon *s, const struct swf_slurm_job *job, const uint64_t *nodes)
{
	if (s->conf->release < SWF_SLURM_24_11 || !s->conf->shares_cores ||
		!job->request.whole_nodes)
		return 0;
	if (swf_slurm_nodes_begin_without(s->nodes) != 0)
		return -1;
	for (size_t i = 0; i < s->jobs.count; i++) {
		struct swf_slurm_job *other = s->jobs.list[i];
		if (swf_slurm_job_list_runs(other) && other->allocation.shares_cores)
			swf_slurm_nodes_without(s->nodes, &other->allocation);
	}
	return swf_slurm_nodes_fit_without(s->nodes, &job->request, nodes, s->backfill.found);
}

/* Starts a job now on these nodes, or makes room for it. Whether that settles its test, with the
 * step; else whether a limit holds it back. */
static bool start_now(struct swf_slurm_daemon *s, struct search *search, const uint64_t *nodes,
	enum step *step, bool *limited)
{
	struct swf_slurm_job *job = search->job;
	const enum swf_slurm_outcome outcome = swf_slurm_daemon_start(s, job, nodes, false);
	*step = NEXT;
	*limited = outcome == SWF_SLURM_LIMIT;
	if (outcome == SWF_SLURM_STARTED) {
		swf_slurm_outlooks_forget(&s->backfill.outlooks);
		*step = reserve_running(s, job);
		return true;
	}
	int room = outcome == SWF_SLURM_FAILED ? -1 : 0;
	if (outcome == SWF_SLURM_BUSY && (room = preempt(s, job, nodes)) == 0)
		room = plan_beside(s, job, nodes);
	if (room < 0)
		*step = FAILED;
	search->trial->found = room == 1 && !search->only_now;
	search->trial->start = s->machine->now;
	return room != 0 || search->only_now || (*limited && !s->conf->loops.assoc_limit_stop);
}

/* When and where a job fits by the expected ends of what runs, from `at` on: 1; 0 for nowhere
 * before `later`; -1 when there is no memory. */
static int find_start(struct swf_slurm_daemon *s, const struct search *search,
	struct swf_slurm_outlook *outlook, double at, double later, bool limited,
	struct swf_slurm_expected *expected)
{
	const double now = s->machine->now;
	struct swf_slurm_backfill *plan = &s->backfill;
	const int found = swf_slurm_nodes_when(s->nodes, &search->job->request, outlook->nodes,
		&outlook->holdings, now, later, expected);
	if (found < 0)
		return -1;
	const struct swf_slurm_answer_id *answer = expected->answer;
	swf_slurm_grounds_add(&search->trial->grounds, *answer);
	/* as Slurm does, which does not know when a limit will allow more */
	if (limited && expected->start <= now)
		expected->start = later < INFINITY ? later : now + 500;
	/* a start of that kind, or after a job that is overdue, moves with time */
	const bool moves = limited || (answer->end > -INFINITY && answer->end <= now);
	if (found == 1)
		plan->quiet = fmin(plan->quiet, moves ? now : fmax(expected->start, at));
	return found;
}

/* Starts a job, or finds when and where it can start.
 *
 * It cannot start before `at`. The outlook has those nodes that it may have and no
 * reservation covers while it would run from `at` on, and no more of them become free of
 * reservations before `later`. Up to then only the expected ends of running jobs count, which
 * swf_slurm_nodes_when goes through. If they leave no place, the next `at` is `later` or beyond. */
static enum step search_from(struct swf_slurm_daemon *s, struct search *search, double at)
{
	const struct swf_slurm_conf *conf = s->conf;
	struct swf_slurm_job *job = search->job;
	const double now = s->machine->now, length = search->length;
	struct swf_slurm_backfill *plan = &s->backfill;
	struct swf_slurm_expected expected = {
		.start = at, .found = plan->found, .answer = &search->trial->answer};
	bool asked = false;
	for (; at < INFINITY; at = expected.start) {
		const double later = swf_slurm_reservations_opening(
			&plan->reservations, at, at + length, job->nodes);
		struct swf_slurm_outlook *outlook = look_out(s, job, at, at + length);
		if (outlook == NULL)
			return FAILED;
		if (at == now)
			bound_quiet(s, search, later, outlook->nodes);
		int found = 0;
		expected.lack = !search->counted &&
			!swf_slurm_node_sets_reach(
				outlook->nodes, conf->words, job->request.min_nodes);
		if (!expected.lack) {
			enum step step;
			bool limited = false;
			search->counted = true;
			if (at == now && start_now(s, search, outlook->nodes, &step, &limited))
				return step;
			/* what it may preempt is not in its way later either */
			const int away = asked
				? expected.without
				: swf_slurm_preemption_take_away(s, job, s->all_nodes);
			asked = true;
			expected.without = away == 1;
			found = away < 0
				? -1
				: find_start(s, search, outlook, at, later, limited, &expected);
			if (found < 0)
				return FAILED;
		}
		const double start = expected.start = fmax(expected.start, at);
		if (found == 0 || start > later) {
			expected.start =
				next_place(s, search, at, later, found == 0 && expected.lack);
		} else if (start > now + conf->loops.bf_window) {
			plan->quiet = fmin(plan->quiet, start - conf->loops.bf_window);
			return NEXT;
		} else if (start <= now || is_free(s, search, at, start)) {
			search->trial->found = true;
			search->trial->start = start;
			return NEXT;
		}
	}
	return NEXT;
}

/* The first time at which a search has to look. Up to `shown` it need not, where no more nodes
 * become free of reservations before. */
static double first_place(const struct swf_slurm_daemon *s, const struct search *search)
{
	const struct swf_slurm_reservations *reserved = &s->backfill.reservations;
	const struct swf_slurm_job *job = search->job;
	double at = s->machine->now;
	/* one that its limits hold back is tried now, which tells what becomes of it */
	if (at >= search->shown || search->only_now || job->held)
		return at;
	while (at < search->shown) {
		const double later = swf_slurm_reservations_opening(
			reserved, at, at + search->length, job->nodes);
		if (later > search->shown)
			break;
		at = swf_slurm_reservations_room(
			reserved, later, search->length, job->who.partition, job->least_nodes);
	}
	return at;
}

/* Whether a job counts as tested by the times that its search leaves out, at which it fits nowhere:
 * at one of them nodes enough are free of reservations. 0, or -1 when there is no memory. */
static int count_before(struct swf_slurm_daemon *s, struct search *search, double first)
{
	const struct swf_slurm_job *job = search->job;
	double at = s->machine->now;
	while (at < first) {
		const double end = at + search->length;
		const double later = swf_slurm_reservations_opening(
			&s->backfill.reservations, at, end, job->nodes);
		const struct swf_slurm_outlook *outlook = look_out(s, job, at, end);
		if (outlook == NULL)
			return -1;
		if (at == s->machine->now)
			bound_quiet(s, search, later, outlook->nodes);
		if (swf_slurm_node_sets_reach(
			    outlook->nodes, s->conf->words, job->request.min_nodes)) {
			search->counted = true;
			break;
		}
		at = next_place(s, search, at, later, true);
	}
	return 0;
}

/* Whether a job's trial is kept. What limits of associations, reservations of the site, running
 * jobs that have their nodes reserved, and preemption do to a search is not among its grounds. */
static bool keeps_trials(const struct swf_slurm_daemon *s, const struct swf_slurm_job *job)
{
	return !swf_slurm_usage_limits_hold(s->limits) && s->machine->now > s->reserved_end &&
		!s->conf->loops.bf_running_job_reserve && !swf_slurm_preemption_is_possible(s, job);
}

/* Whether a search for a place would come to the same as the job's last one. */
static bool is_known(const struct swf_slurm_daemon *s, const struct swf_slurm_job *job)
{
	const struct swf_slurm_trial *trial = &job->trial;
	return trial->known && trial->reserved == s->backfill.reservations.told &&
		swf_slurm_grounds_hold(s->nodes, &trial->grounds, s->machine->now) &&
		(!trial->found || swf_slurm_nodes_found(s->nodes, trial->answer) != NULL) &&
		keeps_trials(s, job);
}

/* Searches for a place for a job, with what is known of where it does not fit, and sets its trial.
 */
static enum step try_places(struct swf_slurm_daemon *s, struct swf_slurm_job *job, bool only_now,
	const struct swf_slurm_misfit *known)
{
	struct swf_slurm_backfill *plan = &s->backfill;
	const double now = s->machine->now, quiet = plan->quiet;
	const double shown = known != NULL ? known->until : -INFINITY;
	const uint64_t reserved = plan->reservations.told, starts = s->starts;
	struct swf_slurm_trial *const trial = &job->trial;
	struct swf_slurm_grounds *const grounds = &trial->grounds;
	struct search search = {.job = job,
		.length = planned_time(s, job),
		.only_now = only_now,
		.shown = shown,
		.trial = trial};
	trial->found = false;
	grounds->until = INFINITY;
	grounds->count = 0;
	const double first = first_place(s, &search);
	if (search.shown < now)
		search.shown = now;
	plan->quiet = INFINITY;
	const enum step step = search_from(s, &search, first);
	/* whether it counts as tested may depend on the times that were left out */
	if (step == NEXT && !search.counted && first > now && count_before(s, &search, first) != 0)
		return FAILED;
	const bool shows = search.shown > fmax(shown, now);
	if (known != NULL && (first > now || shows))
		swf_slurm_grounds_join(grounds, &known->grounds);
	if (first > now)
		grounds->until = fmin(grounds->until, first);
	if (trial->found)
		grounds->until = fmin(grounds->until, trial->start);
	grounds->until = fmin(grounds->until, fmin(plan->quiet, plan->cut));
	trial->known = keeps_trials(s, job) && s->starts == starts && !only_now;
	trial->counts = search.counted;
	trial->shown = shows ? search.shown : -INFINITY;
	trial->quiet = plan->quiet;
	trial->reserved = reserved;
	plan->quiet = quiet;
	return step;
}

/* Tests a job that nothing but its nodes may hold back: starts it, or reserves them. */
static enum step find_place(struct swf_slurm_daemon *s, struct swf_slurm_job *job, bool only_now)
{
	struct swf_slurm_backfill *plan = &s->backfill;
	struct swf_slurm_trial *trial = &job->trial;
	const double length = planned_time(s, job);
	/* where it does not fit it may preempt others */
	const struct swf_slurm_misfit *known = swf_slurm_preemption_is_possible(s, job)
		? NULL
		: swf_slurm_misfits_find(&plan->misfits, job, length);
	enum step step = NEXT;
	if (only_now || !is_known(s, job))
		step = try_places(s, job, only_now, known);
	else if (trial->found)
		swf_slurm_node_sets_copy(plan->found,
			swf_slurm_nodes_found(s->nodes, trial->answer), s->conf->words);
	if (step == FAILED)
		return FAILED;
	plan->searched += trial->counts;
	plan->quiet = fmin(plan->quiet, trial->quiet);
	if (trial->shown > (known != NULL ? fmax(known->until, s->machine->now) : s->machine->now))
		swf_slurm_misfits_add(&plan->misfits, job, length, trial->shown, &trial->grounds);
	if (trial->found)
		step = reserve_found(s, job, trial->start);
	/* beyond the window nothing overlaps, within it something may */
	trial->grounds.until = fmin(trial->grounds.until, plan->cut);
	return step;
}

static enum step test_job(struct swf_slurm_daemon *s, struct swf_slurm_job *job)
{
	const struct swf_slurm_loops *loops = &s->conf->loops;
	struct swf_slurm_backfill *plan = &s->backfill;
	if (plan->searched >= loops->bf_max_job_test)
		return STOP;
	if (job->reserved != NULL) /* the main loop starts it */
		return NEXT;
	swf_slurm_daemon_hold(s, job, !swf_slurm_usage_limits_allow(s->limits, job));
	if (job->held && !loops->assoc_limit_stop)
		return NEXT;
	bool only_now = job->priority < loops->bf_min_prio_reserve;
	if (!only_now && !swf_slurm_daemon_is_aged(s, job)) {
		only_now = true;
		plan->quiet = fmin(plan->quiet, job->eligible + loops->bf_min_age_reserve);
	}
	if (!only_now && loops->bf_job_part_count_reserve > 0) {
		const int full = swf_slurm_backfill_counts_full(&s->backfill.counts, s->conf, job);
		if (full < 0)
			return FAILED;
		only_now = full == 1;
	}
	const int may = swf_slurm_backfill_counts_test(&s->backfill.counts, s->conf, job);
	if (may <= 0)
		return may < 0 ? FAILED : NEXT;
	/* nothing is reserved for a job whose licences are not free now */
	return swf_slurm_licenses_allow(s->licenses, job) ? find_place(s, job, only_now) : NEXT;
}

/* Whether two jobs ask for the same, so that neither fits where the other does not. */
static bool is_like(const struct swf_slurm_job *a, const struct swf_slurm_job *b)
{
	return a->limit == b->limit && a->nodes == b->nodes &&
		swf_slurm_request_equal(&a->request, &b->request);
}

/* The last job of the queue that could start now on nodes without a reservation. It would get the
 * nodes of the set `candidates`. That was found when there were that many starts and masks: only
 * later ones can have taken its nodes. */
struct candidate {
	size_t end; /* the place behind it */
	size_t masks;
	uint64_t starts;
};

/* The nodes of a job that have no reservation so far while it would run. */
static const uint64_t *unreserved(struct swf_slurm_daemon *s, const struct swf_slurm_job *job)
{
	const double now = s->machine->now, end = now + planned_time(s, job);
	uint64_t *nodes = s->backfill.unreserved;
	swf_slurm_reservations_free(&s->backfill.reservations, now, end, job->nodes, nodes);
	swf_slurm_daemon_keep_unreserved(s, job, now, end, nodes);
	return nodes;
}

/* Whether a job could start now on nodes that have no reservation so far. */
static bool is_candidate(struct swf_slurm_daemon *s, struct swf_slurm_job *job)
{
	const double now = s->machine->now, length = planned_time(s, job);
	static const struct swf_slurm_grounds none = {.until = -INFINITY};
	struct swf_slurm_backfill *plan = &s->backfill;
	const struct swf_slurm_misfit *known;
	if (job->reserved != NULL || !swf_slurm_nodes_may_fit(s->nodes, &job->request) ||
		((known = swf_slurm_misfits_find(&plan->misfits, job, length)) != NULL &&
			known->until >= now) ||
		!swf_slurm_usage_limits_allow(s->limits, job) ||
		!swf_slurm_licenses_allow(s->licenses, job))
		return false;
	const uint64_t *nodes = unreserved(s, job);
	if (swf_slurm_nodes_lack_now(s->nodes, &job->request, nodes)) {
		swf_slurm_misfits_add(&plan->misfits, job, length, now, &none);
		return false;
	}
	return swf_slurm_nodes_fit_now(s->nodes, &job->request, nodes, plan->candidates);
}

/* Whether it could preempt others there. If there is no memory to tell, its test will say so. */
static bool may_preempt(struct swf_slurm_daemon *s, const struct swf_slurm_job *job)
{
	return swf_slurm_preemption_is_possible(s, job) && job->reserved == NULL &&
		swf_slurm_usage_limits_allow(s->limits, job) &&
		swf_slurm_licenses_allow(s->licenses, job) &&
		swf_slurm_preemption_fits(s, job, unreserved(s, job), s->backfill.candidates) != 0;
}

/* Goes back from the last candidate to the next one that fits now: false if there is none up to the
 * place of the plan. What lies behind the candidate has been ruled out, and stays so within the
 * cycle: starts and reservations only take nodes. */
static bool find_candidate(struct swf_slurm_daemon *s, struct candidate *candidate)
{
	const struct swf_slurm_job *without = NULL; /* does not fit, by its nodes alone */
	/* the last candidate still fits if its nodes are free and unreserved */
	bool found = candidate->starts == s->starts && candidate->end > s->backfill.place &&
		swf_slurm_reservations_leave(&s->backfill.reservations, candidate->masks,
			s->machine->now + planned_time(s, s->waiting.jobs[candidate->end - 1]),
			s->backfill.candidates);
	for (; !found && candidate->end > s->backfill.place; candidate->end -= !found) {
		struct swf_slurm_job *job = s->waiting.jobs[candidate->end - 1];
		if (without != NULL && is_like(job, without) &&
			!swf_slurm_preemption_is_possible(s, job))
			continue;
		found = is_candidate(s, job) || may_preempt(s, job);
		if (!found && swf_slurm_usage_limits_allow(s->limits, job) &&
			swf_slurm_licenses_allow(s->licenses, job))
			without = job;
	}
	candidate->masks = s->backfill.reservations.mask_count;
	candidate->starts = s->starts;
	return found;
}

/* Reserves the nodes of the site's reservations that are not over. */
static int reserve_site(struct swf_slurm_daemon *s)
{
	const struct swf_slurm_reserved_list *all = s->site->reserved;
	struct swf_slurm_reservations *reservations = &s->backfill.reservations;
	const double step = s->conf->loops.bf_resolution;
	for (size_t i = 0; i < all->count; i++) {
		const struct swf_slurm_reserved *one = &all->list[i];
		/* planned starts are rounded down, and are to be behind it then, too */
		const double end = swf_slurm_daemon_round(s, one->end + step - 1, step);
		if (one->end > s->machine->now &&
			swf_slurm_reservations_add(reservations, one->start, end, one->nodes) != 0)
			return -1;
	}
	return 0;
}

static int begin_plan(struct swf_slurm_daemon *s)
{
	const struct swf_slurm_loops *loops = &s->conf->loops;
	const double now = s->machine->now, step = loops->bf_resolution;
	enum step last = NEXT;
	s->backfill.quiet = swf_slurm_nodes_next_end(s->nodes, now);
	s->backfill.cut = INFINITY;
	s->backfill.place = 0;
	s->backfill.searched = 0;
	s->backfill.misfits.count = 0;
	s->backfill.full = false;
	swf_slurm_backfill_counts_begin(&s->backfill.counts);
	if (swf_slurm_reservations_begin(&s->backfill.reservations, s->conf,
		    swf_slurm_daemon_round(s, now, step),
		    swf_slurm_daemon_round(s, now + loops->bf_window, step), s->all_nodes) != 0)
		return -1;
	if (now <= s->reserved_end && reserve_site(s) != 0)
		return -1;
	if (loops->bf_running_job_reserve)
		for (size_t i = 0; i < s->jobs.count && last != FAILED; i++)
			if (swf_slurm_job_list_runs(s->jobs.list[i]))
				last = reserve_running(s, s->jobs.list[i]);
	return last == FAILED ? -1 : 0;
}

/* A real cycle tests the jobs behind the last candidate, too. */
static void hold_rest(struct swf_slurm_daemon *s)
{
	if (!s->conf->loops.assoc_limit_stop || !swf_slurm_usage_limits_hold(s->limits))
		return;
	for (size_t i = s->backfill.place; i < s->waiting.count; i++) {
		struct swf_slurm_job *job = s->waiting.jobs[i];
		swf_slurm_daemon_hold(s, job, !swf_slurm_usage_limits_allow(s->limits, job));
	}
}

/* Tests the jobs of the queue from the place of the plan on, as far as the last candidate. */
static int extend_plan(struct swf_slurm_daemon *s)
{
	const struct swf_slurm_loops *loops = &s->conf->loops;
	struct swf_slurm_backfill *plan = &s->backfill;
	const uint64_t starts = s->starts;
	struct candidate candidate = {.end = s->waiting.count, .starts = UINT64_MAX};
	while (!plan->full && find_candidate(s, &candidate)) {
		const enum step step = test_job(s, s->waiting.jobs[plan->place++]);
		if (step == FAILED)
			return -1;
		plan->full = step == STOP ||
			(loops->bf_max_job_start > 0 &&
				(int64_t)(s->starts - starts) >= loops->bf_max_job_start);
	}
	if (!plan->full)
		hold_rest(s);
	if (s->starts != starts) {
		swf_slurm_waiting_remove_started(&s->waiting);
		plan->quiet = -INFINITY;
	}
	return 0;
}

/* The first cycle at or after a time, later than the last one. They come at even intervals: Slurm
 * leaves one out if nothing has changed, but in a busy cluster something always has. */
static double next_cycle(const struct swf_slurm_daemon *s, double time)
{
	const struct swf_slurm_loops *loops = &s->conf->loops;
	const double since = time - s->backfill.ran;
	if (!loops->backfill || loops->bf_interval < 0)
		return INFINITY;
	return s->backfill.ran + fmax(1, ceil(since / loops->bf_interval)) * loops->bf_interval;
}

void swf_slurm_backfill_catch_up(struct swf_slurm_daemon *s)
{
	const double now = s->machine->now;
	if (next_cycle(s, -INFINITY) < now)
		s->backfill.ran = next_cycle(s, now) - s->conf->loops.bf_interval;
}

void swf_slurm_backfill_submitted(struct swf_slurm_daemon *s, size_t place)
{
	if (place < s->backfill.place)
		s->backfill.quiet = -INFINITY;
	else
		s->backfill.more = true;
}

int swf_slurm_backfill_run(struct swf_slurm_daemon *s)
{
	const double now = s->machine->now;
	const struct swf_slurm_loops *loops = &s->conf->loops;
	if (next_cycle(s, -INFINITY) > now)
		return 0;
	s->backfill.ran = now;
	swf_slurm_outlooks_forget(&s->backfill.outlooks);
	if (s->backfill.quiet > now)
		swf_slurm_reservations_extend(&s->backfill.reservations,
			swf_slurm_daemon_round(s, now + loops->bf_window, loops->bf_resolution));
	else if (begin_plan(s) != 0)
		return -1;
	s->backfill.more = false;
	if (extend_plan(s) != 0)
		return -1;
	if (swf_slurm_daemon_is_restless(s))
		s->backfill.quiet = -INFINITY;
	return 0;
}

double swf_slurm_backfill_due(const struct swf_slurm_daemon *s)
{
	return next_cycle(s, s->backfill.more ? -INFINITY : s->backfill.quiet);
}
