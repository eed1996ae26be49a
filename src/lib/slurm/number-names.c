#include "slurm/number-names.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int swf_slurm_number_names_init(struct swf_slurm_number_names *numbers,
	const struct swf_header *header, const struct swf_names *names)
{
	numbers->header = header;
	numbers->names = names;
	for (int kind = 0; names != NULL && kind < SWF_NAME_KINDS; kind++) {
		struct swf_name **by_number = &numbers->by_number[kind];
		*by_number = swf_names_by_number(&names[kind], &numbers->counts[kind]);
		if (*by_number == NULL)
			return -1;
	}
	return 0;
}

void swf_slurm_number_names_clear(struct swf_slurm_number_names *numbers)
{
	for (int kind = 0; kind < SWF_NAME_KINDS; kind++)
		free(numbers->by_number[kind]);
	*numbers = (struct swf_slurm_number_names){0};
}

static int compare_number(const void *key, const void *element)
{
	const int64_t number = *(const int64_t *)key;
	const int64_t other = ((const struct swf_name *)element)->number;
	return (number > other) - (number < other);
}

/* What the table of names has for a number, or NULL. */
static const char *name_in_table(
	const struct swf_slurm_number_names *numbers, enum swf_name_kind kind, int64_t number)
{
	if (numbers->counts[kind] == 0)
		return NULL;
	const struct swf_name *name = bsearch(&number, numbers->by_number[kind],
		numbers->counts[kind], sizeof *name, compare_number);
	return name == NULL ? NULL : numbers->names[kind].texts + name->text;
}

static const char *skip_blanks(const char *text)
{
	return text + strspn(text, " \t");
}

/* Whether the line is "; LABEL: NUMBER NAME", with the name put into `name`. What stands in
 * parentheses behind the number explains it, and is no name. */
static bool is_line_of(
	const char *line, const char *label, int64_t number, char name[SWF_SLURM_NAME_ROOM])
{
	const char *p = skip_blanks(line + strspn(line, ";"));
	if (strncmp(p, label, strlen(label)) != 0)
		return false;
	p = skip_blanks(p + strlen(label));
	char *end;
	if (*p != ':' || strtoll(p + 1, &end, 10) != number || end == p + 1)
		return false;
	const char *word = skip_blanks(end);
	const size_t length = strcspn(word, " \t");
	if (word == end || *word == '(' || length == 0)
		return false;
	snprintf(name, SWF_SLURM_NAME_ROOM, "%.*s", (int)length, word);
	return true;
}

static bool name_in_header(const struct swf_header *header, const char *label, int64_t number,
	char name[SWF_SLURM_NAME_ROOM])
{
	for (size_t i = 0; i < swf_header_lines(header); i++)
		if (is_line_of(swf_header_line(header, i), label, number, name))
			return true;
	return false;
}

const char *swf_slurm_number_names_of(const struct swf_slurm_number_names *numbers,
	enum swf_name_kind kind, int64_t number, char room[SWF_SLURM_NAME_ROOM])
{
	const char *label = kind == SWF_NAME_QUEUE ? "Queue"
		: kind == SWF_NAME_PARTITION       ? "Partition"
						   : NULL;
	const char *name = name_in_table(numbers, kind, number);
	if (name != NULL)
		return name;
	if (label == NULL || !name_in_header(numbers->header, label, number, room))
		snprintf(room, SWF_SLURM_NAME_ROOM, "%" PRId64, number);
	return room;
}
