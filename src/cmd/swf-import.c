/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * swf-import: the accounting data of a site's own batch system, or a table of jobs, as a log. Names
 * become numbers, and what they stood for goes to a file for the owner, or nowhere.
 *
 * All input is read before anything is written, since jobs are sorted and the machine is measured.
 * The file of keys is locked from before it is read until it is replaced. Two imports with one file
 * therefore never give one number to two names.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "accounting/accounts.h"
#include "accounting/names.h"
#include "accounting/table/accounts-table.h"
#include "base/zone.h"
#include "import/batsim-workload.h"
#include "import/restored.h"
#include "shared/atomic-file.h"
#include "shared/command.h"
#include "shared/local-time.h"
#include "shared/log-io.h"
#include "shared/messages.h"
#include "shared/option-values.h"
#include "shared/table-output.h"
#include "swfcore/header.h"
#include "swfcore/quantity.h"

enum system {
	SYSTEM_SLURM,
	SYSTEM_PBS,
	SYSTEM_CSV,
	SYSTEM_ACME,
	SYSTEM_EAGLE,
	SYSTEM_HELIOS,
	SYSTEM_OPENB,
	SYSTEM_PHILLY,
	SYSTEM_BATSIM,
	SYSTEM_JSON,
	SYSTEM_NDJSON,
	SYSTEM_UNKNOWN
};
static const char *const systems[] = {"slurm", "pbs", "csv", "acme", "eagle", "helios", "openb",
	"philly", "batsim", "json", "ndjson", NULL};

/* The columns of traces as they were published. S-Lab's and InternLM's have the same. */
#define SLAB_COLUMNS                                                                               \
	"submit=submit_time,start=start_time,end=end_time,procs=cpu_num,gpus=gpu_num,"             \
	"nodes=node_num?,user=user,partition=vc?,executable=type?,status=state"
static const char *const maps[SYSTEM_UNKNOWN] = {[SYSTEM_ACME] = SLAB_COLUMNS,
	[SYSTEM_EAGLE] = "submit=submit_time,start=start_time,end=end_time,estimate=wallclock_req,"
			 "procs=processors_req,gpus=gpus_req,nodes=nodes_req,user=user,"
			 "group=account,queue=qos,partition=partition,executable=name,status=state",
	[SYSTEM_HELIOS] = SLAB_COLUMNS,
	[SYSTEM_OPENB] = "submit=creation_time,start=scheduled_time,end=deletion_time,"
			 "procs=cpu_milli/1000,memory=memory_mib*1024,gpus=num_gpu,"
			 "gpu_type=gpu_spec?,queue=qos,"
			 "status=pod_phase"};

/* Of the name of a type; and the greatest number of one, which a file of keys may give. */
enum { GPU_TYPE_ROOM = 64, GPU_TYPES_MOST = 1000 };

enum submit { SUBMIT_SENT, SUBMIT_ELIGIBLE };
static const char *const submits[] = {"submit", "eligible", NULL};

struct opts {
	enum system system;
	const char *columns;
	const char *keys;
	const char *header;
	struct machine machine;
	enum submit submit;
};

/* The most messages about lines and jobs that are left out. */
enum { MESSAGES_MOST = 10 };

static const struct option_row options[] = {
	{'\0', "system", "SYSTEM",
		"what wrote the input: sacct --parsable2 of Slurm, or PBS Pro, OpenPBS or Torque; "
		"csv, json or ndjson, a table; a published one; or batsim, a workload",
		TO_CHOICE(system, systems)},
	{'\0', "columns", "MAP",
		"of --system csv, such as submit=submit_time,procs=cpu_num,end=end_time,...",
		TO_TEXT(columns)},
	{'\0', "header", "LOG",
		"of a table of swf-select: begin with the header of this log, as it is",
		TO_TEXT(header)},
	{'\0', "keys", "FILE", "keep the numbers of names here, for the next import",
		TO_TEXT(keys)},
	PROCS_OPTION(machine.procs, "the most in use"),
	{'\0', "gpus", "GPUS", "those of the machine: N, or TYPE:N,... (default: the most in use)",
		TO_TEXT(machine.gpu_types)},
	{'\0', "nodes", "N", "nodes of the machine (default: those that had jobs)",
		TO_WHOLE(machine.nodes, 1, INT32_MAX)},
	{'\0', "submit", "TIME",
		"when a job counts as submitted: at its submit, or when it may run",
		TO_CHOICE(submit, submits)},
	INCLUDE(site_zone_options), INCLUDE(writing_options), OPTIONS_END};

