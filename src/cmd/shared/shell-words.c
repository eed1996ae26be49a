#include "shared/shell-words.h"

#include <stdlib.h>
#include <string.h>

#include "shared/memory.h"

char *cut_word(char **rest)
{
	char *from = *rest + strspn(*rest, " \t"), *word = from, *to = from, quote = '\0';
	if (*from == '\0')
		return NULL;
	for (; *from != '\0'; from++) {
		if (quote == '\0' && (*from == ' ' || *from == '\t'))
			break;
		if (quote == '\0' && (*from == '\'' || *from == '"'))
			quote = *from;
		else if (*from == quote)
			quote = '\0';
		else if (quote == '\0' && *from == '\\' && from[1] != '\0')
			*to++ = *++from;
		else
			*to++ = *from;
	}
	*rest = from + (*from != '\0');
	*to = '\0';
	return word;
}

char *quoted(const char *text)
{
	static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
				    "_-./,:=+@%";
	char *word = checked(malloc(4 * strlen(text) + 3)), *end = word;
	if (text[0] != '\0' && text[strspn(text, plain)] == '\0')
		return strcpy(word, text);
	*end++ = '\'';
	for (; *text != '\0'; text++) {
		if (*text != '\'') {
			*end++ = *text;
			continue;
		}
		memcpy(end, "'\\''", 4);
		end += 4;
	}
	memcpy(end, "'", 2);
	return word;
}
