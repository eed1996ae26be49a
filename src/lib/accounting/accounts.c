#include "accounting/accounts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "accounting/accounts-parts.h"
#include "base/array.h"

struct swf_accounts *swf_accounts_new(const struct swf_accounts_options *options)
{
	struct swf_accounts *accounts = calloc(1, sizeof *accounts);
	if (accounts == NULL)
		return NULL;
	accounts->options = *options;
	return accounts;
}

void swf_accounts_free(struct swf_accounts *accounts)
{
	if (accounts == NULL)
		return;
	for (int kind = 0; kind < SWF_NAME_KINDS; kind++)
		swf_names_clear(&accounts->names[kind]);
	swf_node_set_clear(&accounts->nodes);
	if (accounts->kept != NULL)
		accounts->kept->free(accounts->kept);
	free(accounts->runs);
	free(accounts->order);
	free(accounts);
}

struct swf_names *swf_accounts_names(struct swf_accounts *accounts)
{
	return accounts->names;
}

const struct swf_accounts_counts *swf_accounts_counts(const struct swf_accounts *accounts)
{
	return &accounts->counts;
}

static void report(const struct swf_accounts *accounts, const char *text)
{
	if (accounts->options.report != NULL)
		accounts->options.report(accounts->options.context, text);
}

void swf_accounts_keep_out(
	struct swf_accounts *accounts, struct swf_run_place place, const char *why)
{
	struct swf_error text;
	accounts->counts.impossible++;
	swf_fail(&text, "%s:%lld: %s", place.file, (long long)place.line, why);
	report(accounts, text.text);
}

int swf_accounts_bad_line(struct swf_accounts *accounts, bool bad, struct swf_error *error)
{
	if (!bad || !accounts->options.skip_bad)
		return -1;
	accounts->counts.bad++;
	report(accounts, error->text);
	return 0;
}

int swf_accounts_name(struct swf_accounts *accounts, struct swf_run *run, enum swf_name_kind kind,
	const char *name, size_t length, struct swf_error *error)
{
	for (; length > 0 && strchr(" \t", name[0]) != NULL; length--)
		name++;
	while (length > 0 && strchr(" \t", name[length - 1]) != NULL)
		length--;
	if (length == 0)
		return 0;
	run->names[kind] = swf_names_put(&accounts->names[kind], name, length);
	return run->names[kind] != SWF_NO_NAME ? 0 : swf_fail_memory(error);
}

/* Why the times of a run that is over cannot be true, or NULL. */
static const char *contradiction(const struct swf_run *run)
{
	if (isnan(run->submit) && !run->presumed)
		return "no submit time";
	if (isnan(run->end))
		return "over, but without an end";
	if (swf_run_began(run) && run->end < run->start)
		return "the end is before the start";
	if (swf_run_began(run) && run->start < run->submit)
		return "the start is before the submit";
	if (run->end < run->submit)
		return "the end is before the submit";
	if (swf_run_began(run) && run->run_time > run->end - run->start)
		return "it ran longer than from its start to its end";
	return NULL;
}

int swf_accounts_add(struct swf_accounts *accounts, const struct swf_run *run,
	struct swf_run_place place, struct swf_error *error)
{
	const char *why = run->over ? contradiction(run) : NULL;
	if (why != NULL) {
		swf_accounts_keep_out(accounts, place, why);
		return 0;
	}
	struct swf_run *runs = swf_array_reserve(
		accounts->runs, accounts->count, &accounts->capacity, sizeof *runs);
	if (runs == NULL || accounts->count == UINT32_MAX)
		return swf_fail_memory(error);
	accounts->runs = runs;
	runs[accounts->count++] = *run;
	return 0;
}

double swf_accounts_submit(const struct swf_accounts *accounts, const struct swf_run *run)
{
	if (!accounts->options.eligible || isnan(run->eligible))
		return run->submit;
	if (!swf_run_began(run) && run->eligible > run->end)
		return run->submit; /* it never was */
	const double last = swf_run_began(run) ? run->start : run->end;
	return fmin(fmax(run->eligible, run->submit), last);
}

int swf_accounts_add_nodes(
	struct swf_accounts *accounts, const char *list, size_t length, struct swf_error *error)
{
	const enum swf_host_list_status added = swf_node_set_add(&accounts->nodes, list, length);
	if (added == SWF_HOSTS_NO_MEMORY)
		return swf_fail_memory(error);
	return added == SWF_HOSTS_MALFORMED;
}
