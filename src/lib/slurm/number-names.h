/* The names that the numbers of a log stand for. */
#ifndef SWF_SLURM_NUMBER_NAMES_H
#define SWF_SLURM_NUMBER_NAMES_H

#include "accounting/names.h"
#include "swfcore/header.h"

/* Begins with {0}. */
struct swf_slurm_number_names {
	const struct swf_header *header;
	const struct swf_names *names;              /* of all kinds, or NULL */
	struct swf_name *by_number[SWF_NAME_KINDS]; /* those that have numbers */
	size_t counts[SWF_NAME_KINDS];
};

/* Takes the names of all kinds (or NULL) and a header, which outlive it. 0, or -1 when there is no
 * memory; clear it in both cases. */
int swf_slurm_number_names_init(struct swf_slurm_number_names *numbers,
	const struct swf_header *header, const struct swf_names *names) SWF_MUST_CHECK;
void swf_slurm_number_names_clear(struct swf_slurm_number_names *numbers);

/* Room for a name from a header, or a number as a name; longer ones are cut. */
enum { SWF_SLURM_NAME_ROOM = 256 };

/* The name of a number: from the table of names; of a queue or partition else from the header, the
 * word behind it in a line such as "; Partition: 3 batch"; else the number itself. It may be put
 * into `room`. */
const char *swf_slurm_number_names_of(const struct swf_slurm_number_names *numbers,
	enum swf_name_kind kind, int64_t number, char room[SWF_SLURM_NAME_ROOM]);

#endif
