/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "unit/slurm/conf/slurm-files.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "unit/suites.h"

/* Puts "FILE" where an error has the path. */
static void rename_file(struct swf_error *error, const char *path)
{
	char text[sizeof error->text];
	const char *const at = strstr(error->text, path);
	if (at == NULL)
		return;
	snprintf(text, sizeof text, "%.*sFILE%s", (int)(at - error->text), error->text,
		at + strlen(path));
	memcpy(error->text, text, sizeof text);
}

struct swf_slurm_conf *conf_of(
	const char *text, const struct swf_slurm_listener *listener, struct swf_error *error)
{
	char path[] = "/tmp/confXXXXXX";
	write_file(path, text, strlen(text));
	struct swf_slurm_conf *conf = swf_slurm_conf_read(path, listener, error);
	unlink(path);
	if (conf == NULL)
		rename_file(error, path);
	return conf;
}

struct swf_slurm_associations *associations_of(const char *dump, const char *qos,
	const struct swf_slurm_conf *conf, const struct swf_slurm_listener *listener,
	struct swf_error *error)
{
	char dump_path[] = "/tmp/dumpXXXXXX", qos_path[] = "/tmp/qosXXXXXX";
	if (dump != NULL)
		write_file(dump_path, dump, strlen(dump));
	if (qos != NULL)
		write_file(qos_path, qos, strlen(qos));
	struct swf_slurm_associations *associations =
		swf_slurm_associations_read(dump != NULL ? dump_path : NULL,
			qos != NULL ? qos_path : NULL, conf, listener, error);
	if (dump != NULL)
		unlink(dump_path);
	if (qos != NULL)
		unlink(qos_path);
	if (associations == NULL) {
		rename_file(error, dump_path);
		rename_file(error, qos_path);
	}
	return associations;
}

static void take(void *self, const struct swf_slurm_told *setting)
{
	struct told *const told = self;
	ck_assert(setting->file != NULL && setting->value != NULL);
	if (strcmp(setting->name, told->name) != 0)
		return;
	told->kind = setting->kind;
	told->line = setting->line;
	told->times++;
}

struct swf_slurm_listener listener_to(struct told *told)
{
	return (struct swf_slurm_listener){told, take};
}
