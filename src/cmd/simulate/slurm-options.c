/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "simulate/slurm-options.h"

#include <inttypes.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "accounting/names.h"
#include "shared/command.h"
#include "shared/local-time.h"
#include "shared/log-io.h"
#include "shared/messages.h"
#include "shared/table-output.h"
#include "simulate/slurm-concerned.h"
#include "slurm/slurm.h"
#include "swfcore/table.h"

/* The site of the one simulation that a command makes: reachable for leak checkers when it dies. */
static struct swf_slurm_site site;
static struct swf_slurm_conf *conf;
static struct swf_calendar *calendar;
static struct swf_slurm_reserved_list reserved;
static struct swf_names names[SWF_NAME_KINDS];

void add_slurm_change(struct slurm_options *slurm, const char *text)
{
	slurm->changes = reserve(slurm->changes, slurm->change_count + 1, &slurm->change_capacity,
		sizeof *slurm->changes);
	slurm->changes[slurm->change_count++] = text;
	slurm->changes[slurm->change_count] = NULL;
}

const struct swf_scheduler *slurm_scheduler(void)
{
	return &swf_scheduler_slurm;
}

bool is_slurm(const struct swf_simulation *simulation)
{
	return simulation->scheduler == &swf_scheduler_slurm;
}

void check_slurm(const struct slurm_options *slurm, struct swf_simulation *simulation)
{
	static const char *const options[] = SLURM_OPTION_NAMES;
	if (!is_slurm(simulation)) {
		if (option_given_of(options) != NULL)
			die_usage("--%s goes with --scheduler slurm", option_given_of(options));
		return;
	}
	if (slurm->conf == NULL)
		die_usage("--scheduler slurm needs --slurm-conf FILE");
	if (option_given("procs"))
		die_usage("--procs: with --scheduler slurm the machine is what --slurm-conf says");
	if (!option_given("oversize"))
		simulation->oversize = SWF_OVERSIZE_SKIP;
}

static const char *const kinds[] = {[SWF_SLURM_MODELLED] = "modelled",
	[SWF_SLURM_NO_EFFECT] = "no effect",
	[SWF_SLURM_NOT_MODELLED] = "not modelled",
	[SWF_SLURM_IGNORED] = "ignored"};

/* The settings so far, as a table and by kind. */
struct listed {
	struct swf_table *table;
	const struct concerned_jobs *jobs; /* NULL without a log */
	size_t counts[sizeof kinds / sizeof *kinds];
};

/* Settings of lines of nodes and partitions are named as --slurm-set names them. */
static void tabulate(void *self, const struct swf_slurm_told *told)
{
	struct listed *const listed = self;
	struct swf_table *const table = listed->table;
	char name[1024];
	listed->counts[told->kind]++;
	swf_table_text(table, told->file);
	if (told->line > 0)
		swf_table_whole(table, (int64_t)told->line);
	else
		swf_table_text(table, "");
	if (told->of != NULL)
		snprintf(name, sizeof name, "%s=%s/%s", told->title, told->of, told->name);
	swf_table_text(table, told->of != NULL ? name : told->name);
	swf_table_text(table, told->value);
	swf_table_text(table, kinds[told->kind]);
	swf_table_text(table, told->why != NULL ? told->why : "");
	if (listed->jobs == NULL)
		return;
	const int64_t jobs = concerned_by(listed->jobs, told);
	if (jobs >= 0)
		swf_table_whole(table, jobs);
	else
		swf_table_text(table, "");
}

/* Those that are not modelled, that Slurm ignores, or that have no effect for a reason, each where
 * it stands first. */
static struct unmodelled {
	char *file, *name, *why;
	size_t line, lines;
	enum swf_slurm_kind kind;
} * unmodelled;
static size_t unmodelled_count, unmodelled_capacity;

