/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Accounts and users as `sacctmgr dump` writes them, and QOS as `sacctmgr --parsable show qos`
 * prints them: the tables of their settings, and the two files.
 *
 * A dump is the tree from the root on: a line Parent names an account of an earlier line, and what
 * follows is below that. So parents come before their children in the list. Each association, and
 * each QOS, has a key whose place is its own place in the list: a key that has a place already is
 * there twice.
 */
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "accounting/names.h"
#include "base/array.h"
#include "base/input.h"
#include "base/number.h"
#include "slurm/conf/settings.h"

/* The bound of counts, which no site has. */
static const double most = 1e15;

static int read_most(
	const struct swf_slurm_setting *setting, const struct swf_slurm_value *value, void *into)
{
	int64_t *const number = swf_slurm_member(setting, into);
	if (swf_slurm_conf_whole(value, value->text, strlen(value->text), -1, most, number) != 0)
		return -1;
	*number = *number < 0 ? SWF_SLURM_UNLIMITED : *number;
	return 0;
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

/* KB of an amount of memory, which is in MB or in the unit whose letter ends it. */
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

/* The limits that a list of resources is read into: NULL for what is not modelled. */
struct tres_limits {
	int64_t *fixed[SWF_SLURM_TRES_KINDS]; /* CPUs, memory, nodes, GPUs */
	int64_t **gpu_types;                  /* which are made once there is one */
};

/* Where a limit of a type of GPUs goes: NULL with the error set when there is no memory. */
static int64_t *typed_place(const struct swf_slurm_value *value, int64_t **limits, size_t type)
{
	const size_t count = value->report->conf->gpu_type_count;
	if (*limits == NULL) {
		*limits = malloc(count * sizeof **limits);
		for (size_t i = 0; *limits != NULL && i < count; i++)
			(*limits)[i] = SWF_SLURM_UNLIMITED;
	}
	if (*limits == NULL)
		swf_fail_memory(value->report->error);
	return *limits != NULL ? &(*limits)[type] : NULL;
}

/* A limit of a type of GPUs, which none of the nodes may have. */
static int read_typed(
	const struct swf_slurm_value *value, const struct swf_slurm_tres *tres, int64_t **limits)
{
	const struct swf_slurm_conf *const conf = value->report->conf;
	int64_t number = 0;
	if (swf_slurm_conf_whole(value, tres->amount, tres->amount_length, -1, most, &number) != 0)
		return -1;
	const size_t type =
		conf != NULL ? swf_slurm_gpu_type(conf, tres->type, tres->type_length) : 0;
	if (conf == NULL || type == conf->gpu_type_count)
		return 0;
	int64_t *const place = typed_place(value, limits, type);
	if (place == NULL)
		return -1;
	*place = number < 0 ? SWF_SLURM_UNLIMITED : number;
	return 0;
}

static int read_resource(
	const struct swf_slurm_value *value, const struct swf_slurm_tres *tres, void *into)
{
	const struct tres_limits *const limits = into;
	int64_t *const number = limits->fixed[tres->kind];
	if (swf_slurm_is_untracked(value->report->conf, tres))
		return swf_slurm_tell_tres(
			value, tres, SWF_SLURM_IGNORED, "AccountingStorageTRES does not have it");
	if (tres->kind == SWF_SLURM_TRES_GPU_TYPE)
		return read_typed(value, tres, limits->gpu_types);
	if (number == NULL)
		return swf_slurm_tell_tres(value, tres, SWF_SLURM_NOT_MODELLED, NULL);
	if ((tres->kind == SWF_SLURM_TRES_MEMORY
			    ? read_memory(value, tres->amount, tres->amount_length, number)
			    : swf_slurm_conf_whole(value, tres->amount, tres->amount_length, -1,
				      most, number)) != 0)
		return -1;
	*number = *number < 0 ? SWF_SLURM_UNLIMITED : *number;
	return 0;
}

/* Whose resources a setting limits, as its least value. */
enum { OF_GROUP, OF_JOB, OF_USER, OF_ACCOUNT, OF_JOB_AT_LEAST };

static int read_tres(
	const struct swf_slurm_setting *setting, const struct swf_slurm_value *value, void *into)
{
	struct swf_slurm_limits *const l = swf_slurm_member(setting, into);
	struct tres_limits limits[] = {
		[OF_GROUP] = {{&l->group_cpus, &l->group_memory, &l->group_nodes, &l->group_gpus},
			&l->group_gpu_types},
		[OF_JOB] = {{&l->max_cpus, NULL, &l->max_nodes, &l->max_gpus}, &l->max_gpu_types},
		[OF_USER] = {{&l->max_cpus_user, NULL, &l->max_nodes_user, &l->max_gpus_user},
			&l->max_gpu_types_user},
		[OF_ACCOUNT] = {{&l->max_cpus_account, NULL, NULL, &l->max_gpus_account},
			&l->max_gpu_types_account},
		[OF_JOB_AT_LEAST] = {
			{&l->min_cpus, NULL, &l->min_nodes, &l->min_gpus}, &l->min_gpu_types}};
	return swf_slurm_read_tres(
		value, "resource such as cpu=100", read_resource, &limits[(int)setting->least]);
}

#define ASSOCIATION(member) offsetof(struct swf_slurm_association, member)
static const struct swf_slurm_setting of_associations[] = {
	{"DefaultQOS", swf_slurm_read_text, ASSOCIATION(default_qos), 0, 0},
	{"Fairshare", read_shares, 0, -1, INT32_MAX},
	{"GrpCPUs", read_most, ASSOCIATION(limits.group_cpus), 0, 0},
	{"GrpJobs", read_most, ASSOCIATION(limits.group_jobs), 0, 0},
	{"GrpNodes", read_most, ASSOCIATION(limits.group_nodes), 0, 0},
	{"GrpSubmitJobs", read_most, ASSOCIATION(limits.group_submit), 0, 0},
	{"GrpTRES", read_tres, ASSOCIATION(limits), OF_GROUP, 0},
	{"MaxCPUsPerJob", read_most, ASSOCIATION(limits.max_cpus), 0, 0},
	{"MaxJobs", read_most, ASSOCIATION(limits.max_jobs), 0, 0},
	{"MaxNodesPerJob", read_most, ASSOCIATION(limits.max_nodes), 0, 0},
	{"MaxSubmitJobs", read_most, ASSOCIATION(limits.max_submit), 0, 0},
	{"MaxTRESPerJob", read_tres, ASSOCIATION(limits), OF_JOB, 0},
	{"MaxWallDurationPerJob", swf_slurm_read_time, ASSOCIATION(limits.max_wall), 0,
		(double)INFINITY},
	{"Partition", swf_slurm_read_text, ASSOCIATION(partition), 0, 0},
	{"Priority", swf_slurm_read_count, ASSOCIATION(priority), -1, UINT32_MAX},
	{"Shares", read_shares, 0, -1, INT32_MAX}, {0}};
static const struct swf_slurm_unmodelled unmodelled_of_associations[] = {{"GrpCPUMins", "-1", {0}},
	{"GrpCPURunMins", "-1", {0}}, {"GrpJobsAccrue", "-1", {0}}, {"GrpTRESMins", "", {0}},
	{"GrpTRESRunMins", "", {0}}, {"GrpWall", "-1", {0}}, {"MaxCPUMinsPerJob", "-1", {0}},
	{"MaxJobsAccrue", "-1", {0}}, {"MaxTRESMinsPerJob", "", {0}}, {"MaxTRESPerNode", "", {0}},
	{"MaxTRESRunMins", "", {0}}, {"MinPrioThreshold", "-1", {0}}, {NULL, NULL, {0}}};
static const char *const idle_of_associations[] = {"AdminLevel", "Classification", "Comment",
	"Coordinator", "DefaultAccount", "DefaultWCKey", "Description", "Flags", "Organization",
	"QOS", "WCKeys", NULL};
static const struct swf_slurm_settings association_settings = {"associations", false,
	of_associations, unmodelled_of_associations, idle_of_associations, NULL};

static int read_factor(
	const struct swf_slurm_setting *setting, const struct swf_slurm_value *value, void *into)
{
	double *const factor = swf_slurm_member(setting, into);
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
static const struct swf_slurm_settings qos_flag_settings = {
	"QOS flags", false, qos_flags, unmodelled_qos_flags, idle_qos_flags, NULL};

#define QOS(member) offsetof(struct swf_slurm_qos, member)
static const struct swf_slurm_setting of_qos[] = {
	{"Flags", swf_slurm_read_list, 0, SWF_SLURM_QOS_FLAGS, 0},
	{"GraceTime", swf_slurm_read_exempt, QOS(grace), 0, 0},
	{"GrpCPUs", read_most, QOS(limits.group_cpus), 0, 0},
	{"GrpJobs", read_most, QOS(limits.group_jobs), 0, 0},
	{"GrpNodes", read_most, QOS(limits.group_nodes), 0, 0},
	{"GrpSubmit", read_most, QOS(limits.group_submit), 0, 0},
	{"GrpTRES", read_tres, QOS(limits), OF_GROUP, 0},
	{"MaxCPUs", read_most, QOS(limits.max_cpus), 0, 0},
	{"MaxCPUsPU", read_most, QOS(limits.max_cpus_user), 0, 0},
	{"MaxJobs", read_most, QOS(limits.max_jobs), 0, 0},
	{"MaxJobsPA", read_most, QOS(limits.max_jobs_account), 0, 0},
	{"MaxJobsPU", read_most, QOS(limits.max_jobs), 0, 0},
	{"MaxNodes", read_most, QOS(limits.max_nodes), 0, 0},
	{"MaxNodesPU", read_most, QOS(limits.max_nodes_user), 0, 0},
	{"MaxSubmit", read_most, QOS(limits.max_submit), 0, 0},
	{"MaxSubmitPU", read_most, QOS(limits.max_submit), 0, 0},
	{"MaxTRES", read_tres, QOS(limits), OF_JOB, 0},
	{"MaxTRESPA", read_tres, QOS(limits), OF_ACCOUNT, 0},
	{"MaxTRESPU", read_tres, QOS(limits), OF_USER, 0},
	{"MaxWall", swf_slurm_read_time, QOS(limits.max_wall), 0, (double)INFINITY},
	{"MinCPUs", read_most, QOS(limits.min_cpus), 0, 0},
	{"MinTRES", read_tres, QOS(limits), OF_JOB_AT_LEAST, 0},
	{"Name", swf_slurm_read_text, QOS(name), 0, 0},
	{"Preempt", swf_slurm_read_text, QOS(preempts), 0, 0},
	{"PreemptExemptTime", swf_slurm_read_exempt, QOS(preempt_exempt), 0, 0},
	{"Priority", swf_slurm_read_count, QOS(priority), 0, UINT32_MAX},
	{"UsageFactor", read_factor, QOS(usage_factor), 0, 0}, {0}};
static const struct swf_slurm_unmodelled unmodelled_of_qos[] = {
	{"PreemptMode", "cluster|off|cancel|requeue",
		{"PreemptMode", swf_slurm_read_preempt_mode, QOS(preempt_mode), 0, 0}},
	{"GrpCPUMins", "", {0}}, {"GrpCPURunMins", "", {0}}, {"GrpJobsAccrue", "", {0}},
	{"GrpMem", "", {0}}, {"GrpTRESMins", "", {0}}, {"GrpTRESRunMins", "", {0}},
	{"GrpWall", "", {0}}, {"LimitFactor", "0.000000|0", {0}}, {"MaxCPUMins", "", {0}},
	{"MaxCPURunMinsPU", "", {0}}, {"MaxJobsAccruePA", "", {0}}, {"MaxJobsAccruePU", "", {0}},
	{"MaxSubmitPA", "", {0}}, {"MaxTRESMins", "", {0}}, {"MaxTRESPerNode", "", {0}},
	{"MaxTRESRunMinsPA", "", {0}}, {"MaxTRESRunMinsPU", "", {0}}, {"MinPrioThres", "", {0}},
	{"UsageThres", "", {0}}, {NULL, NULL, {0}}};
static const char *const idle_of_qos[] = {"Descr", "ID", NULL};
static const struct swf_slurm_settings qos_settings = {
	"QOS", false, of_qos, unmodelled_of_qos, idle_of_qos, NULL};

const struct swf_slurm_settings *const swf_slurm_associations_settings[SWF_SLURM_SCOPES] = {
	[SWF_SLURM_QOS_FLAGS] = &qos_flag_settings,
	[SWF_SLURM_OF_ASSOCIATIONS] = &association_settings,
	[SWF_SLURM_OF_QOS] = &qos_settings};

static const struct swf_slurm_limits no_limits = {.group_jobs = SWF_SLURM_UNLIMITED,
	.group_submit = SWF_SLURM_UNLIMITED,
	.group_cpus = SWF_SLURM_UNLIMITED,
	.group_nodes = SWF_SLURM_UNLIMITED,
	.group_memory = SWF_SLURM_UNLIMITED,
	.group_gpus = SWF_SLURM_UNLIMITED,
	.max_jobs = SWF_SLURM_UNLIMITED,
	.max_submit = SWF_SLURM_UNLIMITED,
	.max_cpus_user = SWF_SLURM_UNLIMITED,
	.max_nodes_user = SWF_SLURM_UNLIMITED,
	.max_jobs_account = SWF_SLURM_UNLIMITED,
	.max_cpus_account = SWF_SLURM_UNLIMITED,
	.max_gpus_user = SWF_SLURM_UNLIMITED,
	.max_gpus_account = SWF_SLURM_UNLIMITED,
	.max_cpus = SWF_SLURM_UNLIMITED,
	.max_nodes = SWF_SLURM_UNLIMITED,
	.max_gpus = SWF_SLURM_UNLIMITED,
	.min_cpus = SWF_SLURM_UNLIMITED,
	.min_nodes = SWF_SLURM_UNLIMITED,
	.min_gpus = SWF_SLURM_UNLIMITED,
	.max_wall = (double)INFINITY};

/* Adds an account or a user below a parent, with a share and no limits. The place, or SIZE_MAX when
 * there is no memory. */
static size_t add_association(struct swf_slurm_associations *associations, const char *name,
	size_t length, bool is_user, size_t parent)
{
	struct swf_slurm_association *larger = swf_array_reserve(
		associations->list, associations->count, &associations->capacity, sizeof *larger);
	if (larger == NULL)
		return SIZE_MAX;
	associations->list = larger;
	const char *const text = swf_slurm_names_put(associations->names, name, length);
	if (text == NULL)
		return SIZE_MAX;
	larger[associations->count] = (struct swf_slurm_association){.name = text,
		.is_user = is_user,
		.parent = parent,
		.shares = 1,
		.priority = -1,
		.limits = no_limits};
	return associations->count++;
}

size_t swf_slurm_add_account(struct swf_slurm_associations *associations, const char *name)
{
	return add_association(associations, name, strlen(name), false, 0);
}

size_t swf_slurm_add_user(
	struct swf_slurm_associations *associations, size_t account, const char *name)
{
	return add_association(associations, name, strlen(name), true, account);
}

size_t swf_slurm_qos_named(const struct swf_slurm_associations *associations, const char *name)
{
	size_t i = 0;
	while (i < associations->qos_count && strcmp(associations->qos[i].name, name) != 0)
		i++;
	return i;
}

enum { NAME_MOST = 200 };

struct dump {
	struct swf_slurm_associations *associations;
	struct swf_slurm_report *report;
	struct swf_slurm_lines lines;
	const char *file;
	/* each association by its account, or by account, user and partition: the same places */
	struct swf_names known;
	size_t parent; /* the account of the lines that follow */
	bool has_cluster;
	bool seen[SWF_SLURM_PLACES];
};

/* The place that a key has, or will have with the next association; SIZE_MAX when there is no
 * memory. */
static size_t place_of(struct dump *dump, const char *key)
{
	const uint32_t place = swf_names_put(&dump->known, key, strlen(key));
	return place != SWF_NO_NAME ? place : SIZE_MAX;
}

/* A part of a line, without the quotes that may be around it. */
struct part {
	const char *text;
	size_t length;
};

static int refuse_part(const struct dump *dump, const char *text, struct part part)
{
	return swf_fail(dump->report->error, "%.100s:%zu: %s: '%.*s'", dump->lines.file,
		dump->lines.line, text, (int)(part.length < 60 ? part.length : 60), part.text);
}

static bool is_quote(char c)
{
	return c == '\'' || c == '"';
}

static struct part without_quotes(const char *text, size_t length)
{
	if (length >= 2 && is_quote(*text) && text[length - 1] == *text)
		return (struct part){text + 1, length - 2};
	return (struct part){text, length};
}

/* The length of a part up to the next ":" that is neither in quotes nor before the type of a
 * generic resource: sacctmgr dump writes MaxTRESPerJob=cpu=8,gres/gpu:a100=2:MaxJobs=7. */
static size_t part_length(const char *text)
{
	static const char gres[] = "gres/";
	char quote = '\0';
	size_t i = 0, word = 0;
	for (; text[i] != '\0' && text[i] != '\n' && text[i] != '\r'; i++) {
		if (text[i] == ',' || text[i] == '=')
			word = i + 1;
		if (quote == '\0' && text[i] == ':' &&
			strncasecmp(text + word, gres, sizeof gres - 1) != 0)
			break;
		if (quote == '\0' && is_quote(text[i]))
			quote = text[i];
		else if (text[i] == quote)
			quote = '\0';
	}
	return i;
}

/* Reads KEY=VALUE:KEY=VALUE... into an association. Parts may be empty, and what is added to or
 * taken from the list of the parent is written QOS+=NAME or QOS-=NAME. */
static int read_options(struct dump *dump, const char *p, struct swf_slurm_association *into)
{
	struct swf_slurm_names *const names = dump->report->names;
	while (*p == ':') {
		p++;
		const size_t length = part_length(p);
		const char *const equals = memchr(p, '=', length);
		if (length == 0)
			continue;
		if (equals == NULL)
			return refuse_part(dump, "not KEY=VALUE", (struct part){p, length});
		const struct part text =
			without_quotes(equals + 1, length - (size_t)(equals + 1 - p));
		const bool is_change = equals > p && (equals[-1] == '+' || equals[-1] == '-');
		const struct swf_slurm_value value = {dump->file, dump->lines.line,
			swf_slurm_names_put(names, p, (size_t)(equals - is_change - p)),
			swf_slurm_names_put(names, text.text, text.length), dump->report, NULL,
			NULL};
		if (value.name == NULL || value.text == NULL)
			return swf_fail_memory(dump->report->error);
		if (text.length > NAME_MOST && strcasecmp(value.name, "Partition") == 0)
			return refuse_part(dump, "too long", text);
		if (text.length > 0 &&
			swf_slurm_read_cell(SWF_SLURM_OF_ASSOCIATIONS, &value, dump->seen, into) !=
				0)
			return -1;
		p += length;
	}
	return 0;
}

/* The account of a Parent line. */
static int read_parent(struct dump *dump, struct part name)
{
	char key[NAME_MOST + 1];
	snprintf(key, sizeof key, "%.*s", (int)name.length, name.text);
	const size_t place = place_of(dump, key);
	if (place == SIZE_MAX)
		return swf_fail_memory(dump->report->error);
	if (place >= dump->associations->count)
		return refuse_part(dump, "no account so far", name);
	dump->parent = place;
	return 0;
}

static int add_member(struct dump *dump, struct part name, bool is_user, const char *options)
{
	struct swf_slurm_associations *const all = dump->associations;
	char key[3 * NAME_MOST + 64];
	const size_t added = add_association(all, name.text, name.length, is_user, dump->parent);
	if (added == SIZE_MAX)
		return swf_fail_memory(dump->report->error);
	if (read_options(dump, options, &all->list[added]) != 0)
		return -1;
	if (!is_user && all->list[added].partition != NULL)
		return refuse_part(dump, "an account has no Partition", name);
	const struct swf_slurm_association *const a = &all->list[added];
	if (is_user)
		snprintf(key, sizeof key, "%s\t%zu\t%s", a->name, a->parent,
			a->partition != NULL ? a->partition : "");
	else
		snprintf(key, sizeof key, "%s", a->name);
	const size_t place = place_of(dump, key);
	if (place == SIZE_MAX)
		return swf_fail_memory(dump->report->error);
	return place == added ? 0 : refuse_part(dump, "is there twice", name);
}

/* What stands before " - ". */
enum object { CLUSTER, PARENT, ACCOUNT, USER, QUALITY };

static int object_of(const char *text, size_t length)
{
	static const struct {
		const char *name;
		enum object object;
	} objects[] = {{"Cluster", CLUSTER}, {"Machine", CLUSTER}, {"Parent", PARENT},
		{"Account", ACCOUNT}, {"Project", ACCOUNT}, {"User", USER}, {"QOS", QUALITY}};
	for (size_t i = 0; i < sizeof objects / sizeof *objects; i++)
		if (strlen(objects[i].name) == length &&
			strncasecmp(objects[i].name, text, length) == 0)
			return (int)objects[i].object;
	return -1;
}

/* Dumps of 26.05 have the QOS as well. */
static int tell_quality(struct dump *dump)
{
	const struct swf_slurm_value value = {
		dump->file, dump->lines.line, "QOS", NULL, dump->report, NULL, NULL};
	return swf_slurm_tell(
		&value, SWF_SLURM_NO_EFFECT, value.name, "--slurm-qos names the file of QOS");
}

static int read_dump_line(struct dump *dump)
{
	char *p = dump->lines.text;
	while (isspace((unsigned char)*p))
		p++;
	if (*p == '\0')
		return 0;
	const size_t word = strcspn(p, " \t-");
	const int object = object_of(p, word);
	const size_t gap = strspn(p + word, " \t");
	if (object < 0 || p[word + gap] != '-')
		return refuse_part(dump, "not Cluster, Parent, Account or User - 'NAME'",
			(struct part){p, strcspn(p, "\n")});
	p += word + gap + 1;
	p += strspn(p, " \t");
	const size_t length = part_length(p);
	const struct part name = without_quotes(p, length);
	if (name.length == 0 || name.length > NAME_MOST)
		return refuse_part(dump, "not a name", name);
	if (object == QUALITY)
		return tell_quality(dump);
	if (!dump->has_cluster && object != CLUSTER)
		return refuse_part(dump, "stands before the line of the cluster", name);
	const char *const options = p + length;
	/* Slurm keeps all but users in small letters */
	for (size_t i = 0; object != USER && i < length; i++)
		p[i] = (char)tolower((unsigned char)p[i]);
	switch (object) {
	case CLUSTER:
		if (dump->has_cluster)
			return refuse_part(dump, "a second cluster", name);
		dump->has_cluster = true;
		return read_options(dump, options, &dump->associations->list[0]);
	case PARENT:
		return read_parent(dump, name);
	default:
		return add_member(dump, name, object == USER, options);
	}
}

/* Reads what `sacctmgr dump` writes, into associations that have the root. */
static int read_dump(struct swf_slurm_associations *associations, const char *file,
	struct swf_slurm_report *report)
{
	struct dump dump = {.associations = associations, .report = report};
	int got = swf_slurm_lines_open(&dump.lines, file, report->error);
	if (got == 0) {
		dump.file = swf_slurm_names_put(
			report->names, dump.lines.file, strlen(dump.lines.file));
		got = dump.file != NULL && place_of(&dump, "root") == 0
			? 1
			: swf_fail_memory(report->error);
	}
	while (got == 1)
		if ((got = swf_slurm_lines_next(&dump.lines, report->error)) == 1 &&
			read_dump_line(&dump) != 0)
			got = -1;
	if (got == 0 && !dump.has_cluster)
		got = swf_fail(report->error,
			"%.100s: has no line of a cluster: not what sacctmgr "
			"dump writes",
			dump.lines.file);
	swf_names_clear(&dump.known);
	swf_slurm_lines_close(&dump.lines);
	return got;
}

enum { COLUMNS_MOST = 100 };

struct table {
	struct swf_slurm_associations *associations;
	struct swf_slurm_report *report;
	const char *file;
	size_t line, capacity;
	const char *columns[COLUMNS_MOST];
	size_t count;
	bool closed;            /* lines end with a "|", as with --parsable; not with --parsable2 */
	struct swf_names known; /* QOS: the same places */
	bool seen[SWF_SLURM_PLACES];
};

/* A QOS before its line is read. */
static struct swf_slurm_qos plain_qos(void)
{
	return (struct swf_slurm_qos){.usage_factor = 1, .preempt_exempt = -1, .limits = no_limits};
}

/* Cuts off the next cell. NULL behind the last one. */
static char *next_cell(char **rest)
{
	char *const cell = *rest;
	char *const bar = cell != NULL ? strchr(cell, '|') : NULL;
	*rest = bar != NULL ? bar + 1 : NULL;
	if (bar != NULL)
		*bar = '\0';
	return cell;
}

static int read_header(struct table *t, char *line)
{
	bool has_name = false;
	for (char *cell; (cell = next_cell(&line)) != NULL;) {
		struct swf_slurm_found found;
		if (!swf_slurm_setting_find(&qos_settings, cell, NULL, &found) ||
			t->count == COLUMNS_MOST)
			return swf_fail(t->report->error,
				"%.100s:1: not a column of sacctmgr --parsable show qos: '%.40s'",
				t->file, cell);
		has_name |= strcasecmp(cell, "Name") == 0;
		t->columns[t->count] = swf_slurm_names_put(t->report->names, cell, strlen(cell));
		if (t->columns[t->count++] == NULL)
			return swf_fail_memory(t->report->error);
	}
	return has_name ? 0 : swf_fail(t->report->error, "%.100s:1: no column Name", t->file);
}

static int refuse_width(const struct table *t)
{
	return swf_fail(t->report->error, "%.100s:%zu: not %zu columns as in the header", t->file,
		t->line, t->count);
}

static int add_row(struct table *t, char *line)
{
	struct swf_slurm_associations *const all = t->associations;
	struct swf_slurm_qos *larger =
		swf_array_reserve_from(16, all->qos, all->qos_count, &t->capacity, sizeof *larger);
	if (larger == NULL)
		return swf_fail_memory(t->report->error);
	all->qos = larger;
	struct swf_slurm_qos *const qos = &larger[all->qos_count++];
	*qos = plain_qos();
	size_t column = 0;
	for (char *cell; (cell = next_cell(&line)) != NULL; column++) {
		if (column == t->count)
			return refuse_width(t);
		const struct swf_slurm_value value = {t->file, t->line, t->columns[column],
			swf_slurm_names_put(t->report->names, cell, strlen(cell)), t->report, NULL,
			NULL};
		if (value.text == NULL)
			return swf_fail_memory(t->report->error);
		if (*cell != '\0' &&
			swf_slurm_read_cell(SWF_SLURM_OF_QOS, &value, t->seen, qos) != 0)
			return -1;
	}
	if (column != t->count)
		return refuse_width(t);
	if (qos->name == NULL)
		return swf_fail(t->report->error, "%.100s:%zu: Name: empty", t->file, t->line);
	const uint32_t place = swf_names_put(&t->known, qos->name, strlen(qos->name));
	if (place == SWF_NO_NAME)
		return swf_fail_memory(t->report->error);
	if ((size_t)place + 1 < all->qos_count)
		return swf_fail(t->report->error, "%.100s:%zu: Name: '%.60s' is there twice",
			t->file, t->line, qos->name);
	return 0;
}

static int read_rows(struct table *t, struct swf_lines *lines)
{
	char *line;
	size_t length;
	int got;
	while ((got = swf_lines_next(lines, &line, &length, t->report->error)) == 1) {
		t->line++;
		if (memchr(line, '\0', length) != NULL)
			return swf_fail(t->report->error, "%.100s:%zu: a NUL byte: not a text",
				t->file, t->line);
		length -= length > 1 && line[length - 2] == '\r' ? 2 : 1;
		if (t->line == 1)
			t->closed = length > 0 && line[length - 1] == '|';
		length -= t->closed && length > 0 && line[length - 1] == '|';
		line[length] = '\0';
		if (t->line == 1 ? read_header(t, line) != 0
				 : *line != '\0' && add_row(t, line) != 0)
			return -1;
	}
	if (got == 0 && t->associations->qos_count == 0)
		return swf_fail(t->report->error, "%.100s: no QOS", t->file);
	return got;
}

/* Reads what `sacctmgr --parsable show qos` prints. Without a file there is the one QOS that each
 * Slurm has. */
static int read_qos(struct swf_slurm_associations *associations, const char *file,
	struct swf_slurm_report *report)
{
	if (file == NULL) {
		associations->qos = malloc(sizeof *associations->qos);
		if (associations->qos == NULL)
			return swf_fail_memory(report->error);
		*associations->qos = plain_qos();
		associations->qos->name = "normal";
		associations->qos_count = 1;
		return 0;
	}
	struct table table = {.associations = associations, .report = report};
	struct swf_bytes bytes;
	struct swf_lines lines;
	if (swf_input_open(file, &bytes, report->error) != 0)
		return -1;
	const int opened = swf_lines_init(&lines, bytes);
	const char *const name = swf_input_name(file);
	table.file = swf_slurm_names_put(report->names, name, strlen(name));
	const int got = opened == 0 && table.file != NULL ? read_rows(&table, &lines)
							  : swf_fail_memory(report->error);
	swf_names_clear(&table.known);
	swf_lines_clear(&lines);
	return got;
}

/* Every DefaultQOS of the one file must be in the other. */
static int check_default_qos(const struct swf_slurm_associations *associations, const char *dump,
	const char *qos, struct swf_error *error)
{
	for (size_t i = 0; i < associations->count; i++) {
		const struct swf_slurm_association *const one = &associations->list[i];
		if (one->default_qos != NULL &&
			swf_slurm_qos_named(associations, one->default_qos) ==
				associations->qos_count)
			return swf_fail(error,
				"%.100s: DefaultQOS of '%.60s': %.100s has no QOS '%.60s'", dump,
				one->name, qos, one->default_qos);
	}
	return 0;
}

static int read_both(struct swf_slurm_associations *associations, const char *dump, const char *qos,
	struct swf_slurm_report *report)
{
	report->names = associations->names = swf_slurm_names_new();
	if (associations->names == NULL || swf_slurm_add_account(associations, "root") == SIZE_MAX)
		return swf_fail_memory(report->error);
	if (dump != NULL && read_dump(associations, dump, report) != 0)
		return -1;
	if (read_qos(associations, qos, report) != 0)
		return -1;
	return dump != NULL && qos != NULL
		? check_default_qos(associations, dump, qos, report->error)
		: 0;
}

struct swf_slurm_associations *swf_slurm_associations_read(const char *dump, const char *qos,
	const struct swf_slurm_conf *conf, const struct swf_slurm_listener *listener,
	struct swf_error *error)
{
	struct swf_slurm_report report = {
		.tables = swf_slurm_associations_settings, .conf = conf, .error = error};
	struct swf_slurm_associations *associations = calloc(1, sizeof *associations);
	if (associations == NULL) {
		swf_fail_memory(error);
		return NULL;
	}
	if (read_both(associations, dump, qos, &report) != 0) {
		swf_slurm_associations_free(associations);
		associations = NULL;
	} else {
		swf_slurm_report_to(&report, listener);
	}
	free(report.list);
	return associations;
}

static void clear_limits(struct swf_slurm_limits *limits)
{
	free(limits->group_gpu_types);
	free(limits->max_gpu_types_user);
	free(limits->max_gpu_types_account);
	free(limits->max_gpu_types);
	free(limits->min_gpu_types);
}

void swf_slurm_associations_free(struct swf_slurm_associations *associations)
{
	if (associations == NULL)
		return;
	for (size_t i = 0; i < associations->count; i++)
		clear_limits(&associations->list[i].limits);
	for (size_t i = 0; i < associations->qos_count; i++)
		clear_limits(&associations->qos[i].limits);
	free(associations->list);
	free(associations->qos);
	swf_slurm_names_free(associations->names);
	free(associations);
}
