/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The distribution user model: day and night persons, on working days or at weekends. The longer
 * they waited, the less likely they continue a session. (Shmueli and Feitelson, On simulation and
 * design of parallel-systems schedulers, 2009; Zakay and Feitelson 2014, Preserving user behavior
 * characteristics, section VII.B.)
 */
#include <math.h>
#include <stdlib.h>

#include "feedback/user-models.h"
#include "swfcore/quantity.h"

/* When a user is active: these times, in s after midnight, of the working days or of the others. A
 * night belongs to the day on which it begins, and ends after more than a day's seconds. */
struct habit {
	double begin, end;
	bool on_workdays;
};

struct distribution {
	const struct swf_user_constants *constants;
	const struct swf_calendar *calendar;
	struct habit *habits;
	struct swf_delays within, breaks;
};

static void free_state(void *state)
{
	struct distribution *d = state;
	free(d->habits);
	swf_delays_clear(&d->within);
	swf_delays_clear(&d->breaks);
	free(d);
}

static void *new_state(const struct swf_history *history, const struct swf_calendar *calendar)
{
	struct distribution *d = calloc(1, sizeof *d);
	if (d == NULL)
		return NULL;
	d->constants = history->constants;
	d->calendar = calendar;
	d->habits = malloc((history->workload->users.count + 1) * sizeof *d->habits);
	if (d->habits == NULL || swf_delays_collect(&d->within, history, false, INFINITY) != 0 ||
		swf_delays_collect(&d->breaks, history, true, d->constants->break_limit) != 0) {
		free_state(d);
		return NULL;
	}
	return d;
}

static void begin_user(void *state, size_t user, gsl_rng *rng)
{
	const struct distribution *d = state;
	const struct swf_user_constants *c = d->constants;
	const double morning = c->day_begin, evening = c->day_end;
	const bool by_day = gsl_rng_uniform(rng) < c->day_share;
	const bool on_workdays = gsl_rng_uniform(rng) < c->workday_share;
	const double shift = floor((2 * gsl_rng_uniform(rng) - 1) * c->shift);
	d->habits[user] = (struct habit){.begin = (by_day ? morning : evening) + shift,
		.end = (by_day ? evening : SWF_DAY + morning) + shift,
		.on_workdays = on_workdays};
}

/* When the local clock shows a second of the day that is `days` after the day of t. The second may
 * be beyond the end of a day. */
static double at_local(const struct swf_calendar *calendar, double t, int days, double second)
{
	const double clock = swf_calendar_local(calendar, t).second;
	const double then = t + days * SWF_DAY + second - clock;
	/* the clock may have been changed in between */
	return then - remainder(swf_calendar_local(calendar, then).second - second, SWF_DAY);
}

/* A time at which a user is active, in s. */
struct span {
	double begin, end;
};

/* The first one that ends after t. */
static struct span active_span(
	const struct swf_calendar *calendar, const struct habit *habit, double t)
{
	const int today = swf_calendar_local(calendar, t).weekday;
	/* the times of an earlier day may reach into this one */
	for (int days = -(int)(habit->end / SWF_DAY);; days++) {
		const bool workday = (today + days + 7) % 7 < 5;
		if (workday != habit->on_workdays)
			continue;
		const double end = at_local(calendar, t, days, habit->end);
		if (t < end)
			return (struct span){at_local(calendar, t, days, habit->begin), end};
	}
}

static int submit(
	void *state, const struct swf_release *release, double *submit, struct swf_error *error)
{
	const struct distribution *d = state;
	const struct habit *habit = &d->habits[release->user];
	const double now = release->now;
	struct span active = active_span(d->calendar, habit, now);
	if (active.begin <= now && release->goes_away)
		active = active_span(d->calendar, habit, active.end);
	if (active.begin > now) {
		*submit = active.begin;
		return 0;
	}
	const struct swf_user_constants *c = d->constants;
	const double minutes = release->waited ? release->response / 60 : 0;
	const bool goes_on = gsl_rng_uniform(release->rng) <
		c->continue_scale / (c->continue_slope * minutes + 1);
	double delay;
	if (!swf_delays_draw(goes_on ? &d->within : &d->breaks, release->user, release->waited,
		    release->rng, &delay))
		return goes_on
			? swf_fail(error,
				  "no batch of the log continues a session, so that the "
				  "distribution user model has no times to draw from")
			: swf_fail(error,
				  "no batch of the log follows a break of less than %g h, so "
				  "that the distribution user model has no times to draw from",
				  c->break_limit / SWF_HOUR);
	*submit = now + delay;
	if (!goes_on)
		*submit = fmax(*submit, active_span(d->calendar, habit, *submit).begin);
	return 0;
}

const struct swf_user_model swf_user_model_distribution = {
	.name = "distribution",
	.summary = "day and night persons, who go on the less likely the longer they waited",
	.local_time = true,
	.new_state = new_state,
	.free_state = free_state,
	.begin_user = begin_user,
	.submit = submit,
};
