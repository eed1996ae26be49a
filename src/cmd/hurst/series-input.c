#include "hurst/series-input.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "shared/command.h"
#include "shared/messages.h"
#include "shared/table-input.h"

/* Adds the next value. */
static void append(struct swf_series *series, double value)
{
	if (swf_series_add(series, (double)series->count, value) != 0)
		die_of_memory();
}

static void read_line(char *line, const char *name, int64_t number, struct swf_series *series)
{
	static const char blanks[] = " \t\r\n";
	for (char *p = line + strspn(line, blanks); *p != '\0'; p += strspn(p, blanks)) {
		const size_t length = strcspn(p, blanks);
		char *end;
		const double value = strtod(p, &end);
		/* no inf, nan and hexadecimal numbers */
		if (end != p + length || strspn(p, "0123456789+-.eE") < length || !isfinite(value))
			die("%s:%lld: not a number: '%.*s'", name, (long long)number,
				(int)(length < 40 ? length : 40), p);
		append(series, value);
		p = end;
	}
}

void read_numbers(const char *path, struct swf_series *series)
{
	const char *name = shown_name(path);
	FILE *file = strcmp(path, "-") == 0 ? stdin : fopen(path, "r");
	char *line = NULL;
	size_t size = 0;
	ssize_t length;
	if (file == NULL)
		die("%s: %s", name, strerror(errno));
	errno = 0;
	for (int64_t number = 1; (length = getline(&line, &size, file)) >= 0; number++, errno = 0) {
		if (strlen(line) != (size_t)length)
			die("%s:%lld: a NUL byte", name, (long long)number);
		if (line[0] != ';' && line[0] != '#')
			read_line(line, name, number, series);
	}
	if (ferror(file) || errno == ENOMEM)
		die("%s: %s", name, strerror(errno));
	free(line);
	fclose(file);
}

void read_column(const char *path, const char *column, struct swf_series *series)
{
	struct swf_error error;
	struct swf_csv_reader *csv = open_table(path);
	const int place = swf_csv_need_column(csv, column, &error);
	int got = place < 0 ? -1 : 1;
	double value;
	while (got == 1 && (got = swf_csv_next(csv, &error)) == 1) {
		if (swf_csv_number(csv, place, &value, &error) != 0 ||
			(isnan(value) && swf_csv_refuse(csv, &error, "column '%s': empty", column)))
			die_of(&error);
		append(series, value);
	}
	if (got < 0)
		die_of(&error);
	swf_csv_free(csv);
}
