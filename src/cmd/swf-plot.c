/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * swf-plot: draws a log. Each kind of picture is a script of gnuplot, which also says which
 * commands make the tables that it draws. This command runs them, and writes the picture.
 */
#include <getopt.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "plot/kind.h"
#include "plot/picture.h"
#include "shared/atomic-file.h"
#include "shared/command.h"
#include "shared/messages.h"
#include "shared/tools.h"

struct opts {
	const char *table;
	bool list;
};

static const struct option_row options[] = {
	{'t', "table", "NAME", "print this table behind the picture instead", TO_TEXT(table)},
	{'\0', "list", NULL, "list the kinds; with KIND, describe it, its variables and tables",
		TO_FLAG(list)},
	OPTIONS_END};

static const struct command command = {.name = "swf-plot",
	.usage = "[options] KIND [LOG|TABLE...] [VARIABLE=VALUE...]",
	.purpose = "Draws SWF logs (default: standard input), as SVG, PDF or PNG by the ending of "
		   "the file that --output names, or without one as text for the terminal.",
	.options = options};

/* The length of the name in NAME=VALUE, in capitals; 0 where a text is none. */
static size_t name_length(const char *text)
{
	const size_t length = strspn(text, "ABCDEFGHIJKLMNOPQRSTUVWXYZ");
	return text[length] == '=' ? length : 0;
}

/* Sets the variables among the operands. Whatever its name, a file is a log. Returns the others,
 * ended by NULL. */
static char **set_variables(const struct kind *kind, int argc, char **argv)
{
	char **paths = checked(calloc((size_t)argc + 2, sizeof *paths));
	size_t count = 0;
	for (int i = 0; i < argc; i++) {
		const size_t length = name_length(argv[i]);
		if (length == 0 || access(argv[i], F_OK) == 0) {
			paths[count++] = argv[i];
			continue;
		}
		argv[i][length] = '\0';
		struct kind_item *variable =
			kind_item(&kind->variables, argv[i], "", " the variables of this kind");
		free(variable->text);
		variable->text = checked(strdup(argv[i] + length + 1));
	}
	if (count == 0)
		paths[0] = "-";
	return paths;
}

/* The format by the ending of the output. */
static const char *format_of(const char *path)
{
	static const char *const formats[] = {"svg", "pdf", "png", NULL};
	const char *end = path != NULL ? strrchr(path, '.') : NULL;
	if (path == NULL)
		return "text";
	if (end != NULL && strcmp(end, ".txt") == 0)
		return "text";
	for (int i = 0; end != NULL && formats[i] != NULL; i++)
		if (strcmp(end + 1, formats[i]) == 0)
			return formats[i];
	die_usage("--output: %s does not end with .svg, .pdf, .png or .txt", path);
}

/* Draws the kind, or prints the table. */
static void draw_kind(const struct kind *kind, const char *folder, const char *name, char **paths)
{
	const struct kind_item *table = name == NULL
		? NULL
		: kind_item(&kind->tables, name, "--table: ", " the tables of this kind");
	const char *format = table != NULL ? NULL : format_of(output_path());
	picture_inputs(kind, paths);
	picture_tables(kind, table, folder);
	if (table != NULL) {
		picture_write_table(table);
	} else {
		picture_draw(kind, folder, format);
		picture_write(format);
	}
}

int main(int argc, char **argv)
{
	struct opts o = {0};
	struct kind kind = {0};
	const char *self = argv[0];
	argv[0] = (char *)command.name;
	command_begin(&command, &o, argc, argv);
	char *folder = installed_folder(self, "plots");
	if (optind == argc && !o.list)
		die_usage("no kind is given; --list shows them");
	if (optind < argc)
		kind_read(&kind, folder, argv[optind++]);
	if (kind.path == NULL) {
		kinds_list(folder);
	} else if (o.list) {
		kind_describe(&kind);
	} else {
		keep_operands();
		char **paths = set_variables(&kind, argc - optind, argv + optind);
		draw_kind(&kind, folder, o.table, paths);
		free(paths);
	}
	kind_clear(&kind);
	free(folder);
	return command_end();
}
