/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The jobs of a log that are measured, and their metrics by groups.
 *
 * While jobs are added, records are in the order of the log. Where groups go by numbers, each
 * record has the place of its group among those found so far. When rows begin, the records are put
 * into submit order, and then arranged in place by parts, which are the groups divided into
 * classes. A part is a range of the records, in submit order, so that those of the warm-up stand at
 * its beginning and those of the cool-down at its end. A row is what is between them, or a week of
 * it. So a row costs its own records, however many groups there are.
 */
#include "swfcore/metrics.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "metrics/metrics-rows.h"

const enum swf_metrics_group swf_metrics_order[] = {SWF_BY_USER, SWF_BY_GROUP, SWF_BY_QUEUE,
	SWF_BY_PARTITION, SWF_BY_GPU_TYPE, SWF_BY_NODES, SWF_BY_CLASS, SWF_BY_SIZE, SWF_BY_GPUS,
	SWF_BY_WEEK};

/* Whether groups or columns ask for an amount of jobs. */
static bool needs_amount(const struct swf_metrics_options *o, int amount)
{
	if (amount == SWF_RECORD_ENERGY)
		return o->energy;
	return o->resources[amount] || (amount == SWF_KIND_GPUS && o->by[SWF_BY_GPUS]);
}

struct swf_metrics *swf_metrics_new(const struct swf_metrics_options *options)
{
	struct swf_metrics *metrics = calloc(1, sizeof *metrics);
	if (metrics == NULL)
		return NULL;
	metrics->options = options;
	for (int g = 0; g < SWF_BY_NUMBERS; g++)
		metrics->grouped |= options->by[g];
	for (int r = SWF_KIND_PROCS + 1; r < SWF_RECORD_AMOUNTS; r++)
		metrics->has_amounts |= needs_amount(options, r);
	return metrics;
}

void swf_metrics_free(struct swf_metrics *metrics)
{
	if (metrics == NULL)
		return;
	swf_records_clear(&metrics->records);
	free(metrics->groups.found);
	for (int g = 0; g < SWF_BY_NUMBERS; g++) {
		swf_index_clear(&metrics->groups.numbers[g]);
		swf_index_clear(&metrics->groups.pairs[g]);
	}
	swf_index_clear(&metrics->leavers);
	free(metrics);
}

void swf_metrics_set_capacity(struct swf_metrics *metrics, enum swf_kind resource, double amount)
{
	metrics->amounts[resource] = amount;
}

void swf_metrics_span(struct swf_metrics *metrics, const struct swf_job *job)
{
	if (!metrics->any || job->submit < metrics->first)
		metrics->first = job->submit;
	if (!metrics->any || job->submit > metrics->last)
		metrics->last = job->submit;
	metrics->any = true;
}

/* The place of the group of a job, which is added if need be. UINT32_MAX when there is no memory.
 */
static uint32_t place_group(struct swf_groups *groups, const bool *by, const struct swf_job *job)
{
	struct swf_group_numbers group = {0};
	size_t place = SIZE_MAX;
	for (int g = 0; g < SWF_BY_NUMBERS; g++) {
		if (!by[g])
			continue;
		const size_t before = place;
		group.of[g] = swf_records_number(job, (enum swf_metrics_group)g);
		place = swf_index_add(&groups->numbers[g], group.of[g]);
		if (before != SIZE_MAX && place < UINT32_MAX)
			place = swf_index_add(
				&groups->pairs[g], (int64_t)((uint64_t)before << 32 | place));
		if (place >= UINT32_MAX)
			return UINT32_MAX;
	}
	group.place = (uint32_t)place;
	if (place < groups->count)
		return group.place;
	struct swf_group_numbers *found =
		swf_array_reserve(groups->found, groups->count, &groups->capacity, sizeof *found);
	if (found == NULL)
		return UINT32_MAX;
	groups->found = found;
	found[groups->count++] = group;
	return group.place;
}

