/* The map of swf-resample: who became whom. What fails dies with its message. */
#ifndef SWF_CMD_RESAMPLE_RESAMPLE_MAP_H
#define SWF_CMD_RESAMPLE_RESAMPLE_MAP_H

#include "resample/resample.h"

struct resample_map;

/* Dies, of wrong usage, where the map would take the place of the output. */
void check_map_path(const char *path);

/* Dies, of wrong usage, where it would take the place of a file that is read; NULL is none. */
void check_map_is_not(const char *path, const char *file_to_read);

/* With an output file the map is another file that appears when it is whole; else it is written as
 * the workload is, since the reader of that may end this program at any time. */
struct resample_map *open_map(const char *path);

/* Writes the row of a use; `self` is the map. */
void map_use(void *self, const struct swf_resample_use *use);

void close_map(struct resample_map *map);

#endif
