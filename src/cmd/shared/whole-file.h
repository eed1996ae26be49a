/* Files that appear under their names when they are whole: one that is not closed, because the
 * command dies or is ended by a signal, leaves nothing behind. */
#ifndef SWF_CMD_SHARED_WHOLE_FILE_H
#define SWF_CMD_SHARED_WHOLE_FILE_H

#include <stdio.h>
#include <sys/stat.h>

/* Two can be open at a time. Each dies where it fails. */
FILE *open_whole_file(const char *path);
void close_whole_file(FILE *file);

/* The permissions of what is to stand under a name: those of what stands there, else the usual ones
 * less the mask of the process. */
mode_t mode_for(const char *path, mode_t usual);

#endif