/* Adds the amounts of the job that was added last. 0, or -1 when there is no memory. */
static int add_amounts(struct swf_metrics *metrics, const struct swf_job *job, int32_t size)
{
	const size_t place = metrics->records.count - 1;
	for (int r = SWF_KIND_PROCS + 1; r < SWF_RECORD_AMOUNTS; r++) {
		if (!needs_amount(metrics->options, r))
			continue;
		double *amounts = swf_array_reserve(metrics->records.amounts[r], place,
			&metrics->amount_capacities[r], sizeof *amounts);
		if (amounts == NULL)
			return -1;
		metrics->records.amounts[r] = amounts;
		amounts[place] = r == SWF_RECORD_ENERGY
			? job->energy
			: swf_records_need(job, size, (enum swf_kind)r);
	}
	return 0;
}

int swf_metrics_add(struct swf_metrics *metrics, const struct swf_job *job)
{
	int32_t size = swf_job_size(job, metrics->options->size);
	swf_metrics_span(metrics, job);
	if (!swf_records_ran(job, size)) {
		metrics->counts.not_run++;
		metrics->counts.not_run_work += swf_job_work(job, metrics->options->size);
		if (job->status != SWF_STATUS_CANCELLED || job->run_time < 0 || size <= 0)
			return 0;
		metrics->counts.abandoned++;
		if (job->user >= 0 && swf_index_add(&metrics->leavers, job->user) == SIZE_MAX)
			return -1;
		metrics->counts.users_left = (int64_t)metrics->leavers.count;
		return 0;
	}
	const struct swf_record record = {.submit = job->submit,
		.wait = job->wait,
		.run_time = job->run_time,
		.user = job->user,
		.size = size};
	if (swf_records_add(&metrics->records, &metrics->capacity, &record) != 0 ||
		(metrics->has_amounts && add_amounts(metrics, job, size) != 0))
		return -1;
	if (metrics->grouped) {
		struct swf_records *records = &metrics->records;
		uint32_t *groups = swf_array_reserve(records->groups, records->count - 1,
			&metrics->group_capacity, sizeof *groups);
		if (groups == NULL)
			return -1;
		records->groups = groups;
		const uint32_t group = place_group(&metrics->groups, metrics->options->by, job);
		if (group == UINT32_MAX)
			return -1;
		groups[records->count - 1] = group;
	}
	metrics->counts.jobs++;
	return 0;
}

struct swf_metrics_counts swf_metrics_counts(const struct swf_metrics *metrics)
{
	return metrics->counts;
}

static bool by_submit(const void *records, uint32_t a, uint32_t b)
{
	return swf_record_submit(records, a) < swf_record_submit(records, b);
}

/* Puts the records in submit order; those of the same second stay in that of the log. */
static int sort_records(struct swf_metrics *m)
{
	const size_t count = m->records.count;
	size_t ascending = 1;
	while (ascending < count &&
		!by_submit(&m->records, (uint32_t)ascending, (uint32_t)(ascending - 1)))
		ascending++;
	if (ascending >= count)
		return 0;
	uint32_t *places = malloc(count * sizeof *places);
	if (places == NULL)
		return -1;
	for (size_t i = 0; i < count; i++)
		places[i] = (uint32_t)i;
	const int result = swf_places_sort(places, count, by_submit, &m->records);
	if (result == 0)
		swf_records_arrange(&m->records, places);
	free(places);
	return result;
}

/* How many of the jobs in submit order, counted from the one end or the other, a quantity spans. */
static size_t spanned(
	const struct swf_records *records, struct swf_quantity quantity, bool from_end)
{
	const size_t count = records->count;
	double n = (double)count;
	if (quantity.unit == SWF_COUNT)
		return (size_t)fmin(quantity.value, n);
	if (quantity.unit == SWF_PERCENT)
		return (size_t)floor(n * quantity.value / 100);
	size_t jobs = 0;
	if (from_end) {
		double limit = swf_record_submit(records, count - 1) - quantity.value;
		while (jobs < count && swf_record_submit(records, count - 1 - jobs) > limit)
			jobs++;
	} else {
		double limit = swf_record_submit(records, 0) + quantity.value;
		while (jobs < count && swf_record_submit(records, jobs) < limit)
			jobs++;
	}
	return jobs;
}

/* When the time that is measured ends, where the options limit it. */
static double horizon(const struct swf_metrics *m)
{
	return swf_record_submit(&m->records, 0) + m->options->until;
}

