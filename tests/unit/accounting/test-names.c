/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "accounting/names.h"
#include "support/file-bytes.h"
#include "unit/suites.h"

static uint32_t put(struct swf_names *names, const char *name)
{
	const uint32_t place = swf_names_put(names, name, strlen(name));
	ck_assert_uint_ne(place, SWF_NO_NAME);
	return place;
}

/* Each is the beginning of another or has one, also where only a part of a text is given. */
START_TEST(beginnings_are_other_names)
{
	static const char *const texts[] = {"ab", "a", "", "abc", "abcd", "b", "A", "a ", "\xFF"};
	enum { TEXTS = sizeof texts / sizeof *texts };
	struct swf_names names = {0};
	for (uint32_t i = 0; i < TEXTS; i++)
		ck_assert_uint_eq(put(&names, texts[i]), i);
	for (uint32_t i = TEXTS; i-- > 0;) {
		ck_assert_uint_eq(put(&names, texts[i]), i);
		ck_assert_str_eq(swf_names_text(&names, i), texts[i]);
	}
	ck_assert_uint_eq(swf_names_put(&names, "abcdef", 3), 3);
	ck_assert_uint_eq(swf_names_put(&names, "abcdef", 2), 0);
	ck_assert_uint_eq(swf_names_put(&names, "abcdef", 5), TEXTS);
	ck_assert_str_eq(swf_names_text(&names, TEXTS), "abcde");
	ck_assert_uint_eq(names.count, TEXTS + 1);
	swf_names_clear(&names);
	ck_assert(names.names == NULL && names.count == 0);
}
END_TEST

/* Name k has the place k, however often and in whatever order it is put again. */
START_TEST(thousands_of_names)
{
	enum { NAMES = 20000 };
	struct swf_names names = {0};
	uint64_t state = 1;
	uint32_t known = 0;
	char text[40];
	int wrong = 0;
	while (known < NAMES) {
		const uint32_t k = random_below(&state, known + 1 + known / 8);
		const uint32_t name = k < known ? k : known++;
		snprintf(text, sizeof text, "%s%u", name % 3 == 0 ? "" : "user", name);
		wrong += put(&names, text) != name;
	}
	for (uint32_t i = 0; i < NAMES; i++) {
		snprintf(text, sizeof text, "%s%u", i % 3 == 0 ? "" : "user", i);
		wrong += strcmp(swf_names_text(&names, i), text) != 0 || put(&names, text) != i;
	}
	ck_assert_int_eq(wrong, 0);
	ck_assert_uint_eq(names.count, NAMES);
	swf_names_clear(&names);
}
END_TEST

START_TEST(a_long_name)
{
	enum { LENGTH = 100000 };
	struct swf_names names = {0};
	char *text = malloc(LENGTH);
	memset(text, 'x', LENGTH);
	ck_assert_uint_eq(put(&names, "x"), 0);
	ck_assert_uint_eq(swf_names_put(&names, text, LENGTH), 1);
	ck_assert_uint_eq(swf_names_put(&names, text, LENGTH - 1), 2);
	ck_assert_uint_eq(swf_names_put(&names, text, LENGTH), 1);
	ck_assert_uint_eq(strlen(swf_names_text(&names, 1)), LENGTH);
	free(text);
	swf_names_clear(&names);
}
END_TEST

