/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * SWF numbers, from text and to text. These few functions decide the speed of every filter: eight
 * digits at a time are converted inside one 64-bit word. What is rare (fractions, exponents, more
 * than 15 digits) goes through the careful functions of number.c.
 */
#ifndef SWF_BASE_NUMBER_H
#define SWF_BASE_NUMBER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "swfcore/quantity.h"

/* Readable bytes that must follow the text of a number, and writable ones that must follow its
 * place in a buffer. */
#define SWF_NUMBER_SLACK 32

enum swf_scan { SWF_SCAN_OK, SWF_SCAN_NOT_A_NUMBER, SWF_SCAN_NOT_WHOLE, SWF_SCAN_RANGE };

/* The careful readers: the text from p to end is one number, with an optional sign, fraction and
 * exponent, in the C locale whatever the program's locale is. */
enum swf_scan swf_number_scan(const char *p, const char *end, double *value);
enum swf_scan swf_number_scan_time(const char *p, const char *end, double *value);
enum swf_scan swf_number_scan_whole(const char *p, const char *end, int64_t *value);

/* Writes a time so that it reads back equal, without a decimal point when it is whole. Returns
 * the end of the text, at most SWF_NUMBER_SLACK bytes on. */
char *swf_number_put_fraction(char *p, double value);

/* Writes an integer of nine digits or more. */
char *swf_number_put_long(char *p, uint64_t value);

static inline bool swf_is_digit(char c)
{
	return (unsigned char)(c - '0') < 10;
}

/* Reads the digits at *p, up to `end` or, where that is NULL, to the first character that is none,
 * and moves *p behind them. Returns false if there are none, or if they spell a number over `most`.
 */
static inline bool swf_number_scan_digits(
	const char **p, const char *end, int64_t most, int64_t *value)
{
	const char *const begin = *p;
	int64_t number = 0;
	for (; *p != end && swf_is_digit(**p); ++*p) {
		const int digit = **p - '0';
		if (number > most / 10 || number * 10 > most - digit)
			return false;
		number = number * 10 + digit;
	}
	*value = number;
	return *p > begin;
}

static inline bool swf_is_blank(char c)
{
	return c == ' ' || c == '\t';
}

/* The end of a field: blank or end of line. The reader sees to it that every line has an end. */
static inline bool swf_is_field_end(char c)
{
	return c == ' ' || c == '\n' || c == '\t' || c == '\r';
}

/* Words hold text in little-endian order on every machine: the first byte is the lowest. */
static inline uint64_t swf_word_load(const char *p)
{
	uint64_t word;
	memcpy(&word, p, sizeof word);
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
	word = __builtin_bswap64(word);
#endif
	return word;
}

static inline void swf_word_store(char *p, uint64_t word)
{
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
	word = __builtin_bswap64(word);
#endif
	memcpy(p, &word, sizeof word);
}

/* Eight digit values, the first in the lowest byte, to the number that they spell. */
static inline uint64_t swf_number_from_word(uint64_t digits)
{
	const uint64_t pairs = 0x000000FF000000FFu;
	digits = digits * 10 + (digits >> 8);
	return (((digits & pairs) * (100 + (UINT64_C(1000000) << 32)) +
			((digits >> 16) & pairs) * (1 + (UINT64_C(10000) << 32))) >>
		       32) &
		0xFFFFFFFFu;
}

/* A number under 10^8 to its eight digit values: halves, quarters, then single digits, with the
 * divisions done as multiplications in lanes of the word. Each step puts q = x / d into the lower
 * half of a lane and x - d q into the upper one: (x << w) - q ((d << w) - 1). */
static inline uint64_t swf_number_to_word(uint32_t number)
{
	uint64_t quotient = number / 10000;
	uint64_t halves = ((uint64_t)number << 32) - quotient * ((UINT64_C(10000) << 32) - 1);
	quotient = ((halves * 10486) >> 20) & 0x0000007F0000007Fu;
	uint64_t quarters = (halves << 16) - quotient * ((100 << 16) - 1);
	quotient = ((quarters * 103) >> 10) & 0x000F000F000F000Fu;
	return (quarters << 8) - quotient * ((10 << 8) - 1);
}

/* Writes a number under 10^4: the steps above from the quarters on. */
static inline char *swf_number_put_short(char *p, uint32_t number)
{
	uint32_t quotient = (number * 10486) >> 20;
	uint32_t quarters = (number << 16) - quotient * ((100 << 16) - 1);
	quotient = ((quarters * 103) >> 10) & 0x000F000Fu;
	uint32_t digits = (quarters << 8) - quotient * ((10 << 8) - 1);
	/* the last digit is written even if it is 0 */
	int leading = __builtin_ctz(digits | UINT32_C(1) << 24) & ~7;
	swf_word_store(p, (digits | 0x30303030u) >> leading);
	return p + 4 - leading / 8;
}

/* Reads an integer of at most 15 digits and no sign that is followed by `stop`. Returns the place
 * after its last digit, or NULL for anything else, which is not yet an error. */
static inline const char *swf_number_scan_plain(const char *p, char stop, int64_t *value)
{
	uint64_t word = swf_word_load(p) ^ 0x3030303030303030u;
	uint64_t others = ((word + 0x0606060606060606u) | word) & 0xF0F0F0F0F0F0F0F0u;
	uint64_t number;
	if (others != 0) {
		int bits = __builtin_ctzll(others) & ~7;
		if (bits == 0)
			return NULL;
		number = swf_number_from_word(word << (64 - bits));
		p += bits / 8;
	} else {
		number = swf_number_from_word(word);
		p += 8;
		const char *limit = p + 7;
		for (; swf_is_digit(*p) && p < limit; p++)
			number = number * 10 + (unsigned char)(*p - '0');
	}
	*value = (int64_t)number;
	return *p == stop ? p : NULL;
}

/* Writes any integer: at most 20 bytes of text. */
static inline char *swf_number_put_whole(char *p, int64_t value)
{
	uint64_t rest = (uint64_t)value;
	if (value < 0) {
		*p++ = '-';
		rest = -rest;
	}
	if (rest >= 100000000)
		return swf_number_put_long(p, rest);
	if (rest < 10000)
		return swf_number_put_short(p, (uint32_t)rest);
	const uint64_t zeros = 0x3030303030303030u;
	uint64_t digits = swf_number_to_word((uint32_t)rest);
	int leading = __builtin_ctzll(digits) & ~7;
	swf_word_store(p, (digits | zeros) >> leading);
	return p + 8 - leading / 8;
}

static inline char *swf_number_put_time(char *p, double value)
{
	if (value >= -SWF_TIME_MAX && value <= SWF_TIME_MAX) {
		int64_t whole = (int64_t)value;
		if ((double)whole == value)
			return swf_number_put_whole(p, whole);
	}
	return swf_number_put_fraction(p, value);
}

#endif
