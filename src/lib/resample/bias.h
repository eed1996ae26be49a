/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A bias: some users of the pools are used more often than others. */
#ifndef SWF_BIAS_H
#define SWF_BIAS_H

#include "resample/pools.h"
#include "swfcore/error.h"

/* Reads a table in CSV with the columns weight and user, class (long-term, temporary) or log (1 is
 * the first), of which cells may be empty: a row multiplies the weights of all users that match it.
 * Returns 0, or -1 with the error ("FILE:LINE: ...") set: of a malformed row, one that matches
 * nobody, one with a class where pools have none, or one that may mean users of several logs. */
int swf_bias_read(
	const char *path, struct swf_pools *pools, struct swf_error *error) SWF_MUST_CHECK;

#endif
