/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Accounting data of any bytes, the first of which says how they are read: the jobs of the log are
 * in the order of submit, with times and numbers of names as logs have them, and no run of a job is
 * there twice; as many processors were in use as the largest job had. What is listed twice is one
 * job, but for rows of a table and jobs of Philly. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "accounting/accounts.h"
#include "accounting/table/accounts-table.h"
#include "fuzz.h"
#include "standard-input.h"

enum { PBS = 1, ELIGIBLE = 2, SKIP_BAD = 4, TWICE = 8, UTC = 16, TABLE = 32, PHILLY = 64 };

static bool is_digit(uint8_t c)
{
	return c >= '0' && c <= '9';
}

/* Whether lists of nodes and of tasks stand for few: of two brackets in a cell, which multiply,
 * with numbers of two digits. */
static bool is_small(const uint8_t *data, size_t size)
{
	bool inside = false;
	int brackets = 0, digits = 0;
	for (size_t i = 0; i < size; i++) {
		const uint8_t c = data[i];
		inside = c == '[' || (inside && c != ']');
		brackets = c == '|' || c == ';' || c == '\n' ? 0 : brackets + (c == '[');
		digits = inside && is_digit(c) ? digits + 1 : 0;
		if (digits > 2 || brackets > 2)
			return false;
	}
	return true;
}

static void report(void *context, const char *text)
{
	int64_t *reports = context;
	check(text[0] != '\0');
	++*reports;
}

static void check_counts(const struct swf_accounts_counts *counts, int64_t reports)
{
	check(counts->bad >= 0 && counts->impossible >= 0);
	check(counts->bad + counts->impossible == reports);
	check(counts->unfinished >= 0 && counts->repeated >= 0 && counts->no_estimate >= 0);
	check(counts->suspended >= 0 && counts->suspension >= 0);
}

static void check_job(const struct swf_job *job, const struct swf_accounts_summary *summary)
{
	check((job->wait >= 0 && isfinite(job->wait)) || job->wait == -1);
	check(job->run_time >= 0 && isfinite(job->run_time));
	check(job->cpu_time >= -1 && isfinite(job->cpu_time));
	check(job->estimate >= -1 && isfinite(job->estimate));
	check(job->memory >= -1 && job->memory_request >= -1);
	check(job->allocated >= -1 && job->requested >= -1);
	check(job->status == -1 || job->status == SWF_STATUS_FAILED ||
		job->status == SWF_STATUS_COMPLETED || job->status == SWF_STATUS_CANCELLED);
	check(job->user >= 1 || job->user == -1);
	check(job->group >= 1 || job->group == -1);
	check(job->executable >= 1 || job->executable == -1);
	check(job->queue >= 1 || job->queue == -1);
	check(job->partition >= 1 || job->partition == -1);
	check(job->allocated <= summary->procs);
}

static int by_run(const void *a, const void *b)
{
	const struct swf_run *x = *(const struct swf_run *const *)a;
	const struct swf_run *y = *(const struct swf_run *const *)b;
	if (x->id != y->id)
		return x->id < y->id ? -1 : 1;
	const int order = swf_run_compare_starts(x, y);
	if (order != 0)
		return order;
	/* one that never began is told by its submit */
	if (!swf_run_began(x) && x->submit != y->submit)
		return x->submit < y->submit ? -1 : 1;
	return (x->part > y->part) - (x->part < y->part);
}

static void check_runs(const struct swf_accounts *accounts)
{
	const struct swf_run **runs = malloc((accounts->jobs + 1) * sizeof *runs);
	for (size_t i = 0; i < accounts->jobs; i++)
		runs[i] = &accounts->runs[accounts->order[i]];
	if (accounts->jobs > 0)
		qsort(runs, accounts->jobs, sizeof *runs, by_run);
	for (size_t i = 0; i < accounts->jobs; i++)
		check(runs[i]->over && (i == 0 || by_run(&runs[i - 1], &runs[i]) < 0));
	free(runs);
}

static void check_log(const struct swf_accounts *accounts)
{
	struct swf_accounts_summary summary;
	double before = 0;
	check(swf_accounts_summarize(accounts, &summary) == 0);
	check(summary.procs >= 0 && summary.nodes >= 0 && summary.jobs == accounts->jobs);
	for (size_t i = 0; i < summary.jobs; i++) {
		const struct swf_job job = swf_accounts_job(accounts, i, &summary);
		check(job.number == (int64_t)i + 1);
		check(i == 0 ? job.submit == 0 : job.submit >= before);
		before = job.submit;
		check_job(&job, &summary);
	}
	check_runs(accounts);
}

/* Returns how many jobs it finds. */
static size_t import(int flags, const uint8_t *data, size_t size, int times)
{
	static const struct swf_offset offsets[] = {{0, 3600}, {828234000, 7200},
		{846378000, 3600}},
				       none = {0, 0};
	struct swf_calendar *clock =
		flags & UTC ? swf_calendar_new(0, &none, 1) : swf_calendar_new(0, offsets, 3);
	int64_t reports = 0;
	struct swf_column_map map;
	struct swf_error error;
	check(swf_column_map_read(&map,
		      "submit=t,start=b?,end=e?,wait=w?,run_time=r?,estimate=l?,procs=n/10,gpus=g?,"
		      "memory=m*3?,user=u?,group=a?,executable=x?,queue=q?,partition=p?,status=s?",
		      &error) == 0);
	const struct swf_accounts_options options = {.clock = clock,
		.columns = &map,
		.eligible = flags & ELIGIBLE,
		.skip_bad = flags & SKIP_BAD,
		.report = report,
		.context = &reports};
	struct swf_accounts *accounts = swf_accounts_new(&options);
	swf_accounts_read *read = flags & PBS ? swf_accounts_read_pbs : swf_accounts_read_slurm;
	if (flags & TABLE)
		read = swf_accounts_read_table;
	if (flags & PHILLY)
		read = swf_accounts_read_philly;
	for (int i = 0; i < times; i++) {
		give(data, size);
		if (read(accounts, "-", &error) != 0)
			check(error.text[0] != '\0');
	}
	check(swf_accounts_settle(accounts) == 0);
	check_counts(swf_accounts_counts(accounts), reports);
	check_log(accounts);
	const size_t jobs = accounts->jobs;
	swf_accounts_free(accounts);
	swf_calendar_free(clock);
	return jobs;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	if (size == 0 || !is_small(data + 1, size - 1))
		return 0;
	const int flags = data[0];
	const size_t jobs = import(flags, data + 1, size - 1, 1);
	if (flags & TWICE) {
		const size_t of_two = import(flags, data + 1, size - 1, 2);
		/* each row of a table is a job, and so is each of Philly; records of PBS need not
		 * tell which run they are of */
		if (flags & (TABLE | PHILLY))
			check(of_two == 2 * jobs);
		else
			check(of_two == jobs || (flags & PBS));
	}
	return 0;
}
