/* One call of make for a study, watched. */
#ifndef SWF_CMD_EXPERIMENT_STUDY_H
#define SWF_CMD_EXPERIMENT_STUDY_H

#include <stdbool.h>
#include <sys/types.h>

/* Runs make for a recipe in the current folder, passes its messages on and says how far the study
 * is. Returns its exit status. A signal is passed on to make, and then ends this process. */
int run_study(char *const command[], const char *recipe, const char *name, bool quiet);

/* Whether what run_study() ran last found no space left. */
bool disk_was_full(void);

/* Notes how many runs there are and how fast they were made, since run_study() began first. */
void note_rate(const char *name);

/* Whether a run of the study is complete. */
bool has_runs(void);

/* Waits for a child, which gets the signals that end this process, and ends by such a signal with
 * it. Returns its exit status. */
int wait_for_child(pid_t child);

#endif
