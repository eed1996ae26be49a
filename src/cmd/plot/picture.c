#include "plot/picture.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "base/input.h"
#include "plot/scratch.h"
#include "shared/library-error.h"
#include "shared/memory.h"
#include "shared/messages.h"
#include "shared/output.h"
#include "shared/programs.h"

/* What is drawn, an operand each. */
struct input {
	char *log; /* its path as a command takes it; NULL for a table */
	char *name;
};

static struct input *inputs;
static size_t input_count, input_capacity;

/* The file of a table of the operand at a place. */
static const char *table_file(const struct kind_item *table, size_t place)
{
	static char name[256];
	snprintf(name, sizeof name, "%.200s-%zu.csv", table->name, place + 1);
	return name;
}

static FILE *open_scratch(const char *name, const char *mode)
{
	FILE *file = fopen(scratch_path(name), mode);
	if (file == NULL)
		die("%s: %s", scratch_path(name), strerror(errno));
	return file;
}

static void close_scratch(FILE *file, const char *name)
{
	if (ferror(file) || fclose(file) != 0)
		die("%s: %s", scratch_path(name), strerror(errno));
}

/* Copies what is left of the bytes of a file, of which the block is the first. */
static void copy_bytes(const char *path, struct swf_bytes bytes, const char *block, ptrdiff_t got,
	const char *name)
{
	char more[65536];
	struct swf_error error;
	FILE *file = open_scratch(name, "w");
	while (got > 0) {
		fwrite(block, 1, (size_t)got, file);
		got = bytes.read(bytes.context, more, sizeof more, &error);
		block = more;
	}
	if (got < 0)
		die("%s: %s", swf_input_name(path), error.text);
	close_scratch(file, name);
}

/* A table begins with the name of a column; a log with a comment or a number. */
static bool begins_table(const char *block, ptrdiff_t got)
{
	const char *end = block + got;
	if (got >= 3 && memcmp(block, "\xef\xbb\xbf", 3) == 0)
		block += 3;
	while (block < end && isspace((unsigned char)*block))
		block++;
	return block < end && (isalpha((unsigned char)*block) || *block == '"');
}

/* A log is called by the name of its file without .gz and .swf, a table without .csv. */
static char *plain_name(const char *path)
{
	static const char *const endings[] = {".gz", ".swf", ".csv"};
	const char *slash = strrchr(path, '/');
	char *name = checked(strdup(slash != NULL ? slash + 1 : path));
	for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
		const size_t length = strlen(name), end = strlen(endings[i]);
		if (length > end && strcmp(name + length - end, endings[i]) == 0)
			name[length - end] = '\0';
	}
	return name;
}

/* The standard input is read once, and there may be several commands that want it. */
static void take(const struct kind *kind, const char *path)
{
	char block[65536];
	struct swf_bytes bytes;
	struct swf_error error;
	const bool from_stdin = strcmp(path, "-") == 0;
	if (swf_input_open(path, &bytes, &error) != 0)
		die_of(&error);
	const ptrdiff_t got = bytes.read(bytes.context, block, sizeof block, &error);
	if (got < 0)
		die("%s: %s", swf_input_name(path), error.text);
	inputs = reserve(inputs, input_count, &input_capacity, sizeof *inputs);
	struct input *input = &inputs[input_count];
	*input = (struct input){
		.name = from_stdin ? checked(strdup("standard input")) : plain_name(path)};
	if (begins_table(block, got)) {
		if (kind->tables.count > 1)
			die("%s: a table, but this kind draws %zu tables, which it makes of a log",
				swf_input_name(path), kind->tables.count);
		copy_bytes(path, bytes, block, got, table_file(&kind->tables.list[0], input_count));
	} else if (from_stdin) {
		copy_bytes(path, bytes, block, got, "stdin.swf");
		input->log = checked(strdup(scratch_path("stdin.swf")));
	} else {
		input->log = checked(malloc(strlen(path) + 3));
		/* neither an option, nor what awk takes for a variable */
		const bool odd = path[0] == '-' || strchr(path, '=') != NULL;
		sprintf(input->log, "%s%s", odd && path[0] != '/' ? "./" : "", path);
	}
	if (bytes.close != NULL)
		bytes.close(bytes.context);
	input_count++;
}

void picture_inputs(const struct kind *kind, char *const paths[])
{
	size_t count = 0;
	while (paths[count] != NULL)
		count++;
	if (count < kind->least_logs)
		die_usage("%zu log%s, but this kind draws %zu%s", count, count == 1 ? "" : "s",
			kind->least_logs, kind->most_logs > kind->least_logs ? " or more" : "");
	if (count > kind->most_logs)
		die_usage("%zu logs, but this kind draws %s%zu", count,
			kind->most_logs > kind->least_logs ? "at most " : "", kind->most_logs);
	for (size_t i = 0; i < count; i++)
		take(kind, paths[i]);
}

static bool has_rows(const char *name)
{
	int c, lines = 0;
	FILE *file = open_scratch(name, "r");
	while (lines < 2 && (c = getc(file)) != EOF)
		lines += c == '\n';
	fclose(file);
	return lines == 2;
}

