/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Between calls all updates that were due before the last call have been made, and none later. A
 * start or an end first catches up: what a job uses has to fall into the right period, and reset
 * and decay come between. An update that is due right now waits until it is asked for, as jobs that
 * end at the same second count first.
 *
 * The factors of partition and QOS are computed once, and those of size and TRES at a job's
 * submission, as Slurm does: a job keeps the latter whatever it gets. Age, fair-share and
 * association are computed for each question.
 */
#include "slurm/model/priority.h"

#include <math.h>
#include <stdlib.h>

#include "base/date.h"
#include "slurm/model/node-sets.h"
#include "swfcore/quantity.h"

struct partition_factors {
	double factor;
	double cpus, memory, gpus;       /* of its nodes; MB */
	double first_cpus, first_memory; /* of the first of them */
	double *gpu_types;               /* GPUs of each type; NULL where these have no weight */
};

/* The parts of a job's priority that stay from its submission on. */
struct job_factors {
	const struct swf_slurm_conf *conf;
	const struct swf_slurm_associations *associations;
	int64_t max_association; /* the highest priority of one */
	double *qos;             /* the factor of each */
	struct partition_factors *partitions;
};

enum { KB_OF_MB = 1024 };

static double normalized(int64_t priority, int64_t highest, bool as_it_is)
{
	if (as_it_is)
		return (double)priority;
	return highest > 0 ? (double)priority / (double)highest : 0;
}

/* 0, or -1 when there is no memory. */
static int init_factors(struct job_factors *f, const struct swf_slurm_site *site)
{
	const struct swf_slurm_conf *conf = site->conf;
	const struct swf_slurm_associations *associations = site->associations;
	*f = (struct job_factors){.conf = conf, .associations = associations};
	f->partitions = calloc(conf->partition_count + 1, sizeof *f->partitions);
	f->qos = calloc(associations->qos_count + 1, sizeof *f->qos);
	if (f->partitions == NULL || f->qos == NULL)
		return -1;
	int64_t highest = 1;
	for (size_t i = 0; i < conf->partition_count; i++)
		if (conf->partitions[i].priority_job_factor > highest)
			highest = conf->partitions[i].priority_job_factor;
	for (size_t i = 0; i < conf->partition_count; i++) {
		const struct swf_slurm_partition *partition = &conf->partitions[i];
		struct partition_factors *factors = &f->partitions[i];
		factors->factor = normalized(
			partition->priority_job_factor, highest, conf->priority.no_normal_part);
		if (conf->priority.weight_gpu_types != NULL &&
			(factors->gpu_types = calloc(
				 conf->gpu_type_count, sizeof *factors->gpu_types)) == NULL)
			return -1;
		for (size_t n = 0; n < conf->node_count; n++) {
			const double cpus = conf->nodes[n].cpus;
			const double memory = (double)(conf->nodes[n].memory / KB_OF_MB);
			if (!swf_slurm_node_sets_has(partition->nodes, n))
				continue;
			if (factors->cpus == 0) {
				factors->first_cpus = cpus;
				factors->first_memory = memory;
			}
			/* exact below 2^53, which no site has */
			factors->cpus += cpus;
			factors->memory += memory;
			for (size_t type = 0; type < conf->gpu_type_count; type++) {
				const double gpus = conf->gpus[n * conf->gpu_type_count + type];
				factors->gpus += gpus;
				if (factors->gpu_types != NULL)
					factors->gpu_types[type] += gpus;
			}
		}
	}
	highest = 0;
	for (size_t i = 0; i < associations->qos_count; i++)
		if (associations->qos[i].priority > highest)
			highest = associations->qos[i].priority;
	for (size_t i = 0; i < associations->qos_count; i++)
		f->qos[i] = normalized(
			associations->qos[i].priority, highest, conf->priority.no_normal_qos);
	for (size_t i = 0; i < associations->count; i++)
		if (associations->list[i].priority > f->max_association)
			f->max_association = associations->list[i].priority;
	return 0;
}

static double association_factor(const struct job_factors *f, size_t association)
{
	const struct swf_slurm_association *list = f->associations->list;
	while (association > 0 && list[association].priority < 0)
		association = list[association].parent;
	const int64_t priority = list[association].priority;
	return normalized(
		priority > 0 ? priority : 0, f->max_association, f->conf->priority.no_normal_assoc);
}

/* Slurm counts all processors of whole nodes once it has looked for nodes, which it does at
 * submission. */
