/* Texts that stay where they are until all are freed: names and values from configurations. */
#ifndef SWF_SLURM_CONF_TEXTS_H
#define SWF_SLURM_CONF_TEXTS_H

#include <stddef.h>

#include "swfcore/error.h"

/* NULL when there is no memory. */
struct swf_slurm_names *swf_slurm_names_new(void);
void swf_slurm_names_free(struct swf_slurm_names *names);

/* Room for `length` bytes, with a NUL behind them, or a copy of such. NULL when there is no memory.
 */
char *swf_slurm_names_room(struct swf_slurm_names *names, size_t length) SWF_MUST_CHECK;
char *swf_slurm_names_put(
	struct swf_slurm_names *names, const char *text, size_t length) SWF_MUST_CHECK;

#endif
