#include "experiment/study-settings.h"

#include <stdlib.h>
#include <string.h>

#include "experiment/recipes.h"
#include "shared/command-line.h"
#include "shared/messages.h"

/* What stays until the command ends: lists and words of a few settings. */
static struct block {
	struct block *before;
	char *data[]; /* pointers, or characters */
} * blocks;

static void *stay(size_t size)
{
	struct block *block = checked(calloc(1, sizeof *block + size));
	block->before = blocks;
	blocks = block;
	return block->data;
}

/* A copy that stays of a text that is freed. */
static char *kept(char *text)
{
	char *copy = strcpy(stay(strlen(text) + 1), text);
	free(text);
	return copy;
}

/* The value of NAME=VALUE, where this is the name, or NULL. */
static const char *value_if(const char *variable, const char *name)
{
	const size_t length = strcspn(variable, "= ");
	if (strlen(name) != length || strncmp(variable, name, length) != 0)
		return NULL;
	variable += length + strspn(variable + length, " ") + 1;
	return variable + strspn(variable, " ");
}

char *setting(const struct study *study, const char *name)
{
	for (size_t i = study->variable_count; i-- > 0;) {
		const char *set = value_if(study->variables[i], name);
		if (set == NULL)
			continue;
		char *value = stay(strlen(set) + 1), *end = value;
		for (; *set != '\0'; set += 1 + (set[0] == '$' && set[1] == '$'))
			*end++ = *set;
		return value;
	}
	char *value = setting_of_recipe(study, name);
	return value == NULL || strchr(value, '$') != NULL ? stay(1) : value;
}

char *setting_of_recipe(const struct study *study, const char *name)
{
	char *value = recipe_value(study->recipe, name);
	return value != NULL ? kept(value) : NULL;
}

const char *const *words_of(char *text)
{
	const char **words = stay((strlen(text) / 2 + 2) * sizeof *words);
	size_t count = 0;
	while ((words[count] = cut_word(&text)) != NULL)
		count++;
	return words;
}

const char *const *settings(const struct study *study, const char *name)
{
	return words_of(setting(study, name));
}

bool has_word(const char *const list[], const char *word)
{
	for (size_t i = 0; list[i] != NULL; i++)
		if (strcmp(list[i], word) == 0)
			return true;
	return false;
}

static size_t length_of(const char *const list[])
{
	size_t length = 0;
	while (list[length] != NULL)
		length++;
	return length;
}

const char *const *joined(const char *const list[], const char *const more[])
{
	const size_t n = length_of(list), m = length_of(more);
	const char **all = stay((n + m + 1) * sizeof *all);
	memcpy(all, list, n * sizeof *all);
	memcpy(all + n, more, m * sizeof *all);
	return all;
}

char *name_of_variable(const char *variable)
{
	const size_t length = strcspn(variable, "= ");
	return memcpy(stay(length + 1), variable, length);
}
