/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "shared/table-output.h"

#include <stdlib.h>
#include <string.h>

#include "shared/atomic-file.h"
#include "shared/command.h"

void write_table_to(FILE *file, const char *name, struct swf_table *table, enum swf_format format)
{
	struct swf_error error;
	if (swf_table_write(checked(table), file, format, &error) != 0)
		die("%s: %s", name, error.text);
	swf_table_free(table);
}

void write_table(struct swf_table *table, enum swf_format format)
{
	keep_operands();
	FILE *file = output();
	write_table_to(file, output_name(), table, format);
}

struct swf_table *table_of_logs(const char *const columns[], bool several)
{
	/* reachable for leak checkers when the command dies */
	static struct swf_table *volatile table;
	size_t count = 0;
	while (columns[count] != NULL)
		count++;
	const char **names = checked(calloc(1 + count, sizeof *names));
	names[0] = "log";
	memcpy(names + several, columns, count * sizeof *names);
	table = swf_table_new(names, count + several);
	free(names);
	return checked(table);
}

void row_of_log(struct swf_table *table, bool several, const char *log)
{
	if (several)
		swf_table_text(table, log);
}
