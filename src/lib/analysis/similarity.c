/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/similarity.h"

#include <gsl/gsl_randist.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

#include "base/array.h"

/*
 * The values of a session are kept ascending and each once, with the number of its jobs. So the
 * pairs of two sessions below any ratio are counted in one pass over both: the place in the second
 * only moves up as that in the first does. A user with a million jobs has 10^12 pairs, but some
 * thousands of values.
 *
 * Only the session that goes on is not in order yet, and may have a value several times. Equal
 * neighbours are joined at once, all others when the session ends.
 */

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

/* Deals the mixed values of a user out to the user's sessions. */
static int deal_out(const struct swf_session_values *values, size_t session, size_t end_session,
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
		size_t n = 0;
		for (size_t i = begin; i < end; i++)
			for (double k = 0; k < values->values[i].count; k++)
				all[n++] = values->values[i].value;
		/* GSL does not shuffle nothing */
		if (n > 1)
			gsl_ran_shuffle(rng, all, n, sizeof *all);
		result = deal_out(values, session, end_session, all, mixed);
		session = end_session;
		begin = end;
	}
	free(all);
	return result;
}

/* The values of one session. */
struct session {
	const struct swf_value_count *v;
	size_t n;
};

static struct session session_at(const struct swf_session_values *all, size_t session)
{
	const size_t begin = session > 0 ? all->session_ends[session - 1] : 0;
	const size_t n = all->session_ends[session] - begin;
	return (struct session){n > 0 ? all->values + begin : NULL, n};
}

/* Goes over the pairs of sessions of some users: for each first session, if there is one more. */
struct pairs_of_sessions {
	const struct swf_session_values *all;
	size_t user, end_user, session, distance;
	struct session a, b;
};

static struct pairs_of_sessions begin_pairs(
	const struct swf_session_values *all, size_t first, size_t end, size_t distance)
{
	return (struct pairs_of_sessions){.all = all,
		.user = first,
		.end_user = end,
		.session = first > 0 ? all->user_ends[first - 1] : 0,
		.distance = distance};
}

static bool next_pair(struct pairs_of_sessions *p)
{
	while (p->user < p->end_user && p->session + p->distance >= p->all->user_ends[p->user])
		p->session = p->all->user_ends[p->user++];
	if (p->user >= p->end_user)
		return false;
	p->a = session_at(p->all, p->session);
	p->b = session_at(p->all, p->session + p->distance);
	p->session++;
	return true;
}

/* Adds the pairs of a job of a and one of b, those of the same value but not to the sum, going over
 * the values of both in ascending order. Returns how many jobs a has. */
static double add_pairs(struct swf_similarity *s, struct session a, struct session b)
{
	/* up to the value at hand: jobs, and the sums of their values */
	double jobs_a = 0, jobs_b = 0, sum_a = 0, sum_b = 0;
	for (size_t i = 0, j = 0; i < a.n || j < b.n;) {
		const double x = i < a.n ? a.v[i].value : INFINITY;
		const double y = j < b.n ? b.v[j].value : INFINITY, value = x < y ? x : y;
		const double in_a = x <= y ? a.v[i++].count : 0, in_b = y <= x ? b.v[j++].count : 0;
		if (value > 0)
			s->sum += (in_a * sum_b + in_b * sum_a) / value;
		s->identical += in_a * in_b;
		jobs_a += in_a;
		jobs_b += in_b;
		sum_a += in_a * value;
		sum_b += in_b * value;
	}
	s->pairs += jobs_a * jobs_b;
	return jobs_a;
}

struct swf_similarity swf_similarity(
	const struct swf_session_values *values, size_t first, size_t end, size_t distance)
{
	struct pairs_of_sessions p = begin_pairs(values, first, end, distance);
	struct swf_similarity s = {0};
	double jobs = 0;
	while (next_pair(&p))
		jobs += add_pairs(&s, p.a, p.b);
	if (distance == 0) {
		/* each pair came twice, and each job with itself */
		s.pairs = (s.pairs - jobs) / 2;
		s.identical = (s.identical - jobs) / 2;
		s.sum /= 2;
	}
	s.sum += s.identical;
	return s;
}

