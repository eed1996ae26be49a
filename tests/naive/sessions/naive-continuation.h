/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The table `continuation` of swf-sessions, from the manual alone. */
#ifndef NAIVE_CONTINUATION_H
#define NAIVE_CONTINUATION_H

#include <stdio.h>

/* Reads a plain log and prints the table as CSV, in full precision; the gap is in seconds. */
void print_continuation(FILE *stream, double gap);

#endif
