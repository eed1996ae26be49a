#include "experiment/study-try.h"

#include <errno.h>
#include <limits.h>
#include <poll.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "experiment/recipes.h"
#include "shared/command.h"
#include "shared/log-io.h"
#include "shared/messages.h"
#include "swfcore/quantity.h"

const char *const variables_of_schedulers[] = {"SCHEDULERS", "SCHEDULER", "PREDICTING", NULL};

static char *formatted(const char *format, ...) SWF_PRINTF(1, 2);
static char *formatted(const char *format, ...)
{
	va_list args;
	va_start(args, format);
	const int length = vsnprintf(NULL, 0, format, args);
	va_end(args);
	char *text = checked(malloc((size_t)length + 1));
	va_start(args, format);
	vsnprintf(text, (size_t)length + 1, format, args);
	va_end(args);
	return text;
}

/* A name with the option of swf-simulate for it, or what OPTIONS_NAME has in its place. To be
 * freed.
 */
static char *chosen(const struct study *study, const char *option, const char *name)
{
	char variable[256];
	snprintf(variable, sizeof variable, "OPTIONS_%.200s", name);
	const char *value = setting(study, variable);
	if (strncmp(value, option, strlen(option)) == 0)
		return formatted("%s", value);
	return formatted("%s %s", option, value[0] != '\0' ? value : name);
}

/* Whether the standard input is a log; then it is a file of this process. */
static bool stdin_is_log;

void rewind_stdin(void)
{
	if (stdin_is_log)
		lseek(STDIN_FILENO, 0, SEEK_SET);
}

/* Says what a command has said, of the log that was its standard input. An option that swf-resample
 * asks for goes behind the others in their variable. */
static void say_of_log(const struct study *study, char *said, const char *log)
{
	static const char mark[] = ": stdin: ", ask[] = "; give --";
	const char *others = setting(study, "RESAMPLE");
	for (char *line = said, *end; *line != '\0'; line = end) {
		end = line + strcspn(line, "\n");
		if (*end == '\n')
			*end++ = '\0';
		const char *rest = strstr(line, mark), *asked = strstr(line, ask);
		if (strncmp(line, "swf-resample", 12) == 0 && asked != NULL)
			fprintf(stderr, "%.*s; give RESAMPLE='%s%s%s'\n", (int)(asked - line), line,
				others, others[0] != '\0' ? " " : "",
				asked + strlen(ask) - strlen("--"));
		else if (strncmp(line, "swf-", 4) == 0 && rest != NULL)
			warn("%s: %s", shown_name(log), rest + strlen(mark));
		else
			fprintf(stderr, "%s\n", line);
	}
}

/* Runs a command of the shell, which is freed, with its input from this log, and ends with what it
 * says if its status is from `least` to `most`. */
static void try(const struct study *study, const char *log, const char *input, char *command,
	int least, int most)
{
	char said[4096] = "", *whole = formatted("{ %s %s; } 2>&1 >/dev/null", input, command);
	rewind_stdin();
	fflush(NULL);
	FILE *output = popen(whole, "r");
	free(whole);
	if (output == NULL)
		die("%s", strerror(errno));
	struct pollfd end = {.fd = fileno(output), .events = POLLIN};
	enum { PATIENCE = 10 }; /* s */
	if (isatty(STDERR_FILENO) && poll(&end, 1, PATIENCE * 1000) == 0)
		note("for %d s nothing came from this command, which is tried before the study "
		     "begins: %s",
			PATIENCE, command);
	said[fread(said, 1, sizeof said - 1, output)] = '\0';
	while (fgetc(output) != EOF)
		;
	const int status = pclose(output), code = WIFEXITED(status) ? WEXITSTATUS(status) : 1;
	if (code >= least && code <= most) {
		say_of_log(study, said, log);
		warn("no run was started, because this command fails: %s", command);
		exit(code == EXIT_USAGE ? EXIT_USAGE : EXIT_DATA);
	}
	free(command);
}

