#include "swfcore/components.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <gsl/gsl_eigen.h>

static const double least = 1e-12;

/* The correlations of the columns, a symmetric matrix. */
static int correlate(const struct swf_frame *frame, double *matrix, struct swf_error *error)
{
	const size_t p = frame->columns;
	double *means = malloc((3 * p + 1) * sizeof *means), *deviations = means + p,
	       *z = means + 2 * p;
	if (means == NULL)
		return swf_fail(error, "out of memory");
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

/* GSL's functions that allocate end the program when there is no memory, so its workspace is made
 * of memory that is there. */
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

static double without_rounding(double value)
{
	return fabs(value) < least ? 0 : value;
}

/* Gives a vector its sign; magnitudes that only rounding makes different are equal. */
static void tidy(double *vector, size_t p)
{
	double largest = 0;
	for (size_t a = 0; a < p; a++)
		largest = fmax(largest, fabs(vector[a]));
	size_t first = 0;
	while (fabs(vector[first]) < largest * (1 - 1e-9))
		first++;
	const double sign = vector[first] < 0 ? -1 : 1;
	for (size_t a = 0; a < p; a++)
		vector[a] = without_rounding(sign * vector[a]);
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
		result = swf_fail(error, "out of memory");
	if (result == 0)
		result = correlate(frame, matrix, error);
	if (result == 0)
		find_vectors(matrix, matrix + 2 * p * p, matrix + p * p, components);
	for (size_t i = 0; i < p && result == 0; i++) {
		components->values[i] = without_rounding(components->values[i]);
		tidy(components->vectors + i * p, p);
	}
	free(matrix);
	if (result != 0)
		swf_components_free(components);
	return result;
}

void swf_components_free(struct swf_components *components)
{
	free(components->values);
	free(components->vectors);
	*components = (struct swf_components){0};
}

struct swf_table *swf_components_table(
	const struct swf_components *components, const char *const *names)
{
	static const char *const first[] = {"component", "eigenvalue", "share", "cumulated"};
	enum { FIRST = sizeof first / sizeof *first };
	const size_t p = components->variables;
	const char **all = malloc((FIRST + p) * sizeof *all);
	if (all == NULL)
		return NULL;
	memcpy(all, first, sizeof first);
	memcpy(all + FIRST, names, p * sizeof *names);
	struct swf_table *table = swf_table_new(all, FIRST + p);
	free(all);
	double cumulated = 0;
	for (size_t i = 0; i < p && table != NULL; i++) {
		const double share = components->values[i] / (double)p;
		cumulated = i + 1 == p ? 1 : cumulated + share;
		swf_table_whole(table, (int64_t)i + 1);
		swf_table_number(table, components->values[i]);
		swf_table_number(table, share);
		swf_table_number(table, cumulated);
		for (size_t a = 0; a < p; a++)
			swf_table_number(table, components->vectors[i * p + a]);
	}
	return table;
}
