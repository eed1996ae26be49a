/* How the values of single settings of slurm.conf are read. */
#include <string.h>
#include <strings.h>

#include "base/number.h"
#include "slurm/conf/draft.h"
#include "slurm/conf/line-values.h"

int swf_slurm_read_damp(
	const struct swf_slurm_setting *setting, const struct swf_slurm_value *value, void *into)
{
	int64_t damp = 0;
	if (swf_slurm_conf_whole(value, value->text, strlen(value->text), setting->least,
		    setting->most, &damp) != 0)
		return -1;
	((struct swf_slurm_draft *)into)->conf.priority.damp = (double)damp;
	return 0;
}

int swf_slurm_read_priority_type(
	const struct swf_slurm_setting *setting, const struct swf_slurm_value *value, void *into)
{
	static const char *const names[] = {"priority/basic", "priority/multifactor", NULL};
	int place = 0;
	(void)setting;
	if (swf_slurm_choose(value, names, &place) != 0)
		return -1;
	((struct swf_slurm_draft *)into)->conf.priority.multifactor = place == 1;
	return 0;
}

int swf_slurm_read_reset(
	const struct swf_slurm_setting *setting, const struct swf_slurm_value *value, void *into)
{
	static const char *const names[] = {
		"none", "now", "daily", "weekly", "monthly", "quarterly", "yearly", NULL};
	int place = 0;
	(void)setting;
	if (swf_slurm_choose(value, names, &place) != 0)
		return -1;
	((struct swf_slurm_draft *)into)->conf.priority.reset = (enum swf_slurm_reset)place;
	return 0;
}

int swf_slurm_read_scheduler_type(
	const struct swf_slurm_setting *setting, const struct swf_slurm_value *value, void *into)
{
	static const char *const names[] = {"sched/backfill", "sched/builtin", NULL};
	int place = 0;
	(void)setting;
	if (swf_slurm_choose(value, names, &place) != 0)
		return -1;
	((struct swf_slurm_draft *)into)->conf.loops.backfill = place == 0;
	return 0;
}

int swf_slurm_read_select_type(
	const struct swf_slurm_setting *setting, const struct swf_slurm_value *value, void *into)
{
	static const char *const names[] = {
		"select/linear", "select/cons_res", "select/cons_tres", NULL};
	int place = 0;
	(void)setting;
	if (swf_slurm_choose(value, names, &place) != 0)
		return -1;
	((struct swf_slurm_draft *)into)->linear = place == 0;
	return 0;
}

int swf_slurm_read_scheduler_parameters(
	const struct swf_slurm_setting *setting, const struct swf_slurm_value *value, void *into)
{
	(void)setting;
	return swf_slurm_read_list(SWF_SLURM_SCHEDULER_PARAMETERS, value, into);
}

int swf_slurm_read_priority_flags(
	const struct swf_slurm_setting *setting, const struct swf_slurm_value *value, void *into)
{
	(void)setting;
	return swf_slurm_read_list(SWF_SLURM_PRIORITY_FLAGS, value, into);
}

int swf_slurm_read_select_parameters(
	const struct swf_slurm_setting *setting, const struct swf_slurm_value *value, void *into)
{
	(void)setting;
	return swf_slurm_read_list(SWF_SLURM_SELECT_PARAMETERS, value, into);
}

int swf_slurm_read_enforcement(
	const struct swf_slurm_setting *setting, const struct swf_slurm_value *value, void *into)
{
	(void)setting;
	return swf_slurm_read_list(SWF_SLURM_ENFORCEMENT, value, into);
}

/* The weights of resources; NULL for what is not modelled. */
struct weights {
	double *cpu, *memory, *node;
};

/* One weight, such as cpu=1000. That of memory is for a MB, or for the unit whose letter is behind
 * it. */
static int read_weight(const struct swf_slurm_value *value, const char *word, size_t length,
	struct weights weights)
{
	static const char units[] = "KMGTP";
	const char *const equals = memchr(word, '=', length);
	double weight = 0;
	if (equals == NULL)
		return swf_slurm_conf_refuse(value, "not a weight such as cpu=1000: '%.*s'",
			(int)(length < 40 ? length : 40), word);
	const size_t name = (size_t)(equals - word);
	const char *end = word + length;
	const bool is_memory = name == 3 && strncasecmp(word, "mem", name) == 0;
	const char *const unit =
		is_memory && end > equals + 1 ? memchr(units, end[-1] & ~32, 5) : NULL;
	end -= unit != NULL;
	if (swf_number_scan(equals + 1, end, &weight) != SWF_SCAN_OK || weight < 0)
		return swf_slurm_conf_refuse(value, "not a weight such as cpu=1000: '%.*s'",
			(int)(length < 40 ? length : 40), word);
	for (const char *u = units + 1; unit != NULL && u < unit; u++)
		weight /= 1024;
	double *const into = is_memory                              ? weights.memory
		: name == 3 && strncasecmp(word, "cpu", name) == 0  ? weights.cpu
		: name == 4 && strncasecmp(word, "node", name) == 0 ? weights.node
								    : NULL;
	if (into == NULL)
		return weight == 0 ? 0 : swf_slurm_tell_part(value, word, name);
	*into = weight;
	return 0;
}

static int read_weights(const struct swf_slurm_value *value, struct weights weights)
{
	for (const char *word = value->text; *word != '\0';) {
		const size_t length = strcspn(word, ",");
		if (length > 0 && read_weight(value, word, length, weights) != 0)
			return -1;
		word += length + (word[length] == ',');
	}
	return 0;
}

int swf_slurm_read_tres_weights(
	const struct swf_slurm_setting *setting, const struct swf_slurm_value *value, void *into)
{
	struct swf_slurm_priority_conf *const priority =
		&((struct swf_slurm_draft *)into)->conf.priority;
	(void)setting;
	return read_weights(
		value, (struct weights){&priority->weight_cpu, &priority->weight_memory, NULL});
}

int swf_slurm_read_billing(
	const struct swf_slurm_setting *setting, const struct swf_slurm_value *value, void *into)
{
	struct swf_slurm_partition_line *const line = into;
	(void)setting;
	line->billing = true;
	line->billing_cpu = line->billing_memory = line->billing_node = 0;
	return read_weights(value,
		(struct weights){&line->billing_cpu, &line->billing_memory, &line->billing_node});
}

int swf_slurm_read_accounting(
	const struct swf_slurm_setting *setting, const struct swf_slurm_value *value, void *into)
{
	static const char *const names[] = {
		"accounting_storage/slurmdbd", "accounting_storage/none", NULL};
	int place = 0;
	(void)setting;
	if (swf_slurm_choose(value, names, &place) != 0)
		return -1;
	((struct swf_slurm_draft *)into)->has_slurmdbd = place == 0;
	return 0;
}
