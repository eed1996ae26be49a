#include "experiment/study.h"

#include <errno.h>
#include <math.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "experiment/recipes.h"
#include "experiment/study-folder.h"
#include "experiment/study-progress.h"
#include "experiment/study-record.h"
#include "shared/messages.h"

static volatile sig_atomic_t caught;
static volatile pid_t child;
static struct timespec begin;
static const char *recipe;

/* Make passes none but SIGTERM on to what it has started. From a terminal all get the signal as
 * well, for which twice does no harm. */
static void pass_on(int number)
{
	caught = number;
	if (child > 0)
		kill(child, SIGTERM);
}

/* A signal that is ignored, as by nohup, stays so. */
static void catch_signal(int number)
{
	struct sigaction action;
	sigaction(number, NULL, &action);
	if (action.sa_handler == SIG_IGN)
		return;
	action = (struct sigaction){.sa_handler = pass_on};
	sigemptyset(&action.sa_mask);
	sigaction(number, &action, NULL);
}

/* Of the progress on a terminal. */
static void clear_line(void)
{
	if (isatty(STDERR_FILENO))
		fputs("\r\033[K", stderr);
}

/* How often progress is noted where there is no terminal, and what is made behind the runs: in s.
 */
enum { NOTED_EACH = 60, LONG = 10 };

/* To look at all runs of a large study takes long, and may take a hundredth of the time. */
static double look_again;
static struct study_progress look_now(double time)
{
	const struct study_progress seen = look(begin);
	const double now = since(begin);
	look_again = now + fmin(100 * (now - time), NOTED_EACH);
	return seen;
}

/* On a terminal a line that is written over; else notes now and then. */
static void show_progress(const char *name)
{
	static enum stage stage;
	static double noted;
	static bool is_shown;
	const double time = since(begin);
	if (time < look_again)
		return;
	if (isatty(STDERR_FILENO)) {
		const struct study_progress seen = look_now(time);
		fprintf(stderr, "\r\033[K%s: %s", name, progress_text(&seen));
		fflush(stderr);
		return;
	}
	if (time < noted + LONG)
		return;
	const struct study_progress seen = look_now(time);
	if (seen.stage != stage) {
		stage = seen.stage;
		is_shown = stage == RUNNING; /* of which there was a note */
		noted = time;
	} else if (!is_shown || time >= noted + NOTED_EACH) {
		note("%s: %s", name, progress_text(&seen));
		is_shown = true;
		noted = time;
	}
}

/* What make says of the failure of a command, which has said itself what is wrong. */
static bool is_echo(const char *line)
{
	const char *mark = strstr(line, ": *** ");
	return strncmp(line + (line[0] == 'g'), "make", 4) == 0 && mark != NULL &&
		(mark[6] == '[' || strncmp(mark + 6, "Waiting", 7) == 0 ||
			strncmp(mark + 6, "Deleting", 8) == 0);
}

/* What make says of times of files that are in the future: none of what it makes goes by these. */
static bool is_about_clocks(const char *line)
{
	return strncmp(line + (line[0] == 'g'), "make", 4) == 0 &&
		(strstr(line, "Clock skew detected") != NULL ||
			strstr(line, "has modification time") != NULL);
}

/* Whether two lines are the same, or what a command says of two runs, with other numbers. */
static bool is_alike(const char *a, const char *b)
{
	static const char digits[] = "0123456789";
	if (strncmp(a, "swf-", 4) != 0)
		return strcmp(a, b) == 0;
	for (;; a++, b++) {
		const size_t in_a = strspn(a, digits), in_b = strspn(b, digits);
		if ((in_a > 0) != (in_b > 0))
			return false;
		a += in_a;
		b += in_b;
		if (*a != *b || *a == '\0')
			return *a == *b;
	}
}

/* Whether a line was there before: runs that are alike say the same. */
static bool is_repeated(const char *line)
{
	enum { REMEMBERED = 100 };
	static char *lines[REMEMBERED];
	static size_t count;
	for (size_t i = 0; i < count; i++)
		if (is_alike(lines[i], line))
			return true;
	if (count < REMEMBERED && (lines[count] = strdup(line)) != NULL)
		count++;
	return false;
}

/* What make said first of a failure, which is passed on if nobody says more. */
static char first_echo[256];
static bool something_said;

/* The variable of the recipe that is the value of the option of which a command complains. To be
 * freed; NULL where there is none. */
static char *blamed_variable(const char *line)
{
	char option[64];
	if (sscanf(line, "swf-%*[a-z-]: %63[a-z-]", option) != 1 || strncmp(option, "--", 2) != 0)
		return NULL;
	return variable_of_option(recipe, option);
}

