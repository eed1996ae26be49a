#include <stdlib.h>

#include "locality/locality.h"
#include "shared/command.h"
#include "shared/log-io.h"
#include "shared/messages.h"
#include "shared/option-values.h"

static void add_value(struct attribute_values *v, double value, double submit)
{
	v->values = reserve(v->values, v->count, &v->capacity, sizeof *v->values);
	v->submits = reserve(v->submits, v->count, &v->submits_capacity, sizeof *v->submits);
	v->values[v->count] = value;
	v->submits[v->count++] = submit;
}

void read_values(struct swf_log *log, const struct locality_options *o, struct log_values *values)
{
	int64_t unknown[SWF_ATTRIBUTES] = {0}, jobs = 0;
	struct swf_job job;
	for (; next_job(log, &job); jobs++) {
		if (jobs == 0)
			values->first = job.submit;
		values->last = job.submit;
		for (int a = 0; a < SWF_ATTRIBUTES; a++) {
			const double value = swf_attribute_of(&job, (enum swf_attribute)a, o->size);
			if (o->has_attribute[a] && value >= 0)
				add_value(&values->attributes[a], value, job.submit);
			unknown[a] += o->has_attribute[a] && value < 0;
		}
	}
	note_log_counts(swf_log_counts(log));
	note_unknown(unknown, jobs, o);
}

void note_unknown(
	const int64_t unknown[SWF_ATTRIBUTES], int64_t jobs, const struct locality_options *o)
{
	if (jobs == 0)
		die("%s: no jobs", shown_name(o->name));
	for (int a = 0; a < SWF_ATTRIBUTES; a++) {
		char rest[64];
		snprintf(rest, sizeof rest, "without a known %s: left out", swf_attribute_names[a]);
		note_count(unknown[a], "job", rest);
	}
}

void free_values(struct log_values *values)
{
	for (int a = 0; a < SWF_ATTRIBUTES; a++) {
		free(values->attributes[a].values);
		free(values->attributes[a].submits);
	}
}