static const struct command command = {.name = "swf-import",
	.usage = "--system SYSTEM [options] [FILE...]",
	.purpose = "Converts the accounting data of Slurm or PBS, or a table of jobs (default: "
		   "standard input), or what swf-select made of a log, into an SWF log.",
	.options = options};

/* Takes the next type of --gpus, which is at *rest, and its number. Dies of what is none. */
static bool next_gpu_type(const char **rest, char *name, size_t room, int32_t *count)
{
	char entry[2 * GPU_TYPE_ROOM];
	if (*rest == NULL || **rest == '\0')
		return false;
	*rest = split_value(*rest, ',', entry, sizeof entry);
	const char *number = split_value(entry, ':', name, room);
	if (number == NULL || name[0] == '\0' || strpbrk(name, " \t") != NULL)
		die_usage(
			"--gpus: neither a number nor TYPE:N, as in a100:64,h100:32: '%s'", entry);
	*count = (int32_t)whole_value("gpus", number, 0, INT32_MAX);
	return true;
}

/* Reads --gpus: a number, or one of each type. */
static void settle_gpus(struct machine *machine)
{
	const char *rest = machine->gpu_types;
	char name[GPU_TYPE_ROOM];
	int32_t count;
	int64_t gpus = 0;
	if (rest != NULL && strchr(rest, ':') == NULL) {
		machine->gpus = (int32_t)whole_value("gpus", rest, 1, INT32_MAX);
		machine->gpu_types = NULL;
		return;
	}
	while (next_gpu_type(&rest, name, sizeof name, &count))
		gpus += count;
	if (machine->gpu_types != NULL && (gpus < 1 || gpus > INT32_MAX))
		die_usage("--gpus: %" PRId64 " GPUs in all", gpus);
	machine->gpus = (int32_t)gpus;
}

/* Whether the input is a table of swf-select, whose jobs stay as they are. */
static bool is_restored(const struct opts *o)
{
	return o->system == SYSTEM_JSON || o->system == SYSTEM_NDJSON ||
		(o->system == SYSTEM_CSV && o->columns == NULL);
}

/* Dies of options that mean nothing for the system. */
static void check_system(const struct opts *o)
{
	static const char *const of_accounts[] = {"keys", "submit", "tz", NULL};
	const char *const given = option_given_of(of_accounts);
	if (o->system == SYSTEM_UNKNOWN)
		die_usage("give --system slurm, pbs, csv, acme, eagle, helios, openb, philly, "
			  "batsim, json or ndjson");
	if (o->columns != NULL && o->system != SYSTEM_CSV)
		die_usage("--columns goes with --system csv");
	if (o->header != NULL && !is_restored(o))
		die_usage("--header goes with a table of swf-select: --system csv without "
			  "--columns, json or ndjson");
	if (given != NULL && is_restored(o))
		die_usage("--%s goes without a table of swf-select", given);
	if (log_options()->skip_bad && o->system >= SYSTEM_PHILLY)
		die_usage("--skip-bad goes without JSON, which has no lines");
	if (o->system >= SYSTEM_CSV && o->submit == SUBMIT_ELIGIBLE)
		die_usage("--submit eligible goes with --system slurm or pbs");
}

