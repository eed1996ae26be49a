/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * swf-classify: principal components and classes of the sessions or users of logs, from the tables
 * of their variables that swf-sessions prints.
 */
#include <stdlib.h>
#include <string.h>

#include "classify/clusters.h"
#include "classify/components.h"
#include "shared/atomic-file.h"
#include "shared/command.h"
#include "shared/messages.h"
#include "shared/table-input.h"
#include "shared/table-output.h"
#include "users/features.h"

enum action { PCA, KMEANS, ASSIGN, RULES };
static const char *const actions[] = {"pca", "kmeans", "assign", "rules", NULL};

struct opts {
	enum action action;
	char **columns;
	const char *centres;        /* or NULL, as the columns */
	int64_t clusters, restarts; /* negative if not given */
	int64_t seed;
	double cap; /* a percentile, or negative */
	enum swf_format format;
};

static void to_columns(void *opts, const char *text)
{
	struct opts *o = opts;
	free(o->columns);
	o->columns = names_value("columns", text);
}

static const struct option_row options[] = {HEADING("Actions:"),
	HEADING("  pca                      principal components: shares, coefficients"),
	HEADING("  kmeans                   clusters of similar rows, with their means and ranges"),
	HEADING("  assign                   the rows with the cluster of the nearest centre"),
	HEADING("  rules                    the table of kmeans, for sessions classed by rules"),
	HEADING("Options:"),
	{'\0', "columns", "A,B,...",
		"the variables of pca and kmeans (default: those of the paper on users and "
		"sessions)",
		TO_CALL(to_columns)},
	{'\0', "clusters", "K", "of kmeans (default: 5 for sessions, 4 for users)",
		TO_WHOLE(clusters, 1, 100000)},
	{'\0', "restarts", "N", "kmeans takes the best of N searches (default: 10, for users 100)",
		TO_WHOLE(restarts, 1, 1000000)},
	{'\0', "cap", "P", "kmeans replaces values above percentile P of their variable by P",
		TO_NUMBER(cap, 0, 100)},
	SEED_OPTION(seed),
	{'\0', "centres", "FILE", "the centres for assign, a table that kmeans printed",
		TO_FILE(centres)},
	FORMAT_OPTION(format), OPTIONS_END};

static const struct command command = {.name = "swf-classify",
	.usage = "ACTION [options] [TABLE...]",
	.purpose = "Classifies the rows of tables that swf-sessions prints (default: standard "
		   "input).",
	.options = options};

/* Dies of an option that does nothing for the action. */
static void only_for(const struct opts *o, const char *option, enum action action)
{
	if (option_given(option) && o->action != action)
		die_usage("--%s goes with %s, not with %s", option, actions[action],
			actions[o->action]);
}

static void check_opts(const struct opts *o)
{
	if (o->columns != NULL && o->action != PCA && o->action != KMEANS)
		die_usage("--columns goes with pca and kmeans, not with %s", actions[o->action]);
	only_for(o, "clusters", KMEANS);
	only_for(o, "restarts", KMEANS);
	only_for(o, "cap", KMEANS);
	only_for(o, "seed", KMEANS);
	only_for(o, "centres", ASSIGN);
	if (o->action == ASSIGN && o->centres == NULL)
		die_usage("assign needs --centres FILE");
	if (o->action == KMEANS && o->columns != NULL && o->clusters < 0)
		die_usage("--columns goes with --clusters K");
}

/* Chooses what is not given by the kind of the first table. The variables that count for the result
 * come first (v->needed); those behind them are only described. */
static void choose(struct opts *o, const struct swf_csv_reader *first, const char *path,
	struct swf_variables *v)
{
	const enum swf_table_kind kind = swf_variables_kind(first);
	for (char **name = o->columns; name != NULL && *name != NULL; name++) {
		if (v->count == SWF_VARIABLES_MOST)
			die_usage("--columns: more than %d", SWF_VARIABLES_MOST);
		swf_variables_add(v, *name);
	}
	if (o->columns == NULL && kind == SWF_OTHER_TABLE)
		die("%s: not a table of sessions or users of swf-sessions: give --columns%s", path,
			o->action == KMEANS ? " and --clusters" : "");
	if (o->columns == NULL)
		swf_variables_choose(v, kind, o->action == KMEANS);
	v->needed = v->count;
	if (o->action == KMEANS)
		swf_variables_add_all(v, kind);
	/* users are few, and their searches end in more places */
	if (o->restarts < 0)
		o->restarts = kind == SWF_USER_TABLE ? 100 : 10;
	if (o->clusters < 0)
		o->clusters = kind == SWF_SESSION_TABLE ? 5 : 4;
}