/* The user model of the runs, or NULL. */
static const char *model_of(const struct study *study)
{
	const char *const *model = settings(study, "FEEDBACK");
	return model[0] != NULL ? model[0] : settings(study, "MODEL")[0];
}

/* The scheduler of a variable on the first jobs of the log, where wrong options show, and programs
 * that fail at once. */
static void try_scheduler(
	const struct study *study, const char *log, const char *variable, const char *name)
{
	static const char head[] = "gzip -cdf <\"$SWF_LOG\" 2>/dev/null | "
				   "awk '{ print } !/^;/ && ++n == 100 { exit }' |";
	const char *alpha = settings(study, "ALPHAS")[0], *procs = settings(study, "PROCS")[0];
	const char *model = model_of(study), *options = setting(study, "SIMULATE");
	const bool has_alpha = strcmp(variable, "SCHEDULER") == 0 && alpha != NULL;
	char *scheduler = chosen(study, "--scheduler", name);
	char *command = formatted("swf-simulate --quiet --no-provenance%s%s%s%s %s%s%s%s",
		procs != NULL ? " --procs " : "", procs != NULL ? procs : "",
		options[0] != '\0' ? " " : "", options, scheduler, has_alpha ? " --alpha " : "",
		has_alpha ? alpha : "",
		strcmp(variable, "PREDICTING") == 0 ? " --predict recent:1" : "");
	free(scheduler);
	if (model == NULL) {
		try(study, log, head, command, EXIT_DATA, INT_MAX);
		return;
	}
	/* the first jobs may not do for a user model, and without one an option may be too much */
	char *users = chosen(study, "--feedback", model);
	try(study, log, head, formatted("%s %s --seed 1", command, users), EXIT_USAGE, INT_MAX);
	free(users);
	try(study, log, head, command, EXIT_DATA, EXIT_DATA);
}

/* Whether the runs resample a log. */
static bool resamples(const char *recipe)
{
	return recipe_has(recipe, "(resample)") || recipe_has(recipe, "(workload)");
}

static void try_options(const struct study *study, const struct plan *plan, const char *log)
{
	for (size_t v = 0; variables_of_schedulers[v] != NULL; v++) {
		const char *const *list = settings(study, variables_of_schedulers[v]);
		for (size_t i = 0; list[i] != NULL; i++)
			try_scheduler(study, log, variables_of_schedulers[v], list[i]);
	}
	if (resamples(study->recipe)) {
		if (has_word(settings(study, "RESAMPLE"), "inf"))
			die_usage("RESAMPLE: a study needs workloads that end");
		try(study, log, "<\"$SWF_LOG\"",
			formatted("swf-resample --quiet --seed 1 %s", plan->resampling), EXIT_DATA,
			INT_MAX);
	}
	const char *options = setting(study, "METRICS");
	try(study, log, "</dev/null",
		formatted("swf-metrics --quiet --format csv %s%s", options,
			model_of(study) != NULL ? " --until 1w" : ""),
		EXIT_USAGE, INT_MAX);
}

/* Whether words of options hold an option, by its long name, which may be cut short, or its letter.
 */
static bool has_option(const char *const list[], const char *name, const char *letter)
{
	for (size_t i = 0; list[i] != NULL; i++) {
		const size_t length = strcspn(list[i], "=");
		if ((length > 3 && strncmp(list[i], name, length) == 0) ||
			strncmp(list[i], letter, 2) == 0)
			return true;
	}
	return false;
}

