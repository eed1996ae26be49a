/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "shake/shake.h"

#include <math.h>
#include <stdlib.h>

#include "base/array.h"

void swf_estimate_job(struct swf_job *job, double factor, gsl_rng *rng)
{
	if (job->run_time < 0)
		return;
	const double more = factor > 0 ? round(gsl_rng_uniform(rng) * factor * job->run_time) : 0;
	job->estimate = fmax(1, job->run_time + more);
}

int32_t swf_scale_procs(int32_t procs, double factor, int32_t most)
{
	return procs <= 0 ? procs : (int32_t)fmin(fmax(1, round(procs * factor)), most);
}

static double scaled_time(double time, double factor)
{
	return time <= 0 ? time : fmax(1, round(time * factor));
}

void swf_scale_job(const struct swf_scale *scale, struct swf_job *job)
{
	const double factor = scale->factor;
	if (factor == 1)
		return; /* fractions of seconds stay, too */
	switch (scale->what) {
	case SWF_SCALE_INTERARRIVAL:
		job->submit = scale->first + round((job->submit - scale->first) * factor);
		break;
	case SWF_SCALE_RUN_TIME:
		job->run_time = scaled_time(job->run_time, factor);
		job->cpu_time = scaled_time(job->cpu_time, factor);
		job->estimate = scaled_time(job->estimate, factor);
		break;
	case SWF_SCALE_SIZE:
		job->allocated = swf_scale_procs(job->allocated, factor, scale->procs);
		job->requested = swf_scale_procs(job->requested, factor, scale->procs);
		break;
	case SWF_SCALE_MACHINE:
		break;
	}
}

double swf_scale_factor(enum swf_scaled what, double load, double wanted)
{
	const bool inverse = what == SWF_SCALE_INTERARRIVAL || what == SWF_SCALE_MACHINE;
	return inverse ? load / wanted : wanted / load;
}

/*
 * Shaking. A shaken job is held until no later job of the log can come before it. A job moves by
 * the degree at most, so that is so once the submits of the log have gone the degree beyond its new
 * submit. The heap `held` gives jobs out by new submit, and by the order of the log within a
 * second. Memory grows with the jobs within two degrees, not with the log.
 *
 * Each element draws two numbers, whether it may be shaken or not: so which others may be changes
 * nothing for it. A given number of elements is drawn by selection sampling: the chance of each is
 * the number still to be drawn, over the elements that are left.
 */

/* A job that waits for those that may yet come before it. */
struct held {
	double submit; /* s */
	uint64_t order;
	struct swf_job *job;
};

/* How the jobs of an element move. */
struct shift {
	double change; /* s */
	double from; /* s, submit of the first one, if it is stopped at the log's first, else NaN */
};

struct swf_shake {
	struct swf_shake_options options;
	gsl_rng *rng;
	struct swf_elements elements;
	struct swf_shake_counts counts;
	double to_draw;       /* elements, if their number is given */
	struct shift *shifts; /* of the element of each user */
	size_t shifts_capacity;
	double first;         /* s, submit of the log's first job */
	double element_first; /* s, submit of the first job of the element that began last */
	double last;          /* s, submit of the job put last */
	uint64_t put;
	size_t taken;      /* place of the job taken last */
	struct held *held; /* a heap */
	size_t held_count, held_capacity;
	struct swf_slab jobs;
};

static bool comes_first(const struct held *a, const struct held *b)
{
	return a->submit < b->submit || (a->submit == b->submit && a->order < b->order);
}

HEAP(held, struct held, comes_first)

struct swf_shake *swf_shake_new(const struct swf_shake_options *options, gsl_rng *rng)
{
	struct swf_shake *shake = malloc(sizeof *shake);
	if (shake == NULL)
		return NULL;
	*shake = (struct swf_shake){.options = *options,
		.rng = rng,
		.elements.element = options->element,
		.jobs.element_size = sizeof(struct swf_job)};
	if (options->elements >= 0)
		shake->to_draw = round(options->percent * (double)options->elements / 100);
	return shake;
}

void swf_shake_free(struct swf_shake *shake)
{
	swf_elements_clear(&shake->elements);
	free(shake->shifts);
	free(shake->held);
	swf_slab_clear(&shake->jobs);
	free(shake);
}

struct swf_shake_counts swf_shake_counts(const struct swf_shake *shake)
{
	return shake->counts;
}

static bool has_attribute(const struct swf_shake_options *options, const struct swf_job *job)
{
	switch (options->attribute) {
	case SWF_SHAKE_RUN_TIME:
		return job->run_time >= 0;
	case SWF_SHAKE_ESTIMATE:
		return job->estimate > 0;
	case SWF_SHAKE_SIZE:
		return swf_job_size(job, options->size) > 0;
	default:
		return true;
	}
}

static bool is_candidate(const struct swf_shake_options *options, const struct swf_job *job)
{
	return options->candidates == NULL || swf_user_set_has(options->candidates, job->number);
}

int swf_shake_count(const struct swf_shake_options *options, struct swf_elements *elements,
	const struct swf_job *job, int64_t *count)
{
	size_t user;
	if (!has_attribute(options, job) || !is_candidate(options, job))
		return 0;
	const int begins = swf_elements_add(elements, job, &user);
	*count += begins == 1;
	return begins < 0 ? -1 : 0;
}

