/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "classify/components.h"

#include <float.h>
#include <gsl/gsl_eigen.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "users/features.h"

bool swf_variables_add(struct swf_variables *variables, const char *name)
{
	for (size_t i = 0; i < variables->count; i++)
		if (strcmp(variables->names[i], name) == 0)
			return false;
	variables->names[variables->count++] = name;
	return true;
}

static void add(struct swf_variables *variables, const char *const *names, size_t count)
{
	for (size_t i = 0; i < count; i++)
		swf_variables_add(variables, names[i]);
}

static bool has_all(const struct swf_csv_reader *reader, const char *const *names, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (swf_csv_column(reader, names[i]) < 0)
			return false;
	return true;
}

enum swf_table_kind swf_variables_kind(const struct swf_csv_reader *reader)
{
	if (has_all(reader, swf_features_session_variables, SWF_SESSION_VARIABLES))
		return SWF_SESSION_TABLE;
	if (has_all(reader, swf_features_user_variables, SWF_USER_VARIABLES))
		return SWF_USER_TABLE;
	return SWF_OTHER_TABLE;
}

void swf_variables_choose(
	struct swf_variables *variables, enum swf_table_kind kind, bool for_clusters)
{
	static const char *const of_sessions[] = {
		"D", "Ti", "day_part", "week_part", "UP", "Pm", "Rm"};
	static const char *const of_users[] = {
		"day_part", "Pm", "Rm", "J", "week_part", "Im", "JW", "BHD"};
	if (for_clusters && kind == SWF_SESSION_TABLE)
		add(variables, of_sessions, sizeof of_sessions / sizeof *of_sessions);
	else if (for_clusters && kind == SWF_USER_TABLE)
		add(variables, of_users, sizeof of_users / sizeof *of_users);
	else if (kind == SWF_SESSION_TABLE)
		add(variables, swf_features_session_variables, SWF_SESSION_VARIABLES);
	else if (kind == SWF_USER_TABLE) /* the last is D_days */
		add(variables, swf_features_user_variables, SWF_USER_VARIABLES - 1);
}

void swf_variables_add_all(struct swf_variables *variables, enum swf_table_kind kind)
{
	if (kind == SWF_SESSION_TABLE)
		add(variables, swf_features_session_variables, SWF_SESSION_VARIABLES);
	else if (kind == SWF_USER_TABLE)
		add(variables, swf_features_user_variables, SWF_USER_VARIABLES);
}

static int add_class(struct swf_frame *frame, size_t **classes, const struct swf_csv_reader *reader,
	int column, const int *places, struct swf_error *error)
{
	const size_t room = frame->capacity;
	const char *name = swf_csv_cell(reader, column);
	size_t class_ = 0;
	while (class_ < SWF_SESSION_CLASSES && strcmp(name, swf_session_class_names[class_]) != 0)
		class_++;
	if (class_ == SWF_SESSION_CLASSES)
		return swf_csv_refuse(
			reader, error, "column 'class': not a class of sessions: '%.100s'", name);
	if (swf_frame_add(frame, reader, places, error) != 0)
		return -1;
	if (frame->capacity != room) {
		size_t *larger = realloc(*classes, frame->capacity * sizeof *larger);
		if (larger == NULL)
			return swf_fail_memory(error);
		*classes = larger;
	}
	(*classes)[frame->rows - 1] = class_;
	return 0;
}

int swf_variables_read_classes(struct swf_frame *frame, struct swf_csv_reader *reader,
	size_t **classes, struct swf_error *error)
{
	int *places = malloc((frame->columns + 1) * sizeof *places), got = 1;
	if (places == NULL)
		return swf_fail_memory(error);
	const int column = swf_csv_need_column(reader, "class", error);
	if (column < 0 || swf_frame_find(frame, reader, places, error) != 0)
		got = -1;
	while (got == 1 && (got = swf_csv_next(reader, error)) == 1)
		got = add_class(frame, classes, reader, column, places, error) == 0 ? 1 : -1;
	free(places);
	return got;
}

/*
 * Principal components are the eigenvectors of the correlations. Mathematics leaves their signs
 * open, and of equal eigenvalues also the vectors; rounding, which differs between machines, would
 * choose. So tidy() chooses by rules whose margins are larger than what rounding can do.
 */

/* Cells of tables have ten digits, so that correlations of them are worth no more. */
static const double DIGITS = 5e-11;

