#include "summary/paired-rows.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>

#include "shared/messages.h"
#include "stats/comparison.h"
#include "stats/holm.h"
#include "stats/power.h"
#include "stats/site-interval.h"
#include "summary/begin-row.h"

/* A pair of conditions on the workloads, and what that says of the site. */
struct compared {
	struct swf_paired paired;
	struct swf_site_pair site;
	double needed;
};

/* Puts what is known of the site in place of the means over the workloads. */
static void take_site(struct swf_paired *paired, const struct swf_site_pair *site)
{
	paired->mean_first = site->first;
	paired->mean_second = site->second;
	paired->difference = site->difference;
	paired->low = site->low;
	paired->high = site->high;
	paired->p = site->p;
}

/* The pairs of conditions of each metric, compared in a group. To be freed. */
static struct compared *compare_group(
	const struct runs *runs, size_t group, double detect, bool of_site)
{
	const size_t room = runs_in_group(runs, group), pairs = runs_pairs(runs);
	double *values = checked(malloc(2 * room * sizeof *values + 1));
	struct compared *compared =
		checked(calloc(runs_metrics(runs) * pairs + 1, sizeof *compared));
	for (size_t i = 0; i < runs_metrics(runs) * pairs; i++) {
		struct compared *c = &compared[i];
		const size_t n = runs_pair_values(
			runs, group, i / pairs, runs_pair(runs, i % pairs), values, values + room);
		c->site = (struct swf_site_pair){
			.ratio = NAN, .ratio_low = NAN, .ratio_high = NAN, .error = NAN};
		if (of_site)
			c->site = swf_site_interval_pair(
				values, values + room, n, runs_reference(runs, group, 0), detect);
		c->paired = swf_comparison_pairs(values, values + room, n);
		c->needed = of_site
			? c->site.needed
			: swf_power_pairs_needed(detect * c->paired.mean_first, c->paired.sd);
		if (of_site)
			take_site(&c->paired, &c->site);
	}
	free(values);
	return compared;
}

static void add_site(struct swf_table *table, const struct swf_site_pair *s)
{
	const double cells[] = {s->ratio, s->ratio_low, s->ratio_high, s->error};
	for (size_t i = 0; i < sizeof cells / sizeof *cells; i++)
		swf_table_number(table, cells[i]);
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

static void add_group(
	struct swf_table *table, const struct runs *runs, size_t group, double detect, bool site)
{
	const size_t pairs = runs_pairs(runs), count = runs_metrics(runs) * pairs;
	const bool of_site = site && runs_of_site(runs, group);
	struct compared *compared = compare_group(runs, group, detect, of_site);
	double *p_holm = checked(malloc(count * sizeof *p_holm + 1));
	for (size_t i = 0; i < count; i++)
		p_holm[i] = compared[i].paired.p;
	if (swf_holm_correct(p_holm, count) != 0)
		die_of_memory();
	for (size_t i = 0; i < count; i++) {
		begin_row(table, runs, group, WITHOUT_NONE, i / pairs);
		add_row(table, runs, runs_pair(runs, i % pairs), &compared[i].paired, p_holm[i]);
		if (site)
			add_site(table, &compared[i].site);
		if (detect > 0)
			swf_table_number(table, compared[i].needed);
	}
	free(p_holm);
	free(compared);
}

void add_paired_rows(struct swf_table *table, const struct runs *runs, double detect, bool site)
{
	for (size_t group = 0; group < runs_groups(runs); group++)
		add_group(table, runs, group, detect, site);
}
