/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The tables of the settings of slurm.conf, and how values are read that only one of them has.
 *
 * A name is in one of three lists of its scope: it is modelled, or not, or has no effect on a
 * schedule. One that is in none is an error, as in Slurm. swfkit-slurm(7) has the same lists, and a
 * test compares them with these.
 */
#include "slurm/conf/settings.h"

#include <math.h>
#include <string.h>
#include <strings.h>

#include "base/number.h"
#include "swfcore/quantity.h"

/* The names of settings that are one of two things, the first of which is true. */
enum { PRIORITY_TYPE, SCHEDULER_TYPE, SELECT_TYPE, ACCOUNTING_TYPE, NODE_STATE };
static const char *const choices[][12] = {
	[PRIORITY_TYPE] = {"priority/multifactor", "priority/basic"},
	[SCHEDULER_TYPE] = {"sched/backfill", "sched/builtin"},
	[SELECT_TYPE] = {"select/linear", "select/cons_res", "select/cons_tres"},
	/* the last two are of old releases */
	[ACCOUNTING_TYPE] = {"accounting_storage/slurmdbd", "accounting_storage/none",
		"accounting_storage/filetxt", "accounting_storage/mysql"},
	/* nodes of the first seven states are left out */
	[NODE_STATE] = {"DOWN", "DRAIN", "DRAINED", "DRAINING", "FAIL", "FAILING", "FUTURE",
		"UNKNOWN", "UP", "IDLE", "CLOUD"}};

/* Which of the choices is the setting's least value, and how many of their names are true its most.
 */
static int read_flag(
	const struct swf_slurm_setting *setting, const struct swf_slurm_value *value, void *into)
{
	const int place = swf_slurm_choose(value, choices[(int)setting->least]);
	if (place < 0)
		return -1;
	*(bool *)swf_slurm_member(setting, into) = place < setting->most;
	return 0;
}

static int read_damp(
	const struct swf_slurm_setting *setting, const struct swf_slurm_value *value, void *into)
{
	int64_t damp = 0;
	if (swf_slurm_conf_whole(value, value->text, strlen(value->text), setting->least,
		    setting->most, &damp) != 0)
		return -1;
	((struct swf_slurm_draft *)into)->conf.priority.damp = (double)damp;
	return 0;
}

static int read_reset(
	const struct swf_slurm_setting *setting, const struct swf_slurm_value *value, void *into)
{
	static const char *const names[] = {
		"none", "now", "daily", "weekly", "monthly", "quarterly", "yearly", NULL};
	const int place = swf_slurm_choose(value, names);
	(void)setting;
	if (place < 0)
		return -1;
	((struct swf_slurm_draft *)into)->conf.priority.reset = (enum swf_slurm_reset)place;
	return 0;
}

static const char weight_example[] = "weight such as cpu=1000";

/* A weight of memory is for a MB, or for the unit whose letter is behind it. */
static int read_weight(
	const struct swf_slurm_value *value, const struct swf_slurm_tres *tres, void *into)
{
	static const char units[] = "KMGTP";
	double *const *const weights = into;
	const char *end = tres->amount + tres->amount_length;
	const char *const unit = tres->kind == SWF_SLURM_TRES_MEMORY && tres->amount_length > 1
		? memchr(units, end[-1] & ~32, 5)
		: NULL;
	double weight = 0;
	end -= unit != NULL;
	if (swf_number_scan(tres->amount, end, &weight) != SWF_SCAN_OK || weight < 0)
		return swf_slurm_refuse_tres(value, weight_example, tres);
	for (const char *u = units + 1; unit != NULL && u < unit; u++)
		weight /= 1024;
	if (swf_slurm_is_untracked(value->report->conf, tres))
		return swf_slurm_tell_tres(value, tres, SWF_SLURM_NO_EFFECT,
			"AccountingStorageTRES does not have it, and slurmctld would not start");
	/* types of GPUs wait until those of the nodes are known */
	if (weights[tres->kind] == NULL)
		return weight == 0 || tres->kind == SWF_SLURM_TRES_GPU_TYPE
			? 0
			: swf_slurm_tell_tres(value, tres, SWF_SLURM_NOT_MODELLED, NULL);
	*weights[tres->kind] = weight;
	return 0;
}

static int read_tres_weights(
	const struct swf_slurm_setting *setting, const struct swf_slurm_value *value, void *into)
{
	struct swf_slurm_draft *const draft = into;
	struct swf_slurm_priority_conf *const priority = &draft->conf.priority;
	(void)setting;
	draft->priority_tres = value->text;
	return swf_slurm_read_tres(value, weight_example, read_weight,
		(double *[SWF_SLURM_TRES_KINDS]){[SWF_SLURM_TRES_CPU] = &priority->weight_cpu,
			[SWF_SLURM_TRES_MEMORY] = &priority->weight_memory,
			[SWF_SLURM_TRES_GPU] = &priority->weight_gpu});
}

static int read_billing(
	const struct swf_slurm_setting *setting, const struct swf_slurm_value *value, void *into)
{
	struct swf_slurm_partition_line *const line = into;
	(void)setting;
	line->billing = true;
	line->billing_text = value->text;
	line->billing_cpu = line->billing_memory = line->billing_node = line->billing_gpu = 0;
	return swf_slurm_read_tres(value, weight_example, read_weight,
		(double *[SWF_SLURM_TRES_KINDS]){&line->billing_cpu, &line->billing_memory,
			&line->billing_node, &line->billing_gpu});
}

