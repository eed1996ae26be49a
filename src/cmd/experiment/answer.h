/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The answer of a study, as people read it. */
#ifndef SWF_CMD_EXPERIMENT_ANSWER_H
#define SWF_CMD_EXPERIMENT_ANSWER_H

/* Prints the file as it is. On a terminal its sentences are broken between words, and rows of
 * tables, in which blanks stand side by side, are not. Dies where it cannot be read. */
void print_answer(const char *path);

#endif
