/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The suites of the scheduler slurm; none in a build without it. */
#ifndef SWF_TESTS_UNIT_SLURM_SLURM_SUITES_H
#define SWF_TESTS_UNIT_SLURM_SLURM_SUITES_H

#ifdef SWF_NO_SLURM
#define SLURM_SUITES(SUITE)
#else
#define SLURM_SUITES(SUITE)                                                                        \
	SUITE(slurm_conf)                                                                          \
	SUITE(associations)                                                                        \
	SUITE(site)                                                                                \
	SUITE(daemon)                                                                              \
	SUITE(priority)                                                                            \
	SUITE(fair_share)                                                                          \
	SUITE(usage_limits)                                                                        \
	SUITE(slurm_nodes)                                                                         \
	SUITE(slurm_random_nodes)                                                                  \
	SUITE(reservations)                                                                        \
	SUITE(misfits)                                                                             \
	SUITE(backfill)
#endif

#endif
