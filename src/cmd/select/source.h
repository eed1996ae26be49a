/* The jobs of a log with what is known of them: as they are read, or once all are in memory. What
 * fails dies with its message. */
#ifndef SWF_CMD_SELECT_SOURCE_H
#define SWF_CMD_SELECT_SOURCE_H

#include <stdbool.h>

#include "select/record.h"
#include "swfcore/jobs.h"
#include "swfcore/log.h"
#include "users/session-lists.h"

/* Begins with the log and what is asked for, all else 0. */
struct source {
	struct swf_log *log;
	bool in_order; /* a job out of order is an error */
	bool sessions; /* records have their sessions */
	/* and their classes; jobs must be in memory then, as the rule needs the whole log */
	const struct swf_session_class_rule *rule;

	double first; /* s, the first submit, once a job was read */
	double last;  /* s, the submit of the job before */
	size_t read;
	bool in_memory;
	struct swf_jobs jobs;
	size_t next; /* of them */
	struct swf_sessions_by_user by_user;
	int *classes; /* of the latest session of each user */
	size_t class_count, class_capacity;
};

/* Reads all jobs into source->jobs. */
void source_read_all(struct source *source);

/* The next record: its extra fields are valid until the next call. Returns false at the end. */
bool source_next(struct source *source, struct record *record);

void source_clear(struct source *source);

#endif
