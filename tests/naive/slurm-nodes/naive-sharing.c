/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "naive/slurm-nodes/naive-sharing.h"

#include <string.h>

/* Cores that a job cannot have, a bit each. */
typedef uint8_t taken_cores[NAIVE_NODES];

static bool shares(const struct swf_slurm_conf *conf, size_t partition)
{
	return conf->partitions[partition].shares_cores;
}

static void take(taken_cores taken, const struct naive_row *row)
{
	for (size_t j = 0; j < row->count; j++)
		for (size_t n = 0; n < NAIVE_NODES; n++)
			taken[n] |= row->jobs[j]->cores[n];
}

static int count_cores(const struct naive_row *row)
{
	static taken_cores taken;
	int count = 0;
	memset(taken, 0, sizeof taken);
	take(taken, row);
	for (size_t n = 0; n < NAIVE_NODES; n++)
		for (size_t c = 0; c < NAIVE_CORES; c++)
			count += taken[n] >> c & 1;
	return count;
}

static bool conflicts(const struct naive_row *row, const struct naive_job *job)
{
	for (size_t j = 0; j < row->count; j++)
		for (size_t n = 0; n < NAIVE_NODES; n++)
			if ((row->jobs[j]->cores[n] & job->cores[n]) != 0)
				return true;
	return false;
}

static bool put(struct naive_row *rows, size_t count, struct naive_job *job)
{
	size_t i = 0;
	while (i < count && conflicts(&rows[i], job))
		i++;
	if (i < count)
		rows[i].jobs[rows[i].count++] = job;
	return i < count;
}

static void sort_rows(struct naive_row *rows, size_t count)
{
	for (size_t i = 0; i < count; i++)
		for (size_t j = i + 1; j < count; j++)
			if (count_cores(&rows[j]) > count_cores(&rows[i])) {
				const struct naive_row row = rows[i];
				rows[i] = rows[j];
				rows[j] = row;
			}
}

/* The first core in the order of the nodes, and then the number of CPUs. */
static int64_t key_of(const struct naive_job *job)
{
	int64_t first = -1, cpus = 0;
	for (size_t n = 0; n < NAIVE_NODES; n++)
		cpus += job->cpus[n];
	for (size_t i = 0; first < 0; i++)
		if ((job->cores[i / NAIVE_CORES] >> i % NAIVE_CORES & 1) != 0)
			first = (int64_t)i;
	return first * 1000000 + cpus;
}

static void pack(const struct naive_nodes *naive, struct naive_row *rows, size_t partition)
{
	const size_t count = (size_t)naive->conf->partitions[partition].jobs_a_core;
	static struct naive_row before[NAIVE_ROWS];
	struct naive_job *all[NAIVE_JOBS];
	size_t jobs = 0;
	memcpy(before, rows, count * sizeof *rows);
	for (size_t i = 0; i < count; i++) {
		for (size_t j = 0; j < rows[i].count; j++) {
			size_t at = jobs++;
			for (; at > 0 && key_of(all[at - 1]) > key_of(rows[i].jobs[j]); at--)
				all[at] = all[at - 1];
			all[at] = rows[i].jobs[j];
		}
		rows[i].count = 0;
	}
	for (size_t j = 0; j < jobs; j++) {
		if (!put(rows, count, all[j])) {
			memcpy(rows, before, count * sizeof *rows);
			return;
		}
		sort_rows(rows, count);
	}
}

static bool take_out(struct naive_row *row, const struct naive_job *job)
{
	for (size_t j = 0; j < row->count; j++)
		if (row->jobs[j] == job) {
			memmove(row->jobs + j, row->jobs + j + 1,
				(--row->count - j) * sizeof row->jobs[0]);
			return true;
		}
	return false;
}

void naive_rows_start(struct naive_nodes *naive, struct naive_job *job)
{
	job->shares = shares(naive->conf, job->partition);
	if (job->shares)
		put(naive->rows->of[job->partition],
			(size_t)naive->conf->partitions[job->partition].jobs_a_core, job);
}

void naive_rows_end(struct naive_nodes *naive, const struct naive_job *job)
{
	if (!job->shares)
		return;
	for (size_t i = 0; i < NAIVE_ROWS; i++)
		take_out(&naive->rows->of[job->partition][i], job);
	pack(naive, naive->rows->of[job->partition], job->partition);
}

/* Those of a tier, and of lower partitions down to one at this place among all by tier. */
static void take_tiers(const struct naive_nodes *naive, const struct naive_rows *rows,
	taken_cores taken, int64_t tier, int64_t down_to, size_t last)
{
	for (size_t p = 0; p < NAIVE_PARTITIONS; p++) {
		const int64_t of = naive->conf->partitions[p].priority_tier;
		if (of == tier || (of < tier && (of > down_to || (of == down_to && p <= last))))
			for (size_t i = 0; i < NAIVE_ROWS; i++)
				take(taken, &rows->of[p][i]);
	}
}

