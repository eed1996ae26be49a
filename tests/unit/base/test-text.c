/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdio.h>
#include <stdlib.h>

#include "base/text.h"
#include "unit/suites.h"

/* Characters of two, three and four bytes stay, the first and last of each length; what is cut off,
 * longer than need be, a surrogate or past the last character does not. */
START_TEST(json_is_utf_8)
{
	static const struct {
		const char *text, *json;
	} cases[] = {{"\xC3\xA9t\xC3\xA9 \xE2\x82\xAC", "\xC3\xA9t\xC3\xA9 \xE2\x82\xAC"},
		{"\xC2\x80\xDF\xBF", "\xC2\x80\xDF\xBF"},
		{"\xE0\xA0\x80\xED\x9F\xBF\xEE\x80\x80\xEF\xBF\xBF",
			"\xE0\xA0\x80\xED\x9F\xBF\xEE\x80\x80\xEF\xBF\xBF"},
		{"\xF0\x90\x80\x80\xF4\x8F\xBF\xBF", "\xF0\x90\x80\x80\xF4\x8F\xBF\xBF"},
		{"\xE9t\xE9", "\\ufffdt\\ufffd"}, {"\x80", "\\ufffd"}, {"\xC3", "\\ufffd"},
		{"\xE2\x82", "\\ufffd\\ufffd"}, {"\xC0\x80", "\\ufffd\\ufffd"},
		{"\xE0\x9F\xBF", "\\ufffd\\ufffd\\ufffd"},
		{"\xED\xA0\x80", "\\ufffd\\ufffd\\ufffd"},
		{"\xF0\x8F\xBF\xBF", "\\ufffd\\ufffd\\ufffd\\ufffd"},
		{"\xF4\x90\x80\x80", "\\ufffd\\ufffd\\ufffd\\ufffd"}, {"\xFF", "\\ufffd"}};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		FILE *file = tmpfile();
		char expected[80];
		swf_json_text_write(file, cases[i].text);
		char *text = content(file);
		snprintf(expected, sizeof expected, "\"%s\"", cases[i].json);
		ck_assert_str_eq(text, expected);
		free(text);
	}
}
END_TEST

Suite *text_suite(void)
{
	return suite_of("text", (const TTest *const[]){json_is_utf_8, NULL});
}
