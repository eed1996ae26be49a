#include "swfcore/metrics.h"

#include <math.h>
#include <stdlib.h>

#include "base/array.h"
#include "metrics/metrics-rows.h"

struct swf_metrics *swf_metrics_new(const struct swf_metrics_options *options)
{
	struct swf_metrics *metrics = calloc(1, sizeof *metrics);
	if (metrics == NULL)
		return NULL;
	metrics->options = options;
	for (int g = 0; g < SWF_BY_NUMBERS; g++)
		metrics->grouped |= options->by[g];
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
	const int64_t numbers[] = {job->user, job->group, job->queue, job->partition};
	struct swf_group_numbers group = {0};
	size_t place = SIZE_MAX;
	for (int g = 0; g < SWF_BY_NUMBERS; g++) {
		if (!by[g])
			continue;
		const size_t before = place;
		group.of[g] = numbers[g];
		place = swf_index_add(&groups->numbers[g], numbers[g]);
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

/* Gives the last of the records its group. 0, or -1 when there is no memory. */
static int group_last(struct swf_metrics *m, const struct swf_job *job)
{
	const size_t last = m->records.count - 1;
	uint32_t *groups = swf_array_reserve(
		m->records.groups, last, &m->group_capacity, sizeof *m->records.groups);
	if (groups == NULL)
		return -1;
	m->records.groups = groups;
	groups[last] = place_group(&m->groups, m->options->by, job);
	return groups[last] != UINT32_MAX ? 0 : -1;
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
	if (swf_records_add(&metrics->records, &metrics->capacity, &record) != 0)
		return -1;
	if (metrics->grouped && group_last(metrics, job) != 0)
		return -1;
	metrics->counts.jobs++;
	return 0;
}

struct swf_metrics_counts swf_metrics_counts(const struct swf_metrics *metrics)
{
	return metrics->counts;
}

struct numbered {
	double submit;
	size_t place;
};

static int by_submit(const void *a, const void *b)
{
	const struct numbered *x = a, *y = b;
	if (x->submit != y->submit)
		return x->submit < y->submit ? -1 : 1;
	return (x->place > y->place) - (x->place < y->place);
}

/* Puts the records in submit order; those of the same second stay in that of the log. */
static int sort(struct swf_metrics *m)
{
	const size_t count = m->records.count;
	size_t ascending = 1;
	while (ascending < count &&
		swf_record_submit(&m->records, ascending - 1) <=
			swf_record_submit(&m->records, ascending))
		ascending++;
	if (ascending >= count)
		return 0;
	struct numbered *order = malloc(count * sizeof *order);
	size_t *places = malloc(count * sizeof *places);
	const bool enough = order != NULL && places != NULL;
	if (enough) {
		for (size_t i = 0; i < count; i++)
			order[i] = (struct numbered){swf_record_submit(&m->records, i), i};
		qsort(order, count, sizeof *order, by_submit);
		for (size_t i = 0; i < count; i++)
			places[i] = order[i].place;
		swf_records_arrange(&m->records, places);
	}
	free(order);
	free(places);
	return enough ? 0 : -1;
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
	if (sort(m) != 0)
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
	*measured = (struct swf_measured){.records = records,
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
