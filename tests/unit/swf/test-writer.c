/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "swfcore/log.h"
#include "swfcore/writer.h"
#include "unit/suites.h"

static const struct swf_job job = {.number = 15,
	.submit = 599850,
	.wait = 192180,
	.run_time = 3477,
	.allocated = 4,
	.cpu_time = 9.56,
	.memory = -1,
	.requested = 4,
	.estimate = 53940,
	.memory_request = -1,
	.status = 1,
	.user = 12,
	.group = 12,
	.executable = -1,
	.queue = -1,
	.partition = -1,
	.preceding = -1,
	.think_time = -1};

/* What the writer makes of a header line and so many jobs. */
static char *written(bool align, int jobs)
{
	FILE *file = tmpfile();
	struct swf_writer *w = swf_writer_new(fileno(file), align);
	struct swf_header *header = swf_header_new();
	struct swf_error error;
	ck_assert_int_eq(swf_header_add(header, "Version", "2.2"), 0);
	ck_assert_int_eq(swf_writer_header(w, header), 0);
	for (int i = 0; i < jobs; i++)
		ck_assert_int_eq(swf_writer_job(w, &job), 0);
	ck_assert_int_eq(swf_writer_flush(w, &error), 0);
	swf_writer_free(w);
	swf_header_free(header);
	fseek(file, 0, SEEK_END);
	return content(file);
}

START_TEST(one_blank_separates_fields)
{
	char *text = written(false, 1);
	ck_assert_str_eq(text,
		"; Version: 2.2\n15 599850 192180 3477 4 9.56 -1 4 53940 -1 1 12 12 -1 -1 -1 -1 "
		"-1\n");
	free(text);
}
END_TEST

/* The first job of KTH-SP2-1996-2.1-cln as the archive has it, but for the CPU time. */
START_TEST(aligned_columns_are_those_of_the_archive)
{
	char *text = written(true, 1);
	ck_assert_str_eq(text,
		"; Version: 2.2\n   15   599850 192180   3477    4   9.56    -1    4  53940    -1  "
		"1  "
		"12  12  -1 -1 -1 -1 -1\n");
	free(text);
}
END_TEST

START_TEST(many_jobs_pass_through_the_buffer)
{
	const char line[] = "15 599850 192180 3477 4 9.56 -1 4 53940 -1 1 12 12 -1 -1 -1 -1 -1\n";
	char *text = written(false, 5000);
	ck_assert_uint_eq(strlen(text), sizeof "; Version: 2.2" + 5000 * (sizeof line - 1));
	for (int i = 0; i < 5000; i++)
		ck_assert_int_eq(
			strncmp(text + sizeof "; Version: 2.2" + (size_t)i * (sizeof line - 1),
				line, sizeof line - 1),
			0);
	free(text);
}
END_TEST

START_TEST(a_full_disk_is_an_error)
{
	int fd = open("/dev/full", O_WRONLY);
	if (fd < 0)
		return;
	struct swf_writer *w = swf_writer_new(fd, false);
	struct swf_error error;
	int result = 0;
	for (int i = 0; i < 5000; i++)
		result |= swf_writer_job(w, &job);
	ck_assert_int_eq(result, -1);
	ck_assert_int_eq(swf_writer_flush(w, &error), -1);
	ck_assert_str_eq(error.text, "write error: No space left on device");
	swf_writer_free(w);
	close(fd);
}
END_TEST

Suite *writer_suite(void)
{
	return suite_of("writer",
		(const TTest *const[]){one_blank_separates_fields,
			aligned_columns_are_those_of_the_archive, many_jobs_pass_through_the_buffer,
			a_full_disk_is_an_error, NULL});
}
