#include "shared/operands.h"

#include <getopt.h>
#include <stdio.h>
#include <string.h>

#include "shared/choices.h"
#include "shared/messages.h"
#include "shared/output.h"
#include "shared/paths.h"

static int arguments;
static char **argument;

/* how many options read the standard input */
static int options_from_stdin;

void operands_are(int argc, char **argv)
{
	arguments = argc;
	argument = argv;
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
	int from_stdin = options_from_stdin;
	for (char **path = paths; *path != NULL; path++)
		from_stdin += strcmp(*path, "-") == 0;
	if (from_stdin > 1)
		die_usage("standard input can be read only once");
	return paths;
}

void file_option(const char *path)
{
	options_from_stdin += strcmp(path, "-") == 0;
}

void no_operand(const char *option)
{
	if (optind < arguments)
		die_usage("'%s': a file goes with %s", argument[optind], option);
}

void keep_operands(void)
{
	for (int i = optind; i < arguments; i++)
		if (has_output_file() && is_same_file(argument[i], output_path()))
			die_usage("--output: %s is an input file", argument[i]);
}

int action_operand(const char *const actions[])
{
	char list[256] = "";
	for (int i = 0; actions[i] != NULL; i++) {
		if (optind < arguments && strcmp(argument[optind], actions[i]) == 0) {
			optind++;
			return i;
		}
		const size_t used = strlen(list);
		snprintf(list + used, sizeof list - used, "%s%s", i > 0 ? ", " : "", actions[i]);
	}
	if (optind < arguments)
		die_choice("", argument[optind], "", actions);
	die_usage("the action is missing; choose one of: %s", list);
}

const char *shown_name(const char *path)
{
	return strcmp(path, "-") == 0 ? "stdin" : path;
}