/* Makes a table of a log. What a command that failed wrote is no table. */
static bool make_table(const struct kind_item *table, size_t place)
{
	char *const bash[] = {"bash", "-o", "pipefail", "-c", table->text, NULL};
	const char *name = table_file(table, place);
	if (inputs[place].log == NULL)
		return true;
	if (setenv("LOG", inputs[place].log, 1) != 0)
		die_of_memory();
	const int status = scratch_run(bash, name, NULL, false);
	if (status == 127 && !has_program("bash", "bash"))
		die("bash is missing (package bash)");
	if (status != 0)
		close_scratch(open_scratch(name, "w"), name);
	return status == 0;
}

void picture_tables(const struct kind *kind, const struct kind_item *only)
{
	bool rows = false, made = true;
	setenv("LC_ALL", "C", 1);
	for (size_t i = 0; i < kind->variables.count; i++)
		if (setenv(kind->variables.list[i].name, kind->variables.list[i].text, 1) != 0)
			die_of_memory();
	for (size_t i = 0; i < kind->tables.count; i++) {
		const struct kind_item *table = &kind->tables.list[i];
		for (size_t place = 0; place < input_count; place++) {
			if (only != NULL && only != table)
				continue;
			made &= make_table(table, place);
			rows |= has_rows(table_file(table, place));
		}
	}
	if (only != NULL && !made)
		die("the table %s could not be made", only->name);
	if (only == NULL && !rows)
		die("there is nothing to draw");
}

/* A text as gnuplot takes it, without control characters, which no name needs. */
static void put_text(FILE *file, const char *text)
{
	putc('\'', file);
	for (; *text != '\0'; text++) {
		if (*text == '\'')
			putc('\'', file);
		putc((unsigned char)*text < ' ' ? '?' : *text, file);
	}
	fputs("'\n", file);
}

/* The width and the height of the terminal, in characters. */
static void terminal_size(int *width, int *height)
{
	struct winsize size;
	const char *text;
	*width = 80, *height = 24;
	if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 && size.ws_row > 0) {
		*width = size.ws_col;
		*height = size.ws_row;
	}
	if ((text = getenv("COLUMNS")) != NULL && atoi(text) > 0)
		*width = atoi(text);
	if ((text = getenv("LINES")) != NULL && atoi(text) > 0)
		*height = atoi(text);
	/* within which gnuplot draws something; a line is left for the prompt */
	*width = *width < 40 ? 40 : *width > 500 ? 500 : *width;
	*height = *height < 16 ? 15 : *height > 200 ? 199 : *height - 1;
}

static void write_settings(const struct kind *kind, const char *folder, const char *format)
{
	int width, height;
	terminal_size(&width, &height);
	FILE *file = open_scratch("settings.gp", "w");
	fprintf(file, "set encoding utf8\nformat = '%s'\ncolumns = %d\nlines = %d\nlogs = %zu\n",
		format, width, height, input_count);
	fprintf(file, "tabled = %d\nplots = ", inputs[0].log == NULL);
	char *path = checked(malloc(strlen(folder) + 2));
	sprintf(path, "%s/", folder);
	put_text(file, path);
	free(path);
	fprintf(file, "array names[%zu]\n", input_count);
	for (size_t i = 0; i < input_count; i++) {
		fprintf(file, "names[%zu] = ", i + 1);
		put_text(file, inputs[i].name);
	}
	for (size_t i = 0; i < kind->variables.count; i++) {
		fprintf(file, "%s = ", kind->variables.list[i].name);
		put_text(file, kind->variables.list[i].text);
	}
	close_scratch(file, "settings.gp");
}

static const char *picture_file(const char *format)
{
	static char name[32];
	snprintf(name, sizeof name, "plot.%s", format);
	return name;
}

/* Shows what gnuplot said last. */
static void show_messages(void)
{
	char line[512], before[512] = "";
	FILE *file = open_scratch("messages", "r");
	while (fgets(line, sizeof line, file) != NULL)
		if (strspn(line, " ^\n") < strlen(line))
			strcpy(before, line);
	fclose(file);
	before[strcspn(before, "\n")] = '\0';
	if (before[0] != '\0')
		warn("gnuplot: %s", before);
}

void picture_draw(const struct kind *kind, const char *folder, const char *format)
{
	char *const gnuplot[] = {"gnuplot", "-d", "settings.gp", kind->path, NULL};
	write_settings(kind, folder, format);
	const int status = scratch_run(gnuplot, "printed", "messages", true);
	if (status == 127)
		die("gnuplot is missing (package gnuplot)");
	if (status != 0)
		show_messages();
	if (status != 0 || access(scratch_path(picture_file(format)), R_OK) != 0)
		die("the picture could not be drawn");
}

/* Copies a file to the output, but for its first line where `rows`. */
static void write_out(FILE *file, bool rows)
{
	char block[65536];
	size_t got;
	int c;
	while (rows && (c = getc(file)) != EOF && c != '\n')
		;
	while ((got = fread(block, 1, sizeof block, file)) > 0)
		fwrite(block, 1, got, output());
	fclose(file);
}

void picture_write_table(const struct kind_item *table)
{
	FILE **files = checked(calloc(input_count, sizeof(FILE *)));
	for (size_t i = 0; i < input_count; i++)
		files[i] = open_scratch(table_file(table, i), "r");
	scratch_clear();
	for (size_t i = 0; i < input_count; i++)
		write_out(files[i], i > 0);
	free(files);
}

void picture_write(const char *format)
{
	FILE *file = open_scratch(picture_file(format), "r");
	scratch_clear();
	/* a picture of characters begins with a form feed */
	const int first = getc(file);
	if (first != '\f')
		ungetc(first, file);
	write_out(file, false);
}