static double counted_cpus(const struct job_factors *f, const struct swf_slurm_job *job)
{
	const double each = f->partitions[job->who.partition].first_cpus;
	if (!job->request.whole_nodes || each == 0)
		return job->request.cpus;
	const double nodes = ceil(job->request.cpus / each);
	return fmax(nodes, (double)job->request.min_nodes) * each;
}

static double job_size_factor(const struct job_factors *f, const struct swf_slurm_job *job)
{
	const struct swf_slurm_priority_conf *c = &f->conf->priority;
	const double all_nodes = (double)f->conf->node_count, all_cpus = (double)f->conf->cpus;
	const double cpus = counted_cpus(f, job);
	const double nodes = job->request.min_nodes > 1 ? (double)job->request.min_nodes : 1;
	double size;
	if (c->small_relative_to_time) {
		size = fmax(nodes * all_cpus / all_nodes, cpus);
		/* minutes; Slurm's number for "unlimited" where there is no limit */
		size /= isinf(job->limit) ? UINT32_MAX : job->limit / 60;
		size /= all_cpus;
		if (c->favor_small)
			size = 1 - size;
	} else if (c->favor_small) {
		size = ((all_nodes - nodes) / all_nodes + (all_cpus - cpus) / all_cpus) / 2;
	} else {
		size = (nodes / all_nodes + cpus / all_cpus) / 2;
	}
	return fmin(fmax(size, 0), 1);
}

/* Of the GPUs that a job asks for, by the weight of their type. */
static double typed_priority(
	const struct job_factors *f, const struct swf_slurm_job *job, double gpus)
{
	const struct swf_slurm_priority_conf *c = &f->conf->priority;
	const struct partition_factors *partition = &f->partitions[job->who.partition];
	const size_t type = job->request.gpu_type == SWF_SLURM_ANY_GPU ? f->conf->type_of_untyped
								       : job->request.gpu_type;
	if (c->weight_gpu_types == NULL || type >= f->conf->gpu_type_count)
		return 0;
	if (!c->no_normal_tres)
		gpus = partition->gpu_types[type] > 0 ? gpus / partition->gpu_types[type] : 0;
	return gpus * c->weight_gpu_types[type];
}

/* Of PriorityWeightTRES, weighted. */
static double tres_priority(const struct job_factors *f, const struct swf_slurm_job *job)
{
	const struct swf_slurm_priority_conf *c = &f->conf->priority;
	const struct partition_factors *partition = &f->partitions[job->who.partition];
	const struct swf_slurm_request *request = &job->request;
	double cpus = request->cpus;
	double memory = (double)(request->memory_a_cpu / KB_OF_MB * request->cpus);
	double gpus = (double)(request->gpus_a_node * request->min_nodes);
	const double of_types = typed_priority(f, job, gpus);
	if (request->memory_a_node > 0)
		memory = (double)(request->memory_a_node / KB_OF_MB * request->min_nodes);
	/* a job that asks for none gets all of its nodes */
	else if (request->memory_a_cpu == 0)
		memory = partition->first_memory * (double)request->min_nodes;
	if (!c->no_normal_tres) {
		cpus = partition->cpus > 0 ? cpus / partition->cpus : 0;
		memory = partition->memory > 0 ? memory / partition->memory : 0;
		gpus = partition->gpus > 0 ? gpus / partition->gpus : 0;
	}
	return cpus * c->weight_cpu + memory * c->weight_memory + gpus * c->weight_gpu + of_types;
}

/* What the GPUs of a type that a job has are worth. */
static double billed_gpus(const struct swf_slurm_conf *conf, const struct swf_slurm_job *job,
	const double *weights, size_t type)
{
	int64_t gpus = 0;
	for (size_t i = 0; i < job->allocation.gpu_count; i++) {
		const struct swf_slurm_gpu_share *const share = &job->allocation.gpus[i];
		const bool is_typed = *conf->gpu_types[share->type] != '\0';
		if ((is_typed ? share->type : conf->type_of_untyped) == type)
			gpus += share->count;
	}
	return (double)gpus * weights[type];
}