static bool is_full;

bool disk_was_full(void)
{
	return is_full;
}

/* A line of make or of a command of it. Those that a signal ends may say anything, and so may those
 * that find no space left, of which the caller tells. */
static void pass_line(const char *line, const char *name, bool quiet)
{
	is_full = is_full || strstr(line, strerror(ENOSPC)) != NULL;
	if (caught != 0 || is_full)
		return;
	if (is_echo(line) && first_echo[0] == '\0')
		snprintf(first_echo, sizeof first_echo, "%s", line);
	if (is_echo(line) || is_about_clocks(line) || is_repeated(line))
		return;
	something_said = true;
	clear_line();
	if (strncmp(line, "note: ", 6) != 0) {
		char *variable = blamed_variable(line);
		record_said(line);
		if (variable != NULL)
			fprintf(stderr, "%s (the value of %s)\n", line, variable);
		else
			fprintf(stderr, "%s\n", line);
		free(variable);
	} else if (!quiet) {
		note("%s: %s", name, line + 6);
	}
}

/* Passes on what make and its commands say, until they have closed it, or make has ended and what
 * it left behind says nothing. Returns the status of make. */
static int watch(int from, const char *name, bool quiet)
{
	char text[4096];
	size_t used = 0;
	int status = 0;
	for (bool ended = false; !ended;) {
		struct pollfd input = {.fd = from, .events = POLLIN};
		const int ready = poll(&input, 1, 1000);
		if (ready <= 0) {
			ended = waitpid(child, &status, WNOHANG) == child;
			if (!quiet)
				show_progress(name);
			continue;
		}
		const ssize_t got = read(from, text + used, sizeof text - 1 - used);
		if (got <= 0) {
			while (waitpid(child, &status, 0) < 0 && errno == EINTR)
				;
			break;
		}
		used += (size_t)got;
		text[used] = '\0';
		char *line = text;
		for (char *end; (end = strchr(line, '\n')) != NULL; line = end + 1) {
			*end = '\0';
			pass_line(line, name, quiet);
		}
		used = strlen(line);
		if (used == sizeof text - 1) /* a line that is longer goes on in pieces */
			fputs(line, stderr), used = 0;
		memmove(text, line, used);
	}
	text[used] = '\0';
	if (used > 0)
		pass_line(text, name, quiet);
	return status;
}

int run_study(char *const command[], const char *file, const char *name, bool quiet)
{
	int messages[2];
	recipe = file;
	if (begin.tv_sec == 0)
		clock_gettime(CLOCK_REALTIME, &begin);
	if (pipe(messages) != 0 || (child = fork()) < 0)
		die("%s", strerror(errno));
	if (child == 0) {
		dup2(messages[1], STDERR_FILENO);
		dup2(messages[1], STDOUT_FILENO);
		close(messages[0]);
		close(messages[1]);
		share_lock();
		execvp(command[0], command);
		fprintf(stderr, "%s: %s\n", command[0], strerror(errno));
		_exit(EXIT_DATA);
	}
	record_child(child);
	catch_signal(SIGINT);
	catch_signal(SIGTERM);
	catch_signal(SIGHUP);
	close(messages[1]);
	const int status = watch(messages[0], name, quiet);
	clear_line();
	if (caught != 0) {
		record_end("interrupted");
		note("interrupted: the same command goes on from here");
		signal(caught, SIG_DFL);
		raise(caught);
	}
	if (status != 0 && !something_said && !is_full)
		fprintf(stderr, "%s\n", first_echo);
	return WIFEXITED(status) ? WEXITSTATUS(status) : EXIT_DATA;
}

void note_rate(const char *name)
{
	const struct study_progress seen = look(begin);
	const double seconds = since(begin);
	note("%s: %ld runs, %ld of them made now, %.1f s (%.1f runs a second)", name, seen.total,
		seen.made, seconds, (double)seen.made / seconds);
}

bool has_runs(void)
{
	const struct study_progress seen = look(begin);
	return seen.left < seen.total;
}

int wait_for_child(pid_t id)
{
	int status = 0;
	child = id;
	catch_signal(SIGINT);
	catch_signal(SIGTERM);
	catch_signal(SIGHUP);
	while (waitpid(id, &status, 0) < 0 && errno == EINTR)
		;
	child = 0;
	if (caught != 0) {
		signal(caught, SIG_DFL);
		raise(caught);
	}
	return WIFEXITED(status) ? WEXITSTATUS(status) : EXIT_DATA;
}