static void take_kept(const struct naive_nodes *naive, const struct naive_rows *rows,
	taken_cores taken, int64_t tier)
{
	const struct swf_slurm_preemption_conf *preemption = &naive->conf->preemption;
	memset(taken, 0, sizeof(taken_cores));
	for (size_t p = 0; preemption->by_partition && p < NAIVE_PARTITIONS; p++) {
		const struct swf_slurm_partition *partition = &naive->conf->partitions[p];
		const bool off = partition->preempt_mode == SWF_SLURM_PREEMPT_OFF ||
			(partition->preempt_mode == SWF_SLURM_PREEMPT_UNSAID &&
				preemption->mode == SWF_SLURM_PREEMPT_OFF);
		for (size_t i = 0; i < NAIVE_ROWS; i++)
			if (off || partition->priority_tier > tier)
				take(taken, &rows->of[p][i]);
	}
}

/* The first cores that are not taken. */
static void give_cores(
	const struct naive_nodes *naive, const taken_cores taken, struct naive_job *job)
{
	for (size_t n = 0; n < naive->conf->node_count; n++) {
		int32_t cpus = job->cpus[n];
		for (size_t c = 0; cpus > 0; c++)
			if ((taken[n] >> c & 1) == 0) {
				job->cores[n] |= (uint8_t)(1 << c);
				cpus -= naive->conf->nodes[n].cpus_a_core;
			}
	}
}

/* What is asked, and the answer. */
struct question {
	const struct naive_nodes *naive;
	const struct swf_slurm_request *request;
	const bool *among;
	size_t gone;
	struct naive_job *job;
};

static bool try(const struct question *q, const taken_cores taken)
{
	if (!naive_choose_of(q->naive, q->request, q->among, q->gone, taken, q->job))
		return false;
	give_cores(q->naive, taken, q->job);
	return true;
}

/* Once it fits without the cores of its tier, as few as possible of lower tiers. */
static void try_lower(const struct question *q, const struct naive_rows *rows, int64_t tier)
{
	static taken_cores taken;
	struct naive_job found;
	for (int64_t down_to = tier - 1; down_to >= 0; down_to--)
		for (size_t p = 0; p < NAIVE_PARTITIONS; p++) {
			if (!shares(q->naive->conf, p) ||
				q->naive->conf->partitions[p].priority_tier != down_to)
				continue;
			take_kept(q->naive, rows, taken, tier);
			take_tiers(q->naive, rows, taken, tier, down_to, p);
			found = *q->job;
			if (!try(q, taken)) {
				*q->job = found;
				return;
			}
		}
}

/* The rows once the first jobs are gone; as they are now, where none of these shares. */
static struct naive_rows *rows_after(const struct naive_nodes *naive, size_t gone)
{
	static struct naive_rows left;
	size_t first = 0;
	while (first < gone && !naive->jobs[first]->shares)
		first++;
	if (first == gone)
		return naive->rows;
	left = *naive->rows;
	for (size_t j = first; j < gone; j++)
		for (size_t i = 0; i < NAIVE_ROWS; i++)
			take_out(&left.of[naive->jobs[j]->partition][i], naive->jobs[j]);
	for (size_t p = 0; p < NAIVE_PARTITIONS; p++)
		if (shares(naive->conf, p))
			pack(naive, left.of[p], p);
	return &left;
}

bool naive_choose_shared(const struct naive_nodes *naive, const struct swf_slurm_request *request,
	const bool *among, size_t gone, struct naive_job *job)
{
	static taken_cores taken;
	const struct question q = {naive, request, among, gone, job};
	const int64_t tier = naive->conf->partitions[request->partition].priority_tier;
	struct naive_rows *rows = rows_after(naive, gone);
	struct naive_row *own = rows->of[request->partition];
	const size_t count = (size_t)naive->conf->partitions[request->partition].jobs_a_core;
	memset(taken, 0, sizeof taken);
	for (size_t p = 0; p < NAIVE_PARTITIONS; p++)
		for (size_t i = 0; i < NAIVE_ROWS; i++)
			take(taken, &rows->of[p][i]);
	if (try(&q, taken))
		return true;
	take_kept(naive, rows, taken, tier);
	if (!try(&q, taken))
		return false;
	take_tiers(naive, rows, taken, tier, tier, 0);
	if (try(&q, taken)) {
		try_lower(&q, rows, tier);
		return true;
	}
	sort_rows(own, count);
	for (size_t i = 0; i < count; i++) {
		take_kept(naive, rows, taken, tier);
		take(taken, &own[i]);
		if (try(&q, taken))
			return true;
	}
	return false;
}
