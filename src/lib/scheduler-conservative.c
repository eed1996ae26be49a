/*
 * Conservative backfilling: every job has a reservation, the earliest that fits among the running
 * jobs and the other reservations, and starts when its time comes. When a job ends before it was
 * expected to, the reservations are made again one by one in the order of arrival, each among all
 * the others, so that none gets later. (Mu'alem and Feitelson 2001.)
 *
 * Most of them cannot become earlier, and it is known of which. Jobs of the same size and
 * predicted run time are a class. A job that did not fit at some earlier time can only fit there
 * now if processors were given back since, at some time while it would run, and there made the
 * difference between too few and enough for its class. So each class keeps the first time at which
 * that happened, and reservations that end by then stay as they are.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "array.h"
#include "schedulers.h"
#include "timetable.h"

struct waiting {
	double start;   /* s, its reservation */
	uint64_t order; /* of arrival */
	struct swf_task *task;
	size_t class;
};

struct class {
	int32_t size;    /* processors */
	double duration; /* s */
	size_t jobs;     /* waiting */
	size_t next;     /* of the classes that no job uses */
	/* s, the first time at which processors became enough for this class: by jobs that ended
	 * since the last pass, or in this one; and by jobs that moved when those up to some place
	 * in the order had been looked at: in the last pass, and in this one */
	double opened, moved, moving;
	uint64_t moved_by, moving_by;
	/* s, while reservations are made again: a job of the class that is reserved at `reached` or
	 * later fits nowhere before `searched`, and one that is reserved at `settled` nowhere
	 * earlier */
	double searched, reached, settled;
};

struct ranked {
	int32_t size;
	uint32_t class;
};

struct conservative {
	struct swf_machine *machine;
	struct swf_timetable table;
	struct waiting *queue; /* in the order of arrival */
	size_t waiting, queue_capacity;
	size_t reserved; /* of the queue have a reservation; those behind are new */
	struct class *classes;
	size_t class_count, class_capacity, unused_class;
	struct ranked *ranked; /* the classes in use, by size */
	size_t ranked_count, ranked_capacity;
	double next; /* s, the first reservation from now on */
	uint64_t arrived;
	uint64_t looked_at; /* in the order: those so far, while reservations are made again */
	bool overdue;    /* some are for now or earlier, but what runs is in their way */
	bool overlap;    /* a job runs longer than predicted, where others have reservations */
};

static void free_state(void *state)
{
	struct conservative *c = state;
	swf_timetable_free(&c->table);
	free(c->queue);
	free(c->classes);
	free(c->ranked);
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
	c->unused_class = SIZE_MAX;
	if (swf_timetable_open(&c->table, machine->free_procs) != 0) {
		free_state(c);
		return NULL;
	}
	return c;
}

/* A class without jobs, SIZE_MAX when there is no memory. */
static size_t new_class(struct conservative *c)
{
	if (c->unused_class != SIZE_MAX) {
		const size_t class = c->unused_class;
		c->unused_class = c->classes[class].next;
		return class;
	}
	struct class *classes =
		swf_reserve(c->classes, c->class_count, &c->class_capacity, sizeof *classes);
	if (classes == NULL)
		return SIZE_MAX;
	c->classes = classes;
	return c->class_count++;
}

/* Joins the class of a task, which is put in its place if there is none yet. SIZE_MAX when there
 * is no memory. */
