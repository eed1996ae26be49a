/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What has come from the program and was not taken yet stands from `next` to `got_end`. A line that
 * was taken is good until more is read, which moves the rest to the beginning of the buffer.
 * Our end of its input does not block. If it is full, we wait for room or for output, and output is
 * refused then, as nothing was asked: so both sides never wait for each other.
 * The program has ended for us when its process has and there is nothing left to read: something
 * that it left in the background may hold its pipes open for ever.
 */
#include "simulate/program.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "shared/cleanup.h"
#include "shared/messages.h"
#include "shared/tools.h"

/* Our ends of the outputs of programs, as many as are started. */
enum { MOST_PROGRAMS = 3 };
static volatile sig_atomic_t outputs[MOST_PROGRAMS], output_count;

/* What a program leaves in the background may hold its output open, which then has no end. So from
 * now on we do not wait in read() any more, also if we were just about to. */
static void stop_reading(int number)
{
	const int error = errno;
	(void)number;
	for (int i = 0; i < output_count; i++)
		fcntl(outputs[i], F_SETFL, O_NONBLOCK);
	errno = error;
}

static void watch_children(int output)
{
	struct sigaction action = {.sa_handler = stop_reading, .sa_flags = SA_NOCLDSTOP};
	sigemptyset(&action.sa_mask);
	outputs[output_count] = output;
	output_count = output_count + 1;
	sigaction(SIGCHLD, &action, NULL);
	/* it may have been left blocked or ignored for us, and then we would not know of any end */
	sigset_t child;
	sigemptyset(&child);
	sigaddset(&child, SIGCHLD);
	sigprocmask(SIG_UNBLOCK, &child, NULL);
}

/* A pipe of which no program holds an end that it was not given. */
static int open_pipe(int ends[2])
{
	if (pipe(ends) != 0)
		return errno;
	fcntl(ends[0], F_SETFD, FD_CLOEXEC);
	fcntl(ends[1], F_SETFD, FD_CLOEXEC);
	return 0;
}

static int start_shell(const char *command, int input, int output, pid_t *id)
{
	/* the program gets copies */
	char *const program[] = {
		(char *)"/bin/sh", (char *)"-c", (char *)"--", (char *)command, NULL};
	posix_spawn_file_actions_t actions;
	int failed = posix_spawn_file_actions_init(&actions);
	if (failed != 0)
		return failed;
	failed = posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO);
	if (failed == 0)
		failed = posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
	if (failed == 0)
		failed = child_start(program, &actions, id);
	posix_spawn_file_actions_destroy(&actions);
	return failed;
}

/* Starts /bin/sh with the command in a process group of its own, which is killed when ours ends.
 * *to is a pipe to its standard input, which does not block, and *from one from its standard
 * output. 0, or an error number. */
static int process_start(const char *command, pid_t *id, int *to, int *from)
{
	int input[2], output[2];
	int failed = open_pipe(input);
	if (failed != 0)
		return failed;
	failed = open_pipe(output);
	if (failed == 0) {
		fcntl(input[1], F_SETFL, O_NONBLOCK);
		watch_children(output[0]);
		failed = start_shell(command, input[0], output[1], id);
		close(output[1]);
		*from = output[0];
	}
	close(input[0]);
	*to = input[1];
	return failed;
}

/* Whether the process has ended; puts how into the text, "it ended with status 1". */
static bool process_has_ended(pid_t id, char *text, size_t room)
{
	siginfo_t info = {.si_pid = 0};
	/* its number stays its own until it is buried */
	if (waitid(P_PID, (id_t)id, &info, WEXITED | WNOHANG | WNOWAIT) != 0 || info.si_pid == 0)
		return false;
	if (info.si_code == CLD_EXITED)
		snprintf(text, room, "it ended with status %d", info.si_status);
	else
		snprintf(text, room, "it was ended by signal %d (%s)", info.si_status,
			strsignal(info.si_status));
	return true;
}

/* Takes leave of a process that has ended: kills what it left in its group. Whether its status was
 * 0. */
