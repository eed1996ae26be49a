/* A run of a job, as a batch system accounted for it. */
#ifndef SWF_ACCOUNTING_RUN_H
#define SWF_ACCOUNTING_RUN_H

#include <math.h>
#include <stdbool.h>
#include <stdint.h>

#include "accounting/names.h"

/* A day before the end of the year 9999, the last that dates can tell, as a Unix time. */
#define SWF_LATEST INT64_C(253402214400)

/* Times are Unix times in s, NaN where there is none; -1 is unknown elsewhere. */
struct swf_run {
	int64_t id; /* of the job */
	double submit, eligible, start, end;
	double run_time; /* s on its processors: end - start without suspended time */
	double cpu_time; /* s, of all processors */
	double estimate; /* s */
	int64_t memory, memory_request; /* KB a processor */
	int32_t allocated, requested;   /* processors */
	int32_t gpus;                   /* allocated; 0 also where it is unknown */
	uint32_t names[SWF_NAME_KINDS]; /* places, or SWF_NO_NAME */
	int32_t part;                   /* of a record that stands for several jobs */
	int8_t status;
	bool over;      /* else it was pending or running when it was listed */
	bool ambiguous; /* it has a time that the clock showed twice */
	bool presumed;  /* only its deletion is known: it is none if there is a run of the job */
};

/* A run of which nothing is known. */
struct swf_run swf_run_unknown(void);

/* Where a record stands. */
struct swf_run_place {
	const char *file;
	int64_t line;
};

static inline bool swf_run_began(const struct swf_run *run)
{
	return !isnan(run->start);
}

/* -1, 0 or 1, as one run began before the other; one that never did comes before all. */
static inline int swf_run_compare_starts(const struct swf_run *a, const struct swf_run *b)
{
	const double x = swf_run_began(a) ? a->start : -INFINITY;
	const double y = swf_run_began(b) ? b->start : -INFINITY;
	return (x > y) - (x < y);
}

#endif
