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
	uint32_t class;
	uint32_t near;
	struct swf_task *task;
};

/* A span of time. */
struct span {
	double begin, end; /* s */
};

struct class {
	int32_t size;    /* processors */
	double duration; /* s */
	struct span fresh; /* */
	double wake;
	double settled; /* s, a job that is reserved then cannot move */
	double full; /* s */
	uint32_t near;
	struct span opened, opening;
	struct span search;
	size_t jobs;    /* waiting */
	size_t next;    /* of the classes that no job uses */
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
	bool overdue;    /* some are for now or earlier, but what runs is in their way */
	/* where jobs run longer than predicted, and others may have reservations */
	struct span overlap;
};

static const struct span NEVER = {INFINITY, -INFINITY};

static double earlier(double a, double b)
{
	return a < b ? a : b;
}

static double later(double a, double b)
{
	return a > b ? a : b;
}

static void extend(struct span *span, double begin, double end)
{
	span->begin = earlier(span->begin, begin);
	span->end = later(span->end, end);
}

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
	c->overlap = NEVER;
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
		.opened = NEVER,
		.opening = NEVER,
		.fresh = NEVER,
		.wake = INFINITY,
		.search = NEVER,
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
	queue[c->waiting++] = (struct waiting){.task = task};
	return 0;
}

/* How many of the ranked classes are not larger. */
static size_t rank(const struct conservative *c, int32_t size)
{
	const struct ranked *low = c->ranked;
	for (size_t count = c->ranked_count; count > 0;) {
		const size_t half = count / 2 + count % 2;
		low = low[half - 1].size <= size ? low + half : low;
		count -= half;
	}
	return (size_t)(low - c->ranked);
}

/* Notes for which classes `procs` processors that were given back made the difference. */
static void open_up(struct conservative *c, struct swf_segments given, int32_t procs)
{
	if (c->ranked_count == 0)
		return;
	for (size_t i = given.first; i < given.end; i++) {
		const double begin = c->table.time[i], end = c->table.time[i + 1];
		const int32_t enough = c->table.free[i], before = enough - procs;
		for (size_t r = rank(c, enough); r > 0 && c->ranked[r - 1].size > before; r--) {
			struct class *class = &c->classes[c->ranked[r - 1].class];
			extend(&class->fresh, begin, end);
			class->wake = earlier(class->wake, begin);
			class->settled = NAN;
		}
	}
}

static void refresh(struct class *class)
{
	if (class->fresh.begin >= class->fresh.end)
		return;
	extend(&class->opened, class->fresh.begin, class->fresh.end);
	extend(&class->opening, class->fresh.begin, class->fresh.end);
	if (class->search.begin >= class->search.end)
		class->search = NEVER;
	extend(&class->search, class->fresh.begin, class->fresh.end);
	class->full = earlier(class->full, class->fresh.begin);
	class->fresh = NEVER;
}

/* Reserves the earliest time that there is. */
static int reserve(struct conservative *c, struct waiting *w)
{
	const struct class *class = &c->classes[w->class];
	struct swf_place place;
	struct swf_segments taken;
	swf_timetable_fit(&c->table, class->size, class->duration, c->machine->now, c->machine->now, INFINITY, INFINITY, &place);
	w->start = place.start;
	return swf_timetable_add(
		&c->table, w->start, w->start + class->duration, -class->size, &taken);
}

/* Looks for a place for a class that is earlier than `old`. */
static bool find_earlier(
	struct conservative *c, struct class *class, double old, uint32_t near, struct swf_place *place)
{
	struct span *search = &class->search;
	if (search->begin < search->end && search->begin < old && class->full <= old) {
		const bool found = swf_timetable_fit(&c->table, class->size, class->duration,
			c->machine->now, search->begin, search->end, old, place);
		search->begin = place->start;
		class->full = place->start + class->duration;
		if (found)
			return true;
	}
	return old <= class->opened.end &&
		swf_timetable_fit_before(&c->table, class->size, c->machine->now, old, near, place);
}

/* Moves the reservation of the i-th in the queue, and of those behind it that are like it, to an
 * earlier time, where there is one. */
static int advance(struct conservative *c, size_t i)
{
	struct waiting *queue = c->queue;
	const uint32_t number = queue[i].class;
	struct class *class = &c->classes[number];
	const double old = queue[i].start;
	struct swf_place place = {.segments.end = queue[i].near};
	refresh(class);
	const bool found = find_earlier(c, class, old, queue[i].near, &place);
	if (!found) {
		queue[i].near = (uint32_t)place.segments.end;
		class->settled = old;
		return 0;
	}
	int32_t procs = 0;
	size_t k = i;
	for (; k < c->reserved && queue[k].class == number && queue[k].start == old &&
		procs <= place.least - class->size;
		k++) {
		procs += class->size;
		queue[k].start = place.start;
		queue[k].near = (uint32_t)place.segments.first;
	}
	c->next = earlier(c->next, place.start);
	struct swf_segments given;
	if (swf_timetable_move(&c->table, old, class->duration, procs, &place, class->near, &given) != 0)
		return -1;
	open_up(c, given, procs);
	class->near = (uint32_t)given.end;
	class->settled = place.start;
	return 0;
}

static int give_back(struct conservative *c, double begin, double end, int32_t procs)
{
	struct swf_segments given;
	if (swf_timetable_add(&c->table, begin, end, procs, &given) != 0)
		return -1;
	open_up(c, given, procs);
	return 0;
}

/* Makes the reservation again, at any time. */
static int renew(struct conservative *c, struct waiting *w)
{
	const struct class *class = &c->classes[w->class];
	if (give_back(c, w->start, w->start + class->duration, class->size) != 0 ||
		reserve(c, w) != 0)
		return -1;
	c->next = earlier(c->next, w->start);
	return 0;
}

/* Whether a reservation is no longer possible. */
static bool is_broken(const struct conservative *c, const struct waiting *w)
{
	const double end = w->start + c->classes[w->class].duration;
	if (w->start < c->machine->now)
		return true;
	return w->start < c->overlap.end && end > c->overlap.begin &&
		swf_timetable_least(&c->table, later(w->start, c->overlap.begin),
			earlier(end, c->overlap.end)) < 0;
}

static int make_again(struct conservative *c)
{
	const bool overlap = c->overlap.begin < c->overlap.end;
	for (size_t r = 0; r < c->ranked_count; r++) {
		refresh(&c->classes[c->ranked[r].class]);
		c->classes[c->ranked[r].class].opening = NEVER;
	}
	for (size_t i = 0; i < c->reserved; i++) {
		struct waiting *w = &c->queue[i];
		const struct class *class = &c->classes[w->class];
		int made = 0;
		if (overlap && is_broken(c, w))
			made = renew(c, w);
		else if (w->start > class->wake && w->start != class->settled)
			made = advance(c, i);
		if (made != 0)
			return -1;
	}
	for (size_t r = 0; r < c->ranked_count; r++) {
		struct class *class = &c->classes[c->ranked[r].class];
		refresh(class);
		class->opened = class->search = class->opening;
		class->full = -INFINITY;
		class->wake = class->opened.begin;
		class->settled = NAN;
	}
	c->overlap = NEVER;
	return 0;
}

static int end_changed(void *state, const struct swf_task *task, double before, double after)
{
	struct conservative *c = state;
	if (after > before) {
		struct swf_segments taken;
		extend(&c->overlap, before, after);
		return swf_timetable_add(&c->table, before, after, -task->size, &taken);
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
		const size_t class = join_class(c, w->task);
		w->class = (uint32_t)class;
		if (class == SIZE_MAX || reserve(c, w) != 0 ||
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