/* What a running job uses a second: its processors, or by TRESBillingWeights. */
static double billed_rate(const struct job_factors *f, const struct swf_slurm_job *job)
{
	const struct swf_slurm_partition *partition = &f->conf->partitions[job->who.partition];
	int64_t cpus = 0, memory = 0, gpus = 0;
	for (size_t i = 0; i < job->allocation.gpu_count; i++)
		gpus += job->allocation.gpus[i].count;
	for (size_t i = 0; i < job->allocation.count; i++) {
		cpus += job->allocation.shares[i].cpus;
		memory += job->allocation.shares[i].memory / KB_OF_MB;
	}
	if (!partition->billing)
		return (double)cpus;
	const double of_cpus = (double)cpus * partition->billing_cpu,
		     of_memory = (double)memory * partition->billing_memory,
		     of_nodes = (double)job->allocation.count * partition->billing_node,
		     of_gpus = (double)gpus * partition->billing_gpu;
	const bool most = f->conf->priority.max_tres;
	double sum = most ? fmax(fmax(of_cpus, of_memory), fmax(of_nodes, of_gpus))
			  : of_cpus + of_memory + of_nodes + of_gpus;
	for (size_t type = 0;
		partition->billing_gpu_types != NULL && type < f->conf->gpu_type_count; type++) {
		const double of_type =
			billed_gpus(f->conf, job, partition->billing_gpu_types, type);
		sum = most ? fmax(sum, of_type) : sum + of_type;
	}
	return sum;
}

static double midnight(const struct swf_calendar *calendar, double day)
{
	double seconds[2];
	swf_calendar_seconds(calendar, day * SWF_DAY, seconds);
	return seconds[0];
}

/* The next month of those that begin a period, from January on, as the day of its first. */
static double next_first(double day, int months)
{
	long year = 1970 + (long)floor(day / 365.2425);
	while ((double)swf_date_days(year + 1, 1, 1) <= day)
		year++;
	while ((double)swf_date_days(year, 1, 1) > day)
		year--;
	for (int month = 1 + months; month <= 12; month += months)
		if ((double)swf_date_days(year, month, 1) > day)
			return (double)swf_date_days(year, month, 1);
	return (double)swf_date_days(year + 1, 1, 1);
}

/* The first of these times that is at most a period before now. */
static double period_after(double midnight, double first, double period, double now)
{
	double next = midnight + first;
	while (next + period < now)
		next += period;
	return next;
}

double swf_slurm_usage_reset_next(
	enum swf_slurm_reset period, const struct swf_calendar *calendar, double last, double now)
{
	if (calendar == NULL)
		return INFINITY;
	const double day = swf_calendar_day(calendar, last);
	/* of the day, counted from Sunday */
	const int weekday = (swf_calendar_local(calendar, last).weekday + 1) % 7;
	switch (period) {
	case SWF_SLURM_RESET_DAILY:
		return period_after(midnight(calendar, day), SWF_DAY, SWF_DAY, now);
	case SWF_SLURM_RESET_WEEKLY:
		return period_after(
			midnight(calendar, day), (7 - weekday) * SWF_DAY, SWF_WEEK, now);
	case SWF_SLURM_RESET_MONTHLY:
		return midnight(calendar, next_first(day, 1));
	case SWF_SLURM_RESET_QUARTERLY:
		return midnight(calendar, next_first(day, 3));
	case SWF_SLURM_RESET_YEARLY:
		return midnight(calendar, next_first(day, 12));
	case SWF_SLURM_RESET_NONE:
	case SWF_SLURM_RESET_NOW: /* when slurmctld starts, with no usage yet */
		break;
	}
	return INFINITY;
}

/* Above the priority of the first job, with priority/basic. */
#define TOP_PRIORITY INT64_C(0xffff0000)

/* So many updates in a row, 1.9 years of the shortest period, are counted at once. */
enum { UPDATES_MOST = 1000000 };

struct swf_slurm_priority {
	const struct swf_slurm_site *site;
	const struct swf_slurm_priority_conf *conf;
	int64_t lowest; /* basic: what the last job got */
	struct job_factors factors;
	struct swf_slurm_fair_share fair_share;
	double next_reset; /* s */
};

struct swf_slurm_priority *swf_slurm_priority_new(struct swf_slurm_site *site, double now)
{
	struct swf_slurm_priority *p = calloc(1, sizeof *p);
	if (p == NULL)
		return NULL;
	p->site = site;
	p->conf = &site->conf->priority;
	p->lowest = TOP_PRIORITY;
	if (p->conf->multifactor &&
		(init_factors(&p->factors, site) != 0 ||
			swf_slurm_fair_share_init(&p->fair_share, site, now) != 0)) {
		swf_slurm_priority_free(p);
		return NULL;
	}
	p->next_reset = swf_slurm_usage_reset_next(p->conf->reset, site->calendar, now, now);
	return p;
}

