/* How studies are, by what their folders tell. Changes nothing in these. */
#ifndef SWF_CMD_EXPERIMENT_STUDY_STATUS_H
#define SWF_CMD_EXPERIMENT_STUDY_STATUS_H

enum { EXIT_INCOMPLETE = 3 };

/* Prints it of each folder, which may hold several studies. Returns 0 where all are complete, 1
 * where a folder is none of a study, else EXIT_INCOMPLETE. */
int print_status(char *const folders[]);

#endif