static int read_partition_state(
	const struct swf_slurm_setting *setting, const struct swf_slurm_value *value, void *into)
{
	static const char *const names[] = {"UP", "DOWN", "DRAIN", "INACTIVE", NULL};
	const int place = swf_slurm_choose(value, names);
	if (place < 0)
		return -1;
	*(enum swf_slurm_state *)swf_slurm_member(setting, into) = (enum swf_slurm_state)place;
	return 0;
}

static int read_sharing(
	const struct swf_slurm_setting *setting, const struct swf_slurm_value *value, void *into)
{
	static const char *const names[] = {"EXCLUSIVE", "NO", "YES", "FORCE", NULL};
	struct swf_slurm_sharing_of_line *const line = swf_slurm_member(setting, into);
	const size_t name = strcspn(value->text, ":");
	struct swf_slurm_value word = *value;
	int64_t jobs = 4; /* Slurm's default */
	if (value->text[name] == ':' &&
		swf_slurm_conf_whole(value, value->text + name + 1, strlen(value->text + name + 1),
			1, UINT16_MAX, &jobs) != 0)
		return -1;
	word.text = strncasecmp(value->text, "YES:", 4) == 0 ? "YES"
		: strncasecmp(value->text, "FORCE:", 6) == 0 ? "FORCE"
							     : value->text;
	const int place = swf_slurm_choose(&word, names);
	if (place < 0)
		return -1;
	line->by = place == 0 ? SWF_SLURM_EXCLUSIVE : SWF_SLURM_BY_CPU;
	/* with YES only jobs that ask for it share cores */
	line->jobs_a_core = place == 3 ? jobs : 1;
	return 0;
}

static int read_preempt_type(
	const struct swf_slurm_setting *setting, const struct swf_slurm_value *value, void *into)
{
	static const char *const names[] = {
		"preempt/none", "preempt/qos", "preempt/partition_prio", NULL};
	struct swf_slurm_preemption_conf *const preemption =
		&((struct swf_slurm_draft *)into)->conf.preemption;
	const int place = swf_slurm_choose(value, names);
	(void)setting;
	if (place < 0)
		return -1;
	preemption->by_qos = place == 1;
	preemption->by_partition = place == 2;
	return 0;
}

static int read_topology(
	const struct swf_slurm_setting *setting, const struct swf_slurm_value *value, void *into)
{
	*(bool *)swf_slurm_member(setting, into) = strcasecmp(value->text, "topology/tree") == 0;
	return 0;
}

static int read_kill_wait(
	const struct swf_slurm_setting *setting, const struct swf_slurm_value *value, void *into)
{
	int64_t seconds = 0;
	const struct swf_slurm_setting of_number = {
		setting->name, NULL, 0, setting->least, setting->most};
	if (swf_slurm_read_count_or_most(&of_number, value, &seconds) != 0)
		return -1;
	*(double *)swf_slurm_member(setting, into) = (double)seconds;
	return 0;
}

/* More is no memory of a node. */
#define MEGABYTES_MOST 1e12

#define DRAFT(member)    offsetof(struct swf_slurm_draft, member)
#define CONF(member)     DRAFT(conf.member)
#define PRIORITY(member) CONF(priority.member)
#define WEIGHT(name, member)                                                                       \
	{                                                                                          \
		"PriorityWeight" name, swf_slurm_read_count_or_most, PRIORITY(member), 0,          \
			UINT32_MAX                                                                 \
	}

