/* What all commands share: their beginning and end, messages and exit codes, option values. */
#ifndef SWF_CMD_COMMON_H
#define SWF_CMD_COMMON_H

#include <getopt.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "shared/values.h"
#include "swfcore/error.h"
#include "swfcore/log.h"

enum { EXIT_DATA = 1, EXIT_USAGE = 2 };

/* Messages go to stderr as "COMMAND: ...", after stdout has been flushed. die() exits with
 * EXIT_DATA, die_usage() with EXIT_USAGE and a pointer to --help; note() is silenced by --quiet. */
_Noreturn void die(const char *format, ...) SWF_PRINTF(1, 2);
_Noreturn void die_usage(const char *format, ...) SWF_PRINTF(1, 2);
void warn(const char *format, ...) SWF_PRINTF(1, 2);
void note(const char *format, ...) SWF_PRINTF(1, 2);

/* From now on warnings and notes begin with this name; NULL for none. For commands that read
 * several files; errors name theirs. */
void messages_about(const char *input);

/* The options that every command has, and those of every filter that reads and writes logs. */
#define COMMON_SHORT_OPTIONS "ho:qV"
#define COMMON_LONG_OPTIONS                                                                        \
	{"help", no_argument, NULL, 'h'}, {"output", required_argument, NULL, 'o'},                \
		{"quiet", no_argument, NULL, 'q'},                                                 \
	{                                                                                          \
		"version", no_argument, NULL, 'V'                                                  \
	}
#define COMMON_HELP                                                                                \
	"  -o, --output FILE        write to FILE, which appears when it is whole\n"               \
	"  -q, --quiet              no notes and no progress on stderr\n"                          \
	"  -h, --help               print this help\n"                                             \
	"  -V, --version            print the version\n"

/* Options of commands that read logs (b) and write them (a, P), which each lists as far as it has
 * them. */
#define LOG_SHORT_OPTIONS "abP"
/* clang-format off */
#define ALIGN_OPTION         {"align", no_argument, NULL, 'a'}
#define SKIP_BAD_OPTION      {"skip-bad", no_argument, NULL, 'b'}
#define NO_PROVENANCE_OPTION {"no-provenance", no_argument, NULL, 'P'}
#define ANONYMOUS_OPTION     {"anonymous", required_argument, NULL, 'A'}
/* clang-format on */
#define LOG_LONG_OPTIONS ALIGN_OPTION, SKIP_BAD_OPTION, NO_PROVENANCE_OPTION
#define SKIP_BAD_HELP                                                                              \
	"  -b, --skip-bad           count bad lines instead of stopping at the first\n"
#define ANONYMOUS_HELP                                                                             \
	"  -A, --anonymous HOW      users of jobs without one: each (one a job), one (for all)\n"
#define LOG_HELP                                                                                   \
	SKIP_BAD_HELP                                                                              \
	"  -a, --align              aligned columns\n"                                             \
	"  -P, --no-provenance      no note of this command in the header\n"

/* Of commands that write the jobs they read (extra.h). */
#define EXTRA_SHORT_OPTIONS "E"
/* clang-format off */
#define EXTRA_OPTION {"extra", no_argument, NULL, 'E'}
/* clang-format on */
#define EXTRA_HELP "  -E, --extra              keep fields after the 18th\n"

struct log_options {
	bool align, skip_bad, provenance, extra;
	enum swf_anonymous anonymous;
};
const struct log_options *log_options(void);

/* Begins a command: its name for messages, its usage for --help and for a terminal on stdin. To be
 * called before any file is opened: it sees to standard streams that are closed. */
void command_begin(const char *name, void (*usage)(FILE *), int argc, char **argv);

/* Handles --anonymous, as common_option does for commands that have no more to it than users whom
 * it makes; where jobs without a user may stay what they are, there is also drop and keep. Returns
 * whether they are kept. */
bool anonymous_option(bool may_stay);

/* Handles one of the options above, or the '?' and ':' of getopt_long. */
void common_option(int option);

/* Ends a command: closes stdout or the output file. Returns EXIT_SUCCESS. */
int command_end(void);

/* The single file operand, "-" (standard input) when there is none. */
const char *file_operand(void);

/* For what takes no operand: dies of one, which goes with this option. */
void no_operand(const char *option);

/* To be told of each file that an option names for reading, before the operands are asked for. */
void file_option(const char *path);

/* The file operands, ended by NULL; "-" (standard input), which may stand there once, when there is
 * none. */
char **file_operands(void);

/* Dies where --output names one of the file operands: for commands that do not write what they read
 * in another form. */
void keep_operands(void);

/* A file as messages call it: "stdin" for "-". */
const char *shown_name(const char *path);

/* Takes the first operand, which names what the command is to do: its place in a list that NULL
 * ends. Dies with a usage error where it is none of them. */
int action_operand(const char *const actions[]);

/* Prints how far a long run has come, about once a second, when stderr is a terminal. */
void progress(int64_t jobs);

/* Notes "COUNT THING(s) REST", where there are any. */
void note_count(int64_t count, const char *thing, const char *rest);

/* The same of jobs that are left out, with the share of all work that is theirs. */
void note_left_out(
	int64_t count, const char *thing, const char *rest, double work, double all_work);

/* The command as it was called, with its version, but without its operands and without values that
 * are hidden, such as that of --output: where the data were and went says nothing about them. */
const char *command_line(void);
void hide_argument(const char *value);

/* Has it show an option that was not given but matters, such as a seed. */
void default_argument(const char *option);

/* Makes a seed and a replication 1 where they are negative, not having been given, and shows them.
 */
void default_random(int64_t *seed, int64_t *replication);

#endif
