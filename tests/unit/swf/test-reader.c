/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>

#include "swfcore/log.h"
#include "unit/suites.h"

/* Gives a text in chunks of a fixed size, then fails or ends. */
struct chunks {
	const char *text;
	size_t length;
	size_t chunk;
	bool fails;
};

static ptrdiff_t read_chunk(void *context, char *buffer, size_t size, struct swf_error *error)
{
	struct chunks *c = context;
	size_t n = c->chunk < size ? c->chunk : size;
	n = n < c->length ? n : c->length;
	if (n == 0 && c->fails)
		return swf_fail(error, "broken");
	memcpy(buffer, c->text, n);
	c->text += n;
	c->length -= n;
	return (ptrdiff_t)n;
}

static struct swf_reader *reader_of(struct chunks *chunks)
{
	struct swf_reader *reader = swf_reader_new_bytes(
		(struct swf_bytes){.read = read_chunk, .context = chunks}, "log.swf");
	ck_assert_ptr_nonnull(reader);
	return reader;
}

/* What reading gives, as text: the header, each job's fields, each error; stops at a final error.
 */
static char *transcript(const char *text, size_t length, size_t chunk)
{
	struct chunks chunks = {.text = text, .length = length, .chunk = chunk};
	struct swf_reader *r = reader_of(&chunks);
	FILE *file = tmpfile();
	struct swf_error error;
	const struct swf_header *header = swf_reader_header(r, &error);
	for (size_t i = 0; header != NULL && i < swf_header_lines(header); i++)
		fprintf(file, "%s\n", swf_header_line(header, i));
	struct swf_job j;
	int got;
	while ((got = swf_reader_next(r, &j, &error)) != 0) {
		if (got < 0) {
			fprintf(file, "! %s\n", error.text);
			if (!swf_reader_at_bad_line(r))
				break;
			continue;
		}
		fprintf(file,
			"%lld: %lld %.17g %.17g %.17g %d %.17g %lld %d %.17g %lld %lld %lld %lld "
			"%lld "
			"%lld %lld %lld %.17g",
			(long long)swf_reader_line(r), (long long)j.number, j.submit, j.wait,
			j.run_time, j.allocated, j.cpu_time, (long long)j.memory, j.requested,
			j.estimate, (long long)j.memory_request, (long long)j.status,
			(long long)j.user, (long long)j.group, (long long)j.executable,
			(long long)j.queue, (long long)j.partition, (long long)j.preceding,
			j.think_time);
		size_t extra;
		const char *rest = swf_reader_extra(r, &extra);
		fprintf(file, "%s%.*s\n", extra > 0 ? " + " : "", (int)extra,
			extra > 0 ? rest : "");
	}
	const struct swf_reader_counts counts = swf_reader_counts(r);
	fprintf(file, "late %lld\n", (long long)counts.late_comments);
	if (counts.extra > 0)
		fprintf(file, "extra %lld from %lld\n", (long long)counts.extra,
			(long long)counts.first_extra);
	if (counts.hash_comments > 0)
		fprintf(file, "hash %lld from %lld\n", (long long)counts.hash_comments,
			(long long)counts.first_hash_comment);
	if (counts.byte_order_mark)
		fprintf(file, "mark\n");
	swf_reader_free(r);
	return content(file);
}

struct sample {
	const char *text;
	const char *expected;
};

