#include "study.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "common.h"

static volatile sig_atomic_t caught;
static volatile pid_t child;
static struct timespec begin;

/* From a terminal the signal goes to make as well; it must go there in any case, and once. */
static void pass_on(int number)
{
	caught = number;
	if (number != SIGINT && child > 0)
		kill(child, number);
}

struct progress {
	long total, made, left; /* runs: all, made since the beginning, still to be made */
};

static struct progress look(void)
{
	struct progress seen = {0};
	FILE *plan = fopen("plan", "r");
	char *line = NULL;
	size_t room = 0;
	while (plan != NULL && getline(&line, &room, plan) > 0) {
		struct stat run;
		line[strcspn(line, "\n")] = '\0';
		seen.total++;
		if (stat(line, &run) != 0)
			seen.left++;
		else
			seen.made += run.st_mtim.tv_sec >= begin.tv_sec;
	}
	free(line);
	if (plan != NULL)
		fclose(plan);
	return seen;
}

static double elapsed(void)
{
	struct timespec now;
	clock_gettime(CLOCK_REALTIME, &now);
	return (double)(now.tv_sec - begin.tv_sec) + (double)(now.tv_nsec - begin.tv_nsec) * 1e-9;
}

static void show_progress(const char *name)
{
	const struct progress seen = look();
	if (seen.made == 0)
		return;
	const long left = (long)((double)seen.left * elapsed() / (double)seen.made);
	fprintf(stderr, "\r%s: %ld of %ld runs, %ld:%02ld:%02ld left ", name,
		seen.total - seen.left, seen.total, left / 3600, left / 60 % 60, left % 60);
}

/* What make says of the failure of a command, which has said itself what is wrong. */
static bool is_echo(const char *line)
{
	const char *mark = strstr(line, ": *** ");
	return strncmp(line + (line[0] == 'g'), "make", 4) == 0 && mark != NULL &&
		(mark[6] == '[' || strncmp(mark + 6, "Waiting", 7) == 0 ||
			strncmp(mark + 6, "Deleting", 8) == 0);
}

/* A line of make or of a command of it. */
static void pass_line(const char *line, const char *name, bool quiet)
{
	if (is_echo(line))
		return;
	if (strncmp(line, "note: ", 6) != 0)
		fprintf(stderr, "%s%s\n", isatty(STDERR_FILENO) ? "\r\033[K" : "", line);
	else if (!quiet)
		note("%s: %s", name, line + 6);
}

/* Passes on what make and its commands say, until they have closed it. */
static void watch(int from, const char *name, bool quiet)
{
	char text[4096];
	size_t used = 0;
	for (;;) {
		struct pollfd input = {.fd = from, .events = POLLIN};
		const int ready = poll(&input, 1, 1000);
		if (ready < 0 && errno != EINTR)
			return;
		if (ready <= 0) {
			if (!quiet && isatty(STDERR_FILENO))
				show_progress(name);
			continue;
		}
		const ssize_t got = read(from, text + used, sizeof text - 1 - used);
		if (got <= 0)
			return;
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
}

int run_study(char *const command[], const char *name, bool quiet)
{
	int messages[2], status;
	struct sigaction action = {.sa_handler = pass_on};
	sigemptyset(&action.sa_mask);
	clock_gettime(CLOCK_REALTIME, &begin);
	if (pipe(messages) != 0 || (child = fork()) < 0)
		die("%s", strerror(errno));
	if (child == 0) {
		dup2(messages[1], STDERR_FILENO);
		dup2(messages[1], STDOUT_FILENO);
		close(messages[0]);
		close(messages[1]);
		execvp(command[0], command);
		fprintf(stderr, "%s: %s\n", command[0], strerror(errno));
		_exit(EXIT_DATA);
	}
	sigaction(SIGINT, &action, NULL);
	sigaction(SIGTERM, &action, NULL);
	sigaction(SIGHUP, &action, NULL);
	close(messages[1]);
	watch(messages[0], name, quiet);
	if (!quiet && isatty(STDERR_FILENO))
		fputs("\r\033[K", stderr);
	while (waitpid(child, &status, 0) < 0 && errno == EINTR)
		;
	if (caught != 0) {
		note("interrupted: the same command goes on from here");
		signal(caught, SIG_DFL);
		raise(caught);
	}
	return WIFEXITED(status) ? WEXITSTATUS(status) : EXIT_DATA;
}

void note_rate(const char *name)
{
	const struct progress seen = look();
	const double seconds = elapsed();
	note("%s: %ld runs, %ld of them made now, %.1f s (%.1f runs a second)", name, seen.total,
		seen.made, seconds, (double)seen.made / seconds);
}
