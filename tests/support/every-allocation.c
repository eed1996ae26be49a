/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Runs a command again and again in children of the process that it was started as: first as it is,
 * and then so that allocation N fails, for every N up to that of the last allocation, or to
 * MOST. A run passes if it ends with status 1 and a last line such as "swf-shake: out of memory",
 * and leaves the files as they were; or if it does what the first run did, byte by byte.
 *
 * EVERY_ALLOCATION names an empty folder, in which the output and the messages of a run go to
 * files. In its folder out the command may write: there is a file `old` from before. Where
 * EVERY_ALLOCATION_KEEPS is set, the files there are not looked at. Every fourth N is
 * tried once more, with all allocations after it. Prints what failed, and how many runs passed and
 * failed.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <fts.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "support/failing-malloc.h"

/* How many allocations; seconds until a run counts as one without end; of how many N one is tried
 * with those after it */
enum { MOST = 2000, PATIENCE = 60, FURTHER = 4 };

static const char OLD[] = "from before\n";

/* All that can be seen of a run: its status, and every file with its name. */
struct outcome {
	int status;
	size_t length;
	char text[1 << 21];
};
static struct outcome untouched, undisturbed, outcome;

/* of the last outcome */
static char messages[1 << 16];

static const char *folder;
static bool keeps;

static _Noreturn void give_up(const char *what)
{
	printf("every-allocation: %s: %s\n", what, strerror(errno));
	fflush(stdout);
	_exit(2);
}

static void add(struct outcome *o, const char *text, size_t length)
{
	if (length > sizeof o->text - o->length) {
		errno = EFBIG;
		give_up("the output of the command");
	}
	memcpy(o->text + o->length, text, length);
	o->length += length;
}

static void add_file(struct outcome *o, const char *path)
{
	static char block[1 << 16];
	ssize_t got;
	const int fd = open(path, O_RDONLY);
	if (fd < 0)
		give_up(path);
	while ((got = read(fd, block, sizeof block)) > 0)
		add(o, block, (size_t)got);
	close(fd);
}

static int by_name(const FTSENT **a, const FTSENT **b)
{
	return strcmp((*a)->fts_name, (*b)->fts_name);
}

/* Adds the files in out, if they count, and removes them. */
static void take_files(struct outcome *o)
{
	char out[] = "out", *roots[] = {out, NULL};
	FTS *tree = fts_open(roots, FTS_PHYSICAL, by_name);
	if (tree == NULL)
		give_up(out);
	for (const FTSENT *entry; (entry = fts_read(tree)) != NULL;) {
		if (!keeps)
			add(o, entry->fts_path, entry->fts_pathlen + 1U);
		if (!keeps && entry->fts_info == FTS_F)
			add_file(o, entry->fts_accpath);
		if (entry->fts_level > 0 && entry->fts_info != FTS_D)
			remove(entry->fts_accpath);
	}
	fts_close(tree);
}

static void take_messages(void)
{
	const int fd = open("stderr", O_RDONLY);
	const ssize_t got = fd < 0 ? -1 : read(fd, messages, sizeof messages - 1);
	if (got < 0)
		give_up("stderr");
	messages[got] = '\0';
	close(fd);
}

/* The last line of the messages, without its newline. */
static const char *last_line(void)
{
	const size_t length = strlen(messages);
	if (length > 0 && messages[length - 1] == '\n')
		messages[length - 1] = '\0';
	const char *newline = strrchr(messages, '\n');
	return newline != NULL ? newline + 1 : messages;
}

static void make_old(void)
{
	const int fd = open("out/old", O_WRONLY | O_CREAT | O_TRUNC, 0666);
	if (fd < 0 || write(fd, OLD, sizeof OLD - 1) < 0)
		give_up("out/old");
	close(fd);
}

/* Has the file get what is written to a standard stream. */
static void direct(int stream, const char *path)
{
	const int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_APPEND, 0666);
	if (fd < 0 || dup2(fd, stream) < 0)
		give_up(path);
	close(fd);
}

/* Runs the command in a child, which returns from here with false; else the outcome is that of the
 * run. */
static bool run(struct outcome *o, long number, bool further, const char *start)
{
	make_old();
	fflush(stdout);
	*failing.count = 0;
	const pid_t child = fork();
	if (child < 0)
		give_up("fork");
	if (child == 0) {
		direct(STDOUT_FILENO, "stdout");
		direct(STDERR_FILENO, "stderr");
		if (chdir(start) != 0)
			give_up(start);
		alarm(PATIENCE);
		failing.number = number;
		failing.further = further;
		failing.counting = true;
		return false;
	}
	o->length = 0;
	if (waitpid(child, &o->status, 0) != child)
		give_up("waitpid");
	add_file(o, "stdout");
	add_file(o, "stderr");
	take_messages();
	take_files(o);
	return true;
}

static bool is_same(const struct outcome *a, const struct outcome *b)
{
	return a->status == b->status && a->length == b->length &&
		memcmp(a->text, b->text, a->length) == 0;
}

/* Whether a run failed as it should. */
static bool says_why(const struct outcome *o)
{
	const char *line = last_line();
	const size_t name = strlen(program_invocation_short_name);
	const size_t files = untouched.length;
	return WIFEXITED(o->status) && WEXITSTATUS(o->status) == 1 &&
		strncmp(line, program_invocation_short_name, name) == 0 &&
		strncmp(line + name, ": ", 2) == 0 &&
		(strstr(line, "out of memory") != NULL || strstr(line, strerror(ENOMEM)) != NULL) &&
		o->length >= files &&
		memcmp(o->text + o->length - files, untouched.text, files) == 0;
}

static bool judge(const struct outcome *o, long number, bool further, long count)
{
	if (says_why(o) || is_same(o, &undisturbed))
		return true;
	printf("allocation %ld%s of %ld: %s %d: %s\n", number, further ? " and those after it" : "",
		count, WIFEXITED(o->status) ? "status" : "signal",
		WIFEXITED(o->status) ? WEXITSTATUS(o->status) : WTERMSIG(o->status), last_line());
	return false;
}

__attribute__((constructor)) static void begin(void)
{
	static char start[4096];
	long passed = 0, failed = 0;
	folder = getenv("EVERY_ALLOCATION");
	if (folder == NULL)
		return;
	keeps = getenv("EVERY_ALLOCATION_KEEPS") != NULL;
	unsetenv("LD_PRELOAD"); /* programs that the command starts are left alone */
	failing.count = mmap(NULL, sizeof *failing.count, PROT_READ | PROT_WRITE,
		MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (failing.count == MAP_FAILED || getcwd(start, sizeof start) == NULL ||
		chdir(folder) != 0 || mkdir("out", 0777) != 0)
		give_up(folder);
	make_old();
	take_files(&untouched);
	if (!run(&undisturbed, 0, false, start))
		return;
	const long count = *failing.count;
	if (undisturbed.status != 0) {
		printf("the undisturbed run: status %d: %s\n", undisturbed.status, last_line());
		fflush(stdout);
		_exit(1);
	}
	for (long number = 1; number <= count && number <= MOST; number++)
		for (int further = 0; further <= (number % FURTHER == 0); further++) {
			if (!run(&outcome, number, further, start))
				return;
			if (judge(&outcome, number, further, count))
				passed++;
			else
				failed++;
		}
	printf("%ld passed, %ld failed\n", passed, failed);
	fflush(stdout);
	_exit(failed != 0);
}
