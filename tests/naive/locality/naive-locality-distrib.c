/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * naive-locality: the tables of swf-distrib.
 */
#include "naive/locality/naive-locality.h"
#include "naive/naive-swf.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- a value for each user ---- */

static double first_submit(const struct user *user)
{
	return user->jobs[0]->submit;
}

static double latest_end(const struct user *user, size_t session)
{
	double latest = -INFINITY;
	for (size_t i = 0; i < user->count; i++)
		if (user->session[i] == session)
			latest = fmax(latest, user->jobs[i]->end);
	return latest;
}

static double latest_end_of_all(const struct user *user)
{
	double latest = -INFINITY;
	for (size_t i = 0; i < user->count; i++)
		latest = fmax(latest, user->jobs[i]->end);
	return latest;
}

static double jobs_of(const struct log *log, const struct user *user)
{
	(void)log;
	return (double)user->count;
}

static double sessions_of(const struct log *log, const struct user *user)
{
	(void)log;
	return (double)user->sessions;
}

static double session_start(const struct user *user, size_t session)
{
	size_t first = 0;
	while (user->session[first] != session)
		first++;
	return user->jobs[first]->submit;
}

static double session_length(const struct log *log, const struct user *user)
{
	(void)log;
	double sum = 0;
	for (size_t s = 0; s < user->sessions; s++)
		sum += latest_end(user, s) - session_start(user, s);
	return sum / (double)user->sessions;
}

static double work_of(const struct log *log, const struct user *user)
{
	(void)log;
	double work = 0;
	for (size_t i = 0; i < user->count; i++) {
		double of_job = user->jobs[i]->value[RUNTIME] * user->jobs[i]->value[SIZE];
		work += isnan(of_job) ? 0 : of_job;
	}
	return work;
}

static double arrival_of(const struct log *log, const struct user *user)
{
	return first_submit(user) - log->jobs[0].submit;
}

static double departure_of(const struct log *log, const struct user *user)
{
	return latest_end_of_all(user) - log->jobs[0].submit;
}

static double activity_of(const struct log *log, const struct user *user)
{
	(void)log;
	return latest_end_of_all(user) - first_submit(user);
}

/* ---- a value for each job, NAN where it is not known ---- */

static double week_of(const struct log *log, size_t i)
{
	return (double)log->jobs[i].hour_of_week;
}

static double runtime_of(const struct log *log, size_t i)
{
	return log->jobs[i].value[RUNTIME];
}

static double estimate_of(const struct log *log, size_t i)
{
	return log->jobs[i].value[ESTIMATE];
}

static double size_of(const struct log *log, size_t i)
{
	return log->jobs[i].value[SIZE];
}

static double wait_of(const struct log *log, size_t i)
{
	return log->jobs[i].wait;
}

static double inter_arrival_of(const struct log *log, size_t i)
{
	return i == 0 ? NAN : log->jobs[i].submit - log->jobs[i - 1].submit;
}

static double accuracy_of(const struct log *log, size_t i)
{
	return runtime_of(log, i) / estimate_of(log, i);
}

/* ---- all distributions ---- */

static const struct {
	const char *name;
	double (*of_user)(const struct log *log, const struct user *user);
	double (*of_job)(const struct log *log, size_t i);
} distributions[] = {{"jobs", jobs_of, NULL}, {"sessions", sessions_of, NULL},
	{"session_length", session_length, NULL}, {"work", work_of, NULL},
	{"arrival", arrival_of, NULL}, {"departure", departure_of, NULL},
	{"activity", activity_of, NULL}, {"week", NULL, week_of}, {"runtime", NULL, runtime_of},
	{"estimate", NULL, estimate_of}, {"size", NULL, size_of}, {"wait", NULL, wait_of},
	{"think_time", NULL, NULL}, {"inter_arrival", NULL, inter_arrival_of},
	{"accuracy", NULL, accuracy_of}};
#define DISTRIBUTIONS (sizeof distributions / sizeof *distributions)

/* Of each job but the user's first: the jobs before it that are of the session of the last of them
 * have their latest end some time before the submit. */
static void add_think_times(struct values *values, const struct user *user)
{
	for (size_t i = 1; i < user->count; i++) {
		double latest = -INFINITY;
		for (size_t before = 0; before < i; before++)
			if (user->session[before] == user->session[i - 1])
				latest = fmax(latest, user->jobs[before]->end);
		add_value(values, user->jobs[i]->submit - latest);
	}
}

static struct values values_of_users(const struct log *log, size_t which)
{
	struct values values = {.value = NULL};
	for (double number = next_user(log, -1); !isnan(number); number = next_user(log, number)) {
		struct user user = find_user(log, number);
		if (distributions[which].of_user != NULL)
			add_value(&values, distributions[which].of_user(log, &user));
		else
			add_think_times(&values, &user);
		free_user(&user);
	}
	return values;
}