static void check_opts(const struct opts *o)
{
	check_system(o);
	if (o->keys == NULL)
		return;
	hide_argument(o->keys);
	if (strcmp(o->keys, "-") == 0)
		die_usage("--keys: it is read and written, so it cannot be a stream");
	if (has_output_file() && is_same_file(o->keys, output_path()))
		die_usage("--keys and --output cannot be one file");
}

static swf_accounts_read *reader_of(enum system system)
{
	if (system == SYSTEM_SLURM)
		return swf_accounts_read_slurm;
	if (system == SYSTEM_PHILLY)
		return swf_accounts_read_philly;
	return system == SYSTEM_PBS ? swf_accounts_read_pbs : swf_accounts_read_table;
}

static void report(void *context, const char *text)
{
	int *messages = context;
	if (*messages < MESSAGES_MOST)
		warn("%s", text);
	else if (*messages == MESSAGES_MOST)
		warn("more such messages are not shown");
	++*messages;
}

static void read_keys(struct swf_names *names, const char *path)
{
	struct swf_error error;
	if (access(path, F_OK) != 0 && errno == ENOENT)
		return;
	struct swf_csv_reader *csv = swf_csv_new(path, &error);
	if (csv == NULL || swf_keys_read(csv, names, &error) != 0)
		die_of(&error);
	swf_csv_free(csv);
}

static void note_counts(const struct swf_accounts_counts *counts)
{
	note_bad_lines(counts->bad);
	if (counts->impossible > 0)
		warn("%lld job%s cannot be true: left out", (long long)counts->impossible,
			counts->impossible == 1 ? " whose record" : "s whose records");
	note_count(counts->unfinished, "job", "still pending or running: left out");
	note_count(counts->repeated, "record", "of a job that is there already: left out");
	note_count(counts->unsubmitted, "job",
		"of which nothing is known but that it was deleted or aborted: left out");
	note_count(counts->runless, "job", "without a recorded run: left out");
	note_count(counts->untimed, "run", "without a known start or end: left out");
	note_count(counts->stray_steps, "job step", "of a job that is not above: left out");
	note_count(counts->arrays, "record", "of a whole array of jobs: left out");
	note_count(counts->others, "record", "of other kinds: left out");
	note_count(counts->no_estimate, "job", "without a known time limit: no estimate");
	if (counts->suspended > 0)
		note("%lld job%s suspended, for %g s: no part of the run time",
			(long long)counts->suspended, counts->suspended == 1 ? "" : "s",
			counts->suspension);
	if (counts->ambiguous > 0)
		warn("%lld job%s with a time that the clock showed twice: taken as the shortest "
		     "wait",
			(long long)counts->ambiguous, counts->ambiguous == 1 ? "" : "s");
	note_count(counts->mixed_types, "job", "with GPUs of several types: gpu_type -1");
	note_count(counts->unknown_states, "job", "of a state that is not known: status -1");
}

static void note_gpus(const struct swf_accounts_counts *counts, size_t jobs)
{
	if (counts->gpu_jobs > 0)
		note("%lld of %zu jobs had GPUs, for %.1f GPU hours in all: field 19 of the log",
			(long long)counts->gpu_jobs, jobs, counts->gpu_time / 3600);
}

static void add_line(struct swf_header *header, const char *label, const char *value)
{
	must(swf_header_add(header, label, value));
}

static void add_number(struct swf_header *header, const char *label, int64_t number)
{
	char text[32];
	snprintf(text, sizeof text, "%" PRId64, number);
	add_line(header, label, text);
}

static void add_date(
	struct swf_header *header, const char *label, const struct swf_zone *zone, double unix_time)
{
	char text[HEADER_DATE_ROOM];
	header_date(zone, unix_time, text);
	add_line(header, label, text);
}

/* The numbers of one kind, with how many jobs have each: a name says more than may leave the site.
 */