/* Whether it is a word of the list that was kept last, which says enough. */
static bool is_of_last(const struct swf_slurm_told *told)
{
	if (unmodelled_count == 0)
		return false;
	const struct unmodelled *last = &unmodelled[unmodelled_count - 1];
	const size_t length = strlen(last->name);
	return last->kind == told->kind && last->line == told->line &&
		strcmp(last->file, told->file) == 0 &&
		strncmp(last->name, told->name, length) == 0 && told->name[length] == '/';
}

static void keep_unmodelled(void *self, const struct swf_slurm_told *told)
{
	const enum swf_slurm_kind kind = told->kind;
	(void)self;
	if (told->line == 0)
		note("%s: %s=%s, %s", told->file, told->name, told->value, told->why);
	/* what has no effect needs no word, but where there is a reason */
	if (kind == SWF_SLURM_MODELLED || (kind == SWF_SLURM_NO_EFFECT && told->why == NULL))
		return;
	if (is_of_last(told))
		return;
	for (size_t i = 0; i < unmodelled_count; i++)
		if (unmodelled[i].kind == kind && strcmp(unmodelled[i].name, told->name) == 0) {
			unmodelled[i].lines++;
			return;
		}
	unmodelled =
		reserve(unmodelled, unmodelled_count, &unmodelled_capacity, sizeof *unmodelled);
	unmodelled[unmodelled_count++] = (struct unmodelled){.file = checked(strdup(told->file)),
		.name = checked(strdup(told->name)),
		.why = checked(strdup(told->why != NULL ? told->why : "")),
		.line = told->line,
		.lines = 1,
		.kind = kind};
}

static void warn_of_unmodelled(void)
{
	for (size_t i = 0; i < unmodelled_count; i++) {
		const struct unmodelled *one = &unmodelled[i];
		const char *const what = one->kind == SWF_SLURM_IGNORED ? "is ignored, as by Slurm"
			: one->kind == SWF_SLURM_NO_EFFECT              ? "has no effect"
									: "is not modelled";
		const char *const colon = *one->why != '\0' ? ": " : "";
		if (one->lines == 1)
			warn("%s:%zu: %s %s%s%s", one->file, one->line, one->name, what, colon,
				one->why);
		else
			warn("%s:%zu: %s %s, here and %zu time%s more%s%s", one->file, one->line,
				one->name, what, one->lines - 1, one->lines == 2 ? "" : "s", colon,
				one->why);
		free(one->file);
		free(one->name);
		free(one->why);
	}
	free(unmodelled);
	unmodelled = NULL;
	unmodelled_count = unmodelled_capacity = 0;
}

/* Reads the configuration and the associations, and tells the listener, which may be NULL. Returns
 * 0, or -1 with the error set. */
static int read_site(const struct slurm_options *slurm, const struct swf_slurm_listener *listener,
	struct swf_error *error)
{
	site.conf = conf =
		swf_slurm_conf_read_changed(slurm->conf, (enum swf_slurm_release)slurm->release,
			slurm->changes, "--slurm-set", listener, error);
	if (conf == NULL)
		return -1;
	site.associations =
		swf_slurm_associations_read(slurm->associations, slurm->qos, conf, listener, error);
	return site.associations != NULL ? 0 : -1;
}

static void read_names(const struct slurm_options *slurm)
{
	struct swf_error error;
	struct swf_csv_reader *csv = swf_csv_new(slurm->keys, &error);
	if (csv == NULL || swf_keys_read(csv, names, &error) != 0)
		die_of(&error);
	swf_csv_free(csv);
}

/* What numbers of a log stand for; the header outlives the site. */
static void begin_numbers(const struct slurm_options *slurm, const struct swf_header *header)
{
	if (slurm->keys != NULL)
		read_names(slurm);
	if (swf_slurm_site_begin(&site, header, slurm->keys != NULL ? names : NULL) != 0)
		die_of_memory();
}

static void count_of_log(const struct slurm_options *slurm, struct concerned_jobs *jobs)
{
	struct swf_log *const log = open_log();
	begin_numbers(slurm, swf_log_header(log));
	count_concerned(jobs, &site, log);
	swf_slurm_site_end(&site);
	swf_log_free(log);
	note("the log has %" PRId64 " jobs", jobs->all);
}

