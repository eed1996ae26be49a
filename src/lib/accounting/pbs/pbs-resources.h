/* Amounts of resources as PBS Pro, OpenPBS and Torque write them, in texts from p to end. Each
 * function returns whether the text is such an amount. */
#ifndef SWF_ACCOUNTING_PBS_PBS_RESOURCES_H
#define SWF_ACCOUNTING_PBS_PBS_RESOURCES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* The end of the part at p that a mark or the end of the text ends. */
static inline const char *swf_pbs_part_end(const char *p, const char *end, char mark)
{
	const char *found = memchr(p, mark, (size_t)(end - p));
	return found != NULL ? found : end;
}

/* A number from 0. */
bool swf_pbs_count(const char *p, const char *end, int64_t *count);

/* [[HH:]MM:]SS with any number of hours, or s: in s. */
bool swf_pbs_duration(const char *p, const char *end, double *seconds);

/* A number of bytes, or with kb, mb, gb, tb, pb, or, in words of 8 bytes, w, kw, ...: in KB. */
bool swf_pbs_memory(const char *p, const char *end, double *kilobytes);

/* The processors of each of these: select ("2:ncpus=8:mem=4gb+4", a chunk without ncpus having
 * one), nodes ("4:ppn=8:fast+node7"), exec_vnode ("(n1:ncpus=8)+(n2[0]:ncpus=4+n2[1]:ncpus=4)") and
 * exec_host ("n1/0*8+n2/0", "n1/0+n1/1", "n1/0-7+n2"). */
typedef bool swf_pbs_processors(const char *p, const char *end, int64_t *procs);
swf_pbs_processors swf_pbs_select, swf_pbs_nodes, swf_pbs_exec_vnode, swf_pbs_exec_host;

/* The GPUs of select ("2:ncpus=8:ngpus=1") and, of Torque, nodes ("4:ppn=8:gpus=2"). */
swf_pbs_processors swf_pbs_select_gpus, swf_pbs_nodes_gpus;

#endif
