#include "shared/output.h"

#include <errno.h>
#include <string.h>

#include "shared/messages.h"
#include "shared/whole-file.h"

static const char *path_of_output;
static FILE *output_file;

void set_output(const char *path)
{
	path_of_output = strcmp(path, "-") == 0 ? NULL : path;
}

const char *output_path(void)
{
	return path_of_output;
}

bool has_output_file(void)
{
	return path_of_output != NULL;
}

FILE *output(void)
{
	if (path_of_output == NULL)
		return stdout;
	if (output_file == NULL)
		output_file = open_whole_file(path_of_output);
	return output_file;
}

const char *output_name(void)
{
	return output_file != NULL ? path_of_output : "stdout";
}

void close_output(void)
{
	if (output_file != NULL)
		close_whole_file(output_file);
	else if (ferror(stdout) || fclose(stdout) != 0)
		die("stdout: write error: %s", strerror(errno));
}
