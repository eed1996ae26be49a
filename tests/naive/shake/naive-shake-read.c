/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "naive/shake/naive-shake.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void trim_end(char *line)
{
	size_t length = strlen(line);
	while (length > 0 && strchr(" \t\r\n", line[length - 1]) != NULL)
		line[--length] = '\0';
}

static void add_header(struct log *log, const char *text)
{
	char *line = allocate(strlen(text), 1);
	strcpy(line, text);
	log->header = with_room(
		log->header, log->header_count, &log->header_capacity, sizeof *log->header);
	log->header[log->header_count++] = line;
}

static void add_job(struct log *log, const char *line)
{
	struct job job = {.place = log->count};
	if (!read_fields(line, job.field))
		fail("%s: a line is not 18 numbers: '%s'", log->path, line);
	if (is_partial_execution(job.field))
		return;
	log->jobs = with_room(log->jobs, log->count, &log->capacity, sizeof job);
	log->jobs[log->count++] = job;
}

/* Partial executions and comments after the first job are left out. */
struct log read_log(const char *path)
{
	struct log log = {.path = path};
	FILE *stream = fopen(path, "r");
	if (stream == NULL)
		fail("%s: cannot be opened", path);
	bool in_header = true;
	char *line = NULL;
	size_t size = 0;
	while (getline(&line, &size, stream) >= 0) {
		trim_end(line);
		const char *text = line + strspn(line, " \t");
		if (*text == '\0')
			continue;
		if (*text != ';')
			in_header = false;
		if (*text != ';')
			add_job(&log, text);
		else if (in_header)
			add_header(&log, text);
	}
	free(line);
	fclose(stream);
	return log;
}

void free_log(struct log *log)
{
	for (size_t i = 0; i < log->header_count; i++)
		free(log->header[i]);
	free(log->header);
	free(log->jobs);
}

bool has_label(const char *line, const char *label)
{
	line += strspn(line, "; \t");
	if (strncmp(line, label, strlen(label)) != 0)
		return false;
	line += strlen(label);
	return line[strspn(line, " \t")] == ':';
}

/* Of several lines with a label the first counts. */
double header_number(const struct log *log, const char *label)
{
	for (size_t i = 0; i < log->header_count; i++)
		if (has_label(log->header[i], label))
			return strtod(strchr(log->header[i], ':') + 1, NULL);
	return NAN;
}

double machine_of_header(const struct log *log)
{
	double procs = header_number(log, "MaxProcs");
	if (!(procs > 0))
		procs = header_number(log, "MaxNodes");
	return procs > 0 ? procs : NAN;
}