int swf_metrics_select(
	struct swf_metrics *metrics, struct swf_measured *measured, struct swf_error *error)
{
	struct swf_metrics *m = metrics;
	const struct swf_metrics_options *o = m->options;
	const size_t all = m->records.count;
	if (all == 0)
		return swf_records_none(error);
	if (sort_records(m) != 0)
		return swf_fail_memory(error);
	size_t warmup = spanned(&m->records, o->warmup, false);
	size_t cooldown = spanned(&m->records, o->cooldown, true);
	if (o->until > 0)
		while (cooldown < all &&
			swf_record_submit(&m->records, all - 1 - cooldown) > horizon(m))
			cooldown++;
	if (warmup + cooldown >= all)
		return swf_fail(error, "warm-up and cool-down leave no job of %zu", all);
	const struct swf_records records =
		swf_records_part(&m->records, warmup, all - warmup - cooldown);
	const double first = swf_record_submit(&records, 0),
		     last = swf_record_submit(&records, records.count - 1);
	*measured = (struct swf_measured){.first = warmup,
		.end = all - cooldown,
		.window = {.begin = first,
			.end = o->until > 0                      ? horizon(m)
				: o->window == SWF_WINDOW_SUBMIT ? last
								 : swf_records_end(&records)},
		.whole = {.begin = warmup > 0 ? first : m->first,
			.end = o->until > 0    ? horizon(m)
				: cooldown > 0 ? last
					       : m->last}};
	return 0;
}

struct swf_table *swf_metrics_distribution(
	struct swf_metrics *metrics, enum swf_metrics_level level, struct swf_error *error)
{
	static const char *const names[] = {"level", "seconds", "share", "cumulated"};
	struct swf_measured measured;
	size_t n;
	if (swf_metrics_select(metrics, &measured, error) != 0)
		return NULL;
	const struct swf_window window = measured.window;
	/* jobs that are left out of the measured ones wait and run beside them */
	struct swf_levels levels[2];
	struct swf_level_share *shares = swf_record_levels(&metrics->records, window, levels) == 0
		? swf_levels_shares(&levels[level], &n)
		: NULL;
	swf_levels_clear(&levels[SWF_LEVEL_QUEUE]);
	swf_levels_clear(&levels[SWF_LEVEL_BUSY]);
	struct swf_table *table = swf_table_new(names, 4);
	if (shares == NULL || table == NULL) {
		free(shares);
		swf_table_free(table);
		swf_fail_memory(error);
		return NULL;
	}
	double cumulated = 0, total = window.end - window.begin;
	for (size_t i = 0; i < n; i++) {
		cumulated += shares[i].time;
		swf_table_number(table, shares[i].level);
		swf_table_number(table, shares[i].time);
		swf_table_number(table, shares[i].time / total);
		swf_table_number(table, cumulated / total);
	}
	free(shares);
	return table;
}

const struct swf_metrics_limits *swf_metrics_limits(
	const struct swf_metrics_options *options, enum swf_metrics_group group)
{
	static const struct swf_metrics_limits run_times = {{60, 600}, 2}, sizes = {{1, 8, 32}, 3},
					       gpus = {{0, 1, 4, 8}, 4};
	if (group == SWF_BY_GPUS)
		return &gpus;
	if (group == SWF_BY_CLASS)
		return options->class_limits.count > 0 ? &options->class_limits : &run_times;
	return options->size_limits.count > 0 ? &options->size_limits : &sizes;
}

static int compare_numbers(const void *a, const void *b)
{
	const struct swf_group_numbers *x = a, *y = b;
	for (int g = 0; g < SWF_BY_NUMBERS; g++)
		if (x->of[g] != y->of[g])
			return x->of[g] < y->of[g] ? -1 : 1;
	return 0;
}

/* Sorts the groups by their numbers, and sets the group of each record to the rank of its own. */
static int rank_groups(struct swf_metrics_rows *rows)
{
	const struct swf_records *records = &rows->metrics->records;
	const struct swf_groups *groups = &rows->metrics->groups;
	uint32_t *ranks = malloc(groups->count * sizeof *ranks);
	if (ranks == NULL ||
		groups->count >= UINT32_MAX / (rows->classes * rows->sizes * rows->gpus)) {
		free(ranks);
		return -1;
	}
	qsort(groups->found, groups->count, sizeof *groups->found, compare_numbers);
	for (size_t i = 0; i < groups->count; i++)
		ranks[groups->found[i].place] = (uint32_t)i;
	for (size_t i = 0; i < records->count; i++)
		records->groups[i] = ranks[records->groups[i]];
	free(ranks);
	rows->part_count = groups->count;
	return 0;
}

