/* The settings on the lines of nodes and of partitions. */
#include <math.h>

#include "slurm/conf/line-values.h"
#include "slurm/conf/settings-read.h"
#include "swfcore/quantity.h"

#define NODE(member) offsetof(struct swf_slurm_node_line, member)
#define PART(member) offsetof(struct swf_slurm_partition_line, member)

static const struct swf_slurm_setting of_nodes[] = {
	{"Boards", swf_slurm_read_count, NODE(boards), 1, UINT16_MAX - 1},
	{"CPUs", swf_slurm_read_count, NODE(cpus), 1, UINT16_MAX - 1},
	{"CoresPerSocket", swf_slurm_read_count, NODE(cores), 1, UINT16_MAX - 1},
	{"MemSpecLimit", swf_slurm_read_megabytes, NODE(reserved_memory), 0,
		SWF_SLURM_MEGABYTES_MOST},
	{"Procs", swf_slurm_read_count, NODE(procs), 1, UINT16_MAX - 1},
	{"RealMemory", swf_slurm_read_megabytes, NODE(memory), 1, SWF_SLURM_MEGABYTES_MOST},
	{"Sockets", swf_slurm_read_count, NODE(sockets), 1, UINT16_MAX - 1},
	{"SocketsPerBoard", swf_slurm_read_count, NODE(sockets_a_board), 1, UINT16_MAX - 1},
	{"State", swf_slurm_read_node_state, NODE(is_out), 0, 0},
	{"ThreadsPerCore", swf_slurm_read_count, NODE(threads), 1, UINT16_MAX - 1},
	{"Weight", swf_slurm_read_count, NODE(weight), 0, UINT32_MAX - 1}, {0}};
#define FEATURES(name)                                                                             \
	{                                                                                          \
		name, "",                                                                          \
		{                                                                                  \
			name, swf_slurm_read_text, NODE(features), 0, 0                            \
		}                                                                                  \
	}
static const struct swf_slurm_unmodelled unmodelled_of_nodes[] = {{"CPUSpecList", "", {0}},
	{"CoreSpecCount", "0", {0}}, FEATURES("Feature"), FEATURES("Features"), {"Gres", "", {0}},
	{NULL, NULL, {0}}};
static const char *const idle_of_nodes[] = {"BcastAddr", "CpuBind", "Extra", "InstanceId",
	"InstanceType", "NodeAddr", "NodeHostname", "Port", "Reason", "RestrictedCoresPerGPU",
	"TRESWeights", "TmpDisk", "Topology", NULL};
const struct swf_slurm_settings swf_slurm_node_settings = {
	"NodeName", of_nodes, unmodelled_of_nodes, idle_of_nodes};

static const struct swf_slurm_setting of_partitions[] = {
	{"DefMemPerCPU", swf_slurm_read_megabytes, PART(memory_a_cpu), 0, SWF_SLURM_MEGABYTES_MOST},
	{"Default", swf_slurm_read_switch, PART(is_default), 0, 0},
	{"DefaultTime", swf_slurm_read_time, PART(default_time), 0, (double)INFINITY},
	{"MaxCPUsPerNode", swf_slurm_read_limit, PART(max_cpus_a_node), 1, UINT32_MAX},
	{"MaxNodes", swf_slurm_read_limit, PART(max_nodes), 0, UINT32_MAX},
	{"MaxTime", swf_slurm_read_time, PART(max_time), 0, (double)INFINITY},
	{"MinNodes", swf_slurm_read_count, PART(min_nodes), 0, UINT32_MAX},
	{"Nodes", swf_slurm_read_text, PART(nodes), 0, 0},
	{"OverTimeLimit", swf_slurm_read_minutes, PART(over_time_limit), 0, UINT16_MAX - 1},
	{"Priority", swf_slurm_read_count, PART(priority), 0, UINT16_MAX},
	{"PriorityJobFactor", swf_slurm_read_count, PART(job_factor), 0, UINT16_MAX},
	{"PriorityTier", swf_slurm_read_count, PART(tier), 0, UINT16_MAX},
	{"QOS", swf_slurm_read_text, PART(qos), 0, 0},
	{"State", swf_slurm_read_partition_state, PART(state), 0, 0},
	{"TRESBillingWeights", swf_slurm_read_billing, 0, 0, 0}, {0}};
#define SHARING(name, member)                                                                      \
	{                                                                                          \
		name, "NO|EXCLUSIVE|YES|FORCE:1",                                                  \
		{                                                                                  \
			name, swf_slurm_read_sharing, PART(member), 0, 0                           \
		}                                                                                  \
	}
static const struct swf_slurm_unmodelled unmodelled_of_partitions[] = {{"Alternate", "", {0}},
	{"DefMemPerNode", "0|UNLIMITED", {0}}, {"ExclusiveTopo", "no|0|false", {0}},
	{"ExclusiveUser", "no|0|false", {0}}, {"LLN", "no|0|false", {0}},
	{"MaxCPUsPerSocket", "UNLIMITED|INFINITE", {0}}, {"MaxMemPerCPU", "0|UNLIMITED", {0}},
	{"MaxMemPerNode", "0|UNLIMITED", {0}}, SHARING("OverSubscribe", over_subscribe),
	{"PreemptMode", "OFF", {0}}, {"ReqResv", "no|0|false", {0}},
	{"SelectTypeParameters", "", {0}}, SHARING("Shared", shared), {NULL, NULL, {0}}};
static const char *const idle_of_partitions[] = {"AllocNodes", "AllowAccounts", "AllowGroups",
	"AllowQos", "CpuBind", "DefCPUPerGPU", "DefMemPerGPU", "DenyAccounts", "DenyQos",
	"DisableRootJobs", "GraceTime", "Hidden", "PowerDownOnIdle", "ResumeTimeout", "RootOnly",
	"SuspendTime", "SuspendTimeout", "Topology", NULL};
const struct swf_slurm_settings swf_slurm_partition_settings = {
	"PartitionName", of_partitions, unmodelled_of_partitions, idle_of_partitions};

static const struct swf_slurm_unmodelled no_unmodelled[] = {{NULL, NULL, {0}}};

static const struct swf_slurm_setting of_node_sets[] = {
	{"Feature", swf_slurm_read_text, offsetof(struct swf_slurm_node_set_line, feature), 0, 0},
	{"Nodes", swf_slurm_read_text, offsetof(struct swf_slurm_node_set_line, nodes), 0, 0}, {0}};
static const char *const idle_of_node_sets[] = {NULL};
const struct swf_slurm_settings swf_slurm_node_set_settings = {
	"NodeSet", of_node_sets, no_unmodelled, idle_of_node_sets};

static const struct swf_slurm_setting of_down_nodes[] = {
	{"State", swf_slurm_read_node_state, 0, 0, 0}, {0}};
static const char *const idle_of_down_nodes[] = {"Reason", NULL};
const struct swf_slurm_settings swf_slurm_down_nodes_settings = {
	"DownNodes", of_down_nodes, no_unmodelled, idle_of_down_nodes};
