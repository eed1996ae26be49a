/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What must go when the command ends stands in tables of fixed sizes: files and groups of
 * processes. A signal handler can walk them at any moment, as it needs neither memory nor a lock:
 * an entry counts only while `there` is set, which is written after the rest of the entry and
 * cleared before it is used again. The same walk runs at exit. It kills programs first, since they
 * could make files anew. After it the handler raises the signal again with its default action, so
 * that the caller sees what ended the command.
 *
 * A process of its own, the remover, waits for the end of a temporary folder: it reads from a
 * socket that the command and the programs it starts have open. A byte tells it to remove the
 * folder. Where all of them are killed, which no handler sees, the socket ends, and that tells it,
 * too.
 */
#include "shared/cleanup.h"

#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "shared/command-line.h"
#include "shared/messages.h"

/* Signals that end a command and that it can do something about. */
static const int ending[] = {SIGHUP, SIGINT, SIGPIPE, SIGQUIT, SIGTERM, SIGXCPU, SIGXFSZ};

enum { MOST = 4, MOST_GROUPS = 3, HIGH_DESCRIPTOR = 50, HIGHEST_DESCRIPTOR = 1023 };
static struct leftover leftovers[MOST];

static struct group {
	volatile sig_atomic_t there;
	pid_t id;
} groups[MOST_GROUPS];

static struct {
	volatile sig_atomic_t there;
	char path[PATH_MAX];
	char *place; /* TMPDIR before, or NULL */
	pid_t remover;
	int to_remover;
} scratch;

static volatile sig_atomic_t pipe_is_program; /* see set_pipe_is_program() */

/* What hold_signals() blocks, and what was blocked before it. */
static sigset_t held, held_before;

/* Those that are not ignored: under nohup SIGHUP stays ignored. */
static void ending_signals(sigset_t *set)
{
	sigemptyset(set);
	for (size_t i = 0; i < sizeof ending / sizeof *ending; i++) {
		struct sigaction action;
		if (sigaction(ending[i], NULL, &action) == 0 && action.sa_handler != SIG_IGN)
			sigaddset(set, ending[i]);
	}
}

/* By the remover, since a handler of signals may not read a folder, and at the end there may be no
 * memory for that. */
static void remove_scratch(void)
{
	if (!scratch.there)
		return;
	scratch.there = 0; /* or a signal that comes now would begin this again */
	if (send(scratch.to_remover, "", 1, MSG_NOSIGNAL) == 1)
		while (waitpid(scratch.remover, NULL, 0) < 0 && errno == EINTR)
			;
	close(scratch.to_remover);
}

static void remove_leftovers(void)
{
	for (int i = 0; i < MOST_GROUPS; i++)
		if (groups[i].there)
			kill(-groups[i].id, SIGKILL);
	remove_scratch();
	for (int i = 0; i < MOST; i++)
		if (leftovers[i].there)
			unlink(leftovers[i].path);
}

static void remove_on_signal(int number)
{
	if (number == SIGPIPE && pipe_is_program)
		return;
	remove_leftovers();
	signal(number, SIG_DFL);
	raise(number);
}

static void watch_end(void)
{
	static bool watched;
	if (watched)
		return;
	watched = true;
	atexit(remove_leftovers);
	struct sigaction action = {.sa_handler = remove_on_signal};
	ending_signals(&action.sa_mask);
	const sigset_t set = action.sa_mask;
	for (size_t i = 0; i < sizeof ending / sizeof *ending; i++)
		if (sigismember(&set, ending[i]) == 1)
			sigaction(ending[i], &action, NULL);
}

struct leftover *leftover_watch(const char *path, const char *suffix)
{
	struct leftover *l = leftovers;
	while (l < leftovers + MOST - 1 && l->there)
		l++;
	if (strlen(path) + strlen(suffix) >= sizeof l->path) {
		errno = ENAMETOOLONG;
		return NULL;
	}
	watch_end();
	strcat(strcpy(l->path, path), suffix);
	/* a signal must not find half of the path, which is that of another file */
	atomic_signal_fence(memory_order_seq_cst);
	l->there = 1;
	return l;
}

void leftover_forget(struct leftover *leftover)
{
	leftover->there = 0;
}

void group_watch(pid_t id)
{
	struct group *g = groups;
	while (g < groups + MOST_GROUPS - 1 && g->there)
		g++;
	watch_end();
	g->id = id;
	atomic_signal_fence(memory_order_seq_cst);
	g->there = 1;
}

