/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which jobs of a log are selected: by lists of users and of rare behaviours as they are read, then
 * by the class of their users. What fails dies with its message. */
#ifndef SWF_USER_FILES_H
#define SWF_USER_FILES_H

#include <stdbool.h>

#include "base/hash.h"
#include "swfcore/header.h"
#include "swfcore/log.h"
#include "swfcore/users.h"
#include "swfcore/writer.h"
#include "users/rare.h"
#include "users/user-set.h"

struct selection_options {
	const char *listed; /* users, or NULL for all */
	const char *rare;   /* the file of a list, or NULL */
	bool only_rare;     /* what is on it, else what is not */
	int class_;         /* an enum swf_user_class, or -1 for all */
	struct swf_user_class_rule rule;
	enum swf_size size;
};

/* Begins with its options, all else 0. */
struct selection {
	struct selection_options options;
	struct swf_user_set listed;
	bool *listed_seen; /* for each range of the set */
	struct swf_rare_list rare;
	struct swf_index everyone;    /* in the log, where the list of behaviours must know */
	struct swf_workload selected; /* its users have the span of the whole log */
};

/* Reads the lists; the header gives the calendar of the dates in them. */
void read_lists(struct selection *s, const struct swf_header *header);

/* Reads the log and counts the users of what is selected, sorted in the end. The jobs themselves
 * are kept, or written at once, or neither. Jobs without a user are selected, but left out with a
 * note unless they are to be kept. Dies if a rare behaviour is of a user that the log does not
 * know; warns of such users in --users. */
enum selected { SELECTED_COUNTED, SELECTED_KEPT, SELECTED_WRITTEN };
void read_selected(
	struct swf_log *log, struct selection *s, enum selected what, struct swf_writer *writer);

/* Whether a user of the selected jobs has the class that is selected. */
bool has_class(const struct selection *s, const struct swf_user *user);

void free_selection(struct selection *s);

/* A log split into one file a user, and put together again. What fails dies with its message. */

/* Writes a log for each user of the class that is selected, one for the jobs without a user if they
 * are kept, and manifest.csv, to a new folder. */
void write_user_files(const struct selection *s, const struct swf_header *header, const char *dir);

/* Writes one log from several files, ended by NULL: with the header of the first, and all jobs by
 * submit time, those of the same time by number. Logs of other machines or clocks are refused. */
void merge_files(char **paths);

#endif