/* The files are read once more to be told where there is a log, since what is counted of its jobs
 * depends on them. */
_Noreturn void print_slurm_settings(const struct slurm_options *slurm)
{
	static const char *const columns[] = {
		"file", "line", "setting", "value", "kind", "why", "jobs"};
	const bool has_log = strcmp(file_operand(), "-") != 0;
	struct slurm_options read = *slurm;
	struct swf_error error;
	struct concerned_jobs jobs = {.all = 0};
	struct swf_slurm_conf *counted = NULL;
	struct listed listed = {.table = checked(swf_table_new(columns,
					sizeof columns / sizeof *columns - (has_log ? 0 : 1))),
		.jobs = has_log ? &jobs : NULL};
	if (has_log) {
		if (read_site(slurm, NULL, &error) == 0)
			count_of_log(slurm, &jobs);
		swf_slurm_associations_free(site.associations);
		counted = conf;
	}
	const int failed =
		read_site(slurm, &(struct swf_slurm_listener){&listed, tabulate}, &error);
	write_table(listed.table, SWF_FORMAT_CSV);
	if (failed != 0)
		die_of(&error);
	note("%zu settings: %zu modelled, %zu without effect, %zu not modelled, %zu ignored",
		listed.counts[SWF_SLURM_MODELLED] + listed.counts[SWF_SLURM_NO_EFFECT] +
			listed.counts[SWF_SLURM_NOT_MODELLED] + listed.counts[SWF_SLURM_IGNORED],
		listed.counts[SWF_SLURM_MODELLED], listed.counts[SWF_SLURM_NO_EFFECT],
		listed.counts[SWF_SLURM_NOT_MODELLED], listed.counts[SWF_SLURM_IGNORED]);
	clear_concerned(&jobs);
	swf_slurm_conf_free(counted);
	close_slurm(&read);
	exit(command_end());
}

/* The machine is that of the nodes, whatever the log says. */
static void size_machine(const struct slurm_options *slurm, const struct swf_header *header,
	struct swf_simulation *simulation)
{
	const int32_t procs = swf_header_procs(header);
	if (conf->cpus > INT32_MAX)
		die("%s: more processors than there can be: %" PRId64, slurm->conf, conf->cpus);
	simulation->procs = (int32_t)conf->cpus;
	if (conf->gpu_type_count > 0)
		see_gpus();
	if (procs > 0 && procs != conf->cpus)
		note("the log is of %" PRId32 " processors, the nodes of %s have %" PRId64, procs,
			slurm->conf, conf->cpus);
	if (conf->left_out > 0)
		note("%zu node%s of %s not up: left out", conf->left_out,
			conf->left_out == 1 ? "" : "s", slurm->conf);
}

/* Says what of the priorities and limits rests on files that were not given. */
static void note_files(const struct slurm_options *slurm)
{
	const struct swf_slurm_priority_conf *priority = &conf->priority;
	const bool limits = conf->enforce.limits || conf->enforce.safe;
	if (slurm->associations == NULL &&
		((priority->multifactor && priority->weight_fair_share > 0) || limits))
		note("without --slurm-associations each account and user has one share and no "
		     "limits");
	for (size_t i = 0; limits && i < conf->partition_count; i++) {
		const struct swf_slurm_partition *partition = &conf->partitions[i];
		if (partition->qos != NULL &&
			swf_slurm_qos_named(site.associations, partition->qos) ==
				site.associations->qos_count)
			warn("partition %s: no QOS '%s'; give it with --slurm-qos, or its limits "
			     "do not hold",
				partition->name, partition->qos);
	}
}

