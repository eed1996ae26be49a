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

struct swf_table *table_of_logs(const char *const columns[], size_t count, bool several)
{
	enum { MOST = 32 };
	const char *names[MOST + 1] = {"log"};
	for (size_t i = 0; i < count && i < MOST; i++)
		names[1 + i] = columns[i];
	struct swf_table *table = swf_table_new(several ? names : names + 1, count + several);
	if (table == NULL)
		die("out of memory");
	return table;
}

void row_of_log(struct swf_table *table, bool several, const char *log)
{
	if (several)
		swf_table_text(table, log);
}
