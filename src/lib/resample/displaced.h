/* Displaced users: in each round of their log all are moved by a few weeks. */
#ifndef SWF_RESAMPLE_DISPLACED_H
#define SWF_RESAMPLE_DISPLACED_H

#include "resample/resample-run.h"

/* Makes the persons of all copies. Returns 0, or -1 when there is no memory. */
int swf_displaced_start(struct swf_resample *r) SWF_MUST_CHECK;

/* Begins the next week, and with it the rounds of logs that begin there. Returns 0, or -1 when
 * there is no memory. */
int swf_displaced_begin_week(struct swf_resample *r) SWF_MUST_CHECK;

#endif
