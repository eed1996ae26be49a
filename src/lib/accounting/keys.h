/* The keys of names as a table: what number a name has. */
#ifndef SWF_ACCOUNTING_KEYS_H
#define SWF_ACCOUNTING_KEYS_H

#include "accounting/names.h"
#include "swfcore/error.h"
#include "swfcore/table.h"
#include "table/csv-reader.h"

/* Reads keys into the names of all kinds, which have none yet. Returns 0, or -1 with the error set,
 * also for a number or a name that is there twice. */
int swf_keys_read(struct swf_csv_reader *csv, struct swf_names names[SWF_NAME_KINDS],
	struct swf_error *error) SWF_MUST_CHECK;

/* The table of the keys: kind after kind, by number. NULL when there is no memory. */
struct swf_table *swf_keys_table(const struct swf_names names[SWF_NAME_KINDS]);

#endif
