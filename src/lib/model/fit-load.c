/* The load of a log, and with how many times its users the model has it. */
#include <math.h>

#include "model/fit-samples.h"
#include "model/generator.h"
#include "model/model-variables.h"

/* The work of the users of the log over what the machine could do in this length. */
static double load_of_log(const struct swf_fit_work *fit, double length)
{
	const struct swf_packed_jobs *jobs = &fit->workload->jobs;
	const struct swf_fit_options *o = fit->options;
	double work = 0;
	for (size_t i = 0; i < jobs->count; i++) {
		const struct swf_job job = swf_packed_jobs_get(jobs, i);
		if (!swf_job_is_anonymous(&job))
			work += fmin(swf_job_size(&job, o->size), o->procs) * job.run_time;
	}
	return work / (o->procs * length);
}

static int fill_value(struct swf_model *model, enum swf_model_variable variable, double value)
{
	struct swf_histogram *h = swf_model_part(model, variable, 0, -INFINITY, INFINITY);
	return h != NULL ? swf_histogram_add(h, value, value, 1) : -1;
}

int swf_fit_load(const struct swf_fit_work *fit, double length, struct swf_model *model,
	struct swf_error *error)
{
	const struct swf_variable_of_model *v = &swf_model_variables[SWF_MODEL_POPULATION];
	const struct swf_generator_options options = {.procs = fit->options->procs,
		.length = length,
		.daily_cycle = true,
		.seed = 1,
		.replication = 1};
	struct swf_fit_counts *counts = fit->counts;
	counts->log_load = load_of_log(fit, length);
	counts->population = 1;
	if (swf_generator_mean_load(model, &options, &counts->model_load, error) != 0)
		return -1;
	if (counts->log_load > 0 && counts->model_load > 0) {
		const double wanted = counts->log_load / counts->model_load;
		counts->population =
			fmin(fmax(floor(1000 * wanted + 0.5) / 1000, v->least), v->most);
	}
	return fill_value(model, SWF_MODEL_LOAD, counts->log_load) != 0 ||
			fill_value(model, SWF_MODEL_POPULATION, counts->population) != 0
		? swf_fail_memory(error)
		: 0;
}
