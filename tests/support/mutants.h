/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Commands at random, of mutated inputs: what a case is, and what becomes of it. */
#ifndef SWF_TESTS_SUPPORT_MUTANTS_H
#define SWF_TESTS_SUPPORT_MUTANTS_H

#include "mutate.h"
#include <stdbool.h>

enum { most_arguments = 40, most_files = 10 };

/* Files to begin with. What comes before the "-" of their names is what they are. */
struct seed_file {
	char *name;
	struct text text;
};

struct seeds {
	struct seed_file *files;
	size_t count;
};

/* A command line, and the files that it needs. */
struct mutant {
	char *arguments[most_arguments + 1]; /* ended by NULL; the first is the command's name */
	size_t argument_count;
	struct seed_file files[most_files];
	size_t file_count;
	const char *input;  /* the file of standard input, or NULL */
	const char *output; /* of -o, or NULL */
	bool writes_log, writes_numbers;
};

struct mutant new_mutant(struct random r, const struct seeds *seeds);
void free_mutant(struct mutant *m);

enum outcome { fine, refused, cut, wrong };

/* Runs the command of BIN in the folder "case" of WORK, which is made anew with the mutant's files,
 * if "twice" a second time, and judges what it did. Text gets what is wrong. */
enum outcome try_mutant(const struct mutant *m, const char *bin, const char *work, bool twice,
	char *text, size_t room);

#endif
