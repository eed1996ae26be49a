#include "simulate/events.h"

#include <stdlib.h>

#include "base/array.h"

static bool earlier(const struct swf_event *a, const struct swf_event *b)
{
	return a->time < b->time ||
		(a->time == b->time && a->task->start_rank < b->task->start_rank);
}

HEAP(far, struct swf_event, earlier)

static int push_far(struct swf_events *events, struct swf_event event)
{
	struct swf_event *heap = swf_array_reserve(
		events->far, events->far_count, &events->far_capacity, sizeof *heap);
	if (heap == NULL)
		return -1;
	events->far = heap;
	far_push(heap, events->far_count++, event);
	return 0;
}

static struct swf_event pop_far(struct swf_events *events)
{
	far_pop(events->far, events->far_count--);
	return events->far[events->far_count];
}

int swf_events_push(struct swf_events *events, double time, struct swf_task *task)
{
	struct swf_event *near = events->near;
	const struct swf_event event = {.time = time, .task = task};
	if (events->far_count > 0 && !earlier(&event, &events->far[0]))
		return push_far(events, event);
	if (events->near_count == SWF_EVENTS_NEAR) {
		/* the later half makes room */
		const size_t moved = SWF_EVENTS_NEAR / 2;
		for (size_t i = 0; i < moved; i++)
			if (push_far(events, near[i]) != 0)
				return -1;
		events->near_count -= moved;
		for (size_t i = 0; i < events->near_count; i++)
			near[i] = near[i + moved];
		return swf_events_push(events, time, task);
	}
	size_t place = events->near_count++;
	while (place > 0 && earlier(&near[place - 1], &event)) {
		near[place] = near[place - 1];
		place--;
	}
	near[place] = event;
	return 0;
}

void swf_events_pop(struct swf_events *events)
{
	if (--events->near_count > 0)
		return;
	size_t count =
		events->far_count < SWF_EVENTS_NEAR / 2 ? events->far_count : SWF_EVENTS_NEAR / 2;
	for (size_t i = count; i > 0; i--)
		events->near[i - 1] = pop_far(events);
	events->near_count = count;
}

void swf_events_clear(struct swf_events *events)
{
	free(events->far);
	*events = (struct swf_events){0};
}
