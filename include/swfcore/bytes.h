/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where bytes come from. */
#ifndef SWFCORE_BYTES_H
#define SWFCORE_BYTES_H

#include <stddef.h>

#include "swfcore/error.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A source of bytes. read returns how many bytes it put in the buffer (at most size, 0 at the end),
 * or -1 with the error's text set. close may be NULL. */
struct swf_bytes {
	ptrdiff_t (*read)(void *context, char *buffer, size_t size, struct swf_error *error);
	void (*close)(void *context);
	void *context;
};

#ifdef __cplusplus
}
#endif
#endif
