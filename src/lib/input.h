/* Bytes from a file or the standard input, decompressed where they are gzipped. */
#ifndef SWFCORE_INPUT_H
#define SWFCORE_INPUT_H

#include "swfcore/reader.h"

/* Returns 0, or -1 with the error set. */
int swf_input_open(const char *path, struct swf_bytes *bytes, struct swf_error *error);

#endif
