/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A list of licences is read once for each number of the log. `lists` has for each number where its
 * wants begin and how many they are; wants of all lists stand one after the other, each licence
 * once in a list. Between calls `used` of a licence is the sum over the jobs that run.
 */
#include "slurm/model/licenses.h"

#include <stdlib.h>

#include "base/array.h"
#include "base/hash.h"
#include "slurm/conf/settings.h"

struct want {
	size_t license; /* its place in the configuration */
	int64_t count;
};

struct list {
	size_t begin, count; /* of the wants */
	bool refused;
};

struct swf_slurm_licenses {
	struct swf_slurm_site *site;
	int64_t *used; /* of each licence of the configuration */
	struct swf_index numbers;
	struct list *lists; /* by the place of their number */
	struct want *wants;
	size_t list_capacity, want_count, want_capacity;
};

struct swf_slurm_licenses *swf_slurm_licenses_new(struct swf_slurm_site *site)
{
	struct swf_slurm_licenses *all = calloc(1, sizeof *all);
	if (all == NULL)
		return NULL;
	all->site = site;
	all->used = calloc(site->conf->license_count + 1, sizeof *all->used);
	if (all->used == NULL) {
		free(all);
		return NULL;
	}
	return all;
}

void swf_slurm_licenses_free(struct swf_slurm_licenses *all)
{
	if (all == NULL)
		return;
	swf_index_clear(&all->numbers);
	free(all->used);
	free(all->lists);
	free(all->wants);
	free(all);
}

/* Adds to what a list wants. 0, or -1 when there is no memory. */
static int add_want(struct swf_slurm_licenses *all, struct list *list, struct want want)
{
	for (size_t i = list->begin; i < list->begin + list->count; i++)
		if (all->wants[i].license == want.license) {
			all->wants[i].count += want.count;
			return 0;
		}
	struct want *larger =
		swf_array_reserve(all->wants, all->want_count, &all->want_capacity, sizeof *larger);
	if (larger == NULL)
		return -1;
	all->wants = larger;
	larger[all->want_count++] = want;
	list->count++;
	return 0;
}

/* 0, or -1 when there is no memory. */
static int read_list(struct swf_slurm_licenses *all, const char *text, struct list *list)
{
	const struct swf_slurm_conf *conf = all->site->conf;
	struct swf_slurm_license license;
	int more;
	*list = (struct list){.begin = all->want_count};
	while ((more = swf_slurm_license_next(&text, &license)) == 1) {
		const size_t place =
			swf_slurm_license_find(conf->licenses, conf->license_count, &license);
		if (place == conf->license_count) {
			list->refused = true;
			return 0;
		}
		if (add_want(all, list, (struct want){place, license.count}) != 0)
			return -1;
	}
	list->refused = more < 0;
	for (size_t i = list->begin; i < list->begin + list->count; i++)
		list->refused |= all->wants[i].count > conf->licenses[all->wants[i].license].count;
	return 0;
}

int swf_slurm_licenses_of(struct swf_slurm_licenses *all, struct swf_slurm_job *job)
{
	const int32_t number = job->task->job->licenses;
	job->licenses = 0;
	if (number <= 0)
		return 1;
	size_t place = swf_index_find(&all->numbers, number);
	if (place == SIZE_MAX) {
		char room[SWF_SLURM_NAME_ROOM];
		struct list *lists = swf_array_reserve(
			all->lists, all->numbers.count, &all->list_capacity, sizeof *lists);
		if (lists == NULL)
			return -1;
		all->lists = lists;
		struct list list;
		if (read_list(all, swf_slurm_site_licenses(all->site, number, room), &list) != 0 ||
			(place = swf_index_add(&all->numbers, number)) == SIZE_MAX)
			return -1;
		lists[place] = list;
	}
	if (all->lists[place].refused) {
		swf_slurm_site_refuse_licenses(all->site, number);
		return 0;
	}
	if (all->lists[place].count > 0)
		job->licenses = (uint32_t)place + 1;
	return 1;
}

bool swf_slurm_licenses_allow(const struct swf_slurm_licenses *all, const struct swf_slurm_job *job)
{
	if (job->licenses == 0)
		return true;
	const struct list *list = &all->lists[job->licenses - 1];
	for (size_t i = list->begin; i < list->begin + list->count; i++) {
		const struct want *want = &all->wants[i];
		if (all->used[want->license] + want->count >
			all->site->conf->licenses[want->license].count)
			return false;
	}
	return true;
}

static void count(struct swf_slurm_licenses *all, const struct swf_slurm_job *job, int64_t sign)
{
	if (job->licenses == 0)
		return;
	const struct list *list = &all->lists[job->licenses - 1];
	for (size_t i = list->begin; i < list->begin + list->count; i++)
		all->used[all->wants[i].license] += sign * all->wants[i].count;
}

void swf_slurm_licenses_take(struct swf_slurm_licenses *all, const struct swf_slurm_job *job)
{
	count(all, job, 1);
}

void swf_slurm_licenses_give_back(struct swf_slurm_licenses *all, const struct swf_slurm_job *job)
{
	count(all, job, -1);
}
