/* The settings of accounts and users, and of QOS. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/number.h"
#include "slurm/conf/associations.h"
#include "slurm/conf/reading.h"
#include "slurm/conf/settings-read.h"

/* Counts to this are as good as none. */
static const double most = 1e15;

static void *member(const struct swf_slurm_setting *setting, void *into)
{
	return (char *)into + setting->offset;
}

static int read_most(
	const struct swf_slurm_setting *setting, const struct swf_slurm_value *value, void *into)
{
	int64_t *const number = member(setting, into);
	if (swf_slurm_conf_whole(value, value->text, strlen(value->text), -1, most, number) != 0)
		return -1;
	*number = *number < 0 ? SWF_SLURM_UNLIMITED : *number;
	return 0;
}

static int read_wall(
	const struct swf_slurm_setting *setting, const struct swf_slurm_value *value, void *into)
{
	const struct swf_slurm_setting any = {
		setting->name, NULL, setting->offset, 0, (double)INFINITY};
	return swf_slurm_read_time(&any, value, into);
}

static int read_shares(
	const struct swf_slurm_setting *setting, const struct swf_slurm_value *value, void *into)
{
	/* what sacctmgr dump writes for "parent" */
	enum { OF_PARENT = INT32_MAX };
	struct swf_slurm_association *const association = into;
	int64_t shares = 0;
	association->of_parent = strcasecmp(value->text, "parent") == 0;
	if (association->of_parent)
		return 0;
	if (swf_slurm_conf_whole(value, value->text, strlen(value->text), setting->least,
		    setting->most, &shares) != 0)
		return -1;
	association->of_parent = shares == OF_PARENT;
	if (!association->of_parent)
		association->shares = shares < 0 ? 1 : shares;
	return 0;
}

/* The members of a limit on resources (TRES); NULL for what is not modelled. */
struct resources {
	int64_t *cpus, *nodes, *memory; /* KB */
};

/* KB of a memory in MB, or in other units by the letter behind it. */
static int read_memory(
	const struct swf_slurm_value *value, const char *text, size_t length, int64_t *memory)
{
	static const char units[] = "KMGTP";
	const char *const unit = length > 1 ? strchr(units, text[length - 1] & ~32) : NULL;
	const bool has_unit = unit != NULL && *unit != '\0';
	if (swf_slurm_conf_whole(value, text, length - has_unit, -1, 1e6, memory) != 0)
		return -1;
	for (const char *u = units; *memory > 0 && u < (has_unit ? unit : units + 1); u++)
		*memory *= 1024;
	return 0;
}

static int read_resource(
	const struct swf_slurm_value *value, const char *word, size_t length, struct resources to)
{
	const char *const equals = memchr(word, '=', length);
	if (equals == NULL)
		return swf_slurm_conf_refuse(value, "not a resource such as cpu=100: '%.*s'",
			(int)(length < 40 ? length : 40), word);
	const size_t name = (size_t)(equals - word), rest = length - name - 1;
	const bool is_memory = name == 3 && strncasecmp(word, "mem", name) == 0;
	int64_t *const number = is_memory                           ? to.memory
		: name == 3 && strncasecmp(word, "cpu", name) == 0  ? to.cpus
		: name == 4 && strncasecmp(word, "node", name) == 0 ? to.nodes
								    : NULL;
	if (number == NULL)
		return swf_slurm_tell_part(value, word, name);
	if ((is_memory ? read_memory(value, equals + 1, rest, number)
		       : swf_slurm_conf_whole(value, equals + 1, rest, -1, most, number)) != 0)
		return -1;
	*number = *number < 0 ? SWF_SLURM_UNLIMITED : *number;
	return 0;
}

static int read_resources(const struct swf_slurm_value *value, struct resources to)
{
	for (const char *word = value->text; *word != '\0';) {
		const size_t length = strcspn(word, ",");
		if (length > 0 && read_resource(value, word, length, to) != 0)
			return -1;
		word += length + (word[length] == ',');
	}
	return 0;
}

static int read_group_tres(
	const struct swf_slurm_setting *setting, const struct swf_slurm_value *value, void *into)
{
	struct swf_slurm_limits *const l = member(setting, into);
	return read_resources(
		value, (struct resources){&l->group_cpus, &l->group_nodes, &l->group_memory});
}

static int read_job_tres(
	const struct swf_slurm_setting *setting, const struct swf_slurm_value *value, void *into)
{
	struct swf_slurm_limits *const l = member(setting, into);
	return read_resources(value, (struct resources){&l->max_cpus, &l->max_nodes, NULL});
}

