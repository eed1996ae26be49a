/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * naive-locality: how alike the jobs of a user are, by going through all pairs of them.
 */
#include "naive/locality/naive-locality.h"
#include "naive/naive-swf.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* Means that are as close as this are equal but for rounding. */
#define ROUNDING 1e-12

struct similarity {
	double pairs, mean, median, identical; /* of a measure, NAN without a pair */
};

/* NAN, which is not added to values, if one is not known. */
static double ratio_of(double a, double b)
{
	if (isnan(a) || isnan(b))
		return NAN;
	return a == b ? 1 : fmin(a, b) / fmax(a, b);
}

/* The ratios of the pairs whose sessions are that far apart. */
static struct values ratios_of(const struct user *user, int attribute, size_t distance)
{
	struct values ratios = {.value = NULL};
	for (size_t j = 0; j < user->count; j++)
		for (size_t i = 0; i < j; i++)
			if (user->session[j] - user->session[i] == distance)
				add_value(&ratios,
					ratio_of(user->jobs[i]->value[attribute],
						user->jobs[j]->value[attribute]));
	return ratios;
}

static struct similarity similarity_of(struct values *ratios)
{
	struct similarity similarity = {.pairs = (double)ratios->count, .mean = mean_of(ratios)};
	sort_values(ratios);
	similarity.median = quantile(ratios, 0.5);
	double identical = 0;
	for (size_t i = 0; i < ratios->count; i++)
		identical += ratios->value[i] == 1;
	similarity.identical = identical / similarity.pairs;
	return similarity;
}

static void add_all(struct values *values, const struct values *others)
{
	for (size_t i = 0; i < others->count; i++)
		add_value(values, others->value[i]);
}

/* A user's numbers at every distance. */
struct row {
	double user;
	struct similarity *at;
};

struct table {
	struct row *rows;
	size_t count, capacity;
	struct similarity *of_all; /* at every distance */
	size_t distances;
};

static void add_rows(struct table *table, const struct log *log)
{
	for (double number = next_user(log, -1); !isnan(number); number = next_user(log, number)) {
		table->rows =
			with_room(table->rows, table->count, &table->capacity, sizeof *table->rows);
		table->rows[table->count++] = (struct row){.user = number,
			.at = allocate(table->distances, sizeof(struct similarity))};
	}
}

static void fill_distance(
	struct table *table, const struct log *log, int attribute, size_t distance)
{
	struct values all = {.value = NULL};
	for (size_t u = 0; u < table->count; u++) {
		struct user user = find_user(log, table->rows[u].user);
		struct values ratios = ratios_of(&user, attribute, distance);
		table->rows[u].at[distance] = similarity_of(&ratios);
		add_all(&all, &ratios);
		free(ratios.value);
		free_user(&user);
	}
	table->of_all[distance] = similarity_of(&all);
	free(all.value);
}

static struct table new_table(const struct log *log, int attribute, size_t distances)
{
	struct table table = {.distances = distances};
	table.of_all = allocate(distances, sizeof *table.of_all);
	add_rows(&table, log);
	for (size_t d = 0; d < distances; d++)
		fill_distance(&table, log, attribute, d);
	return table;
}

static void free_table(struct table *table)
{
	for (size_t u = 0; u < table->count; u++)
		free(table->rows[u].at);
	free(table->rows);
	free(table->of_all);
}

/* ---- users at two distances ---- */

static bool has_pairs_everywhere(const struct table *table, const struct row *row)
{
	for (size_t d = 0; d < table->distances; d++)
		if (row->at[d].pairs == 0)
			return false;
	return true;
}

static double measured(const struct similarity *similarity, enum measure measure)
{
	if (measure == MEDIAN)
		return similarity->median;
	return measure == IDENTICAL ? similarity->identical : similarity->mean;
}

/* Positive where jobs are more alike here than there. */
static int compare(
	const struct similarity *here, const struct similarity *there, enum measure measure)
{
	double difference = measured(here, measure) - measured(there, measure);
	if (fabs(difference) <= ROUNDING)
		return 0;
	return difference > 0 ? 1 : -1;
}

static void print_users(const struct table *table, size_t distance, enum measure measure)
{
	double users = 0, counts[3] = {0}; /* less, equal, more */
	for (size_t u = 0; u < table->count; u++) {
		const struct row *row = &table->rows[u];
		if (!has_pairs_everywhere(table, row))
			continue;
		users++;
		if (distance + 1 < table->distances)
			counts[compare(&row->at[distance], &row->at[distance + 1], measure) + 1]++;
	}
	double all = distance + 1 < table->distances && users > 0 ? users : NAN;
	PRINT_CELLS(users, counts[2] / all, counts[1] / all, counts[0] / all);
}

/* ---- tables ---- */

static void print_similarities(const struct table *table, int attribute, enum measure measure)
{
	for (size_t d = 0; d < table->distances; d++) {
		const struct similarity *all = &table->of_all[d];
		printf("%s,", attribute_names[attribute]);
		PRINT_CELLS((double)d, all->pairs, all->mean, all->median, all->identical);
		putchar(',');
		print_users(table, d, measure);
		putchar('\n');
	}
}

static void print_each(const struct table *table, int attribute)
{
	for (size_t u = 0; u < table->count; u++) {
		const struct row *row = &table->rows[u];
		for (size_t d = 0; d < table->distances; d++) {
			if (row->at[d].pairs == 0)
				continue;
			printf("%s,", attribute_names[attribute]);
			PRINT_CELLS(row->user, (double)d, row->at[d].pairs, row->at[d].mean,
				row->at[d].median, row->at[d].identical);
			putchar('\n');
		}
	}
}

void print_similarity(const struct log *log, const struct options *options)
{
	puts(options->each
			? "attribute,user,distance,pairs,mean,median,identical"
			: "attribute,distance,pairs,mean,median,identical,users,more,equal,less");
	for (int a = 0; a < ATTRIBUTES; a++) {
		if (!options->attributes[a])
			continue;
		struct table table = new_table(log, a, options->distance + 1);
		if (options->each)
			print_each(&table, a);
		else
			print_similarities(&table, a, options->measure);
		free_table(&table);
	}
}

/* ---- mixed jobs ---- */

static double mean_of_all_pairs(const struct user *user, int attribute)
{
	struct user one_session = *user;
	one_session.session = allocate(user->count, sizeof *one_session.session);
	struct values ratios = ratios_of(&one_session, attribute, 0);
	double mean = mean_of(&ratios);
	free(ratios.value);
	free(one_session.session);
	return mean;
}

/* Jobs that are dealt at random are any two of the user's, in as many pairs as before. */
static void print_mixed_of(const struct log *log, int attribute)
{
	double pairs = 0, similarity = 0, expected = 0;
	for (double number = next_user(log, -1); !isnan(number); number = next_user(log, number)) {
		struct user user = find_user(log, number);
		struct values ratios = ratios_of(&user, attribute, 0);
		if (ratios.count > 0) {
			pairs += (double)ratios.count;
			similarity += (double)ratios.count * mean_of(&ratios);
			expected += (double)ratios.count * mean_of_all_pairs(&user, attribute);
		}
		free(ratios.value);
		free_user(&user);
	}
	printf("%s,", attribute_names[attribute]);
	PRINT_CELLS(similarity / pairs, expected / pairs);
	putchar('\n');
}

void print_mixed(const struct log *log, const struct options *options)
{
	puts("attribute,similarity,expected");
	for (int a = 0; a < ATTRIBUTES; a++)
		if (options->attributes[a])
			print_mixed_of(log, a);
}
