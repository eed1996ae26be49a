#include "swfcore/job.h"

#include "fields.h"

const char *swf_field_name(int field)
{
#define NAME(number, member, kind, name) name,
	static const char *const names[] = {SWF_FIELD_TABLE(NAME)};
#undef NAME
	return field >= 1 && field <= SWF_FIELDS ? names[field - 1] : "extra";
}

bool swf_job_is_partial(const struct swf_job *job)
{
	return job->status >= SWF_STATUS_PARTIAL_CONTINUED &&
		job->status <= SWF_STATUS_PARTIAL_FAILED;
}

int32_t swf_job_size(const struct swf_job *job, enum swf_size which)
{
	int32_t first = which == SWF_SIZE_REQUESTED ? job->requested : job->allocated;
	int32_t second = which == SWF_SIZE_REQUESTED ? job->allocated : job->requested;
	return first > 0 ? first : second;
}

double swf_job_estimate(const struct swf_job *job)
{
	return job->estimate > 0 ? job->estimate : job->run_time;
}
