#include "experiment/programs.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "shared/memory.h"
#include "shared/messages.h"

bool has_program(const char *name, const char *text)
{
	char command[128], line[256] = "";
	snprintf(command, sizeof command, "%s --version </dev/null 2>/dev/null", name);
	FILE *output = popen(command, "r");
	if (output == NULL)
		die("%s: %s", name, strerror(errno));
	errno = 0;
	const bool found = fgets(line, sizeof line, output) != NULL;
	if (!found && errno == ENOMEM)
		die_of_memory();
	pclose(output);
	return found && strstr(line, text) != NULL;
}

const char *gnu_make(void)
{
	static const char *const names[] = {"gmake", "make", NULL};
	for (int i = 0; names[i] != NULL; i++)
		if (has_program(names[i], "GNU Make ") && !has_program(names[i], "GNU Make 3"))
			return names[i];
	die("GNU make 4 or later is missing (package make)");
}