static const struct swf_slurm_setting of_conf[] = {
	{"AccountingStorageEnforce", swf_slurm_read_list, 0, SWF_SLURM_ENFORCEMENT, 0},
	{"AccountingStorageTRES", NULL, 0, 0, 0},
	{"AccountingStorageType", read_flag, DRAFT(has_slurmdbd), ACCOUNTING_TYPE, 1},
	{"DefCPUPerGPU", swf_slurm_read_count, DRAFT(cpus_a_gpu), 0, UINT16_MAX},
	{"DefMemPerCPU", swf_slurm_read_megabytes, DRAFT(memory_a_cpu), 0, MEGABYTES_MOST},
	{"DefMemPerGPU", swf_slurm_read_megabytes, DRAFT(memory_a_gpu), 0, MEGABYTES_MOST},
	{"DefMemPerNode", swf_slurm_read_megabytes, DRAFT(memory_a_node), 0, MEGABYTES_MOST},
	{"DownNodes", NULL, 0, 0, 0}, {"FairShareDampeningFactor", read_damp, 0, 1, UINT16_MAX},
	{"GresTypes", swf_slurm_read_gres_types, 0, 0, 0},
	{"JobRequeue", swf_slurm_read_switch, CONF(preemption.requeues), 0, 0},
	{"KillWait", read_kill_wait, CONF(loops.kill_wait), 0, UINT16_MAX},
	{"Licenses", swf_slurm_read_licenses, 0, 0, 0},
	{"MaxMemPerCPU", swf_slurm_read_megabytes, DRAFT(most_memory_a_cpu), 0, MEGABYTES_MOST},
	{"MaxMemPerNode", swf_slurm_read_megabytes, DRAFT(most_memory_a_node), 0, MEGABYTES_MOST},
	{"NodeName", NULL, 0, 0, 0}, {"NodeSet", NULL, 0, 0, 0},
	{"OverTimeLimit", swf_slurm_read_minutes, DRAFT(over_time_limit), 0, UINT16_MAX - 1},
	{"PartitionName", NULL, 0, 0, 0},
	{"PreemptExemptTime", swf_slurm_read_exempt, CONF(preemption.exempt), 0, 0},
	{"PreemptParameters", swf_slurm_read_list, 0, SWF_SLURM_PREEMPT_PARAMETERS, 0},
	{"PreemptType", read_preempt_type, 0, 0, 0},
	{"PriorityCalcPeriod", swf_slurm_read_time, PRIORITY(calc_period), 60, 366 * SWF_DAY},
	{"PriorityDecayHalfLife", swf_slurm_read_time, PRIORITY(half_life), 0, 36600 * SWF_DAY},
	{"PriorityFavorSmall", swf_slurm_read_switch, PRIORITY(favor_small), 0, 0},
	{"PriorityFlags", swf_slurm_read_list, 0, SWF_SLURM_PRIORITY_FLAGS, 0},
	{"PriorityMaxAge", swf_slurm_read_time, PRIORITY(max_age), 0, 36600 * SWF_DAY},
	{"PriorityType", read_flag, PRIORITY(multifactor), PRIORITY_TYPE, 1},
	{"PriorityUsageResetPeriod", read_reset, 0, 0, 0}, WEIGHT("Age", weight_age),
	WEIGHT("Assoc", weight_assoc), WEIGHT("Fairshare", weight_fair_share),
	WEIGHT("JobSize", weight_job_size), WEIGHT("Partition", weight_partition),
	WEIGHT("QOS", weight_qos), {"PriorityWeightTRES", read_tres_weights, 0, 0, 0},
	{"SchedulerParameters", swf_slurm_read_list, 0, SWF_SLURM_SCHEDULER_PARAMETERS, 0},
	{"SchedulerType", read_flag, CONF(loops.backfill), SCHEDULER_TYPE, 1},
	{"SelectType", read_flag, DRAFT(linear), SELECT_TYPE, 1},
	{"SelectTypeParameters", swf_slurm_read_list, 0, SWF_SLURM_SELECT_PARAMETERS, 0}, {0}};

/* clang-format off */
static const struct swf_slurm_unmodelled unmodelled_of_conf[] = {
	{"AllowSpecResourcesUsage", "no|0|false", {0}},
	{"BurstBufferType", "burst_buffer/none", {0}},
	{"Epilog", "", {0}},
	{"EpilogSlurmctld", "", {0}},
	{"FederationParameters", "", {0}},
	{"MCSPlugin", "mcs/none", {0}},
	{"MaxJobCount", "", {0}},
	{"MaxTasksPerNode", "512", {0}},
	{"NodeFeaturesPlugins", "", {0}},
	{"PowerPlugin", "power/none", {0}},
	{"PreemptMode", "OFF|CANCEL|REQUEUE|SUSPEND,GANG|GANG,SUSPEND",
		{"PreemptMode", swf_slurm_read_preempt_mode, CONF(preemption.mode), 0, 0}},
	{"PrioritySiteFactorPlugin", "site_factor/none", {0}},
	{"SuspendTime", "-1|INFINITE|NONE", {0}},
	{"TopologyPlugin", "topology/none|topology/default|topology/flat|topology/tree",
		{"TopologyPlugin", read_topology, DRAFT(tree), 0, 0}},
	{NULL, NULL, {0}}};
/* clang-format on */

