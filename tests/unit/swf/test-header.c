/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "swfcore/header.h"
#include "unit/suites.h"

static struct swf_header *header_of(const char *const lines[])
{
	struct swf_header *header = swf_header_new();
	for (size_t i = 0; lines[i] != NULL; i++)
		ck_assert_int_eq(swf_header_append(header, lines[i], strlen(lines[i])), 0);
	return header;
}

static const char *const example[] = {"; Version: 2.2", ";", ";  MaxProcs :  128  ", ";MaxNodes:64",
	"; Note: MaxJobs: 3", "; MaxJobs: 12 (of 15)", "; MaxProcs: 9", "; Preemption: No", NULL};

START_TEST(lines_are_kept)
{
	struct swf_header *header = header_of(example);
	ck_assert_uint_eq(swf_header_lines(header), 8);
	for (size_t i = 0; i < 8; i++)
		ck_assert_str_eq(swf_header_line(header, i), example[i]);
	swf_header_free(header);
}
END_TEST

START_TEST(labels_are_found)
{
	struct swf_header *header = header_of(example);
	char value[8];
	int64_t number;
	ck_assert(swf_header_get(header, "MaxProcs", value, sizeof value));
	ck_assert_str_eq(value, "128");
	ck_assert(swf_header_get(header, "MaxJobs", value, sizeof value));
	ck_assert_str_eq(value, "12 (of ");
	ck_assert(swf_header_number(header, "MaxJobs", &number));
	ck_assert_int_eq(number, 12);
	ck_assert(!swf_header_number(header, "Preemption", &number));
	ck_assert(!swf_header_number(header, "Version", &number));
	ck_assert(!swf_header_get(header, "Max", value, sizeof value));
	ck_assert(!swf_header_get(header, "Version2", value, sizeof value));
	swf_header_free(header);
}
END_TEST

/* A number ends with the line, a blank, a bracket or a semicolon. */
START_TEST(numbers_have_an_end)
{
	static const char *const lines[] = {"; A: 128;", "; B: 128 of all", "; C: 128\tof all",
		"; D: 128(of all)", "; E: 128", "; F: -128", "; G: 9,472", "; H: 128.5",
		"; I: 128x", "; J: 9223372036854775808", "; K:", NULL};
	struct swf_header *header = header_of(lines);
	for (char label[] = "A"; *label <= 'K'; (*label)++) {
		int64_t number = 0;
		ck_assert_int_eq(swf_header_number(header, label, &number), *label < 'G');
		ck_assert_int_eq(number, *label < 'F' ? 128 : *label == 'F' ? -128 : 0);
	}
	swf_header_free(header);
}
END_TEST

START_TEST(the_machine_is_max_procs_else_max_nodes)
{
	struct swf_header *header = header_of(example);
	ck_assert_int_eq(swf_header_procs(header), 128);
	swf_header_remove(header, "MaxProcs");
	ck_assert_uint_eq(swf_header_lines(header), 6);
	ck_assert_int_eq(swf_header_procs(header), 64);
	swf_header_remove(header, "MaxNodes");
	ck_assert_int_eq(swf_header_procs(header), 0);
	static const char *const labels[] = {"MaxProcs", "MaxNodes"};
	const struct {
		const char *value;
		int32_t procs;
	} sizes[] = {{"2147483647", INT32_MAX}, {"2147483648", 0}, {"1", 1}, {"0", 0}, {"-1", 0}};
	for (size_t l = 0; l < 2; l++)
		for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
			ck_assert_int_eq(swf_header_add(header, labels[l], sizes[i].value), 0);
			ck_assert_int_eq(swf_header_procs(header), sizes[i].procs);
			swf_header_remove(header, labels[l]);
		}
	swf_header_free(header);
}
END_TEST

START_TEST(a_number_is_corrected_in_its_place)
{
	struct swf_header *header = header_of(example);
	ck_assert_int_eq(swf_header_correct(header, "MaxProcs", 1024), 0);
	ck_assert_str_eq(swf_header_line(header, 2), ";  MaxProcs :  1024");
	ck_assert_str_eq(swf_header_line(header, 6), "; MaxProcs: 9");
	ck_assert_int_eq(swf_header_correct(header, "Nothing", 1), 0);
	ck_assert_uint_eq(swf_header_lines(header), 8);
	ck_assert_int_eq(swf_header_add(header, "Note", "new"), 0);
	ck_assert_str_eq(swf_header_line(header, 8), "; Note: new");
	swf_header_free(header);
}
END_TEST

START_TEST(gpu_types_have_places)
{
	static const char *const lines[] = {
		"; GPUs: a100  64 ,h100,\t1080ti 4\t, x y, z -1, , b 2", "; GPUs: other", NULL};
	static const struct {
		const char *name;
		int64_t count;
	} types[] = {{"a100", 64}, {"h100", -1}, {"1080ti", 4}, {"x", -1}, {"z", -1}};
	struct swf_header *header = header_of(lines);
	char name[8];
	int64_t count;
	for (int place = 1; place <= 5; place++) {
		ck_assert(swf_header_gpu_type(header, place, name, sizeof name, &count));
		ck_assert_str_eq(name, types[place - 1].name);
		ck_assert_int_eq(count, types[place - 1].count);
	}
	ck_assert(swf_header_gpu_type(header, 1, name, 3, &count));
	ck_assert_str_eq(name, "a1");
	/* the list ends where a type is empty */
	for (int place = -1; place <= 8; place += place == 0 ? 6 : 1)
		ck_assert(!swf_header_gpu_type(header, place, name, sizeof name, &count));
	swf_header_remove(header, "GPUs");
	ck_assert(!swf_header_gpu_type(header, 1, name, sizeof name, &count));
	swf_header_free(header);
}
END_TEST

Suite *header_suite(void)
{
	return suite_of("header",
		(const TTest *const[]){lines_are_kept, labels_are_found, numbers_have_an_end,
			the_machine_is_max_procs_else_max_nodes, a_number_is_corrected_in_its_place,
			gpu_types_have_places, NULL});
}
