/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lists of values as people write them, with ranges, such as 3,17,40-55. What is wrong dies with a
 * usage error that names the option. */
#ifndef SWF_CMD_SHARED_NUMBER_LISTS_H
#define SWF_CMD_SHARED_NUMBER_LISTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "users/user-set.h"

/* Takes a range apart, which gives its ends, "" where one is missing. Returns false for a single
 * value. `dashes`: also of A-B. */
bool split_range(const char *option, char *word, bool dashes, char **low, char **high);

/* Whether what stands for a number is a name. */
static inline bool is_name(const char *text)
{
	return (*text >= 'a' && *text <= 'z') || (*text >= 'A' && *text <= 'Z');
}

/* Reads a number, at least so much, or one of the names of the numbers from 0 on; `names` may be
 * NULL. Dies with a usage error that names the option. */
int64_t read_number(const char *option, const char *text, int64_t least, const char *const names[]);

/* Adds numbers, such as those of users, with ranges written as 40-55, too. `names`, ended by NULL,
 * are those of the numbers from 0 on; or NULL. */
void numbers_read(struct swf_user_set *set, size_t *capacity, const char *option, const char *text,
	const char *const names[]);

static inline bool numbers_hold(const struct swf_user_set *set, int64_t number)
{
	/* a search costs more than a look at each of a few */
	if (set->count > 8)
		return swf_user_set_has(set, number);
	for (size_t i = 0; i < set->count; i++)
		if (number >= set->ranges[i].low && number <= set->ranges[i].high)
			return true;
	return false;
}

#endif