/* A ratio that divides the pairs: those with y < ratio * x lie below, which is y / x < ratio but
 * for a rounding error. What lies below is counted in pairs of jobs and of values. */
struct division {
	double ratio;
	double below, values_below;
	/* the greatest ratio below, and the least one that is not below, if tight; else bounds of
	 * these, which take less time */
	double next_below, next_above;
	bool tight;
};

static double greater(double a, double b)
{
	return a > b ? a : b;
}

/* Finds what lies around the ratio among the pairs of an x and the j lesser values below it. */
static void tighten(struct division *d, double x, struct session smaller, size_t j)
{
	if (j > 0)
		d->next_below = greater(d->next_below, smaller.v[j - 1].value / x);
	if (j < smaller.n && smaller.v[j].value < x)
		d->next_above = -greater(-d->next_above, -smaller.v[j].value / x);
}

/* Counts the pairs of an x of `larger` and a lesser y of `smaller` below the ratio. */
static void divide_below(struct division *d, struct session larger, struct session smaller)
{
	/* on the stack these need not be written for every x */
	const double ratio = d->ratio;
	double below = 0, all_below = 0;
	size_t j = 0, values_below = 0;
	for (size_t i = 0; i < larger.n; i++) {
		const double limit = ratio * larger.v[i].value;
		for (; j < smaller.n && smaller.v[j].value < limit; j++)
			below += smaller.v[j].count;
		all_below += larger.v[i].count * below;
		values_below += j;
		if (d->tight && limit > 0)
			tighten(d, larger.v[i].value, smaller, j);
	}
	d->below += all_below;
	d->values_below += (double)values_below;
}

/* Divides the pairs at a ratio over 0 and up to 1. */
static struct division divide_pairs(struct pairs_of_sessions p, double ratio, bool tight)
{
	struct division d = {.ratio = ratio,
		.next_below = tight ? -1 : ratio,
		.next_above = tight ? 1 : ratio,
		.tight = tight};
	while (next_pair(&p)) {
		divide_below(&d, p.a, p.b);
		if (p.distance > 0)
			divide_below(&d, p.b, p.a);
	}
	return d;
}

/* The pairs from one division to another, as ratios with the numbers of pairs of jobs. */
struct gathered {
	struct swf_value_count *ratios;
	size_t n;
	double after; /* the least ratio beyond them */
};

static void gather_below(struct gathered *g, double least, double most, struct session larger,
	struct session smaller)
{
	struct swf_value_count *end = g->ratios + g->n;
	size_t begin = 0;
	for (size_t i = 0; i < larger.n && begin < smaller.n; i++) {
		const double x = larger.v[i].value, count = larger.v[i].count;
		const double low = least * x, high = most * x;
		while (begin < smaller.n && smaller.v[begin].value < low)
			begin++;
		size_t j = begin;
		for (; j < smaller.n && smaller.v[j].value < high; j++)
			*end++ = (struct swf_value_count){
				smaller.v[j].value / x, count * smaller.v[j].count};
		if (j < smaller.n && smaller.v[j].value < x)
			g->after = -greater(-g->after, -smaller.v[j].value / x);
	}
	g->n = (size_t)(end - g->ratios);
}

static void swap_counts(struct swf_value_count *a, struct swf_value_count *b)
{
	const struct swf_value_count c = *a;
	*a = *b;
	*b = c;
}

