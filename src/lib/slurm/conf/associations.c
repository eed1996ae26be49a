#include "slurm/conf/associations.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "slurm/conf/read-associations.h"

const struct swf_slurm_limits swf_slurm_no_limits = {SWF_SLURM_UNLIMITED, SWF_SLURM_UNLIMITED,
	SWF_SLURM_UNLIMITED, SWF_SLURM_UNLIMITED, SWF_SLURM_UNLIMITED, SWF_SLURM_UNLIMITED,
	SWF_SLURM_UNLIMITED, SWF_SLURM_UNLIMITED, SWF_SLURM_UNLIMITED, SWF_SLURM_UNLIMITED,
	SWF_SLURM_UNLIMITED, SWF_SLURM_UNLIMITED, SWF_SLURM_UNLIMITED, (double)INFINITY};

size_t swf_slurm_add_association(struct swf_slurm_associations *associations, const char *name,
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
		.limits = swf_slurm_no_limits};
	return associations->count++;
}

size_t swf_slurm_add_account(struct swf_slurm_associations *associations, const char *name)
{
	return swf_slurm_add_association(associations, name, strlen(name), false, 0);
}

size_t swf_slurm_add_user(
	struct swf_slurm_associations *associations, size_t account, const char *name)
{
	return swf_slurm_add_association(associations, name, strlen(name), true, account);
}

size_t swf_slurm_qos_named(const struct swf_slurm_associations *associations, const char *name)
{
	size_t i = 0;
	while (i < associations->qos_count && strcmp(associations->qos[i].name, name) != 0)
		i++;
	return i;
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
	if (dump != NULL && swf_slurm_read_dump(associations, dump, report) != 0)
		return -1;
	if (swf_slurm_read_qos(associations, qos, report) != 0)
		return -1;
	return dump != NULL && qos != NULL
		? check_default_qos(associations, dump, qos, report->error)
		: 0;
}

struct swf_slurm_associations *swf_slurm_associations_read(const char *dump, const char *qos,
	const struct swf_slurm_listener *listener, struct swf_error *error)
{
	struct swf_slurm_report report = {.error = error};
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

void swf_slurm_associations_free(struct swf_slurm_associations *associations)
{
	if (associations == NULL)
		return;
	free(associations->list);
	free(associations->qos);
	swf_slurm_names_free(associations->names);
	free(associations);
}
