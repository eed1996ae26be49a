/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * GresTypes, and what the nodes have of GPUs: Gres=gpu:a100:4,gpu:v100:2 or gpu:4. Of other generic
 * resources is told that they are not modelled. And the weights of types in lists of resources.
 *
 * A type that only gres.conf names is none, as in Slurm 22.05: it ignores such a line of gres.conf,
 * and refuses jobs of that type.
 */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/array.h"
#include "base/number.h"
#include "slurm/conf/settings.h"

/* One of a list of generic resources. */
struct gres {
	const char *name, *type;
	size_t name_length, type_length; /* no type: 0 */
	int64_t count;
};

/* The length of a word up to a comma that is not in parentheses. */
static size_t word_length(const char *text)
{
	size_t length = 0;
	bool inside = false;
	for (; text[length] != '\0' && (inside || text[length] != ','); length++)
		inside = text[length] == '(' || (inside && text[length] != ')');
	return length;
}

/* A count, with a K or M behind it that stands for 1024 or its square. Whether it is one. */
static bool read_count(const char *text, size_t length, int64_t *count)
{
	const char *p = text;
	const char *const end = text + length;
	if (!swf_number_scan_digits(&p, end, INT32_MAX, count))
		return false;
	if (p < end && (*p & ~32) == 'K')
		*count *= 1024, p++;
	else if (p < end && (*p & ~32) == 'M')
		*count *= 1024 * 1024, p++;
	return p == end && *count <= INT32_MAX;
}

/* The next of a list, NAME[:TYPE][:no_consume][:COUNT][(SOCKETS)], whose rest is behind it then: 1,
 * 0 at the end, -1 where it is none. */
static int next_gres(const char **rest, struct gres *gres)
{
	const char *p = *rest + strspn(*rest, ",");
	const size_t length = word_length(p);
	if (length == 0)
		return 0;
	*rest = p + length;
	const char *const paren = memchr(p, '(', length);
	const char *const end = paren != NULL ? paren : p + length;
	*gres = (struct gres){.name = p, .name_length = strcspn(p, ":,("), .count = 1};
	for (p += gres->name_length; p < end && *p == ':';) {
		const char *const part = ++p;
		p += strcspn(part, ":,(");
		const size_t size = (size_t)(p - part);
		/* a number is a type where a count follows: gpu:3090:4 */
		if ((p == end && read_count(part, size, &gres->count)) ||
			(size == strlen("no_consume") &&
				strncasecmp(part, "no_consume", size) == 0))
			continue;
		if (size == 0)
			return -1;
		gres->type = gres->type != NULL ? gres->type : part;
		gres->type_length = (size_t)(p - gres->type);
	}
	return gres->name_length > 0 && p == end ? 1 : -1;
}

static bool is_gpu(const struct gres *gres)
{
	return gres->name_length == 3 && strncasecmp(gres->name, "gpu", 3) == 0;
}

/* Tells of a generic resource that is not modelled. */
static int tell_other(const struct swf_slurm_value *value, const char *name, size_t length)
{
	return swf_slurm_tell_tres(value,
		&(struct swf_slurm_tres){.word = name, .name_length = length},
		SWF_SLURM_NOT_MODELLED, NULL);
}

int swf_slurm_read_gres_types(
	const struct swf_slurm_setting *setting, const struct swf_slurm_value *value, void *into)
{
	struct swf_slurm_draft *const draft = into;
	(void)setting;
	for (const char *p = value->text; *p != '\0';) {
		const struct gres gres = {.name = p, .name_length = strcspn(p, ",")};
		p += gres.name_length + (p[gres.name_length] == ',');
		if (is_gpu(&gres))
			draft->has_gpus = true;
		else if (gres.name_length > 0 &&
			tell_other(value, gres.name, gres.name_length) != 0)
			return -1;
	}
	return 0;
}

int swf_slurm_read_gres(
	const struct swf_slurm_setting *setting, const struct swf_slurm_value *value, void *into)
{
	const char *rest = value->text;
	struct gres gres;
	int more;
	while ((more = next_gres(&rest, &gres)) == 1)
		if (!is_gpu(&gres) && tell_other(value, gres.name, gres.name_length) != 0)
			return -1;
	if (more < 0)
		return swf_slurm_conf_refuse(
			value, "not a list such as gpu:a100:4: '%.60s'", value->text);
	return swf_slurm_read_text(setting, value, into);
}

size_t swf_slurm_gpu_type(const struct swf_slurm_conf *conf, const char *type, size_t length)
{
	size_t place = 0;
	while (place < conf->gpu_type_count &&
		(strlen(conf->gpu_types[place]) != length ||
			strncasecmp(conf->gpu_types[place], type, length) != 0))
		place++;
	return place;
}

