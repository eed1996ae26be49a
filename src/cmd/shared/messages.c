/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * stdout is flushed before each message: where both go to one file or terminal, a message follows
 * the lines that it is about. A line of progress has no newline until another message or the end
 * comes. While progress_shown is set, such a line stands on the terminal.
 */
#include "shared/messages.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static const char *command;
static bool quiet;
static bool progress_shown;

/* what warnings and notes are about, or NULL */
static const char *subject;

void messages_from(const char *name)
{
	command = name;
}

void messages_about(const char *input)
{
	subject = input;
}

void silence_notes(void)
{
	quiet = true;
}

void end_progress(void)
{
	if (progress_shown)
		fputc('\n', stderr);
	progress_shown = false;
}

/* One write a message, so that those of a pipeline do not mix. */
static void print_message(const char *about, const char *format, va_list args)
{
	char text[2048];
	fflush(stdout);
	end_progress();
	int length = snprintf(text, sizeof text, "%s: %.500s%s", command,
		about != NULL ? about : "", about != NULL ? ": " : "");
	vsnprintf(text + length, sizeof text - (size_t)length - 1, format, args);
	strcat(text, "\n");
	fputs(text, stderr);
}

_Noreturn void die(const char *format, ...)
{
	va_list args;
	va_start(args, format);
	print_message(NULL, format, args);
	va_end(args);
	exit(EXIT_DATA);
}

_Noreturn void die_usage(const char *format, ...)
{
	va_list args;
	va_start(args, format);
	print_message(NULL, format, args);
	va_end(args);
	fprintf(stderr, "Try '%s --help'.\n", command);
	exit(EXIT_USAGE);
}

void warn(const char *format, ...)
{
	va_list args;
	va_start(args, format);
	print_message(subject, format, args);
	va_end(args);
}

void note(const char *format, ...)
{
	if (quiet)
		return;
	va_list args;
	va_start(args, format);
	print_message(subject, format, args);
	va_end(args);
}

void note_count(int64_t count, const char *thing, const char *rest)
{
	if (count > 0)
		note("%lld %s%s %s", (long long)count, thing, count == 1 ? "" : "s", rest);
}

const char *share_text(double part, double all, char text[SHARE_ROOM])
{
	const double share = all > 0 ? 100 * part / all : 0;
	if (share > 0 && share < 0.1)
		return "under 0.1 %";
	snprintf(text, SHARE_ROOM, "%.1f %%", share);
	return text;
}

void note_left_out(int64_t count, const char *thing, const char *rest, double work, double all_work)
{
	char share[SHARE_ROOM], text[256];
	snprintf(text, sizeof text, "%s, %s of the work", rest, share_text(work, all_work, share));
	note_count(count, thing, all_work > 0 ? text : rest);
}

void progress(int64_t jobs)
{
	static time_t last; /* to look at the clock at each job would cost time */
	if (jobs % 65536 != 0 || quiet || !isatty(STDERR_FILENO))
		return;
	time_t now = time(NULL);
	if (last != 0 && now != last) {
		fprintf(stderr, "%s: %lld jobs\r", command, (long long)jobs);
		progress_shown = true;
	}
	last = now;
}

_Noreturn void die_of_memory(void)
{
	die("out of memory");
}

void *checked(void *memory)
{
	if (memory == NULL)
		die_of_memory();
	return memory;
}

void *reserve(void *array, size_t count, size_t *capacity, size_t size)
{
	if (count < *capacity)
		return array;
	*capacity = *capacity == 0 ? 64 : 2 * *capacity;
	return checked(realloc(array, *capacity * size));
}

/* What a command or an option can do about errors of the library. */
static const char *const cures[] = {[SWF_ERROR_OTHER] = "",
	[SWF_ERROR_UNSORTED] = "; swf-check --fix sorts a log",
	[SWF_ERROR_USER] = " for --anonymous",
	[SWF_ERROR_OVERSIZE] = "; --oversize skip or clamp goes on"};

_Noreturn void die_of(const struct swf_error *error)
{
	die("%s%s", error->text, cures[error->kind]);
}
