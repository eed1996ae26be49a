/* Bytes from a file or the standard input, decompressed where they are gzipped. */
#ifndef SWF_BASE_INPUT_H
#define SWF_BASE_INPUT_H

#include <string.h>

#include "swfcore/bytes.h"

/* The input as messages print it. */
static inline const char *swf_input_name(const char *path)
{
	return strcmp(path, "-") == 0 ? "stdin" : path;
}

/* Returns 0, or -1 with the error set. */
int swf_input_open(const char *path, struct swf_bytes *bytes, struct swf_error *error);

#endif
