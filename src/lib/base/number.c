/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/number.h"

#include <errno.h>
#include <float.h>
#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Other results in the last digits become other jobs in random workloads. */
_Static_assert(FLT_EVAL_METHOD == 0,
	"swfkit needs arithmetic that rounds to double at each step: on 32-bit x86, build with "
	"CFLAGS='-O2 -msse2 -mfpmath=sse'");

/*
 * A mantissa of up to 15 digits and a power of ten up to 10^22 are doubles without an error, so
 * that their quotient, rounded once, is the nearest double to the text: no other function is
 * needed. All else goes through the C library, in the C locale.
 */

struct decimal {
	bool whole;        /* no fraction and no exponent */
	int digits;        /* in the mantissa, leading zeros left out */
	int point;         /* digits after the decimal point */
	uint64_t mantissa; /* exact up to 19 digits */
	bool negative;
};

/* Checks the text against the grammar of a number; strtod would take too much ("inf", "0x1"). */
static bool parse_decimal(const char *p, const char *end, struct decimal *d)
{
	*d = (struct decimal){.whole = true};
	if (p < end && (*p == '-' || *p == '+'))
		d->negative = *p++ == '-';
	bool any = false;
	for (bool fraction = false; p < end; p++) {
		if (*p == '.' && !fraction) {
			fraction = true;
			d->whole = false;
			continue;
		}
		unsigned digit = (unsigned char)(*p - '0');
		if (digit > 9)
			break;
		any = true;
		d->point += fraction;
		if (d->digits > 0 || digit > 0)
			d->digits++;
		if (d->digits <= 19)
			d->mantissa = d->mantissa * 10 + digit;
	}
	if (any && p < end && (*p == 'e' || *p == 'E')) {
		d->whole = false;
		d->digits = 99; /* leave the scaling to strtod */
		p++;
		if (p < end && (*p == '-' || *p == '+'))
			p++;
		any = p < end;
		while (p < end && swf_is_digit(*p))
			p++;
	}
	return any && p == end;
}

/* Runs in the C locale and gives the caller's locale back. */
static bool with_c_locale(void (*work)(void *), void *argument)
{
	locale_t c = newlocale(LC_ALL_MASK, "C", (locale_t)0);
	if (c == (locale_t)0)
		return false;
	locale_t old = uselocale(c);
	work(argument);
	uselocale(old);
	freelocale(c);
	return true;
}

struct conversion {
	char text[400];
	double value;
};

static void convert_to_double(void *argument)
{
	struct conversion *c = argument;
	c->value = strtod(c->text, NULL);
}

static void convert_to_text(void *argument)
{
	struct conversion *c = argument;
	for (int precision = 15; precision <= 17; precision++) {
		snprintf(c->text, sizeof c->text, "%.*g", precision, c->value);
		if (strtod(c->text, NULL) == c->value)
			return;
	}
}

