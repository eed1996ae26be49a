#include "shared/extra.h"
#include "shared/memory.h"

#include "shared/log-options.h"
#include "shared/messages.h"
#include "swf/fields.h"

static bool possible_here;
static struct swf_extras kept;

void settle_extra(bool possible, const char *reason)
{
	if (log_options()->extra && !possible)
		die_usage("--extra %s", reason);
	possible_here = possible;
}

void note_extra(int64_t lines)
{
	if (!log_options()->extra)
		note_count(lines, "line",
			possible_here ? "with more than 18 fields: the others are left out; "
					"--extra keeps them"
				      : "with more than 18 fields: the others are ignored");
}

void keep_extra_text(const char *text, size_t length)
{
	if (log_options()->extra && swf_extras_add(&kept, text, length) != 0)
		die_of_memory();
}

void keep_extra(const struct swf_log *log)
{
	size_t length;
	const char *text = read_extra(log, &length);
	keep_extra_text(text, length);
}

void order_extra(const size_t *were)
{
	if (log_options()->extra && swf_extras_order(&kept, were) != 0)
		die_of_memory();
}

const char *read_extra(const struct swf_log *log, size_t *length)
{
	*length = 0;
	return log_options()->extra ? swf_log_extra(log, length) : NULL;
}

const char *kept_extra(size_t place, size_t *length)
{
	*length = 0;
	return log_options()->extra ? swf_extras_text(&kept, place, length) : NULL;
}

int put_job_and_extra(
	struct swf_writer *writer, const struct swf_job *job, const char *text, size_t length)
{
	if (swf_writer_job(writer, job) != 0)
		return -1;
	return length == 0 ? 0 : swf_writer_extra(writer, text, length);
}

int put_read_job(struct swf_writer *writer, const struct swf_job *job, const struct swf_log *log)
{
	size_t length;
	const char *text = read_extra(log, &length);
	return put_job_and_extra(writer, job, text, length);
}

int put_job(struct swf_writer *writer, const struct swf_job *job, size_t place)
{
	size_t length;
	const char *text = kept_extra(place, &length);
	return put_job_and_extra(writer, job, text, length);
}
