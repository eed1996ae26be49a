#include "simulate/schedulers/queue-front.h"

#include <string.h>

/* Moves the steps from `from` on to `to`. */
static void move(struct swf_queue_front *front, int32_t from, int32_t to)
{
	memmove(front->steps + to, front->steps + from,
		(size_t)(front->count - from) * sizeof *front->steps);
	front->count += to - from;
}

/* Makes one of two steps: those between which the least is claimed that no task has. */
static void merge(struct swf_queue_front *front)
{
	struct swf_queue_step *steps = front->steps;
	int32_t place = 1;
	double least = INFINITY;
	for (int32_t i = 1; i + 1 < front->count; i++) {
		const double claimed = ((double)steps[i + 1].size - steps[i].size) *
			(steps[i].predicted - steps[i + 1].predicted);
		if (claimed < least) {
			least = claimed;
			place = i;
		}
	}
	steps[place].predicted = steps[place + 1].predicted;
	move(front, place + 2, place + 1);
}

void swf_queue_front_add(struct swf_queue_front *front, int32_t size, double predicted)
{
	int32_t first = swf_queue_front_steps(front, size);
	if (first > 0 && front->steps[first - 1].predicted <= predicted)
		return;
	if (first > 0 && front->steps[first - 1].size == size)
		first--;
	int32_t end = first;
	while (end < front->count && front->steps[end].predicted >= predicted)
		end++;
	if (first == end && front->count == front->room) {
		merge(front);
		swf_queue_front_add(front, size, predicted);
		return;
	}
	move(front, end, first + 1);
	front->steps[first] = (struct swf_queue_step){predicted, size};
}

void swf_queue_front_join(struct swf_queue_front *front, const struct swf_queue_front *other,
	struct swf_queue_sizes sizes)
{
	int32_t i = swf_queue_front_steps(other, sizes.first);
	for (i -= i > 0; i < other->count && other->steps[i].size <= sizes.last; i++)
		swf_queue_front_add(front, other->steps[i].size, other->steps[i].predicted);
}

struct swf_queue_sizes swf_queue_front_drop(struct swf_queue_front *front, int32_t size)
{
	const int32_t next = swf_queue_front_steps(front, size);
	const struct swf_queue_sizes held = {next > 1 ? front->steps[next - 1].size : 0,
		next < front->count ? front->steps[next].size - 1 : INT32_MAX};
	move(front, next, next - 1);
	return held;
}
