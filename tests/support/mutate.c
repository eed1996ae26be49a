/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "mutate.h"
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

/* splitmix64 */
static uint64_t next_random(struct random *r)
{
	uint64_t z = r->state += 0x9e3779b97f4a7c15;
	z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
	z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
	return z ^ (z >> 31);
}

struct random random_of(uint64_t seed, uint64_t number)
{
	struct random r = {seed};
	r.state = next_random(&r) ^ number;
	r.state = next_random(&r);
	return r;
}

size_t random_below(struct random *r, size_t n)
{
	return (size_t)(next_random(r) >> 16) % n;
}

static bool one_in(struct random *r, size_t n)
{
	return random_below(r, n) == 0;
}

void replace_bytes(struct text *t, size_t begin, size_t end, const char *bytes, size_t n)
{
	size_t length = t->length - (end - begin) + n;
	char *changed = malloc(length + 1);
	if (!changed)
		abort();
	memcpy(changed, t->bytes, begin);
	memcpy(changed + begin, bytes, n);
	memcpy(changed + begin + n, t->bytes + end, t->length - end);
	changed[length] = '\0';
	free(t->bytes);
	*t = (struct text){changed, length};
}

struct text copy_of(const char *bytes, size_t n)
{
	struct text copy = {malloc(n + 1), n};
	if (!copy.bytes)
		abort();
	memcpy(copy.bytes, bytes, n);
	copy.bytes[n] = '\0';
	return copy;
}

struct range {
	size_t begin, end;
};

/* The range grows to the whole line, without its newline. */
static struct range line_around(const struct text *t, size_t at)
{
	struct range line = {at, at};
	while (line.begin > 0 && t->bytes[line.begin - 1] != '\n')
		line.begin--;
	while (line.end < t->length && t->bytes[line.end] != '\n')
		line.end++;
	return line;
}

/* Half of the lines are among the first, where headers are. */
static struct range any_line(struct random *r, const struct text *t)
{
	size_t length = t->length;
	if (one_in(r, 2) && length > 400)
		length = 400;
	return line_around(t, length == 0 ? 0 : random_below(r, length));
}

static const char *separators_of(const struct text *t, struct range line)
{
	size_t length = line.end - line.begin;
	if (memchr(t->bytes + line.begin, '|', length))
		return "|";
	if (memchr(t->bytes + line.begin, '=', length))
		return " =+:;/,";
	if (memchr(t->bytes + line.begin, ',', length))
		return ",";
	return " \t:";
}

/* Field number k, from 0, of a line; false if it has fewer. Blanks come in runs. */
static bool field_of(const struct text *t, struct range line, size_t k, struct range *field)
{
	const char *separators = separators_of(t, line);
	size_t at = line.begin;
	for (;;) {
		while (*separators == ' ' && at < line.end && t->bytes[at] == ' ')
			at++;
		*field = (struct range){at, at};
		while (field->end < line.end && !strchr(separators, t->bytes[field->end]))
			field->end++;
		if (k-- == 0)
			return field->end > field->begin || field->end < line.end;
		if (field->end >= line.end)
			return false;
		at = field->end + 1;
	}
}

static struct range any_field(struct random *r, const struct text *t, struct range line, size_t *k)
{
	struct range field, chosen = {line.begin, line.begin};
	for (size_t i = 0; field_of(t, line, i, &field); i++)
		if (one_in(r, i + 1)) {
			chosen = field;
			*k = i;
		}
	return chosen;
}

static const char *const odd_values[] = {"-1", "-1", "-1", "0", "0", "1", "2", "-2", "0.5", "-0.25",
	"1e3", "1.5e9", "1e15", "1e18", "1e300", "1e400", "-1e300", "1e-320", "-0", "+5", "00012",
	"1.", ".5", "--1", "0x10", "nan", "inf", "-inf", "", "abc", "\"a,b\"", "\"", "604800",
	"31536000", "86399.5", "2147483647", "2147483648", "-2147483648", "-2147483649",
	"4294967296", "9007199254740993", "9223372036854775807", "9223372036854775808",
	"-9223372036854775808", "18446744073709551616", "99999999999999999999999999999999", "1e",
	"1e+", "12345678", "Unknown", "2026-02-30", "1-00:00:00", "3:00", "-1:-1:-1", "UNLIMITED",
	"1000000", "65536", "3Gn", "*"};