static const char *const idle_of_conf[] = {"AccountingStorageBackupHost",
	"AccountingStorageExternalHost", "AccountingStorageHost", "AccountingStorageLoc",
	"AccountingStorageParameters", "AccountingStoragePass", "AccountingStoragePort",
	"AccountingStorageUser", "AccountingStoreFlags", "AccountingStoreJobComment",
	"AcctGatherEnergyType", "AcctGatherFilesystemType", "AcctGatherInfinibandType",
	"AcctGatherInterconnectType", "AcctGatherNodeFreq", "AcctGatherProfileType",
	"AuthAltParameters", "AuthAltTypes", "AuthInfo", "AuthType", "BackupAddr",
	"BackupController", "BatchStartTimeout", "BcastExclude", "BcastParameters",
	"BurstBufferParameters", "CacheGroups", "CertgenParameters", "CertgenType",
	"CertmgrParameters", "CertmgrType", "CheckpointType", "ChosLoc", "CliFilterPlugins",
	"ClusterName", "CommunicationParameters", "CompleteWait", "ControlAddr", "ControlMachine",
	"CoreSpecPlugin", "CpuFreqDef", "CpuFreqGovernors", "CredType", "CryptoType",
	"DataParserParameters", "DebugFlags", "DefaultStorageHost", "DefaultStorageLoc",
	"DefaultStoragePass", "DefaultStoragePort", "DefaultStorageType", "DefaultStorageUser",
	"DependencyParameters", "DisableRootJobs", "EioTimeout", "EnforcePartLimits",
	"EpilogMsgTime", "EpilogTimeout", "ExtSensorsFreq", "ExtSensorsType", "FastSchedule",
	"FirstJobId", "FrontendName", "GetEnvTimeout", "GpuFreqDef", "GroupUpdateForce",
	"GroupUpdateTime", "HashPlugin", "HealthCheckInterval", "HealthCheckNodeState",
	"HealthCheckProgram", "HttpParserType", "InactiveLimit", "InteractiveStepOptions",
	"JobAcctGatherFrequency", "JobAcctGatherParams", "JobAcctGatherType", "JobCheckpointDir",
	"JobCompHost", "JobCompLoc", "JobCompParams", "JobCompPass", "JobCompPassScript",
	"JobCompPort", "JobCompType", "JobCompUser", "JobContainerType", "JobCredentialPrivateKey",
	"JobCredentialPublicCertificate", "JobFileAppend", "JobSubmitPlugins", "KeepAliveTime",
	"KillOnBadExit", "KillTree", "LaunchParameters", "LaunchType", "Layouts", "LogTimeFormat",
	"MCSParameters", "MailDomain", "MailProg", "MaxArraySize", "MaxBatchRequeue", "MaxDBDMsgs",
	"MaxJobId", "MaxNodeCount", "MaxStepCount", "MemLimitEnforce", "MessageTimeout",
	"MetricsType", "MinJobAge", "MpiDefault", "MpiParams", "MpichGmDirectSupport",
	"MsgAggregationParams", "NamespaceType", "PlugStackConfig", "PluginDir", "PowerParameters",
	"PrEpParameters", "PrEpPlugins", "PriorityParameters", "PrioritySiteFactorParameters",
	"PrivateData", "ProctrackType", "Prolog", "PrologEpilogTimeout", "PrologFlags",
	"PrologSlurmctld", "PrologTimeout", "PropagatePrioProcess", "PropagateResourceLimits",
	"PropagateResourceLimitsExcept", "RebootProgram", "ReconfigFlags", "RequeueExit",
	"RequeueExitHold", "ResumeFailProgram", "ResumeProgram", "ResumeRate", "ResumeTimeout",
	"ResvEpilog", "ResvOverRun", "ResvProlog", "ReturnToService", "RoutePlugin",
	"SallocDefaultCommand", "SbcastParameters", "SchedulerAuth", "SchedulerPort",
	"SchedulerRootFilter", "SchedulerTimeSlice", "ScronParameters", "SlurmSchedLogFile",
	"SlurmSchedLogLevel", "SlurmUser", "SlurmctldAddr", "SlurmctldDebug", "SlurmctldHost",
	"SlurmctldLogFile", "SlurmctldParameters", "SlurmctldPidFile", "SlurmctldPlugstack",
	"SlurmctldPort", "SlurmctldPrimaryOffProg", "SlurmctldPrimaryOnProg",
	"SlurmctldSyslogDebug", "SlurmctldTimeout", "SlurmdDebug", "SlurmdLogFile",
	"SlurmdParameters", "SlurmdPidFile", "SlurmdPort", "SlurmdSpoolDir", "SlurmdSyslogDebug",
	"SlurmdTimeout", "SlurmdUser", "SrunEpilog", "SrunPortRange", "SrunProlog",
	"StateSaveLocation", "SuspendExcNodes", "SuspendExcParts", "SuspendExcStates",
	"SuspendProgram", "SuspendRate", "SuspendTimeout", "SwitchParameters", "SwitchType",
	"TCPTimeout", "TLSParameters", "TLSType", "TaskEpilog", "TaskPlugin", "TaskPluginParam",
	"TaskProlog", "TmpFS", "TopologyParam", "TrackWCKey", "TreeWidth", "UnkillableStepProgram",
	"UnkillableStepTimeout", "UrlParserType", "UsePAM", "VSizeFactor", "WaitTime",
	"X11Parameters", NULL};

/* Of these, what only releases before 21.08 or after 24.11 know. */
static const char *const elsewhere[] = {"CacheGroups", "CertgenParameters", "CertgenType",
	"CertmgrParameters", "CertmgrType", "CheckpointType", "ChosLoc", "DefaultStorageHost",
	"DefaultStorageLoc", "DefaultStoragePass", "DefaultStoragePort", "DefaultStorageType",
	"DefaultStorageUser", "HttpParserType", "JobCheckpointDir", "KillTree", "Layouts",
	"MemLimitEnforce", "MetricsType", "MpichGmDirectSupport", "MsgAggregationParams",
	"NamespaceType", "SchedulerPort", "SchedulerRootFilter", "TLSParameters", "UrlParserType",
	NULL};

static const struct swf_slurm_settings general_settings = {
	"slurm.conf", false, of_conf, unmodelled_of_conf, idle_of_conf, elsewhere};

#define LOOPS(member) CONF(loops.member)

/* From the release notes and the source of 22.05: bounds beyond which Slurm says that a value is
 * invalid and takes the default. */
enum { JOBS_MOST = 1000000, MONTH = 30 * 24 * 60 * 60 };

static int read_bf_interval(
	const struct swf_slurm_setting *setting, const struct swf_slurm_value *value, void *into)
{
	struct swf_slurm_draft *const draft = into;
	const double before = draft->conf.loops.bf_interval;
	if (swf_slurm_read_seconds(setting, value, into) != 0)
		return -1;
	if (draft->conf.loops.bf_interval != 0)
		return 0;
	draft->conf.loops.bf_interval = before;
	return swf_slurm_conf_refuse(value, "can be -1, or from 1 to 10800, not 0");
}

