/* What the folder of a study, the current one, tells of its last command: in the file .state. */
#ifndef SWF_CMD_EXPERIMENT_STUDY_RECORD_H
#define SWF_CMD_EXPERIMENT_STUDY_RECORD_H

/* Records the beginning of a command: a name and its value. The names are those of record_of(). */
void record_begin(const char *const fields[][2]);

/* Adds a line of what was said of a failure. */
void record_said(const char *line);

/* Records the end: complete, failed or interrupted, with what was said. */
void record_end(const char *how);

/* What is recorded under a name, several lines with a newline in between; NULL without. To be
 * freed. */
char *recorded(const char *name);

#endif