static bool process_bury(pid_t id)
{
	int status;
	kill(-id, SIGKILL);
	group_forget(id);
	while (waitpid(id, &status, 0) < 0)
		if (errno != EINTR)
			return false;
	return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

enum { VERSION = 1, MILLISECONDS = 1000 };

/* s: a warning on a terminal; how often it is seen to whether the program is there; how long one
 * that has closed a pipe may take to end. */
enum { WARN_AFTER = 10, LOOK_EVERY = 1, LAST_MOMENT = 1 };

/* Text from elsewhere as a message may show it: cut, and without characters that steer a terminal.
 */
static const char *make_harmless(char *shown, size_t room, const char *text, size_t length)
{
	static const char cut[] = "...";
	const size_t most = room - sizeof cut;
	size_t i = 0;
	for (; i < length && i < most; i++) {
		shown[i] = text[i];
		if (text[i] < ' ' || text[i] > '~')
			shown[i] = '?';
	}
	strcpy(shown + i, i < length ? cut : "");
	return shown;
}

/* What went wrong, with the program and what was asked. */
static int fail_with(
	const struct program *p, struct swf_error *error, const char *format, va_list args)
{
	char command[128], question[96], what[240];
	vsnprintf(what, sizeof what, format, args);
	make_harmless(command, sizeof command, p->command, strlen(p->command));
	if (p->question == NULL)
		return swf_fail(error, "program '%s': %s (at the end of its input)", command, what);
	make_harmless(question, sizeof question, p->question, strcspn(p->question, "\n"));
	return swf_fail(error, "program '%s': %s (asked: '%s')", command, what, question);
}

static int SWF_PRINTF(3, 4)
	fail(const struct program *p, struct swf_error *error, const char *format, ...)
{
	va_list args;
	va_start(args, format);
	fail_with(p, error, format, args);
	va_end(args);
	return -1;
}

int program_refuse(const struct program *program, struct swf_error *error, const char *format, ...)
{
	char what[128], line[64];
	va_list args;
	va_start(args, format);
	vsnprintf(what, sizeof what, format, args);
	va_end(args);
	make_harmless(
		line, sizeof line, program->line, (size_t)(program->line_end - program->line));
	return fail(program, error, "line %llu: '%s': %s", (unsigned long long)program->lines, line,
		what);
}

static double clock_now(void)
{
	struct timespec now;
	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

/* Whether it matters how long the program takes. */
static bool is_timed(const struct program *p)
{
	return p->patience < INFINITY || !p->warned;
}

/* Begins to wait for an answer, or for the end. */
static void begin_to_wait(struct program *p)
{
	if (is_timed(p))
		p->asked = clock_now();
}

/* Fails if the program has had its time, and warns somebody who waits for it. */
static int see_to_time(struct program *p, struct swf_error *error)
{
	static const char *const awaited[] = {"answered", "ended"};
	if (!is_timed(p))
		return 0;
	const double waited = clock_now() - p->asked;
	const char *what = awaited[p->question == NULL];
	if (waited >= p->patience)
		return fail(p, error, "it has not %s within %g s", what, p->patience);
	if (waited >= WARN_AFTER && !p->warned) {
		struct swf_error warning;
		fail(p, &warning, "it has not %s for %d s%s", what, WARN_AFTER,
			p->question != NULL ? "; is its answer flushed?" : "");
		warn("%s", warning.text);
		p->warned = true;
	}
	return 0;
}

/* Milliseconds until there is something to be seen to. */
static int pause_of(const struct program *p)
{
	if (p->patience == INFINITY)
		return LOOK_EVERY * MILLISECONDS;
	const double left = p->asked + p->patience - clock_now();
	return (int)ceil(fmin(fmax(left, 0), LOOK_EVERY) * MILLISECONDS);
}

/* The process has ended, or has closed a pipe, so that there will be no answer. */
static int fail_closed(const struct program *p, const char *what, struct swf_error *error)
{
	char how[96];
	for (int waited = 0; waited < LAST_MOMENT * MILLISECONDS; waited++) {
		if (process_has_ended(p->id, how, sizeof how))
			return fail(p, error, "%s", how);
		poll(NULL, 0, 1);
	}
	return fail(p, error, "it closed its %s", what);
}

/* Waits until there is something to be read, or room to be written to. A part of the program that
 * goes on in the background may hold the pipes open when the program has ended. */
static int wait_for(
	struct program *p, struct pollfd *pipes, unsigned count, struct swf_error *error)
{
	char how[96];
	for (;;) {
		const int ready = poll(pipes, count, pause_of(p));
		if (ready > 0)
			return 0;
		if (ready < 0 && errno != EINTR)
			return fail(p, error, "%s", strerror(errno));
		if (process_has_ended(p->id, how, sizeof how) && poll(pipes, count, 0) == 0)
			return fail(p, error, "%s", how);
		if (see_to_time(p, error) != 0)
			return -1;
	}
}

/* Reads what has come. Returns how much that is, 0 at the end, -1 with the error set. */
static ssize_t receive(struct program *p, struct swf_error *error)
{
	struct pollfd output = {.fd = p->from, .events = POLLIN};
	const size_t unread = (size_t)(p->got_end - p->next);
	ssize_t more;
	memmove(p->got, p->next, unread);
	p->next = p->got;
	p->got_end = p->got + unread;
	while ((more = read(p->from, p->got_end, 2 * PROGRAM_ANSWER - unread)) < 0)
		if (errno != EINTR && errno != EAGAIN)
			return fail(p, error, "%s", strerror(errno));
		else if (wait_for(p, &output, 1, error) != 0)
			return -1;
	p->got_end += more;
	return more;
}

/* Takes the line that ends there. */
static void take_line(struct program *p, const char *end)
{
	p->lines++;
	p->line = p->next;
	p->line_end = end;
	p->next = end < p->got_end ? end + 1 : end;
}

/* Takes what is there of a line, and refuses it. */
static int refuse_unread(struct program *p, const char *why, struct swf_error *error)
{
	const char *newline = memchr(p->next, '\n', (size_t)(p->got_end - p->next));
	take_line(p, newline != NULL ? newline : p->got_end);
	return program_refuse(p, error, "%s", why);
}

/* Sends the lines. 1 if the program does not read them, -1 with the error set. */
static int send_lines(struct program *p, struct swf_error *error)
{
	struct pollfd pipes[] = {
		{.fd = p->from, .events = POLLIN}, {.fd = p->to, .events = POLLOUT}};
	const char *at = p->sent;
	while (at < p->sent_end) {
		set_pipe_is_program(true);
		const ssize_t written = write(p->to, at, (size_t)(p->sent_end - at));
		set_pipe_is_program(false);
		if (written >= 0) {
			at += written;
		} else if (errno == EPIPE) {
			return 1;
		} else if (errno == EAGAIN) {
			if (wait_for(p, pipes, 2, error) != 0)
				return -1;
			if (pipes[0].revents == 0)
				continue;
			const ssize_t got = receive(p, error);
			if (got < 0)
				return -1;
			return got > 0 ? refuse_unread(p, "nothing was asked", error)
				       : fail_closed(p, "output", error);
		} else if (errno != EINTR) {
			return fail(p, error, "%s", strerror(errno));
		}
	}
	p->sent_end = p->sent;
	return 0;
}

int program_tell(struct program *program, struct swf_error *error)
{
	if (!program->left) {
		begin_to_wait(program);
		const int sent = send_lines(program, error);
		if (sent < 0)
			return -1;
		program->left = sent > 0;
	}
	program->sent_end = program->sent;
	return 0;
}

char *program_line(struct program *program, const char *word, struct swf_error *error)
{
	if (program->sent + sizeof program->sent - program->sent_end < PROGRAM_LINE &&
		program_tell(program, error) != 0)
		return NULL;
	const size_t length = strlen(word);
	program->question = program->sent_end;
	return (char *)memcpy(program->sent_end, word, length) + length;
}

int program_ask(struct program *program, struct swf_error *error)
{
	begin_to_wait(program);
	const int sent = program->left ? 1 : send_lines(program, error);
	return sent > 0 ? fail_closed(program, "input", error) : sent;
}

/* What cannot be seen in a message is named. */
static int refuse_last_character(const struct program *p, struct swf_error *error)
{
	const char last = p->line_end > p->line ? p->line_end[-1] : '\0';
	if (last == '\r')
		return program_refuse(p, error, "it ends with a carriage return");
	return last == ' ' ? program_refuse(p, error, "it ends with a blank") : 0;
}

int program_answer(struct program *program, struct swf_error *error)
{
	struct pollfd output = {.fd = program->from, .events = POLLIN};
	for (;;) {
		const size_t unread = (size_t)(program->got_end - program->next);
		const char *newline = memchr(program->next, '\n', unread);
		const char *end = newline != NULL ? newline : program->got_end;
		if (end - program->next > PROGRAM_ANSWER)
			return refuse_unread(program, "it is longer than 4096 bytes", error);
		if (newline != NULL) {
			take_line(program, newline);
			return refuse_last_character(program, error);
		}
		/* where time does not matter, reading does the waiting */
		if (is_timed(program) &&
			(wait_for(program, &output, 1, error) != 0 ||
				(unread > 0 && see_to_time(program, error) != 0)))
			return -1;
		const ssize_t got = receive(program, error);
		if (got < 0)
			return -1;
		if (got == 0)
			return unread > 0 ? refuse_unread(program, "the line has no end", error)
					  : fail_closed(program, "output", error);
	}
}

int program_answered(struct program *program, struct swf_error *error)
{
	return program->next < program->got_end
		? refuse_unread(program, "it stands behind the answer", error)
		: 0;
}

int program_time(
	const struct program *program, const char *text, double *time, struct swf_error *error)
{
	const enum swf_scan scan = text == NULL
		? SWF_SCAN_NOT_A_NUMBER
		: swf_number_scan_time(text, program->line_end, time);
	if (scan == SWF_SCAN_OK)
		return 0;
	return program_refuse(program, error, "%s",
		scan == SWF_SCAN_RANGE ? "the number is too large" : "not a number");
}

int program_start(
	struct program *program, const char *first, const char **option, struct swf_error *error)
{
	const char *version, *end;
	int64_t number;
	program->question = first;
	program->sent_end = program->sent;
	program->next = program->got_end = program->got;
	program->left = false;
	program->warned = !isatty(STDERR_FILENO);
	const int failed =
		process_start(program->command, &program->id, &program->to, &program->from);
	if (failed != 0)
		return fail(program, error, "%s", strerror(failed));
	char *p = program_line(program, first, error);
	program_end_line(program, p);
	if (program_ask(program, error) != 0 || program_answer(program, error) != 0)
		return -1;
	if (!program_says(program, "ok", &version) || (end = version) == NULL ||
		!swf_number_scan_digits(&end, program->line_end, INT64_MAX, &number) ||
		(end < program->line_end && *end != ' '))
		return program_refuse(program, error, "the answer is 'ok %d'", VERSION);
	if (number != VERSION)
		return program_refuse(program, error,
			"it speaks version %lld of the protocol, and swf-simulate version %d",
			(long long)number, VERSION);
	*option = end < program->line_end ? end + 1 : NULL;
	return program_answered(program, error);
}

/* Waits for the end of the program, or says how it failed to end. */
static int await_end(struct program *p, char *how, size_t room, struct swf_error *error)
{
	struct pollfd output = {.fd = p->from, .events = POLLIN};
	for (int pause = 1;; pause = pause < MILLISECONDS ? 2 * pause : pause) {
		const bool ended = process_has_ended(p->id, how, room);
		const int ready = poll(&output, 1, ended ? 0 : pause);
		if (ready > 0) {
			const ssize_t got = receive(p, error);
			if (got < 0)
				return -1;
			if (p->next < p->got_end)
				return refuse_unread(p, "nothing was asked", error);
			output.fd = -1; /* closed */
		} else if (ended) {
			return 0;
		}
		if (see_to_time(p, error) != 0)
			return -1;
	}
}

int program_finish(struct program *program, struct swf_error *error)
{
	char how[96];
	if (program_answered(program, error) != 0 || program_tell(program, error) != 0)
		return -1;
	close(program->to);
	program->question = NULL;
	begin_to_wait(program);
	if (await_end(program, how, sizeof how, error) != 0)
		return -1;
	return process_bury(program->id) ? 0 : fail(program, error, "%s", how);
}
