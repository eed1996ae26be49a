#include "experiment/programs.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

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

bool find_program(const char *name, char *found)
{
	struct stat about;
	const char *path = getenv("PATH");
	while (path != NULL && *path != '\0') {
		const size_t length = strcspn(path, ":");
		snprintf(found, PATH_MAX, "%.*s/%s", (int)length, path, name);
		if (access(found, X_OK) == 0 && stat(found, &about) == 0 && S_ISREG(about.st_mode))
			return true;
		path += length + (path[length] == ':');
	}
	return false;
}

const char *gnu_make(void)
{
	static const char *const names[] = {"gmake", "make", NULL};
	for (int i = 0; names[i] != NULL; i++)
		if (has_program(names[i], "GNU Make ") && !has_program(names[i], "GNU Make 3"))
			return names[i];
	die("GNU make 4 or later is missing (package make)");
}
