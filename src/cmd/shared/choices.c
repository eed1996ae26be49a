#include "shared/choices.h"

#include <stdio.h>
#include <string.h>

#include "shared/messages.h"
#include "shared/suggest.h"

/* characters of a name that a hint has room for */
enum { LONGEST = 63 };

const char *hint(const char *text, const char *const names[])
{
	static char said[LONGEST + 32];
	const char *name = nearest(text, names);
	said[0] = '\0';
	if (name != NULL)
		snprintf(said, sizeof said, "; did you mean '%.*s'?", LONGEST, name);
	return said;
}

const char *name_list(const char *const names[])
{
	static char list[1024];
	list[0] = '\0';
	for (int i = 0; names[i] != NULL; i++) {
		const size_t used = strlen(list);
		snprintf(list + used, sizeof list - used, "%s%s", i > 0 ? ", " : "", names[i]);
	}
	return list;
}

void die_choice(const char *what, const char *text, const char *kind, const char *const names[])
{
	die_usage(
		"%s'%s' is none of%s: %s%s", what, text, kind, name_list(names), hint(text, names));
}
