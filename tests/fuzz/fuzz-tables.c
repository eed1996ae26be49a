/* SPDX-License-Identifier: GPL-3.0-or-later */
/* CSV tables on any bytes, with their cells taken as times and as lists of users: a row has as many
 * cells as there are columns, a time that is read is a number, and the ranges of a list ascend. */
#include <math.h>
#include <stdlib.h>

#include "fuzz.h"
#include "support/file-bytes.h"
#include "swfcore/calendar.h"
#include "table/csv-reader.h"
#include "users/user-set.h"

static void read_cell(const char *cell, const struct swf_calendar *calendar)
{
	struct swf_error error;
	struct swf_user_set set;
	double seconds;
	if (swf_calendar_read(calendar, cell, true, &seconds, &error) == 0 && !isfinite(seconds))
		abort();
	if (swf_user_set_parse(cell, &set, &error) != 0)
		return;
	for (size_t i = 0; i < set.count; i++) {
		if (set.ranges[i].low > set.ranges[i].high ||
			swf_user_set_find(&set, set.ranges[i].low) != i ||
			(i > 0 && set.ranges[i - 1].high >= set.ranges[i].low))
			abort();
	}
	swf_user_set_clear(&set);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const struct swf_offset offsets[] = {
		{0, 3600}, {828234000, 7200}, {846378000, 3600}};
	struct swf_error error;
	FILE *file = size > 0 ? fmemopen((void *)data, size, "r") : NULL;
	if (file == NULL)
		return 0;
	struct swf_csv_reader *csv = swf_csv_new_bytes(file_bytes(file), "table", &error);
	if (csv == NULL)
		return 0;
	struct swf_calendar *calendar = swf_calendar_new(820450800, offsets, 3);
	const int user = swf_csv_column(csv, "user");
	int64_t line = 0;
	while (swf_csv_next(csv, &error) == 1) {
		if (swf_csv_line(csv) <= line)
			abort();
		line = swf_csv_line(csv);
		read_cell(swf_csv_cell(csv, user > 0 ? user : 0), calendar);
	}
	swf_calendar_free(calendar);
	swf_csv_free(csv);
	return 0;
}
