/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The options of a command: one table makes its --help, what getopt looks for, and the files by
 * which shells complete its words (scripts/completion). */
#ifndef SWF_CMD_SHARED_OPTIONS_H
#define SWF_CMD_SHARED_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "swfcore/quantity.h"

/* What becomes of the value of an option. All but the first and the last two put it into a field of
 * the command's `struct opts`, after a check that dies with a usage error. */
enum option_kind {
	OPTION_HEADING, /* no option: its help is a line of its own, or its rows stand here */
	OPTION_FLAG,
	OPTION_TEXT,
	OPTION_FILE,
	OPTION_WHOLE,
	OPTION_NUMBER,
	OPTION_RATIO,
	OPTION_FACTOR,
	OPTION_PERCENT,
	OPTION_DURATION,
	OPTION_CHOICE,
	OPTION_SWITCH,
	OPTION_CALL
};

struct option_row {
	char letter;          /* '\0' where it has none */
	const char *name;     /* without the dashes */
	const char *argument; /* as --help calls it; NULL where there is none */
	const char *help;
	enum option_kind kind;
	size_t offset, size; /* of the field in struct opts */
	int64_t least, most;
	double low, high; /* for durations low is the unit of a bare number, in s */
	/* the values that it takes, ended by NULL, which --help lists behind its text */
	const char *const *choices;
	bool *flag, on;
	void (*call)(void *opts, const char *value);
	const struct option_row *rows; /* of others, which stand here */
};

/* clang-format off */
#define OPTION_FIELD(f) .offset = offsetof(struct opts, f), .size = sizeof((struct opts *)NULL)->f
/* The fields of the last part of a row: bool; const char *; the same, a file to read; an integer of
 * 4 or 8 bytes; double, from low to high; double, a share from 0 to high (0.25, 25% or 1/4); the
 * same, but not 0; double, a percentage; double, s; an enumeration, by the place of its name. */
#define TO_FLAG(f)              .kind = OPTION_FLAG, OPTION_FIELD(f)
#define TO_TEXT(f)              .kind = OPTION_TEXT, OPTION_FIELD(f)
#define TO_FILE(f)              .kind = OPTION_FILE, OPTION_FIELD(f)
#define TO_WHOLE(f, from, to)   .kind = OPTION_WHOLE, OPTION_FIELD(f), .least = from, .most = to
#define TO_NUMBER(f, from, to)  .kind = OPTION_NUMBER, OPTION_FIELD(f), .low = from, .high = to
#define TO_RATIO(f, to)         .kind = OPTION_RATIO, OPTION_FIELD(f), .high = to
#define TO_FACTOR(f, to)        .kind = OPTION_FACTOR, OPTION_FIELD(f), .high = to
#define TO_PERCENT(f)           .kind = OPTION_PERCENT, OPTION_FIELD(f)
#define TO_DURATION(f, unit)    .kind = OPTION_DURATION, OPTION_FIELD(f), .low = unit
#define TO_CHOICE(f, names)     .kind = OPTION_CHOICE, OPTION_FIELD(f), .choices = names
/* A variable that several commands share becomes true or false. */
#define TO_SWITCH(variable, value) .kind = OPTION_SWITCH, .flag = &(variable), .on = value
/* For all others: a function of the command. */
#define TO_CALL(function)       .kind = OPTION_CALL, .call = function

#define HEADING(text)           {.help = text}
#define INCLUDE(others)         {.rows = others}
#define OPTIONS_END             {.name = NULL}

/* Options that several commands have, and what they mean in all of them. */
#define SEED_OPTION(f) \
	{'S', "seed", "N", "seed of the random numbers (default: 1)", TO_WHOLE(f, 0, INT64_MAX)}
#define REPLICATION_OPTION(f) \
	{'k', "replication", "K", "another workload of the same seed (default: 1)", \
		TO_WHOLE(f, 0, INT64_MAX)}
#define PROCS_OPTION(f, default) \
	{'p', "procs", "N", "processors of the machine (default: " default ")", \
		TO_WHOLE(f, 1, INT32_MAX)}
#define SIZE_OPTION(f) \
	{'z', "size", "FIELD", "which processors are a job's size", TO_CHOICE(f, size_names)}
#define OVERRUN_OPTION(f) \
	{'O', "overrun", "HOW", "what gives way where a job is longer than its estimate", \
		TO_CHOICE(f, overrun_names)}
#define THRESHOLD_OPTION(f) \
	{'\0', "threshold", "WEEKS", "a long-term user is active for longer than this " \
		"(default: 12)", TO_DURATION(f, SWF_WEEK)}
#define EDGE_OPTION(f) \
	{'e', "edge", "WEEKS", "discard users whose jobs all lie this close to the beginning or " \
		"the end of the log (default: 4)", TO_DURATION(f, SWF_WEEK)}
#define SPAN_OPTION(f) \
	{'\0', "span", "WHAT", "what users and the log are active from and to: first and last " \
		"submit, or the beginning of the log and ends of jobs", TO_CHOICE(f, swf_span_names)}
#define FORMAT_OPTION(f) \
	{'f', "format", "FORMAT", "format of tables", TO_CHOICE(f, format_names)}
/* clang-format on */

struct command {
	const char *name;    /* swf-... */
	const char *usage;   /* what stands behind the name, in a line for each way of use */
	const char *purpose; /* one or two sentences for --help */
	const struct option_row *options; /* ended by OPTIONS_END */
};

/* Reads the options in argv, those of the command and others that all have, into `opts`, the
 * command's struct opts, which holds the defaults. Dies with a usage error where the command has no
 * such option. Leaves optind at the first operand. */
void options_read(const struct command *command, const struct option_row *others, void *opts,
	int argc, char **argv);

/* To be called for each file that an option names for reading, before the file operands; done for
 * those of TO_FILE. */
void file_option(const char *path);

/* The file of this place among them, from 0; NULL behind the last. */
const char *option_file(size_t place);

/* Whether an option was given; and the first of several that was, or NULL. The list ends with NULL.
 * A function that takes an option's value sees the options before it as given. */
bool option_given(const char *name);
const char *option_given_of(const char *const names[]);

/* Prints how to use the command whose options are read. */
void usage_print(FILE *file);

/* Prints its options for programs, a line each: letter, name, argument, values, help, with tabs. */
void option_table_print(FILE *file);

#endif