static const struct sample samples[] = {
	{"", "late 0\n"},
	{"; only: this", "; only: this\nlate 0\n"},
	{"\n\r\n \t\n", "late 0\n"},
	{"1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18",
		"1: 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18\nlate 0\n"},
	{"; a: b\r\n\t1\t2  3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 \r\n",
		"; a: b\n2: 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18\nlate 0\n"},
	{"  ; indented\n 1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1\n; late\n"
	 "2 0.5 1e3 9.56 2147483647 0 9223372036854775807 -2 123456789012345678 0 0 0 0 0 0 0 0 0\n"
	 "3 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 007\n",
		"; indented\n2: 1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1\n"
		"! log.swf:4: field 9 (requested time): out of range: '123456789012345678'\n"
		"5: 3 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 7\nlate 1\n"},
	{"1 2 3\n",
		"! log.swf:1: field 4 (run time): missing, the line has 3 of 18 fields\nlate 0\n"},
	{"1 2 3 \r\n",
		"! log.swf:1: field 4 (run time): missing, the line has 3 of 18 fields\nlate 0\n"},
	{"1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17\n1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 "
	 "18\n",
		"! log.swf:1: field 18 (think time): missing, the line has 17 of 18 fields\n"
		"2: 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18\nlate 0\n"},
	{"1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18\n"
	 "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19\n"
	 "2 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18\ta, \t b;c \t\r\n"
	 "2 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 x 19\n"
	 "3 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 \t\n",
		"1: 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18\n"
		"2: 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 + 19\n"
		"3: 2 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 + a, \t b;c\n"
		"! log.swf:4: field 18 (think time): not a number: 'x'\n"
		"5: 3 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18\n"
		"late 0\nextra 2 from 2\n"},
	{"\xEF\xBB\xBF; MaxProcs: 4\n1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18\n",
		"; MaxProcs: 4\n2: 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18\n"
		"late 0\nmark\n"},
	{"\xEF\xBB\xBF", "late 0\nmark\n"},
	{"\xEF\xBB", "! log.swf:1: field 1 (job number): not a number: '\?\?'\nlate 0\n"},
	{"\xFF\xFE;",
		"! log.swf: UTF-16 text, an SWF log is UTF-8: iconv -f UTF-16 -t UTF-8\n"
		"late 0\n"},
	{"\xFE\xFF",
		"! log.swf: UTF-16 text, an SWF log is UTF-8: iconv -f UTF-16 -t UTF-8\n"
		"late 0\n"},
	{"# MaxProcs: 4\n;b\n  #\n1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18\n#x\n; y\n",
		"; MaxProcs: 4\n;b\n;\n4: 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18\n"
		"late 2\nhash 3 from 1\n"},
	{"1;2;3;4;5;6;7;8;9;10;11;12;13;14;15;16;17;18\n"
	 "1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18\n"
	 "1,2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19\n",
		"! log.swf:1: field 1 (job number): not a number: "
		"'1;2;3;4;5;6;7;8;9;10;11;12;13;14;15;16;1...'; fields are separated by ';', in "
		"SWF by blanks: sed "
		"'/^;/!{s/;;/;-1;/g;s/;;/;-1;/g;s/;$/;-1/;y/;/ /;}'\n"
		"! log.swf:2: field 1 (job number): not a number: '1,'; fields are separated by "
		"',', in SWF by blanks: sed "
		"'/^;/!{s/,,/,-1,/g;s/,,/,-1,/g;s/,$/,-1/;y/,/ /;}'\n"
		"! log.swf:3: field 1 (job number): not a number: '1,2'\nlate 0\n"},
	{"1 2 3 4 5 6 7 8 9 10 11 alice 13 14 15 16 17 18\n"
	 "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 Batch 17 18\n"
	 "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 -a 17 18\n",
		"! log.swf:1: field 12 (user): not a number: 'alice'; SWF has numbers for names: "
		"NAMES in swf(5)\n"
		"! log.swf:2: field 16 (partition): not a number: 'Batch'; SWF has numbers for "
		"names: NAMES in swf(5)\n"
		"! log.swf:3: field 16 (partition): not a number: '-a'\nlate 0\n"},
	{"1 2 3 abc 5 6 7 8 9 10 11 12 13 14 15 16 17 18\n",
		"! log.swf:1: field 4 (run time): not a number: 'abc'\nlate 0\n"},
	{"1 2 3 4 1.5 6 7 8 9 10 11 12 13 14 15 16 17 18\n",
		"! log.swf:1: field 5 (allocated processors): not a whole number: '1.5'\nlate 0\n"},
	{"1 2 3 4 2147483648 6 7 8 9 10 11 12 13 14 15 16 17 18\n",
		"! log.swf:1: field 5 (allocated processors): out of range: '2147483648'\nlate "
		"0\n"},
	{"1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 -2147483648.25\n",
		"1: 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 -2147483648.25\nlate 0\n"},
	{"1 2 3 4 5 6 7 8 9 10 11 9223372036854775808 13 14 15 16 17 18\n",
		"! log.swf:1: field 12 (user): out of range: '9223372036854775808'\nlate 0\n"},
	{"1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 "
	 "aaaaaaaaaabbbbbbbbbbccccccccccddddddddddeeee\n",
		"! log.swf:1: field 18 (think time): not a number: "
		"'aaaaaaaaaabbbbbbbbbbccccccccccdddddddddd...'\nlate 0\n"},
};

