#include "plot/picture.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "base/utf8.h"
#include "plot/inputs.h"
#include "plot/said.h"
#include "plot/scratch.h"
#include "shared/atomic-file.h"
#include "shared/messages.h"

static struct inputs inputs;

void picture_inputs(const struct kind *kind, char *const paths[])
{
	inputs_take(&inputs, kind, paths);
}

static bool has_rows(const char *name)
{
	int c, lines = 0;
	FILE *file = scratch_open(name, "r");
	while (lines < 2 && (c = getc(file)) != EOF)
		lines += c == '\n';
	fclose(file);
	return lines == 2;
}

/* Makes a table of a log. What a command that failed wrote is no table. */
static bool make_table(const struct kind *kind, const struct kind_item *table, size_t place)
{
	const char *name = table_file(table, place);
	if (inputs.list[place].log == NULL)
		return true;
	if (setenv("LOG", inputs.list[place].log, 1) != 0)
		die_of_memory();
	const int status = scratch_run(table->text, NULL, NULL, name, "messages");
	say_in_variables(kind, table, "messages");
	if (status != 0) {
		warn("the table %s could not be made", table->name);
		scratch_close(scratch_open(name, "w"), name);
	}
	return status == 0;
}

void picture_tables(const struct kind *kind, const struct kind_item *only, const char *folder)
{
	bool rows = false, made = true;
	if (setenv("LC_ALL", "C", 1) != 0 || setenv("PLOTS", folder, 1) != 0)
		die_of_memory();
	for (size_t i = 0; i < kind->variables.count; i++)
		if (setenv(kind->variables.list[i].name, kind->variables.list[i].text, 1) != 0)
			die_of_memory();
	for (size_t i = 0; i < kind->tables.count; i++) {
		const struct kind_item *table = &kind->tables.list[i];
		for (size_t place = 0; place < inputs.count; place++) {
			if (only != NULL && only != table)
				continue;
			made &= make_table(kind, table, place);
			rows |= has_rows(table_file(table, place));
		}
	}
	if (only != NULL && !made)
		die("there is nothing to print");
	if (only == NULL && !rows)
		die("there is nothing to draw");
}

/* A text as gnuplot takes it, which confuses several apostrophes in a row. Control characters and
 * bytes that are not UTF-8, which no SVG can have, become question marks. */
static void put_text(FILE *file, const char *text)
{
	const unsigned char *at = (const unsigned char *)text;
	putc('\'', file);
	while (*at != '\0') {
		const size_t length = *at < 0x80 ? *at >= ' ' && *at != 0x7F : swf_utf8_length(at);
		if (length == 0)
			putc('?', file);
		else if (*at == '\'')
			fputs("'.\"'\".'", file);
		else
			fwrite(at, 1, length, file);
		at += length > 0 ? length : 1;
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
	FILE *file = scratch_open("settings.gp", "w");
	fprintf(file, "set encoding utf8\nformat = '%s'\ncolumns = %d\nlines = %d\nlogs = %zu\n",
		format, width, height, inputs.count);
	fprintf(file, "tabled = %d\nplots = ", inputs.list[0].log == NULL);
	char *path = checked(malloc(strlen(folder) + 2));
	sprintf(path, "%s/", folder);
	put_text(file, path);
	free(path);
	fprintf(file, "array names[%zu]\n", inputs.count);
	for (size_t i = 0; i < inputs.count; i++) {
		fprintf(file, "names[%zu] = ", i + 1);
		put_text(file, inputs.list[i].name);
	}
	for (size_t i = 0; i < kind->variables.count; i++) {
		fprintf(file, "%s = ", kind->variables.list[i].name);
		put_text(file, kind->variables.list[i].text);
	}
	scratch_close(file, "settings.gp");
}

static const char *picture_file(const char *format)
{
	static char name[32];
	snprintf(name, sizeof name, "plot.%s", format);
	return name;
}

/* Whether the picture has its end, perhaps with blanks behind it; in text that is the end of a
 * line. gnuplot does not say whether it could write all. */
static bool is_whole(const char *format)
{
	static const struct {
		const char *format, *end;
	} ends[] = {{"svg", "</svg>"}, {"pdf", "%%EOF"}, {"png", "IEND\xAE\x42\x60\x82"},
		{"text", "\n"}};
	char last[16];
	size_t i = 0;
	while (strcmp(ends[i].format, format) != 0)
		i++;
	FILE *file = scratch_open(picture_file(format), "r");
	/* from the beginning where there is less */
	fseek(file, -(long)sizeof last, SEEK_END);
	size_t length = fread(last, 1, sizeof last, file);
	fclose(file);
	while (ends[i].end[0] != '\n' && length > 0 && isspace((unsigned char)last[length - 1]))
		length--;
	const size_t wanted = strlen(ends[i].end);
	return length >= wanted && memcmp(last + length - wanted, ends[i].end, wanted) == 0;
}

/* Shows what gnuplot said last. */
static void show_messages(void)
{
	char line[512], before[512] = "";
	FILE *file = scratch_open("messages", "r");
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
	/* gnuplot finds the tables in its current folder */
	char *place = checked(strdup(scratch_path("")));
	write_settings(kind, folder, format);
	const int status =
		scratch_run("unset CDPATH; cd -- \"$1\" && exec gnuplot -d settings.gp \"$2\"",
			place, kind->path, "printed", "messages");
	free(place);
	if (status == 127)
		die("gnuplot is missing (package gnuplot)");
	if (status != 0)
		show_messages();
	if (status != 0)
		die("the picture could not be drawn");
	if (access(scratch_path(picture_file(format)), R_OK) != 0)
		die("the picture could not be drawn: the script made no file %s",
			picture_file(format));
	if (!is_whole(format))
		die("%s: the picture is incomplete: is the disk full?",
			scratch_path(picture_file(format)));
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
	FILE **files = checked(calloc(inputs.count, sizeof(FILE *)));
	for (size_t i = 0; i < inputs.count; i++)
		files[i] = scratch_open(table_file(table, i), "r");
	scratch_clear();
	for (size_t i = 0; i < inputs.count; i++)
		write_out(files[i], i > 0);
	free(files);
}

void picture_write(const char *format)
{
	FILE *file = scratch_open(picture_file(format), "r");
	scratch_clear();
	/* a picture of characters begins with a form feed */
	const int first = getc(file);
	if (first != '\f')
		ungetc(first, file);
	write_out(file, false);
}
