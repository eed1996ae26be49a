/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The text of an error, filled by the function that fails. The library itself never prints. */
#ifndef SWFCORE_ERROR_H
#define SWFCORE_ERROR_H

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define SWF_PRINTF(text, first) __attribute__((format(printf, text, first)))
#define SWF_MUST_CHECK          __attribute__((warn_unused_result))
#else
#define SWF_PRINTF(text, first)
#define SWF_MUST_CHECK
#endif

/* Kinds of errors, of which a program may cure some. */
enum swf_error_kind {
	SWF_ERROR_OTHER,
	SWF_ERROR_UNSORTED, /* a job was submitted before the one that precedes it in the log */
	SWF_ERROR_USER,     /* the number of a user is kept for jobs without one */
	SWF_ERROR_OVERSIZE  /* a job is larger than the machine */
};

/* The text says what is wrong and where: the path, the line and the field, where these are known.
 * It does not end with a newline. */
struct swf_error {
	char text[512];
	enum swf_error_kind kind;
};

/* Sets the text as printf would (cut at the size of the buffer), and the kind to SWF_ERROR_OTHER.
 * Returns -1, so that a function can end with `return swf_fail(...)`. */
int swf_fail(struct swf_error *error, const char *format, ...) SWF_PRINTF(2, 3);

/* The same with the text "out of memory". */
int swf_fail_memory(struct swf_error *error);

/* Whether swf_fail_memory set the text: the input may be right. */
bool swf_error_of_memory(const struct swf_error *error);

#ifdef __cplusplus
}
#endif
#endif
