#include "swf/extras.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"

/* Makes room for more bytes of text. */
static int reserve_texts(struct swf_extras *extras, size_t needed)
{
	size_t capacity = extras->texts_capacity > 0 ? extras->texts_capacity : 4096;
	while (capacity - extras->length < needed)
		capacity *= 2;
	if (capacity == extras->texts_capacity)
		return 0;
	char *larger = realloc(extras->texts, capacity);
	if (larger == NULL)
		return -1;
	extras->texts = larger;
	extras->texts_capacity = capacity;
	return 0;
}

int swf_extras_add(struct swf_extras *extras, const char *text, size_t length)
{
	size_t *begins =
		swf_array_reserve(extras->begins, extras->count, &extras->capacity, sizeof *begins);
	size_t begin = SIZE_MAX, last_length;
	if (begins == NULL)
		return -1;
	extras->begins = begins;
	const char *last =
		extras->count > 0 ? swf_extras_text(extras, extras->count - 1, &last_length) : NULL;
	if (last != NULL && last_length == length && memcmp(last, text, length) == 0) {
		begin = begins[extras->count - 1];
	} else if (length > 0) {
		if (reserve_texts(extras, sizeof length + length) != 0)
			return -1;
		begin = extras->length;
		memcpy(extras->texts + begin, &length, sizeof length);
		memcpy(extras->texts + begin + sizeof length, text, length);
		extras->length += sizeof length + length;
	}
	begins[extras->count++] = begin;
	return 0;
}

const char *swf_extras_text(const struct swf_extras *extras, size_t place, size_t *length)
{
	const size_t begin = extras->begins[place];
	*length = 0;
	if (begin == SIZE_MAX)
		return NULL;
	memcpy(length, extras->texts + begin, sizeof *length);
	return extras->texts + begin + sizeof *length;
}

int swf_extras_order(struct swf_extras *extras, const size_t *were)
{
	size_t *begins = malloc((extras->count + 1) * sizeof *begins);
	if (begins == NULL)
		return -1;
	for (size_t i = 0; i < extras->count; i++)
		begins[i] = extras->begins[were[i]];
	free(extras->begins);
	extras->begins = begins;
	extras->capacity = extras->count + 1;
	return 0;
}

void swf_extras_clear(struct swf_extras *extras)
{
	free(extras->begins);
	free(extras->texts);
	*extras = (struct swf_extras){0};
}