static struct values values_of(const struct log *log, size_t which)
{
	if (distributions[which].of_job == NULL)
		return values_of_users(log, which);
	struct values values = {.value = NULL};
	for (size_t i = 0; i < log->count; i++)
		add_value(&values, distributions[which].of_job(log, i));
	return values;
}

/* ---- one distribution ---- */

static double count_equal(const struct values *values, double value)
{
	double count = 0;
	for (size_t i = 0; i < values->count; i++)
		count += values->value[i] == value;
	return count;
}

static void print_value(double value, double count, double all, double *up_to)
{
	*up_to += count;
	PRINT_CELLS(value, count, count / all, *up_to / all);
	putchar('\n');
}

static void print_hours(const struct values *values)
{
	double up_to = 0;
	for (double hour = 0; hour < HOURS_PER_WEEK; hour++)
		print_value(hour, count_equal(values, hour), (double)values->count, &up_to);
}

static void print_values(struct values *values)
{
	double up_to = 0;
	sort_values(values);
	for (size_t i = 0, next; i < values->count; i = next) {
		for (next = i; next < values->count && values->value[next] == values->value[i];)
			next++;
		print_value(values->value[i], (double)(next - i), (double)values->count, &up_to);
	}
}

static void print_one(const struct log *log, const char *name)
{
	size_t which = 0;
	while (which < DISTRIBUTIONS && strcmp(name, distributions[which].name) != 0)
		which++;
	if (which == DISTRIBUTIONS)
		fail("%s: no such distribution", name);
	struct values values = values_of(log, which);
	puts("value,count,share,cumulated");
	if (strcmp(name, "week") == 0)
		print_hours(&values);
	else
		print_values(&values);
	free(values.value);
}

/* ---- two logs ---- */

/* How many are up to the value. */
static double count_up_to(const struct values *sorted, double value)
{
	size_t low = 0, high = sorted->count;
	while (low < high) {
		size_t middle = (low + high) / 2;
		if (sorted->value[middle] <= value)
			low = middle + 1;
		else
			high = middle;
	}
	return (double)low;
}

/* The largest difference at the values of the first. */
static double largest_difference(const struct values *values, const struct values *others)
{
	double n = (double)values->count, m = (double)others->count, largest = 0;
	for (size_t i = 0; i < values->count; i++) {
		double x = values->value[i];
		/* of whole numbers until it is divided */
		double difference = count_up_to(values, x) * m - count_up_to(others, x) * n;
		largest = fmax(largest, fabs(difference) / (n * m));
	}
	return largest;
}

static double kolmogorov(double x)
{
	if (x == 0)
		return 1;
	long double sum = 0, term = 1;
	for (long k = 1; term > 0 && k <= 10000000; k++) {
		term = expl(-2.0L * (long double)k * (long double)k * x * x);
		sum += k % 2 == 1 ? term : -term;
	}
	return (double)(2 * sum);
}

static void print_comparison(size_t which, struct values *values, struct values *others)
{
	double n = (double)values->count, m = (double)others->count, ks = NAN, p = NAN;
	sort_values(values);
	sort_values(others);
	if (n > 0 && m > 0) {
		ks = fmax(largest_difference(values, others), largest_difference(others, values));
		p = kolmogorov(sqrt(n * m / (n + m)) * ks);
	}
	double mean = mean_of(values), other = mean_of(others);
	printf("%s,", distributions[which].name);
	PRINT_CELLS(n, m, mean, other, other == 0 ? NAN : mean / other, ks, p);
	putchar('\n');
}

static void compare_logs(const struct log *log, const struct options *options)
{
	struct log other = read_log(options->compare, options);
	puts("distribution,n,other_n,mean,other_mean,ratio,ks,p");
	for (size_t which = 0; which < DISTRIBUTIONS; which++) {
		struct values values = values_of(log, which), others = values_of(&other, which);
		print_comparison(which, &values, &others);
		free(values.value);
		free(others.value);
	}
	free_log(&other);
}

static void describe_log(const struct log *log)
{
	puts("distribution," DESCRIPTION_HEAD);
	for (size_t which = 0; which < DISTRIBUTIONS; which++) {
		struct values values = values_of(log, which);
		printf("%s,", distributions[which].name);
		print_description(&values);
		free(values.value);
	}
}

void print_distributions(const struct log *log, const struct options *options)
{
	if (log->count == 0)
		fail("no jobs");
	if (options->distribution != NULL)
		print_one(log, options->distribution);
	else if (options->compare != NULL)
		compare_logs(log, options);
	else
		describe_log(log);
}
