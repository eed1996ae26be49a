#include "experiment/study-record.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "shared/atomic-file.h"
#include "shared/messages.h"

static const char path[] = ".state";

/* the last lines that were said */
enum { MOST_SAID = 5 };
static char *said[MOST_SAID];
static size_t lines;

static void write_field(FILE *file, const char *name, const char *value)
{
	fprintf(file, "%s\t", name);
	for (; *value != '\0'; value++)
		fputc(*value == '\n' ? ' ' : *value, file);
	fputc('\n', file);
}

void record_begin(const char *const fields[][2])
{
	FILE *file = open_atomic_file(path);
	for (size_t i = 0; fields[i][0] != NULL; i++)
		write_field(file, fields[i][0], fields[i][1]);
	close_atomic_file(file);
}

void record_said(const char *line)
{
	free(said[lines % MOST_SAID]);
	said[lines++ % MOST_SAID] = checked(strdup(line));
}

/* A study whose disk is full has said more than that. */
void record_end(const char *how)
{
	char ended[32];
	FILE *file = fopen(path, "a");
	if (file == NULL)
		return;
	snprintf(ended, sizeof ended, "%lld", (long long)time(NULL));
	for (size_t i = lines > MOST_SAID ? lines - MOST_SAID : 0; i < lines; i++)
		write_field(file, "said", said[i % MOST_SAID]);
	write_field(file, "ended", ended);
	write_field(file, "how", how);
	fclose(file);
}

char *recorded(const char *name)
{
	char *line = NULL, *value = NULL;
	size_t room = 0, used = 0;
	const size_t length = strlen(name);
	FILE *file = fopen(path, "r");
	if (file == NULL)
		return NULL;
	while (getline(&line, &room, file) > 0) {
		if (strncmp(line, name, length) != 0 || line[length] != '\t')
			continue;
		const char *rest = line + length + 1;
		value = checked(realloc(value, used + strlen(rest) + 2));
		used += (size_t)sprintf(value + used, "%s%s", used > 0 ? "\n" : "", rest);
		if (value[used - 1] == '\n')
			value[--used] = '\0';
	}
	free(line);
	fclose(file);
	return value;
}
