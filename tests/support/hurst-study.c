/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * hurst-study [SERIES [SEED [LENGTH]]]: the bias and the spread of each estimator of H over series
 * of fractional Gaussian noise (default: 100 of each length and H, seed 1), and the share of its
 * intervals that hold the true H, as CSV. LENGTH is one of those below.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "analysis/hurst.h"
#include "base/random.h"
#include "fgn.h"

enum { LONGEST = 65536 };
static const size_t lengths[] = {512, 8192, LONGEST};
static const char *const names[] = {"rs", "variance", "periodogram", "whittle"};

struct sums {
	double errors, squares, covered;
};

static void add(
	struct sums *sums, enum swf_hurst_method method, const double *series, size_t n, double h)
{
	const struct swf_hurst_options options = {.subsets = SWF_HURST_SUBSETS};
	struct swf_hurst hurst;
	struct swf_error error;
	if (swf_hurst_estimate(method, series, n, &options, &hurst, &error) != 0) {
		fprintf(stderr, "hurst-study: %s\n", error.text);
		exit(1);
	}
	sums->errors += hurst.h - h;
	sums->squares += (hurst.h - h) * (hurst.h - h);
	sums->covered += hurst.low <= h && h <= hurst.high;
	swf_hurst_clear(&hurst);
}

static void print(const char *method, const struct sums *sums, long count, size_t n, double h)
{
	const double bias = sums->errors / (double)count;
	const double sd = sqrt((sums->squares / (double)count - bias * bias) * (double)count /
		(double)(count - 1));
	printf("%zu,%.1f,%s,%.3f,%.3f", n, h, method, bias, sd);
	/* the plots have none */
	printf(sums->covered > 0 ? ",%.3f\n" : ",\n", sums->covered / (double)count);
}

static void study(size_t n, int tenths, long count, gsl_rng *rng)
{
	static double series[2][LONGEST];
	struct sums sums[SWF_HURST_METHODS] = {{0}};
	const double h = tenths / 10.0;
	for (long k = 0; k < count; k++) {
		if (k % 2 == 0)
			fgn(rng, h, n, series[0], series[1]);
		for (int method = 0; method < SWF_HURST_METHODS; method++)
			add(&sums[method], (enum swf_hurst_method)method, series[k % 2], n, h);
	}
	for (int method = 0; method < SWF_HURST_METHODS; method++)
		print(names[method], &sums[method], count, n, h);
}

int main(int argc, char **argv)
{
	const long count = argc > 1 ? strtol(argv[1], NULL, 10) : 100;
	const uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
	const size_t only = argc > 3 ? strtoul(argv[3], NULL, 10) : 0;
	uint64_t replication = 0;
	if (count < 2)
		return 2;
	printf("length,h,method,bias,sd,covered\n");
	for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++)
		for (int tenths = 5; tenths <= 9; tenths++) {
			gsl_rng *rng = swf_random_new(seed, ++replication);
			if (rng == NULL)
				return 1;
			if (only == 0 || only == lengths[i])
				study(lengths[i], tenths, count, rng);
			gsl_rng_free(rng);
		}
	return 0;
}
