#include <stdlib.h>

#include "analysis/daily-bins.h"
#include "locality/locality.h"
#include "shared/local-time.h"
#include "shared/messages.h"
#include "shared/table-output.h"
#include "stats/sort.h"
#include "table/sample-cells.h"

struct swf_table *daily_table(const struct locality_options *o)
{
	static const char *const all[] = {"attribute", SWF_MEAN_COLUMNS, SWF_QUANTILE_COLUMNS};
	static const char *const each[] = {"attribute", "day", "jobs", "share"};
	return o->each ? table_of_logs(each, sizeof each / sizeof *each, o->several)
		       : table_of_logs(all, sizeof all / sizeof *all, o->several);
}

/* A row for each day, counted from the first of the log. */
static void add_days(struct swf_table *table, int attribute, double first,
	const struct swf_daily_share *shares, size_t count, const struct locality_options *o)
{
	for (size_t i = 0; i < count; i++) {
		row_of_log(table, o->several, o->name);
		swf_table_text(table, swf_attribute_names[attribute]);
		swf_table_number(table, shares[i].day - first);
		swf_table_whole(table, (int64_t)shares[i].count);
		swf_table_number(table, shares[i].share);
	}
}

/* A row for the distribution of the shares over the days, which is sorted. */
static void add_distribution(struct swf_table *table, int attribute, double *shares, size_t count,
	const struct locality_options *o)
{
	swf_sort_doubles(shares, count);
	row_of_log(table, o->several, o->name);
	swf_table_text(table, swf_attribute_names[attribute]);
	swf_sample_cells_mean(table, shares, count);
	swf_sample_cells_quantiles(table, shares, count);
}

static void add_attribute(struct swf_table *table, int attribute, const struct log_values *values,
	const struct swf_calendar *calendar, const struct locality_options *o)
{
	const struct attribute_values *v = &values->attributes[attribute];
	double *days = checked(malloc((v->count + 1) * sizeof *days));
	struct swf_daily_share *shares = checked(malloc((v->count + 1) * sizeof *shares));
	size_t count;
	for (size_t i = 0; i < v->count; i++)
		days[i] = swf_calendar_day(calendar, v->submits[i]);
	if (swf_daily_bins_shares(v->values, days, v->count, shares, &count) != 0)
		die_of_memory();
	if (o->each) {
		add_days(table, attribute, swf_calendar_day(calendar, values->first), shares, count,
			o);
	} else {
		for (size_t i = 0; i < count; i++)
			days[i] = shares[i].share;
		add_distribution(table, attribute, days, count, o);
	}
	free(days);
	free(shares);
}

void add_daily(struct swf_table *table, struct swf_log *log, const struct locality_options *o)
{
	struct log_values values = {0};
	read_values(log, o, &values);
	struct swf_calendar *calendar = local_time(swf_log_header(log), values.first, values.last);
	for (int a = 0; a < SWF_ATTRIBUTES; a++)
		if (o->has_attribute[a])
			add_attribute(table, a, &values, calendar, o);
	swf_calendar_free(calendar);
	free_values(&values);
}
