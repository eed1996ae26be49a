#include "plot/inputs.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/input.h"
#include "plot/scratch.h"
#include "shared/messages.h"

const char *table_file(const struct kind_item *table, size_t place)
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

/* Whether it can be read again and again, as by several commands. */
static bool is_regular(const char *path)
{
	struct stat status;
	return strcmp(path, "-") != 0 && stat(path, &status) == 0 && S_ISREG(status.st_mode);
}

static void take(struct inputs *inputs, const struct kind *kind, const char *path)
{
	char block[65536], copy[64];
	struct swf_bytes bytes;
	struct swf_error error;
	const bool from_stdin = strcmp(path, "-") == 0;
	if (swf_input_open(path, &bytes, &error) != 0)
		die_of(&error);
	const ptrdiff_t got = bytes.read(bytes.context, block, sizeof block, &error);
	if (got < 0)
		die("%s: %s", swf_input_name(path), error.text);
	inputs->list =
		reserve(inputs->list, inputs->count, &inputs->capacity, sizeof *inputs->list);
	struct input *input = &inputs->list[inputs->count];
	*input = (struct input){
		.name = from_stdin ? checked(strdup("standard input")) : plain_name(path)};
	if (begins_table(block, got)) {
		if (kind->tables.count > 1)
			die("%s: a table, but this kind draws %zu tables, which it makes of a log",
				swf_input_name(path), kind->tables.count);
		copy_bytes(
			path, bytes, block, got, table_file(&kind->tables.list[0], inputs->count));
	} else if (!is_regular(path)) {
		snprintf(copy, sizeof copy, "log-%zu.swf", inputs->count + 1);
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
	inputs->count++;
}

void inputs_take(struct inputs *inputs, const struct kind *kind, char *const paths[])
{
	size_t count = 0, from_stdin = 0;
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
		take(inputs, kind, paths[i]);
}
