#include "resample/resample-map.h"

#include <errno.h>
#include <string.h>

#include "shared/atomic-file.h"
#include "shared/messages.h"
#include "shared/table-output.h"

struct resample_map {
	const char *path;
	FILE *file;
	struct swf_table *table;
};

void check_map_path(const char *path)
{
	if (strcmp(path, "-") == 0)
		die_usage("--map: the standard output is for the workload");
	if (has_output_file() && is_same_file(path, output_path()))
		die_usage("--map and --output name the same file");
}

void check_map_is_not(const char *path, const char *file_to_read)
{
	if (file_to_read != NULL && is_same_file(path, file_to_read))
		die_usage("--map: %s is an input file", path);
}

struct resample_map *open_map(const char *path)
{
	static const char *const columns[] = {"user", "log", "source_user", "class", "copy",
		"first_week", "shift_weeks", "first_job"};
	static struct resample_map map;
	map.path = path;
	map.file = has_output_file() ? open_atomic_file(path) : fopen(path, "w");
	if (map.file == NULL)
		die("%s: %s", path, strerror(errno));
	map.table = swf_table_new(columns, sizeof columns / sizeof *columns);
	if (map.table == NULL)
		die_of_memory();
	swf_table_stream(map.table, map.file, SWF_FORMAT_CSV);
	return &map;
}

void map_use(void *self, const struct swf_resample_use *use)
{
	const struct resample_map *map = self;
	const struct swf_subtrace *s = use->subtrace;
	swf_table_whole(map->table, use->user);
	swf_table_whole(map->table, (int64_t)s->log + 1);
	swf_table_whole(map->table, s->user);
	swf_table_text(map->table, swf_pool_class_names[s->class_]);
	swf_table_whole(map->table, use->copy);
	swf_table_whole(map->table, use->first_week);
	swf_table_whole(map->table, use->shift);
	swf_table_whole(map->table, swf_pool_job(s, use->first_job).number);
	if (!has_output_file() && fflush(map->file) != 0)
		die("%s: write error: %s", map->path, strerror(errno));
}

void close_map(struct resample_map *map)
{
	write_table_to(map->file, map->path, map->table, SWF_FORMAT_CSV);
	if (has_output_file())
		close_atomic_file(map->file);
	else if (fclose(map->file) != 0)
		die("%s: write error: %s", map->path, strerror(errno));
}
