#include "experiment/study-progress.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "experiment/study-runs.h"

static bool is_before(struct timespec a, struct timespec b)
{
	return a.tv_sec < b.tv_sec || (a.tv_sec == b.tv_sec && a.tv_nsec < b.tv_nsec);
}

static double seconds_of(struct timespec time)
{
	return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

double since(struct timespec begin)
{
	struct timespec now;
	clock_gettime(CLOCK_REALTIME, &now);
	return (double)(now.tv_sec - begin.tv_sec) + (double)(now.tv_nsec - begin.tv_nsec) * 1e-9;
}

/* Whether a file is there, and not older than this. */
static bool is_new(const char *path, struct timespec begin)
{
	struct stat about;
	return stat(path, &about) == 0 && !is_before(about.st_mtim, begin);
}

/* What is made behind the runs, each of its files once in this order. */
static enum stage stage_behind(struct timespec begin)
{
	if (is_new("report.html.part", begin) || is_new("report.html", begin))
		return REPORT;
	if (is_new("summary.csv", begin))
		return PLOTS;
	return is_new("results.csv", begin) || is_new("results.csv.part", begin) ||
			!is_new("workloads.mk", begin)
		? TABLES
		: WORKLOADS;
}

/* The plan is written when all is ready for the runs, of which it has the first replication of each
 * case first: so the runs that are left take as long on average as those that were made. */
struct study_progress look(struct timespec begin)
{
	struct study_progress seen = {.stage = CHECKING, .seconds = -1};
	struct stat plan;
	char *line = NULL;
	size_t room = 0;
	long made = 0;
	FILE *file = fopen("plan", "r");
	if (file == NULL)
		return seen;
	const bool is_ready = fstat(fileno(file), &plan) == 0 && !is_before(plan.st_mtim, begin);
	struct runs runs = read_runs(".");
	while (getline(&line, &room, file) > 0) {
		line[strcspn(line, "\n")] = '\0';
		seen.total++;
		const struct run *run = find_run(&runs, line);
		if (run == NULL) {
			seen.left++;
			continue;
		}
		seen.made += run->ended >= seconds_of(begin);
		made += run->ended >= seconds_of(plan.st_mtim);
	}
	clear_runs(&runs);
	free(line);
	fclose(file);
	const double elapsed = since(plan.st_mtim);
	if (made > 0 && elapsed > 0) {
		seen.rate = (double)made / elapsed;
		seen.seconds = (double)seen.left / seen.rate;
	}
	if (is_ready)
		seen.stage = seen.left > 0 ? RUNNING : stage_behind(begin);
	return seen;
}

const char *time_text(double seconds)
{
	static const struct {
		double from;
		long unit;
		const char *name;
		long small;
		const char *name_of_small;
	} units[] = {{86400, 86400, "d", 3600, "h"}, {3600, 3600, "h", 60, "min"},
		{60, 60, "min", 1, "s"}};
	static char texts[2][48];
	static int next;
	char *text = texts[next = 1 - next];
	for (size_t i = 0; i < sizeof units / sizeof *units; i++) {
		/* what is rounded is the smaller unit */
		const long whole = (long)(seconds / (double)units[i].small + 0.5) * units[i].small;
		if ((double)whole < units[i].from)
			continue;
		const long rest = whole % units[i].unit / units[i].small;
		int length = snprintf(
			text, sizeof texts[0], "%ld %s", whole / units[i].unit, units[i].name);
		if (rest > 0)
			snprintf(text + length, sizeof texts[0] - (size_t)length, " %ld %s", rest,
				units[i].name_of_small);
		return text;
	}
	snprintf(text, sizeof texts[0], seconds < 9.95 ? "%.1f s" : "%.0f s", seconds);
	return text;
}

const char *progress_text(const struct study_progress *seen)
{
	static const char *const texts[] = {[CHECKING] = "checking logs and settings",
		[WORKLOADS] = "keeping the workloads",
		[TABLES] = "all runs are there; making tables",
		[PLOTS] = "all runs are there; making plots",
		[REPORT] = "all runs are there; making the report"};
	static char text[128];
	if (seen->stage != RUNNING)
		return texts[seen->stage];
	int length = snprintf(
		text, sizeof text, "runs %ld of %ld", seen->total - seen->left, seen->total);
	if (seen->seconds >= 0)
		snprintf(text + length, sizeof text - (size_t)length, ", %s left",
			time_text(seen->seconds));
	return text;
}
