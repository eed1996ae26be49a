/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Small changes to texts, made at random: logs, tables and accounting data as they may be, and as
 * they never should. */
#ifndef SWF_TESTS_SUPPORT_MUTATE_H
#define SWF_TESTS_SUPPORT_MUTATE_H

#include <stddef.h>
#include <stdint.h>

struct random {
	uint64_t state;
};

/* The numbers of one case, whatever the cases before it drew. */
struct random random_of(uint64_t seed, uint64_t number);
/* Below n, which is positive. */
size_t random_below(struct random *r, size_t n);

struct text {
	char *bytes;
	size_t length;
};

struct text copy_of(const char *bytes, size_t n);
/* Puts n bytes in place of those from begin to end. */
void replace_bytes(struct text *t, size_t begin, size_t end, const char *bytes, size_t n);
/* One change, of some bytes, a line, a field, a column, or all of it. */
void mutate(struct random *r, struct text *t);
/* The text as gzip has it, at times damaged, or with something behind it. */
void compress_text(struct random *r, struct text *t);

#endif
