/* The map of swf-resample: who became whom. What fails dies with its message. */
#ifndef SWF_CMD_RESAMPLE_MAP_H
#define SWF_CMD_RESAMPLE_MAP_H

#include "swfcore/resample.h"

struct resample_map;

/* Dies, of wrong usage, where the map would take the place of a log, ended by NULL, or be mixed
 * with the workload. */
void check_map_path(const char *path, char **logs);

struct resample_map *open_map(const char *path);

/* Writes the row of a use; `self` is the map. */
void map_use(void *self, const struct swf_resample_use *use);

void close_map(struct resample_map *map);

#endif