static int read_user_tres(
	const struct swf_slurm_setting *setting, const struct swf_slurm_value *value, void *into)
{
	struct swf_slurm_limits *const l = member(setting, into);
	return read_resources(
		value, (struct resources){&l->max_cpus_user, &l->max_nodes_user, NULL});
}

static int read_account_tres(
	const struct swf_slurm_setting *setting, const struct swf_slurm_value *value, void *into)
{
	struct swf_slurm_limits *const l = member(setting, into);
	return read_resources(value, (struct resources){&l->max_cpus_account, NULL, NULL});
}

#define OF_ASSOCIATION(member) offsetof(struct swf_slurm_association, member)
static const struct swf_slurm_setting of_associations[] = {
	{"DefaultQOS", swf_slurm_read_text, OF_ASSOCIATION(default_qos), 0, 0},
	{"Fairshare", read_shares, 0, -1, INT32_MAX},
	{"GrpCPUs", read_most, OF_ASSOCIATION(limits.group_cpus), 0, 0},
	{"GrpJobs", read_most, OF_ASSOCIATION(limits.group_jobs), 0, 0},
	{"GrpNodes", read_most, OF_ASSOCIATION(limits.group_nodes), 0, 0},
	{"GrpSubmitJobs", read_most, OF_ASSOCIATION(limits.group_submit), 0, 0},
	{"GrpTRES", read_group_tres, OF_ASSOCIATION(limits), 0, 0},
	{"MaxCPUsPerJob", read_most, OF_ASSOCIATION(limits.max_cpus), 0, 0},
	{"MaxJobs", read_most, OF_ASSOCIATION(limits.max_jobs), 0, 0},
	{"MaxNodesPerJob", read_most, OF_ASSOCIATION(limits.max_nodes), 0, 0},
	{"MaxSubmitJobs", read_most, OF_ASSOCIATION(limits.max_submit), 0, 0},
	{"MaxTRESPerJob", read_job_tres, OF_ASSOCIATION(limits), 0, 0},
	{"MaxWallDurationPerJob", read_wall, OF_ASSOCIATION(limits.max_wall), 0, 0},
	{"Partition", swf_slurm_read_text, OF_ASSOCIATION(partition), 0, 0},
	{"Priority", swf_slurm_read_count, OF_ASSOCIATION(priority), -1, UINT32_MAX},
	{"Shares", read_shares, 0, -1, INT32_MAX}, {0}};
static const struct swf_slurm_unmodelled unmodelled_of_associations[] = {{"GrpCPUMins", "-1", {0}},
	{"GrpCPURunMins", "-1", {0}}, {"GrpJobsAccrue", "-1", {0}}, {"GrpTRESMins", "", {0}},
	{"GrpTRESRunMins", "", {0}}, {"GrpWall", "-1", {0}}, {"MaxCPUMinsPerJob", "-1", {0}},
	{"MaxJobsAccrue", "-1", {0}}, {"MaxTRESMinsPerJob", "", {0}}, {"MaxTRESPerNode", "", {0}},
	{"MaxTRESRunMins", "", {0}}, {"MinPrioThreshold", "-1", {0}}, {NULL, NULL, {0}}};
static const char *const idle_of_associations[] = {"AdminLevel", "Classification", "Comment",
	"Coordinator", "DefaultAccount", "DefaultWCKey", "Description", "Flags", "Organization",
	"QOS", "WCKeys", NULL};
const struct swf_slurm_settings swf_slurm_association_settings = {
	"associations", of_associations, unmodelled_of_associations, idle_of_associations};

static int read_factor(
	const struct swf_slurm_setting *setting, const struct swf_slurm_value *value, void *into)
{
	double *const factor = member(setting, into);
	return swf_number_scan(value->text, value->text + strlen(value->text), factor) ==
				SWF_SCAN_OK &&
			*factor >= 0
		? 0
		: swf_slurm_conf_refuse(value, "not a number from 0: '%.40s'", value->text);
}

static int read_qos_flag(
	const struct swf_slurm_setting *setting, const struct swf_slurm_value *value, void *into)
{
	(void)value;
	((struct swf_slurm_qos *)into)->flags |= (unsigned)setting->least;
	return 0;
}

static int read_qos_flags(
	const struct swf_slurm_setting *setting, const struct swf_slurm_value *value, void *into)
{
	(void)setting;
	return swf_slurm_read_list(SWF_SLURM_QOS_FLAGS, value, into);
}

#define FLAG(name, flag)                                                                           \
	{                                                                                          \
		name, read_qos_flag, 0, flag, 0                                                    \
	}
