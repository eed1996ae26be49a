/* Users by their class: long-term ones from the start, temporary and rare ones who come. */
#ifndef SWF_RESAMPLE_RESAMPLE_CLASSES_H
#define SWF_RESAMPLE_RESAMPLE_CLASSES_H

#include "resample/resample-run.h"

/* Starts those who are there at first. Returns 0, or -1 when there is no memory. */
int swf_resample_start(struct swf_resample *r) SWF_MUST_CHECK;

/* Begins the next week: a binomial number of users comes, or the sum of several where more come
 * than are in the pool. Returns 0, or -1 when there is no memory. */
int swf_resample_begin_week(struct swf_resample *r) SWF_MUST_CHECK;

#endif
