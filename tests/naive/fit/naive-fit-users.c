/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * When sessions start, breaks, and how many users there are of each class.
 */
#include "naive/fit/naive-fit.h"
#include "naive/naive-swf.h"

#include <math.h>
#include <stdio.h>
#include <time.h>

#define HOURS_PER_WEEK 168
#define QUARTERS       (4 * HOURS_PER_WEEK)
#define QUARTER_HOUR   900

/* The half hours to which the limits of the bin of an hour of the week belong, from and to. */
static void bin_of(double hour, double *from, double *to)
{
	double of_day = fmod(floor(hour), 24);
	bool by_halves = of_day == 7 || of_day == 17;
	double width = by_halves ? 0.5 : 1;
	*from = floor(hour / width) * width;
	*to = *from + width;
}

static double start_of(const struct log *log, const struct session *session)
{
	return hour_of_week(log, log->jobs[session->first].submit);
}

void print_starts(const struct log *log, enum kind kind)
{
	size_t of_kind = 0;
	for (size_t s = 0; s < log->session_count; s++)
		of_kind += log->sessions[s].kind == kind;
	for (double hour = 0, from, to; hour < HOURS_PER_WEEK; hour = to) {
		bin_of(hour, &from, &to);
		size_t count = 0;
		for (size_t s = 0; s < log->session_count; s++) {
			double start = start_of(log, &log->sessions[s]);
			count += log->sessions[s].kind == kind && from <= start && start < to;
		}
		if (count == 0)
			continue;
		printf("start,%s,,,%.10g,%.10g,", kind_names[kind], from, to);
		if (count < of_kind)
			printf("%zu", count);
		putchar('\n');
	}
}

/* How fast the clock of working time of a class of users runs in each quarter of an hour of the
 * week. */
static void set_pace(const struct log *log, size_t class, double pace[QUARTERS])
{
	double of_kind[KINDS] = {0}, of_class[KINDS] = {0}, total = 0;
	for (size_t s = 0; s < log->session_count; s++) {
		const struct session *session = &log->sessions[s];
		of_kind[session->kind]++;
		bool in_class = user_of(log, log->jobs[session->first].user)->class == class;
		of_class[session->kind] += in_class;
		total += in_class;
	}
	for (size_t q = 0; q < QUARTERS; q++)
		pace[q] = 0;
	for (size_t s = 0; s < log->session_count; s++) {
		const struct session *session = &log->sessions[s];
		double from, to;
		bin_of(start_of(log, session), &from, &to);
		double share = of_class[session->kind] / total / of_kind[session->kind];
		for (double hour = from; hour < to; hour += 0.25)
			pace[(size_t)(hour * 4)] += share * HOURS_PER_WEEK / (to - from);
	}
}

/* What a clock on the wall shows, in seconds since a Monday, 0:00. */
static double local_seconds(const struct log *log, double time)
{
	time_t second = log->start + (time_t)floor(time);
	struct tm local;
	if (localtime_r(&second, &local) == NULL)
		fail("a time is out of range");
	/* Days are counted from 1969-12-29, a Monday, by way of a century of leap years. */
	long years = local.tm_year - 69, leap_days = (local.tm_year - 69) / 4;
	long days = years * 365 + leap_days + local.tm_yday - 362;
	long of_day = (local.tm_hour * 60 + local.tm_min) * 60 + local.tm_sec;
	return (double)days * 86400 + (double)of_day + time - floor(time);
}

/* In weeks, from one time of the wall clock to another: where the clock is changed, the hour that
 * it skips counts, and the one that it shows twice counts once. */
static double working_time(const struct log *log, const double *pace, double from, double to)
{
	double total = 0, next, end = local_seconds(log, to);
	for (double time = local_seconds(log, from); time < end; time = next) {
		double quarter = floor(time / QUARTER_HOUR);
		next = fmin((quarter + 1) * QUARTER_HOUR, end);
		total += (next - time) * pace[(size_t)fmod(quarter, QUARTERS)];
	}
	return total / SECONDS_PER_WEEK;
}

void print_breaks(const struct log *log)
{
	struct values values = {0};
	for (size_t class = 0; class < log->classes; class ++) {
		double pace[QUARTERS];
		set_pace(log, class, pace);
		for (size_t s = 1; s < log->session_count; s++) {
			const struct job *first = &log->jobs[log->sessions[s].first];
			const struct user *user = user_of(log, first->user);
			if (first[-1].user != first->user || user->class != class ||
				(user->presence == DISCARDED && !is_short(log)))
				continue;
			double each = (user->last - user->first) / SECONDS_PER_WEEK /
				((double)user->sessions - 1);
			double rest =
				working_time(log, pace, first[-1].submit + GAP + 1, first->submit);
			add_value(&values, each, floor(rest / each * 1e9 + 0.5) / 1e9, NULL);
		}
	}
	if (values.count == 0)
		add_value(&values, 0, 1, NULL);
	print_values("break", "", &values, 1 / 1024.0, false);
}

static const char *class_name(size_t class)
{
	static char name[32];
	snprintf(name, sizeof name, "%zu", class + 1);
	return name;
}

void print_long_term(const struct log *log, size_t class)
{
	double count = 0;
	for (size_t u = 0; u < log->user_count; u++)
		count += log->users[u].class == class && log->users[u].presence == LONG_TERM;
	print_single("long_term", class_name(class), count);
}

static bool comes(const struct log *log, const struct user *user)
{
	return user->presence == TEMPORARY || (is_short(log) && user->presence == DISCARDED);
}

void print_spans(const struct log *log, size_t class, bool long_term)
{
	struct values values = {0};
	for (size_t u = 0; u < log->user_count; u++) {
		const struct user *user = &log->users[u];
		bool counts = long_term ? user->presence == LONG_TERM : comes(log, user);
		if (user->class == class && counts)
			add_value(&values, 0, user->last - user->first, NULL);
	}
	print_values(long_term ? "presence" : "tenure", class_name(class), &values, 0, false);
}

void print_arrivals(const struct log *log, size_t class)
{
	double begin = is_short(log) ? 0 : EDGE_WEEKS;
	double end = is_short(log) ? floor(weeks_of(log)) + 1 : floor(weeks_of(log)) - EDGE_WEEKS;
	struct values values = {0};
	for (double week = begin; week < end; week++) {
		double count = 0;
		for (size_t u = 0; u < log->user_count; u++) {
			const struct user *user = &log->users[u];
			double came = (user->first - log->first_submit) / SECONDS_PER_WEEK;
			count += user->class == class && comes(log, user) && floor(came) == week;
		}
		add_value(&values, 0, count, NULL);
	}
	print_values("arrivals", class_name(class), &values, 0, true);
}

void print_sessions_of_users(const struct log *log, size_t class)
{
	struct values values = {0};
	for (size_t u = 0; u < log->user_count; u++) {
		const struct user *user = &log->users[u];
		if (user->class == class && (user->presence == LONG_TERM || comes(log, user)))
			add_value(&values, user->last - user->first, (double)user->sessions, NULL);
	}
	if (values.count == 0)
		add_value(&values, 0, 1, NULL);
	print_values("sessions", class_name(class), &values, 86400, true);
}

void print_session_classes(const struct log *log, size_t class)
{
	struct values values = {0};
	for (size_t s = 0; s < log->session_count; s++) {
		const struct session *session = &log->sessions[s];
		if (user_of(log, log->jobs[session->first].user)->class == class)
			add_value(&values, 0, session->kind, kind_names[session->kind]);
	}
	print_values("session_class", class_name(class), &values, 0, true);
}