/* The place of a type, which joins them if need be; SIZE_MAX when there is no memory. */
static size_t type_place(struct swf_slurm_conf *conf, const struct gres *gres, size_t *capacity)
{
	const char *const type = gres->type != NULL ? gres->type : "";
	const size_t place = swf_slurm_gpu_type(conf, type, gres->type_length);
	if (place < conf->gpu_type_count)
		return place;
	const char **larger = swf_array_reserve_from(
		4, conf->gpu_types, conf->gpu_type_count, capacity, sizeof *larger);
	char *const name = swf_slurm_names_put(conf->names, type, gres->type_length);
	if (larger == NULL || name == NULL) {
		conf->gpu_types = larger != NULL ? larger : conf->gpu_types;
		return SIZE_MAX;
	}
	for (char *p = name; *p != '\0'; p++)
		*p = (char)tolower((unsigned char)*p);
	conf->gpu_types = larger;
	larger[conf->gpu_type_count++] = name;
	return place;
}

static void add_count(int32_t *sum, int64_t count)
{
	*sum = count < INT32_MAX - *sum ? *sum + (int32_t)count : INT32_MAX;
}

/* Goes through the GPUs of all nodes: finds their types, or where `counts` is not NULL adds them to
 * it. 0, or -1 when there is no memory. */
static int each_gpu(struct swf_slurm_conf *conf, size_t *capacity, int32_t *counts)
{
	for (size_t n = 0; n < conf->node_count; n++) {
		const char *rest = conf->nodes[n].gres;
		struct gres gres;
		while (rest != NULL && next_gres(&rest, &gres) == 1) {
			if (!is_gpu(&gres) || gres.count == 0)
				continue;
			const size_t type = type_place(conf, &gres, capacity);
			if (type == SIZE_MAX)
				return -1;
			if (counts != NULL)
				add_count(&counts[n * conf->gpu_type_count + type], gres.count);
		}
	}
	return 0;
}

/* A list that is read once more, for its weights of types. */
struct typed {
	struct swf_slurm_draft *draft;
	double *weights;
};

static int take_weight(
	const struct swf_slurm_value *value, const struct swf_slurm_tres *tres, void *into)
{
	struct typed *const typed = into;
	const struct swf_slurm_conf *const conf = &typed->draft->conf;
	double weight = 0;
	(void)value;
	if (tres->kind != SWF_SLURM_TRES_GPU_TYPE || swf_slurm_is_untracked(conf, tres) ||
		swf_number_scan(tres->amount, tres->amount + tres->amount_length, &weight) !=
			SWF_SCAN_OK)
		return 0;
	const size_t type = swf_slurm_gpu_type(conf, tres->type, tres->type_length);
	if (type == conf->gpu_type_count)
		return 0;
	if (typed->weights == NULL)
		typed->weights = calloc(conf->gpu_type_count, sizeof *typed->weights);
	if (typed->weights == NULL)
		return swf_fail_memory(typed->draft->report.error);
	typed->weights[type] = weight;
	return 0;
}

int swf_slurm_gpu_weights(struct swf_slurm_draft *draft, const char *list, double **weights)
{
	struct typed typed = {.draft = draft};
	const struct swf_slurm_value value = {.text = list, .report = &draft->report};
	const int result = list != NULL ? swf_slurm_read_tres(&value, "", take_weight, &typed) : 0;
	*weights = typed.weights;
	return result;
}

/* GPUs without a type count for the first type that is tracked, where gres/gpu is not: Slurm takes
 * some type to have them counted at all. */
static size_t find_type_of_untyped(const struct swf_slurm_conf *conf)
{
	static const char gpus[] = "gres/gpu";
	enum { GPUS = sizeof gpus - 1 };
	size_t first = conf->gpu_type_count;
	for (const char *word = conf->tracked; *word != '\0';) {
		const size_t length = strcspn(word, ",");
		const bool are_gpus = length >= GPUS && strncasecmp(word, gpus, GPUS) == 0;
		if (are_gpus && length == GPUS)
			return conf->gpu_type_count;
		if (are_gpus && word[GPUS] == ':' && first == conf->gpu_type_count)
			first = swf_slurm_gpu_type(conf, word + GPUS + 1, length - GPUS - 1);
		word += length + (word[length] == ',');
	}
	return first;
}

int swf_slurm_settle_gpus(struct swf_slurm_draft *draft)
{
	struct swf_slurm_conf *const conf = &draft->conf;
	size_t capacity = 0;
	if (!draft->has_gpus)
		return 0;
	if (each_gpu(conf, &capacity, NULL) != 0)
		return swf_fail_memory(draft->report.error);
	if (conf->gpu_type_count == 0)
		return 0;
	conf->gpus = calloc(conf->node_count * conf->gpu_type_count, sizeof *conf->gpus);
	if (conf->gpus == NULL || each_gpu(conf, &capacity, conf->gpus) != 0)
		return swf_fail_memory(draft->report.error);
	conf->type_of_untyped = find_type_of_untyped(conf);
	return swf_slurm_gpu_weights(draft, draft->priority_tres, &conf->priority.weight_gpu_types);
}