/* Eigenvalues at most this many times their error apart have no certain vectors: any in the space
 * that these span are as good. */
static const double TIED = 1000;

/* The correlations of the columns, a symmetric matrix. */
static int correlate(const struct swf_frame *frame, double *matrix, struct swf_error *error)
{
	const size_t p = frame->columns;
	double *means = malloc((3 * p + 1) * sizeof *means), *deviations = means + p,
	       *z = means + 2 * p;
	if (means == NULL)
		return swf_fail_memory(error);
	if (swf_frame_scales(frame, means, deviations, error) != 0) {
		free(means);
		return -1;
	}
	memset(matrix, 0, p * p * sizeof *matrix);
	for (size_t i = 0; i < frame->rows; i++) {
		const double *row = swf_frame_row(frame, i);
		for (size_t a = 0; a < p; a++)
			z[a] = (row[a] - means[a]) / deviations[a];
		for (size_t a = 0; a < p; a++)
			for (size_t b = 0; b < a; b++)
				matrix[a * p + b] += z[a] * z[b];
	}
	for (size_t a = 0; a < p; a++) {
		matrix[a * p + a] = 1;
		for (size_t b = 0; b < a; b++) {
			matrix[a * p + b] /= (double)(frame->rows - 1);
			matrix[b * p + a] = matrix[a * p + b];
		}
	}
	free(means);
	return 0;
}

/* The workspace is filled by hand, since GSL's own allocation ends the program when there is no
 * memory. */
static void find_vectors(
	double *correlations, double *memory, double *vectors, struct swf_components *found)
{
	const size_t p = found->variables;
	gsl_eigen_symmv_workspace workspace = {.size = p,
		.d = memory,
		.sd = memory + p,
		.gc = memory + 2 * p,
		.gs = memory + 3 * p};
	gsl_matrix_view matrix = gsl_matrix_view_array(correlations, p, p),
			columns = gsl_matrix_view_array(vectors, p, p);
	gsl_vector_view values = gsl_vector_view_array(found->values, p);
	gsl_eigen_symmv(&matrix.matrix, &values.vector, &columns.matrix, &workspace);
	gsl_eigen_symmv_sort(&values.vector, &columns.matrix, GSL_EIGEN_SORT_VAL_DESC);
	for (size_t i = 0; i < p; i++)
		for (size_t a = 0; a < p; a++)
			found->vectors[i * p + a] = vectors[a * p + i];
}

/* The place behind the last of the eigenvalues that are tied with those from `first` on. */
static size_t end_of_ties(const struct swf_components *c, size_t first)
{
	size_t end = first + 1;
	while (end < c->variables && c->values[end - 1] - c->values[end] <= TIED * c->error)
		end++;
	return end;
}

/* How far an error of the correlations can move the coefficients of the vectors from `first` to
 * before `end`: the less, the farther the other eigenvalues are away. */
static double vector_error(const struct swf_components *c, size_t first, size_t end, double error)
{
	double gap = c->values[0];
	if (first > 0)
		gap = fmin(gap, c->values[first - 1] - c->values[first]);
	if (end < c->variables)
		gap = fmin(gap, c->values[end - 1] - c->values[end]);
	return error / gap;
}

/* The place of the largest of `count` numbers, which are `step` apart in memory. Of numbers that
 * differ by an error at most, the first counts. */
static size_t place_of_largest(const double *numbers, size_t count, size_t step, double error)
{
	double largest = 0;
	size_t place = 0;
	for (size_t a = 0; a < count; a++)
		largest = fmax(largest, fabs(numbers[a * step]));
	while (fabs(numbers[place * step]) < largest - error)
		place++;
	return place;
}

/* Replaces tied vectors by those of their space that are nearest to the axes. The first is the
 * projection of the unit vector of the variable that has most in the space; the next ones follow in
 * the same way from what is left of it. */
static void settle_ties(
	struct swf_components *c, size_t first, size_t end, double error, double *projector)
{
	const size_t p = c->variables;
	memset(projector, 0, p * p * sizeof *projector);
	for (size_t i = first; i < end; i++)
		for (size_t a = 0; a < p * p; a++)
			projector[a] += c->vectors[i * p + a / p] * c->vectors[i * p + a % p];
	for (size_t i = first; i < end; i++) {
		double *vector = c->vectors + i * p;
		const size_t most = place_of_largest(projector, p, p + 1, error);
		const double length = sqrt(projector[most * p + most]);
		for (size_t a = 0; a < p; a++)
			vector[a] = projector[most * p + a] / length;
		for (size_t a = 0; a < p * p; a++)
			projector[a] -= vector[a / p] * vector[a % p];
	}
}

