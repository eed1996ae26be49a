/* Jobs that ran, as the metrics keep them. */
#ifndef SWF_METRICS_RECORDS_H
#define SWF_METRICS_RECORDS_H

#include <stddef.h>
#include <stdint.h>

#include "stats/levels.h"
#include "swfcore/metrics.h"

/* A job that ran. There may be very many: nothing stands here that follows from the rest. */
struct swf_record {
	double submit, wait, run_time; /* s */
	int64_t user;
	int32_t size;
	uint32_t group; /* the place of its group, where there are groups */
};

static inline double swf_record_start(const struct swf_record *record)
{
	return record->submit + record->wait;
}

static inline double swf_record_end(const struct swf_record *record)
{
	return swf_record_start(record) + record->run_time;
}

/* Whether a job of this size ran, so that it has metrics. */
static inline bool swf_records_ran(const struct swf_job *job, int32_t size)
{
	return job->wait >= 0 && job->run_time >= 0 && size > 0;
}

/* Sets the error to that no job ran. Returns -1. */
int swf_records_none(struct swf_error *error);

/* A span of time. */
struct swf_window {
	double begin, end; /* s */
};

/* Puts records in the order of these places, which are lost. */
void swf_records_arrange(struct swf_record *records, size_t *places, size_t count);

/* When the last of the jobs ends. */
double swf_records_end(const struct swf_record *records, size_t count);

/* The numbers of waiting jobs and of processors in use, of jobs in submit order, in a window: sets
 * both, by enum swf_metrics_level. Takes memory for the jobs that wait or run at a time. 0, or -1
 * when there is none; clear them in both cases. */
int swf_record_levels(const struct swf_record *records, size_t count, struct swf_window window,
	struct swf_levels levels[2]) SWF_MUST_CHECK;

#endif
