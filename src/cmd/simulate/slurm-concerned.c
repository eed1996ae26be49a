/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "simulate/slurm-concerned.h"

#include <stdlib.h>
#include <string.h>

#include "shared/log-io.h"
#include "shared/messages.h"

void count_concerned(struct concerned_jobs *jobs, struct swf_slurm_site *site, struct swf_log *log)
{
	static const char *const fields[] = {[CONCERN_GPUS] = "gpus",
		[CONCERN_CONSTRAINTS] = "constraint",
		[CONCERN_LICENSES] = "licenses",
		[CONCERN_RESERVATIONS] = "reservation",
		[CONCERN_NODES] = "nodes"};
	struct swf_job job;
	uint32_t partition;
	*jobs = (struct concerned_jobs){.conf = site->conf,
		.of_partition = checked(
			calloc(site->conf->partition_count + 1, sizeof *jobs->of_partition))};
	for (int i = 0; i < CONCERNS; i++)
		jobs->known[i] = swf_header_extra_field(swf_log_header(log), fields[i]) > 0;
	while (next_job(log, &job)) {
		const int found = swf_slurm_site_partition(site, &job, &partition);
		if (found < 0)
			die_of_memory();
		if (found > 0)
			jobs->of_partition[partition]++;
		jobs->all++;
		jobs->asking[CONCERN_GPUS] += job.gpus > 0;
		jobs->asking[CONCERN_CONSTRAINTS] += job.constraint > 0;
		jobs->asking[CONCERN_LICENSES] += job.licenses > 0;
		jobs->asking[CONCERN_RESERVATIONS] += job.reservation > 0;
		jobs->asking[CONCERN_NODES] += job.nodes > 1;
	}
}

void clear_concerned(struct concerned_jobs *jobs)
{
	free(jobs->of_partition);
}

/* Of a word of a list, such as PriorityFlags/MAX_TRES_GRES, the word. */
static const char *last_word(const char *name)
{
	const char *const slash = strrchr(name, '/');
	return slash != NULL ? slash + 1 : name;
}

static const struct {
	const char *name;
	enum concern concern;
} settings[] = {{"GresTypes", CONCERN_GPUS}, {"Gres", CONCERN_GPUS},
	{"MAX_TRES_GRES", CONCERN_GPUS}, {"NodeFeaturesPlugins", CONCERN_CONSTRAINTS},
	{"extra_constraints", CONCERN_CONSTRAINTS}, {"bf_licenses", CONCERN_LICENSES},
	{"RequiresReservation", CONCERN_RESERVATIONS}, {"TopologyPlugin", CONCERN_NODES}};

int64_t concerned_by(const struct concerned_jobs *jobs, const struct swf_slurm_told *told)
{
	if (told->kind != SWF_SLURM_NOT_MODELLED || jobs->conf == NULL)
		return -1;
	if (told->of != NULL && strcmp(told->title, "PartitionName") == 0) {
		const size_t place = swf_slurm_conf_partition(jobs->conf, told->of);
		return place < jobs->conf->partition_count ? jobs->of_partition[place] : -1;
	}
	for (size_t i = 0; i < sizeof settings / sizeof *settings; i++)
		if (strcmp(settings[i].name, last_word(told->name)) == 0)
			return jobs->known[settings[i].concern] ? jobs->asking[settings[i].concern]
								: -1;
	return -1;
}
