#include <math.h>
#include <stdlib.h>

#include "metrics/records.h"
#include "stats/sort.h"

int swf_record_times_init(
	struct swf_record_times *times, const struct swf_record *records, size_t count)
{
	*times = (struct swf_record_times){.records = records,
		.count = count,
		.starts = malloc((count + 1) * sizeof *times->starts),
		.ends = malloc((count + 1) * sizeof *times->ends)};
	if (times->starts == NULL || times->ends == NULL)
		return -1;
	for (size_t i = 0; i < count; i++) {
		times->starts[i][0] = swf_record_start(&records[i]);
		times->ends[i][0] = swf_record_end(&records[i]);
		times->starts[i][1] = times->ends[i][1] = records[i].size;
	}
	swf_sort_pairs(times->starts, count);
	swf_sort_pairs(times->ends, count);
	return 0;
}

void swf_record_times_clear(struct swf_record_times *times)
{
	free(times->starts);
	free(times->ends);
	*times = (struct swf_record_times){0};
}

/* A change of the level. */
struct change {
	double time, by;
};

/* Where the i-th job comes and where the i-th goes, each in the order of time. */

static inline struct change coming(
	const struct swf_record_times *t, enum swf_metrics_level level, size_t i)
{
	return level == SWF_LEVEL_QUEUE ? (struct change){t->records[i].submit, 1}
					: (struct change){t->starts[i][0], t->starts[i][1]};
}

static inline struct change going(
	const struct swf_record_times *t, enum swf_metrics_level level, size_t i)
{
	return level == SWF_LEVEL_QUEUE ? (struct change){t->starts[i][0], 1}
					: (struct change){t->ends[i][0], t->ends[i][1]};
}

/* All changes of a time pass at once: a job that takes over what another leaves changes nothing. */
static int sweep(struct swf_levels *levels, const struct swf_record_times *t,
	enum swf_metrics_level level, double end)
{
	size_t come = 0, gone = 0;
	while (gone < t->count) {
		const double leave = going(t, level, gone).time;
		const double arrive = come < t->count ? coming(t, level, come).time : leave;
		const double time = arrive < leave ? arrive : leave;
		double by = 0;
		if (time >= end)
			break;
		for (; come < t->count && coming(t, level, come).time == time; come++)
			by += coming(t, level, come).by;
		for (; gone < t->count && going(t, level, gone).time == time; gone++)
			by -= going(t, level, gone).by;
		if (by != 0 && swf_levels_change(levels, time, by) != 0)
			return -1;
	}
	return 0;
}

struct swf_level_share *swf_record_levels(const struct swf_record_times *times,
	enum swf_metrics_level level, struct swf_window window, size_t *shares_count)
{
	struct swf_levels levels = {.begin = window.begin, .end = window.end, .since = -INFINITY};
	struct swf_level_share *shares = sweep(&levels, times, level, window.end) == 0
		? swf_levels_shares(&levels, shares_count)
		: NULL;
	swf_levels_clear(&levels);
	return shares;
}
