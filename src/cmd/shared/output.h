/* Where the data go: stdout, or a file that appears under its name only when complete. */
#ifndef SWF_CMD_SHARED_OUTPUT_H
#define SWF_CMD_SHARED_OUTPUT_H

#include <stdbool.h>
#include <stdio.h>

/* Names the file of --output; "-" is stdout. */
void set_output(const char *path);

/* The file of --output, and whether there is one. */
const char *output_path(void);
bool has_output_file(void);

FILE *output(void);
const char *output_name(void);

/* Closes it, and gives a file its name. Dies where that fails. */
void close_output(void);

#endif
