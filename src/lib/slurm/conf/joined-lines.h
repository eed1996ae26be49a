/*
 * The lines of Slurm's files as Slurm reads them: without comments, joined where a line ends with a
 * backslash, and without the backslashes before characters.
 */
#ifndef SWF_SLURM_CONF_JOINED_LINES_H
#define SWF_SLURM_CONF_JOINED_LINES_H

#include "base/input.h"
#include "swfcore/error.h"

struct swf_slurm_lines {
	const char *file; /* as messages print it */
	struct swf_lines lines;
	size_t line; /* the number of the first of those that are joined */
	size_t lines_read;
	char *text; /* of the line, with a NUL behind it */
	size_t length, capacity;
};

/* Returns 0, or -1 with the error set. Close it in both cases. */
int swf_slurm_lines_open(
	struct swf_slurm_lines *lines, const char *file, struct swf_error *error) SWF_MUST_CHECK;
void swf_slurm_lines_close(struct swf_slurm_lines *lines);

/* The next line: 1, 0 at the end, -1 with the error set. */
int swf_slurm_lines_next(struct swf_slurm_lines *lines, struct swf_error *error) SWF_MUST_CHECK;

#endif