static const struct swf_slurm_setting parameters[] = {
	{"assoc_limit_stop", swf_slurm_read_word, LOOPS(assoc_limit_stop), 0, 0},
	{"batch_sched_delay", swf_slurm_read_seconds, LOOPS(batch_sched_delay), 0, INT32_MAX},
	{"bf_interval", read_bf_interval, LOOPS(bf_interval), -1, 10800},
	{"bf_job_part_count_reserve", swf_slurm_read_count, LOOPS(bf_job_part_count_reserve), 0,
		100000},
	{"bf_max_job_assoc", swf_slurm_read_count, LOOPS(bf_max_job_assoc), 0, INT32_MAX},
	{"bf_max_job_part", swf_slurm_read_count, LOOPS(bf_max_job_part), 0, INT32_MAX},
	{"bf_max_job_start", swf_slurm_read_count, LOOPS(bf_max_job_start), 0, 10000},
	{"bf_max_job_test", swf_slurm_read_count, LOOPS(bf_max_job_test), 1, JOBS_MOST},
	{"bf_max_job_user", swf_slurm_read_count, LOOPS(bf_max_job_user), 0, INT32_MAX},
	{"bf_max_job_user_part", swf_slurm_read_count, LOOPS(bf_max_job_user_part), 0, INT32_MAX},
	{"bf_min_age_reserve", swf_slurm_read_seconds, LOOPS(bf_min_age_reserve), 0, MONTH},
	{"bf_min_prio_reserve", swf_slurm_read_count, LOOPS(bf_min_prio_reserve), 1, UINT32_MAX},
	{"bf_node_space_size", swf_slurm_read_count, LOOPS(bf_node_space_size), 2, 2 * JOBS_MOST},
	{"bf_resolution", swf_slurm_read_seconds, LOOPS(bf_resolution), 1, 3600},
	{"bf_running_job_reserve", swf_slurm_read_word, LOOPS(bf_running_job_reserve), 0, 0},
	{"bf_window", swf_slurm_read_minutes, LOOPS(bf_window), 1, 43200},
	{"bf_window_linear", swf_slurm_read_seconds, LOOPS(bf_window_linear), 1, MONTH},
	{"default_queue_depth", swf_slurm_read_count, LOOPS(default_queue_depth), 0, INT32_MAX},
	{"defer", swf_slurm_read_word, LOOPS(defer), 0, 0},
	{"partition_job_depth", swf_slurm_read_count, LOOPS(partition_job_depth), 0, INT32_MAX},
	{"preempt_reorder_count", swf_slurm_read_count, CONF(preemption.reorder_count), 0,
		INT32_MAX},
	{"preempt_strict_order", swf_slurm_read_word, CONF(preemption.strict_order), 0, 0},
	{"preempt_youngest_first", swf_slurm_read_word, CONF(preemption.youngest_first), 0, 0},
	{"sched_interval", swf_slurm_read_seconds, LOOPS(sched_interval), -1, INT32_MAX},
	{"sched_max_job_start", swf_slurm_read_count, LOOPS(sched_max_job_start), 0, INT32_MAX},
	{"sched_min_interval", swf_slurm_read_microseconds, LOOPS(sched_min_interval), 0,
		INT32_MAX},
	{0}};

/* clang-format off */
static const struct swf_slurm_unmodelled unmodelled_parameters[] = {
	{"bf_busy_nodes", "", {0}},
	{"bf_licenses", "",
		{"bf_licenses", swf_slurm_read_word, LOOPS(bf_running_job_reserve), 0, 0}},
	{"bf_max_job_array_resv", "", {0}},
	{"bf_max_time", "", {0}},
	{"bf_topopt_enable", "", {0}},
	{"bf_topopt_iterations", "", {0}},
	{"defer_batch", "", {0}},
	{"extra_constraints", "", {0}},
	{"jobs_per_user_per_hour", "", {0}},
	{"max_rpc_cnt", "0", {0}},
	{"max_rpc_count", "0", {0}},
	{"max_sched_time", "", {0}},
	{"pack_serial_at_end", "", {0}},
	{"reduce_completing_frag", "", {0}},
	{NULL, NULL, {0}}};
/* clang-format on */

static const char *const idle_parameters[] = {"Ignore_NUMA", "allow_zero_lic", "bb_array_stage_cnt",
	"bf_allow_magnetic_resv", "bf_continue", "bf_hetjob_immediate", "bf_hetjob_prio",
	"bf_one_resv_per_job", "bf_yield_interval", "bf_yield_sleep", "build_queue_timeout",
	"correspond_after_task_cnt", "delay_boot", "disable_hetjob_steps", "disable_job_shrink",
	"enable_hetjob_steps", "enable_job_state_cache", "enable_user_top",
	"ignore_constraint_validation", "ignore_prefer_validation", "kill_invalid_depend",
	"max_array_tasks", "max_depend_depth", "max_script_size", "max_submit_line_size",
	"max_switch_wait", "no_backup_scheduling", "no_env_cache", "permit_job_expansion",
	"nohold_on_prolog_fail", "preempt_send_user_signal", "requeue_delay",
	"requeue_setup_env_fail", "salloc_wait_nodes", "sbatch_wait_nodes", "spec_cores_first",
	"step_retry_count", "step_retry_time", "time_min_as_soft_limit", "whole_hetjob",
	"whole_pack", NULL};

