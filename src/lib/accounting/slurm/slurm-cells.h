/* The cells of what sacct lists: columns by their names, and values as Slurm writes them. */
#ifndef SWF_ACCOUNTING_SLURM_SLURM_CELLS_H
#define SWF_ACCOUNTING_SLURM_SLURM_CELLS_H

#include <stdbool.h>
#include <stdint.h>

#include "swfcore/calendar.h"
#include "swfcore/error.h"
#include "table/csv-reader.h"

enum swf_slurm_column {
	SWF_SLURM_JOB_ID,
	SWF_SLURM_JOB_ID_RAW,
	SWF_SLURM_STATE,
	SWF_SLURM_SUBMIT,
	SWF_SLURM_START,
	SWF_SLURM_END,
	SWF_SLURM_ALLOC_CPUS,
	SWF_SLURM_USER,
	SWF_SLURM_GROUP,
	SWF_SLURM_ACCOUNT,
	SWF_SLURM_PARTITION,
	SWF_SLURM_QOS,
	SWF_SLURM_ELIGIBLE,
	SWF_SLURM_ELAPSED_RAW,
	SWF_SLURM_TIMELIMIT_RAW,
	SWF_SLURM_REQ_CPUS,
	SWF_SLURM_NNODES,
	SWF_SLURM_REQ_MEM,
	SWF_SLURM_MAX_RSS,
	SWF_SLURM_TOTAL_CPU,
	SWF_SLURM_NODE_LIST,
	SWF_SLURM_ALLOC_TRES,
	SWF_SLURM_JOB_NAME,
	SWF_SLURM_COLUMNS,
	SWF_SLURM_NEEDED = SWF_SLURM_ALLOC_CPUS + 1 /* the columns before are */
};

struct swf_slurm_cells {
	struct swf_csv_reader *csv;
	const struct swf_calendar *clock; /* of times without a zone */
	int columns[SWF_SLURM_COLUMNS];   /* their places, -1 if they are missing */
	bool refused;                     /* the line that was read last */
};

/* Finds the columns. Returns 0, or -1 with the error set if one is missing that is needed. */
int swf_slurm_find_columns(struct swf_slurm_cells *cells, const char *file, bool eligible_is_needed,
	struct swf_error *error) SWF_MUST_CHECK;

/* The cell of a column; empty where that is missing. */
const char *swf_slurm_cell(const struct swf_slurm_cells *cells, enum swf_slurm_column column);

/* Sets the error to what is wrong with a cell. Returns -1. */
int swf_slurm_refuse(struct swf_slurm_cells *cells, enum swf_slurm_column column, const char *what,
	struct swf_error *error);

/* Whether the text is one of some words, ended by NULL, none of which begins with a digit. */
bool swf_slurm_is_one_of(const char *text, const char *const words[]);

/* Reads the digits at *p, which moves behind them. Returns whether there are some. */
bool swf_slurm_digits(const char **p, int64_t *value);

/* Memory in KB of "2960K", "1.50G", or of bytes; *p moves behind it. Returns whether it is one. */
bool swf_slurm_memory(const char **p, double *kilobytes);

/* A time that may be one of two, since local times come twice when the clock is put back. */
struct swf_slurm_moment {
	size_t count; /* 0 if there is none */
	double times[2];
};

/* The value of a cell. Each returns 0, or -1 with the error set. */

/* A whole number; -1 for an empty cell. */
int swf_slurm_whole(struct swf_slurm_cells *cells, enum swf_slurm_column column, int64_t *value,
	struct swf_error *error) SWF_MUST_CHECK;
int swf_slurm_procs(struct swf_slurm_cells *cells, enum swf_slurm_column column, int32_t *value,
	struct swf_error *error) SWF_MUST_CHECK;

/* A date, local or with its offset, or a Unix time. */
int swf_slurm_moment(struct swf_slurm_cells *cells, enum swf_slurm_column column,
	struct swf_slurm_moment *moment, struct swf_error *error) SWF_MUST_CHECK;

/* A duration in s of [DD-[HH:]]MM:SS[.SSS], or -1 for an empty cell. */
int swf_slurm_duration(struct swf_slurm_cells *cells, enum swf_slurm_column column, double *seconds,
	struct swf_error *error) SWF_MUST_CHECK;

#endif
