/* Schedulers, predictions and files of a user, as the options of a study name them. The runs are
 * made in the folder of the study, and perhaps on other machines: relative names of files become
 * absolute ones. */
#ifndef SWF_CMD_EXPERIMENT_STUDY_CHOICES_H
#define SWF_CMD_EXPERIMENT_STUDY_CHOICES_H

/* The options of a command, which the variable holds. A word with a slash that names a file, seen
 * from the current folder, gets its absolute name. So do all words that name files in the commands
 * behind options such as --predict-command. To be freed. Dies where such a command names no
 * program, or a name of a file cannot stand in a value. */
char *absolute_options(const char *variable, const char *text);

/* What an option of swf-simulate chooses: "--scheduler", "scheduler", and the built-in ones. */
struct own_choice {
	const char *option, *what;
	const char *const *names;
};

/* What stands before the name of a slurm.conf, in the place of a scheduler. */
#define SLURM_PREFIX "slurm:"

/* What the variable OPTIONS_NAME stands for, with absolute names of files: one of the names or a
 * shared object, as a value of the option with others behind it; for slurm:FILE the scheduler slurm
 * with this configuration; or for a command, and where it begins so already, the option itself or
 * --OPTION-command and what follows. To be freed. Dies as absolute_options() does, and where it is
 * none of these. */
char *chosen_options(const struct own_choice *choice, const char *variable, const char *text);

/* The absolute name of a file, which must be there, perhaps with ~ before it. To be freed. Dies
 * where a value cannot have it. */
char *absolute_file(const char *variable, const char *file);

#endif