/* 22.05 has them in DependencyParameters. */
static const char *const parameters_elsewhere[] = {"kill_invalid_depend", "max_depend_depth", NULL};

static const struct swf_slurm_settings scheduler_settings = {"SchedulerParameters", true,
	parameters, unmodelled_parameters, idle_parameters, parameters_elsewhere};

static const struct swf_slurm_setting preempt_parameters[] = {
	{"reorder_count", swf_slurm_read_count, CONF(preemption.reorder_count), 0, INT32_MAX},
	{"strict_order", swf_slurm_read_word, CONF(preemption.strict_order), 0, 0},
	{"youngest_first", swf_slurm_read_word, CONF(preemption.youngest_first), 0, 0}, {0}};
static const struct swf_slurm_unmodelled unmodelled_preempt_parameters[] = {
	{"min_exempt_priority", "", {0}}, {NULL, NULL, {0}}};
static const char *const idle_preempt_parameters[] = {
	"send_user_signal", "suspend_grace_time", NULL};
static const struct swf_slurm_settings preempt_settings = {"PreemptParameters", true,
	preempt_parameters, unmodelled_preempt_parameters, idle_preempt_parameters, NULL};

#define FLAG(name, member)                                                                         \
	{                                                                                          \
		name, swf_slurm_read_word, PRIORITY(member), 0, 0                                  \
	}

static int read_no_fair_tree(
	const struct swf_slurm_setting *setting, const struct swf_slurm_value *value, void *into)
{
	((struct swf_slurm_draft *)into)->conf.priority.fair_tree = false;
	return setting->offset == 0 ? 0 : swf_slurm_read_word(setting, value, into);
}

static int read_no_normal_all(
	const struct swf_slurm_setting *setting, const struct swf_slurm_value *value, void *into)
{
	struct swf_slurm_priority_conf *const p = &((struct swf_slurm_draft *)into)->conf.priority;
	p->no_normal_assoc = p->no_normal_part = p->no_normal_qos = p->no_normal_tres = true;
	(void)setting;
	(void)value;
	return 0;
}

static const struct swf_slurm_setting priority_flags[] = {
	{"DEPTH_OBLIVIOUS", read_no_fair_tree, PRIORITY(depth_oblivious), 0, 0},
	FLAG("INCR_ONLY", incr_only), FLAG("MAX_TRES", max_tres),
	{"NO_FAIR_TREE", read_no_fair_tree, 0, 0, 0},
	{"NO_NORMAL_ALL", read_no_normal_all, 0, 0, 0}, FLAG("NO_NORMAL_ASSOC", no_normal_assoc),
	FLAG("NO_NORMAL_PART", no_normal_part), FLAG("NO_NORMAL_QOS", no_normal_qos),
	FLAG("NO_NORMAL_TRES", no_normal_tres),
	FLAG("SMALL_RELATIVE_TO_TIME", small_relative_to_time), {0}};
static const struct swf_slurm_unmodelled unmodelled_flags[] = {
	{"MAX_TRES_GRES", "", {0}}, {NULL, NULL, {0}}};
static const char *const idle_flags[] = {"ACCRUE_ALWAYS", "CALCULATE_RUNNING", "FAIR_TREE", NULL};
static const struct swf_slurm_settings priority_flag_settings = {
	"PriorityFlags", true, priority_flags, unmodelled_flags, idle_flags, NULL};

/* Bits of what a word of SelectTypeParameters means, as the least value of its setting. */
enum { CORES = 1, MEMORY = 2, CONSUMABLE = 4 };

static int read_select_word(
	const struct swf_slurm_setting *setting, const struct swf_slurm_value *value, void *into)
{
	struct swf_slurm_draft *const draft = into;
	const int bits = (int)setting->least;
	if (draft->select_units++ > 0)
		return swf_slurm_conf_refuse(value, "excludes the word before it");
	draft->whole_cores = (bits & CORES) != 0;
	draft->conf.memory = (bits & MEMORY) != 0;
	draft->consumable = (bits & CONSUMABLE) != 0;
	return 0;
}

#define SELECT(name, bits)                                                                         \
	{                                                                                          \
		name, read_select_word, 0, bits, 0                                                 \
	}
static const struct swf_slurm_setting select_words[] = {SELECT("CR_CPU", CONSUMABLE),
	SELECT("CR_CPU_Memory", CONSUMABLE | MEMORY), SELECT("CR_Core", CONSUMABLE | CORES),
	SELECT("CR_Core_Memory", CONSUMABLE | CORES | MEMORY), SELECT("CR_Memory", MEMORY), {0}};
static const struct swf_slurm_unmodelled unmodelled_select_words[] = {{"CR_LLN", "", {0}},
	{"CR_ONE_TASK_PER_CORE", "", {0}}, {"CR_Pack_Nodes", "", {0}},
	{"CR_Socket", "", SELECT("CR_Socket", CONSUMABLE | CORES)},
	{"CR_Socket_Memory", "", SELECT("CR_Socket_Memory", CONSUMABLE | CORES | MEMORY)},
	{"OTHER_CONS_RES", "", {0}}, {"OTHER_CONS_TRES", "", {0}}, {NULL, NULL, {0}}};