/* Draws the change of an element that begins with a job, by its value. */
static double draw(struct swf_shake *shake, const struct swf_job *job, double value)
{
	const struct swf_shake_options *o = &shake->options;
	const double u = gsl_rng_uniform(shake->rng), v = gsl_rng_uniform(shake->rng);
	const double left = (double)(o->elements - shake->counts.elements);
	if (!is_candidate(o, job))
		return 0;
	const bool drawn = o->elements >= 0 ? u * left < shake->to_draw : u < o->percent / 100;
	shake->counts.elements++;
	if (!drawn)
		return 0;
	shake->counts.drawn++;
	shake->to_draw--;
	const double most = isinf(o->relative) ? o->degree : fmin(o->degree, o->relative * value);
	const double change = (2 * v - 1) * most, whole = round(change);
	return fabs(whole) > most ? trunc(change) : whole;
}

/* Moves a job with its element. */
static int shake_submit(struct swf_shake *shake, struct swf_job *job)
{
	size_t user;
	const int begins = swf_elements_add(&shake->elements, job, &user);
	if (begins < 0)
		return -1;
	struct shift shift;
	if (begins == 1) {
		shift.change = draw(shake, job, job->submit - shake->element_first);
		shift.from = job->submit + shift.change < shake->first ? job->submit : (double)NAN;
		shake->element_first = job->submit;
	} else {
		shift = shake->shifts[user];
	}
	if (begins == 1 && user != SIZE_MAX) {
		struct shift *shifts = swf_array_reserve(
			shake->shifts, user, &shake->shifts_capacity, sizeof *shifts);
		if (shifts == NULL)
			return -1;
		shake->shifts = shifts;
		shifts[user] = shift;
	}
	const double submit = job->submit;
	job->submit =
		isnan(shift.from) ? submit + shift.change : shake->first + (submit - shift.from);
	shake->counts.changed += job->submit != submit;
	return 0;
}

static void shake_time(struct swf_shake *shake, struct swf_job *job, double *time)
{
	const double change = draw(shake, job, *time);
	if (change == 0)
		return;
	const struct swf_job old = *job;
	*time = fmax(1, *time + change);
	if (job->estimate > 0 && job->run_time > job->estimate) {
		if (shake->options.overrun == SWF_OVERRUN_KILL)
			job->run_time = job->estimate;
		else
			job->estimate = job->run_time;
	}
	shake->counts.changed += job->run_time != old.run_time || job->estimate != old.estimate;
}

static void shake_size(struct swf_shake *shake, struct swf_job *job)
{
	const struct swf_shake_options *o = &shake->options;
	int32_t *field = swf_job_size_field(job, o->size);
	const double change = draw(shake, job, *field);
	if (change == 0)
		return;
	const int32_t old = *field;
	*field = (int32_t)fmin(fmax(1, old + change), o->procs);
	shake->counts.changed += *field != old;
}

/* Changes the attribute. 0, or -1 when there is no memory. */
static int shake_job(struct swf_shake *shake, struct swf_job *job)
{
	if (!has_attribute(&shake->options, job))
		return 0;
	switch (shake->options.attribute) {
	case SWF_SHAKE_RUN_TIME:
		shake_time(shake, job, &job->run_time);
		return 0;
	case SWF_SHAKE_ESTIMATE:
		shake_time(shake, job, &job->estimate);
		return 0;
	case SWF_SHAKE_SIZE:
		shake_size(shake, job);
		return 0;
	default:
		return shake_submit(shake, job);
	}
}

int swf_shake_put(struct swf_shake *shake, const struct swf_job *job)
{
	struct held *held = swf_array_reserve(
		shake->held, shake->held_count, &shake->held_capacity, sizeof *held);
	if (held == NULL)
		return -1;
	shake->held = held;
	struct swf_job *copy = swf_slab_take(&shake->jobs);
	if (copy == NULL)
		return -1;
	if (shake->put == 0)
		shake->first = shake->element_first = job->submit;
	shake->last = job->submit;
	*copy = *job;
	if (shake_job(shake, copy) != 0)
		return -1;
	held_push(held, shake->held_count++,
		(struct held){.submit = copy->submit, .order = shake->put++, .job = copy});
	return 0;
}

size_t swf_shake_place(const struct swf_shake *shake)
{
	return shake->taken;
}

bool swf_shake_take(struct swf_shake *shake, bool end, struct swf_job *job)
{
	const bool moves = shake->options.attribute == SWF_SHAKE_INTERARRIVAL;
	/* no job that is yet to be put can come before this */
	const double known = end ? INFINITY : shake->last - (moves ? shake->options.degree : 0);
	if (shake->held_count == 0 || shake->held[0].submit > known)
		return false;
	struct swf_job *first = shake->held[0].job;
	*job = *first;
	shake->taken = (size_t)shake->held[0].order;
	swf_slab_give_back(&shake->jobs, first);
	held_pop(shake->held, shake->held_count--);
	return true;
}
