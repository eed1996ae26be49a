/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "shared/resources.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "shared/log-io.h"
#include "shared/messages.h"
#include "shared/option-values.h"
#include "shared/options.h"

void resources_value(const char *text, struct resources *resources)
{
	static const char *const names[] = {"procs", "gpus", "memory", NULL};
	bool has[3] = {false};
	char **list = names_value("resources", text);
	for (size_t i = 0; list[i] != NULL; i++)
		has[choice_value("resources", list[i], names)] = true;
	free(list);
	if (!has[0])
		die_usage("--resources: '%s' is without procs", text);
	resources->listed = true;
	resources->gpus = has[1];
	resources->memory = has[2];
}

double memory_value(const char *option, const char *text)
{
	static const char letters[] = "kmgt";
	char *end;
	double value = strtod(text, &end);
	const char *letter = *end != '\0' ? strchr(letters, *end | ' ') : letters;
	if (end == text || letter == NULL || (*end != '\0' && end[1] != '\0') || !(value > 0) ||
		!isfinite(value))
		die_usage("--%s: not an amount of memory (64000000, 512M, 64G, 1.5T): '%s'", option,
			text);
	for (; letter > letters; letter--)
		value *= 1024;
	return value;
}

void check_resources(const struct resources *resources)
{
	if (resources->listed && !resources->gpus && resources->gpus_there > 0)
		die_usage("--gpus goes with --resources procs,gpus");
	if (!resources->memory && resources->memory_there > 0)
		die_usage("--memory goes with --resources procs,memory or procs,gpus,memory");
}

double machine_gpus(const struct swf_log *log, const struct resources *resources)
{
	const struct swf_header *header = swf_log_header(log);
	const bool asked = resources->gpus || resources->gpus_there > 0;
	int64_t gpus = resources->gpus_there;
	if (resources->listed && !resources->gpus)
		return 0;
	if (swf_header_extra_field(header, "gpus") == 0) {
		if (asked)
			die("--%s: the log declares no GPUs (ExtraFields: 19 gpus)",
				resources->gpus ? "resources" : "gpus");
		return 0;
	}
	if (gpus == 0 && (!swf_header_number(header, "MaxGPUs", &gpus) || gpus <= 0)) {
		if (asked)
			die("the log has no positive MaxGPUs; give --gpus N");
		note("the log has no positive MaxGPUs, so nothing about GPUs; give --gpus N");
		return 0;
	}
	see_gpus();
	return (double)gpus;
}

double machine_memory(const struct swf_log *log, const struct resources *resources)
{
	int64_t memory;
	if (!resources->memory)
		return 0;
	if (resources->memory_there > 0)
		return resources->memory_there;
	if (!swf_header_number(swf_log_header(log), "MaxMemory", &memory) || memory <= 0)
		die("the log has no positive MaxMemory; give --memory SIZE");
	return (double)memory;
}
