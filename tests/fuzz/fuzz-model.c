/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Models on any bytes: in one that is read, all distributions have values in order, and it can be
 * written; what it needs for its users is there, so that jobs can be drawn. */
#include <math.h>
#include <stdlib.h>

#include "fuzz.h"
#include "model/generator.h"
#include "model/model.h"
#include "support/file-bytes.h"
#include "swfcore/quantity.h"

static void check_histogram(const struct swf_histogram *h)
{
	if (h->count == 0 || !(h->ranges[0].until > 0))
		abort();
	for (size_t i = 0; i < h->count; i++)
		if (!(h->ranges[i].from <= h->ranges[i].to) ||
			(i > 0 && !(h->ranges[i].until >= h->ranges[i - 1].until)))
			abort();
}

static void check_parts(
	const struct swf_model *model, enum swf_model_variable variable, size_t class_)
{
	const struct swf_model_parts *all = &model->parts[variable][class_];
	for (size_t i = 0; i < all->count; i++) {
		const struct swf_model_part *part = &all->parts[i];
		check_histogram(&part->histogram);
		if (swf_model_find(model, variable, class_, part->given_from) != &part->histogram ||
			(i > 0 && part->given_from < part[-1].given_to))
			abort();
	}
}

static void write_table(const struct swf_model *model)
{
	struct swf_table *table = swf_model_table(model);
	struct swf_error error;
	FILE *file = fopen("/dev/null", "w");
	if (table == NULL || file == NULL ||
		swf_table_write(table, file, SWF_FORMAT_CSV, &error) != 0)
		abort();
	fclose(file);
	swf_table_free(table);
}

/* Whether the users of a model are few, and stay for a short time, so that jobs come soon. */
static bool is_small(const struct swf_model *model)
{
	if (swf_model_value(model, SWF_MODEL_WEEKS, 0) > 8)
		return false;
	for (size_t k = 0; k < model->classes; k++) {
		const struct swf_histogram *tenure = swf_model_find(model, SWF_MODEL_TENURE, k, 0);
		if (swf_model_value(model, SWF_MODEL_LONG_TERM, k) > 8 ||
			swf_histogram_most(swf_model_find(model, SWF_MODEL_ARRIVALS, k, 0)) > 8 ||
			(tenure != NULL && swf_histogram_most(tenure) > 8 * SWF_WEEK))
			return false;
	}
	/* time passes in each session */
	for (size_t c = 0; c < SWF_SESSION_CLASSES; c++) {
		const struct swf_histogram *think =
			swf_model_find(model, SWF_MODEL_THINK_TIME, c, 0);
		for (size_t i = 0; think != NULL && i < think->count; i++)
			if (think->ranges[i].from < 60)
				return false;
	}
	return swf_model_session_rule(model).gap >= 60;
}

static void generate(const struct swf_model *model)
{
	const struct swf_generator_options options = {.length = 4 * SWF_WEEK,
		.procs = 64,
		.population = 1,
		.daily_cycle = true,
		.seed = 1,
		.replication = 1};
	struct swf_generator *generator = swf_generator_new(model, &options);
	struct swf_error error;
	struct swf_job job;
	double before = 0;
	for (int i = 1; i <= 1000 && swf_generator_next(generator, &job, &error) == 1; i++) {
		if (job.number != i || !(job.submit >= before) || !(job.run_time >= 0) ||
			job.requested < 1 || job.requested > 64 || job.user < 1)
			abort();
		before = job.submit;
	}
	swf_generator_free(generator);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct swf_error error;
	struct swf_model model = {0};
	FILE *file = size > 0 ? fmemopen((void *)data, size, "r") : NULL;
	if (file == NULL)
		return 0;
	struct swf_csv_reader *csv = swf_csv_new_bytes(file_bytes(file), "model", &error);
	if (csv == NULL)
		return 0;
	if (swf_model_read(csv, "model", &model, &error) == 0) {
		for (int v = 0; v < SWF_MODEL_VARIABLES; v++)
			for (size_t c = 0; c < SWF_MODEL_CLASSES_MOST; c++)
				check_parts(&model, (enum swf_model_variable)v, c);
		write_table(&model);
		if (is_small(&model))
			generate(&model);
	}
	swf_model_clear(&model);
	swf_csv_free(csv);
	return 0;
}
