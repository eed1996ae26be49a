#include "simulate/slurm-options.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#include "accounting/keys.h"
#include "shared/command.h"
#include "shared/local-time.h"
#include "shared/messages.h"
#include "shared/table-output.h"
#include "simulate/slurm-settings.h"

void add_slurm_change(struct slurm_options *slurm, const char *text)
{
	slurm->changes = reserve(slurm->changes, slurm->change_count + 1, &slurm->change_capacity,
		sizeof *slurm->changes);
	slurm->changes[slurm->change_count++] = text;
	slurm->changes[slurm->change_count] = NULL;
}

bool is_slurm(const struct swf_simulation *simulation)
{
	return simulation->scheduler == swf_scheduler_named("slurm");
}

void check_slurm(struct slurm_options *slurm, struct swf_simulation *simulation)
{
	static const char *const options[] = {"slurm-conf", "slurm-associations", "slurm-qos",
		"keys", "slurm-set", "slurm-settings", NULL};
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

/* Reads the configuration and the associations. Returns 0, or -1 with the error set. */
static int read_site(
	struct slurm_options *slurm, struct swf_slurm_listener listener, struct swf_error *error)
{
	slurm->read_conf = swf_slurm_conf_read_changed(
		slurm->conf, slurm->changes, "--slurm-set", &listener, error);
	if (slurm->read_conf == NULL)
		return -1;
	slurm->site.conf = slurm->read_conf;
	slurm->site.associations =
		swf_slurm_associations_read(slurm->associations, slurm->qos, &listener, error);
	return slurm->site.associations != NULL ? 0 : -1;
}

_Noreturn void print_slurm_settings(const struct slurm_options *slurm)
{
	struct slurm_options read = *slurm;
	struct swf_error error;
	struct swf_table *table = slurm_settings_table();
	const int failed = read_site(&read, slurm_settings_to(table), &error);
	write_table(table, SWF_FORMAT_CSV);
	if (failed != 0)
		die_of(&error);
	close_slurm(&read);
	exit(command_end());
}

static void read_names(struct slurm_options *slurm)
{
	struct swf_error error;
	struct swf_csv_reader *csv = swf_csv_new(slurm->keys, &error);
	if (csv == NULL || swf_keys_read(csv, slurm->names, &error) != 0)
		die_of(&error);
	swf_csv_free(csv);
}

/* The machine is that of the nodes, whatever the log says. */
static void size_machine(const struct slurm_options *slurm, const struct swf_header *header,
	struct swf_simulation *simulation)
{
	const struct swf_slurm_conf *conf = slurm->site.conf;
	const int32_t procs = swf_header_procs(header);
	if (conf->cpus > INT32_MAX)
		die("%s: more processors than there can be: %" PRId64, slurm->conf, conf->cpus);
	simulation->procs = (int32_t)conf->cpus;
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
	const struct swf_slurm_conf *conf = slurm->site.conf;
	const struct swf_slurm_associations *associations = slurm->site.associations;
	const struct swf_slurm_priority_conf *priority = &conf->priority;
	const bool limits = conf->enforce.limits || conf->enforce.safe;
	if (slurm->associations == NULL &&
		((priority->multifactor && priority->weight_fair_share > 0) || limits))
		note("without --slurm-associations each account and user has one share and no "
		     "limits");
	for (size_t i = 0; limits && i < conf->partition_count; i++) {
		const struct swf_slurm_partition *partition = &conf->partitions[i];
		if (partition->qos != NULL &&
			swf_slurm_qos_named(associations, partition->qos) ==
				associations->qos_count)
			warn("partition %s: no QOS '%s'; give it with --slurm-qos, or its limits "
			     "do not hold",
				partition->name, partition->qos);
	}
}

void open_slurm(struct slurm_options *slurm, const struct swf_header *header,
	struct swf_simulation *simulation)
{
	struct swf_error error;
	if (read_site(slurm, keep_unmodelled(), &error) != 0)
		die_of(&error);
	warn_of_unmodelled();
	note_files(slurm);
	if (slurm->keys != NULL)
		read_names(slurm);
	const double start = start_time(header);
	const enum swf_slurm_reset reset = slurm->site.conf->priority.reset;
	slurm->site.start = isnan(start) ? 0 : start;
	if (reset != SWF_SLURM_RESET_NONE && reset != SWF_SLURM_RESET_NOW)
		slurm->calendar = local_time(header, 0, (double)INFINITY);
	slurm->site.calendar = slurm->calendar;
	if (swf_slurm_site_begin(&slurm->site, header, slurm->keys != NULL ? slurm->names : NULL) !=
		0)
		die_of_memory();
	size_machine(slurm, header, simulation);
	simulation->scheduler_options.slurm = &slurm->site;
}

/* Notes jobs of something unknown, with an example, and what became of them. */
static void note_unknown(const struct swf_slurm_unknown *unknown, const char *of, const char *then)
{
	char text[512];
	snprintf(text, sizeof text, "of %s, such as '%s': %s", of, unknown->example, then);
	note_count(unknown->jobs, "job", text);
}

static void note_partitions(
	const struct slurm_options *slurm, const struct swf_slurm_assumed *assumed)
{
	const struct swf_slurm_conf *conf = slurm->site.conf;
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
	const struct swf_slurm_assumed assumed = swf_slurm_site_assumed(&slurm->site);
	note_partitions(slurm, &assumed);
	if (slurm->qos != NULL)
		note_unknown(&assumed.qos, "QOS that --slurm-qos lacks", "given their default QOS");
	else
		note_unknown(&assumed.qos, "other QOS than normal",
			"counted as normal; give them with --slurm-qos");
	if (slurm->associations == NULL)
		return;
	note_count(assumed.accounts, "account", "that --slurm-associations lacks: given a share");
	note_count(assumed.users, "user",
		"that --slurm-associations lacks in their account: given a share");
}

void close_slurm(struct slurm_options *slurm)
{
	swf_slurm_site_end(&slurm->site);
	swf_slurm_associations_free(slurm->site.associations);
	swf_slurm_conf_free(slurm->read_conf);
	swf_calendar_free(slurm->calendar);
	free(slurm->changes);
	for (int kind = 0; kind < SWF_NAME_KINDS; kind++)
		swf_names_clear(&slurm->names[kind]);
}