void swf_slurm_priority_free(struct swf_slurm_priority *p)
{
	if (p == NULL)
		return;
	for (size_t i = 0; p->factors.partitions != NULL && i < p->site->conf->partition_count; i++)
		free(p->factors.partitions[i].gpu_types);
	free(p->factors.partitions);
	free(p->factors.qos);
	swf_slurm_fair_share_clear(&p->fair_share);
	free(p);
}

static double next_update(const struct swf_slurm_priority *p)
{
	return p->fair_share.last + p->fair_share.period;
}

static void update_next(struct swf_slurm_priority *p)
{
	const double now = next_update(p);
	if (now >= p->next_reset) {
		swf_slurm_fair_share_reset(&p->fair_share);
		p->next_reset = swf_slurm_usage_reset_next(
			p->conf->reset, p->site->calendar, p->next_reset, now);
	}
	swf_slurm_fair_share_update(&p->fair_share);
}

/* How many updates are due before a time, without the last of them. */
static double updates_before(const struct swf_slurm_priority *p, double time)
{
	return ceil((time - next_update(p)) / p->fair_share.period) - 1;
}

/* Counts updates at once if they are very many: up to the next reset, while there is usage to be
 * reset. */
static void skip_many(struct swf_slurm_priority *p, double now)
{
	struct swf_slurm_fair_share *f = &p->fair_share;
	if (updates_before(p, now) < UPDATES_MOST)
		return;
	const double updates = updates_before(
		p, swf_slurm_fair_share_is_unused(f) ? now : fmin(now, p->next_reset));
	if (updates < UPDATES_MOST)
		return;
	swf_slurm_fair_share_skip(f, updates);
	if (f->last >= p->next_reset)
		p->next_reset = swf_slurm_usage_reset_next(
			p->conf->reset, p->site->calendar, f->last, f->last);
}

/* Makes the updates that were due before. */
static void catch_up(struct swf_slurm_priority *p, double now)
{
	while (next_update(p) < now) {
		update_next(p);
		skip_many(p, now);
	}
}

static double age_factor(
	const struct swf_slurm_priority *p, const struct swf_slurm_job *job, double now)
{
	const double waited = now - job->eligible;
	if (!(waited < p->conf->max_age))
		return 1;
	/* whole seconds, as Slurm counts */
	return waited > 0 ? (double)(int64_t)waited / p->conf->max_age : 0;
}

/* The sum is made in Slurm's order, since it is cut off to a whole number. */
static int64_t priority_at(
	struct swf_slurm_priority *p, const struct swf_slurm_job *job, double now)
{
	const struct swf_slurm_priority_conf *c = p->conf;
	const struct job_factors *f = &p->factors;
	double sum = 0;
	if (c->weight_age > 0)
		sum += age_factor(p, job, now) * (double)c->weight_age;
	if (c->weight_assoc > 0)
		sum += association_factor(f, job->who.association) * (double)c->weight_assoc;
	if (c->weight_fair_share > 0)
		sum += swf_slurm_fair_share_factor(&p->fair_share, job->who.association) *
			(double)c->weight_fair_share;
	sum += job->of_size;
	sum += f->partitions[job->who.partition].factor * (double)c->weight_partition;
	sum += f->qos[job->who.qos] * (double)c->weight_qos;
	sum += job->of_tres;
	/* 0 is for jobs that are held */
	if (sum < 1)
		return 1;
	return sum < UINT32_MAX ? (int64_t)sum : UINT32_MAX;
}

int swf_slurm_priority_submitted(
	struct swf_slurm_priority *p, struct swf_slurm_job *job, double now)
{
	if (!p->conf->multifactor) {
		if (p->lowest > 1)
			p->lowest--;
		job->priority = p->lowest;
		return 0;
	}
	catch_up(p, now);
	if (swf_slurm_fair_share_submitted(&p->fair_share, job->task->id, job->who.association) !=
		0)
		return -1;
	job->of_size = job_size_factor(&p->factors, job) * (double)p->conf->weight_job_size;
	job->of_tres = tres_priority(&p->factors, job);
	job->priority = priority_at(p, job, now);
	return 0;
}

