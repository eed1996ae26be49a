#include "analysis/stack-depth.h"
#include "locality/locality.h"
#include "shared/messages.h"
#include "shared/table-output.h"

struct swf_table *stack_table(const struct locality_options *o)
{
	static const char *const columns[] = {"attribute", "depth_mean", "hits", "misses", "size"};
	return table_of_logs(columns, sizeof columns / sizeof *columns, o->several);
}

void add_stack(struct swf_table *table, struct swf_log *log, const struct locality_options *o)
{
	struct log_values values = {0};
	read_values(log, o, &values);
	for (int a = 0; a < SWF_ATTRIBUTES; a++) {
		/* sizes are numbers that people choose, times are not */
		const double tolerance = a == SWF_ATTRIBUTE_SIZE ? 0 : o->tolerance;
		const struct attribute_values *v = &values.attributes[a];
		struct swf_stack_depth depth;
		if (!o->has_attribute[a])
			continue;
		if (swf_stack_depth(v->values, v->count, tolerance, &depth) != 0)
			die_of_memory();
		row_of_log(table, o->several, o->name);
		swf_table_text(table, swf_attribute_names[a]);
		swf_table_number(table, depth.depth_mean);
		swf_table_whole(table, (int64_t)depth.hits);
		swf_table_whole(table, (int64_t)depth.misses);
		swf_table_whole(table, (int64_t)depth.size);
	}
	free_values(&values);
}
