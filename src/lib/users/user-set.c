/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "users/user-set.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/number.h"

/*
 * Ranges are read in any order, and may overlap. swf_user_set_arrange() sorts them and joins those
 * that do, so that from then on they ascend apart from each other, and binary search finds a user.
 */

static const char separators[] = " \t\r\n,";

/* A number, or two with a dash between them, from p to end. */
static int read_range(
	const char *p, const char *end, struct swf_user_range *range, struct swf_error *error)
{
	int shown = (int)(end - p > 40 ? 40 : end - p);
	/* a dash at the beginning is a sign */
	const char *dash = memchr(p + 1, '-', (size_t)(end - p - 1));
	if (swf_number_scan_whole(p, dash != NULL ? dash : end, &range->low) != SWF_SCAN_OK)
		return swf_fail(error, "not a user number: '%.*s'", shown, p);
	range->high = range->low;
	if (dash != NULL && swf_number_scan_whole(dash + 1, end, &range->high) != SWF_SCAN_OK)
		return swf_fail(error, "not a user number or a range: '%.*s'", shown, p);
	if (range->low > range->high)
		return swf_fail(error, "a range that ends before it begins: '%.*s'", shown, p);
	return 0;
}

/* Adds what a line holds to the set, whose array has room for `capacity`. */
static int read_line(
	const char *line, struct swf_user_set *set, size_t *capacity, struct swf_error *error)
{
	const char *last = line + strcspn(line, "#\n");
	const char *p = line;
	while ((p += strspn(p, separators)) < last) {
		const char *end = p + strcspn(p, separators);
		end = end < last ? end : last;
		struct swf_user_range *ranges =
			swf_array_reserve(set->ranges, set->count, capacity, sizeof *ranges);
		if (ranges == NULL)
			return swf_fail_memory(error);
		set->ranges = ranges;
		if (read_range(p, end, &ranges[set->count], error) != 0)
			return -1;
		set->count++;
		p = end;
	}
	return 0;
}

static int by_low(const void *a, const void *b)
{
	const struct swf_user_range *x = a, *y = b;
	return (x->low > y->low) - (x->low < y->low);
}

void swf_user_set_arrange(struct swf_user_set *set)
{
	if (set->count == 0)
		return;
	qsort(set->ranges, set->count, sizeof *set->ranges, by_low);
	struct swf_user_range *last = set->ranges;
	for (size_t i = 1; i < set->count; i++) {
		const struct swf_user_range *next = &set->ranges[i];
		if (next->low <= last->high)
			last->high = next->high > last->high ? next->high : last->high;
		else
			*++last = *next;
	}
	set->count = (size_t)(last - set->ranges) + 1;
}

int swf_user_set_parse(const char *text, struct swf_user_set *set, struct swf_error *error)
{
	*set = (struct swf_user_set){0};
	size_t capacity = 0;
	for (const char *line = text; *line != '\0';) {
		if (read_line(line, set, &capacity, error) != 0) {
			swf_user_set_clear(set);
			return -1;
		}
		line += strcspn(line, "\n");
		line += *line == '\n';
	}
	swf_user_set_arrange(set);
	return 0;
}

int swf_user_set_read(const char *path, struct swf_user_set *set, struct swf_error *error)
{
	*set = (struct swf_user_set){0};
	FILE *file = fopen(path, "r");
	if (file == NULL)
		return swf_fail(error, "%s: %s", path, strerror(errno));
	char *line = NULL;
	size_t size = 0, capacity = 0;
	struct swf_error wrong;
	int result = 0;
	ssize_t length;
	errno = 0;
	for (int64_t number = 1; result == 0 && (length = getline(&line, &size, file)) >= 0;
		number++, errno = 0) {
		if (strlen(line) != (size_t)length)
			result = swf_fail(&wrong, "a NUL byte");
		else
			result = read_line(line, set, &capacity, &wrong);
		if (result != 0)
			swf_fail(error, "%s:%lld: %s", path, (long long)number, wrong.text);
	}
	if (result == 0 && (ferror(file) || errno == ENOMEM))
		result = swf_fail(error, "%s: %s", path, strerror(errno));
	free(line);
	fclose(file);
	if (result != 0) {
		swf_user_set_clear(set);
		return -1;
	}
	swf_user_set_arrange(set);
	return 0;
}

size_t swf_user_set_find(const struct swf_user_set *set, int64_t user)
{
	struct swf_bisection b = {.high = set->count};
	while (swf_bisection_next(&b))
		swf_bisection_tell(&b, set->ranges[b.middle].high < user);
	return b.low < set->count && set->ranges[b.low].low <= user ? b.low : set->count;
}

void swf_user_set_clear(struct swf_user_set *set)
{
	free(set->ranges);
	*set = (struct swf_user_set){0};
}
