#include "metrics/metrics-rows.h"

#include <math.h>
#include <stdlib.h>

#include "base/array.h"

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

/* The users in the order of their numbers, and their ranks in it at their places. */
static int rank_users(const struct swf_index *index, struct swf_metrics_rows *rows, uint32_t *ranks)
{
	const size_t n = index->count;
	struct swf_numbered *order = swf_index_sorted(index);
	rows->users = malloc(n * sizeof *rows->users);
	if (order == NULL || rows->users == NULL) {
		free(order);
		return -1;
	}
	for (size_t i = 0; i < n; i++) {
		rows->users[i] = order[i].number;
		ranks[order[i].place] = (uint32_t)i;
	}
	free(order);
	rows->part_count = n;
	return 0;
}

/* Sets the group of each record to the rank of its user. */
static int find_users(struct swf_metrics_rows *rows)
{
	const struct swf_records *records = &rows->measured.records;
	struct swf_index index = {0};
	uint32_t *ranks = NULL;
	int result = 0;
	for (size_t i = 0; i < records->count && result == 0; i++) {
		const size_t place = swf_index_add(&index, swf_record_at(records, i).user);
		rows->groups[i] = (uint32_t)place;
		result = place >= UINT32_MAX / (rows->classes * rows->sizes) ? -1 : 0;
	}
	if (result == 0 && (ranks = malloc(index.count * sizeof *ranks)) != NULL)
		result = rank_users(&index, rows, ranks);
	else
		result = -1;
	for (size_t i = 0; i < records->count && result == 0; i++)
		rows->groups[i] = ranks[rows->groups[i]];
	free(ranks);
	swf_index_clear(&index);
	return result;
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
		rows->ends[rows->groups[i] + 1]++;
	for (size_t p = 1; p <= parts; p++)
		rows->ends[p] += rows->ends[p - 1];
	for (size_t i = 0; i < count && places != NULL; i++)
		places[rows->ends[rows->groups[i]]++] = i;
	if (places == NULL)
		rows->ends[0] = count;
	else
		swf_records_arrange(records, places);
	free(places);
	free(rows->groups);
	rows->groups = NULL;
	return 0;
}

/* Divides each part into classes. */
static void divide(struct swf_metrics_rows *rows, const struct swf_metrics_limits *limits,
	enum swf_metrics_group group)
{
	rows->part_count *= limits->count + 1;
	for (size_t i = 0; i < rows->measured.records.count; i++) {
		const struct swf_record r = swf_record_at(&rows->measured.records, i);
		rows->groups[i] = rows->groups[i] * (uint32_t)(limits->count + 1) +
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
	if (swf_metrics_select(metrics, &rows->measured, error) != 0)
		return -1;
	const bool parted = by[SWF_BY_USER] || by[SWF_BY_CLASS] || by[SWF_BY_SIZE];
	if (parted &&
		(rows->groups = calloc(rows->measured.records.count, sizeof *rows->groups)) == NULL)
		return swf_fail_memory(error);
	if (by[SWF_BY_USER] && find_users(rows) != 0)
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
	if (by[SWF_BY_USER])
		row->keys[SWF_BY_USER] = rows->users[rows->part / rows->sizes / rows->classes];
	if (by[SWF_BY_CLASS])
		row->keys[SWF_BY_CLASS] = (int64_t)(rows->part / rows->sizes % rows->classes);
	if (by[SWF_BY_SIZE])
		row->keys[SWF_BY_SIZE] = (int64_t)(rows->part % rows->sizes);
	/* those whose queue and processors count */
	const bool parted = by[SWF_BY_USER] || by[SWF_BY_CLASS] || by[SWF_BY_SIZE];
	struct swf_records all = parted
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
	free(rows->users);
	free(rows->groups);
	free(rows->ends);
	*rows = (struct swf_metrics_rows){0};
}
