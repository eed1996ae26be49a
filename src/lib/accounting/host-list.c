/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "accounting/host-list.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/number.h"

/*
 * A list is read from left to right, and its hosts are never held in memory. A stem with a range of
 * numbers goes to the sink as a range: "node[1-1000000]" is one call. Only brackets with text
 * behind them are spelled out, host by host. `left` bounds the work. A range costs one for each of
 * its hosts, and a spelled-out host as much as the longest name has characters. So no line of an
 * accounting file, however hostile, takes longer than a moment.
 */

/* Longer numbers belong to the name. */
enum { DIGITS_MOST = 7, HOSTS_MOST = 1 << 24 };

struct list_reading {
	const struct swf_host_sink *sink;
	size_t left; /* hosts that the list may still name */
};

bool swf_host_text_append(struct swf_host_text *text, const char *from, size_t length)
{
	if (length > SWF_HOST_NAME_MOST - text->length)
		return false;
	memcpy(text->characters + text->length, from, length);
	text->length += length;
	return true;
}

static enum swf_host_list_status emit_range(struct list_reading *reading,
	const struct swf_host_text *stem, size_t digits, size_t first, size_t last)
{
	if (last - first >= reading->left)
		return SWF_HOSTS_MALFORMED;
	reading->left -= last - first + 1;
	const struct swf_host_range range = {*stem, digits, first, last};
	return reading->sink->take(reading->sink->self, &range);
}

/* Adds a host by its whole name. */
static enum swf_host_list_status add_name(
	struct list_reading *reading, const struct swf_host_text *name)
{
	size_t stem = name->length;
	while (stem > 0 && swf_is_digit(name->characters[stem - 1]))
		stem--;
	const size_t digits = name->length - stem;
	if (name->length == 0)
		return SWF_HOSTS_MALFORMED;
	if (digits > DIGITS_MOST)
		return emit_range(reading, name, 0, 0, 0);
	const char *p = name->characters + stem;
	int64_t number = 0;
	(void)swf_number_scan_digits(&p, p + digits, INT64_MAX, &number); /* there may be none */
	struct swf_host_text text = *name;
	text.length = stem;
	return emit_range(reading, &text, digits, (size_t)number, (size_t)number);
}

/* Reads digits; returns how many, 0 also for more than a number can have. */
static size_t read_number(const char **p, const char *end, size_t *number)
{
	const char *begin = *p;
	int64_t value;
	if (!swf_number_scan_digits(p, end, INT64_MAX, &value) || *p - begin > 18)
		return 0;
	*number = (size_t)value;
	return (size_t)(*p - begin);
}

static enum swf_host_list_status add_names(struct list_reading *reading,
	const struct swf_host_text *begun, const char *rest, const char *end);

/* Adds the hosts whose names are a text, a number of at least `width` digits, and what the rest
 * stands for. */
static enum swf_host_list_status add_numbered(struct list_reading *reading,
	const struct swf_host_text *begun, size_t width, size_t number, const char *rest,
	const char *end)
{
	struct swf_host_text text = *begun;
	char digits[32];
	const int length = snprintf(digits, sizeof digits, "%0*zu", (int)width, number);
	if (reading->left < SWF_HOST_NAME_MOST ||
		!swf_host_text_append(&text, digits, (size_t)length))
		return SWF_HOSTS_MALFORMED;
	reading->left -= SWF_HOST_NAME_MOST; /* it takes as long as that many of a range */
	return add_names(reading, &text, rest, end);
}

/* Adds the hosts that begin with a text and end with the numbers from `first` to `last`, which have
 * all the same count of digits. Digits before them belong to their numbers, as in names without
 * brackets. */
static enum swf_host_list_status add_last(struct list_reading *reading,
	const struct swf_host_text *begun, size_t digits, size_t first, size_t last)
{
	struct swf_host_text stem = *begun;
	size_t base = 0, unit = 1, all_digits = digits;
	for (size_t i = 0; i < digits && i < DIGITS_MOST; i++)
		unit *= 10;
	for (; stem.length > 0 && swf_is_digit(stem.characters[stem.length - 1]); stem.length--) {
		if (++all_digits > DIGITS_MOST)
			break;
		base += unit * (size_t)(stem.characters[stem.length - 1] - '0');
		unit *= 10;
	}
	if (all_digits <= DIGITS_MOST)
		return emit_range(reading, &stem, all_digits, base + first, base + last);
	enum swf_host_list_status status = SWF_HOSTS_READ;
	const char *const nothing = "";
	for (size_t i = first; i <= last && status == SWF_HOSTS_READ; i++)
		status = add_numbered(reading, begun, digits, i, nothing, nothing);
	return status;
}

/* The same for numbers of `width` digits or more. */
static enum swf_host_list_status add_widths(struct list_reading *reading,
	const struct swf_host_text *begun, size_t width, size_t first, size_t last)
{
	enum swf_host_list_status status = SWF_HOSTS_READ;
	size_t beyond = 1; /* the first number with more digits */
	for (size_t i = 0; i < width; i++)
		beyond *= 10;
	while (first <= last && status == SWF_HOSTS_READ) {
		if (first < beyond) {
			const size_t end = last < beyond ? last : beyond - 1;
			status = add_last(reading, begun, width, first, end);
			first = end + 1;
		}
		beyond *= 10;
		width++;
	}
	return status;
}

/* Adds the hosts that begin with a text, a number of a list such as "01-04,07" from p up to "]",
 * and the rest behind that. */
