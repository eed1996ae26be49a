/* Which runs are complete in the folder of a study. Its files runs/NAME.csv have what runs printed,
 * each between a line `# begin RUN TIME` and a line `# end RUN TIME`, in seconds since 1970. A run
 * is known by its name in the plan, such as runs/KTH/easy/7.csv. */
#ifndef SWF_CMD_EXPERIMENT_STUDY_RUNS_H
#define SWF_CMD_EXPERIMENT_STUDY_RUNS_H

#include <stddef.h>

struct run {
	char *name;
	double begun, ended;
};

struct runs {
	struct run *list; /* by name */
	size_t count, capacity;
};

/* Of what cannot be read there are no runs. The caller clears them. */
struct runs read_runs(const char *folder);
void clear_runs(struct runs *runs);

/* NULL where the run is not complete. */
const struct run *find_run(const struct runs *runs, const char *name);

#endif
