/* The settings that have lines of their own in slurm.conf. */
#include "slurm/conf/draft.h"
#include "slurm/conf/settings-read.h"
#include "swfcore/quantity.h"

#define CONF(member)     offsetof(struct swf_slurm_draft, conf.member)
#define PRIORITY(member) CONF(priority.member)
#define WEIGHT(name, member)                                                                       \
	{                                                                                          \
		"PriorityWeight" name, swf_slurm_read_count, PRIORITY(member), 0, UINT32_MAX       \
	}

static const struct swf_slurm_setting modelled[] = {
	{"AccountingStorageEnforce", swf_slurm_read_enforcement, 0, 0, 0},
	{"AccountingStorageType", swf_slurm_read_accounting, 0, 0, 0},
	{"DefMemPerCPU", swf_slurm_read_megabytes, offsetof(struct swf_slurm_draft, memory_a_cpu),
		0, SWF_SLURM_MEGABYTES_MOST},
	{"DownNodes", NULL, 0, 0, 0},
	{"FairShareDampeningFactor", swf_slurm_read_damp, 0, 1, UINT16_MAX},
	{"KillWait", swf_slurm_read_seconds, CONF(loops.kill_wait), 0, UINT16_MAX},
	{"NodeName", NULL, 0, 0, 0}, {"NodeSet", NULL, 0, 0, 0},
	{"OverTimeLimit", swf_slurm_read_minutes, offsetof(struct swf_slurm_draft, over_time_limit),
		0, UINT16_MAX - 1},
	{"PartitionName", NULL, 0, 0, 0},
	{"PriorityCalcPeriod", swf_slurm_read_time, PRIORITY(calc_period), 60, 366 * SWF_DAY},
	{"PriorityDecayHalfLife", swf_slurm_read_time, PRIORITY(half_life), 0, 36600 * SWF_DAY},
	{"PriorityFavorSmall", swf_slurm_read_switch, PRIORITY(favor_small), 0, 0},
	{"PriorityFlags", swf_slurm_read_priority_flags, 0, 0, 0},
	{"PriorityMaxAge", swf_slurm_read_time, PRIORITY(max_age), 0, 36600 * SWF_DAY},
	{"PriorityType", swf_slurm_read_priority_type, 0, 0, 0},
	{"PriorityUsageResetPeriod", swf_slurm_read_reset, 0, 0, 0}, WEIGHT("Age", weight_age),
	WEIGHT("Assoc", weight_assoc), WEIGHT("Fairshare", weight_fair_share),
	WEIGHT("JobSize", weight_job_size), WEIGHT("Partition", weight_partition),
	WEIGHT("QOS", weight_qos), {"PriorityWeightTRES", swf_slurm_read_tres_weights, 0, 0, 0},
	{"SchedulerParameters", swf_slurm_read_scheduler_parameters, 0, 0, 0},
	{"SchedulerType", swf_slurm_read_scheduler_type, 0, 0, 0},
	{"SelectType", swf_slurm_read_select_type, 0, 0, 0},
	{"SelectTypeParameters", swf_slurm_read_select_parameters, 0, 0, 0}, {0}};

#define NAME(name)                                                                                 \
	{                                                                                          \
		name, "",                                                                          \
		{                                                                                  \
			0                                                                          \
		}                                                                                  \
	}
#define BUT(name, harmless)                                                                        \
	{                                                                                          \
		name, harmless,                                                                    \
		{                                                                                  \
			0                                                                          \
		}                                                                                  \
	}

/* clang-format off */
static const struct swf_slurm_unmodelled unmodelled[] = {
	BUT("AllowSpecResourcesUsage", "no|0|false"),
	BUT("BurstBufferType", "burst_buffer/none"),
	BUT("CompleteWait", "0"),
	BUT("DefCPUPerGPU", "0"),
	BUT("DefMemPerGPU", "0"),
	BUT("DefMemPerNode", "0|UNLIMITED"),
	NAME("Epilog"),
	NAME("EpilogSlurmctld"),
	NAME("FederationParameters"),
	NAME("GresTypes"),
	NAME("Licenses"),
	BUT("MCSPlugin", "mcs/none"),
	NAME("MaxJobCount"),
	BUT("MaxMemPerCPU", "0|UNLIMITED"),
	BUT("MaxMemPerNode", "0|UNLIMITED"),
	BUT("MaxTasksPerNode", "512"),
	NAME("NodeFeaturesPlugins"),
	BUT("PowerPlugin", "power/none"),
	BUT("PreemptMode", "OFF"),
	BUT("PreemptType", "preempt/none"),
	BUT("PrioritySiteFactorPlugin", "site_factor/none"),
	BUT("SuspendTime", "-1|INFINITE|NONE"),
	BUT("TopologyPlugin", "topology/none|topology/default|topology/flat"),
	NAME(NULL)};
/* clang-format on */

