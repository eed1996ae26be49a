#include "table/other-form.h"

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

/* Whether an object begins, or an array of objects. */
static bool is_json(const char *line)
{
	if (*line != '{' && *line != '[')
		return false;
	const char second = line[1 + strspn(line + 1, " \t")];
	return strchr(*line == '{' ? "\"}\r\n" : "{]\r\n", second) != NULL;
}

/* Whether there are columns that two or more blanks divide. Names with such blanks are possible in
 * CSV, where they can stand in quotes. */
static bool is_aligned(const char *line)
{
	bool aligned = false;
	for (size_t blanks = 0; *line != '\n'; line++) {
		if (strchr(",\"", *line) != NULL)
			return false;
		aligned = aligned || (blanks >= 2 && *line != ' ' && *line != '\r');
		blanks = *line == ' ' ? blanks + 1 : 0;
	}
	return aligned;
}

const char *swf_other_form(const char *line)
{
	line += strspn(line, " \t");
	return is_json(line) ? "JSON" : is_aligned(line) ? "aligned text" : NULL;
}
