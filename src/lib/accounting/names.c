/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "accounting/names.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/hash.h"
#include "base/number.h"

/*
 * Names are kept in the order in which they were put, their texts one behind the other. The hash
 * table finds the place of a text. It is rebuilt when it is half full, and no name ever leaves it,
 * so places stay valid. A name gets its number when a job of the log first uses it, not when it is
 * put. So numbers reveal nothing of jobs that were left out.
 */

const char *const swf_name_kinds[] = {"user", "group", "executable", "queue", "partition",
	"gpu_type", "constraint", "licenses", "reservation", NULL};

const char *swf_names_text(const struct swf_names *names, uint32_t place)
{
	return names->texts + names->names[place].text;
}

static bool is_at(const struct swf_names *names, size_t place, const char *name, size_t length)
{
	const char *text = swf_names_text(names, (uint32_t)place);
	return strncmp(text, name, length) == 0 && text[length] == '\0';
}

/* The slot of the name, or the free one where it belongs. Places do not depend on the order of
 * slots, so nothing that is written does. */
static uint32_t *slot_of(const struct swf_names *names, const char *name, size_t length)
{
	size_t i = swf_hash_slot(swf_hash_text(name, length), names->slot_bits);
	while (names->slots[i] != 0 && !is_at(names, names->slots[i] - 1, name, length))
		i = swf_hash_next(i, names->slot_bits);
	return &names->slots[i];
}

static int grow_slots(struct swf_names *names)
{
	uint32_t *old = names->slots;
	const unsigned bits = old == NULL ? 8 : names->slot_bits + 1;
	uint32_t *slots = calloc((size_t)1 << bits, sizeof *slots);
	if (slots == NULL)
		return -1;
	names->slots = slots;
	names->slot_bits = bits;
	for (uint32_t i = 0; i < names->count; i++) {
		const char *text = swf_names_text(names, i);
		*slot_of(names, text, strlen(text)) = i + 1;
	}
	free(old);
	return 0;
}

static int add_name(struct swf_names *names, const char *name, size_t length)
{
	struct swf_name *larger =
		swf_array_reserve(names->names, names->count, &names->capacity, sizeof *larger);
	if (larger == NULL)
		return -1;
	names->names = larger;
	while (names->length + length + 1 > names->texts_capacity) {
		char *texts = swf_array_reserve_from(4096, names->texts, names->texts_capacity,
			&names->texts_capacity, sizeof *texts);
		if (texts == NULL)
			return -1;
		names->texts = texts;
	}
	memcpy(names->texts + names->length, name, length);
	names->texts[names->length + length] = '\0';
	larger[names->count++] = (struct swf_name){.text = names->length};
	names->length += length + 1;
	return 0;
}

uint32_t swf_names_put(struct swf_names *names, const char *name, size_t length)
{
	/* jobs of a user come one behind the other */
	if (names->count > 0 && is_at(names, names->put_last, name, length))
		return names->put_last;
	if (names->slots == NULL || swf_hash_is_full(names->count, names->slot_bits))
		if (names->count >= SWF_NO_NAME / 2 || grow_slots(names) != 0)
			return SWF_NO_NAME;
	uint32_t *slot = slot_of(names, name, length);
	if (*slot == 0) {
		if (add_name(names, name, length) != 0)
			return SWF_NO_NAME;
		*slot = (uint32_t)names->count;
	}
	names->put_last = *slot - 1;
	return names->put_last;
}

void swf_names_use(struct swf_names *names, uint32_t place)
{
	if (place == SWF_NO_NAME)
		return;
	struct swf_name *name = &names->names[place];
	if (name->number == 0)
		name->number = ++names->last;
	name->uses++;
}

int64_t swf_names_number(const struct swf_names *names, uint32_t place)
{
	return place != SWF_NO_NAME ? names->names[place].number : -1;
}

static int by_number(const void *a, const void *b)
{
	const struct swf_name *x = a, *y = b;
	return (x->number > y->number) - (x->number < y->number);
}