static enum swf_host_list_status add_bracket(struct list_reading *reading,
	const struct swf_host_text *begun, const char *p, const char *end)
{
	const char *close = memchr(p, ']', (size_t)(end - p));
	if (close == NULL || p == close)
		return SWF_HOSTS_MALFORMED;
	enum swf_host_list_status status = SWF_HOSTS_READ;
	while (p < close && status == SWF_HOSTS_READ) {
		size_t first, last;
		const size_t width = read_number(&p, close, &first);
		last = first;
		if (width > 0 && p < close && *p == '-') {
			p++;
			if (read_number(&p, close, &last) == 0)
				return SWF_HOSTS_MALFORMED;
		}
		if (width == 0 || last < first || (p < close && *p++ != ','))
			return SWF_HOSTS_MALFORMED;
		if (close + 1 == end)
			status = add_widths(reading, begun, width, first, last);
		else
			for (size_t i = first; i <= last && status == SWF_HOSTS_READ; i++)
				status = add_numbered(reading, begun, width, i, close + 1, end);
	}
	return status;
}

/* Adds the hosts that begin with a text, with the rest of their names, which may have brackets. */
static enum swf_host_list_status add_names(struct list_reading *reading,
	const struct swf_host_text *begun, const char *rest, const char *end)
{
	struct swf_host_text text = *begun;
	const char *open = memchr(rest, '[', (size_t)(end - rest));
	if (!swf_host_text_append(&text, rest, (size_t)((open != NULL ? open : end) - rest)))
		return SWF_HOSTS_MALFORMED;
	return open != NULL ? add_bracket(reading, &text, open + 1, end) : add_name(reading, &text);
}

enum swf_host_list_status swf_host_list_read(
	const char *list, size_t length, const struct swf_host_sink *sink)
{
	const struct swf_host_text nothing = {.length = 0};
	const char *const list_end = list + length;
	enum swf_host_list_status status = SWF_HOSTS_READ;
	struct list_reading reading = {sink, HOSTS_MOST};
	while (list < list_end && status == SWF_HOSTS_READ) {
		const char *end = list;
		bool inside = false;
		for (; end < list_end && (inside || *end != ','); end++)
			inside = *end == '[' || (inside && *end != ']');
		status = add_names(&reading, &nothing, list, end);
		list = end + 1;
	}
	return status;
}

/*
 * A set of nodes. The key is the stem, the count of digits and the block of 8192 numbers; each key
 * has up to a kilobyte of bits, one a node. So node01 and node1 are two nodes, a node with a large
 * number costs no more than others, and adding a node twice changes nothing.
 */
enum { BLOCK = 8192 };

static struct swf_node_numbers *numbers_of(
	struct swf_node_set *set, const struct swf_host_text *stem)
{
	const size_t known = set->stems.count;
	struct swf_node_numbers *larger =
		swf_array_reserve(set->numbers, known, &set->capacity, sizeof *larger);
	if (larger == NULL)
		return NULL;
	set->numbers = larger;
	larger[known] = (struct swf_node_numbers){0};
	const uint32_t place = swf_names_put(&set->stems, stem->characters, stem->length);
	return place != SWF_NO_NAME ? &larger[place] : NULL;
}

/* Sets the bits from `first` to `last`. Returns 0, or -1 when there is no memory. */
static int set_bits(struct swf_node_numbers *numbers, size_t first, size_t last)
{
	if (last / 64 >= numbers->count) {
		const size_t count = last / 64 + 1;
		uint64_t *words = realloc(numbers->words, count * sizeof *words);
		if (words == NULL)
			return -1;
		memset(words + numbers->count, 0, (count - numbers->count) * sizeof *words);
		*numbers = (struct swf_node_numbers){words, count};
	}
	for (size_t i = first; i <= last; i++)
		numbers->words[i / 64] |= UINT64_C(1) << (i % 64);
	return 0;
}

static enum swf_host_list_status add_hosts(void *self, const struct swf_host_range *range)
{
	struct swf_node_set *set = self;
	for (size_t first = range->first, end; first <= range->last; first = end + 1) {
		const size_t block = first / BLOCK, next_block = (block + 1) * BLOCK;
		const char suffix[] = {'/', (char)('0' + range->digits), (char)('0' + block / 64),
			(char)('0' + block % 64)};
		struct swf_host_text stem = range->stem;
		end = next_block <= range->last ? next_block - 1 : range->last;
		if (!swf_host_text_append(&stem, suffix, sizeof suffix))
			return SWF_HOSTS_MALFORMED;
		struct swf_node_numbers *numbers = numbers_of(set, &stem);
		if (numbers == NULL || set_bits(numbers, first % BLOCK, end % BLOCK) != 0)
			return SWF_HOSTS_NO_MEMORY;
	}
	return SWF_HOSTS_READ;
}

enum swf_host_list_status swf_node_set_add(
	struct swf_node_set *set, const char *list, size_t length)
{
	const struct swf_host_sink sink = {set, add_hosts};
	return swf_host_list_read(list, length, &sink);
}

int64_t swf_node_set_count(const struct swf_node_set *set)
{
	int64_t count = 0;
	for (size_t stem = 0; stem < set->stems.count; stem++)
		for (size_t i = 0; i < set->numbers[stem].count; i++)
			for (uint64_t word = set->numbers[stem].words[i]; word != 0;
				word &= word - 1)
				count++;
	return count;
}

void swf_node_set_clear(struct swf_node_set *set)
{
	for (size_t stem = 0; stem < set->stems.count; stem++)
		free(set->numbers[stem].words);
	free(set->numbers);
	swf_names_clear(&set->stems);
	*set = (struct swf_node_set){0};
}