static const char *const idle_select_words[] = {"CR_ALLOCATE_FULL_SOCKET",
	"CR_CORE_DEFAULT_DIST_BLOCK", "ENFORCE_BINDING_GRES", "LL_SHARED_GRES",
	"MULTIPLE_SHARING_GRES_PJ", "ONE_TASK_PER_SHARING_GRES", NULL};
static const struct swf_slurm_settings select_settings = {"SelectTypeParameters", false,
	select_words, unmodelled_select_words, idle_select_words, NULL};

static int read_limits(
	const struct swf_slurm_setting *setting, const struct swf_slurm_value *value, void *into)
{
	struct swf_slurm_enforce *const enforce = &((struct swf_slurm_draft *)into)->conf.enforce;
	(void)value;
	enforce->limits = true;
	enforce->safe |= setting->least != 0;
	return 0;
}

static const struct swf_slurm_setting enforced[] = {{"2", read_limits, 0, 0, 0},
	{"all", read_limits, 0, 1, 0}, {"limits", read_limits, 0, 0, 0},
	{"safe", read_limits, 0, 1, 0}, {0}};
static const struct swf_slurm_unmodelled no_unmodelled[] = {{NULL, NULL, {0}}};
static const char *const idle_enforced[] = {
	"1", "associations", "nojobs", "nosteps", "qos", "wckeys", NULL};
static const struct swf_slurm_settings enforcement_settings = {
	"AccountingStorageEnforce", false, enforced, no_unmodelled, idle_enforced, NULL};

static int read_cpus(
	const struct swf_slurm_setting *setting, const struct swf_slurm_value *value, void *into)
{
	int64_t *const cpus = swf_slurm_member(setting, into);
	if (swf_slurm_read_count(setting, value, into) != 0)
		return -1;
	*cpus = *cpus == 0 ? -1 : *cpus;
	return 0;
}

#define NODE(member) offsetof(struct swf_slurm_node_line, member)
#define PART(member) offsetof(struct swf_slurm_partition_line, member)

static const struct swf_slurm_setting of_nodes[] = {
	{"Boards", swf_slurm_read_count, NODE(boards), 1, UINT16_MAX - 1},
	{"CPUs", read_cpus, NODE(cpus), 0, UINT16_MAX - 1},
	{"CoresPerSocket", swf_slurm_read_count, NODE(cores), 1, UINT16_MAX - 1},
	{"Feature", swf_slurm_read_text, NODE(features), 0, 0},
	{"Features", swf_slurm_read_text, NODE(other_features), 0, 0},
	{"Gres", swf_slurm_read_gres, NODE(gres), 0, 0},
	{"MemSpecLimit", swf_slurm_read_megabytes, NODE(reserved_memory), 0, MEGABYTES_MOST},
	{"Procs", read_cpus, NODE(procs), 0, UINT16_MAX - 1},
	{"RealMemory", swf_slurm_read_megabytes, NODE(memory), 1, MEGABYTES_MOST},
	{"Sockets", swf_slurm_read_count, NODE(sockets), 1, UINT16_MAX - 1},
	{"SocketsPerBoard", swf_slurm_read_count, NODE(sockets_a_board), 1, UINT16_MAX - 1},
	{"State", read_flag, NODE(is_out), NODE_STATE, 7},
	{"ThreadsPerCore", swf_slurm_read_count, NODE(threads), 1, UINT16_MAX - 1},
	{"Weight", swf_slurm_read_count_or_most, NODE(weight), 0, UINT32_MAX - 1}, {0}};
static const struct swf_slurm_unmodelled unmodelled_of_nodes[] = {
	{"CPUSpecList", "", {0}}, {"CoreSpecCount", "0", {0}}, {NULL, NULL, {0}}};
static const char *const idle_of_nodes[] = {"BcastAddr", "CpuBind", "Extra", "InstanceId",
	"InstanceType", "NodeAddr", "NodeHostname", "Port", "Reason", "RestrictedCoresPerGPU",
	"TRESWeights", "TmpDisk", "Topology", NULL};
static const struct swf_slurm_settings node_settings = {
	"NodeName", false, of_nodes, unmodelled_of_nodes, idle_of_nodes, NULL};

