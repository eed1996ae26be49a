#include "experiment/study-make.h"

#include <stdio.h>
#include <stdlib.h>

#include "experiment/recipes.h"
#include "shared/messages.h"
#include "shared/tools.h"

void clear_environment(const char *recipe)
{
	unsetenv("MAKEFLAGS");
	unsetenv("MAKELEVEL");
	unsetenv("GNUMAKEFLAGS");
	unsetenv("MAKEFILES");
	forget_variables(recipe);
}

char **make_call(const char *recipe, int64_t jobs, const struct variables *variables,
	const char *const targets[])
{
	static char of_jobs[32], silent[] = "-s", file[] = "-f";
	static const char *make;
	size_t n = 0, more = 0;
	if (make == NULL)
		make = gnu_make();
	while (targets[more] != NULL)
		more++;
	char **call = checked(calloc(variables->count + more + 6, sizeof *call));
	snprintf(of_jobs, sizeof of_jobs, "-j%lld", (long long)jobs);
	call[n++] = (char *)make;
	call[n++] = silent;
	call[n++] = file;
	call[n++] = (char *)recipe;
	call[n++] = of_jobs;
	for (size_t i = 0; i < variables->count; i++)
		call[n++] = variables->list[i];
	for (size_t i = 0; i < more; i++)
		call[n++] = (char *)targets[i];
	return call;
}
