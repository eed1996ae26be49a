#include "import/import-header.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "shared/local-time.h"
#include "shared/messages.h"

static void add(struct swf_header *header, const char *label, const char *value)
{
	if (swf_header_add(header, label, value) != 0)
		die_of_memory();
}

static void add_number(struct swf_header *header, const char *label, int64_t number)
{
	char text[32];
	snprintf(text, sizeof text, "%" PRId64, number);
	add(header, label, text);
}

static void add_date(
	struct swf_header *header, const char *label, const struct swf_zone *zone, double unix_time)
{
	char text[HEADER_DATE_ROOM];
	header_date(zone, unix_time, text);
	add(header, label, text);
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
			add(header, label, text);
	}
	free(numbered);
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
		warn("no job ran, so MaxProcs is unknown; give it with --procs");
	else if (machine.procs == 0)
		warn("MaxProcs is %" PRId64 ", the most processors that were in use at a time; "
		     "give the size of the machine with --procs",
			summary->procs);
	if (machine.nodes == 0 && summary->nodes > 0)
		warn("MaxNodes is %" PRId64
		     ", the nodes that had jobs; give the number of nodes with --nodes",
			summary->nodes);
}

struct swf_header *import_header(struct swf_accounts *accounts,
	const struct swf_accounts_summary *summary, const char *zone_name,
	const struct swf_zone *zone, struct machine machine)
{
	struct swf_header *header = checked(swf_header_new());
	const struct swf_names *names = swf_accounts_names(accounts);
	const int64_t procs = machine.procs > 0 ? machine.procs : summary->procs;
	const int64_t nodes = machine.nodes > 0 ? machine.nodes : summary->nodes;
	check_machine(summary, machine);
	add(header, "Version", "2.2");
	add_number(header, "MaxJobs", (int64_t)summary->jobs);
	add_number(header, "MaxRecords", (int64_t)summary->jobs);
	add_number(header, "UnixStartTime", (int64_t)summary->start);
	add(header, "TimeZoneString", zone_name);
	add_date(header, "StartTime", zone, summary->start);
	add_date(header, "EndTime", zone, summary->end);
	if (nodes > 0)
		add_number(header, "MaxNodes", nodes);
	if (procs > 0)
		add_number(header, "MaxProcs", procs);
	add_numbers(header, "MaxQueues", "Queue", &names[SWF_NAME_QUEUE]);
	add_numbers(header, "MaxPartitions", "Partition", &names[SWF_NAME_PARTITION]);
	return header;
}
