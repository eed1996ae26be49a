#include "accounting/pbs/pbs-run.h"

#include <math.h>
#include <string.h>

#include "accounting/pbs/pbs-resources.h"
#include "base/number.h"

/* A Unix time; one that is missing or 0 leaves it as it is. */
static int read_time(struct swf_pbs_source *source, const struct swf_pbs_record *record,
	enum swf_pbs_key key, double *time, struct swf_error *error)
{
	const struct swf_pbs_text value = record->values[key];
	int64_t seconds;
	if (value.begin == NULL)
		return 0;
	if (swf_number_scan_whole(value.begin, value.end, &seconds) != SWF_SCAN_OK || seconds < 0 ||
		seconds > SWF_LATEST)
		return swf_pbs_refuse(source, key, value, error);
	if (seconds > 0)
		*time = (double)seconds;
	return 0;
}

static int read_seconds(struct swf_pbs_source *source, const struct swf_pbs_record *record,
	enum swf_pbs_key key, double *seconds, struct swf_error *error)
{
	const struct swf_pbs_text value = record->values[key];
	if (value.begin != NULL && !swf_pbs_duration(value.begin, value.end, seconds))
		return swf_pbs_refuse(source, key, value, error);
	return 0;
}

/* Of a resource that is counted in several ways, the first one that is there and not 0. */
struct way {
	enum swf_pbs_key key;
	swf_pbs_processors *count;
};

static int read_procs(struct swf_pbs_source *source, const struct swf_pbs_record *record,
	const struct way *ways, size_t count, int32_t *procs, struct swf_error *error)
{
	for (size_t i = 0; i < count; i++) {
		const struct swf_pbs_text value = record->values[ways[i].key];
		int64_t whole;
		if (value.begin == NULL)
			continue;
		if (!ways[i].count(value.begin, value.end, &whole))
			return swf_pbs_refuse(source, ways[i].key, value, error);
		if (whole > 0) {
			*procs = (int32_t)whole;
			return 0;
		}
	}
	return 0;
}

/* No field of the log depends on them, so a line is not bad where they cannot be read. */
static void read_gpus(const struct swf_pbs_record *record, int32_t *gpus)
{
	static const struct way ways[] = {{SWF_PBS_NGPUS, swf_pbs_count},
		{SWF_PBS_SELECT, swf_pbs_select_gpus}, {SWF_PBS_NODES, swf_pbs_nodes_gpus}};
	for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
		const struct swf_pbs_text value = record->values[ways[i].key];
		int64_t whole;
		if (value.begin == NULL || !ways[i].count(value.begin, value.end, &whole) ||
			whole == 0)
			continue;
		*gpus = (int32_t)whole;
		return;
	}
}

/* Memory for each of so many processors; as it is where it is missing. */
static int read_memory(struct swf_pbs_source *source, const struct swf_pbs_record *record,
	enum swf_pbs_key key, int32_t procs, int64_t *memory, struct swf_error *error)
{
	const struct swf_pbs_text value = record->values[key];
	double kilobytes;
	if (value.begin == NULL || procs <= 0)
		return 0;
	if (!swf_pbs_memory(value.begin, value.end, &kilobytes))
		return swf_pbs_refuse(source, key, value, error);
	*memory = (int64_t)(kilobytes / procs);
	return 0;
}

static int read_sizes(struct swf_pbs_source *source, const struct swf_pbs_record *record,
	struct swf_run *run, struct swf_error *error)
{
	/* PBS counts all of ncpus, but on a Cray; Torque's may be a default beside nodes */
	static const struct way pbs[] = {{SWF_PBS_MPPWIDTH, swf_pbs_count},
		{SWF_PBS_NCPUS, swf_pbs_count}, {SWF_PBS_SELECT, swf_pbs_select},
		{SWF_PBS_NODES, swf_pbs_nodes}};
	static const struct way torque[] = {{SWF_PBS_MPPWIDTH, swf_pbs_count},
		{SWF_PBS_NODES, swf_pbs_nodes}, {SWF_PBS_PROCS, swf_pbs_count},
		{SWF_PBS_NCPUS, swf_pbs_count}};
	static const struct way used[] = {{SWF_PBS_MPPWIDTH, swf_pbs_count},
		{SWF_PBS_USED_NCPUS, swf_pbs_count}, {SWF_PBS_EXEC_VNODE, swf_pbs_exec_vnode},
		{SWF_PBS_EXEC_HOST, swf_pbs_exec_host}, {SWF_PBS_SLOTS, swf_pbs_count}};
	const bool is_pbs = record->values[SWF_PBS_SELECT].begin != NULL;
	if (read_procs(source, record, is_pbs ? pbs : torque, 4, &run->requested, error) != 0 ||
		read_procs(source, record, used, 5, &run->allocated, error) != 0)
		return -1;
	read_gpus(record, &run->gpus);
	if (run->allocated <= 0)
		run->allocated = run->requested;
	if (run->requested <= 0)
		run->requested = run->allocated;
	if (read_memory(source, record, SWF_PBS_PMEM, 1, &run->memory_request, error) != 0 ||
		read_memory(source, record, SWF_PBS_MEM, run->requested, &run->memory_request,
			error) != 0)
		return -1;
	if (run->memory_request == 0) /* no limit */
		run->memory_request = SWF_UNKNOWN;
	return read_memory(source, record, SWF_PBS_USED_MEM, run->allocated, &run->memory, error);
}

