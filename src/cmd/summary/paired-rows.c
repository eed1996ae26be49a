#include "summary/paired-rows.h"

#include <stdint.h>
#include <stdlib.h>

#include "shared/memory.h"
#include "stats/comparison.h"
#include "stats/holm.h"
#include "stats/power.h"
#include "summary/begin-row.h"

/* The pairs of conditions of each metric, compared in a group. To be freed. */
static struct swf_paired *compare_group(const struct runs *runs, size_t group)
{
	const size_t room = runs_in_group(runs, group), pairs = runs_pairs(runs);
	double *values = checked(malloc(2 * room * sizeof *values + 1));
	struct swf_paired *compared =
		checked(calloc(runs_metrics(runs) * pairs + 1, sizeof *compared));
	for (size_t i = 0; i < runs_metrics(runs) * pairs; i++) {
		const size_t n = runs_pair_values(
			runs, group, i / pairs, runs_pair(runs, i % pairs), values, values + room);
		compared[i] = swf_comparison_pairs(values, values + room, n);
	}
	free(values);
	return compared;
}

static void add_row(struct swf_table *table, const struct runs *runs, struct condition_pair pair,
	const struct swf_paired *p, double p_holm)
{
	const double described[] = {
		p->mean_first, p->mean_second, p->difference, p->sd, p->low, p->high};
	const size_t counted[] = {p->less, p->equal, p->greater};
	const double tested[] = {p->p, p->sign_p, p_holm};
	swf_table_text(table, runs_condition(runs, pair.first));
	swf_table_text(table, runs_condition(runs, pair.second));
	swf_table_whole(table, (int64_t)p->count);
	for (size_t i = 0; i < sizeof described / sizeof *described; i++)
		swf_table_number(table, described[i]);
	for (size_t i = 0; i < sizeof counted / sizeof *counted; i++)
		swf_table_whole(table, (int64_t)counted[i]);
	for (size_t i = 0; i < sizeof tested / sizeof *tested; i++)
		swf_table_number(table, tested[i]);
}

static void add_group(struct swf_table *table, const struct runs *runs, size_t group, double detect)
{
	const size_t pairs = runs_pairs(runs), count = runs_metrics(runs) * pairs;
	struct swf_paired *compared = compare_group(runs, group);
	double *p_holm = checked(malloc(count * sizeof *p_holm + 1));
	for (size_t i = 0; i < count; i++)
		p_holm[i] = compared[i].p;
	if (swf_holm_correct(p_holm, count) != 0)
		die_of_memory();
	for (size_t i = 0; i < count; i++) {
		begin_row(table, runs, group, WITHOUT_NONE, i / pairs);
		add_row(table, runs, runs_pair(runs, i % pairs), &compared[i], p_holm[i]);
		if (detect > 0)
			swf_table_number(table,
				swf_power_pairs_needed(
					detect * compared[i].mean_first, compared[i].sd));
	}
	free(p_holm);
	free(compared);
}

void add_paired_rows(struct swf_table *table, const struct runs *runs, double detect)
{
	for (size_t group = 0; group < runs_groups(runs); group++)
		add_group(table, runs, group, detect);
}
