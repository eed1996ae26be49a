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

struct swf_error {
	char text[512];
};

/* Sets the text as printf would (cut at the size of the buffer). Returns -1, so that a function
 * can end with `return swf_fail(...)`. */
int swf_fail(struct swf_error *error, const char *format, ...) SWF_PRINTF(2, 3);

/* The same where there is no memory, which the text says alone. */
int swf_fail_memory(struct swf_error *error);

/* Whether swf_fail_memory set the text: what was asked for may be right. */
bool swf_error_of_memory(const struct swf_error *error);

#ifdef __cplusplus
}
#endif
#endif