struct swf_name *swf_names_by_number(const struct swf_names *names, size_t *count)
{
	struct swf_name *copy = malloc((names->count + 1) * sizeof *copy);
	*count = 0;
	for (size_t i = 0; copy != NULL && i < names->count; i++)
		if (names->names[i].number != 0)
			copy[(*count)++] = names->names[i];
	if (*count > 0)
		qsort(copy, *count, sizeof *copy, by_number);
	return copy;
}

void swf_names_clear(struct swf_names *names)
{
	free(names->names);
	free(names->texts);
	free(names->slots);
	*names = (struct swf_names){0};
}

static const char *const columns[] = {"kind", "number", "name"};
enum { KIND, NUMBER, NAME, COLUMNS };

static int read_key(struct swf_csv_reader *csv, const int places[COLUMNS],
	struct swf_names all[SWF_NAME_KINDS], struct swf_error *error)
{
	const char *text = swf_csv_cell(csv, places[KIND]);
	const char *digits = swf_csv_cell(csv, places[NUMBER]);
	const char *name = swf_csv_cell(csv, places[NAME]);
	int64_t number;
	int kind = 0;
	while (kind < SWF_NAME_KINDS && strcmp(text, swf_name_kinds[kind]) != 0)
		kind++;
	if (kind == SWF_NAME_KINDS)
		return swf_csv_refuse(csv, error, "column 'kind': unknown: '%.40s'", text);
	/* the greatest number has a successor still */
	if (swf_number_scan_whole(digits, digits + strlen(digits), &number) != SWF_SCAN_OK ||
		number < 1 || number > INT64_MAX - UINT32_MAX)
		return swf_csv_refuse(
			csv, error, "column 'number': no number from 1: '%.40s'", digits);
	if (name[0] == '\0')
		return swf_csv_refuse(csv, error, "column 'name': empty");
	struct swf_names *names = &all[kind];
	const uint32_t place = swf_names_put(names, name, strlen(name));
	if (place == SWF_NO_NAME)
		return swf_fail_memory(error);
	if (names->names[place].number != 0)
		return swf_csv_refuse(
			csv, error, "%s '%.100s' is there twice", swf_name_kinds[kind], name);
	names->names[place].number = number;
	names->last = number > names->last ? number : names->last;
	return 0;
}

static int check_numbers(const struct swf_csv_reader *csv, const struct swf_names *names,
	const char *kind, struct swf_error *error)
{
	size_t count;
	struct swf_name *const numbers = swf_names_by_number(names, &count);
	int64_t twice = 0;
	for (size_t i = 1; i < count; i++)
		if (numbers[i].number == numbers[i - 1].number)
			twice = numbers[i].number;
	free(numbers);
	if (numbers == NULL)
		return swf_fail_memory(error);
	return twice == 0 ? 0
			  : swf_csv_refuse(csv, error, "%s number %lld is there twice", kind,
				    (long long)twice);
}

int swf_keys_read(
	struct swf_csv_reader *csv, struct swf_names names[SWF_NAME_KINDS], struct swf_error *error)
{
	int places[COLUMNS], got;
	for (int i = 0; i < COLUMNS; i++)
		if ((places[i] = swf_csv_need_column(csv, columns[i], error)) < 0)
			return -1;
	while ((got = swf_csv_next(csv, error)) == 1)
		if (read_key(csv, places, names, error) != 0)
			return -1;
	for (int kind = 0; got == 0 && kind < SWF_NAME_KINDS; kind++)
		got = check_numbers(csv, &names[kind], swf_name_kinds[kind], error);
	return got;
}

struct swf_table *swf_keys_table(const struct swf_names names[SWF_NAME_KINDS])
{
	struct swf_table *table = swf_table_new(columns, COLUMNS);
	for (int kind = 0; table != NULL && kind < SWF_NAME_KINDS; kind++) {
		size_t count;
		struct swf_name *const numbered = swf_names_by_number(&names[kind], &count);
		if (numbered == NULL) {
			swf_table_free(table);
			return NULL;
		}
		for (size_t i = 0; i < count; i++) {
			swf_table_text(table, swf_name_kinds[kind]);
			swf_table_whole(table, numbered[i].number);
			swf_table_text(table, names[kind].texts + numbered[i].text);
		}
		free(numbered);
	}
	return table;
}
