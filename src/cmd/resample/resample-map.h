/* The map of swf-resample: the user of the log behind each new user. Each function dies where it
 * fails. */
#ifndef SWF_CMD_RESAMPLE_RESAMPLE_MAP_H
#define SWF_CMD_RESAMPLE_RESAMPLE_MAP_H

#include "resample/resample.h"

struct resample_map;

/* Dies, of wrong usage, where the map would take the place of the output. */
void check_map_path(const char *path);

/* Dies, of wrong usage, where it would take the place of a file that is read; NULL is none. */
void check_map_is_not(const char *path, const char *file_to_read);

/* With an output file the map, too, appears only when complete. Else it is written along with the
 * workload, because the reader of the workload may end this program at any time. */
struct resample_map *open_map(const char *path);

/* Writes the row of a use; `self` is the map. */
void map_use(void *self, const struct swf_resample_use *use);

void close_map(struct resample_map *map);

#endif
