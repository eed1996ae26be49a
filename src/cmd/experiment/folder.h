/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The folder of a study, or of several: which study owns it and which process works in it, its
 * logs, and which of its runs are complete. */
#ifndef SWF_CMD_EXPERIMENT_FOLDER_H
#define SWF_CMD_EXPERIMENT_FOLDER_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

/* Dies where the folder holds anything and is not the folder of a study. */
void check_folder(const char *path);

/* Takes the folder, which is made if need be, for this process and what it starts. Dies where it
 * holds anything and is not the folder of a study, and where another study is at work in it. */
void open_study(const char *path);

/* Gives it back. */
void close_study(void);

/* Whether a folder is that of a study, and whether one is at work in it. Changes nothing there. */
bool is_study(const char *path);
bool is_at_work(const char *path);

/* The processes that the folder has recorded as at work, now or the last time, and their host.
 * Returns false without. */
bool recorded_processes(const char *path, long *process, long *make, char host[257]);

/* For a child of this process, before it calls exec: it and what it starts share the lock. */
void share_lock(void);

/* Records for others which process makes the study. */
void record_child(pid_t child);

/* Takes a copy of the standard input, so that it can be read several times: once it is a log,
 * before it is read; and has it read from its beginning again. */
void keep_stdin(void);
void rewind_stdin(void);

/* Links the logs into the folder `logs` of the folder of a study, under names that make can handle;
 * one from the standard input, "-", is copied. Returns these names, separated by spaces; to be
 * freed. Dies where a log cannot be had, or two have one name. */
char *take_logs(char *const paths[], const char *study);

/* The make file by a name that make can handle, seen from the folder of the study: itself, or where
 * its folder has blanks and the like, a name by a link `recipes`; then the former is freed. */
char *take_recipe(char *recipe, const char *study);

/* The files runs/NAME.csv have what runs printed, each between a line `# begin RUN TIME` and a line
 * `# end RUN TIME`, in seconds since 1970. A run is known by its name in the plan, such as
 * runs/KTH/easy/7.csv, and complete when its end is there. gathered.awk reads the same files for
 * make. */
struct run {
	char *name;
	double begun, ended;
};

struct runs {
	struct run *list; /* by name */
	size_t count, capacity;
};

/* Unreadable files are ignored. The caller clears the runs. */
struct runs read_runs(const char *folder);
void clear_runs(struct runs *runs);

/* NULL where the run is not complete. */
const struct run *find_run(const struct runs *runs, const char *name);

/* A folder of several studies has one for each recipe, with an index of their answers. */

/* Dies where the folder holds anything and is not a folder of several studies. */
void check_studies(const char *folder);

/* Takes the folder, which is made if need be, for studies of these names, beside those that are
 * there already. */
void open_studies(const char *folder, char *const names[]);

/* The names of the studies of a folder, ended by NULL; to be freed, and each name, too. NULL where
 * it is no such folder. */
char **studies_of(const char *folder);

/* Makes the page index.html of the folder. Returns whether that could be done. */
bool write_index(const char *folder);

#endif
