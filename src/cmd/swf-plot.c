/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * swf-plot: draws a log. Each kind of picture is a script of gnuplot, which also says which
 * commands make the tables that it draws. This command runs them, and writes the picture.
 *
 * All files of a picture are in a scratch folder: log-N.swf, an input that cannot be read twice;
 * TABLE-N.csv, a table of the N-th input; settings.gp, what gnuplot reads first; plot.FORMAT, what
 * it draws; and "messages", what the last program said. Nothing reaches the output before it is
 * complete there, and the folder is gone before the first byte of it is written.
 */
#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/input.h"
#include "base/text.h"
#include "plot/kind.h"
#include "shared/atomic-file.h"
#include "shared/cleanup.h"
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

/* Sets the variables among the operands. Whatever its name, a file is a log. Returns the others,
 * ended by NULL. */
static char **set_variables(const struct kind *kind, int argc, char **argv)
{
	char **paths = checked(calloc((size_t)argc + 2, sizeof *paths));
	size_t count = 0;
	for (int i = 0; i < argc; i++) {
		const size_t length = strspn(argv[i], "ABCDEFGHIJKLMNOPQRSTUVWXYZ");
		if (length == 0 || argv[i][length] != '=' || access(argv[i], F_OK) == 0) {
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
	if (path == NULL || (end != NULL && strcmp(end, ".txt") == 0))
		return "text";
	for (int i = 0; end != NULL && formats[i] != NULL; i++)
		if (strcmp(end + 1, formats[i]) == 0)
			return formats[i];
	die_usage("--output: %s does not end with .svg, .pdf, .png or .txt", path);
}

static const char *scratch; /* the folder */

/* The path of a file in the folder, or with "" of the folder. Good until the next call. */
static const char *scratch_path(const char *name)
{
	static char path[2 * PATH_MAX];
	snprintf(path, sizeof path, "%s%s%s", scratch, name[0] != '\0' ? "/" : "", name);
	return path;
}

static FILE *scratch_open(const char *name, const char *mode)
{
	FILE *file = fopen(scratch_path(name), mode);
	if (file == NULL)
		die("%s: %s", scratch_path(name), strerror(errno));
	return file;
}

static void scratch_close(FILE *file, const char *name)
{
	const bool failed = ferror(file) != 0;
	if (fclose(file) != 0 || failed)
		die("%s: %s", scratch_path(name), failed ? "write error" : strerror(errno));
}

/* What a script of bash runs first. Its input is a pipe that ends with the command, also where that
 * is killed: then nothing of it goes on. */
static const char watch[] = "exec 3<&0 </dev/null; { read -r <&3; kill -KILL 0; } & exec 3<&-; ";

static int start_bash(const char *script, const char *first, const char *second, int input,
	const char *results, const char *messages, pid_t *id)
{
	posix_spawn_file_actions_t actions;
	int failed = posix_spawn_file_actions_init(&actions);
	if (failed != 0)
		return failed;
	char *text = checked(malloc(sizeof watch + strlen(script)));
	strcat(strcpy(text, watch), script);
	char *const bash[] = {
		"bash", "-o", "pipefail", "-c", text, "bash", (char *)first, (char *)second, NULL};
	const int flags = O_WRONLY | O_CREAT | O_TRUNC;
	failed = posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO);
	if (failed == 0)
		failed = posix_spawn_file_actions_addopen(
			&actions, STDOUT_FILENO, scratch_path(results), flags, 0600);
	if (failed == 0)
		failed = posix_spawn_file_actions_addopen(
			&actions, STDERR_FILENO, scratch_path(messages), flags, 0600);
	if (failed == 0)
		failed = child_start(bash, &actions, id);
	posix_spawn_file_actions_destroy(&actions);
	free(text);
	return failed;
}

/* Runs a script of bash with up to two operands, its standard input from /dev/null, and the
 * standard output and its messages each in a file of the folder. Returns its exit status; where a
 * signal ends it, it fails. Its processes end with this command, however that ends. */
static int scratch_run(const char *script, const char *first, const char *second,
	const char *results, const char *messages)
{
	pid_t id;
	int status, ends[2];
	fflush(NULL);
	/* programs do not inherit the pipe */
	if (pipe(ends) != 0 || fcntl(ends[0], F_SETFD, FD_CLOEXEC) != 0 ||
		fcntl(ends[1], F_SETFD, FD_CLOEXEC) != 0)
		die("no pipe: %s", strerror(errno));
	const int failed = start_bash(script, first, second, ends[0], results, messages, &id);
	close(ends[0]);
	if (failed == ENOENT)
		die("bash is missing (package bash)");
	if (failed != 0)
		die("bash: %s", strerror(failed));
	while (waitpid(id, &status, 0) < 0)
		if (errno != EINTR)
			die("bash: %s", strerror(errno));
	group_forget(id);
	close(ends[1]);
	return WIFEXITED(status) ? WEXITSTATUS(status) : EXIT_FAILURE;
}

/* What the picture is drawn of: logs, or tables that were printed before. */
static struct {
	struct input {
		char *log; /* its path as a command takes it; NULL for a table */
		char *name;
	} * list;
	size_t count, capacity;
} inputs;

/* The name there of the file of a table of the input at a place. Good until the next call. */
static const char *table_file(const struct kind_item *table, size_t place)
{
	static char name[256];
	snprintf(name, sizeof name, "%.200s-%zu.csv", table->name, place + 1);
	return name;
}

/* Copies what is left of the bytes of a file, of which the block is the first. */
static void copy_bytes(const char *path, struct swf_bytes bytes, const char *block, ptrdiff_t got,
	const char *name)
{
	char more[65536];
	struct swf_error error;
	FILE *file = scratch_open(name, "w");
	while (got > 0) {
		fwrite(block, 1, (size_t)got, file);
		got = bytes.read(bytes.context, more, sizeof more, &error);
		block = more;
	}
	if (got < 0)
		die("%s: %s", swf_input_name(path), error.text);
	scratch_close(file, name);
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

static void take_input(const struct kind *kind, const char *path)
{
	char block[65536], copy[64];
	struct swf_bytes bytes;
	struct swf_error error;
	struct stat status;
	const bool from_stdin = strcmp(path, "-") == 0;
	if (swf_input_open(path, &bytes, &error) != 0)
		die_of(&error);
	const ptrdiff_t got = bytes.read(bytes.context, block, sizeof block, &error);
	if (got < 0)
		die("%s: %s", swf_input_name(path), error.text);
	inputs.list = reserve(inputs.list, inputs.count, &inputs.capacity, sizeof *inputs.list);
	struct input *input = &inputs.list[inputs.count];
	*input = (struct input){
		.name = from_stdin ? checked(strdup("standard input")) : plain_name(path)};
	if (begins_table(block, got)) {
		if (kind->tables.count > 1)
			die("%s: a table, but this kind draws %zu tables, which it makes of a log",
				swf_input_name(path), kind->tables.count);
		copy_bytes(
			path, bytes, block, got, table_file(&kind->tables.list[0], inputs.count));
	} else if (from_stdin || stat(path, &status) != 0 || !S_ISREG(status.st_mode)) {
		/* several commands could not read it one after the other */
		snprintf(copy, sizeof copy, "log-%zu.swf", inputs.count + 1);
		copy_bytes(path, bytes, block, got, copy);
		input->log = checked(strdup(scratch_path(copy)));
	} else {
		input->log = checked(malloc(strlen(path) + 3));
		/* neither an option, nor what awk takes for a variable */
		const bool odd = path[0] == '-' || strchr(path, '=') != NULL;
		sprintf(input->log, "%s%s", odd && path[0] != '/' ? "./" : "", path);
	}
	if (bytes.close != NULL)
		bytes.close(bytes.context);
	inputs.count++;
}

/* Takes what it is drawn of: puts tables and the standard input into the folder. */
static void picture_inputs(const struct kind *kind, char *const paths[])
{
	size_t count = 0, from_stdin = 0;
	scratch = scratch_begin("swf-plot");
	for (; paths[count] != NULL; count++)
		from_stdin += strcmp(paths[count], "-") == 0;
	if (from_stdin > 1)
		die_usage("standard input can be read only once");
	if (count < kind->least_logs)
		die_usage("%zu log%s, but this kind draws %zu%s", count, count == 1 ? "" : "s",
			kind->least_logs, kind->most_logs > kind->least_logs ? " or more" : "");
	if (count > kind->most_logs)
		die_usage("%zu logs, but this kind draws %s%zu", count,
			kind->most_logs > kind->least_logs ? "at most " : "", kind->most_logs);
	for (size_t i = 0; i < count; i++)
		take_input(kind, paths[i]);
}

/* Whether the commands of a table have the variable as the value of an option, as in
 * --tz "$ZONE". */
static bool goes_with(const char *commands, const char *option, size_t length, const char *variable)
{
	const size_t end = strlen(variable);
	for (const char *at = commands; (at = strstr(at, "--")) != NULL; at += 2) {
		const char *value = at + length;
		if (strncmp(at, option, length) == 0 && strncmp(value, " \"$", 3) == 0 &&
			strncasecmp(value + 3, variable, end) == 0 && value[3 + end] == '"')
			return true;
	}
	return false;
}

/* The variable for an option with its dashes, which has the name of the option or is its value in
 * the commands of the table; NULL where there is none. */
static const char *variable_of(
	const struct kind *kind, const struct kind_item *table, const char *option, size_t length)
{
	for (size_t i = 0; i < kind->variables.count; i++) {
		const char *name = kind->variables.list[i].name;
		if ((strlen(name) == length - 2 &&
			    strncasecmp(name, option + 2, length - 2) == 0) ||
			goes_with(table->text, option, length, name))
			return name;
	}
	return NULL;
}

/* The line with variables in the place of options; or its beginning, where it goes on to ask for an
 * option that no variable is for. To be freed. */
static char *translate_line(
	const struct kind *kind, const struct kind_item *table, const char *line)
{
	char *text = checked(malloc(2 * strlen(line) + 1)), *end = text;
	while (*line != '\0') {
		const size_t length = strncmp(line, "--", 2) == 0
			? strspn(line, "abcdefghijklmnopqrstuvwxyz-")
			: 0;
		const char *variable = length > 2 ? variable_of(kind, table, line, length) : NULL;
		if (variable != NULL) {
			end = stpcpy(end, variable);
			line += length;
			if (line[0] == ' ' && isalnum((unsigned char)line[1])) {
				*end++ = '=';
				line++;
			}
			continue;
		}
		*end = '\0';
		char *asked = strstr(text, "; give ");
		if (length > 2 && asked != NULL) {
			end = asked;
			break;
		}
		*end++ = *line++;
	}
	*end = '\0';
	return text;
}

static bool begins_with_variable(const struct kind *kind, const char *line)
{
	const size_t length = strspn(line, "ABCDEFGHIJKLMNOPQRSTUVWXYZ");
	for (size_t i = 0; i < kind->variables.count; i++)
		if (strlen(kind->variables.list[i].name) == length &&
			strncmp(kind->variables.list[i].name, line, length) == 0)
			return true;
	return false;
}

/* Whether this is said for the first time. */
static bool is_new(const char *line)
{
	static char **said;
	static size_t count, capacity;
	for (size_t i = 0; i < count; i++)
		if (strcmp(said[i], line) == 0)
			return false;
	said = reserve(said, count, &capacity, sizeof *said);
	said[count++] = checked(strdup(line));
	return true;
}

/* Says what the commands of a table of the kind have written into a file of the scratch folder, in
 * the words of swf-plot: whoever draws a picture gives variables, and not the options of these
 * commands. A line that was said before, as of another table, is not said again. */
static void say_in_variables(
	const struct kind *kind, const struct kind_item *table, const char *name)
{
	char *line = NULL;
	size_t room = 0;
	FILE *file = scratch_open(name, "r");
	while (getline(&line, &room, file) > 0) {
		line[strcspn(line, "\n")] = '\0';
		const char *rest = strncmp(line, "swf-", 4) == 0 ? strstr(line, ": ") : NULL;
		char *text = translate_line(kind, table, rest != NULL ? rest + 2 : line);
		/* what needs no other words is said by the command that says it */
		const bool is_ours = rest != NULL ? strcmp(text, rest + 2) != 0
						  : begins_with_variable(kind, line);
		/* pictures without dates show that they have none, and the help of a command is not
		 * about them */
		const bool is_for_users = strstr(line, "so there are no dates; ") == NULL &&
			strncmp(line, "Try 'swf-", 9) != 0;
		if (is_for_users && is_new(is_ours ? text : line)) {
			if (is_ours)
				warn("%s", text);
			else
				fprintf(stderr, "%s\n", line);
		}
		free(text);
	}
	free(line);
	fclose(file);
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
	must(setenv("LOG", inputs.list[place].log, 1));
	const int status = scratch_run(table->text, NULL, NULL, name, "messages");
	say_in_variables(kind, table, "messages");
	if (status != 0) {
		warn("the table %s could not be made", table->name);
		scratch_close(scratch_open(name, "w"), name);
	}
	return status == 0;
}

/* Makes a table, or with NULL all, of each log. The commands find the scripts' folder in PLOTS. */
static void picture_tables(
	const struct kind *kind, const struct kind_item *only, const char *folder)
{
	bool rows = false, made = true;
	must(setenv("LC_ALL", "C", 1));
	must(setenv("PLOTS", folder, 1));
	for (size_t i = 0; i < kind->variables.count; i++)
		must(setenv(kind->variables.list[i].name, kind->variables.list[i].text, 1));
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
	/* gnuplot draws nothing beyond these; a line is left for the prompt */
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

/* Draws them, as "svg", "pdf", "png" or "text". */
static void picture_draw(const struct kind *kind, const char *folder, const char *format)
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
	if (status != 0) { /* what gnuplot said last */
		char line[512], before[512] = "";
		FILE *file = scratch_open("messages", "r");
		while (fgets(line, sizeof line, file) != NULL)
			if (strspn(line, " ^\n") < strlen(line))
				strcpy(before, line);
		before[strcspn(before, "\n")] = '\0';
		if (before[0] != '\0')
			warn("gnuplot: %s", before);
		die("the picture could not be drawn");
	}
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

/* Writes a table, of several logs one behind the other. */
static void picture_write_table(const struct kind_item *table)
{
	FILE **files = checked(calloc(inputs.count, sizeof(FILE *)));
	for (size_t i = 0; i < inputs.count; i++)
		files[i] = scratch_open(table_file(table, i), "r");
	scratch_end();
	for (size_t i = 0; i < inputs.count; i++)
		write_out(files[i], i > 0);
	free(files);
}

static void picture_write(const char *format)
{
	FILE *file = scratch_open(picture_file(format), "r");
	scratch_end();
	/* a picture of characters begins with a form feed */
	const int first = getc(file);
	if (first != '\f')
		ungetc(first, file);
	write_out(file, false);
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