static size_t join_class(struct conservative *c, const struct swf_task *task)
{
	size_t place = 0;
	while (place < c->ranked_count && c->ranked[place].size < task->size)
		place++;
	for (size_t i = place; i < c->ranked_count && c->ranked[i].size == task->size; i++) {
		struct class *class = &c->classes[c->ranked[i].class];
		if (class->duration == task->predicted) {
			class->jobs++;
			return c->ranked[i].class;
		}
	}
	struct ranked *ranked =
		swf_reserve(c->ranked, c->ranked_count, &c->ranked_capacity, sizeof *ranked);
	const size_t class = ranked != NULL ? new_class(c) : SIZE_MAX;
	if (class == SIZE_MAX)
		return SIZE_MAX;
	c->ranked = ranked;
	memmove(ranked + place + 1, ranked + place, (c->ranked_count++ - place) * sizeof *ranked);
	ranked[place] = (struct ranked){task->size, (uint32_t)class};
	c->classes[class] = (struct class){.size = task->size,
		.duration = task->predicted,
		.jobs = 1,
		.opened = INFINITY,
		.moved = INFINITY,
		.moving = INFINITY,
		.settled = NAN};
	return class;
}

static void leave_class(struct conservative *c, size_t class)
{
	if (--c->classes[class].jobs > 0)
		return;
	size_t place = 0;
	while (c->ranked[place].class != class)
		place++;
	memmove(c->ranked + place, c->ranked + place + 1,
		(--c->ranked_count - place) * sizeof *c->ranked);
	c->classes[class].next = c->unused_class;
	c->unused_class = class;
}

static int arrive(void *state, struct swf_task *task)
{
	struct conservative *c = state;
	struct waiting *queue =
		swf_reserve(c->queue, c->waiting, &c->queue_capacity, sizeof *queue);
	if (queue == NULL)
		return -1;
	c->queue = queue;
	queue[c->waiting++] = (struct waiting){.task = task, .order = ++c->arrived};
	return 0;
}

/* Where a class begins to search in this pass. */
static double search_from(const struct class *class, double opened)
{
	/* a second earlier than it need be, lest rounding matters */
	return opened - class->duration - 1;
}

/* The first time at which processors became enough for a job since it was looked at. */
static double opened_for(const struct class *class, const struct waiting *w)
{
	return w->order <= class->moved_by && class->moved < class->opened ? class->moved
									 : class->opened;
}

static double earlier(double a, double b)
{
	return a < b ? a : b;
}

/* Notes for which classes `procs` processors that were given back made the difference. */
static void open_up(struct conservative *c, struct swf_segments given, int32_t procs)
{
	for (size_t i = given.first; i < given.end; i++) {
		const double time = c->table.time[i];
		const int32_t enough = c->table.free[i], before = enough - procs;
		size_t r = c->ranked_count;
		while (r > 0 && c->ranked[r - 1].size > enough)
			r--;
		for (; r > 0 && c->ranked[r - 1].size > before; r--) {
			struct class *class = &c->classes[c->ranked[r - 1].class];
			class->opened = earlier(class->opened, time);
			if (c->looked_at == 0)
				continue;
			if (search_from(class, time) < class->searched) {
				class->searched = search_from(class, time);
				class->settled = NAN;
			}
			class->moving = earlier(class->moving, time);
			class->moving_by = c->looked_at;
		}
	}
}

static int give_back(struct conservative *c, double begin, double end, int32_t procs)
{
	struct swf_segments given;
	if (swf_timetable_add(&c->table, begin, end, procs, &given) != 0)
		return -1;
	open_up(c, given, procs);
	return 0;
}

static int take(struct conservative *c, double begin, double end, int32_t procs)
{
	struct swf_segments taken;
	return swf_timetable_add(&c->table, begin, end, -procs, &taken);
}

/* Reserves the earliest time that there is. */
static int reserve(struct conservative *c, struct waiting *w)
{
	const struct class *class = &c->classes[w->class];
	int32_t least;
	w->start = swf_timetable_fit(
		&c->table, class->size, class->duration, c->machine->now, INFINITY, &least);
	return take(c, w->start, w->start + class->duration, class->size);
}

/* Moves the reservation of the i-th in the queue, and of those behind it that are like it, to an
 * earlier time, where there is one. */