/* Reads a log to its end: it must be in order, have users, tell the machine and be long enough. */
static void check_log(const struct study *study, const char *path)
{
	const char *const *simulate = settings(study, "SIMULATE");
	const char *const *warmup = settings(study, "WARMUP"),
			  *const *limit = settings(study, "WEEKS");
	struct stat about;
	struct swf_job job;
	double first = 0, last = 0;
	if (stat(path, &about) == 0 && S_ISDIR(about.st_mode))
		die("%s: a folder", path);
	if (has_option(simulate, "--skip-bad", "-b") ||
		has_option(settings(study, "RESAMPLE"), "--skip-bad", "-b"))
		skip_bad_lines();
	const bool needs_users = resamples(study->recipe) &&
		!has_option(settings(study, "RESAMPLE"), "--anonymous", "-A");
	struct swf_log *log = open_log_at(path);
	while (next_job(log, &job)) {
		if (swf_log_counts(log).jobs == 1)
			first = job.submit;
		last = job.submit;
	}
	if (swf_log_counts(log).jobs == 0)
		die("%s: no job", shown_name(path));
	if (needs_users && swf_log_counts(log).anonymous == swf_log_counts(log).jobs)
		die("%s: no job has a user; give RESAMPLE='--anonymous each'", shown_name(path));
	if (recipe_has(study->recipe, "(call under") && settings(study, "PROCS")[0] == NULL &&
		swf_header_procs(swf_log_header(log)) == 0 &&
		!has_option(simulate, "--procs", "-p"))
		die("%s: the log has no positive MaxProcs or MaxNodes; give --procs N",
			shown_name(path));
	swf_log_free(log);
	const double weeks = limit[0] != NULL ? strtod(limit[0], NULL) : (last - first) / SWF_WEEK;
	if (warmup[0] != NULL && weeks < strtod(warmup[0], NULL) + 1)
		die("%s: %.3g weeks are too short: WARMUP leaves out the first %s, so less than "
		    "one is left",
			shown_name(path), weeks, warmup[0]);
}

void keep_stdin(void)
{
	char block[65536];
	ssize_t got;
	FILE *copy = tmpfile();
	if (copy == NULL)
		die("stdin: %s", strerror(errno));
	while ((got = read(STDIN_FILENO, block, sizeof block)) > 0)
		if (fwrite(block, 1, (size_t)got, copy) != (size_t)got)
			die("stdin: %s", strerror(errno));
	stdin_is_log = true;
	if (got < 0 || fflush(copy) != 0 || lseek(fileno(copy), 0, SEEK_SET) != 0 ||
		dup2(fileno(copy), STDIN_FILENO) < 0)
		die("stdin: %s", strerror(errno));
}

void try_logs(const struct study *study)
{
	for (size_t i = 0; study->logs[i] != NULL; i++)
		check_log(study, study->logs[i]);
	rewind_stdin();
}

static void go_to(const char *folder)
{
	if (chdir(folder) != 0)
		die("%s: %s", folder, strerror(errno));
}

void try_settings(const struct study *study, const struct plan *plan)
{
	char here[PATH_MAX], made[PATH_MAX] = "";
	const char *folder = study->folder;
	if (getcwd(here, sizeof here) == NULL)
		die("%s", strerror(errno));
	if (access(folder, F_OK) != 0) {
		snprintf(made, sizeof made, "%.4000s/try", trial_folder());
		if (mkdir(made, 0777) != 0)
			die("%s: %s", made, strerror(errno));
		folder = made;
	}
	for (size_t i = 0; study->logs[i] != NULL; i++) {
		const bool from_stdin = strcmp(study->logs[i], "-") == 0;
		char *path = realpath(from_stdin ? "/dev/null" : study->logs[i], NULL);
		if (path == NULL)
			die("%s: %s", study->logs[i], strerror(errno));
		if (setenv("SWF_LOG", from_stdin ? "/dev/stdin" : path, 1) != 0)
			die_of_memory();
		free(path);
		go_to(folder);
		try_options(study, plan, study->logs[i]);
		go_to(here);
	}
	unsetenv("SWF_LOG");
	rewind_stdin();
	if (made[0] != '\0' && rmdir(made) != 0)
		die("a command of the study, which was tried, has written files where it ran, "
		    "which "
		    "would be the folder of the study: give these absolute names");
}
