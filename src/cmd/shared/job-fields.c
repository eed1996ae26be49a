/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "shared/job-fields.h"

#include <string.h>

#include "shared/messages.h"

#define NAME(number, member, kind, name) #member,
const char *const field_names[JOB_FIELDS + 1] = {"job", "submit", "wait", "run_time", "allocated",
	"cpu_time", "memory", "requested", "estimate", "memory_request", "status", "user", "group",
	"executable", "queue", "partition", "preceding", "think_time", SWF_EXTRA_TABLE(NAME) NULL};

const char *const status_names[] = {"failed", "completed", "partial-continued", "partial-completed",
	"partial-failed", "cancelled", NULL};

#define FIELD(number, member, kind, name) {KIND_##kind, offsetof(struct swf_job, member)},
const struct job_field job_fields[JOB_FIELDS] = {SWF_JOB_TABLE(FIELD)};

void need_field(const struct swf_header *header, const char *option, int place)
{
	if (place >= SWF_FIELDS && swf_header_extra_field(header, field_names[place]) == 0)
		die("--%s: the header declares no %s, as in \"; ExtraFields: 19 %s\"", option,
			field_names[place], field_names[place]);
}

void set_field(struct swf_job *job, int place, double time, int64_t whole)
{
	void *field = (char *)job + job_fields[place].offset;
	const int32_t procs = (int32_t)whole;
	if (job_fields[place].kind == KIND_time)
		memcpy(field, &time, sizeof time);
	else if (job_fields[place].kind == KIND_procs)
		memcpy(field, &procs, sizeof procs);
	else
		memcpy(field, &whole, sizeof whole);
}
