/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The header of a log: its comment lines, kept in order and verbatim. A line of the form
 * "; Label: value" can be asked for and changed by its label.
 */
#ifndef SWFCORE_HEADER_H
#define SWFCORE_HEADER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "swfcore/error.h"

#ifdef __cplusplus
extern "C" {
#endif

struct swf_header;

/* An empty header, or NULL when there is no memory. */
struct swf_header *swf_header_new(void);
void swf_header_free(struct swf_header *header);

/* The number of lines, and line i of them (0-based) without its end of line, which stays until the
 * header is changed. */
size_t swf_header_lines(const struct swf_header *header);
const char *swf_header_line(const struct swf_header *header, size_t i);

/* Appends a line of `length` bytes as it is, but for NUL bytes, which become "?", and a "#" that it
 * begins with, which becomes ";". Returns 0, or -1 when there is no memory. */
int swf_header_append(struct swf_header *header, const char *line, size_t length) SWF_MUST_CHECK;

/* Appends "; label: value". Returns 0, or -1 when there is no memory. */
int swf_header_add(struct swf_header *header, const char *label, const char *value) SWF_MUST_CHECK;

/* The value of the first line with this label, without the blanks around it, copied to `value`
 * (cut at `size`). Returns whether there is one. */
bool swf_header_get(const struct swf_header *header, const char *label, char *value, size_t size);

/* The whole number that the value of the label begins with; a blank, "(" or ";" may follow. Returns
 * whether there is one. */
bool swf_header_number(const struct swf_header *header, const char *label, int64_t *value);

/* Puts a number in place of the value of the first line with this label, where there is one.
 * Returns 0, or -1 when there is no memory. */
int swf_header_correct(struct swf_header *header, const char *label, int64_t value) SWF_MUST_CHECK;

/* Removes every line with this label. */
void swf_header_remove(struct swf_header *header, const char *label);

/* Which field of the lines of jobs is called so by "; ExtraFields: 19 gpus, 20 name, ...": 19 to
 * 99; 0 if none is. */
int swf_header_extra_field(const struct swf_header *header, const char *name);

/* The type of GPUs at a place, from 1, of "; GPUs: a100 64, h100 32": its name, cut at `size`, and
 * how many the machine has, -1 where no number follows. Returns whether there is one. */
bool swf_header_gpu_type(
	const struct swf_header *header, int place, char *name, size_t size, int64_t *count);

/* The size of the machine in processors: MaxProcs, else MaxNodes, else 0. */
int32_t swf_header_procs(const struct swf_header *header);

#ifdef __cplusplus
}
#endif
#endif
