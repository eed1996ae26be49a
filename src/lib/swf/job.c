#include "swfcore/job.h"

#include "swf/fields.h"

const char *swf_job_field_name(int field)
{
#define NAME(number, member, kind, name) name,
	static const char *const names[] = {SWF_FIELD_TABLE(NAME)};
#undef NAME
	return field >= 1 && field <= SWF_FIELDS ? names[field - 1] : "extra";
}