/* Puts the records of each part together, in submit order, and finds where the parts are. */
static int part_records(struct swf_metrics_rows *rows)
{
	struct swf_records *records = &rows->metrics->records;
	const uint32_t *groups = records->groups;
	const size_t count = records->count, parts = rows->part_count;
	rows->parts = calloc(parts, sizeof *rows->parts);
	uint32_t *places = parts > 1 ? malloc(count * sizeof *places) : NULL;
	if (rows->parts == NULL || (parts > 1 && places == NULL)) {
		free(places);
		return -1;
	}
	for (size_t i = 0; i < count; i++) {
		struct swf_metrics_part *part = &rows->parts[groups != NULL ? groups[i] : 0];
		part->end++;
		part->next += i < rows->measured.first;
		part->measured_end += i < rows->measured.end;
	}
	size_t begin = 0;
	for (size_t p = 0; p < parts; p++) {
		struct swf_metrics_part *part = &rows->parts[p];
		part->begin = begin;
		part->next += begin;
		part->measured_end += begin;
		begin = part->end += begin;
	}
	if (places != NULL) {
		/* from the last on, so that each part begins where its first goes */
		for (size_t p = 0; p < parts; p++)
			rows->parts[p].begin = rows->parts[p].end;
		for (size_t i = count; i-- > 0;)
			places[--rows->parts[groups[i]].begin] = (uint32_t)i;
	}
	/* where the parts end says it from now on */
	free(records->groups);
	records->groups = NULL;
	if (places != NULL)
		swf_records_arrange(records, places);
	free(places);
	return 0;
}

/* What classes of jobs go by. */
static double class_value(const struct swf_records *records, size_t i, enum swf_metrics_group group)
{
	const struct swf_record r = swf_record_at(records, i);
	return group == SWF_BY_GPUS    ? swf_record_demand(records, i, SWF_KIND_GPUS)
		: group == SWF_BY_SIZE ? r.size
				       : r.run_time;
}

/* How many classes the jobs of the same numbers are divided into. */
static size_t count_classes(const struct swf_metrics_options *o, enum swf_metrics_group group)
{
	return o->by[group] ? swf_metrics_limits(o, group)->count + 1 : 1;
}

/* Divides each part into classes, where there are such. */
static void divide_parts(struct swf_metrics_rows *rows, enum swf_metrics_group group)
{
	const struct swf_records *records = &rows->metrics->records;
	const struct swf_metrics_limits *limits = swf_metrics_limits(rows->metrics->options, group);
	if (!rows->metrics->options->by[group])
		return;
	rows->part_count *= limits->count + 1;
	for (size_t i = 0; i < records->count; i++) {
		const double value = class_value(records, i, group);
		uint32_t class_ = 0;
		while (class_ < limits->count && value > limits->limits[class_])
			class_++;
		records->groups[i] = records->groups[i] * (uint32_t)(limits->count + 1) + class_;
	}
}

int swf_metrics_rows_init(
	struct swf_metrics_rows *rows, struct swf_metrics *metrics, struct swf_error *error)
{
	const struct swf_metrics_options *options = metrics->options;
	*rows = (struct swf_metrics_rows){.metrics = metrics,
		.classes = count_classes(options, SWF_BY_CLASS),
		.sizes = count_classes(options, SWF_BY_SIZE),
		.gpus = count_classes(options, SWF_BY_GPUS),
		.part_count = 1};
	struct swf_records *all = &metrics->records;
	if (all->count > 0 && all->groups == NULL && rows->classes * rows->sizes * rows->gpus > 1 &&
		(all->groups = calloc(all->count, sizeof *all->groups)) == NULL)
		return swf_fail_memory(error);
	if (swf_metrics_select(metrics, &rows->measured, error) != 0)
		return -1;
	if (metrics->groups.count > 0 && rank_groups(rows) != 0)
		return swf_fail_memory(error);
	divide_parts(rows, SWF_BY_CLASS);
	divide_parts(rows, SWF_BY_SIZE);
	divide_parts(rows, SWF_BY_GPUS);
	return part_records(rows) == 0 ? 0 : swf_fail_memory(error);
}

