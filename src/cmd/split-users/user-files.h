/* A log split into one file a user, and put together again. What fails dies with its message. */
#ifndef SWF_CMD_SPLIT_USERS_USER_FILES_H
#define SWF_CMD_SPLIT_USERS_USER_FILES_H

#include "split-users/selection.h"
#include "swfcore/header.h"

/* Writes a log for each user of the class that is selected, one for the jobs without a user if they
 * are kept, and manifest.csv, to a new folder. */
void write_user_files(const struct selection *s, const struct swf_header *header, const char *dir);

/* Writes one log from several files, ended by NULL: with the header of the first, and all jobs by
 * submit time, those of the same time by number. Logs of other machines or clocks are refused. */
void merge_files(char **paths);

#endif
