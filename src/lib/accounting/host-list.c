#include "accounting/host-list.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "base/number.h"

/* Longer numbers belong to the name. */
enum { DIGITS_MOST = 7, HOSTS_MOST = 1 << 24 };

struct reading {
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

static enum swf_host_list_status add_range(struct reading *reading,
	const struct swf_host_text *stem, size_t digits, size_t first, size_t last)
{
	if (last - first >= reading->left)
		return SWF_HOSTS_MALFORMED;
	reading->left -= last - first + 1;
	const struct swf_host_range range = {*stem, digits, first, last};
	return reading->sink->take(reading->sink->self, &range);
}

/* Adds a host by its whole name. */
static enum swf_host_list_status add_name(struct reading *reading, const struct swf_host_text *name)
{
	size_t stem = name->length;
	while (stem > 0 && swf_is_digit(name->characters[stem - 1]))
		stem--;
	const size_t digits = name->length - stem;
	if (name->length == 0)
		return SWF_HOSTS_MALFORMED;
	if (digits > DIGITS_MOST)
		return add_range(reading, name, 0, 0, 0);
	const char *p = name->characters + stem;
	int64_t number = 0;
	(void)swf_number_scan_digits(&p, p + digits, INT64_MAX, &number); /* there may be none */
	struct swf_host_text text = *name;
	text.length = stem;
	return add_range(reading, &text, digits, (size_t)number, (size_t)number);
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

static enum swf_host_list_status add_names(struct reading *reading,
	const struct swf_host_text *begun, const char *rest, const char *end);

/* Adds the hosts whose names are a text, a number of at least `width` digits, and what the rest
 * stands for. */
static enum swf_host_list_status add_numbered(struct reading *reading,
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
static enum swf_host_list_status add_last(struct reading *reading,
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
		return add_range(reading, &stem, all_digits, base + first, base + last);
	enum swf_host_list_status status = SWF_HOSTS_READ;
	const char *const nothing = "";
	for (size_t i = first; i <= last && status == SWF_HOSTS_READ; i++)
		status = add_numbered(reading, begun, digits, i, nothing, nothing);
	return status;
}

/* The same for numbers with at least so many digits. */
static enum swf_host_list_status add_widths(struct reading *reading,
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
static enum swf_host_list_status add_bracket(
	struct reading *reading, const struct swf_host_text *begun, const char *p, const char *end)
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
static enum swf_host_list_status add_names(struct reading *reading,
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
	struct reading reading = {sink, HOSTS_MOST};
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