static void add_numbers(struct swf_header *header, const char *most, const char *label,
	const struct swf_names *names)
{
	size_t count, used = 0;
	struct swf_name *numbered = checked(swf_names_by_number(names, &count));
	for (size_t i = 0; i < count; i++)
		used += numbered[i].uses > 0;
	if (used > 0)
		add_number(header, most, (int64_t)used);
	for (size_t i = 0; i < count; i++) {
		char text[64];
		snprintf(text, sizeof text, "%" PRId64 " (%" PRId64 " job%s)", numbered[i].number,
			numbered[i].uses, numbered[i].uses == 1 ? "" : "s");
		if (numbered[i].uses > 0)
			add_line(header, label, text);
	}
	free(numbered);
}

/* How many GPUs of a type --gpus gives, -1 if it does not say. */
static int32_t gpus_of_type(const struct machine *machine, const char *type)
{
	const char *rest = machine->gpu_types;
	char name[GPU_TYPE_ROOM];
	int32_t count;
	while (next_gpu_type(&rest, name, sizeof name, &count))
		if (strcmp(name, type) == 0)
			return count;
	return SWF_UNKNOWN;
}

/* Gives numbers to the types of --gpus that no job has. */
static void add_gpu_types(struct swf_names *names, const struct machine *machine)
{
	const char *rest = machine->gpu_types;
	char name[GPU_TYPE_ROOM];
	int32_t count;
	while (next_gpu_type(&rest, name, sizeof name, &count)) {
		const uint32_t place = swf_names_put(names, name, strlen(name));
		if (place == SWF_NO_NAME)
			die_of_memory();
		if (swf_names_number(names, place) == 0)
			swf_names_use(names, place);
	}
}

/* The types of GPUs by their numbers, which are their places in the line, with how many the machine
 * has as far as that is known. */
static void add_gpu_line(
	struct swf_header *header, const struct swf_names *names, const struct machine *machine)
{
	size_t count, length;
	char *line = NULL;
	struct swf_name *types = checked(swf_names_by_number(names, &count));
	if (count > 0 && types[count - 1].number > GPU_TYPES_MOST)
		die("--keys: gpu_type %" PRId64 ": types of GPUs have numbers up to %d",
			types[count - 1].number, GPU_TYPES_MOST);
	FILE *file = checked(open_memstream(&line, &length));
	for (size_t i = 0, place = 1; i < count; place++) {
		/* keys may lack a number */
		const bool is_there = types[i].number == (int64_t)place;
		const char *const type = is_there ? names->texts + types[i].text : "unknown";
		const int32_t gpus = is_there ? gpus_of_type(machine, type) : SWF_UNKNOWN;
		fprintf(file, "%s%s", place > 1 ? ", " : "", type);
		if (gpus >= 0)
			fprintf(file, " %" PRId32, gpus);
		i += is_there;
	}
	must(fclose(file));
	if (count > 0)
		add_line(header, "GPUs", checked(line));
	free(line);
	free(types);
}

/* Declares the fields behind the 18th that any job has. */
static void add_extra_fields(struct swf_header *header, const struct swf_accounts_summary *summary)
{
	const struct {
		bool is_there;
		int field;
	} extra[] = {{summary->has_gpus, FIELD_gpus}, {summary->has_gpu_types, FIELD_gpu_type},
		{summary->has_nodes, FIELD_nodes},
		{summary->has_soft_estimate, FIELD_soft_estimate},
		{summary->has_energy, FIELD_energy}, {summary->has_constraints, FIELD_constraint},
		{summary->has_licenses, FIELD_licenses},
		{summary->has_reservations, FIELD_reservation},
		{summary->has_requeues, FIELD_requeues}};
	int fields[sizeof extra / sizeof *extra], count = 0;
	for (size_t i = 0; i < sizeof extra / sizeof *extra; i++)
		if (extra[i].is_there)
			fields[count++] = extra[i].field;
	declare_fields(header, fields, count);
}

