/* The folder of a study: which study owns it, and which process works in it. */
#ifndef SWF_CMD_EXPERIMENT_STUDY_FOLDER_H
#define SWF_CMD_EXPERIMENT_STUDY_FOLDER_H

#include <stdbool.h>
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

/* Whether the study has recorded that it made this file of its folder; records that it has. */
bool is_recorded(const char *name);
void record_file(const char *name);

#endif