/* What a job uses a second. */
static double usage_rate(const struct swf_slurm_priority *p, const struct swf_slurm_job *job)
{
	double factor = p->site->associations->qos[job->who.qos].usage_factor;
	return billed_rate(&p->factors, job) * (factor >= 0 ? factor : 1);
}

void swf_slurm_priority_started(
	struct swf_slurm_priority *p, const struct swf_slurm_job *job, double now)
{
	if (!p->conf->multifactor)
		return;
	catch_up(p, now);
	swf_slurm_fair_share_started(
		&p->fair_share, job->task->id, job->who.association, usage_rate(p, job), now);
}

void swf_slurm_priority_ended(
	struct swf_slurm_priority *p, const struct swf_slurm_job *job, double now)
{
	if (!p->conf->multifactor)
		return;
	catch_up(p, now);
	swf_slurm_fair_share_ended(&p->fair_share, job->task->id, job->who.association,
		usage_rate(p, job), job->task->start, now);
}

double swf_slurm_priority_due(const struct swf_slurm_priority *p)
{
	const struct swf_slurm_priority_conf *c = p->conf;
	/* the other factors of a job are those of its submission */
	if (!c->multifactor || (c->weight_age == 0 && c->weight_fair_share == 0))
		return INFINITY;
	return next_update(p);
}

double swf_slurm_priority_settled(const struct swf_slurm_priority *p, double now)
{
	if (swf_slurm_priority_due(p) == INFINITY)
		return now;
	double settled = now;
	if (p->conf->weight_age > 0 && p->conf->max_age < INFINITY)
		settled += p->conf->max_age;
	if (p->conf->weight_fair_share > 0 && p->next_reset < INFINITY)
		settled = fmax(settled, p->next_reset);
	/* seen by an update, which the last one follows */
	return settled + 2 * p->fair_share.period;
}

double swf_slurm_priority_updated(const struct swf_slurm_priority *p)
{
	return p->fair_share.last;
}

void swf_slurm_priority_update(struct swf_slurm_priority *p, double now)
{
	if (!p->conf->multifactor)
		return;
	catch_up(p, now);
	if (next_update(p) <= now)
		update_next(p);
}

void swf_slurm_priority_of(struct swf_slurm_priority *p, struct swf_slurm_job *job, double updated)
{
	if (!p->conf->multifactor)
		return;
	const int64_t priority = priority_at(p, job, updated);
	if (!p->conf->incr_only || priority > job->priority)
		job->priority = priority;
}

void swf_slurm_priority_factors(struct swf_slurm_priority *p, const struct swf_slurm_job *job,
	double now, struct swf_slurm_factors *factors)
{
	*factors = (struct swf_slurm_factors){0};
	if (!p->conf->multifactor)
		return;
	const struct job_factors *f = &p->factors;
	const struct swf_slurm_priority_conf *c = p->conf;
	if (c->weight_age > 0)
		factors->age = age_factor(p, job, now);
	if (c->weight_fair_share > 0)
		factors->fair_share =
			swf_slurm_fair_share_factor(&p->fair_share, job->who.association);
	if (c->weight_job_size > 0)
		factors->job_size = job_size_factor(f, job);
	if (c->weight_partition > 0)
		factors->partition = f->partitions[job->who.partition].factor;
	if (c->weight_qos > 0)
		factors->qos = f->qos[job->who.qos];
	if (c->weight_assoc > 0)
		factors->association = association_factor(f, job->who.association);
	factors->tres = job->of_tres;
}

void swf_slurm_priority_usage(
	struct swf_slurm_priority *p, size_t association, struct swf_slurm_usage *usage)
{
	struct swf_slurm_fair_share *f = &p->fair_share;
	*usage = (struct swf_slurm_usage){0};
	if (!p->conf->multifactor)
		return;
	usage->factor = swf_slurm_fair_share_factor(f, association);
	const struct swf_slurm_standing *s = &f->list[association];
	const double all = f->raw[0], above = f->raw[s->above];
	usage->shares_norm = s->shares_norm;
	usage->usage_raw = f->raw[association];
	usage->usage_norm = s->usage_norm;
	usage->usage_effective = s->usage_effective;
	usage->level_fs = f->level_fs[association];
	if (p->conf->fair_tree) {
		usage->usage_norm = all > 0 ? usage->usage_raw / all : 0;
		usage->usage_effective = above > 0 ? usage->usage_raw / above : 0;
	}
}
