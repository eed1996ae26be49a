#include <math.h>

#include "simulate/schedulers/job-classes.h"
#include "unit/failing-realloc.h"
#include "unit/suites.h"

/* As many as there is room for at first. */
enum { FIRST = 256 };

/* Of the two arrays that are to grow, the second finds no memory, when the first has moved. */
START_TEST(classes_survive_that_there_is_no_memory)
{
	struct swf_job_classes all = {.unused = SIZE_MAX};
	struct swf_timetable table;
	size_t class[FIRST + 1];
	ck_assert_int_eq(swf_timetable_init(&table, FIRST + 1), 0);
	for (int i = 0; i < FIRST; i++)
		class[i] = swf_job_classes_join(&all, &table, i + 1, 10);
	fail_realloc(2);
	ck_assert_uint_eq(swf_job_classes_join(&all, &table, FIRST + 1, 10), SIZE_MAX);
	for (int i = 0; i < FIRST; i++)
		ck_assert_uint_eq(swf_job_classes_join(&all, &table, i + 1, 10), class[i]);
	class[FIRST] = swf_job_classes_join(&all, &table, FIRST + 1, 10);
	ck_assert_uint_ne(class[FIRST], SIZE_MAX);
	for (int i = 0; i <= FIRST; i++)
		for (int jobs = i < FIRST ? 2 : 1; jobs > 0; jobs--)
			swf_job_classes_leave(&all, &table, class[i]);
	ck_assert_uint_eq(all.ranked_count, 0);
	swf_job_classes_clear(&all);
	swf_timetable_clear(&table);
}
END_TEST

enum { PROCS = 12, CLASSES = 8, TAKEN = 10 };

/* What is free from now on, and what may be given back of it. */
struct fixture {
	struct swf_job_classes all;
	struct swf_timetable table;
	size_t class[CLASSES];
	struct taken {
		double begin, end; /* s */
		int32_t procs;
	} taken[TAKEN];
	double now;
};

static void take_or_give_back(struct fixture *f, uint64_t *state)
{
	struct taken *t = &f->taken[random_below(state, TAKEN)];
	const bool give = t->procs > 0;
	struct swf_timetable_stretch stretch;
	if (!give) {
		t->procs = 1 + (int32_t)random_below(state, PROCS / 2);
		t->begin = f->now + random_below(state, 30);
		t->end = t->begin + 1 + random_below(state, 20);
	}
	ck_assert_int_eq(swf_timetable_between(&f->table, t->begin, t->end, &stretch), 0);
	swf_timetable_add(&f->table, stretch, give ? t->procs : -t->procs);
	if (give)
		swf_job_classes_open(&f->all, &f->table, stretch, t->procs);
	swf_timetable_release(&f->table, stretch, 1);
	if (give)
		t->procs = 0;
}

/* A search from now on tells what the bound of a class is worth, and what its search must find. */
static size_t check_class(struct fixture *f, uint64_t *state, size_t number)
{
	struct swf_job_class *class = &f->all.classes[number];
	struct swf_timetable_place earliest, found;
	swf_timetable_fit(&f->table, class->size, class->duration, INFINITY, &earliest);
	if (earliest.start + class->duration < class->full)
		return 1;
	if (random_below(state, 2) == 0)
		return 0;
	if (!swf_job_classes_fit(class, &f->table, INFINITY, &found))
		return 1;
	return found.start != earliest.start || found.least != earliest.least ||
		class->full != earliest.start + class->duration;
}

static void join_one(struct fixture *f, uint64_t *state, size_t i)
{
	f->class[i] = swf_job_classes_join(&f->all, &f->table,
		1 + (int32_t)random_below(state, PROCS), random_below(state, 15));
	ck_assert_uint_ne(f->class[i], SIZE_MAX);
}

START_TEST(no_room_ends_before_the_bound)
{
	uint64_t state = 11;
	size_t wrong = 0;
	for (int round = 0; round < 200; round++) {
		struct fixture f = {.all = {.unused = SIZE_MAX}};
		ck_assert_int_eq(swf_timetable_init(&f.table, PROCS), 0);
		for (size_t i = 0; i < CLASSES; i++)
			join_one(&f, &state, i);
		for (int step = 0; step < 200; step++) {
			f.now += random_below(&state, 8) == 0;
			swf_timetable_advance(&f.table, f.now);
			take_or_give_back(&f, &state);
			for (size_t i = 0; i < CLASSES; i++)
				wrong += check_class(&f, &state, f.class[i]);
			const size_t i = random_below(&state, 4 * CLASSES);
			if (i < CLASSES) {
				swf_job_classes_leave(&f.all, &f.table, f.class[i]);
				join_one(&f, &state, i);
			}
		}
		swf_job_classes_clear(&f.all);
		swf_timetable_clear(&f.table);
	}
	ck_assert_uint_eq(wrong, 0);
}
END_TEST

Suite *job_classes_suite(void)
{
	return suite_of("job_classes",
		(const TTest *const[]){classes_survive_that_there_is_no_memory,
			no_room_ends_before_the_bound, NULL});
}
