#include "accounting/node-set.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"

/* A block of numbers takes a kilobyte of bits at most, so that nodes with large numbers cost no
 * more than others. */
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

/* Adds the nodes `first` to `last` of a stem, all in one block of numbers. The numbers have
 * `digits` digits. */
static enum swf_host_list_status add_block(struct swf_node_set *set, struct swf_host_text stem,
	size_t digits, size_t first, size_t last)
{
	const size_t block = first / BLOCK;
	const char suffix[] = {
		'/', (char)('0' + digits), (char)('0' + block / 64), (char)('0' + block % 64)};
	if (!swf_host_text_append(&stem, suffix, sizeof suffix))
		return SWF_HOSTS_MALFORMED;
	struct swf_node_numbers *numbers = numbers_of(set, &stem);
	if (numbers == NULL || set_bits(numbers, first % BLOCK, last % BLOCK) != 0)
		return SWF_HOSTS_NO_MEMORY;
	return SWF_HOSTS_READ;
}

static enum swf_host_list_status add_range(void *self, const struct swf_host_range *range)
{
	struct swf_node_set *set = self;
	enum swf_host_list_status status = SWF_HOSTS_READ;
	size_t first = range->first;
	while (first <= range->last && status == SWF_HOSTS_READ) {
		const size_t next_block = (first / BLOCK + 1) * BLOCK;
		const size_t end = next_block <= range->last ? next_block - 1 : range->last;
		status = add_block(set, range->stem, range->digits, first, end);
		first = next_block;
	}
	return status;
}

enum swf_host_list_status swf_node_set_add(
	struct swf_node_set *set, const char *list, size_t length)
{
	const struct swf_host_sink sink = {set, add_range};
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