/* The rows of all tables that have the variables. */
static struct swf_frame read_tables(struct opts *o, char **paths, struct swf_variables *v)
{
	struct swf_frame frame = {.names = v->names};
	struct swf_error error;
	for (char **path = paths; *path != NULL; path++) {
		struct swf_csv_reader *reader = open_table(*path);
		if (path == paths)
			choose(o, reader, shown_name(*path), v);
		frame.columns = v->count;
		if (swf_frame_read(&frame, reader, &error) != 0)
			die_of(&error);
		swf_csv_free(reader);
	}
	note_count((int64_t)swf_frame_drop_incomplete(&frame, v->needed), "row",
		"with an empty cell: left out");
	return frame;
}

static void find_components(struct opts *o)
{
	struct swf_variables v = {0};
	struct swf_frame frame = read_tables(o, file_operands(), &v);
	struct swf_components components;
	struct swf_error error;
	if (swf_components_find(&frame, &components, &error) != 0)
		die_of(&error);
	write_table(swf_components_table(&components, frame.names), o->format);
	swf_components_clear(&components);
	swf_frame_clear(&frame);
}

static void find_clusters(struct opts *o)
{
	struct swf_variables v = {0};
	struct swf_frame frame = read_tables(o, file_operands(), &v);
	const struct swf_clusters_options search = {.columns = v.needed,
		.clusters = (size_t)o->clusters,
		.restarts = (size_t)o->restarts,
		.seed = (uint64_t)o->seed};
	struct swf_clusters clusters;
	struct swf_error error;
	double *most = NULL;
	if (o->cap >= 0 && frame.rows > 0) {
		most = checked(malloc(v.needed * sizeof *most));
		if (swf_cluster_cap(&frame, v.needed, o->cap / 100, most, &error) != 0)
			die_of(&error);
	}
	if (swf_clusters_find(&frame, &search, &clusters, &error) != 0)
		die_of(&error);
	clusters.centres.most = most;
	note("sum of squared distances to the centres: %.10g, %.4g %% of that to the mean; best of "
	     "%zu: search %zu",
		clusters.within, 100 * clusters.within / clusters.total, search.restarts,
		clusters.restart);
	write_table(swf_cluster_groups_table(
			    &frame, clusters.labels, NULL, search.clusters, &clusters.centres),
		o->format);
	swf_clusters_clear(&clusters);
	swf_frame_clear(&frame);
}

static void describe_classes(const struct opts *o)
{
	struct swf_frame frame = {
		.names = swf_features_session_variables, .columns = SWF_SESSION_VARIABLES};
	struct swf_error error;
	size_t *classes = NULL;
	for (char **path = file_operands(); *path != NULL; path++) {
		struct swf_csv_reader *reader = open_table(*path);
		if (swf_variables_read_classes(&frame, reader, &classes, &error) != 0)
			die_of(&error);
		swf_csv_free(reader);
	}
	if (frame.rows == 0)
		die("there are no rows");
	write_table(swf_cluster_groups_table(
			    &frame, classes, swf_session_class_names, SWF_SESSION_CLASSES, NULL),
		o->format);
	free(classes);
	swf_frame_clear(&frame);
}

static void assign_clusters(const struct opts *o)
{
	char **paths = file_operands();
	struct swf_csv_reader *reader = open_table(o->centres);
	struct swf_named_centres centres;
	struct swf_assignment *assignment = NULL;
	struct swf_error error;
	if (swf_cluster_centres_read(reader, shown_name(o->centres), &centres, &error) != 0)
		die_of(&error);
	swf_csv_free(reader);
	for (char **path = paths; *path != NULL; path++) {
		reader = open_table(*path);
		if (assignment == NULL) {
			assignment = swf_assignment_new(&centres, reader, o->format, &error);
			if (assignment == NULL)
				die_of(&error);
			swf_table_stream(swf_assignment_table(assignment), output(), o->format);
		}
		if (swf_assignment_add(assignment, reader, &error) != 0)
			die_of(&error);
		swf_csv_free(reader);
	}
	if (swf_assignment_rows(assignment) == 0)
		die("there are no rows");
	note_count((int64_t)swf_assignment_incomplete(assignment), "row",
		"with an empty cell: without a cluster");
	write_table(swf_assignment_table(assignment), o->format);
	swf_assignment_free(assignment);
	swf_cluster_centres_clear(&centres);
}

int main(int argc, char **argv)
{
	struct opts o = {
		.clusters = -1, .restarts = -1, .seed = 1, .cap = -1, .format = SWF_FORMAT_CSV};
	command_begin(&command, &o, argc, argv);
	o.action = (enum action)action_operand(actions);
	check_opts(&o);
	if (o.action == PCA)
		find_components(&o);
	else if (o.action == KMEANS)
		find_clusters(&o);
	else if (o.action == ASSIGN)
		assign_clusters(&o);
	else
		describe_classes(&o);
	free(o.columns);
	return command_end();
}
