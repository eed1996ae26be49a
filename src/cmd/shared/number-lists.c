/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "shared/number-lists.h"

#include <stdlib.h>
#include <string.h>

#include "shared/messages.h"
#include "shared/option-values.h"

bool split_range(const char *option, char *word, bool dashes, char **low, char **high)
{
	char *mark = strstr(word, "..");
	size_t length = 2;
	if (mark == NULL && dashes && word[0] != '\0') {
		/* a dash at the beginning is a sign */
		mark = strchr(word + 1, '-');
		length = 1;
	}
	*low = *high = word;
	if (mark == NULL)
		return false;
	if (mark == word && mark[length] == '\0')
		die_usage("--%s: a range without an end: '%s'", option, word);
	*mark = '\0';
	*high = mark + length;
	return true;
}

int64_t read_number(const char *option, const char *text, int64_t least, const char *const names[])
{
	return names != NULL && is_name(text) ? choice_value(option, text, names)
					      : whole_value(option, text, least, INT64_MAX);
}

void numbers_read(struct swf_user_set *set, size_t *capacity, const char *option, const char *list,
	const char *const names[])
{
	char *low, *high;
	char **words = list_value(option, list);
	for (size_t i = 0; words[i] != NULL; i++) {
		char *word = words[i];
		/* 0 leaves out what is not known, -1 */
		struct swf_user_range range = {0, INT64_MAX};
		char *text = checked(strdup(word));
		if (!split_range(option, word, !is_name(word), &low, &high)) {
			range.low = range.high = read_number(option, word, SWF_UNKNOWN, names);
		} else {
			if (*low != '\0')
				range.low = read_number(option, low, 0, names);
			if (*high != '\0')
				range.high = read_number(option, high, 0, names);
		}
		if (range.low > range.high)
			die_usage("--%s: a range that ends before it begins: '%s'", option, text);
		set->ranges = reserve(set->ranges, set->count, capacity, sizeof *set->ranges);
		set->ranges[set->count++] = range;
		free(text);
	}
	free(words);
	swf_user_set_arrange(set);
}
