#include "accounting/keys.h"

#include <stdlib.h>
#include <string.h>

#include "base/number.h"

static const char *const columns[] = {"kind", "number", "name"};
enum { KIND, NUMBER, NAME, COLUMNS };

static int kind_of(const char *text)
{
	int kind = 0;
	while (kind < SWF_NAME_KINDS && strcmp(text, swf_name_kinds[kind]) != 0)
		kind++;
	return kind;
}

static int read_key(struct swf_csv_reader *csv, const int places[COLUMNS],
	struct swf_names all[SWF_NAME_KINDS], struct swf_error *error)
{
	const int kind = kind_of(swf_csv_cell(csv, places[KIND]));
	const char *digits = swf_csv_cell(csv, places[NUMBER]);
	const char *name = swf_csv_cell(csv, places[NAME]);
	int64_t number;
	if (kind == SWF_NAME_KINDS)
		return swf_csv_refuse(csv, error, "column 'kind': unknown: '%.40s'",
			swf_csv_cell(csv, places[KIND]));
	/* the greatest number has a successor still */
	if (swf_number_scan_whole(digits, digits + strlen(digits), &number) != SWF_SCAN_OK ||
		number < 1 || number > INT64_MAX - UINT32_MAX)
		return swf_csv_refuse(
			csv, error, "column 'number': no number from 1: '%.40s'", digits);
	if (name[0] == '\0')
		return swf_csv_refuse(csv, error, "column 'name': empty");
	struct swf_names *names = &all[kind];
	const uint32_t place = swf_names_put(names, name, strlen(name));
	if (place == SWF_NO_NAME)
		return swf_fail_memory(error);
	if (names->names[place].number != 0)
		return swf_csv_refuse(
			csv, error, "%s '%.100s' is there twice", swf_name_kinds[kind], name);
	names->names[place].number = number;
	names->last = number > names->last ? number : names->last;
	return 0;
}

static int check_numbers(const struct swf_csv_reader *csv, const struct swf_names *names,
	const char *kind, struct swf_error *error)
{
	size_t count;
	struct swf_name *const numbers = swf_names_by_number(names, &count);
	int64_t twice = 0;
	for (size_t i = 1; i < count; i++)
		if (numbers[i].number == numbers[i - 1].number)
			twice = numbers[i].number;
	free(numbers);
	if (numbers == NULL)
		return swf_fail_memory(error);
	return twice == 0 ? 0
			  : swf_csv_refuse(csv, error, "%s number %lld is there twice", kind,
				    (long long)twice);
}

int swf_keys_read(
	struct swf_csv_reader *csv, struct swf_names names[SWF_NAME_KINDS], struct swf_error *error)
{
	int places[COLUMNS], got;
	for (int i = 0; i < COLUMNS; i++)
		if ((places[i] = swf_csv_need_column(csv, columns[i], error)) < 0)
			return -1;
	while ((got = swf_csv_next(csv, error)) == 1)
		if (read_key(csv, places, names, error) != 0)
			return -1;
	for (int kind = 0; got == 0 && kind < SWF_NAME_KINDS; kind++)
		got = check_numbers(csv, &names[kind], swf_name_kinds[kind], error);
	return got;
}

struct swf_table *swf_keys_table(const struct swf_names names[SWF_NAME_KINDS])
{
	struct swf_table *table = swf_table_new(columns, COLUMNS);
	for (int kind = 0; table != NULL && kind < SWF_NAME_KINDS; kind++) {
		size_t count;
		struct swf_name *const numbered = swf_names_by_number(&names[kind], &count);
		if (numbered == NULL) {
			swf_table_free(table);
			return NULL;
		}
		for (size_t i = 0; i < count; i++) {
			swf_table_text(table, swf_name_kinds[kind]);
			swf_table_whole(table, numbered[i].number);
			swf_table_text(table, names[kind].texts + numbered[i].text);
		}
		free(numbered);
	}
	return table;
}