static int read_names(struct swf_pbs_source *source, const struct swf_pbs_record *record,
	struct swf_run *run, struct swf_error *error)
{
	static const enum swf_pbs_key of_kinds[SWF_NAME_PARTITION] = {
		SWF_PBS_USER, SWF_PBS_ACCOUNT, SWF_PBS_JOBNAME, SWF_PBS_QUEUE};
	for (int kind = 0; kind < SWF_NAME_PARTITION; kind++) {
		struct swf_pbs_text name = record->values[of_kinds[kind]];
		if (of_kinds[kind] == SWF_PBS_ACCOUNT && name.begin == name.end)
			name = record->values[SWF_PBS_GROUP];
		if (name.begin != NULL &&
			swf_accounts_name(source->accounts, run, (enum swf_name_kind)kind,
				name.begin, (size_t)(name.end - name.begin), error) != 0)
			return -1;
	}
	return 0;
}

int swf_pbs_read_run(struct swf_pbs_source *source, const struct swf_pbs_record *record,
	struct swf_run *run, struct swf_error *error)
{
	if (read_time(source, record, SWF_PBS_QTIME, &run->submit, error) != 0 ||
		read_time(source, record, SWF_PBS_CTIME, &run->submit, error) != 0 ||
		read_time(source, record, SWF_PBS_ETIME, &run->eligible, error) != 0 ||
		read_time(source, record, SWF_PBS_START, &run->start, error) != 0 ||
		read_time(source, record, SWF_PBS_END, &run->end, error) != 0 ||
		read_seconds(source, record, SWF_PBS_WALLTIME, &run->estimate, error) != 0 ||
		read_seconds(source, record, SWF_PBS_USED_CPUT, &run->cpu_time, error) != 0 ||
		read_sizes(source, record, run, error) != 0)
		return -1;
	return read_names(source, record, run, error);
}

int swf_pbs_read_status(struct swf_pbs_source *source, const struct swf_pbs_record *record,
	int8_t *status, struct swf_error *error)
{
	const struct swf_pbs_text value = record->values[SWF_PBS_EXIT_STATUS];
	int64_t exit_status;
	*status = SWF_UNKNOWN;
	if (value.begin == NULL)
		return 0;
	if (swf_number_scan_whole(value.begin, value.end, &exit_status) != SWF_SCAN_OK)
		return swf_pbs_refuse(source, SWF_PBS_EXIT_STATUS, value, error);
	*status = exit_status == 0 ? SWF_STATUS_COMPLETED : SWF_STATUS_FAILED;
	return 0;
}

int swf_pbs_add_nodes(
	struct swf_pbs_source *source, const struct swf_pbs_record *record, struct swf_error *error)
{
	struct swf_pbs_text hosts = record->values[SWF_PBS_EXEC_HOST];
	while (hosts.begin < hosts.end) {
		const char *end = swf_pbs_part_end(hosts.begin, hosts.end, '+');
		const char *name_end = swf_pbs_part_end(hosts.begin, end, '/');
		const int added = swf_accounts_add_nodes(
			source->accounts, hosts.begin, (size_t)(name_end - hosts.begin), error);
		if (added != 0)
			return added < 0 ? added
					 : swf_pbs_refuse(source, SWF_PBS_EXEC_HOST, hosts, error);
		hosts.begin = end < hosts.end ? end + 1 : end;
	}
	return 0;
}