START_TEST(numbers_are_in_the_order_of_use)
{
	struct swf_names names = {0};
	const uint32_t a = put(&names, "a"), b = put(&names, "b"), c = put(&names, "c");
	size_t count = 9;
	struct swf_name *numbered = swf_names_by_number(&names, &count);
	ck_assert(numbered != NULL && count == 0);
	free(numbered);
	swf_names_use(&names, c);
	swf_names_use(&names, SWF_NO_NAME);
	swf_names_use(&names, a);
	swf_names_use(&names, c);
	ck_assert_int_eq(swf_names_number(&names, c), 1);
	ck_assert_int_eq(swf_names_number(&names, a), 2);
	ck_assert_int_eq(swf_names_number(&names, SWF_NO_NAME), -1);
	ck_assert_int_eq(names.names[b].number, 0);
	ck_assert_int_eq(names.last, 2);

	numbered = swf_names_by_number(&names, &count);
	ck_assert_uint_eq(count, 2);
	ck_assert_str_eq(names.texts + numbered[0].text, "c");
	ck_assert(numbered[0].number == 1 && numbered[0].uses == 2);
	ck_assert_str_eq(names.texts + numbered[1].text, "a");
	ck_assert(numbered[1].number == 2 && numbered[1].uses == 1);
	free(numbered);
	swf_names_clear(&names);
}
END_TEST

static int read_keys(const char *text, struct swf_names names[], struct swf_error *error)
{
	FILE *file = tmpfile();
	fputs(text, file);
	rewind(file);
	struct swf_csv_reader *csv = swf_csv_new_bytes(file_bytes(file), "keys", error);
	ck_assert_ptr_nonnull(csv);
	const int status = swf_keys_read(csv, names, error);
	swf_csv_free(csv);
	return status;
}

static void free_all(struct swf_names names[])
{
	for (int kind = 0; kind < SWF_NAME_KINDS; kind++)
		swf_names_clear(&names[kind]);
}

static char *keys_of(const struct swf_names names[])
{
	struct swf_error error;
	FILE *file = tmpfile();
	struct swf_table *table = swf_keys_table(names);
	ck_assert_int_eq(swf_table_write(table, file, SWF_FORMAT_CSV, &error), 0);
	swf_table_free(table);
	return content(file);
}

/* The numbers go on behind the greatest; kinds have numbers of their own. */
START_TEST(keys_are_continued)
{
	struct swf_names names[SWF_NAME_KINDS] = {{0}};
	struct swf_error error;
	ck_assert_int_eq(read_keys("name,x,number,kind\nann,,7,user\nbob,,3,user\nann,,1,queue\n",
				 names, &error),
		0);
	struct swf_names *users = &names[SWF_NAME_USER];
	ck_assert_int_eq(swf_names_number(users, put(users, "ann")), 7);
	ck_assert_int_eq(swf_names_number(users, put(users, "bob")), 3);
	const uint32_t carl = put(users, "carl"), dora = put(users, "dora");
	swf_names_use(users, dora);
	swf_names_use(users, put(users, "bob"));
	ck_assert_int_eq(swf_names_number(users, dora), 8);
	ck_assert_int_eq(swf_names_number(users, put(users, "bob")), 3);
	ck_assert_int_eq(users->names[carl].number, 0);
	ck_assert_int_eq(names[SWF_NAME_QUEUE].last, 1);
	char *keys = keys_of(names);
	ck_assert_str_eq(
		keys, "kind,number,name\nuser,3,bob\nuser,7,ann\nuser,8,dora\nqueue,1,ann\n");
	free(keys);
	free_all(names);
}
END_TEST

START_TEST(keys_come_back_as_they_were)
{
	static const char *const texts[] = {"a,b", "\"", "\"q\"", "a\"b,\"\"", "x y", "a\nb",
		"\xC3\xA9", ",", "1", "number", "a'b", "a;b", "-"};
	enum { TEXTS = sizeof texts / sizeof *texts };
	struct swf_names names[SWF_NAME_KINDS] = {{0}}, again[SWF_NAME_KINDS] = {{0}};
	struct swf_error error;
	char *empty = keys_of(names);
	ck_assert_str_eq(empty, "kind,number,name\n");
	free(empty);
	for (int kind = 0; kind < SWF_NAME_KINDS; kind++)
		for (int i = 0; i < TEXTS; i++)
			swf_names_use(&names[kind], put(&names[kind], texts[(i + kind) % TEXTS]));
	char *keys = keys_of(names);
	if (read_keys(keys, again, &error) != 0)
		ck_abort_msg("%s", error.text);
	for (int kind = 0; kind < SWF_NAME_KINDS; kind++) {
		ck_assert_uint_eq(again[kind].count, TEXTS);
		for (int i = 0; i < TEXTS; i++) {
			const uint32_t place = put(&again[kind], texts[(i + kind) % TEXTS]);
			ck_assert_int_eq(swf_names_number(&again[kind], place), i + 1);
		}
	}
	char *second = keys_of(again);
	ck_assert_str_eq(second, keys);
	free(second);
	free(keys);
	free_all(names);
	free_all(again);
}
END_TEST

