/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Reservations of nodes, such as those for maintenance, as `scontrol show reservation` prints them:
 * words NAME=VALUE, of which ReservationName begins the next one.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/array.h"
#include "slurm/conf/node-lines.h"

struct reading {
	const struct swf_slurm_conf *conf;
	const struct swf_calendar *calendar;
	struct swf_slurm_lines lines;
	struct swf_slurm_report report;
	struct swf_slurm_reserved_list *list;
	size_t capacity;
	struct swf_names nodes; /* those of the configuration by their places, then others */
};

static int add_node(
	void *self, const struct swf_slurm_value *value, const char *name, size_t length)
{
	struct reading *const r = self;
	(void)value;
	const uint32_t n = swf_names_put(&r->nodes, name, length);
	if (n == SWF_NO_NAME)
		return swf_fail_memory(r->report.error);
	/* nodes that the configuration lacks, or that are left out, have nothing to be reserved */
	if (n < r->conf->node_count)
		r->list->list[r->list->count - 1].nodes[n / 64] |= UINT64_C(1) << n % 64;
	return 0;
}

static int begin_one(struct reading *r, const char *name)
{
	struct swf_slurm_reserved *larger = swf_array_reserve_from(
		8, r->list->list, r->list->count, &r->capacity, sizeof *larger);
	if (larger == NULL)
		return swf_fail_memory(r->report.error);
	r->list->list = larger;
	struct swf_slurm_reserved *one = &larger[r->list->count];
	*one = (struct swf_slurm_reserved){.start = NAN, .end = NAN};
	one->name = swf_slurm_names_put(r->conf->names, name, strlen(name));
	one->nodes = calloc(r->conf->words, sizeof *one->nodes);
	r->list->count++;
	return one->name != NULL && one->nodes != NULL ? 0 : swf_fail_memory(r->report.error);
}

static int read_time(struct reading *r, const struct swf_slurm_value *value, double *time)
{
	struct swf_error error;
	if (swf_calendar_read(r->calendar, value->text, false, time, &error) == 0)
		return 0;
	return swf_slurm_conf_refuse(value, "%.200s", error.text);
}

/* Reads a word; those that say nothing of when and where are passed over. */
static int read_word(struct reading *r, char *word)
{
	char *const equals = strchr(word, '=');
	if (equals == NULL)
		return 0;
	*equals = '\0';
	const struct swf_slurm_value value = {
		r->lines.file, r->lines.line, word, equals + 1, &r->report, NULL, NULL};
	if (strcasecmp(word, "ReservationName") == 0)
		return begin_one(r, value.text);
	if (r->list->count == 0)
		return swf_slurm_conf_refuse(&value, "stands before the first ReservationName");
	struct swf_slurm_reserved *const one = &r->list->list[r->list->count - 1];
	if (strcasecmp(word, "StartTime") == 0)
		return read_time(r, &value, &one->start);
	if (strcasecmp(word, "EndTime") == 0)
		return read_time(r, &value, &one->end);
	if (strcasecmp(word, "Nodes") == 0 && value.text[0] != '(' && value.text[0] != '\0')
		return swf_slurm_each_host(&value, value.text, add_node, r);
	return 0;
}

static int read_line(struct reading *r)
{
	for (char *p = r->lines.text; *p != '\0';) {
		char *const word = p + strspn(p, " \t\r\n");
		p = word + strcspn(word, " \t\r\n");
		const bool more = *p != '\0';
		*p = '\0';
		p += more;
		if (*word != '\0' && read_word(r, word) != 0)
			return -1;
	}
	return 0;
}

static int read_all(struct reading *r)
{
	int more;
	for (size_t n = 0; n < r->conf->node_count; n++)
		if (swf_names_put(&r->nodes, r->conf->nodes[n].name,
			    strlen(r->conf->nodes[n].name)) == SWF_NO_NAME)
			return swf_fail_memory(r->report.error);
	while ((more = swf_slurm_lines_next(&r->lines, r->report.error)) == 1)
		if (read_line(r) != 0)
			return -1;
	if (more < 0)
		return -1;
	for (size_t i = 0; i < r->list->count; i++) {
		const struct swf_slurm_reserved *const one = &r->list->list[i];
		if (!(one->start <= one->end))
			return swf_fail(r->report.error,
				"%.100s: reservation '%.60s' has no StartTime or EndTime, or ends "
				"before it starts",
				r->lines.file, one->name);
		if (one->end > r->list->last_end)
			r->list->last_end = one->end;
	}
	return 0;
}

int swf_slurm_reserved_read(const char *file, const struct swf_slurm_conf *conf,
	const struct swf_calendar *calendar, struct swf_slurm_reserved_list *list,
	struct swf_error *error)
{
	struct reading r = {
		.conf = conf, .calendar = calendar, .report = {.error = error}, .list = list};
	*list = (struct swf_slurm_reserved_list){.last_end = -INFINITY};
	const int result = swf_slurm_lines_open(&r.lines, file, error) == 0 ? read_all(&r) : -1;
	swf_slurm_lines_close(&r.lines);
	swf_names_clear(&r.nodes);
	return result;
}

void swf_slurm_reserved_clear(struct swf_slurm_reserved_list *list)
{
	for (size_t i = 0; i < list->count; i++)
		free(list->list[i].nodes);
	free(list->list);
	*list = (struct swf_slurm_reserved_list){.last_end = -INFINITY};
}