void group_forget(pid_t id)
{
	for (int i = 0; i < MOST_GROUPS; i++)
		if (groups[i].id == id)
			groups[i].there = 0;
}

void set_pipe_is_program(bool is)
{
	pipe_is_program = is;
}

void hold_signals(void)
{
	ending_signals(&held);
	sigprocmask(SIG_BLOCK, &held, &held_before);
}

bool signal_waits(void)
{
	sigset_t waiting;
	bool waits = false;
	if (sigpending(&waiting) != 0)
		return false;
	for (size_t i = 0; i < sizeof ending / sizeof *ending; i++)
		waits = waits ||
			(sigismember(&held, ending[i]) == 1 &&
				sigismember(&waiting, ending[i]) == 1);
	return waits;
}

void release_signals(void)
{
	sigprocmask(SIG_SETMASK, &held_before, NULL);
}

/* Of the descriptors of the command it keeps none open: a reader of a pipe waits for all writers.
 * In a session of its own it is not killed with the command's group, and makes the folder only
 * then. */
static _Noreturn void make_and_remove(int command)
{
	char byte;
	setsid();
	dup2(command, STDIN_FILENO);
	for (int fd = HIGHEST_DESCRIPTOR; fd > STDIN_FILENO; fd--)
		close(fd);
	const int error = mkdtemp(scratch.path) == NULL ? errno : 0;
	const bool goes_on = write(STDIN_FILENO, &error, sizeof error) > 0 &&
		write(STDIN_FILENO, scratch.path, sizeof scratch.path) > 0;
	while (goes_on && read(STDIN_FILENO, &byte, 1) < 0 && errno == EINTR)
		;
	execl("/bin/rm", "rm", "-rf", "--", scratch.path, (char *)NULL);
	_exit(EXIT_FAILURE);
}

/* Reads so many bytes of what the remover says. */
static bool hear(int remover, void *to, size_t size)
{
	for (char *place = to; size > 0;) {
		const ssize_t got = read(remover, place, size);
		if (got == 0 || (got < 0 && errno != EINTR))
			return false;
		place += got > 0 ? got : 0;
		size -= got > 0 ? (size_t)got : 0;
	}
	return true;
}

/* Returns 0, or the number of an error. */
static int start_remover(void)
{
	int ends[2], error;
	if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0)
		return errno;
	if ((scratch.remover = fork()) == 0)
		make_and_remove(ends[0]);
	error = scratch.remover < 0 ? errno : 0;
	close(ends[0]);
	/* scripts use low descriptors as they like */
	const int most = (int)sysconf(_SC_OPEN_MAX) - 1;
	scratch.to_remover = fcntl(
		ends[1], F_DUPFD, most > 0 && most < HIGH_DESCRIPTOR ? most : HIGH_DESCRIPTOR);
	if (error == 0 && scratch.to_remover < 0)
		error = errno;
	close(ends[1]);
	if (error == 0 &&
		!(hear(scratch.to_remover, &error, sizeof error) &&
			hear(scratch.to_remover, scratch.path, sizeof scratch.path)))
		error = EPIPE;
	return error;
}

const char *scratch_begin(const char *name)
{
	const char *place = getenv("TMPDIR");
	const char *parent = place != NULL && place[0] == '/' ? place : "/tmp";
	if (snprintf(scratch.path, sizeof scratch.path, "%s/%s.XXXXXX", parent, name) >=
		(int)sizeof scratch.path)
		die("%s: %s", parent, strerror(ENAMETOOLONG));
	watch_end();
	hold_signals();
	const int error = start_remover();
	if (error != 0)
		die("no folder can be made in %s: %s", parent, strerror(error));
	scratch.there = 1;
	release_signals();
	/* a caller may have left it ignored, and waitpid() would then fail */
	signal(SIGCHLD, SIG_DFL);
	scratch.place = place != NULL ? checked(strdup(place)) : NULL;
	must(setenv("TMPDIR", scratch.path, 1));
	return scratch.path;
}

void scratch_end(void)
{
	remove_scratch();
	if (scratch.place == NULL)
		unsetenv("TMPDIR");
	else
		must(setenv("TMPDIR", scratch.place, 1));
	free(scratch.place);
	scratch.place = NULL;
}
