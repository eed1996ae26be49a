/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "unit/workload-of.h"

#include "unit/suites.h"

size_t random_workload(uint64_t *state, struct scheduled *jobs, size_t most, int32_t procs)
{
	size_t count = 1 + random_below(state, (uint32_t)most - 1);
	uint32_t gap = 1 + random_below(state, 6), longest = 1 + random_below(state, 30);
	double submit = 0;
	for (size_t i = 0; i < count; i++) {
		submit += random_below(state, gap);
		double run_time = random_below(state, longest);
		double estimate = run_time +
			(random_below(state, 3) == 0 ? 0 : random_below(state, 2 * longest));
		jobs[i] = (struct scheduled){.submit = submit,
			.run_time = run_time,
			.estimate = estimate,
			.user = (int64_t)random_below(state, 4) - 1,
			.queue = (int64_t)random_below(state, 5) - 1,
			.size = 1 + (int32_t)random_below(state, (uint32_t)procs)};
	}
	return count;
}
