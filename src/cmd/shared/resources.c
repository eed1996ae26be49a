/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "shared/resources.h"

#include <stdlib.h>
#include <string.h>

#include "base/number.h"
#include "shared/messages.h"
#include "shared/option-values.h"
#include "swfcore/quantity.h"
#include "swfcore/resources.h"

/* The values of the options. */
static bool listed;          /* --resources was given, with */
static bool has[SWF_KINDS];  /* these */
static int64_t gpus_there;   /* 0 where the option was not given */
static int64_t memory_there; /* kB, likewise */

static void to_resources(void *opts, const char *text)
{
	(void)opts;
	memset(has, 0, sizeof has);
	char **list = names_value("resources", text);
	for (size_t i = 0; list[i] != NULL; i++)
		has[choice_value("resources", list[i], swf_kind_names)] = true;
	free(list);
	if (!has[SWF_KIND_PROCS])
		die_usage("--resources: '%s' is without procs", text);
	listed = true;
}

static void to_gpus(void *opts, const char *text)
{
	(void)opts;
	gpus_there = whole_value("gpus", text, 1, INT32_MAX);
}

/* In kB or with a unit of k, M, G or T, each 1024 times the one before. */
static void to_memory(void *opts, const char *text)
{
	static const char letters[] = "kmgt";
	const char *end = text + strspn(text, "0123456789.");
	double value = 0;
	(void)opts;
	const char *letter = *end != '\0' ? strchr(letters, *end | ' ') : letters;
	const bool is_amount = swf_number_scan(text, end, &value) == SWF_SCAN_OK &&
		letter != NULL && (*end == '\0' || end[1] == '\0');
	for (; is_amount && letter > letters; letter--)
		value *= 1024;
	if (!is_amount || !(value >= 1 && value <= SWF_TIME_MAX))
		die_usage("--memory: not an amount of memory (64000000, 512M, 64G, 1.5T): '%s'",
			text);
	memory_there = (int64_t)value;
}

const struct option_row resource_options[] = {
	{'\0', "resources", "LIST",
		"what counts, of procs, gpus and memory (default: procs, and gpus where the log "
		"has MaxGPUs)",
		TO_CALL(to_resources)},
	{'\0', "gpus", "N", "GPUs of the machine (default: MaxGPUs of the log)", TO_CALL(to_gpus)},
	{'\0', "memory", "SIZE", "memory of the machine: 64G (default: MaxMemory of the log)",
		TO_CALL(to_memory)},
	OPTIONS_END};

void check_resources(void)
{
	if (listed && !has[SWF_KIND_GPUS] && gpus_there > 0)
		die_usage("--gpus goes with --resources procs,gpus");
	if (!has[SWF_KIND_MEMORY] && memory_there > 0)
		die_usage("--memory goes with --resources procs,memory or procs,gpus,memory");
}

bool resources_asked_for(void)
{
	return has[SWF_KIND_GPUS] || has[SWF_KIND_MEMORY] || gpus_there > 0;
}

int64_t machine_gpus(const struct swf_log *log)
{
	const struct swf_header *header = swf_log_header(log);
	const bool asked = has[SWF_KIND_GPUS] || gpus_there > 0;
	int64_t gpus = gpus_there;
	if (listed && !has[SWF_KIND_GPUS])
		return 0;
	if (swf_header_extra_field(header, "gpus") == 0) {
		if (asked)
			die("--%s: the log declares no GPUs (ExtraFields: 19 gpus)",
				has[SWF_KIND_GPUS] ? "resources" : "gpus");
		return 0;
	}
	if (gpus == 0 && (!swf_header_number(header, "MaxGPUs", &gpus) || gpus <= 0)) {
		if (asked)
			die("the log has no positive MaxGPUs; give --gpus N");
		note("the log has no positive MaxGPUs, so nothing about GPUs; give --gpus N");
		return 0;
	}
	return gpus;
}

int64_t machine_memory(const struct swf_log *log)
{
	int64_t memory = memory_there;
	if (!has[SWF_KIND_MEMORY])
		return 0;
	if (memory == 0 &&
		(!swf_header_number(swf_log_header(log), "MaxMemory", &memory) || memory <= 0))
		die("the log has no positive MaxMemory; give --memory SIZE");
	return memory;
}