static const double factors[] = {0, -1, 2, 0.5, 10, 1e3, 1e6, 1e12, 1e-3, 1.0 / 3};
static const double sums[] = {1, -1, 0.25, -600, 3600, 604800, -604800, -1e7, 1e9, 1e12, 1e17};

/* One change of a number, for one field or for all of a column. */
struct change {
	const char *value; /* in place of it, if not NULL */
	double factor, sum;
};

static struct change any_change(struct random *r)
{
	struct change c = {NULL, 1, 0};
	switch (random_below(r, 3)) {
	case 0:
		c.value = odd_values[random_below(r, COUNT(odd_values))];
		break;
	case 1:
		c.factor = factors[random_below(r, COUNT(factors))];
		break;
	default:
		c.sum = sums[random_below(r, COUNT(sums))];
	}
	return c;
}

/* What is no number stays, unless there is a value for it. */
static void change_field(struct text *t, struct range field, const struct change *c)
{
	if (c->value) {
		replace_bytes(t, field.begin, field.end, c->value, strlen(c->value));
		return;
	}
	char *end, buffer[64];
	double x = strtod(t->bytes + field.begin, &end);
	if (end != t->bytes + field.end || field.begin == field.end || !isfinite(x))
		return;
	int n = snprintf(buffer, sizeof buffer, "%.17g", x * c->factor + c->sum);
	replace_bytes(t, field.begin, field.end, buffer, (size_t)n);
}

static void mutate_column(struct random *r, struct text *t)
{
	struct range field, line = line_around(t, random_below(r, t->length));
	struct change change = any_change(r);
	size_t k = 0, every = one_in(r, 3) ? 3 : 1;
	any_field(r, t, line, &k);
	if (one_in(r, 3)) /* in a log, submit times, which most depends on */
		k = 1;
	for (size_t at = 0; at < t->length; at = line_around(t, at).end + 1) {
		line = line_around(t, at);
		if (t->bytes[at] != ';' && field_of(t, line, k, &field) && one_in(r, every))
			change_field(t, field, &change);
	}
}

static void mutate_field(struct random *r, struct text *t)
{
	size_t k;
	struct range line = any_line(r, t), field = any_field(r, t, line, &k);
	struct change change = any_change(r);
	if (!one_in(r, 4)) {
		change_field(t, field, &change);
		return;
	}
	struct range other = any_field(r, t, any_line(r, t), &k);
	struct text copy = copy_of(t->bytes + other.begin, other.end - other.begin);
	replace_bytes(t, field.begin, field.end, copy.bytes, copy.length);
	free(copy.bytes);
}

static void mutate_line(struct random *r, struct text *t)
{
	static const char *const odd_lines[] = {"\n", ";\n", "; MaxProcs: 0\n", "; MaxProcs: 64\n",
		"; UnixStartTime: -1\n", "; TimeZoneString: Mars/Olympus\n", "# comment\n", "#\n",
		",\n", "  \n", "; UnixStartTime: 9223372036854775807\n", "; UnixStartTime: 0\n",
		"; MaxProcs: 100 (100)\n", "; TimeZoneString: Asia/Kolkata\n", "; MaxJobs: 1\n",
		"; Queue: 1 a\n", "; Note: \377\376\n"};
	struct range line = any_line(r, t), other = any_line(r, t);
	size_t end = line.end < t->length ? line.end + 1 : line.end;
	struct text copy = copy_of(t->bytes + line.begin, end - line.begin);
	const char *odd;
	switch (random_below(r, 6)) {
	case 0:
		replace_bytes(t, line.begin, end, "", 0);
		break;
	case 1: /* twice */
		replace_bytes(t, end, end, copy.bytes, copy.length);
		break;
	case 2: /* again elsewhere */
		replace_bytes(t, other.begin, other.begin, copy.bytes, copy.length);
		break;
	case 3: /* more fields */
		replace_bytes(t, line.end, line.end, " 7 , 7 | 7", 1 + 2 * random_below(r, 6));
		break;
	case 4: /* broken off */
		replace_bytes(t, line.begin + random_below(r, line.end - line.begin + 1), line.end,
			"", 0);
		break;
	default:
		odd = odd_lines[random_below(r, COUNT(odd_lines))];
		replace_bytes(t, line.begin, line.begin, odd, strlen(odd));
	}
	free(copy.bytes);
}

