/* Files that appear under their names only when complete. If the command dies or a signal ends it,
 * an open one leaves nothing behind. */
#ifndef SWF_CMD_SHARED_WHOLE_FILE_H
#define SWF_CMD_SHARED_WHOLE_FILE_H

#include <stdio.h>
#include <sys/stat.h>

/* Two can be open at a time. Each dies where it fails. */
FILE *open_whole_file(const char *path);
void close_whole_file(FILE *file);

/* The permissions for a file: those of the file that it replaces, else the usual ones without the
 * bits of the process's mask. */
mode_t mode_for(const char *path, mode_t usual);

#endif