/* Prints what is assumed, or what contradicts what was told. */
static void check_machine(const struct swf_accounts_summary *summary, struct machine machine)
{
	if (machine.procs > 0 && summary->procs > machine.procs)
		warn("up to %" PRId64 " processors were in use at a time, more than --procs",
			summary->procs);
	if (machine.nodes > 0 && summary->nodes > machine.nodes)
		warn("%" PRId64 " nodes had jobs, more than --nodes", summary->nodes);
	if (machine.procs == 0 && summary->procs == 0)
		warn("no job has a known start, so MaxProcs is unknown; give it with --procs");
	else if (machine.procs == 0)
		warn("MaxProcs is %" PRId64 ", the most processors that were in use at a time; "
		     "give the size of the machine with --procs",
			summary->procs);
	if (machine.gpus > 0 && summary->gpus > machine.gpus)
		warn("up to %" PRId64 " GPUs were in use at a time, more than --gpus",
			summary->gpus);
	if (machine.gpus == 0 && summary->gpus > 0)
		warn("MaxGPUs is %" PRId64 ", the most GPUs that were in use at a time; give those "
		     "of the machine with --gpus",
			summary->gpus);
	if (machine.nodes == 0 && summary->nodes > 0)
		warn("MaxNodes is %" PRId64
		     ", the nodes that had jobs; give the number of nodes with --nodes",
			summary->nodes);
}

/* Whether times are dates. Where a table counts from a second 0 of its own, its times would be of
 * the year 1970. */
static bool has_dates(const struct swf_accounts_summary *summary)
{
	return summary->start >= 366 * SWF_DAY;
}

/* Makes the header: the number of jobs, their time span in local time, the machine, and the numbers
 * of queues and partitions. A machine of unknown size gets the size that was in use, with a
 * warning. */
static struct swf_header *import_header(struct swf_accounts *accounts,
	const struct swf_accounts_summary *summary, const char *zone_name,
	const struct swf_zone *zone, struct machine machine)
{
	struct swf_header *header = checked(swf_header_new());
	const struct swf_names *names = swf_accounts_names(accounts);
	const int64_t procs = machine.procs > 0 ? machine.procs : summary->procs;
	const int64_t nodes = machine.nodes > 0 ? machine.nodes : summary->nodes;
	const int64_t gpus = machine.gpus > 0 ? machine.gpus : summary->gpus;
	check_machine(summary, machine);
	add_line(header, "Version", "2.2");
	add_number(header, "MaxJobs", (int64_t)summary->jobs);
	add_number(header, "MaxRecords", (int64_t)summary->jobs);
	if (has_dates(summary)) {
		add_number(header, "UnixStartTime", (int64_t)summary->start);
		add_line(header, "TimeZoneString", zone_name);
		add_date(header, "StartTime", zone, summary->start);
		add_date(header, "EndTime", zone, summary->end);
	}
	if (nodes > 0)
		add_number(header, "MaxNodes", nodes);
	if (procs > 0)
		add_number(header, "MaxProcs", procs);
	if (gpus > 0)
		add_number(header, "MaxGPUs", gpus);
	if (summary->has_gpu_types || machine.gpu_types != NULL)
		add_gpu_line(header, &names[SWF_NAME_GPU_TYPE], &machine);
	add_extra_fields(header, summary);
	add_numbers(header, "MaxQueues", "Queue", &names[SWF_NAME_QUEUE]);
	add_numbers(header, "MaxPartitions", "Partition", &names[SWF_NAME_PARTITION]);
	return header;
}

static void write_imported(const struct swf_accounts *accounts,
	const struct swf_accounts_summary *summary, struct swf_writer *writer)
{
	for (size_t i = 0; i < summary->jobs; i++) {
		const struct swf_job job = swf_accounts_job(accounts, i, summary);
		if (swf_writer_job(writer, &job) != 0)
			break;
	}
	end_log(writer, output_name());
}

/* Writes a log that swf-select made a table of. */
static void restore(char **files, const struct opts *o)
{
	const struct restored_header how = {o->header, o->machine};
	if (o->header != NULL)
		file_option(o->header);
	if (o->system == SYSTEM_CSV)
		restore_csv(files, &how);
	else
		restore_json(files, &how);
}

