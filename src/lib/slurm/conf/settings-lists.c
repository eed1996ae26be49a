/* The words of SchedulerParameters and of the other lists. */
#include "slurm/conf/draft.h"
#include "slurm/conf/settings-read.h"

#define LOOPS(member) offsetof(struct swf_slurm_draft, conf.loops.member)

/* From the release notes and the source of 22.05: bounds beyond which Slurm says that a value is
 * invalid and takes the default. */
enum { JOBS_MOST = 1000000, MONTH = 30 * 24 * 60 * 60 };

static int read_bf_interval(
	const struct swf_slurm_setting *setting, const struct swf_slurm_value *value, void *into)
{
	struct swf_slurm_draft *const draft = into;
	if (swf_slurm_read_seconds(setting, value, into) != 0)
		return -1;
	return draft->conf.loops.bf_interval != 0
		? 0
		: swf_slurm_conf_refuse(value, "can be -1, or from 1 to 10800, not 0");
}

static int read_job_user(
	const struct swf_slurm_setting *setting, const struct swf_slurm_value *value, void *into)
{
	struct swf_slurm_draft *const draft = into;
	if (swf_slurm_read_count(setting, value, into) != 0)
		return -1;
	const struct swf_slurm_loops *const loops = &draft->conf.loops;
	return loops->bf_max_job_user == 0 || loops->bf_max_job_assoc == 0
		? 0
		: swf_slurm_conf_refuse(value,
			  "bf_max_job_user and bf_max_job_assoc exclude each "
			  "other");
}

static const struct swf_slurm_setting parameters[] = {
	{"assoc_limit_stop", swf_slurm_read_word, LOOPS(assoc_limit_stop), 0, 0},
	{"batch_sched_delay", swf_slurm_read_seconds, LOOPS(batch_sched_delay), 0, INT32_MAX},
	{"bf_interval", read_bf_interval, LOOPS(bf_interval), -1, 10800},
	{"bf_job_part_count_reserve", swf_slurm_read_count, LOOPS(bf_job_part_count_reserve), 0,
		100000},
	{"bf_max_job_assoc", read_job_user, LOOPS(bf_max_job_assoc), 0, INT32_MAX},
	{"bf_max_job_part", swf_slurm_read_count, LOOPS(bf_max_job_part), 0, INT32_MAX},
	{"bf_max_job_start", swf_slurm_read_count, LOOPS(bf_max_job_start), 0, 10000},
	{"bf_max_job_test", swf_slurm_read_count, LOOPS(bf_max_job_test), 1, JOBS_MOST},
	{"bf_max_job_user", read_job_user, LOOPS(bf_max_job_user), 0, INT32_MAX},
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
	"ignore_constraint_validation", "ignore_prefer_validation", "max_array_tasks",
	"max_depend_depth", "max_script_size", "max_submit_line_size", "max_switch_wait",
	"no_backup_scheduling", "no_env_cache", "permit_job_expansion", "nohold_on_prolog_fail",
	"preempt_reorder_count", "preempt_send_user_signal", "preempt_strict_order",
	"preempt_youngest_first", "requeue_delay", "requeue_setup_env_fail", "salloc_wait_nodes",
	"sbatch_wait_nodes", "spec_cores_first", "step_retry_count", "step_retry_time",
	"time_min_as_soft_limit", "whole_hetjob", "whole_pack", NULL};

const struct swf_slurm_settings swf_slurm_scheduler_parameters = {
	"SchedulerParameters", parameters, unmodelled_parameters, idle_parameters};

#define FLAG(name, member)                                                                         \
	{                                                                                          \
		name, swf_slurm_read_word, offsetof(struct swf_slurm_draft, conf.priority.member), \
			0, 0                                                                       \
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

static const struct swf_slurm_setting flags[] = {
	{"DEPTH_OBLIVIOUS", read_no_fair_tree,
		offsetof(struct swf_slurm_draft, conf.priority.depth_oblivious), 0, 0},
	FLAG("INCR_ONLY", incr_only), FLAG("MAX_TRES", max_tres),
	{"NO_FAIR_TREE", read_no_fair_tree, 0, 0, 0},
	{"NO_NORMAL_ALL", read_no_normal_all, 0, 0, 0}, FLAG("NO_NORMAL_ASSOC", no_normal_assoc),
	FLAG("NO_NORMAL_PART", no_normal_part), FLAG("NO_NORMAL_QOS", no_normal_qos),
	FLAG("NO_NORMAL_TRES", no_normal_tres),
	FLAG("SMALL_RELATIVE_TO_TIME", small_relative_to_time), {0}};
static const struct swf_slurm_unmodelled unmodelled_flags[] = {
	{"MAX_TRES_GRES", "", {0}}, {NULL, NULL, {0}}};
static const char *const idle_flags[] = {"ACCRUE_ALWAYS", "CALCULATE_RUNNING", "FAIR_TREE", NULL};
const struct swf_slurm_settings swf_slurm_priority_flags = {
	"PriorityFlags", flags, unmodelled_flags, idle_flags};

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
const struct swf_slurm_settings swf_slurm_select_parameters = {
	"SelectTypeParameters", select_words, unmodelled_select_words, idle_select_words};

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
static const struct swf_slurm_unmodelled unmodelled_enforced[] = {{NULL, NULL, {0}}};
static const char *const idle_enforced[] = {
	"1", "associations", "nojobs", "nosteps", "qos", "wckeys", NULL};
const struct swf_slurm_settings swf_slurm_enforcement = {
	"AccountingStorageEnforce", enforced, unmodelled_enforced, idle_enforced};
