#include "model/working-time.h"

#include <math.h>

#include "base/array.h"
#include "swfcore/quantity.h"

static const double CELL = SWF_WEEK / SWF_WORKING_TIME_CELLS; /* s */

void swf_working_time_add(
	double cells[SWF_WORKING_TIME_CELLS], const struct swf_histogram *hours, double factor)
{
	const double total = hours->ranges[hours->count - 1].until, width = CELL / SWF_HOUR;
	for (size_t i = 0; i < hours->count; i++) {
		const struct swf_histogram_range *r = &hours->ranges[i];
		const double weight = factor * swf_histogram_weight(hours, i) / total;
		size_t cell = (size_t)(r->from / width);
		cell = cell < SWF_WORKING_TIME_CELLS ? cell : SWF_WORKING_TIME_CELLS - 1;
		if (r->from == r->to)
			cells[cell] += weight;
		for (double from = r->from; from < r->to; cell++) {
			const double to = fmin(r->to, (double)(cell + 1) * width);
			cells[cell] += weight * (to - from) / (r->to - r->from);
			from = to;
		}
	}
}

size_t swf_working_time_cell(double time)
{
	const double second = time - floor(time / SWF_WEEK) * SWF_WEEK;
	const size_t cell = (size_t)(second / CELL);
	return cell < SWF_WORKING_TIME_CELLS ? cell : SWF_WORKING_TIME_CELLS - 1;
}

void swf_working_time_set(
	struct swf_working_time *clock, const double cells[SWF_WORKING_TIME_CELLS])
{
	double total = 0, sum = 0;
	for (size_t i = 0; i < SWF_WORKING_TIME_CELLS; i++)
		total += cells[i];
	for (size_t i = 0; i < SWF_WORKING_TIME_CELLS; i++) {
		clock->until[i] = sum / total;
		sum += cells[i];
	}
	clock->until[SWF_WORKING_TIME_CELLS] = 1;
}

double swf_working_time_at(const struct swf_working_time *clock, double time)
{
	const double week = floor(time / SWF_WEEK);
	const size_t cell = swf_working_time_cell(time);
	const double part = (time - week * SWF_WEEK) / CELL - (double)cell;
	return week + clock->until[cell] + part * (clock->until[cell + 1] - clock->until[cell]);
}

double swf_working_time_reached(const struct swf_working_time *clock, double weeks)
{
	const double week = floor(weeks), rest = weeks - week;
	struct swf_bisection b = {.high = SWF_WORKING_TIME_CELLS - 1};
	while (swf_bisection_next(&b))
		swf_bisection_tell(&b, clock->until[b.middle + 1] <= rest);
	const size_t cell = b.low;
	const double part =
		(rest - clock->until[cell]) / (clock->until[cell + 1] - clock->until[cell]);
	return week * SWF_WEEK + ((double)cell + part) * CELL;
}

double swf_working_time_next(const struct swf_working_time *clock, double time)
{
	double begin = floor(time / CELL) * CELL;
	size_t cell = swf_working_time_cell(time);
	while (clock->until[cell + 1] <= clock->until[cell]) {
		begin += CELL;
		cell = (cell + 1) % SWF_WORKING_TIME_CELLS;
	}
	return fmax(time, begin);
}
