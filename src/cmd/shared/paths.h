/* Where files are: behind links, and whether two names mean one place. */
#ifndef SWF_CMD_SHARED_PATHS_H
#define SWF_CMD_SHARED_PATHS_H

#include <stdbool.h>
#include <stddef.h>

/* The path behind all links, of a file or folder that is there or is still to be made: what a shell
 * writes to. Returns false, with errno set, where it is too long or links go round. */
bool path_behind_links(const char *path, char *target, size_t size);

/* Whether two paths name one regular file, or one place where nothing stands yet. */
bool is_same_file(const char *a, const char *b);

#endif
