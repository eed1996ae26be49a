/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The reader on any bytes: it must not crash, and must give the same whatever chunks they come in:
 * jobs, what they have after their 18 fields, errors and counts. */
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"
#include "swfcore/log.h"

struct chunks {
	const uint8_t *next;
	size_t left;
	size_t chunk;
};

static ptrdiff_t read_chunk(void *context, char *buffer, size_t size, struct swf_error *error)
{
	struct chunks *c = context;
	size_t n = c->chunk < size ? c->chunk : size;
	(void)error;
	n = n < c->left ? n : c->left;
	if (n > 0)
		memcpy(buffer, c->next, n);
	c->next += n;
	c->left -= n;
	return (ptrdiff_t)n;
}

/* What is after the 18 fields is on the line, between its blanks. */
static void compare_extras(struct swf_reader *const readers[2])
{
	size_t lengths[2];
	const char *texts[2];
	for (int i = 0; i < 2; i++)
		texts[i] = swf_reader_extra(readers[i], &lengths[i]);
	if (lengths[0] != lengths[1] || (texts[0] == NULL) != (lengths[0] == 0))
		abort();
	if (lengths[0] > 0 &&
		(memcmp(texts[0], texts[1], lengths[0]) != 0 ||
			memchr(texts[0], '\n', lengths[0]) != NULL))
		abort();
}

static void compare_counts(struct swf_reader *const readers[2])
{
	struct swf_reader_counts counts[2];
	for (int i = 0; i < 2; i++)
		counts[i] = swf_reader_counts(readers[i]);
	if (counts[0].late_comments != counts[1].late_comments ||
		counts[0].first_late_comment != counts[1].first_late_comment ||
		counts[0].hash_comments != counts[1].hash_comments ||
		counts[0].first_hash_comment != counts[1].first_hash_comment ||
		counts[0].extra != counts[1].extra ||
		counts[0].first_extra != counts[1].first_extra ||
		counts[0].byte_order_mark != counts[1].byte_order_mark)
		abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct chunks sources[2] = {{data, size, size + 1}, {data, size, 3}};
	struct swf_reader *readers[2];
	struct swf_error errors[2];
	for (int i = 0; i < 2; i++)
		readers[i] = swf_reader_new_bytes(
			(struct swf_bytes){.read = read_chunk, .context = &sources[i]}, "fuzz");
	int got;
	do {
		/* padding between members compares equal too */
		struct swf_job jobs[2];
		memset(jobs, 0, sizeof jobs);
		got = swf_reader_next(readers[0], &jobs[0], &errors[0]);
		if (swf_reader_next(readers[1], &jobs[1], &errors[1]) != got)
			abort();
		if (got == 1 && memcmp(&jobs[0], &jobs[1], sizeof jobs[0]) != 0)
			abort();
		if (got == 1)
			compare_extras(readers);
		if (got < 0 && strcmp(errors[0].text, errors[1].text) != 0)
			abort();
	} while (got == 1 || (got < 0 && swf_reader_at_bad_line(readers[0])));
	compare_counts(readers);
	for (int i = 0; i < 2; i++)
		swf_reader_free(readers[i]);
	return 0;
}