START_TEST(wrong_keys_are_refused)
{
	static const struct {
		const char *text, *error;
	} cases[] = {{"number,name\n", "keys:1: no column 'kind'"},
		{"kind,name\n", "keys:1: no column 'number'"},
		{"kind,number\n", "keys:1: no column 'name'"},
		{"kind,number,name\nUser,1,a\n", "keys:2: column 'kind': unknown: 'User'"},
		{"kind,number,name\n,1,a\n", "keys:2: column 'kind': unknown: ''"},
		{"kind,number,name\nuser,0,a\n", "keys:2: column 'number': no number from 1: '0'"},
		{"kind,number,name\nuser,-1,a\n",
			"keys:2: column 'number': no number from 1: '-1'"},
		{"kind,number,name\nuser,,a\n", "keys:2: column 'number': no number from 1: ''"},
		{"kind,number,name\nuser,1x,a\n",
			"keys:2: column 'number': no number from 1: '1x'"},
		{"kind,number,name\nuser,1.5,a\n",
			"keys:2: column 'number': no number from 1: '1.5'"},
		{"kind,number,name\nuser,9223372036854775807,a\n",
			"keys:2: column 'number': no number from 1: '9223372036854775807'"},
		{"kind,number,name\nuser,9223372036854775808,a\n",
			"keys:2: column 'number': no number from 1: '9223372036854775808'"},
		{"kind,number,name\nuser,1,a\nqueue,1, \n", "keys:3: column 'name': empty"},
		{"kind,number,name\nuser,1,a\nuser,2,b\nuser,3,a\n",
			"keys:4: user 'a' is there twice"},
		{"kind,number,name\nuser,1,a\nuser,1\n",
			"keys:3: 2 cells where there are 3 columns"}};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct swf_names names[SWF_NAME_KINDS] = {{0}};
		struct swf_error error = {.text = ""};
		ck_assert_int_eq(read_keys(cases[i].text, names, &error), -1);
		ck_assert_str_eq(error.text, cases[i].error);
		free_all(names);
	}
	/* the greatest number leaves room for as many names as there can be */
	struct swf_names names[SWF_NAME_KINDS] = {{0}};
	struct swf_error error = {.text = ""};
	char text[100];
	snprintf(text, sizeof text, "kind,number,name\nuser,%" PRId64 ",a\n",
		INT64_MAX - UINT32_MAX);
	ck_assert_int_eq(read_keys(text, names, &error), 0);
	free_all(names);
}
END_TEST

/* Of a kind, wherever they stand. */
START_TEST(numbers_are_not_there_twice)
{
	struct swf_names names[SWF_NAME_KINDS] = {{0}};
	struct swf_error error = {.text = ""};
	ck_assert_int_eq(
		read_keys("kind,number,name\nuser,5,a\nqueue,5,a\nuser,2,b\nuser,5,c\nuser,1,d\n",
			names, &error),
		-1);
	ck_assert_ptr_nonnull(strstr(error.text, "user number 5 is there twice"));
	free_all(names);
}
END_TEST

Suite *names_suite(void)
{
	return suite_of("names",
		(const TTest *const[]){beginnings_are_other_names, thousands_of_names, a_long_name,
			numbers_are_in_the_order_of_use, keys_are_continued,
			keys_come_back_as_they_were, wrong_keys_are_refused,
			numbers_are_not_there_twice, NULL});
}