/* The ratio of the pair at place k, from 0, of those gathered, which are reordered, or beyond. */
static double select_at(const struct gathered *g, double k)
{
	struct swf_value_count *r = g->ratios;
	size_t n = g->n;
	while (n > 0) {
		const double first = r[0].value, middle = r[n / 2].value, last = r[n - 1].value;
		const double pivot = greater(
			-greater(-first, -middle), -greater(-greater(first, middle), -last));
		double below = 0, equal = 0;
		size_t less = 0, end = n;
		for (size_t i = 0; i < end;) {
			if (r[i].value < pivot) {
				below += r[i].count;
				swap_counts(&r[i++], &r[less++]);
			} else if (r[i].value > pivot) {
				swap_counts(&r[i], &r[--end]);
			} else {
				equal += r[i++].count;
			}
		}
		if (k < below) {
			n = less;
		} else if (k < below + equal) {
			return pivot;
		} else {
			k -= below + equal;
			r += end;
			n -= end;
		}
	}
	return g->after;
}

/* Finds the mean ratio of the pairs at two places next to each other, the first of which is between
 * the divisions. Returns 0, or -1 when there is no memory. */
static int find_among_gathered(struct pairs_of_sessions p, const struct division *least,
	const struct division *most, double first, double second, double *median)
{
	const double n = most->values_below - least->values_below;
	struct gathered g = {.ratios = malloc(((size_t)n + 1) * sizeof *g.ratios), .after = 1};
	if (g.ratios == NULL)
		return -1;
	while (next_pair(&p)) {
		gather_below(&g, least->ratio, most->ratio, p.a, p.b);
		if (p.distance > 0)
			gather_below(&g, least->ratio, most->ratio, p.b, p.a);
	}
	const double low = select_at(&g, first - least->below);
	const double high = second > first ? select_at(&g, second - least->below) : low;
	free(g.ratios);
	*median = (low + high) / 2;
	return 0;
}

/* The search keeps two divisions between which the place k of the median lies, and each pass moves
 * one of them towards it. It ends in one of two ways: when no more pairs of values lie between them
 * than there are values, these are gathered and the place is found among them; or when no ratio
 * lies between them, so that the next one above the lower division is the median, however many
 * pairs have it. Both are exact, as every division counts all pairs anew. */
int swf_similarity_median(const struct swf_session_values *values, size_t first, size_t end,
	size_t distance, const struct swf_similarity *similarity, double *median)
{
	const struct swf_similarity s = *similarity;
	const struct pairs_of_sessions all = begin_pairs(values, first, end, distance);
	const double k = floor((s.pairs - 1) / 2), other = floor(s.pairs / 2);
	const double lesser = s.pairs - s.identical;
	*median = s.pairs > 0 ? 1 : (double)NAN;
	if (s.pairs == 0 || k >= lesser)
		return 0;
	/* the pair at place k is not below `least`, and below `most` */
	struct division least = {0},
			most = {.ratio = 1,
				.below = lesser,
				.values_below = INFINITY,
				.next_below = nextafter(1, 0),
				.next_above = 1};
	/* the next division aims beyond the place by this part of what lies between the divisions;
	 * first to the side of lower ratios, where there are more than on a line */
	double beyond = -0.1;
	for (unsigned pass = 1; least.next_above < most.next_below; pass++) {
		const double low = least.next_above, high = most.next_below;
		if (most.values_below - least.values_below <= (double)values->count)
			return find_among_gathered(all, &least, &most, k, other, median);
		/* by how many pairs are below, so that the place is closed in from both sides; now
		 * and then by half, which is never slow */
		const double part = (k + 0.5 - least.below) / (most.below - least.below);
		double ratio = low + (pass % 4 == 0 ? 0.5 : part + beyond) * (high - low);
		if (!(ratio > low && ratio <= high))
			ratio = high;
		const struct division d = divide_pairs(all, ratio, pass > 8);
		/* further where the place was missed again to the same side */
		if (d.below <= k) {
			least = d;
			beyond = beyond > 0 ? 3 * beyond : 0.05;
		} else {
			most = d;
			beyond = beyond < 0 ? 3 * beyond : -0.05;
		}
	}
	*median = least.next_above;
	if (other >= most.below)
		*median = (least.next_above + divide_pairs(all, most.ratio, true).next_above) / 2;
	return 0;
}
