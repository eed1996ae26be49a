/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The rows of the command and then those of all commands, with included rows in their place, are
 * one array, in the order of --help. getopt_long returns the place of a row in it, and the same
 * place in other arrays has whether it was given and its default. A value is checked and stored as
 * soon as it is read, so the last one of an option counts.
 */
#include "shared/options.h"

#include <getopt.h>
#include <string.h>

#include "shared/messages.h"
#include "shared/option-values.h"

/* rows of a table, and where the text of --help begins and ends */
enum { MOST_ROWS = 96, HELP_COLUMN = 27, HELP_WIDTH = 80 };

static const struct command *command;
static void *values;
static const struct option_row *rows[MOST_ROWS];
static bool given[MOST_ROWS];
static size_t row_count;

/* the files that options name for reading */
static const char **files;
static size_t file_count, file_capacity;

/* The place of the value that a choice has where it is not given. */
static int32_t default_choice[MOST_ROWS];

static bool is_option(const struct option_row *row)
{
	return row->name != NULL;
}

/* The place of the option of a name, or SIZE_MAX. */
static size_t row_named(const char *name)
{
	for (size_t i = 0; i < row_count; i++)
		if (is_option(rows[i]) && strcmp(rows[i]->name, name) == 0)
			return i;
	return SIZE_MAX;
}

/* Appends rows, with included rows in the place of the row that includes them. A command's own rows
 * are added first, so they replace common ones of the same name. */
static void add_rows(const struct option_row *more)
{
	for (; more->name != NULL || more->help != NULL || more->rows != NULL; more++) {
		if (more->rows != NULL)
			add_rows(more->rows);
		else if (row_count < MOST_ROWS &&
			(!is_option(more) || row_named(more->name) == SIZE_MAX))
			rows[row_count++] = more;
	}
}

static void *field_of(const struct option_row *row)
{
	return (char *)values + row->offset;
}

static void put_double(const struct option_row *row, double value)
{
	memcpy(field_of(row), &value, sizeof value);
}

static void put_whole(const struct option_row *row, int64_t value)
{
	const int32_t half = (int32_t)value;
	if (row->size == sizeof half)
		memcpy(field_of(row), &half, sizeof half);
	else
		memcpy(field_of(row), &value, sizeof value);
}

static void put_value(const struct option_row *row, const char *text)
{
	const bool flag = true;
	switch (row->kind) {
	case OPTION_HEADING:
		break;
	case OPTION_FLAG:
		memcpy(field_of(row), &flag, sizeof flag);
		break;
	case OPTION_TEXT:
	case OPTION_FILE:
		memcpy(field_of(row), &text, sizeof text);
		break;
	case OPTION_WHOLE:
		put_whole(row, whole_value(row->name, text, row->least, row->most));
		break;
	case OPTION_NUMBER:
		put_double(row, number_value(row->name, text, row->low, row->high));
		break;
	case OPTION_RATIO:
		put_double(row, ratio_value(row->name, text, row->high));
		break;
	case OPTION_FACTOR:
		put_double(row, factor_value(row->name, text, row->high));
		break;
	case OPTION_PERCENT:
		put_double(row, percent_value(row->name, text));
		break;
	case OPTION_DURATION:
		put_double(row, duration_value(row->name, text, row->low));
		break;
	case OPTION_CHOICE:
		put_whole(row, choice_value(row->name, text, row->choices));
		break;
	case OPTION_SWITCH:
		*row->flag = row->on;
		break;
	case OPTION_CALL:
		row->call(values, text);
		break;
	}
}

/* What getopt_long is given. For a long option it returns its place among the rows, above all
 * letters. */
enum { FIRST_PLACE = 256 };
static char letters[2 * MOST_ROWS + 2];
static struct option names[MOST_ROWS + 1];

static void fill_getopt(void)
{
	size_t letter = 0, name = 0;
	letters[letter++] = ':';
	for (size_t i = 0; i < row_count; i++) {
		const struct option_row *row = rows[i];
		if (!is_option(row))
			continue;
		names[name++] = (struct option){row->name,
			row->argument != NULL ? required_argument : no_argument, NULL,
			FIRST_PLACE + (int)i};
		if (row->letter == '\0')
			continue;
		letters[letter++] = row->letter;
		if (row->argument != NULL)
			letters[letter++] = ':';
	}
}

/* Dies of a long option that getopt_long did not take. */
static _Noreturn void die_of_name(const char *word)
{
	const size_t length = strcspn(word, "=");
	const char *all[MOST_ROWS + 1], *first = NULL, *other = NULL;
	char name[64];
	size_t count = 0;
	snprintf(name, sizeof name, "%.*s", (int)(length - 2), word + 2);
	for (size_t i = 0; i < row_count; i++) {
		const char *row = rows[i]->name;
		if (!is_option(rows[i]) || rows[i]->help == NULL)
			continue;
		all[count++] = row;
		if (strncmp(row, name, strlen(name)) != 0)
			continue;
		if (first == NULL)
			first = row;
		else if (other == NULL)
			other = row;
	}
	all[count] = NULL;
	if (other != NULL)
		die_usage("--%s may be --%s or --%s", name, first, other);
	const char *like = nearest(name, all);
	if (like != NULL)
		die_usage("there is no option --%s; did you mean --%s?", name, like);
	die_usage("there is no option --%s", name);
}

