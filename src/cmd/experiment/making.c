/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * make and the commands that it runs write into one pipe, line by line. What says something of the
 * study goes on to the standard error: each line once, and none of make's about commands that have
 * failed, which say why themselves. In between the folder is looked at for the progress.
 */
#include "experiment/making.h"

#include <errno.h>
#include <math.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "experiment/folder.h"
#include "experiment/status.h"
#include "experiment/variables.h"
#include "shared/command-line.h"
#include "shared/messages.h"

static volatile sig_atomic_t caught;
static volatile pid_t watched;
static struct timespec began;
static const char *recipe;

struct timespec making_began(void)
{
	return began;
}

/* Make passes only SIGTERM on to its commands. After Ctrl-C the terminal has signalled them
 * already, and a second signal does no harm. */
static void pass_on(int number)
{
	caught = number;
	if (watched > 0)
		kill(watched, SIGTERM);
}

/* A signal that is ignored, as by nohup, stays so. */
static void catch_signals(void)
{
	static const int numbers[] = {SIGINT, SIGTERM, SIGHUP};
	for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
		struct sigaction action;
		sigaction(numbers[i], NULL, &action);
		if (action.sa_handler == SIG_IGN)
			continue;
		action = (struct sigaction){.sa_handler = pass_on};
		sigemptyset(&action.sa_mask);
		sigaction(numbers[i], &action, NULL);
	}
}

/* Removes the line of progress from a terminal. */
static void clear_line(void)
{
	if (isatty(STDERR_FILENO))
		fputs("\r\033[K", stderr);
}

/* Without a terminal: seconds between notes of progress, and how long a stage takes before it is
 * noted. */
enum { NOTED_EACH = 60, LONG = 10 };

/* Reading all runs of a large study is slow, so the pause between two looks is a hundred times as
 * long as a look, up to a minute. */
static double look_again;
static struct study_progress look_now(double time)
{
	const struct study_progress seen = read_progress(began);
	const double now = seconds_since(began);
	look_again = now + fmin(100 * (now - time), NOTED_EACH);
	return seen;
}

/* Overwrites a line on a terminal; elsewhere it notes the progress now and then. */
static void show_progress(const char *name)
{
	static enum stage stage;
	static double noted;
	static bool is_shown;
	const double time = seconds_since(began);
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

/* Whether make repeats that a command failed, which the command has said itself. */
static bool is_echo(const char *line)
{
	const char *mark = strstr(line, ": *** ");
	return strncmp(line + (line[0] == 'g'), "make", 4) == 0 && mark != NULL &&
		(mark[6] == '[' || strncmp(mark + 6, "Waiting", 7) == 0 ||
			strncmp(mark + 6, "Deleting", 8) == 0);
}

/* Whether make warns of file times in the future. No rule of a study depends on them. */
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

/* Whether a line was passed on before: many runs give the same warning. */
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

/* The first line of make about a failure, printed if no command says more. */
static char first_echo[256];
static bool something_said;

/* Whether what make ran last found no space left. */
static bool is_full;

bool no_space_left(void)
{
	return is_full;
}

/* Passes on a line of make or of its commands. After a signal, or when the disk is full, their
 * messages mislead; the caller reports the cause. */
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
		/* a command may complain about an option whose value is that of a variable */
		char option[64];
		const struct variable *variable =
			sscanf(line, "swf-%*[a-z-]: %63[a-z-]", option) == 1
			? variable_as_option(recipe, option)
			: NULL;
		record_said(line);
		if (variable != NULL)
			fprintf(stderr, "%s (the value of %s)\n", line, variable->name);
		else
			fprintf(stderr, "%s\n", line);
	} else if (!quiet) {
		note("%s: %s", name, line + 6);
	}
}

/* Passes lines on until all writers have closed the pipe, or make has ended and what it left behind
 * is silent for a second. Returns the status of make. */
static int watch(int from, const char *name, bool quiet)
{
	char text[4096];
	size_t used = 0;
	int status = 0;
	for (bool ended = false; !ended;) {
		struct pollfd input = {.fd = from, .events = POLLIN};
		const int ready = poll(&input, 1, 1000);
		if (ready <= 0) {
			ended = waitpid(watched, &status, WNOHANG) == watched;
			if (!quiet)
				show_progress(name);
			continue;
		}
		const ssize_t got = read(from, text + used, sizeof text - 1 - used);
		if (got <= 0) {
			while (waitpid(watched, &status, 0) < 0 && errno == EINTR)
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

int make_study(char *const call[], const char *file, const char *name, bool quiet)
{
	int messages[2];
	recipe = file;
	if (began.tv_sec == 0)
		clock_gettime(CLOCK_REALTIME, &began);
	if (pipe(messages) != 0 || (watched = fork()) < 0)
		die("%s", strerror(errno));
	if (watched == 0) {
		dup2(messages[1], STDERR_FILENO);
		dup2(messages[1], STDOUT_FILENO);
		close(messages[0]);
		close(messages[1]);
		share_lock();
		execvp(call[0], call);
		fprintf(stderr, "%s: %s\n", call[0], strerror(errno));
		_exit(EXIT_DATA);
	}
	record_child(watched);
	catch_signals();
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

int wait_for_child(pid_t id)
{
	int status = 0;
	watched = id;
	catch_signals();
	while (waitpid(id, &status, 0) < 0 && errno == EINTR)
		;
	watched = 0;
	if (caught != 0) {
		signal(caught, SIG_DFL);
		raise(caught);
	}
	return WIFEXITED(status) ? WEXITSTATUS(status) : EXIT_DATA;
}
