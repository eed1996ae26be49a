#include "slurm/priority.h"

#include <math.h>
#include <stdlib.h>

#include "slurm/fair-share.h"
#include "slurm/job-factors.h"
#include "slurm/usage-reset.h"

/* Of priority/basic, before the first job. */
#define SWF_SLURM_TOP_PRIORITY INT64_C(0xffff0000)

/* More updates in a row than in 1.9 years of the shortest period are not made one by one. */
enum { UPDATES_MOST = 1000000 };

struct swf_slurm_priority {
	const struct swf_slurm_site *site;
	const struct swf_slurm_priority_conf *conf;
	int64_t lowest; /* basic: what the last job got */
	struct swf_slurm_job_factors factors;
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
	p->lowest = SWF_SLURM_TOP_PRIORITY;
	if (p->conf->multifactor &&
		(swf_slurm_job_factors_init(&p->factors, site) != 0 ||
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
	swf_slurm_job_factors_clear(&p->factors);
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

/* How many updates are due before a time, but for the last of them. */
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

static double age(const struct swf_slurm_priority *p, const struct swf_slurm_job *job, double now)
{
	const double waited = now - job->task->submit;
	if (!(waited < p->conf->max_age))
		return 1;
	/* whole seconds, as Slurm counts */
	return waited > 0 ? (double)(int64_t)waited / p->conf->max_age : 0;
}

/* The sum is made in Slurm's order, since it is cut off to a whole number. */
static int64_t compute(struct swf_slurm_priority *p, const struct swf_slurm_job *job, double now)
{
	const struct swf_slurm_priority_conf *c = p->conf;
	const struct swf_slurm_job_factors *f = &p->factors;
	double sum = 0;
	if (c->weight_age > 0)
		sum += age(p, job, now) * (double)c->weight_age;
	if (c->weight_assoc > 0)
		sum += swf_slurm_association_factor(f, job->who.association) *
			(double)c->weight_assoc;
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
	job->of_size =
		swf_slurm_job_size_factor(&p->factors, job) * (double)p->conf->weight_job_size;
	job->of_tres = swf_slurm_tres_priority(&p->factors, job);
	job->priority = compute(p, job, now);
	return 0;
}

/* What a job uses a second. */
static double usage_rate(const struct swf_slurm_priority *p, const struct swf_slurm_job *job)
{
	double factor = p->site->associations->qos[job->who.qos].usage_factor;
	return swf_slurm_billed(&p->factors, job) * (factor >= 0 ? factor : 1);
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
	const int64_t priority = compute(p, job, updated);
	if (!p->conf->incr_only || priority > job->priority)
		job->priority = priority;
}

void swf_slurm_priority_factors(struct swf_slurm_priority *p, const struct swf_slurm_job *job,
	double now, struct swf_slurm_factors *factors)
{
	*factors = (struct swf_slurm_factors){0};
	if (!p->conf->multifactor)
		return;
	const struct swf_slurm_job_factors *f = &p->factors;
	const struct swf_slurm_priority_conf *c = p->conf;
	if (c->weight_age > 0)
		factors->age = age(p, job, now);
	if (c->weight_fair_share > 0)
		factors->fair_share =
			swf_slurm_fair_share_factor(&p->fair_share, job->who.association);
	if (c->weight_job_size > 0)
		factors->job_size = swf_slurm_job_size_factor(f, job);
	if (c->weight_partition > 0)
		factors->partition = f->partitions[job->who.partition].factor;
	if (c->weight_qos > 0)
		factors->qos = f->qos[job->who.qos];
	if (c->weight_assoc > 0)
		factors->association = swf_slurm_association_factor(f, job->who.association);
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
