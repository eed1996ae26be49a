#include "metrics/metrics-rows.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

const struct swf_metrics_limits *swf_metrics_limits(
	const struct swf_metrics_options *options, enum swf_metrics_group group)
{
	static const struct swf_metrics_limits run_times = {{60, 600}, 2}, sizes = {{1, 8, 32}, 3};
	if (group == SWF_BY_CLASS)
		return options->class_limits.count > 0 ? &options->class_limits : &run_times;
	return options->size_limits.count > 0 ? &options->size_limits : &sizes;
}

static uint32_t class_of(const struct swf_metrics_limits *limits, double value)
{
	uint32_t i = 0;
	while (i < limits->count && value > limits->limits[i])
		i++;
	return i;
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
	const struct swf_records *records = &rows->measured.records;
	const struct swf_groups *groups = &rows->metrics->groups;
	uint32_t *ranks = malloc(groups->count * sizeof *ranks);
	if (ranks == NULL || groups->count >= UINT32_MAX / (rows->classes * rows->sizes)) {
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

/* Puts the records of each part together, in submit order, and finds where the parts end. */
static int part_records(struct swf_metrics_rows *rows)
{
	struct swf_records *records = &rows->measured.records;
	const size_t count = records->count, parts = rows->part_count;
	rows->ends = calloc(parts + 1, sizeof *rows->ends);
	size_t *places = parts > 1 ? malloc(count * sizeof *places) : NULL;
	if (rows->ends == NULL || (parts > 1 && places == NULL)) {
		free(places);
		return -1;
	}
	/* ends[p + 1] becomes where part p + 1 begins, and ends[p] where the next of p goes */
	for (size_t i = 0; i < count && places != NULL; i++)
		rows->ends[records->groups[i] + 1]++;
	for (size_t p = 1; p <= parts; p++)
		rows->ends[p] += rows->ends[p - 1];
	for (size_t i = 0; i < count && places != NULL; i++)
		places[rows->ends[records->groups[i]]++] = i;
	if (places == NULL)
		rows->ends[0] = count;
	else
		swf_records_arrange(records, places);
	free(places);
	free(rows->metrics->records.groups);
	rows->metrics->records.groups = records->groups = NULL;
	return 0;
}

/* Divides each part into classes. */
static void divide(struct swf_metrics_rows *rows, const struct swf_metrics_limits *limits,
	enum swf_metrics_group group)
{
	const struct swf_records *records = &rows->measured.records;
	rows->part_count *= limits->count + 1;
	for (size_t i = 0; i < records->count; i++) {
		const struct swf_record r = swf_record_at(records, i);
		records->groups[i] = records->groups[i] * (uint32_t)(limits->count + 1) +
			class_of(limits, group == SWF_BY_CLASS ? r.run_time : r.size);
	}
}

int swf_metrics_rows_init(
	struct swf_metrics_rows *rows, struct swf_metrics *metrics, struct swf_error *error)
{
	const bool *by = metrics->options->by;
	const struct swf_metrics_limits *classes =
		swf_metrics_limits(metrics->options, SWF_BY_CLASS);
	const struct swf_metrics_limits *sizes = swf_metrics_limits(metrics->options, SWF_BY_SIZE);
	*rows = (struct swf_metrics_rows){.metrics = metrics,
		.classes = by[SWF_BY_CLASS] ? classes->count + 1 : 1,
		.sizes = by[SWF_BY_SIZE] ? sizes->count + 1 : 1,
		.part_count = 1};
	struct swf_records *all = &metrics->records;
	if (all->count > 0 && all->groups == NULL && (by[SWF_BY_CLASS] || by[SWF_BY_SIZE]) &&
		(all->groups = calloc(all->count, sizeof *all->groups)) == NULL)
		return swf_fail_memory(error);
	if (swf_metrics_select(metrics, &rows->measured, error) != 0)
		return -1;
	rows->parted = all->groups != NULL;
	if (metrics->groups.count > 0 && rank_groups(rows) != 0)
		return swf_fail_memory(error);
	if (by[SWF_BY_CLASS])
		divide(rows, classes, SWF_BY_CLASS);
	if (by[SWF_BY_SIZE])
		divide(rows, sizes, SWF_BY_SIZE);
	return part_records(rows) == 0 ? 0 : swf_fail_memory(error);
}

/* The week of a job, from 1. */
static int64_t week_of(const struct swf_metrics_rows *rows, size_t i)
{
	const double submit = swf_record_submit(&rows->measured.records, i);
	return (int64_t)floor((submit - rows->metrics->first) / SWF_WEEK) + 1;
}

/* The records of which some may wait or run in the window: those submitted before its end, without
 * those at the front that all ended before it begins. Windows ask in order, so `first` only moves
 * on. */
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

/* Sets the week of a row that begins with the next record. Returns where its records end. */
static size_t find_week(
	struct swf_metrics_rows *rows, struct swf_metrics_row *row, struct swf_window *window)
{
	const int64_t week = week_of(rows, rows->next);
	size_t end = rows->next + 1;
	while (end < rows->ends[rows->part] && week_of(rows, end) == week)
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
	const bool *by = m->options->by;
	while (rows->part < rows->part_count && rows->next == rows->ends[rows->part]) {
		rows->part++;
		rows->begin = rows->next;
		rows->around = 0;
	}
	if (rows->part == rows->part_count)
		return 0;
	const size_t first = rows->next;
	struct swf_window window = rows->measured.window;
	size_t end = rows->ends[rows->part];
	*row = (struct swf_metrics_row){0};
	if (m->groups.count > 0)
		memcpy(row->keys, m->groups.found[rows->part / rows->sizes / rows->classes].of,
			sizeof m->groups.found->of);
	if (by[SWF_BY_CLASS])
		row->keys[SWF_BY_CLASS] = (int64_t)(rows->part / rows->sizes % rows->classes);
	if (by[SWF_BY_SIZE])
		row->keys[SWF_BY_SIZE] = (int64_t)(rows->part % rows->sizes);
	/* those whose queue and processors count */
	struct swf_records all = rows->parted
		? swf_records_part(&rows->measured.records, rows->begin, end - rows->begin)
		: m->records;
	if (by[SWF_BY_WEEK]) {
		end = find_week(rows, row, &window);
		all = records_around(&all, window, &rows->around);
	}
	rows->next = end;
	const struct swf_records records =
		swf_records_part(&rows->measured.records, first, end - first);
	if (swf_figures(m->options, &records, &all, window, &row->figures) != 0)
		return swf_fail_memory(error);
	return 1;
}

void swf_metrics_rows_clear(struct swf_metrics_rows *rows)
{
	free(rows->ends);
	*rows = (struct swf_metrics_rows){0};
}
