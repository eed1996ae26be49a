/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Values of options, and names that users may give. What is wrong dies with a usage error that
 * names the option. Lists of names end with NULL. */
#ifndef SWF_CMD_SHARED_OPTION_VALUES_H
#define SWF_CMD_SHARED_OPTION_VALUES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "swfcore/job.h"
#include "swfcore/table.h"

/* "; did you mean 'NAME'?" with the nearest name, or "". Good until the next call. */
const char *hint(const char *text, const char *const names[]);

/* The names, with a comma between. Good until the next call. */
const char *name_list(const char *const names[]);

/* Dies with a usage error: WHAT'TEXT' is none ofKIND: the names, and a hint. */
_Noreturn void die_choice(
	const char *what, const char *text, const char *kind, const char *const names[]);

/* The slips between two names: characters added, left out, changed, or swapped with the next one.
 * Case counts for nothing, nor does what is behind the 63rd character. */
int slips(const char *a, const char *b);

/* The name with the fewest slips, the first of several, or the one for what other programs call
 * so; NULL where none is alike. */
const char *nearest(const char *text, const char *const names[]);

double number_value(const char *option, const char *text, double least, double most);
int64_t whole_value(const char *option, const char *text, int64_t least, int64_t most);

/* A factor, probability or rate, from 0 to `most`: 0.25, 25% or 1/4. */
double ratio_value(const char *option, const char *text, double most);

/* The same, but more than 0. */
double factor_value(const char *option, const char *text, double most);

/* A percentage, from 0 to 100, with its sign or without. */
double percent_value(const char *option, const char *text);

/* A duration in s: a number of `unit` s, or one with its own unit (90s, 10m, 2h, 3d, 12w). */
double duration_value(const char *option, const char *text, double unit);

/* The same for texts that may be something else: returns whether it is a duration, which it sets.
 */
bool duration_read(const char *text, double unit, double *seconds);

/* The place of the value in a list that NULL ends. */
int choice_value(const char *option, const char *text, const char *const choices[]);

/* The values of a list A,B,C, ended by NULL; to be freed, values and all, by one free(). */
char **list_value(const char *option, const char *text);

/* The same of names, of which none may stand there twice. */
char **names_value(const char *option, const char *text);

/* Takes NAME or, `mark` being a colon, NAME:REST apart: the name, as far as it is shorter than the
 * room for it, and REST, or NULL where there is no mark. */
const char *split_value(const char *text, char mark, char *name, size_t room);

/* The names of values that options of several commands take, in the order of their enumerations. */
extern const char *const size_names[], *const overrun_names[], *const format_names[];

#endif
