/* Reads the run in a record of PBS. */
#ifndef SWF_ACCOUNTING_PBS_PBS_RUN_H
#define SWF_ACCOUNTING_PBS_PBS_RUN_H

#include "accounting/pbs/pbs-record.h"

/* Adds what a record tells to what is known of a run: times, sizes, names. Returns 0, or -1 with
 * the error set. */
int swf_pbs_read_run(struct swf_pbs_source *source, const struct swf_pbs_record *record,
	struct swf_run *run, struct swf_error *error) SWF_MUST_CHECK;

/* The status that the exit status tells. Returns 0, or -1 with the error set. */
int swf_pbs_read_status(struct swf_pbs_source *source, const struct swf_pbs_record *record,
	int8_t *status, struct swf_error *error) SWF_MUST_CHECK;

/* Adds the nodes of exec_host to those that had jobs. Returns 0, or -1 with the error set. */
int swf_pbs_add_nodes(struct swf_pbs_source *source, const struct swf_pbs_record *record,
	struct swf_error *error) SWF_MUST_CHECK;

#endif