/* The week of a job, from 1. */
static int64_t week_of(const struct swf_metrics_rows *rows, size_t i)
{
	const double submit = swf_record_submit(&rows->metrics->records, i);
	return (int64_t)floor((submit - rows->metrics->first) / SWF_WEEK) + 1;
}

/* A range that has all records that wait or run in the window: those submitted before its end,
 * without those at the front that ended before it begins. Windows ask in order, so `first` only
 * moves on. */
static struct swf_records records_around(
	const struct swf_records *records, struct swf_window window, size_t *first)
{
	for (; *first < records->count; ++*first) {
		const struct swf_record r = swf_record_at(records, *first);
		if (swf_record_end(&r) > window.begin)
			break;
	}
	size_t end = *first;
	while (end < records->count && swf_record_submit(records, end) < window.end)
		end++;
	return swf_records_part(records, *first, end - *first);
}

/* Sets the numbers and classes of a row of the present part. */
static void set_keys(const struct swf_metrics_rows *rows, struct swf_metrics_row *row)
{
	const struct swf_groups *groups = &rows->metrics->groups;
	size_t part = rows->part;
	row->keys[SWF_BY_GPUS] = (int64_t)(part % rows->gpus);
	part /= rows->gpus;
	row->keys[SWF_BY_SIZE] = (int64_t)(part % rows->sizes);
	part /= rows->sizes;
	row->keys[SWF_BY_CLASS] = (int64_t)(part % rows->classes);
	part /= rows->classes;
	if (groups->count > 0)
		memcpy(row->keys, groups->found[part].of, sizeof groups->found->of);
}

/* Sets the week of a row that begins with the next record of a part. Returns where its records end.
 */
static size_t find_week(struct swf_metrics_rows *rows, const struct swf_metrics_part *part,
	struct swf_metrics_row *row, struct swf_window *window)
{
	const int64_t week = week_of(rows, part->next);
	size_t end = part->next + 1;
	while (end < part->measured_end && week_of(rows, end) == week)
		end++;
	row->keys[SWF_BY_WEEK] = week;
	window->begin = rows->metrics->first + (double)(week - 1) * SWF_WEEK;
	window->end = window->begin + SWF_WEEK;
	row->partial = window->begin < rows->measured.whole.begin ||
		window->end > rows->measured.whole.end;
	rows->metrics->counts.partial += row->partial;
	return end;
}

int swf_metrics_rows_next(
	struct swf_metrics_rows *rows, struct swf_metrics_row *row, struct swf_error *error)
{
	const struct swf_metrics *m = rows->metrics;
	double capacities[SWF_KINDS];
	while (rows->part < rows->part_count &&
		rows->parts[rows->part].next == rows->parts[rows->part].measured_end) {
		rows->part++;
		rows->around = 0;
	}
	if (rows->part == rows->part_count)
		return 0;
	struct swf_metrics_part *part = &rows->parts[rows->part];
	struct swf_window window = rows->measured.window;
	*row = (struct swf_metrics_row){0};
	set_keys(rows, row);
	/* those whose queue and processors count */
	struct swf_records all =
		swf_records_part(&m->records, part->begin, part->end - part->begin);
	size_t end = part->measured_end;
	if (m->options->by[SWF_BY_WEEK]) {
		end = find_week(rows, part, row, &window);
		all = records_around(&all, window, &rows->around);
	}
	const struct swf_records records =
		swf_records_part(&m->records, part->next, end - part->next);
	part->next = end;
	memcpy(capacities, m->amounts, sizeof capacities);
	capacities[SWF_KIND_PROCS] = m->options->procs;
	if (swf_metric_values_measure(m->options, &records, &all, window, &row->values) != 0 ||
		swf_metric_values_resources(
			m->options, capacities, &records, &all, window, &row->values) != 0)
		return swf_fail_memory(error);
	return 1;
}

void swf_metrics_rows_clear(struct swf_metrics_rows *rows)
{
	free(rows->parts);
	*rows = (struct swf_metrics_rows){0};
}
