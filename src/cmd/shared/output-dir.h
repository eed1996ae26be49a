/* A folder of output files that appears under its name only when all are complete. */
#ifndef SWF_CMD_SHARED_OUTPUT_DIR_H
#define SWF_CMD_SHARED_OUTPUT_DIR_H

#include <stdio.h>

/* Dies if there is a folder of this name and it is not empty. */
void output_dir_check(const char *path);

/* Begins a folder, which must not exist or be empty. Until it ends, signals
 * wait for the next file: an interrupted command leaves nothing behind. */
void output_dir_begin(const char *path);

/* A new file in it, and its end. */
FILE *output_dir_file(const char *name);
void output_dir_close(FILE *file, const char *name);

/* Gives the folder its name. */
void output_dir_end(void);

#endif