static void mutate_bytes(struct random *r, struct text *t)
{
	static const char odd[] = "\0\377\r\n;#\",| \t-.e9+:=\357";
	size_t at = random_below(r, t->length), length = 1 + random_below(r, 20);
	size_t end = length > t->length - at ? t->length : at + length;
	switch (random_below(r, 5)) {
	case 0:
		t->bytes[at] = (char)(t->bytes[at] ^ 1 << random_below(r, 8));
		break;
	case 1:
		t->bytes[at] = odd[random_below(r, sizeof odd - 1)];
		break;
	case 2:
		replace_bytes(t, at, at, odd + random_below(r, sizeof odd - 1), 1);
		break;
	case 3:
		replace_bytes(t, at, end, "", 0);
		break;
	default: /* cut off, mostly near the end */
		replace_bytes(
			t, one_in(r, 3) ? at : t->length - length % t->length, t->length, "", 0);
	}
}

static void end_lines_with_crlf(struct text *t)
{
	for (size_t at = 0; at < t->length; at++)
		if (t->bytes[at] == '\n')
			replace_bytes(t, at, at, "\r", 1), at++;
}

static void remove_header(struct text *t)
{
	size_t end = 0;
	while (end < t->length && t->bytes[end] == ';')
		end = line_around(t, end).end + 1;
	replace_bytes(t, 0, end > t->length ? t->length : end, "", 0);
}

static void mutate_whole(struct random *r, struct text *t)
{
	struct text copy;
	switch (random_below(r, 7)) {
	case 0:
		end_lines_with_crlf(t);
		break;
	case 1:
		replace_bytes(t, 0, 0, "\357\273\277", 3);
		break;
	case 2:
		replace_bytes(t, t->length - 1, t->length, "", 0);
		break;
	case 3:
		remove_header(t);
		break;
	case 4: /* twice */
		copy = copy_of(t->bytes, t->length);
		replace_bytes(t, t->length, t->length, copy.bytes, copy.length);
		free(copy.bytes);
		break;
	case 5: /* a few lines alone */
		replace_bytes(
			t, line_around(t, random_below(r, t->length)).begin, t->length, "", 0);
		break;
	default:
		replace_bytes(t,
			one_in(r, 4) ? 0 : line_around(t, random_below(r, t->length)).begin,
			t->length, "", 0);
	}
}

void mutate(struct random *r, struct text *t)
{
	if (t->length == 0)
		return;
	switch (random_below(r, 8)) {
	case 0:
		mutate_bytes(r, t);
		break;
	case 1:
	case 2:
		mutate_line(r, t);
		break;
	case 3:
		mutate_whole(r, t);
		break;
	case 4:
	case 5:
		mutate_column(r, t);
		break;
	default:
		mutate_field(r, t);
	}
}

static struct text gzip_of(const struct text *t)
{
	z_stream z = {.next_in = (Bytef *)t->bytes, .avail_in = (uInt)t->length};
	/* 16 more for the header of gzip */
	if (deflateInit2(&z, 1, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY) != Z_OK)
		abort();
	size_t room = deflateBound(&z, t->length);
	struct text out = {malloc(room + 1), 0};
	if (!out.bytes)
		abort();
	z.next_out = (Bytef *)out.bytes;
	z.avail_out = (uInt)room;
	if (deflate(&z, Z_FINISH) != Z_STREAM_END)
		abort();
	out.length = z.total_out;
	deflateEnd(&z);
	return out;
}

void compress_text(struct random *r, struct text *t)
{
	struct text out = gzip_of(t), second;
	switch (random_below(r, 8)) {
	case 0: /* two members */
		second = gzip_of(t);
		replace_bytes(&out, out.length, out.length, second.bytes, second.length);
		free(second.bytes);
		break;
	case 1: /* text behind it */
		replace_bytes(&out, out.length, out.length, t->bytes, t->length);
		break;
	case 2:
		mutate_bytes(r, &out);
		break;
	}
	free(t->bytes);
	*t = out;
}
