#include "analysis/session-values.h"

#include <stdlib.h>

#include <gsl/gsl_randist.h>

#include "base/array.h"

static int compare_values(const void *a, const void *b)
{
	const struct swf_value_count *x = a, *y = b;
	return (x->value > y->value) - (x->value < y->value);
}

static int add_end(size_t **ends, size_t *count, size_t *capacity, size_t end)
{
	size_t *larger = swf_array_reserve(*ends, *count, capacity, sizeof *larger);
	if (larger == NULL)
		return -1;
	*ends = larger;
	larger[(*count)++] = end;
	return 0;
}

/* Where the session that goes on begins. */
static size_t session_begin(const struct swf_session_values *values)
{
	return values->sessions > 0 ? values->session_ends[values->sessions - 1] : 0;
}

int swf_session_values_add(struct swf_session_values *values, double value)
{
	/* jobs that follow each other are often alike */
	if (values->count > session_begin(values) &&
		values->values[values->count - 1].value == value) {
		values->values[values->count - 1].count++;
		return 0;
	}
	struct swf_value_count *larger =
		swf_array_reserve(values->values, values->count, &values->capacity, sizeof *larger);
	if (larger == NULL)
		return -1;
	values->values = larger;
	larger[values->count++] = (struct swf_value_count){value, 1};
	return 0;
}

int swf_session_values_end_session(struct swf_session_values *values)
{
	const size_t begin = session_begin(values);
	struct swf_value_count *v = values->values;
	size_t kept = begin;
	if (values->count - begin > 1)
		qsort(v + begin, values->count - begin, sizeof *v, compare_values);
	for (size_t i = begin; i < values->count; i++) {
		if (kept > begin && v[kept - 1].value == v[i].value)
			v[kept - 1].count += v[i].count;
		else
			v[kept++] = v[i];
	}
	values->count = kept;
	return add_end(&values->session_ends, &values->sessions, &values->sessions_capacity, kept);
}

int swf_session_values_end_user(struct swf_session_values *values)
{
	return add_end(
		&values->user_ends, &values->users, &values->users_capacity, values->sessions);
}

void swf_session_values_clear(struct swf_session_values *values)
{
	free(values->values);
	free(values->session_ends);
	free(values->user_ends);
	*values = (struct swf_session_values){0};
}

/* Writes out the values from begin to end, each as often as it is there. Returns their number. */
static size_t spread(
	const struct swf_session_values *values, size_t begin, size_t end, double *spread_out)
{
	size_t n = 0;
	for (size_t i = begin; i < end; i++)
		for (double k = 0; k < values->values[i].count; k++)
			spread_out[n++] = values->values[i].value;
	return n;
}

/* Deals the mixed values of a user out to the user's sessions. */
static int deal(const struct swf_session_values *values, size_t session, size_t end_session,
	const double *dealt, struct swf_session_values *mixed)
{
	for (; session < end_session; session++) {
		const size_t begin = session > 0 ? values->session_ends[session - 1] : 0;
		for (size_t i = begin; i < values->session_ends[session]; i++)
			for (double k = 0; k < values->values[i].count; k++)
				if (swf_session_values_add(mixed, *dealt++) != 0)
					return -1;
		if (swf_session_values_end_session(mixed) != 0)
			return -1;
	}
	return swf_session_values_end_user(mixed);
}

int swf_session_values_mix(
	const struct swf_session_values *values, gsl_rng *rng, struct swf_session_values *mixed)
{
	double total = 0;
	for (size_t i = 0; i < values->count; i++)
		total += values->values[i].count;
	double *all = malloc(((size_t)total + 1) * sizeof *all);
	int result = all != NULL ? 0 : -1;
	mixed->count = mixed->sessions = mixed->users = 0;
	size_t session = 0, begin = 0;
	for (size_t u = 0; u < values->users && result == 0; u++) {
		const size_t end_session = values->user_ends[u];
		const size_t end =
			end_session > session ? values->session_ends[end_session - 1] : begin;
		const size_t n = spread(values, begin, end, all);
		/* GSL does not shuffle nothing */
		if (n > 1)
			gsl_ran_shuffle(rng, all, n, sizeof *all);
		result = deal(values, session, end_session, all, mixed);
		session = end_session;
		begin = end;
	}
	free(all);
	return result;
}
