#include "swfcore/similarity.h"

#include <math.h>
#include <stdbool.h>

/* The values of one session. */
struct values {
	const struct swf_value_count *v;
	size_t n;
};

static struct values session_at(const struct swf_session_values *all, size_t session)
{
	const size_t begin = session > 0 ? all->session_ends[session - 1] : 0;
	return (struct values){all->values + begin, all->session_ends[session] - begin};
}

/* Goes over the pairs of sessions of some users: for each first session, if there is one more. */
struct pairs_of_sessions {
	const struct swf_session_values *all;
	size_t user, end_user, session, distance;
	struct values a, b;
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

static double jobs_of(struct values a)
{
	double jobs = 0;
	for (size_t i = 0; i < a.n; i++)
		jobs += a.v[i].count;
	return jobs;
}

/* The sum of y / x over the pairs of an x of `larger` and a lesser y of `smaller`. */
static double sum_below(struct values larger, struct values smaller)
{
	double sum = 0, below = 0;
	size_t j = 0;
	for (size_t i = 0; i < larger.n; i++) {
		const double x = larger.v[i].value;
		for (; j < smaller.n && smaller.v[j].value < x; j++)
			below += smaller.v[j].count * smaller.v[j].value;
		if (below > 0)
			sum += larger.v[i].count * below / x;
	}
	return sum;
}

/* The pairs of the same value. */
static double count_identical(struct values a, struct values b)
{
	double count = 0;
	for (size_t i = 0, j = 0; i < a.n && j < b.n;) {
		if (a.v[i].value == b.v[j].value)
			count += a.v[i++].count * b.v[j++].count;
		else if (a.v[i].value < b.v[j].value)
			i++;
		else
			j++;
	}
	return count;
}

struct swf_similarity swf_similarity(
	const struct swf_session_values *values, size_t first, size_t end, size_t distance)
{
	struct pairs_of_sessions p = begin_pairs(values, first, end, distance);
	double pairs = 0, identical = 0, sum = 0;
	while (next_pair(&p)) {
		const double n = jobs_of(p.a);
		const double same = count_identical(p.a, p.b), below = sum_below(p.a, p.b);
		if (distance == 0) {
			/* unordered pairs, without those of a job and itself */
			pairs += n * (n - 1) / 2;
			identical += (same - n) / 2;
			sum += below;
		} else {
			pairs += n * jobs_of(p.b);
			identical += same;
			sum += below + sum_below(p.b, p.a);
		}
	}
	if (pairs == 0)
		return (struct swf_similarity){.mean = NAN, .identical = NAN};
	return (struct swf_similarity){
		.pairs = pairs, .mean = (sum + identical) / pairs, .identical = identical / pairs};
}

/* A ratio to divide the pairs at: how many are below, and what lies around it. */
struct division {
	double ratio;
	double below;      /* how many pairs are */
	double next_below; /* the greatest ratio of a pair that is below */
	double next_above; /* the least ratio of one that is not */
};

/* Counts the pairs of an x of `larger` and a lesser y of `smaller` with y / x below the ratio. */
static void divide_below(struct division *d, struct values larger, struct values smaller)
{
	double below = 0;
	size_t j = 0;
	for (size_t i = 0; i < larger.n; i++) {
		const double x = larger.v[i].value;
		if (x == 0)
			continue;
		for (; j < smaller.n && smaller.v[j].value / x < d->ratio; j++)
			below += smaller.v[j].count;
		d->below += larger.v[i].count * below;
		if (j > 0)
			d->next_below = fmax(d->next_below, smaller.v[j - 1].value / x);
		if (j < smaller.n && smaller.v[j].value < x)
			d->next_above = fmin(d->next_above, smaller.v[j].value / x);
	}
}

/* Divides the pairs that the search goes over; a ratio is from over 0 to 1. */
static struct division divide(const struct pairs_of_sessions *all, double ratio)
{
	struct pairs_of_sessions p = *all;
	struct division d = {.ratio = ratio, .next_below = -1, .next_above = 1};
	while (next_pair(&p)) {
		divide_below(&d, p.a, p.b);
		if (all->distance > 0)
			divide_below(&d, p.b, p.a);
	}
	return d;
}

/* The ratio of the pair at place k, from 0, in ascending order, of which fewer are below 1 than
 * k + 1 would take. `least` and `most` are divisions with no more than k pairs below, and more. */
static double ratio_at(
	const struct pairs_of_sessions *all, double k, struct division least, struct division most)
{
	for (bool halve = false; least.next_above < most.next_below; halve = !halve) {
		const double low = least.next_above, high = most.next_below;
		/* by how many pairs are below, or by half, which is never slow */
		const double part =
			halve ? 0.5 : (k + 0.5 - least.below) / (most.below - least.below);
		double ratio = low + part * (high - low);
		if (!(ratio > low && ratio <= high))
			ratio = high;
		const struct division d = divide(all, ratio);
		if (d.below <= k)
			least = d;
		else
			most = d;
	}
	return least.next_above;
}

double swf_similarity_median(
	const struct swf_session_values *values, size_t first, size_t end, size_t distance)
{
	const struct swf_similarity s = swf_similarity(values, first, end, distance);
	const struct pairs_of_sessions all = begin_pairs(values, first, end, distance);
	const double k = floor((s.pairs - 1) / 2), other = floor(s.pairs / 2);
	if (s.pairs == 0)
		return NAN;
	/* no division is needed where most pairs are identical */
	if (s.identical > 0.5)
		return 1;
	const struct division most = divide(&all, 1);
	if (k >= most.below)
		return 1;
	const struct division least = divide(&all, 0x1p-1022);
	if (least.below > other)
		return 0;
	struct division zero = least;
	zero.next_above = least.below > 0 ? 0 : least.next_above;
	zero.below = 0;
	const double low = ratio_at(&all, k, least.below > k ? zero : least, most);
	if (other == k)
		return low;
	const struct division above = divide(&all, nextafter(low, 2));
	return other < above.below ? low : (low + above.next_above) / 2;
}
