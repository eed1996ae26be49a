/* Which limit holds for a job: that of a QOS, or of an association. */
#ifndef SWF_SLURM_RULES_H
#define SWF_SLURM_RULES_H

#include "slurm/site.h"

/* Of whose jobs together, or of a single job. */
enum swf_slurm_whose {
	SWF_SLURM_OF_GROUP,
	SWF_SLURM_OF_USER, /* in a QOS; of an association: its own jobs */
	SWF_SLURM_OF_ACCOUNT,
	SWF_SLURM_OF_JOB,
	SWF_SLURM_WHOSE
};

enum swf_slurm_resource {
	SWF_SLURM_JOBS,
	SWF_SLURM_SUBMITTED,
	SWF_SLURM_CPUS,
	SWF_SLURM_NODES,
	SWF_SLURM_MEMORY,
	SWF_SLURM_RESOURCES
};

/* A limit by whose it is and what it limits, or SWF_SLURM_UNLIMITED. */
int64_t swf_slurm_rules_limit(const struct swf_slurm_limits *limits, enum swf_slurm_whose whose,
	enum swf_slurm_resource resource);

/* Whether there is any limit of these; whether there is one at all. */
bool swf_slurm_rules_any_of(const struct swf_slurm_limits *limits, enum swf_slurm_whose whose);
bool swf_slurm_rules_any(const struct swf_slurm_limits *limits);

/* The QOS that a job is under, its own and that of its partition, the one that comes first first.
 */
struct swf_slurm_qos_order {
	uint32_t qos[2];
	int count;
};

struct swf_slurm_rules {
	const struct swf_slurm_site *site;
	uint32_t *partition_qos; /* of each partition, or UINT32_MAX */
};

/* 0, or -1 when there is no memory. */
int swf_slurm_rules_init(
	struct swf_slurm_rules *rules, const struct swf_slurm_site *site) SWF_MUST_CHECK;
void swf_slurm_rules_clear(struct swf_slurm_rules *rules);

struct swf_slurm_qos_order swf_slurm_rules_order(
	const struct swf_slurm_rules *rules, const struct swf_slurm_who *who);

/* The limit that the first QOS has that has one, and which that is. */
struct swf_slurm_rule {
	int64_t limit;
	uint32_t qos;
};
struct swf_slurm_rule swf_slurm_rules_of_qos(const struct swf_slurm_rules *rules,
	struct swf_slurm_qos_order order, enum swf_slurm_whose whose,
	enum swf_slurm_resource resource);

/* A limit that passes on to the associations below: that of an association, or of the next one
 * above it that has one. */
int64_t swf_slurm_rules_inherited(const struct swf_slurm_rules *rules, uint32_t association,
	enum swf_slurm_whose whose, enum swf_slurm_resource resource);

/* MaxWall (s), or INFINITY. */
double swf_slurm_rules_wall(const struct swf_slurm_rules *rules, const struct swf_slurm_who *who);

/* The least of the limits that say how many nodes a job can have at all. */
int64_t swf_slurm_rules_nodes(const struct swf_slurm_rules *rules, const struct swf_slurm_who *who);

#endif
