#include "metrics/activity.h"

#include <math.h>
#include <stdlib.h>

#include "base/array.h"
#include "base/hash.h"

/* A user, from the first submit to the last. */
struct span {
	double first, last; /* s */
};

/* Of all users, while their jobs are passed. */
struct spans {
	struct swf_index index;
	struct span *of;
	size_t capacity;
	double jobs, sessions;
	double length; /* s, of all sessions together */
};

static int add(struct spans *spans, const struct swf_record *record)
{
	const size_t count = spans->index.count;
	struct span *of = swf_array_reserve(spans->of, count, &spans->capacity, sizeof *of);
	if (of == NULL)
		return -1;
	spans->of = of;
	const size_t user = swf_index_add(&spans->index, record->user);
	if (user == SIZE_MAX)
		return -1;
	if (user == count)
		of[user] = (struct span){.first = record->submit, .last = -INFINITY};
	const double gap = record->submit - of[user].last;
	spans->jobs++;
	if (gap > SWF_HOUR)
		spans->sessions++;
	else
		spans->length += gap;
	of[user].last = record->submit;
	return 0;
}

static void describe(const struct spans *spans, double *activity, struct swf_figures *figures)
{
	const size_t count = spans->index.count;
	for (size_t u = 0; u < count; u++)
		activity[u] = spans->of[u].last - spans->of[u].first;
	figures->users = (double)count;
	figures->sessions = spans->sessions;
	figures->session_jobs = count > 0 ? spans->jobs / spans->sessions : NAN;
	figures->session_length = count > 0 ? spans->length / spans->sessions : NAN;
	figures->user_activity = swf_stats_describe(activity, count);
}

int swf_activity_measure(const struct swf_records *records, struct swf_figures *figures)
{
	struct spans spans = {0};
	int result = 0;
	for (size_t i = 0; i < records->count && result == 0; i++) {
		const struct swf_record r = swf_record_at(records, i);
		if (r.user >= 0)
			result = add(&spans, &r);
	}
	double *activity = malloc((spans.index.count + 1) * sizeof *activity);
	if (result == 0 && activity != NULL)
		describe(&spans, activity, figures);
	else
		result = -1;
	free(activity);
	free(spans.of);
	swf_index_clear(&spans.index);
	return result;
}
