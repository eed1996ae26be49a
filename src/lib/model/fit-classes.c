/* The classes of the users of a log: clusters, as swf-classify kmeans has them of users. */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "classify/clusters.h"
#include "classify/variables.h"
#include "model/fit-samples.h"
#include "table/frame.h"

enum { CLASSES = 4, RESTARTS = 100, SEED = 1 };

static size_t variable_place(const char *name)
{
	size_t place = 0;
	while (strcmp(swf_features_user_variables[place], name) != 0)
		place++;
	return place;
}

/* Fills the frame with the users for whom all the variables are known; `rows` gets the row of each
 * user, or SIZE_MAX. */
static int fill_frame(const struct swf_fit_work *work, const struct swf_variables *v,
	struct swf_frame *frame, size_t *rows)
{
	const size_t users = work->workload->users.count;
	frame->names = v->names;
	frame->columns = v->count;
	frame->cells = malloc((users * v->count + 1) * sizeof *frame->cells);
	if (frame->cells == NULL)
		return -1;
	for (size_t u = 0; u < users; u++) {
		double *row = frame->cells + frame->rows * v->count;
		bool known = true;
		for (size_t i = 0; i < v->count; i++) {
			row[i] = work->features[u][variable_place(v->names[i])];
			known &= !isnan(row[i]);
		}
		rows[u] = known ? frame->rows++ : SIZE_MAX;
	}
	return 0;
}

static bool varies(const struct swf_frame *frame, size_t column)
{
	for (size_t r = 1; r < frame->rows; r++)
		if (swf_frame_row(frame, r)[column] != swf_frame_row(frame, 0)[column])
			return true;
	return false;
}

/* Leaves out the variables that are the same for all. */
static void drop_constant(struct swf_variables *v, struct swf_frame *frame)
{
	const size_t columns = frame->columns;
	size_t kept = 0;
	for (size_t i = 0; i < columns; i++) {
		if (!varies(frame, i))
			continue;
		for (size_t r = 0; r < frame->rows; r++)
			frame->cells[r * columns + kept] = frame->cells[r * columns + i];
		v->names[kept++] = v->names[i];
	}
	for (size_t r = 0; r < frame->rows; r++)
		memmove(frame->cells + r * kept, frame->cells + r * columns,
			kept * sizeof *frame->cells);
	frame->columns = kept;
}

/* Finds the clusters, or fewer where there are not so many kinds of users. Sets their number, 1
 * where there are none to be found. Returns -1 when there is no memory. */
static int find_clusters(
	const struct swf_frame *frame, struct swf_clusters *clusters, size_t *count)
{
	struct swf_error error;
	*count = 1;
	for (size_t k = CLASSES; k > 1 && frame->columns > 0; k--) {
		const struct swf_clusters_options options = {.columns = frame->columns,
			.clusters = k,
			.restarts = RESTARTS,
			.seed = SEED};
		const int result = swf_clusters_find(frame, &options, clusters, &error);
		if (result < 0)
			return -1;
		if (result == 0) {
			*count = k;
			return 0;
		}
	}
	return 0;
}

int swf_fit_class_users(const struct swf_fit_work *work, struct swf_model *model, size_t *classes)
{
	const size_t users = work->workload->users.count;
	size_t *rows = malloc((users + 1) * sizeof *rows);
	struct swf_variables v = {0};
	struct swf_frame frame = {0};
	struct swf_clusters clusters;
	swf_variables_choose(&v, SWF_USER_TABLE, true);
	if (rows == NULL || fill_frame(work, &v, &frame, rows) != 0) {
		free(rows);
		return -1;
	}
	drop_constant(&v, &frame);
	size_t count;
	const int result = find_clusters(&frame, &clusters, &count);
	for (size_t u = 0; u < users && result == 0; u++) {
		classes[u] = count > 1 && rows[u] != SIZE_MAX ? clusters.labels[rows[u]] : 0;
		work->counts->unclassed += rows[u] == SIZE_MAX;
	}
	if (count > 1)
		swf_clusters_clear(&clusters);
	free(frame.cells);
	free(rows);
	for (size_t i = 1; i <= count && result == 0; i++) {
		char name[24];
		snprintf(name, sizeof name, "%zu", i);
		if (swf_model_add_class(model, name) == SIZE_MAX)
			return -1;
	}
	return result;
}