/* The row of what getopt_long returned, or left in optopt. */
static size_t row_of(int option)
{
	if (option >= FIRST_PLACE)
		return (size_t)(option - FIRST_PLACE);
	for (size_t i = 0; i < row_count; i++)
		if (is_option(rows[i]) && rows[i]->letter == option)
			return i;
	return SIZE_MAX;
}

static _Noreturn void die_of_option(int option, char **argv)
{
	if (optopt == 0)
		die_of_name(argv[optind - 1]);
	const size_t i = row_of(optopt);
	if (option == ':')
		die_usage("--%s needs a value: %s", rows[i]->name, rows[i]->argument);
	if (optopt >= FIRST_PLACE)
		die_usage("--%s takes no value", rows[i]->name);
	die_usage("there is no option -%c", optopt);
}

void options_read(const struct command *of, const struct option_row *others, void *opts, int argc,
	char **argv)
{
	int option;
	command = of;
	values = opts;
	add_rows(of->options);
	add_rows(others);
	fill_getopt();
	for (size_t i = 0; i < row_count; i++)
		if (rows[i]->kind == OPTION_CHOICE)
			memcpy(&default_choice[i], field_of(rows[i]), sizeof *default_choice);
	opterr = 0;
	while ((option = getopt_long(argc, argv, letters, names, NULL)) != -1) {
		if (option == '?' || option == ':')
			die_of_option(option, argv);
		const size_t i = row_of(option);
		put_value(rows[i], optarg);
		given[i] = true;
	}
	for (size_t i = 0; i < row_count; i++)
		if (rows[i]->kind == OPTION_FILE && given[i]) {
			const char *path;
			memcpy(&path, field_of(rows[i]), sizeof path);
			file_option(path);
		}
}

void file_option(const char *path)
{
	files = reserve(files, file_count, &file_capacity, sizeof *files);
	files[file_count++] = path;
}

const char *option_file(size_t place)
{
	return place < file_count ? files[place] : NULL;
}

bool option_given(const char *name)
{
	const size_t i = row_named(name);
	return i != SIZE_MAX && given[i];
}

const char *option_given_of(const char *const list[])
{
	for (; *list != NULL; list++)
		if (option_given(*list))
			return *list;
	return NULL;
}

/* Prints text from a column on, in lines that are not too long. */
static void print_wrapped(FILE *file, const char *text, int column)
{
	int at = column;
	while (*text != '\0') {
		const int length = (int)strcspn(text, " ");
		if (at > column && at + 1 + length > HELP_WIDTH) {
			fprintf(file, "\n%*s", column, "");
			at = column;
		}
		if (at > column)
			at += fprintf(file, " ");
		at += fprintf(file, "%.*s", length, text);
		text += length;
		text += strspn(text, " ");
	}
	fputc('\n', file);
}

static void print_option(FILE *file, size_t i)
{
	const struct option_row *row = rows[i];
	char text[1024];
	const char dash[] = {'-', row->letter, ',', '\0'};
	const int used = fprintf(file, "  %3s --%s%s%s", row->letter != '\0' ? dash : "", row->name,
		row->argument != NULL ? " " : "", row->argument != NULL ? row->argument : "");
	if (used >= HELP_COLUMN)
		fprintf(file, "\n%*s", HELP_COLUMN, "");
	else
		fprintf(file, "%*s", HELP_COLUMN - used, "");
	snprintf(text, sizeof text, "%s", row->help);
	for (int c = 0; row->choices != NULL && row->choices[c] != NULL; c++) {
		const bool is_default = row->kind == OPTION_CHOICE && c == default_choice[i];
		const size_t length = strlen(text);
		snprintf(text + length, sizeof text - length, "%s%s%s", c > 0 ? ", " : ": ",
			row->choices[c], is_default ? " (default)" : "");
	}
	print_wrapped(file, text, HELP_COLUMN);
}

void usage_print(FILE *file)
{
	const char *line = command->usage;
	for (const char *lead = "usage:"; line != NULL; lead = "      ") {
		const char *end = strchr(line, '\n');
		fprintf(file, "%s %s %.*s\n", lead, command->name,
			(int)(end != NULL ? (size_t)(end - line) : strlen(line)), line);
		line = end != NULL ? end + 1 : NULL;
	}
	print_wrapped(file, command->purpose, 0);
	fputc('\n', file);
	for (size_t i = 0; i < row_count; i++) {
		if (is_option(rows[i]) && rows[i]->help != NULL)
			print_option(file, i);
		else if (!is_option(rows[i]))
			fprintf(file, "%s\n", rows[i]->help);
	}
}

void option_table_print(FILE *file)
{
	for (size_t i = 0; i < row_count; i++) {
		const struct option_row *row = rows[i];
		if (!is_option(row) || row->help == NULL)
			continue;
		fprintf(file, "%c\t%s\t%s\t", row->letter != '\0' ? row->letter : '-', row->name,
			row->argument != NULL ? row->argument : "");
		for (int c = 0; row->choices != NULL && row->choices[c] != NULL; c++)
			fprintf(file, "%s%s", c > 0 ? "," : "", row->choices[c]);
		fprintf(file, "\t%s\n", row->help);
	}
}
