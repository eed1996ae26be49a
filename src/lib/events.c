#include "events.h"

#include <stdlib.h>

static bool earlier(const struct swf_event *a, const struct swf_event *b)
{
	return a->time < b->time || (a->time == b->time && a->task->start_rank < b->task->start_rank);
}

int swf_events_push(struct swf_events *events, double time, struct swf_task *task)
{
	if (events->count == events->capacity) {
		size_t capacity = events->capacity == 0 ? 256 : 2 * events->capacity;
		struct swf_event *larger = realloc(events->heap, capacity * sizeof *larger);
		if (larger == NULL)
			return -1;
		events->heap = larger;
		events->capacity = capacity;
	}
	struct swf_event *heap = events->heap;
	const struct swf_event event = {.time = time, .task = task};
	size_t hole = events->count++;
	while (hole > 0 && earlier(&event, &heap[(hole - 1) / 2])) {
		heap[hole] = heap[(hole - 1) / 2];
		hole = (hole - 1) / 2;
	}
	heap[hole] = event;
	return 0;
}

void swf_events_pop(struct swf_events *events)
{
	struct swf_event *heap = events->heap;
	const struct swf_event last = heap[--events->count];
	size_t hole = 0;
	for (size_t child; (child = 2 * hole + 1) < events->count; hole = child) {
		if (child + 1 < events->count && earlier(&heap[child + 1], &heap[child]))
			child++;
		if (!earlier(&heap[child], &last))
			break;
		heap[hole] = heap[child];
	}
	heap[hole] = last;
}

void swf_events_free(struct swf_events *events)
{
	free(events->heap);
}
