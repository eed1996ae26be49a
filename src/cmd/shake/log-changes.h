/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What swf-shake does to a log: it shakes it, scales it, or replaces the estimates. What fails dies
 * with its message. */
#ifndef SWF_CMD_SHAKE_LOG_CHANGES_H
#define SWF_CMD_SHAKE_LOG_CHANGES_H

#include <stdbool.h>
#include <stdint.h>

#include <gsl/gsl_rng.h>

#include "shake/shake.h"
#include "swfcore/log.h"

enum change { CHANGE_SHAKE, CHANGE_SCALE, CHANGE_ESTIMATES };

struct log_changes {
	enum change change;
	int32_t procs; /* of the machine, 0 if it is not known */
	struct swf_shake_options shake;
	bool exactly; /* the percentage that is shaken is no probability */
	struct swf_scale scale;
	double load;             /* scale to it, instead of by a factor; negative for none */
	double estimates_factor; /* negative: they stay as recorded */
};

/* Reads the log and writes it to the output with the changes, notes what was done. */
void change_log(const struct log_changes *changes, struct swf_log *log, gsl_rng *rng);

#endif
