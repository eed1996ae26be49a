#include "select/fields.h"

#include <stddef.h>

#include "swf/fields.h"

const char *const field_names[SWF_FIELDS + 1] = {"job", "submit", "wait", "run_time", "allocated",
	"cpu_time", "memory", "requested", "estimate", "memory_request", "status", "user", "group",
	"executable", "queue", "partition", "preceding", "think_time", NULL};

const char *const status_names[] = {"failed", "completed", "partial-continued", "partial-completed",
	"partial-failed", "cancelled", NULL};

#define KIND_time                         FIELD_TIME
#define KIND_procs                        FIELD_PROCS
#define KIND_count                        FIELD_COUNT
#define FIELD(number, member, kind, name) {KIND_##kind, offsetof(struct swf_job, member)},
static const struct {
	enum field_kind kind;
	size_t offset;
} fields[SWF_FIELDS] = {SWF_FIELD_TABLE(FIELD)};

enum field_kind field_kind(int field)
{
	return fields[field].kind;
}

void *field_of_job(struct swf_job *job, int field)
{
	return (char *)job + fields[field].offset;
}

static const void *field(const struct swf_job *job, int i)
{
	return (const char *)job + fields[i].offset;
}

double time_field(const struct swf_job *job, int i)
{
	return *(const double *)field(job, i);
}

int64_t whole_field(const struct swf_job *job, int i)
{
	return fields[i].kind == FIELD_PROCS ? *(const int32_t *)field(job, i)
					     : *(const int64_t *)field(job, i);
}