static const char *const no_effect[] = {"AccountingStorageBackupHost",
	"AccountingStorageExternalHost", "AccountingStorageHost", "AccountingStorageLoc",
	"AccountingStorageParameters", "AccountingStoragePass", "AccountingStoragePort",
	"AccountingStorageTRES", "AccountingStorageUser", "AccountingStoreFlags",
	"AccountingStoreJobComment", "AcctGatherEnergyType", "AcctGatherFilesystemType",
	"AcctGatherInfinibandType", "AcctGatherInterconnectType", "AcctGatherNodeFreq",
	"AcctGatherProfileType", "AuthAltParameters", "AuthAltTypes", "AuthInfo", "AuthType",
	"BackupAddr", "BackupController", "BatchStartTimeout", "BcastExclude", "BcastParameters",
	"BurstBufferParameters", "CliFilterPlugins", "ClusterName", "CommunicationParameters",
	"ControlAddr", "ControlMachine", "CoreSpecPlugin", "CpuFreqDef", "CpuFreqGovernors",
	"CredType", "CryptoType", "DataParserParameters", "DebugFlags", "DependencyParameters",
	"DisableRootJobs", "EioTimeout", "EnforcePartLimits", "EpilogMsgTime", "EpilogTimeout",
	"ExtSensorsFreq", "ExtSensorsType", "FastSchedule", "FirstJobId", "FrontendName",
	"GetEnvTimeout", "GpuFreqDef", "GroupUpdateForce", "GroupUpdateTime", "HashPlugin",
	"HealthCheckInterval", "HealthCheckNodeState", "HealthCheckProgram", "InactiveLimit",
	"InteractiveStepOptions", "JobAcctGatherFrequency", "JobAcctGatherParams",
	"JobAcctGatherType", "JobCompHost", "JobCompLoc", "JobCompParams", "JobCompPass",
	"JobCompPassScript", "JobCompPort", "JobCompType", "JobCompUser", "JobContainerType",
	"JobCredentialPrivateKey", "JobCredentialPublicCertificate", "JobFileAppend", "JobRequeue",
	"JobSubmitPlugins", "KeepAliveTime", "KillOnBadExit", "LaunchParameters", "LaunchType",
	"LogTimeFormat", "MCSParameters", "MailDomain", "MailProg", "MaxArraySize",
	"MaxBatchRequeue", "MaxDBDMsgs", "MaxJobId", "MaxNodeCount", "MaxStepCount",
	"MessageTimeout", "MinJobAge", "MpiDefault", "MpiParams", "PlugStackConfig", "PluginDir",
	"PowerParameters", "PrEpParameters", "PrEpPlugins", "PreemptExemptTime",
	"PreemptParameters", "PriorityParameters", "PrioritySiteFactorParameters", "PrivateData",
	"ProctrackType", "Prolog", "PrologEpilogTimeout", "PrologFlags", "PrologSlurmctld",
	"PrologTimeout", "PropagatePrioProcess", "PropagateResourceLimits",
	"PropagateResourceLimitsExcept", "RebootProgram", "ReconfigFlags", "RequeueExit",
	"RequeueExitHold", "ResumeFailProgram", "ResumeProgram", "ResumeRate", "ResumeTimeout",
	"ResvEpilog", "ResvOverRun", "ResvProlog", "ReturnToService", "RoutePlugin",
	"SallocDefaultCommand", "SbcastParameters", "SchedulerAuth", "SchedulerTimeSlice",
	"ScronParameters", "SlurmSchedLogFile", "SlurmSchedLogLevel", "SlurmUser", "SlurmctldAddr",
	"SlurmctldDebug", "SlurmctldHost", "SlurmctldLogFile", "SlurmctldParameters",
	"SlurmctldPidFile", "SlurmctldPlugstack", "SlurmctldPort", "SlurmctldPrimaryOffProg",
	"SlurmctldPrimaryOnProg", "SlurmctldSyslogDebug", "SlurmctldTimeout", "SlurmdDebug",
	"SlurmdLogFile", "SlurmdParameters", "SlurmdPidFile", "SlurmdPort", "SlurmdSpoolDir",
	"SlurmdSyslogDebug", "SlurmdTimeout", "SlurmdUser", "SrunEpilog", "SrunPortRange",
	"SrunProlog", "StateSaveLocation", "SuspendExcNodes", "SuspendExcParts", "SuspendExcStates",
	"SuspendProgram", "SuspendRate", "SuspendTimeout", "SwitchParameters", "SwitchType",
	"TCPTimeout", "TLSType", "TaskEpilog", "TaskPlugin", "TaskPluginParam", "TaskProlog",
	"TmpFS", "TopologyParam", "TrackWCKey", "TreeWidth", "UnkillableStepProgram",
	"UnkillableStepTimeout", "UsePAM", "VSizeFactor", "WaitTime", "X11Parameters", NULL};

const struct swf_slurm_settings swf_slurm_general_settings = {
	"slurm.conf", modelled, unmodelled, no_effect};
