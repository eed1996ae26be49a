#include "table-output.h"

#include "common.h"
#include "output.h"

void write_table_to(
	FILE *file, const char *name, struct swf_table *table, enum swf_format format, bool single)
{
	struct swf_error error;
	if (table == NULL)
		die("out of memory");
	if (swf_table_write(table, file, format, single, &error) != 0)
		die("%s: %s", name, error.text);
	swf_table_free(table);
}

void write_table(struct swf_table *table, enum swf_format format, bool single)
{
	FILE *file = output();
	write_table_to(file, output_name(), table, format, single);
}
