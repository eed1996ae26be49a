/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Formulas of what is known of a job that waits: arithmetic that gives its place in an order.
 *
 *	choice     = comparison [ "?" choice ":" choice ]
 *	comparison = sum [ ( "<" | "<=" | ">" | ">=" | "==" | "!=" ) sum ]
 *	sum        = product { ( "+" | "-" ) product }
 *	product    = signed { ( "*" | "/" ) signed }
 *	signed     = "-" signed | power
 *	power      = primary [ "^" signed ]
 *	primary    = number | name | function "(" choice { "," choice } ")" | "(" choice ")"
 *
 * A comparison is 1 or 0, and a choice takes all but 0 for true. Blanks may stand between all of
 * these.
 */
#ifndef SWF_SIMULATE_FORMULA_H
#define SWF_SIMULATE_FORMULA_H

#include <stdbool.h>

#include "swfcore/error.h"

/* What a formula may name, in the order of swf_formula_name_of. Times are in s. */
enum swf_formula_name {
	SWF_FORMULA_SIZE,       /* processors of the job */
	SWF_FORMULA_ESTIMATE,   /* its run time, as the user says */
	SWF_FORMULA_PREDICTED,  /* the same, as the scheduler assumes */
	SWF_FORMULA_SUBMIT,     /* its submit time */
	SWF_FORMULA_WAIT,       /* its wait so far */
	SWF_FORMULA_NOW,        /* the time of the pass */
	SWF_FORMULA_USER_USAGE, /* processor-seconds of its user so far */
	SWF_FORMULA_QUEUE,      /* numbers of the log, -1 where it has none */
	SWF_FORMULA_GROUP,
	SWF_FORMULA_USER,
	SWF_FORMULA_PROCS,   /* processors of the machine */
	SWF_FORMULA_FREE,    /* of these, those that are free when the pass begins */
	SWF_FORMULA_WAITING, /* jobs that wait then */
	SWF_FORMULA_GPUS,    /* of the job, and its memory in kB: 0 where they are not counted */
	SWF_FORMULA_MEMORY,
	SWF_FORMULA_NAMES
};

struct swf_formula;

/* Reads a formula. NULL on an error, which names the column of the text and what was expected
 * there. */
struct swf_formula *swf_formula_new(const char *text, struct swf_error *error);
void swf_formula_free(struct swf_formula *formula);

/* Whether a formula has a name in it. */
bool swf_formula_has(const struct swf_formula *formula, enum swf_formula_name name);

/* The first name in it whose value can change while a job waits, or NULL where none can. */
const char *swf_formula_changing_name(const struct swf_formula *formula);

/* The value of a formula, where names have these values. It can be infinite: the logarithm of 0 is.
 * 0, or -1 where it divides by zero, or any step is not a number: the error begins with one of
 * these, and names the column and the operation. What a choice does not take is not computed. */
int swf_formula_value(const struct swf_formula *formula, const double values[SWF_FORMULA_NAMES],
	double *value, struct swf_error *error) SWF_MUST_CHECK;

#endif