/* Reads the files into the accounts. Returns false where one was a workload that swf-select made,
 * and which has been written as the log that it was. */
static bool read_files(char **files, struct opts *o, struct swf_accounts *accounts)
{
	struct swf_error error;
	int32_t procs;
	if (o->system == SYSTEM_BATSIM) {
		if (files[1] != NULL)
			die_usage("--system batsim takes one file");
		if (import_batsim(files[0], &o->machine, accounts, &procs))
			return false;
		o->machine.procs = o->machine.procs > 0 ? o->machine.procs : procs;
		return true;
	}
	for (char **path = files; *path != NULL; path++)
		if (reader_of(o->system)(accounts, *path, &error) != 0)
			die_of(&error);
	return true;
}

/* Settles the accounts and writes the log, and the keys of its names. */
static void write_accounts(struct swf_accounts *accounts, const struct opts *o,
	const char *zone_name, const struct swf_zone *zone)
{
	if (o->keys != NULL) {
		/* only now, so that two imports that one program feeds do not wait for each other
		 */
		lock_file(o->keys);
		read_keys(swf_accounts_names(accounts), o->keys);
	}
	must(swf_accounts_settle(accounts));
	add_gpu_types(&swf_accounts_names(accounts)[SWF_NAME_GPU_TYPE], &o->machine);
	note_counts(swf_accounts_counts(accounts));
	struct swf_accounts_summary summary;
	must(swf_accounts_summarize(accounts, &summary));
	if (summary.jobs == 0)
		die("no finished job in the input");
	note_gpus(swf_accounts_counts(accounts), summary.jobs);
	FILE *keys = NULL;
	if (o->keys != NULL) { /* a new file is nobody's business but the owner's */
		const mode_t mode = mode_of_file(o->keys, 0600);
		keys = open_atomic_file(o->keys);
		fchmod(fileno(keys), mode);
	}
	struct swf_header *header = import_header(accounts, &summary, zone_name, zone, o->machine);
	struct swf_writer *writer = begin_log(fileno(output()), header);
	/* Before the jobs, since who reads them may read another import as well, which waits for
	 * the keys. Names without a log do no harm, as a log without its names would. */
	if (keys != NULL) {
		write_table_to(keys, o->keys, swf_keys_table(swf_accounts_names(accounts)),
			SWF_FORMAT_CSV);
		close_atomic_file(keys);
		unlock_file();
	}
	write_imported(accounts, &summary, writer);
}

int main(int argc, char **argv)
{
	struct opts o = {.system = SYSTEM_UNKNOWN};
	struct swf_error error;
	int messages = 0;
	command_begin(&command, &o, argc, argv);
	check_opts(&o);
	settle_gpus(&o.machine);
	char **files = file_operands();
	keep_operands();
	if (is_restored(&o)) {
		restore(files, &o);
		return command_end();
	}
	const char *zone_name = site_zone();
	struct swf_zone *zone = zone_named(zone_name);
	struct swf_calendar *clock = zone_clock(zone);
	struct swf_column_map map;
	const char *columns = o.columns != NULL ? o.columns : maps[o.system];
	if (columns != NULL && swf_column_map_read(&map, columns, &error) != 0)
		die_usage("--columns: %s", error.text);
	const struct swf_accounts_options how = {.clock = clock,
		.columns = &map,
		.eligible = o.submit == SUBMIT_ELIGIBLE,
		.skip_bad = log_options()->skip_bad,
		.report = report,
		.context = &messages};
	/* reachable for leak checkers, also when the command dies */
	static struct swf_accounts *volatile accounts;
	accounts = checked(swf_accounts_new(&how));
	if (read_files(files, &o, accounts))
		write_accounts(accounts, &o, zone_name, zone);
	swf_accounts_free(accounts);
	swf_calendar_free(clock);
	swf_zone_free(zone);
	return command_end();
}
