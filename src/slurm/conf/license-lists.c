/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Lists of licences, such as "fluent:30,matlab": those of a slurm.conf and those of a job.
 *
 * Source: src/slurmctld/licenses.c of Slurm 22.05. A list that it refuses is refused here.
 */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "slurm/conf/settings.h"

int swf_slurm_license_next(const char **rest, struct swf_slurm_license *license)
{
	const char *p = *rest + strspn(*rest, ",;");
	const size_t length = strcspn(p, ",;"), name = strcspn(p, ":*,;");
	if (length == 0)
		return 0;
	*rest = p + length;
	*license = (struct swf_slurm_license){.name = p, .length = name, .count = 1};
	for (size_t i = 0; i < name; i++)
		if (isspace((unsigned char)p[i]))
			return -1;
	if (name == length)
		return 1;
	char *end;
	const long long count = strtoll(p + name + 1, &end, 10);
	if (end != p + length || count < 0 || count > INT32_MAX)
		return -1;
	license->count = count;
	return 1;
}

size_t swf_slurm_license_find(
	const struct swf_slurm_license *list, size_t count, const struct swf_slurm_license *named)
{
	size_t i = 0;
	while (i < count &&
		(list[i].length != named->length ||
			memcmp(list[i].name, named->name, named->length) != 0))
		i++;
	return i;
}

int swf_slurm_read_licenses(
	const struct swf_slurm_setting *setting, const struct swf_slurm_value *value, void *into)
{
	struct swf_slurm_conf *const conf = &((struct swf_slurm_draft *)into)->conf;
	const char *rest = value->text;
	struct swf_slurm_license license;
	size_t capacity = conf->license_count;
	int more;
	(void)setting;
	while ((more = swf_slurm_license_next(&rest, &license)) == 1) {
		const size_t place =
			swf_slurm_license_find(conf->licenses, conf->license_count, &license);
		if (place < conf->license_count) {
			conf->licenses[place].count += license.count;
			continue;
		}
		struct swf_slurm_license *larger = swf_array_reserve(
			conf->licenses, conf->license_count, &capacity, sizeof *larger);
		if (larger == NULL)
			return swf_fail_memory(value->report->error);
		conf->licenses = larger;
		larger[conf->license_count++] = license;
	}
	return more == 0
		? 0
		: swf_slurm_conf_refuse(value,
			  "not a list of licences such as fluent:30,matlab: '%.100s'", value->text);
}
