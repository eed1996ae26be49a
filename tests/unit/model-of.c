/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "unit/model-of.h"
#include "support/file-bytes.h"

#include <stdio.h>
#include <string.h>

#include "unit/suites.h"

const char model_columns[] = "variable,class,given_from,given_to,from,to,weight\n";
const char model_whole[] = "procs,,,,100,,\nweeks,,,,4,,\nsession_by,,,,arrival,,\n"
			   "session_gap,,,,3600,,\nbreak,,,,0,2,\n";
const char model_sessions[] =
	"start,IWD,,,0,168,\nawaited_1,IWD,,,yes,,\nawaited_5,IWD,,,no,,\n"
	"batches_persistence,IWD,,,0,,\njobs,IWD,,,2,,\njobs_awaited,IWD,,,3,,\n"
	"jobs_persistence,IWD,,,0,,\njobs_awaited_persistence,IWD,,,0,,\n"
	"inter_arrival,IWD,,,10,,\nthink_time,IWD,,,100,,\napplication,IWD,,,last,,\n"
	"next_application,IWD,,,last,,\nnext_class,IWD,,,IWD,,\nrepeat,IWD,,,0,,\n"
	"size,IWD,,,8,,\nestimate,IWD,,,400,,\naccuracy,IWD,,,0.25,,\n"
	"accuracy_awaited,IWD,,,0.5,,\n";

int read_model(const char *text, struct swf_model *model, struct swf_error *error)
{
	FILE *file = fmemopen((void *)(uintptr_t)text, strlen(text), "r");
	struct swf_csv_reader *reader = swf_csv_new_bytes(file_bytes(file), "model", error);
	*model = (struct swf_model){0};
	ck_assert_ptr_nonnull(reader);
	const int result = swf_model_read(reader, "model", model, error);
	swf_csv_free(reader);
	return result;
}

struct swf_model model_of(const char *text)
{
	struct swf_model model;
	struct swf_error error = {.text = ""};
	const int result = read_model(text, &model, &error);
	ck_assert_msg(result == 0, "%s", error.text);
	return model;
}

char *text_of_model(const struct swf_model *model)
{
	struct swf_table *table = swf_model_table(model);
	struct swf_error error;
	FILE *file = tmpfile();
	ck_assert_ptr_nonnull(table);
	ck_assert_int_eq(swf_table_write(table, file, SWF_FORMAT_CSV, &error), 0);
	swf_table_free(table);
	return content(file);
}
