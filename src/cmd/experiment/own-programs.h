/* Schedulers, predictions and files of a user, as the options of a study name them. The runs are
 * made in the folder of the study, and perhaps on other machines: relative names of files become
 * absolute ones. */
#ifndef SWF_CMD_EXPERIMENT_OWN_PROGRAMS_H
#define SWF_CMD_EXPERIMENT_OWN_PROGRAMS_H

/* The options of a command, which the variable holds. A word with a slash that names a file, seen
 * from the current folder, gets its absolute name. So do all words that name files in the commands
 * behind options such as --predict-command. To be freed. Dies where such a command names no
 * program, or a name of a file cannot stand in a value. */
char *absolute_options(const char *variable, const char *text);

/* What the variable OPTIONS_NAME says that a scheduler is, with absolute names: a built-in
 * scheduler or a shared object, as a value of --scheduler with options behind it; or for a command,
 * and where it begins so already, options from --scheduler or --scheduler-command on. To be freed.
 * Dies as absolute_options() does, and where it is none of these. */
char *scheduler_options(const char *variable, const char *text);

#endif
