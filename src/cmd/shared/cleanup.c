/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What must go when the command ends stands in tables of fixed sizes: files, one folder, and groups
 * of processes. A signal handler can walk them at any moment, as it needs neither memory nor a
 * lock: an entry counts only while `there` is set, which is written after the rest of the entry and
 * cleared before it is used again. The same walk runs at exit. It kills programs first, since they
 * could make files anew. After it the handler raises the signal again with its default action, so
 * that the caller sees what ended the command.
 */
#include "shared/cleanup.h"

#include <errno.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* Signals that end a command and that it can do something about. */
static const int ending[] = {SIGHUP, SIGINT, SIGPIPE, SIGQUIT, SIGTERM, SIGXCPU, SIGXFSZ};

enum { MOST = 4, MOST_GROUPS = 3 };
static struct leftover leftovers[MOST], folder;

static struct group {
	volatile sig_atomic_t there;
	pid_t id;
} groups[MOST_GROUPS];

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

/* By a program, since a handler of signals may not read a folder, and at the end there may be no
 * memory for that. */
void folder_remove(void)
{
	if (!folder.there)
		return;
	folder.there = 0; /* or a signal that comes now would begin this again */
	const pid_t child = fork();
	if (child == 0) {
		execl("/bin/rm", "rm", "-rf", "--", folder.path, (char *)NULL);
		_exit(EXIT_FAILURE);
	}
	while (child > 0 && waitpid(child, NULL, 0) < 0 && errno == EINTR)
		;
}

static void remove_leftovers(void)
{
	for (int i = 0; i < MOST_GROUPS; i++)
		if (groups[i].there)
			kill(-groups[i].id, SIGKILL);
	folder_remove();
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

/* Takes a place for the path. */
static bool watch_path(struct leftover *l, const char *path, const char *suffix)
{
	if (strlen(path) + strlen(suffix) >= sizeof l->path) {
		errno = ENAMETOOLONG;
		return false;
	}
	watch_end();
	strcat(strcpy(l->path, path), suffix);
	/* a signal must not find half of the path, which is that of another file */
	atomic_signal_fence(memory_order_seq_cst);
	l->there = 1;
	return true;
}

struct leftover *leftover_watch(const char *path, const char *suffix)
{
	struct leftover *l = leftovers;
	while (l < leftovers + MOST - 1 && l->there)
		l++;
	return watch_path(l, path, suffix) ? l : NULL;
}

bool folder_watch(const char *path)
{
	return watch_path(&folder, path, "");
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
