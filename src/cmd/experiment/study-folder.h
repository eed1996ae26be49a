/* The folder of a study: which study owns it, and which process works in it. */
#ifndef SWF_CMD_EXPERIMENT_STUDY_FOLDER_H
#define SWF_CMD_EXPERIMENT_STUDY_FOLDER_H

#include <stdbool.h>
#include <sys/types.h>

/* Takes the folder, which is made if need be, for this process and what it starts. Dies where it
 * holds anything and is not the folder of a study, and where another study is at work in it. */
void open_study(const char *path);

/* For a child of this process, before it calls exec: it and what it starts share the lock. */
void share_lock(void);

/* Records for others which process makes the study. */
void record_child(pid_t child);

/* Whether the study has recorded that it made this file of its folder; records that it has. */
bool is_recorded(const char *name);
void record_file(const char *name);

#endif
