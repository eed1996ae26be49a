/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The parts of swf-locality: what it adds to a table of one log. */
#ifndef SWF_CMD_LOCALITY_LOCALITY_H
#define SWF_CMD_LOCALITY_LOCALITY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "swf/fields.h"
#include "swfcore/log.h"
#include "swfcore/table.h"

/* By what the similarity of a user's jobs at two distances is compared. */
enum measure { MEASURE_MEAN, MEASURE_MEDIAN, MEASURE_IDENTICAL };

struct locality_options {
	bool has_attribute[SWF_ATTRIBUTES];
	enum swf_size size;
	double tolerance;
	bool each; /* a row for each day or user */
	size_t distance;
	enum measure measure;
	int64_t mixes; /* of the bootstrap, 0 for none */
	int64_t seed;
	bool several;     /* logs */
	const char *name; /* of the one that is read */
};

/* An empty table with the columns of an action. */
struct swf_table *stack_table(const struct locality_options *o);
struct swf_table *daily_table(const struct locality_options *o);
struct swf_table *similarity_table(const struct locality_options *o);

/* Reads a log to its end and adds its rows. */
void add_stack(struct swf_table *table, struct swf_log *log, const struct locality_options *o);
void add_daily(struct swf_table *table, struct swf_log *log, const struct locality_options *o);
void add_similarity(struct swf_table *table, struct swf_log *log, const struct locality_options *o);

#endif