static const struct swf_slurm_setting of_partitions[] = {
	{"DefCPUPerGPU", swf_slurm_read_count, PART(cpus_a_gpu), 0, UINT16_MAX},
	{"DefMemPerCPU", swf_slurm_read_megabytes, PART(memory_a_cpu), 0, MEGABYTES_MOST},
	{"DefMemPerGPU", swf_slurm_read_megabytes, PART(memory_a_gpu), 0, MEGABYTES_MOST},
	{"DefMemPerNode", swf_slurm_read_megabytes, PART(memory_a_node), 0, MEGABYTES_MOST},
	{"Default", swf_slurm_read_switch, PART(is_default), 0, 0},
	{"DefaultTime", swf_slurm_read_time, PART(default_time), 0, (double)INFINITY},
	{"GraceTime", swf_slurm_read_seconds, PART(grace), 0, UINT32_MAX},
	{"MaxCPUsPerNode", swf_slurm_read_limit, PART(max_cpus_a_node), 1, UINT32_MAX},
	{"MaxMemPerCPU", swf_slurm_read_megabytes, PART(most_memory_a_cpu), 0, MEGABYTES_MOST},
	{"MaxMemPerNode", swf_slurm_read_megabytes, PART(most_memory_a_node), 0, MEGABYTES_MOST},
	{"MaxNodes", swf_slurm_read_limit, PART(max_nodes), 0, UINT32_MAX},
	{"MaxTime", swf_slurm_read_time, PART(max_time), 0, (double)INFINITY},
	{"MinNodes", swf_slurm_read_count, PART(min_nodes), 0, UINT32_MAX},
	{"Nodes", swf_slurm_read_text, PART(nodes), 0, 0},
	{"OverSubscribe", read_sharing, PART(over_subscribe), 0, 0},
	{"OverTimeLimit", swf_slurm_read_minutes, PART(over_time_limit), 0, UINT16_MAX - 1},
	{"Priority", swf_slurm_read_count_or_most, PART(priority), 0, UINT16_MAX},
	{"PriorityJobFactor", swf_slurm_read_count_or_most, PART(job_factor), 0, UINT16_MAX},
	{"PriorityTier", swf_slurm_read_count_or_most, PART(tier), 0, UINT16_MAX},
	{"QOS", swf_slurm_read_text, PART(qos), 0, 0}, {"Shared", read_sharing, PART(shared), 0, 0},
	{"State", read_partition_state, PART(state), 0, 0},
	{"TRESBillingWeights", read_billing, 0, 0, 0}, {0}};
static const struct swf_slurm_unmodelled unmodelled_of_partitions[] = {{"Alternate", "", {0}},
	{"ExclusiveTopo", "no|0|false", {0}}, {"ExclusiveUser", "no|0|false", {0}},
	{"LLN", "no|0|false", {0}}, {"MaxCPUsPerSocket", "UNLIMITED|INFINITE", {0}},
	{"PreemptMode", "OFF|CANCEL|REQUEUE|SUSPEND",
		{"PreemptMode", swf_slurm_read_preempt_mode, PART(preempt_mode), 0, 0}},
	{"ReqResv", "no|0|false", {0}}, {"SelectTypeParameters", "", {0}}, {NULL, NULL, {0}}};
static const char *const idle_of_partitions[] = {"AllocNodes", "AllowAccounts", "AllowGroups",
	"AllowQos", "CpuBind", "DenyAccounts", "DenyQos", "DisableRootJobs", "Hidden",
	"PowerDownOnIdle", "ResumeTimeout", "RootOnly", "SuspendTime", "SuspendTimeout", "Topology",
	NULL};
static const struct swf_slurm_settings partition_settings = {
	"PartitionName", false, of_partitions, unmodelled_of_partitions, idle_of_partitions, NULL};

static const struct swf_slurm_setting of_node_sets[] = {
	{"Feature", swf_slurm_read_text, offsetof(struct swf_slurm_node_set_line, feature), 0, 0},
	{"Nodes", swf_slurm_read_text, offsetof(struct swf_slurm_node_set_line, nodes), 0, 0}, {0}};
static const char *const idle_of_node_sets[] = {NULL};
static const struct swf_slurm_settings node_set_settings = {
	"NodeSet", false, of_node_sets, no_unmodelled, idle_of_node_sets, NULL};

static const struct swf_slurm_setting of_down_nodes[] = {
	{"State", read_flag, 0, NODE_STATE, 7}, {0}};
static const char *const idle_of_down_nodes[] = {"Reason", NULL};
static const struct swf_slurm_settings down_nodes_settings = {
	"DownNodes", false, of_down_nodes, no_unmodelled, idle_of_down_nodes, NULL};

static const struct swf_slurm_setting of_switches[] = {
	{"Nodes", swf_slurm_read_text, offsetof(struct swf_slurm_switch_line, nodes), 0, 0},
	{"Switches", swf_slurm_read_text, offsetof(struct swf_slurm_switch_line, switches), 0, 0},
	{0}};
static const char *const idle_of_switches[] = {"LinkSpeed", NULL};
static const struct swf_slurm_settings switch_settings = {
	"SwitchName", false, of_switches, no_unmodelled, idle_of_switches, NULL};

const struct swf_slurm_settings *const swf_slurm_conf_settings[SWF_SLURM_SCOPES] = {
	[SWF_SLURM_GENERAL] = &general_settings,
	[SWF_SLURM_NODE_LINE] = &node_settings,
	[SWF_SLURM_PARTITION_LINE] = &partition_settings,
	[SWF_SLURM_NODE_SET_LINE] = &node_set_settings,
	[SWF_SLURM_DOWN_NODES_LINE] = &down_nodes_settings,
	[SWF_SLURM_SWITCH_LINE] = &switch_settings,
	[SWF_SLURM_SCHEDULER_PARAMETERS] = &scheduler_settings,
	[SWF_SLURM_PRIORITY_FLAGS] = &priority_flag_settings,
	[SWF_SLURM_SELECT_PARAMETERS] = &select_settings,
	[SWF_SLURM_ENFORCEMENT] = &enforcement_settings,
	[SWF_SLURM_PREEMPT_PARAMETERS] = &preempt_settings,
};
