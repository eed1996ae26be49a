/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Conservative backfilling: every job has a reservation, the earliest that fits among the running
 * jobs and the other reservations, and starts when its time comes. When a job ends, the
 * reservations are made again one by one in the order of arrival, each among all the others, so
 * that none gets later. (Mu'alem and Feitelson 2001.)
 *
 * Most of them cannot become earlier, and it is known of which. A job can move to an earlier time
 * in two ways. Either enough processors are free just before its reservation, which then begins
 * earlier and overlaps the old one: a look at one place of the timetable tells. Or there is room
 * for the whole job before its reservation begins; that does not depend on the reservation itself,
 * but on the size and predicted run time alone. Jobs in which these are the same are a class, and
 * each class keeps a time by which no room for it ends: a bound that a search makes exact, and from
 * which the next search goes on. It stays true when processors are taken. When they are given back,
 * new room is where they made the difference between too few and enough, and nowhere begins before
 * the stretch around there in which enough are free; so the bound is lowered to what begins with
 * that stretch, if that is long enough. Whole rooms come before the overlapping ones, since those
 * end later than the reservation begins.
 *
 * Where more kinds than processors are counted, each has a timetable and classes of its own, and a
 * job can move only if each of them alone has an earlier place for it. Then the earliest time that
 * all have is looked for.
 *
 * When a job runs longer than predicted, reservations may have become impossible. Then processors
 * are short at some time, and those that are reserved at such a time, or too late, are made again
 * at any time; what was said above holds for all the others.
 */
#include <math.h>
#include <stdlib.h>

#include "base/array.h"
#include "simulate/schedulers/job-classes.h"
#include "simulate/schedulers/schedulers.h"
#include "simulate/schedulers/timetables.h"

/* What a waiting job has of one kind. */
struct reservation {
	struct swf_timetable_stretch stretch;
	uint32_t class;
};

struct waiting {
	double start;             /* s, its reservation */
	struct reservation procs; /* it */
	uint32_t others;          /* where those of other kinds are, where any is counted */
	struct swf_task *task;
};

/* Those of the other kinds, which few machines count. */
struct others {
	struct reservation of[SWF_RESOURCES];
	uint32_t spare; /* the next that is in no use */
};

struct conservative {
	struct swf_machine *machine;
	struct swf_timetables tables;
	struct waiting *queue; /* in the order of arrival */
	size_t waiting, queue_capacity;
	size_t reserved; /* of the queue have a reservation; those behind are new */
	struct swf_job_classes classes[SWF_KINDS];
	struct others *others; /* from 1 on */
	size_t others_count, others_capacity;
	uint32_t others_spare; /* 0 for none */
	double next;           /* s, the first reservation from now on */
	bool overdue;          /* some are for now or earlier, but what runs is in their way */
	/* s, up to here jobs run longer than predicted, where others may have reservations */
	double overlap_end;
};

static double earlier(double a, double b)
{
	return a < b ? a : b;
}

static double later(double a, double b)
{
	return a > b ? a : b;
}

static void free_state(void *state)
{
	struct conservative *c = state;
	swf_timetables_clear(&c->tables);
	free(c->queue);
	free(c->others);
	for (int k = 0; k < SWF_KINDS; k++)
		swf_job_classes_clear(&c->classes[k]);
	free(c);
}

static void *new_state(struct swf_machine *machine, const struct swf_scheduler_options *options)
{
	(void)options;
	struct conservative *c = calloc(1, sizeof *c);
	if (c == NULL)
		return NULL;
	c->machine = machine;
	c->next = INFINITY;
	for (int k = 0; k < SWF_KINDS; k++)
		c->classes[k].unused = SIZE_MAX;
	c->overlap_end = -INFINITY;
	c->others_count = 1;
	if (swf_timetables_init(&c->tables, machine) != 0) {
		free_state(c);
		return NULL;
	}
	return c;
}

static int arrive(void *state, struct swf_task *task)
{
	struct conservative *c = state;
	struct waiting *queue =
		swf_array_reserve(c->queue, c->waiting, &c->queue_capacity, sizeof *queue);
	if (queue == NULL)
		return -1;
	c->queue = queue;
	queue[c->waiting++] = (struct waiting){.task = task};
	return 0;
}

/* The reservation of a job of a kind. */
static struct reservation *reservation_of(const struct conservative *c, struct waiting *w, int kind)
{
	return kind == 0 ? &w->procs : &c->others[w->others].of[kind - 1];
}

static struct swf_job_class *class_of(
	const struct conservative *c, const struct waiting *w, int kind)
{
	const uint32_t class = kind == 0 ? w->procs.class : c->others[w->others].of[kind - 1].class;
	return &c->classes[kind].classes[class];
}

/* A place among the others, 0 when there is no memory. */
static uint32_t new_others(struct conservative *c)
{
	const uint32_t spare = c->others_spare;
	if (spare != 0) {
		c->others_spare = c->others[spare].spare;
		return spare;
	}
	struct others *others =
		swf_array_reserve(c->others, c->others_count, &c->others_capacity, sizeof *others);
	if (others == NULL)
		return 0;
	c->others = others;
	return (uint32_t)c->others_count++;
}

/* Joins the classes of a job that is new. */
static int join_classes(struct conservative *c, struct waiting *w)
{
	if (c->tables.kinds > 1 && (w->others = new_others(c)) == 0)
		return -1;
	for (int k = 0; k < c->tables.kinds; k++) {
		const int64_t need = swf_task_need(w->task, k);
		if (need == 0)
			continue;
		const size_t class = swf_job_classes_join(
			&c->classes[k], &c->tables.of[k], need, w->task->predicted);
		if (class == SIZE_MAX)
			return -1;
		reservation_of(c, w, k)->class = (uint32_t) class;
	}
	return 0;
}

/* Leaves them, with the reservation. */
static void leave_classes(struct conservative *c, struct waiting *w)
{
	for (int k = 0; k < c->tables.kinds; k++) {
		if (swf_task_need(w->task, k) == 0)
			continue;
		const struct reservation *reservation = reservation_of(c, w, k);
		swf_job_classes_leave(&c->classes[k], &c->tables.of[k], reservation->class);
		swf_timetable_release(&c->tables.of[k], reservation->stretch, 1);
	}
	if (c->tables.kinds == 1)
		return;
	c->others[w->others].spare = c->others_spare;
	c->others_spare = w->others;
}

/* Takes all kinds from a time on. */
static int reserve_at(struct conservative *c, struct waiting *w, double start)
{
	struct swf_timetable_stretch stretches[SWF_KINDS];
	w->start = start;
	if (swf_timetables_take(
		    &c->tables, w->task, start, start + w->task->predicted, stretches) != 0)
		return -1;
	for (int k = 0; k < c->tables.kinds; k++)
		if (swf_task_need(w->task, k) > 0)
			reservation_of(c, w, k)->stretch = stretches[k];
	return 0;
}

/* Reserves the earliest time that there is. */
static int reserve_earliest(struct conservative *c, struct waiting *w)
{
	struct swf_timetable_place place;
	double from = c->machine->now;
	for (int k = 0; k < c->tables.kinds; k++) {
		if (swf_task_need(w->task, k) == 0)
			continue;
		(void)swf_job_classes_fit(class_of(c, w, k), &c->tables.of[k], INFINITY, &place);
		from = later(from, place.start);
	}
	if (c->tables.kinds > 1)
		return reserve_at(c, w, swf_timetables_fit(&c->tables, w->task, from, INFINITY));
	w->start = place.start;
	if (swf_timetable_take(&c->tables.of[0], &place, w->task->predicted, w->task->size, 1) != 0)
		return -1;
	w->procs.stretch = place.stretch;
	return 0;
}

/* Looks for an earlier place for a job. */
static bool find_earlier(
	struct conservative *c, const struct waiting *w, struct swf_timetable_place *place)
{
	struct swf_timetable *table = &c->tables.of[0];
	struct swf_job_class *class = class_of(c, w, 0);
	if (class->full <= w->start && swf_job_classes_fit(class, table, w->start, place))
		return true;
	swf_timetable_fit_before(table, class->size, w->procs.stretch.begin, place);
	return place->start < w->start;
}

/* Moves the reservation of the i-th in the queue, and of those behind it that are like it, to an
 * earlier time, where there is one. */
static int advance_reservations(struct conservative *c, size_t i)
{
	struct waiting *queue = c->queue;
	const struct waiting w = queue[i];
	const struct swf_job_class *class = class_of(c, &w, 0);
	struct swf_timetable *table = &c->tables.of[0];
	struct swf_timetable_place place;
	if (!find_earlier(c, &w, &place))
		return 0;
	size_t k = i;
	int64_t procs = 0;
	while (k < c->reserved && queue[k].procs.class == w.procs.class &&
		queue[k].start == w.start && procs <= place.least - class->size) {
		procs += class->size;
		k++;
	}
	const uint32_t uses = (uint32_t)(k - i);
	struct swf_timetable_stretch given;
	if (swf_timetable_move(
		    table, w.procs.stretch, &place, class->duration, procs, uses, &given) != 0)
		return -1;
	while (k-- > i) {
		queue[k].start = place.start;
		queue[k].procs.stretch = place.stretch;
	}
	swf_job_classes_open(&c->classes[0], table, given, procs);
	swf_timetable_release(table, w.procs.stretch, uses);
	c->next = earlier(c->next, place.start);
	return 0;
}

/* Adds so many times what a job needs to what is free during its reservation. */
static void add_needs(struct conservative *c, struct waiting *w, int times)
{
	for (int k = 0; k < c->tables.kinds; k++) {
		const int64_t need = swf_task_need(w->task, k);
		if (need > 0)
			swf_timetable_add(
				&c->tables.of[k], reservation_of(c, w, k)->stretch, times * need);
	}
}

/* Gives up a reservation during which what the job needs has been added already. */
static void give_up(struct conservative *c, const struct swf_task *task, int kind,
	struct swf_timetable_stretch stretch)
{
	swf_job_classes_open(
		&c->classes[kind], &c->tables.of[kind], stretch, swf_task_need(task, kind));
	swf_timetable_release(&c->tables.of[kind], stretch, 1);
}

/* The earliest time from which a job may have an earlier place, as each kind alone has it: its own
 * time where one has none. */
static double earliest_by_kinds(struct conservative *c, struct waiting *w)
{
	double from = c->machine->now;
	for (int k = 0; k < c->tables.kinds; k++) {
		const int64_t need = swf_task_need(w->task, k);
		const struct swf_timetable_moment *m = c->tables.of[k].moments;
		struct swf_timetable_place place;
		if (need == 0)
			continue;
		struct swf_job_class *class = class_of(c, w, k);
		if (class->full <= w->start &&
			swf_job_classes_fit(class, &c->tables.of[k], w->start, &place))
			from = later(from, place.start);
		else if (m[m[reservation_of(c, w, k)->stretch.begin].before].free >= need)
			/* it overlaps the old one; a second less, since times may be rounded */
			from = later(from, w->start - class->duration - 1);
		else
			return w->start;
	}
	return from;
}

/* Moves a reservation of several kinds to an earlier time, where there is one: while it is looked
 * for, what the job has itself counts as free. */
static int advance_kinds(struct conservative *c, struct waiting *w)
{
	const double from = earliest_by_kinds(c, w), old_start = w->start;
	struct reservation old[SWF_KINDS];
	if (from >= old_start)
		return 0;
	add_needs(c, w, 1);
	const double start =
		swf_timetables_fit(&c->tables, w->task, from, old_start + w->task->predicted);
	if (start >= old_start) {
		add_needs(c, w, -1);
		return 0;
	}
	for (int k = 0; k < c->tables.kinds; k++)
		old[k] = *reservation_of(c, w, k);
	if (reserve_at(c, w, start) != 0)
		return -1;
	for (int k = 0; k < c->tables.kinds; k++)
		if (swf_task_need(w->task, k) > 0)
			give_up(c, w->task, k, old[k].stretch);
	c->next = earlier(c->next, start);
	return 0;
}

/* Gives back what a task holds from one time to another. */
static int give_back(struct conservative *c, double begin, double end, const struct swf_task *task)
{
	for (int k = 0; k < c->tables.kinds; k++) {
		const int64_t need = swf_task_need(task, k);
		struct swf_timetable_stretch given;
		if (need == 0)
			continue;
		if (swf_timetable_between(&c->tables.of[k], begin, end, &given) != 0)
			return -1;
		swf_timetable_add(&c->tables.of[k], given, need);
		give_up(c, task, k, given);
	}
	return 0;
}

/* Makes the reservation again, at any time. */
static int renew_reservation(struct conservative *c, struct waiting *w)
{
	if (give_back(c, w->start, w->start + w->task->predicted, w->task) != 0)
		return -1;
	for (int k = 0; k < c->tables.kinds; k++)
		if (swf_task_need(w->task, k) > 0)
			swf_timetable_release(
				&c->tables.of[k], reservation_of(c, w, k)->stretch, 1);
	if (reserve_earliest(c, w) != 0)
		return -1;
	c->next = earlier(c->next, w->start);
	return 0;
}

/* Whether more of a kind is in use than there is, at some time of a stretch in which jobs run
 * longer than predicted. */
static bool is_short(
	const struct conservative *c, int kind, const struct swf_timetable_stretch *stretch)
{
	const struct swf_timetable_moment *m = c->tables.of[kind].moments;
	for (uint32_t i = stretch->begin; i != stretch->end && m[i].time < c->overlap_end;
		i = m[i].after)
		if (m[i].free < 0)
			return true;
	return false;
}

/* Whether a reservation, with others, needs more than there is, or is overdue. */
static bool is_broken(const struct conservative *c, struct waiting *w)
{
	if (w->task->predicted == 0)
		return false; /* it holds nothing */
	if (w->start < c->machine->now)
		return true;
	for (int k = 0; k < c->tables.kinds; k++)
		if (swf_task_need(w->task, k) > 0 &&
			is_short(c, k, &reservation_of(c, w, k)->stretch))
			return true;
	return false;
}

/* Whether an earlier place may be there for a job; if not, there is none. By processors alone,
 * which tells most. */
static bool may_advance(const struct conservative *c, const struct waiting *w)
{
	const struct swf_job_class *class = class_of(c, w, 0);
	const struct swf_timetable_moment *m = c->tables.of[0].moments;
	return w->start > c->machine->now &&
		(class->full <= w->start ||
			m[m[w->procs.stretch.begin].before].free >= class->size);
}

/* Makes all reservations again, in the order of arrival. */
static int make_again(struct conservative *c)
{
	const bool overlap = c->overlap_end > -INFINITY;
	for (size_t i = 0; i < c->reserved; i++) {
		struct waiting *w = &c->queue[i];
		int made = 0;
		if (overlap && is_broken(c, w))
			made = renew_reservation(c, w);
		else if (may_advance(c, w))
			made = c->tables.kinds > 1 ? advance_kinds(c, w)
						   : advance_reservations(c, i);
		if (made != 0)
			return -1;
	}
	c->overlap_end = -INFINITY;
	return 0;
}

/* Takes what a running job holds where others may have reservations. */
static int take_from_others(
	struct conservative *c, double begin, double end, const struct swf_task *task)
{
	c->overlap_end = later(c->overlap_end, end);
	for (int k = 0; k < c->tables.kinds; k++) {
		struct swf_timetable *table = &c->tables.of[k];
		const int64_t need = swf_task_need(task, k);
		struct swf_timetable_stretch taken;
		if (need == 0)
			continue;
		if (swf_timetable_between(table, begin, end, &taken) != 0)
			return -1;
		swf_timetable_add(table, taken, -need);
		swf_timetable_release(table, taken, 1);
	}
	return 0;
}

static int end_changed(void *state, const struct swf_task *task, double before, double after)
{
	struct conservative *c = state;
	swf_timetables_advance(&c->tables, c->machine->now);
	if (after > before)
		return take_from_others(c, before, after, task);
	return give_back(c, after, before, task) != 0 ? -1 : make_again(c);
}

/* Starts what has a reservation for now, else keeps it in the queue. */
static int start_or_keep(struct conservative *c, struct waiting *w, size_t *kept)
{
	const double now = c->machine->now, duration = w->task->predicted;
	if (w->start <= now && swf_machine_fits(c->machine, w->task)) {
		leave_classes(c, w);
		/* one that is overdue runs on when its reservation has ended */
		if (w->start < now &&
			take_from_others(
				c, later(w->start + duration, now), now + duration, w->task) != 0)
			return -1;
		return swf_machine_start(c->machine, w->task);
	}
	if (w->start <= now)
		c->overdue = true;
	else
		c->next = earlier(c->next, w->start);
	c->queue[(*kept)++] = *w;
	return 0;
}

static int start_due(struct conservative *c, size_t *kept)
{
	c->next = INFINITY;
	c->overdue = false;
	*kept = 0;
	for (size_t i = 0; i < c->reserved; i++)
		if (start_or_keep(c, &c->queue[i], kept) != 0)
			return -1;
	return 0;
}

static int pass(void *state)
{
	struct conservative *c = state;
	size_t kept = c->reserved;
	swf_timetables_advance(&c->tables, c->machine->now);
	for (size_t i = c->reserved; i < c->waiting; i++) {
		struct waiting *w = &c->queue[i];
		if (join_classes(c, w) != 0 || reserve_earliest(c, w) != 0)
			return -1;
	}
	if ((c->overdue || c->next <= c->machine->now) && start_due(c, &kept) != 0)
		return -1;
	for (size_t i = c->reserved; i < c->waiting; i++)
		if (start_or_keep(c, &c->queue[i], &kept) != 0)
			return -1;
	c->waiting = c->reserved = kept;
	return 0;
}

static double next_pass(const void *state)
{
	const struct conservative *c = state;
	return c->next;
}

const struct swf_scheduler swf_scheduler_conservative = {
	.name = "conservative",
	.summary =
		"backfilling that delays no job beyond the reservation that it gets at its submit",
	.takes_resources = true,
	.passes_at_arrivals = true,
	.new_state = new_state,
	.free_state = free_state,
	.end_changed = end_changed,
	.arrive = arrive,
	.pass = pass,
	.next_pass = next_pass,
};
