#include "metrics/records.h"

#include <math.h>

int swf_records_none(struct swf_error *error)
{
	return swf_fail(error, "no job has a wait time, a run time and a size");
}

void swf_records_arrange(struct swf_record *records, size_t *places, size_t count)
{
	/* what goes to a place comes from another, and so on until the first one's is free */
	for (size_t first = 0; first < count; first++) {
		const struct swf_record moved = records[first];
		size_t to = first;
		for (size_t from; (from = places[to]) != first; to = from) {
			records[to] = records[from];
			places[to] = to;
		}
		records[to] = moved;
		places[to] = to;
	}
}

double swf_records_end(const struct swf_record *records, size_t count)
{
	double end = -INFINITY;
	for (size_t i = 0; i < count; i++)
		if (swf_record_end(&records[i]) > end)
			end = swf_record_end(&records[i]);
	return end;
}