/* Makes what only rounding decides what it would be without: zeros, ties and signs. */
static void tidy(struct swf_components *c, size_t rows, double *scratch)
{
	const size_t p = c->variables;
	/* how far rounding can move an eigenvalue: sums over rows err by the root of their number
	 */
	c->error = 10 * DBL_EPSILON * ((double)p + sqrt((double)rows)) * c->values[0];
	for (size_t i = 0; i < p; i++)
		if (c->values[i] < c->error)
			c->values[i] = 0;
	for (size_t first = 0, end; first < p; first = end) {
		end = end_of_ties(c, first);
		const double error = fmax(1e-9, 4 * vector_error(c, first, end, c->error));
		if (end > first + 1)
			settle_ties(c, first, end, error, scratch);
		for (size_t i = first; i < end; i++) {
			double *vector = c->vectors + i * p;
			const bool turned = vector[place_of_largest(vector, p, 1, error)] < 0;
			for (size_t a = 0; a < p && turned; a++)
				vector[a] = -vector[a];
		}
	}
}

int swf_components_find(
	const struct swf_frame *frame, struct swf_components *components, struct swf_error *error)
{
	const size_t p = frame->columns;
	*components = (struct swf_components){.variables = p};
	if (frame->rows < 2)
		return swf_fail(error, "principal components need 2 rows at least; there %s %zu",
			frame->rows == 1 ? "is" : "are", frame->rows);
	double *matrix = malloc((2 * p * p + 4 * p) * sizeof *matrix);
	components->values = malloc(p * sizeof *components->values);
	components->vectors = malloc(p * p * sizeof *components->vectors);
	int result = 0;
	if (matrix == NULL || components->values == NULL || components->vectors == NULL)
		result = swf_fail_memory(error);
	if (result == 0)
		result = correlate(frame, matrix, error);
	if (result == 0)
		find_vectors(matrix, matrix + 2 * p * p, matrix + p * p, components);
	if (result == 0)
		tidy(components, frame->rows, matrix);
	free(matrix);
	if (result != 0)
		swf_components_clear(components);
	return result;
}

void swf_components_clear(struct swf_components *components)
{
	free(components->values);
	free(components->vectors);
	*components = (struct swf_components){0};
}

/* A number with the decimals that an error leaves it. Where the error is a power of ten, rounding
 * must not decide. */
static double rounded(double number, double error)
{
	double units = 1;
	while (units < 1e15 && 1 / (10 * units) >= error * (1 - 1e-6))
		units *= 10;
	const double whole = round(number * units) / units;
	return whole == 0 ? 0 : whole;
}

static void add_row(struct swf_table *table, const struct swf_components *c, size_t i, double error,
	double *sum)
{
	const size_t p = c->variables;
	const double value = rounded(c->values[i], c->error), share = value / (double)p;
	*sum = i + 1 == p ? 1 : *sum + share;
	swf_table_whole(table, (int64_t)i + 1);
	swf_table_number(table, value);
	swf_table_number(table, share);
	swf_table_number(table, *sum);
	for (size_t a = 0; a < p; a++)
		swf_table_number(table, rounded(c->vectors[i * p + a], error));
}

struct swf_table *swf_components_table(
	const struct swf_components *components, const char *const *names)
{
	static const char *const names_before[] = {"component", "eigenvalue", "share", "cumulated"};
	enum { FIRST = sizeof names_before / sizeof *names_before };
	const size_t p = components->variables;
	const char **all = malloc((FIRST + p) * sizeof *all);
	if (all == NULL)
		return NULL;
	memcpy(all, names_before, sizeof names_before);
	memcpy(all + FIRST, names, p * sizeof *names);
	struct swf_table *table = swf_table_new(all, FIRST + p);
	free(all);
	double cumulated = 0;
	for (size_t first = 0, end; first < p && table != NULL; first = end) {
		end = end_of_ties(components, first);
		const double error =
			vector_error(components, first, end, fmax(components->error, DIGITS));
		for (size_t i = first; i < end; i++)
			add_row(table, components, i, error, &cumulated);
	}
	return table;
}
