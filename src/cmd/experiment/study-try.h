/* The logs and the options of a study are tried before it begins. What fails dies with its message.
 */
#ifndef SWF_CMD_EXPERIMENT_STUDY_TRY_H
#define SWF_CMD_EXPERIMENT_STUDY_TRY_H

#include "experiment/study-settings.h"

/* Where the names of schedulers stand; ended by NULL. */
extern const char *const variables_of_schedulers[];

/* Reads the logs: they must be in order, tell the machine and be long enough. The standard input
 * can be read again afterwards. */
void try_logs(const struct study *study);

/* Calls the commands of the runs with their options, in the folder of the study, as seen from which
 * they may name files. It is made if need be, and goes again where one fails. */
void try_settings(const struct study *study);

#endif