/* The number that was parsed, if a double can hold it. */
static enum swf_scan convert(const char *p, const char *end, const struct decimal *d, double *value)
{
	static const double powers[] = {1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11,
		1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
	if (d->digits <= 15 && d->point <= 22) {
		double magnitude = (double)d->mantissa / powers[d->point];
		*value = d->negative ? -magnitude : magnitude;
		return SWF_SCAN_OK;
	}
	struct conversion c;
	size_t length = (size_t)(end - p);
	if (length >= sizeof c.text)
		return SWF_SCAN_RANGE;
	memcpy(c.text, p, length);
	c.text[length] = '\0';
	if (!with_c_locale(convert_to_double, &c) || !isfinite(c.value))
		return SWF_SCAN_RANGE;
	*value = c.value;
	return SWF_SCAN_OK;
}

enum swf_scan swf_number_scan(const char *p, const char *end, double *value)
{
	struct decimal d;
	return parse_decimal(p, end, &d) ? convert(p, end, &d, value) : SWF_SCAN_NOT_A_NUMBER;
}

enum swf_scan swf_number_scan_time(const char *p, const char *end, double *value)
{
	struct decimal d;
	double number;
	if (!parse_decimal(p, end, &d))
		return SWF_SCAN_NOT_A_NUMBER;
	if ((d.whole && (d.digits > 16 || d.mantissa > (uint64_t)SWF_TIME_MAX)) ||
		convert(p, end, &d, &number) != SWF_SCAN_OK || fabs(number) > SWF_TIME_MAX)
		return SWF_SCAN_RANGE;
	*value = number;
	return SWF_SCAN_OK;
}

enum swf_scan swf_number_scan_whole(const char *p, const char *end, int64_t *value)
{
	struct decimal d;
	if (!parse_decimal(p, end, &d))
		return SWF_SCAN_NOT_A_NUMBER;
	if (d.whole) {
		uint64_t limit = (uint64_t)INT64_MAX + d.negative;
		if (d.digits > 19 || d.mantissa > limit)
			return SWF_SCAN_RANGE;
		*value = (int64_t)(d.negative ? -d.mantissa : d.mantissa);
		return SWF_SCAN_OK;
	}
	double number = 0;
	enum swf_scan result = swf_number_scan_time(p, end, &number);
	if (result == SWF_SCAN_OK && number != floor(number))
		result = SWF_SCAN_NOT_WHOLE;
	if (result == SWF_SCAN_OK)
		*value = (int64_t)number;
	return result;
}

char *swf_number_put_long(char *p, uint64_t value)
{
	p = swf_number_put_whole(p, (int64_t)(value / 100000000));
	swf_word_store(p, swf_number_to_word((uint32_t)(value % 100000000)) | 0x3030303030303030u);
	return p + 8;
}

char *swf_number_put_fraction(char *p, double value)
{
	/* Few decimals are the common case: m / 10^k with both exact is the value read back. */
	double magnitude = fabs(value);
	double power = 10;
	for (int decimals = 1; decimals <= 6 && magnitude * power < 1e15; decimals++, power *= 10) {
		double mantissa = nearbyint(magnitude * power);
		if (mantissa / power != magnitude)
			continue;
		uint64_t scaled = (uint64_t)mantissa;
		uint64_t unit = (uint64_t)power;
		if (value < 0)
			*p++ = '-';
		p = swf_number_put_whole(p, (int64_t)(scaled / unit));
		*p++ = '.';
		uint64_t fraction = scaled % unit;
		for (unit /= 10; unit > 0; unit /= 10)
			*p++ = (char)('0' + fraction / unit % 10);
		return p;
	}
	struct conversion c = {.value = value};
	if (!with_c_locale(convert_to_text, &c))
		return p;
	size_t length = strlen(c.text);
	memcpy(p, c.text, length);
	return p + length;
}

static const struct {
	char letter;
	enum swf_unit unit;
	double factor;
} units[] = {{'%', SWF_PERCENT, 1}, {'s', SWF_SECONDS, 1}, {'m', SWF_SECONDS, 60},
	{'h', SWF_SECONDS, SWF_HOUR}, {'d', SWF_SECONDS, SWF_DAY}, {'w', SWF_SECONDS, SWF_WEEK}};
enum { UNITS = sizeof units / sizeof *units, SECONDS = 1 };

int swf_quantity_read(const char *text, struct swf_quantity *quantity, struct swf_error *error)
{
	size_t length = strlen(text);
	enum swf_unit unit = SWF_COUNT;
	double factor = 1;
	for (size_t i = 0; length > 0 && i < UNITS; i++) {
		if (text[length - 1] == units[i].letter) {
			unit = units[i].unit;
			factor = units[i].factor;
			length--;
			break;
		}
	}
	double value = 0;
	enum swf_scan scan = swf_number_scan_time(text, text + length, &value);
	if (scan == SWF_SCAN_NOT_A_NUMBER)
		return swf_fail(error,
			"'%s' is no count (100), duration (90s, 10m, 2h, 3d, 12w) or share (10%%)",
			text);
	if (scan != SWF_SCAN_OK || value < 0 || value * factor > SWF_TIME_MAX)
		return swf_fail(error, "'%s' is out of range", text);
	if (unit == SWF_COUNT && value != floor(value))
		return swf_fail(error, "'%s' is not a whole number", text);
	if (unit == SWF_PERCENT && value > 100)
		return swf_fail(error, "'%s' is more than 100%%", text);
	*quantity = (struct swf_quantity){.value = value * factor, .unit = unit};
	return 0;
}

void swf_duration_put(double seconds, char text[SWF_DURATION_ROOM])
{
	size_t u = seconds > 0 ? UNITS - 1 : SECONDS;
	while (u > SECONDS && fmod(seconds, units[u].factor) != 0)
		u--;
	snprintf(text, SWF_DURATION_ROOM, "%.10g%c", seconds / units[u].factor, units[u].letter);
}