void open_slurm(const struct slurm_options *slurm, const struct swf_header *header,
	struct swf_simulation *simulation)
{
	struct swf_error error;
	if (read_site(slurm, &(struct swf_slurm_listener){NULL, keep_unmodelled}, &error) != 0)
		die_of(&error);
	warn_of_unmodelled();
	note_files(slurm);
	const double start = start_time(header);
	const enum swf_slurm_reset reset = conf->priority.reset;
	site.start = isnan(start) ? 0 : start;
	if ((reset != SWF_SLURM_RESET_NONE && reset != SWF_SLURM_RESET_NOW) ||
		slurm->reservations != NULL)
		calendar = local_time(header, 0, (double)INFINITY);
	site.calendar = calendar;
	if (slurm->reservations != NULL) {
		if (swf_slurm_reserved_read(
			    slurm->reservations, conf, calendar, &reserved, &error) != 0)
			die_of(&error);
		site.reserved = &reserved;
	}
	begin_numbers(slurm, header);
	size_machine(slurm, header, simulation);
	simulation->scheduler_options.own_options = &site;
}

void declare_requeues(struct swf_header *header)
{
	char fields[1024] = "";
	if (!swf_slurm_preempts(conf) || conf->preemption.gang ||
		swf_header_extra_field(header, "requeues") != 0)
		return;
	int last = SWF_FIELDS;
	swf_header_get(header, "ExtraFields", fields, sizeof fields);
	for (const char *p = fields; *p != '\0'; p += *p == ',') {
		const int field = atoi(p);
		last = field > last ? field : last;
		p += strcspn(p, ",");
	}
	const size_t length = strlen(fields);
	snprintf(fields + length, sizeof fields - length, "%s%d requeues", length > 0 ? ", " : "",
		last + 1);
	swf_header_remove(header, "ExtraFields");
	must(swf_header_add(header, "ExtraFields", fields));
}

/* Notes jobs of something unknown, with an example, and what became of them. */
static void note_unknown(const struct swf_slurm_unknown *unknown, const char *of, const char *then)
{
	char text[512];
	snprintf(text, sizeof text, "of %s, such as '%s': %s", of, unknown->example, then);
	note_count(unknown->jobs, "job", text);
}

static void note_partitions(const struct swf_slurm_assumed *assumed)
{
	char text[192], then[128] = "not scheduled (wait -1), since none is the default";
	if (conf->default_partition < conf->partition_count)
		snprintf(then, sizeof then, "put into the default one, %.64s",
			conf->partitions[conf->default_partition].name);
	snprintf(text, sizeof text, "without a partition: %s", then);
	note_count(assumed->no_partition, "job", text);
	note_unknown(&assumed->partition, "partitions that --slurm-conf lacks", then);
}

void note_slurm(const struct slurm_options *slurm)
{
	const struct swf_slurm_assumed assumed = swf_slurm_site_assumed(&site);
	note_partitions(&assumed);
	if (slurm->qos != NULL)
		note_unknown(&assumed.qos, "QOS that --slurm-qos lacks", "given their default QOS");
	else
		note_unknown(&assumed.qos, "other QOS than normal",
			"counted as normal; give them with --slurm-qos");
	note_unknown(&assumed.constraints, "a constraint that no node of their partition meets",
		"not scheduled (wait -1)");
	note_unknown(&assumed.gpu_types, "GPUs of a type that no node has", "given any type");
	note_unknown(&assumed.reservations, "reservations that --slurm-reservations lacks",
		"scheduled as if they had none");
	note_unknown(&assumed.licenses, "more licences than Licenses of --slurm-conf has",
		"not scheduled (wait -1)");
	if (slurm->associations == NULL)
		return;
	note_count(assumed.accounts, "account", "that --slurm-associations lacks: given a share");
	note_count(assumed.users, "user",
		"that --slurm-associations lacks in their account: given a share");
}

void close_slurm(struct slurm_options *slurm)
{
	swf_slurm_site_end(&site);
	swf_slurm_reserved_clear(&reserved);
	swf_slurm_associations_free(site.associations);
	swf_slurm_conf_free(conf);
	swf_calendar_free(calendar);
	free(slurm->changes);
	for (int kind = 0; kind < SWF_NAME_KINDS; kind++)
		swf_names_clear(&names[kind]);
}
