/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A stream as a source of bytes, which is closed with it. */
#ifndef SWF_TESTS_SUPPORT_FILE_BYTES_H
#define SWF_TESTS_SUPPORT_FILE_BYTES_H

#include <stdio.h>

#include "swfcore/bytes.h"

static inline ptrdiff_t file_bytes_read(
	void *context, char *buffer, size_t size, struct swf_error *error)
{
	(void)error;
	return (ptrdiff_t)fread(buffer, 1, size, context);
}

static inline void file_bytes_close(void *context)
{
	fclose(context);
}

static inline struct swf_bytes file_bytes(FILE *file)
{
	return (struct swf_bytes){file_bytes_read, file_bytes_close, file};
}

#endif
