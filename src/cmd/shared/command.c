/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "shared/command.h"

#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "shared/atomic-file.h"
#include "swfcore/version.h"

static const char *command_name;
static int arguments;
static char **argument;

static void to_output(void *opts, const char *path)
{
	(void)opts;
	hide_argument(path);
	set_output(path);
}

static void to_quiet(void *opts, const char *value)
{
	(void)opts, (void)value;
	silence_notes();
}

static void to_help(void *opts, const char *value)
{
	(void)opts, (void)value;
	usage_print(stdout);
	exit(command_end());
}

static void to_option_table(void *opts, const char *value)
{
	(void)opts, (void)value;
	option_table_print(stdout);
	exit(command_end());
}

static void to_version(void *opts, const char *value)
{
	(void)opts, (void)value;
	printf("%s (swfkit) %s\n", command_name, SWF_VERSION);
	exit(command_end());
}

/* What every command has. The last, without a text, is not for people. */
static const struct option_row common_options[] = {
	{'o', "output", "FILE", "write to FILE, which is replaced only when the output is complete",
		TO_CALL(to_output)},
	{'q', "quiet", NULL, "no notes and no progress on stderr", TO_CALL(to_quiet)},
	{'h', "help", NULL, "print this help", TO_CALL(to_help)},
	{'V', "version", NULL, "print the version", TO_CALL(to_version)},
	{'\0', "option-table", NULL, NULL, TO_CALL(to_option_table)}, OPTIONS_END};

/* Puts something in place of standard streams that are closed, or a file that is opened next would
 * take their place, and get what is meant for them. Reading and writing it are errors, but for
 * messages, which go nowhere. */
static void open_standard_streams(void)
{
	static const int modes[] = {O_WRONLY, O_RDONLY, O_WRONLY};
	for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
		if (fcntl(fd, F_GETFD) < 0 && open("/dev/null", modes[fd]) != fd)
			die("/dev/null: %s", strerror(errno));
}

/* Dies where an output would take the place of a file that is read. */
static void keep_file(const char *option, const char *path, const char *file_to_read)
{
	if (is_same_file(path, file_to_read))
		die_usage("--%s: %s is an input file", option, file_to_read);
}

void command_begin(const struct command *command, void *opts, int argc, char **argv)
{
	command_name = command->name;
	messages_from(command->name);
	open_standard_streams();
	unsetenv("POSIXLY_CORRECT"); /* options may follow operands, in recipes as well */
	options_read(command, common_options, opts, argc, argv);
	if (argc == 1 && isatty(STDIN_FILENO)) {
		usage_print(stderr);
		exit(EXIT_USAGE);
	}
	arguments = argc;
	argument = argv;
	arguments_are(command->name, argv);
	for (size_t i = 0; has_output_file() && option_file(i) != NULL; i++)
		keep_file("output", output_path(), option_file(i));
}

int command_end(void)
{
	end_progress();
	close_output();
	return EXIT_SUCCESS;
}

const char *file_operand(void)
{
	if (optind + 1 < arguments)
		die_usage("one file at most, not also '%s'", argument[optind + 1]);
	return *file_operands();
}

char **file_operands(void)
{
	static char *standard_input[] = {"-", NULL};
	char **paths = optind < arguments ? argument + optind : standard_input;
	int from_stdin = 0;
	for (size_t i = 0; option_file(i) != NULL; i++)
		from_stdin += strcmp(option_file(i), "-") == 0;
	for (char **path = paths; *path != NULL; path++)
		from_stdin += strcmp(*path, "-") == 0;
	if (from_stdin > 1)
		die_usage("standard input can be read only once");
	return paths;
}

void no_operand(const char *option)
{
	if (optind < arguments)
		die_usage("'%s': a file goes with %s", argument[optind], option);
}

void keep_operands(void)
{
	for (int i = optind; i < arguments && has_output_file(); i++)
		keep_file("output", output_path(), argument[i]);
}

void other_output(const char *option, const char *path)
{
	if (strcmp(path, "-") == 0)
		die_usage("--%s: the standard output is for the log", option);
	if (has_output_file() && is_same_file(path, output_path()))
		die_usage("--%s and --output name the same file", option);
	for (int i = optind; i < arguments; i++)
		keep_file(option, path, argument[i]);
	for (size_t i = 0; option_file(i) != NULL; i++)
		keep_file(option, path, option_file(i));
}

int action_operand(const char *const actions[])
{
	for (int i = 0; optind < arguments && actions[i] != NULL; i++)
		if (strcmp(argument[optind], actions[i]) == 0) {
			optind++;
			return i;
		}
	if (optind < arguments)
		die_choice("", argument[optind], "", actions);
	die_usage("the action is missing; choose one of: %s", name_list(actions));
}

const char *shown_name(const char *path)
{
	return strcmp(path, "-") == 0 ? "stdin" : path;
}
