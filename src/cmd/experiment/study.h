/* One call of make for a study, watched. */
#ifndef SWF_CMD_EXPERIMENT_STUDY_H
#define SWF_CMD_EXPERIMENT_STUDY_H

#include <stdbool.h>

/* Runs make in the current folder, passes its messages on and says how far the runs of the file
 * `plan` are. Returns its exit status. A signal is passed on to make, and then ends this process.
 */
int run_study(char *const command[], const char *name, bool quiet);

/* Notes how many runs there are and how fast they were made, since run_study() began. */
void note_rate(const char *name);

#endif
