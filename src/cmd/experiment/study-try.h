/* The logs and the options of a study are tried before it begins. What fails dies with its message.
 */
#ifndef SWF_CMD_EXPERIMENT_STUDY_TRY_H
#define SWF_CMD_EXPERIMENT_STUDY_TRY_H

#include "experiment/study-plan.h"
#include "experiment/study-settings.h"

/* Where the names of schedulers stand; ended by NULL. */
extern const char *const variables_of_schedulers[];

/* Takes a copy of the standard input, so that it can be read several times: once it is a log,
 * before it is read; and has it read from its beginning again. */
void keep_stdin(void);
void rewind_stdin(void);

/* Reads the logs: they must be in order, tell the machine and be long enough. */
void try_logs(const struct study *study);

/* Calls the commands of the runs with their options, in the folder of the study, as seen from which
 * they may name files, or where there is none yet, in that of its trial. */
void try_settings(const struct study *study, const struct plan *plan);

#endif