static int advance(struct conservative *c, size_t i)
{
	struct waiting *queue = c->queue;
	struct class *class = &c->classes[queue[i].class];
	const double old = queue[i].start;
	double from = search_from(class, opened_for(class, &queue[i]));
	if (old >= class->reached) {
		from = class->searched > from ? class->searched : from;
		class->reached = old;
	}
	int32_t least;
	const double start = swf_timetable_fit(&c->table, class->size, class->duration,
		fmax(from, c->machine->now), old, &least);
	if (start >= old) {
		class->searched = class->settled = old;
		return 0;
	}
	int32_t procs = 0;
	size_t k = i;
	for (; k < c->reserved && queue[k].class == queue[i].class &&
		(k == i || queue[k].start == old) && procs <= least - class->size;
		k++) {
		procs += class->size;
		queue[k].start = start;
	}
	c->looked_at = queue[k - 1].order;
	/* the two may overlap */
	const double end = start + class->duration;
	if (give_back(c, fmax(old, end), old + class->duration, procs) != 0 ||
		take(c, start, earlier(old, end), procs) != 0)
		return -1;
	class->searched = class->settled = start;
	return 0;
}

/* Makes the reservation again, at any time. */
static int renew(struct conservative *c, struct waiting *w)
{
	const struct class *class = &c->classes[w->class];
	return give_back(c, w->start, w->start + class->duration, class->size) != 0 ? -1
										   : reserve(c, w);
}

static void begin_again(struct conservative *c)
{
	for (size_t r = 0; r < c->ranked_count; r++) {
		struct class *class = &c->classes[c->ranked[r].class];
		class->moved = class->moving;
		class->moved_by = class->moving_by;
		class->moving = INFINITY;
		class->moving_by = 0;
		class->searched = search_from(class, earlier(class->opened, class->moved));
		class->reached = -INFINITY;
		class->settled = NAN;
	}
}

/* Makes the reservation of the i-th in the queue again. */
static int again(struct conservative *c, size_t i)
{
	struct waiting *w = &c->queue[i];
	const struct class *class = &c->classes[w->class];
	c->looked_at = w->order;
	if (c->overlap)
		return renew(c, w);
	const bool may_change = w->start + class->duration > opened_for(class, w);
	return may_change && w->start != class->settled ? advance(c, i) : 0;
}

static int make_again(struct conservative *c)
{
	begin_again(c);
	for (size_t i = 0; i < c->reserved; i++) {
		if (again(c, i) != 0)
			return -1;
		c->next = earlier(c->next, c->queue[i].start);
	}
	for (size_t r = 0; r < c->ranked_count; r++)
		c->classes[c->ranked[r].class].opened = INFINITY;
	c->overlap = false;
	c->looked_at = 0;
	return 0;
}

static int end_changed(void *state, const struct swf_task *task, double before, double after)
{
	struct conservative *c = state;
	if (after > before) {
		c->overlap = true;
		return take(c, before, after, task->size);
	}
	swf_timetable_advance(&c->table, c->machine->now);
	return give_back(c, after, before, task->size) != 0 ? -1 : make_again(c);
}

/* Starts what has a reservation for now, else keeps it in the queue. */
static int start_or_keep(struct conservative *c, const struct waiting *w, size_t *kept)
{
	const double now = c->machine->now;
	if (w->start <= now && w->task->size <= c->machine->free_procs) {
		leave_class(c, w->class);
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
	swf_timetable_advance(&c->table, c->machine->now);
	if ((c->overdue || c->next <= c->machine->now) && start_due(c, &kept) != 0)
		return -1;
	for (size_t i = c->reserved; i < c->waiting; i++) {
		struct waiting *w = &c->queue[i];
		if ((w->class = join_class(c, w->task)) == SIZE_MAX || reserve(c, w) != 0 ||
			start_or_keep(c, w, &kept) != 0)
			return -1;
	}
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
	.summary = "backfilling that delays no job beyond the reservation that it gets at its submit",
	.passes_at_arrivals = true,
	.new_state = new_state,
	.free_state = free_state,
	.end_changed = end_changed,
	.arrive = arrive,
	.pass = pass,
	.next_pass = next_pass,
};
