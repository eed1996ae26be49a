/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A program of the user's, which answers questions by lines on pipes: its process, the lines that
 * go to it, and those that come from it. swfkit-protocol(7) says what the lines mean.
 *
 * Lines that ask nothing are kept until a question goes out, so that a question is one write.
 * A program that writes without reading is no deadlock: it must not write before it is asked.
 */
#ifndef SWF_CMD_SIMULATE_PROGRAM_H
#define SWF_CMD_SIMULATE_PROGRAM_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <sys/types.h>

#include "base/number.h"
#include "swfcore/error.h"

/* Bytes of the longest line: of ours, which has up to a dozen numbers, and of the program's. */
enum { PROGRAM_LINE = 16 * SWF_NUMBER_SLACK, PROGRAM_ANSWER = 4096 };

/* Begins with its command and its patience; all else is 0. */
struct program {
	const char *command; /* for /bin/sh */
	double patience;     /* s, how long an answer may take; INFINITY for any time */
	pid_t id;            /* of the process and its group */
	int to, from;        /* our ends of the pipes */
	double asked;        /* s of the system's clock, when the program was asked last */
	bool warned;         /* that it has not answered yet */
	bool left;           /* it reads no more, which it may if nothing more is asked */
	uint64_t lines;      /* that came from it, so far */
	/* the last of these, in the buffer below, and where it ends */
	const char *line, *line_end;
	const char *question; /* in the buffer below: the last line of ours */
	char *sent_end;       /* of the lines that are to be sent */
	const char *next;     /* what has come behind the last line, up to got_end */
	char *got_end;
	char sent[1 << 16];
	char got[2 * PROGRAM_ANSWER + SWF_NUMBER_SLACK];
};

/* Starts the program, asks it whether it speaks the version of the protocol of which `first`, our
 * first line, speaks, and puts what it says behind its "ok 1 ", or NULL, into *option. 0, or -1
 * with the error set. */
int program_start(struct program *program, const char *first, const char **option,
	struct swf_error *error) SWF_MUST_CHECK;

/* The room for a line of ours, which begins with this word. NULL with the error set where earlier
 * lines cannot be sent. */
char *program_line(struct program *program, const char *word, struct swf_error *error);

/* A field more of the line, and its end. */
static inline char *program_put_time(char *p, double value)
{
	*p++ = ' ';
	return swf_number_put_time(p, value);
}

static inline char *program_put_whole(char *p, int64_t value)
{
	*p++ = ' ';
	return swf_number_put_whole(p, value);
}

static inline void program_end_line(struct program *program, char *p)
{
	*p++ = '\n';
	program->sent_end = p;
}

/* Sends the lines so far, none of which needs an answer. 0, or -1 with the error set. */
int program_tell(struct program *program, struct swf_error *error) SWF_MUST_CHECK;

/* Sends the lines so far, of which the last is a question. 0, or -1 with the error set. */
int program_ask(struct program *program, struct swf_error *error) SWF_MUST_CHECK;

/* Waits for a line of the answer. 0, or -1 with the error set. */
int program_answer(struct program *program, struct swf_error *error) SWF_MUST_CHECK;

/* Whether the line begins with this word; what stands behind it and a blank, or NULL for nothing.
 */
static inline bool program_says(const struct program *program, const char *word, const char **rest)
{
	const size_t length = strlen(word);
	const char *end = program->line + length;
	if (end > program->line_end || memcmp(program->line, word, length) != 0 ||
		(end < program->line_end && *end != ' '))
		return false;
	*rest = end < program->line_end ? end + 1 : NULL;
	return true;
}

/* The number from there to the end of the line: a time in s. 0, or -1 with the error set. */
int program_time(const struct program *program, const char *text, double *time,
	struct swf_error *error) SWF_MUST_CHECK;

/* Refuses the line for what the format says: always -1. */
int program_refuse(const struct program *program, struct swf_error *error, const char *format, ...)
	SWF_PRINTF(3, 4);

/* To be called when the answer has ended. Refuses lines behind it: 0, or -1 with the error set. */
int program_answered(struct program *program, struct swf_error *error) SWF_MUST_CHECK;

/* Sends what is left, ends the input of the program, and waits for its end: 0 if it has nothing
 * more to say and ends with status 0, or -1 with the error set. */
int program_finish(struct program *program, struct swf_error *error) SWF_MUST_CHECK;

#endif
