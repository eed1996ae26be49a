/*
 * hurst-of [--uniform SEED] LOG: prints H of the jobs per hour of a log; with --uniform, of as many
 * jobs at uniformly random times.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "swfcore/hurst.h"
#include "swfcore/log.h"
#include "swfcore/random.h"
#include "swfcore/series.h"
#include "swfcore/stats.h"

int main(int argc, char **argv)
{
	const int uniform = argc > 3 && strcmp(argv[1], "--uniform") == 0;
	struct swf_error error;
	struct swf_log *log = swf_log_open(argv[argc - 1], false, &error);
	struct swf_series series = {.width = 3600};
	struct swf_pox_plot plot;
	struct swf_job job;
	static double submits[10000000];
	size_t n = 0;
	while (log != NULL && swf_log_next(log, &job, &error) == 1 && n < 10000000)
		submits[n++] = job.submit;
	if (n < 2)
		return 1;
	if (uniform) {
		gsl_rng *rng = swf_random_new(strtoull(argv[2], NULL, 10), 1);
		if (rng == NULL)
			return 1;
		for (size_t i = 1; i + 1 < n; i++)
			submits[i] =
				submits[0] + gsl_rng_uniform(rng) * (submits[n - 1] - submits[0]);
		gsl_rng_free(rng);
		swf_sort_doubles(submits, n);
	}
	for (size_t i = 0; i < n; i++)
		if (swf_series_add(&series, submits[i], 1) != 0)
			return 1;
	if (swf_pox_plot_make(series.bins, series.count, SWF_HURST_SUBSETS, &plot) != 0)
		return 1;
	printf("%.4f\n", plot.h);
	swf_pox_plot_free(&plot);
	swf_series_free(&series);
	swf_log_close(log);
	return 0;
}
