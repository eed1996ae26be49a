/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a command says on stderr, and how it ends where it cannot go on: for wrong data, wrong
 * usage, a lack of memory, or an error of the library. */
#ifndef SWF_CMD_SHARED_MESSAGES_H
#define SWF_CMD_SHARED_MESSAGES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "swfcore/error.h"

enum { EXIT_DATA = 1, EXIT_USAGE = 2 };

/* To be called first: the name with which each message begins. It is good until the end. */
void messages_from(const char *command);

/* From now on warnings and notes begin with this name; NULL for none. For commands that read
 * several files; errors name theirs. */
void messages_about(const char *input);

/* From now on there are no notes and no progress. */
void silence_notes(void);

/* Messages are "COMMAND: ...", after stdout has been flushed. die() exits with EXIT_DATA,
 * die_usage() with EXIT_USAGE and a pointer to --help. */
_Noreturn void die(const char *format, ...) SWF_PRINTF(1, 2);
_Noreturn void die_usage(const char *format, ...) SWF_PRINTF(1, 2);
void warn(const char *format, ...) SWF_PRINTF(1, 2);
void note(const char *format, ...) SWF_PRINTF(1, 2);

/* Notes "COUNT THING(s) REST", where there are any. */
void note_count(int64_t count, const char *thing, const char *rest);

/* Writes the share of a part, as "12.3 %", or "under 0.1 %" of one that is not 0. Returns the text.
 */
enum { SHARE_ROOM = 32 };
const char *share_text(double part, double all, char text[SHARE_ROOM]);

/* The same of jobs that are left out, with the share of all work that is theirs. */
void note_left_out(
	int64_t count, const char *thing, const char *rest, double work, double all_work);

/* Prints how far a long run has come, about once a second, when stderr is a terminal; and leaves
 * that line. */
void progress(int64_t jobs);
void end_progress(void);

_Noreturn void die_of_memory(void);

/* What calloc() and the like return, which is not NULL then. */
void *checked(void *memory);

/* The same of functions of the library that return 0 unless there is no memory. */
static inline void must(int failed)
{
	if (failed != 0)
		die_of_memory();
}

/* The array with room for one element more. */
void *reserve(void *array, size_t count, size_t *capacity, size_t size);

/* Dies of an error of the library, with what a command or an option can do about it. */
_Noreturn void die_of(const struct swf_error *error);

#endif
