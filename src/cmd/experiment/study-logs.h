/* The logs of a study, in its folder, and its recipe. */
#ifndef SWF_CMD_EXPERIMENT_STUDY_LOGS_H
#define SWF_CMD_EXPERIMENT_STUDY_LOGS_H

/* Links the logs into the folder `logs` of the folder of a study, under names that make can handle;
 * one from the standard input, "-", is copied. Returns these names, separated by spaces; to be
 * freed. Dies where a log cannot be had, or two have one name. */
char *take_logs(char *const paths[], const char *study);

/* The make file by a name that make can handle, seen from the folder of the study: itself, or where
 * its folder has blanks and the like, a name by a link `recipes`; then the former is freed. */
char *take_recipe(char *recipe, const char *study);

#endif