/* However the bytes come, the result is the same. */
START_TEST(every_chunk_size_gives_the_same)
{
	for (size_t i = 0; i < sizeof samples / sizeof *samples; i++) {
		size_t length = strlen(samples[i].text);
		for (size_t chunk = 1; chunk <= length + 1; chunk++) {
			char *text = transcript(samples[i].text, length, chunk);
			ck_assert_str_eq(text, samples[i].expected);
			free(text);
		}
	}
}
END_TEST

START_TEST(a_nul_byte_is_no_blank)
{
	const char text[] = "1 2\0003 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18\n";
	char *got = transcript(text, sizeof text - 1, 7);
	ck_assert_str_eq(got, "! log.swf:1: field 2 (submit time): not a number: '2?3'\nlate 0\n");
	free(got);
}
END_TEST

START_TEST(lines_of_any_length_are_read)
{
	const size_t length = 3 << 20;
	char *text = malloc(length + 64);
	memset(text, ' ', length);
	strcpy(text + length, "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18\n");
	for (size_t chunk = 4096; chunk <= length * 2; chunk *= 8) {
		char *got = transcript(text, strlen(text), chunk);
		ck_assert_str_eq(got, "1: 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18\nlate 0\n");
		free(got);
	}
	free(text);
}
END_TEST

START_TEST(an_error_of_the_source_is_final)
{
	const char text[] = "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18\n1 2";
	struct chunks chunks = {.text = text, .length = sizeof text - 1, .chunk = 5, .fails = true};
	struct swf_reader *r = reader_of(&chunks);
	struct swf_error error;
	struct swf_job job;
	ck_assert_int_eq(swf_reader_next(r, &job, &error), 1);
	for (int i = 0; i < 3; i++) {
		ck_assert_int_eq(swf_reader_next(r, &job, &error), -1);
		ck_assert(!swf_reader_at_bad_line(r));
		ck_assert_str_eq(error.text, "log.swf: broken");
	}
	swf_reader_free(r);
}
END_TEST

/* Writes a gzip file of the text twice, as two members, and cuts it. */
static void write_gzip(char *path, const char *text, size_t cut)
{
	char part[] = "/tmp/swfkit-part-XXXXXX";
	close(mkstemp(part));
	gzFile gz = gzopen(part, "wb");
	ck_assert_int_gt(gzputs(gz, text), 0);
	gzclose(gz);
	FILE *in = fopen(part, "rb");
	char bytes[4096];
	size_t length = fread(bytes, 1, sizeof bytes, in);
	fclose(in);
	unlink(part);
	close(mkstemp(path));
	FILE *out = fopen(path, "wb");
	fwrite(bytes, 1, length, out);
	fwrite(bytes, 1, length - cut, out);
	fclose(out);
}

START_TEST(gzip_is_recognized)
{
	char path[] = "/tmp/swfkit-gzip-XXXXXX";
	struct swf_error error;
	struct swf_job job;
	write_gzip(path, "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18\n", 0);
	struct swf_reader *r = swf_reader_new(path, &error);
	ck_assert_int_eq(swf_reader_next(r, &job, &error), 1);
	ck_assert_int_eq(swf_reader_next(r, &job, &error), 1);
	ck_assert(job.think_time == 18);
	ck_assert_int_eq(swf_reader_next(r, &job, &error), 0);
	swf_reader_free(r);
	unlink(path);
}
END_TEST

START_TEST(truncated_gzip_is_an_error)
{
	char path[] = "/tmp/swfkit-gzip-XXXXXX";
	struct swf_error error;
	struct swf_job job;
	write_gzip(path, "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18\n", 9);
	struct swf_reader *r = swf_reader_new(path, &error);
	int got;
	while ((got = swf_reader_next(r, &job, &error)) == 1)
		;
	ck_assert_int_eq(got, -1);
	ck_assert_ptr_nonnull(strstr(error.text, ": the compressed data end too early"));
	swf_reader_free(r);
	unlink(path);
}
END_TEST

START_TEST(a_missing_file_is_an_error)
{
	struct swf_error error;
	ck_assert_ptr_null(swf_reader_new("/nonexistent/log", &error));
	ck_assert_str_eq(error.text, "/nonexistent/log: No such file or directory");
}
END_TEST

Suite *reader_suite(void)
{
	return suite_of("reader",
		(const TTest *const[]){every_chunk_size_gives_the_same, a_nul_byte_is_no_blank,
			lines_of_any_length_are_read, an_error_of_the_source_is_final,
			gzip_is_recognized, truncated_gzip_is_an_error, a_missing_file_is_an_error,
			NULL});
}
