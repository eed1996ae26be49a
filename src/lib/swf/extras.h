/*
 * What the lines of jobs have after their 18 fields, by the place of the job in its log. Memory
 * grows with the log: a number for each job, and its text unless the job before it has the same.
 */
#ifndef SWF_SWF_EXTRAS_H
#define SWF_SWF_EXTRAS_H

#include <stddef.h>

#include "swfcore/error.h"

/* Begins empty with {0}. */
struct swf_extras {
	size_t *begins; /* of the texts; SIZE_MAX for none */
	size_t count, capacity;
	char *texts; /* each with its length before it */
	size_t length, texts_capacity;
};

/* Adds a copy of the text of the next job, none if the length is 0. 0, or -1 when there is no
 * memory. */
int swf_extras_add(struct swf_extras *extras, const char *text, size_t length) SWF_MUST_CHECK;

/* The text of the job at a place, counted from 0, not ended by NUL; NULL and a length of 0 for
 * none. It stays until one is added. */
const char *swf_extras_text(const struct swf_extras *extras, size_t place, size_t *length);

/* Puts them in another order: the first becomes that at were[0], and so on. 0, or -1 when there is
 * no memory. */
int swf_extras_order(struct swf_extras *extras, const size_t *were) SWF_MUST_CHECK;

void swf_extras_clear(struct swf_extras *extras);

#endif
