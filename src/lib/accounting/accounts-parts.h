/* What sources of accounting data find, before it is the jobs of a log. */
#ifndef SWF_ACCOUNTING_ACCOUNTS_PARTS_H
#define SWF_ACCOUNTING_ACCOUNTS_PARTS_H

#include <stddef.h>
#include <stdint.h>

#include "accounting/accounts.h"
#include "accounting/node-set.h"
#include "accounting/run.h"

/* What the files of a batch system leave open for those that follow. Its own state is behind this.
 */
struct swf_accounts_kept {
	/* After the last file: adds what is open still. Returns 0, or -1 when there is no memory.
	 */
	int (*close)(struct swf_accounts *accounts);
	void (*free)(struct swf_accounts_kept *kept);
};

struct swf_accounts {
	struct swf_accounts_options options;
	struct swf_run *runs;
	size_t count, capacity;
	uint32_t *order; /* of the jobs of the log, once it is settled */
	size_t jobs;
	struct swf_names names[SWF_NAME_KINDS];
	struct swf_node_set nodes;
	struct swf_accounts_kept *kept; /* or NULL */
	struct swf_accounts_counts counts;
};

/* Adds a run, or reports and counts it where its times cannot be true. Returns 0, or -1 with the
 * error set. */
int swf_accounts_add(struct swf_accounts *accounts, const struct swf_run *run,
	struct swf_run_place place, struct swf_error *error) SWF_MUST_CHECK;

/* Reports that a job is kept out, and why, and counts it. */
void swf_accounts_keep_out(
	struct swf_accounts *accounts, struct swf_run_place place, const char *why);

/* What is to be done about an error, which is one of a line if it is `bad`: where bad lines are
 * skipped, reports and counts it and returns 0, else -1. */
int swf_accounts_bad_line(struct swf_accounts *accounts, bool bad, struct swf_error *error);

/* When the job of a run counts as submitted. */
double swf_accounts_submit(const struct swf_accounts *accounts, const struct swf_run *run);

/* Sets the place of a name in the run, without blanks around it; an empty one is none. Returns 0,
 * or -1 with the error set. */
int swf_accounts_name(struct swf_accounts *accounts, struct swf_run *run, enum swf_name_kind kind,
	const char *name, size_t length, struct swf_error *error) SWF_MUST_CHECK;

/* Adds a list of nodes to those that had jobs. Returns 0, 1 if it is malformed, or -1 with the
 * error set. */
int swf_accounts_add_nodes(struct swf_accounts *accounts, const char *list, size_t length,
	struct swf_error *error) SWF_MUST_CHECK;

#endif