static const struct swf_slurm_setting qos_flags[] = {FLAG("DenyOnLimit", SWF_SLURM_QOS_DENY_LIMIT),
	FLAG("NoReserve", SWF_SLURM_QOS_NO_RESERVE),
	FLAG("OverPartQOS", SWF_SLURM_QOS_OVER_PART_QOS),
	FLAG("PartitionTimeLimit", SWF_SLURM_QOS_PART_TIME_LIMIT),
	FLAG("UsageFactorSafe", SWF_SLURM_QOS_USAGE_FACTOR_SAFE), {0}};
static const struct swf_slurm_unmodelled unmodelled_qos_flags[] = {
	{"EnforceUsageThreshold", "", {0}}, {"PartitionMaxNodes", "", {0}},
	{"PartitionMinNodes", "", {0}}, {"Relative", "", {0}}, {"RequiresReservation", "", {0}},
	{NULL, NULL, {0}}};
static const char *const idle_qos_flags[] = {"Deleted", "NoDecay", NULL};
const struct swf_slurm_settings swf_slurm_qos_flags = {
	"QOS flags", qos_flags, unmodelled_qos_flags, idle_qos_flags};

#define OF_QOS(member) offsetof(struct swf_slurm_qos, member)
static const struct swf_slurm_setting of_qos[] = {{"Flags", read_qos_flags, 0, 0, 0},
	{"GrpCPUs", read_most, OF_QOS(limits.group_cpus), 0, 0},
	{"GrpJobs", read_most, OF_QOS(limits.group_jobs), 0, 0},
	{"GrpNodes", read_most, OF_QOS(limits.group_nodes), 0, 0},
	{"GrpSubmit", read_most, OF_QOS(limits.group_submit), 0, 0},
	{"GrpTRES", read_group_tres, OF_QOS(limits), 0, 0},
	{"MaxCPUs", read_most, OF_QOS(limits.max_cpus), 0, 0},
	{"MaxCPUsPU", read_most, OF_QOS(limits.max_cpus_user), 0, 0},
	{"MaxJobs", read_most, OF_QOS(limits.max_jobs), 0, 0},
	{"MaxJobsPA", read_most, OF_QOS(limits.max_jobs_account), 0, 0},
	{"MaxJobsPU", read_most, OF_QOS(limits.max_jobs), 0, 0},
	{"MaxNodes", read_most, OF_QOS(limits.max_nodes), 0, 0},
	{"MaxNodesPU", read_most, OF_QOS(limits.max_nodes_user), 0, 0},
	{"MaxSubmit", read_most, OF_QOS(limits.max_submit), 0, 0},
	{"MaxSubmitPU", read_most, OF_QOS(limits.max_submit), 0, 0},
	{"MaxTRES", read_job_tres, OF_QOS(limits), 0, 0},
	{"MaxTRESPA", read_account_tres, OF_QOS(limits), 0, 0},
	{"MaxTRESPU", read_user_tres, OF_QOS(limits), 0, 0},
	{"MaxWall", read_wall, OF_QOS(limits.max_wall), 0, 0},
	{"Name", swf_slurm_read_text, OF_QOS(name), 0, 0},
	{"Priority", swf_slurm_read_count, OF_QOS(priority), 0, UINT32_MAX},
	{"UsageFactor", read_factor, OF_QOS(usage_factor), 0, 0}, {0}};
static const struct swf_slurm_unmodelled unmodelled_of_qos[] = {{"GrpCPUMins", "", {0}},
	{"GrpCPURunMins", "", {0}}, {"GrpJobsAccrue", "", {0}}, {"GrpMem", "", {0}},
	{"GrpTRESMins", "", {0}}, {"GrpTRESRunMins", "", {0}}, {"GrpWall", "", {0}},
	{"LimitFactor", "0.000000|0", {0}}, {"MaxCPUMins", "", {0}}, {"MaxCPURunMinsPU", "", {0}},
	{"MaxJobsAccruePA", "", {0}}, {"MaxJobsAccruePU", "", {0}}, {"MaxSubmitPA", "", {0}},
	{"MaxTRESMins", "", {0}}, {"MaxTRESPerNode", "", {0}}, {"MaxTRESRunMinsPA", "", {0}},
	{"MaxTRESRunMinsPU", "", {0}}, {"MinCPUs", "", {0}}, {"MinPrioThres", "", {0}},
	{"MinTRES", "", {0}}, {"UsageThres", "", {0}}, {NULL, NULL, {0}}};
static const char *const idle_of_qos[] = {
	"Descr", "GraceTime", "ID", "Preempt", "PreemptExemptTime", "PreemptMode", NULL};
const struct swf_slurm_settings swf_slurm_qos_settings = {
	"QOS", of_qos, unmodelled_of_qos, idle_of_qos};
