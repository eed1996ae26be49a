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

#include "array.h"
#include "schedulers.h"
#include "timetable.h"

struct waiting {
	double start; /* s, its reservation */
	struct swf_task *task;
	size_t class;
};

struct class {
	int32_t size;    /* processors */
	double duration; /* s */
	size_t jobs;     /* waiting; a class of none is free for others */
	/* s, the first time at which processors became enough for this class: since the last pass
	 * began, and as far as this pass knows */
	double opened, opening;
	/* s, in this pass: a job of the class that is reserved later fits nowhere before */
	double searched;
};

struct conservative {
	struct swf_machine *machine;
	struct swf_timetable table;
	struct waiting *queue; /* in the order of arrival */
	size_t waiting, queue_capacity;
	size_t reserved; /* of the queue have a reservation; those behind are new */
	struct class *classes;
	size_t class_count, class_capacity;
	double earliest; /* s, no reservation is earlier */
	/* since the last pass */
	bool ended;   /* a job ended early */
	bool overlap; /* or runs longer than predicted, where others have reservations */
};

static void free_state(void *state)
{
	struct conservative *c = state;
	swf_timetable_free(&c->table);
	free(c->queue);
	free(c->classes);
	free(c);
}

static void *new_state(struct swf_machine *machine, const struct swf_scheduler_options *options)
{
	(void)options;
	struct conservative *c = calloc(1, sizeof *c);
	if (c == NULL)
		return NULL;
	c->machine = machine;
	c->earliest = INFINITY;
	if (swf_timetable_open(&c->table, machine->free_procs) != 0) {
		free_state(c);
		return NULL;
	}
	return c;
}

/* The class of a task, SIZE_MAX when there is no memory. */
static size_t class_of(struct conservative *c, const struct swf_task *task)
{
	size_t unused = c->class_count;
	for (size_t i = 0; i < c->class_count; i++) {
		const struct class *class = &c->classes[i];
		if (class->jobs == 0)
			unused = i;
		else if (class->size == task->size && class->duration == task->predicted)
			return i;
	}
	if (unused == c->class_count) {
		struct class *classes = swf_reserve(
			c->classes, c->class_count, &c->class_capacity, sizeof *classes);
		if (classes == NULL)
			return SIZE_MAX;
		c->classes = classes;
		c->class_count++;
	}
	c->classes[unused] = (struct class){.size = task->size,
		.duration = task->predicted,
		.opened = INFINITY,
		.opening = INFINITY,
		.searched = INFINITY};
	return unused;
}

static int arrive(void *state, struct swf_task *task)
{
	struct conservative *c = state;
	struct waiting *queue =
		swf_reserve(c->queue, c->waiting, &c->queue_capacity, sizeof *queue);
	if (queue == NULL)
		return -1;
	c->queue = queue;
	queue[c->waiting++] = (struct waiting){.task = task};
	return 0;
}

/* Where a class begins to search in this pass. */
static double search_from(const struct class *class)
{
	/* a second earlier than it need be, lest rounding matters */
	return class->opening - class->duration - 1;
}

/* Notes for which classes `procs` processors that were given back made the difference. */
static void open_up(struct conservative *c, struct swf_segments given, int32_t procs)
{
	const struct swf_timetable *table = &c->table;
	for (size_t k = 0; k < c->class_count; k++) {
		struct class *class = &c->classes[k];
		size_t i = given.first;
		while (i < given.end &&
			(table->free[i] < class->size || table->free[i] - procs >= class->size))
			i++;
		if (i == given.end || class->jobs == 0)
			continue;
		class->opened = fmin(class->opened, table->time[i]);
		class->opening = fmin(class->opening, table->time[i]);
		class->searched = fmin(class->searched, search_from(class));
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

static int end_changed(void *state, const struct swf_task *task, double before, double after)
{
	struct conservative *c = state;
	if (after <= before) {
		c->ended = true;
		return give_back(c, after, before, task->size);
	}
	c->overlap = true;
	return take(c, before, after, task->size);
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
	const double from = old > class->searched ? class->searched : search_from(class);
	int32_t least;
	const double start = swf_timetable_fit(&c->table, class->size, class->duration,
		fmax(from, c->machine->now), old, &least);
	if (start >= old) {
		class->searched = fmax(class->searched, old);
		return 0;
	}
	int32_t procs = 0;
	for (size_t k = i; k < c->reserved && queue[k].class == queue[i].class &&
		(k == i || queue[k].start == old) && procs <= least - class->size;
		k++) {
		procs += class->size;
		queue[k].start = start;
	}
	/* the two may overlap */
	const double end = start + class->duration;
	if (give_back(c, fmax(old, end), old + class->duration, procs) != 0 ||
		take(c, start, fmin(old, end), procs) != 0)
		return -1;
	class->searched = start;
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
	for (size_t k = 0; k < c->class_count; k++) {
		struct class *class = &c->classes[k];
		class->opening = class->opened;
		class->opened = INFINITY;
		class->searched = search_from(class);
	}
}

/* Starts what has a reservation for now, else keeps it in the queue. */
static int start_or_keep(struct conservative *c, const struct waiting *w, size_t *kept)
{
	const double now = c->machine->now;
	if (w->start <= now && w->task->size <= c->machine->free_procs) {
		c->classes[w->class].jobs--;
		return swf_machine_start(c->machine, w->task);
	}
	c->earliest = fmin(c->earliest, w->start);
	c->queue[(*kept)++] = *w;
	return 0;
}

/* Makes the reservation of the i-th in the queue again. */
static int again(struct conservative *c, size_t i)
{
	const struct waiting *w = &c->queue[i];
	const struct class *class = &c->classes[w->class];
	if (c->overlap)
		return renew(c, &c->queue[i]);
	const bool may_change = w->start + class->duration > class->opening;
	return may_change && w->start != class->searched ? advance(c, i) : 0;
}

/* Goes through the queue, and tells how many are kept in it. */
static int go_through(struct conservative *c, size_t *kept)
{
	const bool made_again = c->ended || c->overlap;
	if (made_again)
		begin_again(c);
	c->earliest = INFINITY;
	*kept = 0;
	for (size_t i = 0; i < c->reserved; i++)
		if ((made_again && again(c, i) != 0) || start_or_keep(c, &c->queue[i], kept) != 0)
			return -1;
	c->ended = c->overlap = false;
	return 0;
}

static int pass(void *state)
{
	struct conservative *c = state;
	size_t kept = c->reserved;
	swf_timetable_advance(&c->table, c->machine->now);
	if ((c->ended || c->overlap || c->earliest <= c->machine->now) && go_through(c, &kept) != 0)
		return -1;
	for (size_t i = c->reserved; i < c->waiting; i++) {
		struct waiting *w = &c->queue[i];
		if ((w->class = class_of(c, w->task)) == SIZE_MAX)
			return -1;
		c->classes[w->class].jobs++;
		if (reserve(c, w) != 0 || start_or_keep(c, w, &kept) != 0)
			return -1;
	}
	c->waiting = c->reserved = kept;
	return 0;
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
};
