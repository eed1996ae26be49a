#include "experiment/study.h"

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

#include "experiment/study-folder.h"
#include "shared/messages.h"

static volatile sig_atomic_t caught;
static volatile pid_t child;
static struct timespec begin;

/* From a terminal the signal goes to make as well, for which twice does no harm. */
static void pass_on(int number)
{
	caught = number;
	if (child > 0)
		kill(child, number);
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
			seen.made += run.st_mtim.tv_sec > begin.tv_sec ||
				(run.st_mtim.tv_sec == begin.tv_sec &&
					run.st_mtim.tv_nsec >= begin.tv_nsec);
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

/* A line of make or of a command of it. */
static void pass_line(const char *line, const char *name, bool quiet)
{
	if (is_echo(line) && first_echo[0] == '\0')
		snprintf(first_echo, sizeof first_echo, "%s", line);
	if (is_echo(line) || is_about_clocks(line) || is_repeated(line))
		return;
	something_said = true;
	if (strncmp(line, "note: ", 6) != 0)
		fprintf(stderr, "%s%s\n", isatty(STDERR_FILENO) ? "\r\033[K" : "", line);
	else if (!quiet)
		note("%s: %s", name, line + 6);
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
			if (!quiet && isatty(STDERR_FILENO))
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

int run_study(char *const command[], const char *name, bool quiet)
{
	int messages[2];
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
	if (!quiet && isatty(STDERR_FILENO))
		fputs("\r\033[K", stderr);
	if (caught != 0) {
		note("interrupted: the same command goes on from here");
		signal(caught, SIG_DFL);
		raise(caught);
	}
	if (status != 0 && !something_said)
		fprintf(stderr, "%s\n", first_echo);
	return WIFEXITED(status) ? WEXITSTATUS(status) : EXIT_DATA;
}

void note_rate(const char *name)
{
	const struct progress seen = look();
	const double seconds = elapsed();
	note("%s: %ld runs, %ld of them made now, %.1f s (%.1f runs a second)", name, seen.total,
		seen.made, seconds, (double)seen.made / seconds);
}
