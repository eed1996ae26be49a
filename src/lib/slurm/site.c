#include "slurm/site.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "slurm/known.h"
#include "slurm/members.h"
#include "slurm/number-names.h"

#define NONE SWF_SLURM_NO_PLACE

struct swf_slurm_numbers {
	struct swf_slurm_number_names names;
	struct swf_slurm_members members;
	/* Partitions and QOS, NONE for those that there are not; accounts, the association or NONE
	 * for a job without one; and users, the place among the members. */
	struct swf_slurm_known partitions, qos, accounts, users;
	struct swf_index pairs;              /* of users and accounts */
	struct swf_slurm_known associations; /* of a pair in a partition; with the default QOS */
	struct swf_slurm_assumed assumed;
};

int swf_slurm_site_begin(
	struct swf_slurm_site *site, const struct swf_header *header, const struct swf_names *names)
{
	struct swf_slurm_numbers *numbers = site->numbers = calloc(1, sizeof *numbers);
	if (numbers == NULL)
		return -1;
	if (swf_slurm_number_names_init(&numbers->names, header, names) == 0 &&
		swf_slurm_members_init(&numbers->members, site->associations) == 0)
		return 0;
	swf_slurm_site_end(site);
	return -1;
}

void swf_slurm_site_end(struct swf_slurm_site *site)
{
	struct swf_slurm_numbers *numbers = site->numbers;
	if (numbers == NULL)
		return;
	swf_slurm_number_names_clear(&numbers->names);
	swf_slurm_members_clear(&numbers->members);
	swf_slurm_known_clear(&numbers->partitions);
	swf_slurm_known_clear(&numbers->qos);
	swf_slurm_known_clear(&numbers->accounts);
	swf_slurm_known_clear(&numbers->users);
	swf_index_clear(&numbers->pairs);
	swf_slurm_known_clear(&numbers->associations);
	free(numbers);
	site->numbers = NULL;
}

/* The partition of a name or, of a list of names, the first that there is; NONE for none. */
static uint32_t partition_named(const struct swf_slurm_conf *conf, const char *names)
{
	for (const char *p = names;; p++) {
		char name[SWF_SLURM_NAME_ROOM];
		const size_t length = strcspn(p, ",");
		snprintf(name, sizeof name, "%.*s", (int)length, p);
		const size_t partition = swf_slurm_conf_partition(conf, name);
		if (partition < conf->partition_count)
			return (uint32_t)partition;
		p += length;
		if (*p == '\0')
			return NONE;
	}
}

static uint32_t qos_named(const struct swf_slurm_associations *associations, const char *name)
{
	const size_t qos = swf_slurm_qos_named(associations, name);
	return qos < associations->qos_count ? (uint32_t)qos : NONE;
}

/* Counts a job whose number stands for nothing there. */
static void count_unknown(struct swf_slurm_numbers *numbers, struct swf_slurm_unknown *unknown,
	enum swf_name_kind kind, int64_t number)
{
	char room[SWF_SLURM_NAME_ROOM];
	if (unknown->jobs++ == 0)
		snprintf(unknown->example, sizeof unknown->example, "%s",
			swf_slurm_number_names_of(&numbers->names, kind, number, room));
}

/* The partition of a job: 1 with `partition` set, 0 for none, -1 when there is no memory. */
static int find_partition(
	const struct swf_slurm_site *site, const struct swf_job *job, uint32_t *partition)
{
	struct swf_slurm_numbers *numbers = site->numbers;
	const struct swf_slurm_conf *conf = site->conf;
	*partition = (uint32_t)conf->default_partition;
	if (job->partition < 0) {
		numbers->assumed.no_partition++;
		return conf->default_partition < conf->partition_count;
	}
	const struct swf_slurm_value *value =
		swf_slurm_known_value(&numbers->partitions, job->partition);
	if (value == NULL) {
		char room[SWF_SLURM_NAME_ROOM];
		const char *name = swf_slurm_number_names_of(
			&numbers->names, SWF_NAME_PARTITION, job->partition, room);
		value = swf_slurm_known_learn(&numbers->partitions, job->partition,
			(struct swf_slurm_value){partition_named(conf, name), NONE});
		if (value == NULL)
			return -1;
	}
	if (value->first != NONE) {
		*partition = value->first;
		return 1;
	}
	count_unknown(numbers, &numbers->assumed.partition, SWF_NAME_PARTITION, job->partition);
	return conf->default_partition < conf->partition_count;
}

/* The account of a number, an association. NULL when there is no memory. */
static const struct swf_slurm_value *find_account(const struct swf_slurm_site *site, int64_t number)
{
	struct swf_slurm_numbers *numbers = site->numbers;
	struct swf_slurm_value value = {NONE, NONE};
	char room[SWF_SLURM_NAME_ROOM];
	const struct swf_slurm_value *known = swf_slurm_known_value(&numbers->accounts, number);
	if (known != NULL)
		return known;
	if (number >= 0) {
		value.first = swf_slurm_members_account(&numbers->members, site->associations,
			swf_slurm_number_names_of(&numbers->names, SWF_NAME_GROUP, number, room));
		if (value.first == NONE)
			return NULL;
	}
	return swf_slurm_known_learn(&numbers->accounts, number, value);
}

/* The user of a number, a place among the members. NULL when there is no memory. */
static const struct swf_slurm_value *find_user(struct swf_slurm_numbers *numbers, int64_t number)
{
	char room[SWF_SLURM_NAME_ROOM];
	const struct swf_slurm_value *known = swf_slurm_known_value(&numbers->users, number);
	if (known != NULL)
		return known;
	const uint32_t user = swf_slurm_members_user(&numbers->members,
		swf_slurm_number_names_of(&numbers->names, SWF_NAME_USER, number, room));
	if (user == NONE)
		return NULL;
	return swf_slurm_known_learn(&numbers->users, number, (struct swf_slurm_value){user, NONE});
}

/* The default QOS of an association: its own, that of the account next above it, or "normal". */
static uint32_t default_qos(const struct swf_slurm_associations *associations, uint32_t association)
{
	const struct swf_slurm_association *list = associations->list;
	size_t i = association;
	while (i != 0 && list[i].default_qos == NULL)
		i = list[i].parent;
	const char *name = list[i].default_qos != NULL ? list[i].default_qos : "normal";
	const uint32_t qos = qos_named(associations, name);
	return qos != NONE ? qos : 0;
}

/* The association of a job in its partition, with its default QOS. NULL when there is no memory. */
static const struct swf_slurm_value *find_association(
	struct swf_slurm_site *site, const struct swf_job *job, uint32_t user, uint32_t partition)
{
	struct swf_slurm_numbers *numbers = site->numbers;
	const struct swf_slurm_value *account = find_account(site, job->group);
	if (account == NULL)
		return NULL;
	const uint32_t in = account->first;
	const size_t pair = swf_index_add(&numbers->pairs, (int64_t)user << 32 | (int64_t)in);
	if (pair == SIZE_MAX)
		return NULL;
	const int64_t key = (int64_t)(pair * site->conf->partition_count + partition);
	const struct swf_slurm_value *value = swf_slurm_known_value(&numbers->associations, key);
	if (value != NULL)
		return value;
	const uint32_t association = swf_slurm_members_association(
		&numbers->members, site->associations, site->conf, user, in, partition);
	if (association == NONE)
		return NULL;
	return swf_slurm_known_learn(&numbers->associations, key,
		(struct swf_slurm_value){
			association, default_qos(site->associations, association)});
}

/* The QOS that a job names, or `otherwise`. NONE when there is no memory. */
static uint32_t find_qos(
	const struct swf_slurm_site *site, const struct swf_job *job, uint32_t otherwise)
{
	struct swf_slurm_numbers *numbers = site->numbers;
	if (job->queue < 0)
		return otherwise;
	const struct swf_slurm_value *value = swf_slurm_known_value(&numbers->qos, job->queue);
	if (value == NULL) {
		char room[SWF_SLURM_NAME_ROOM];
		const char *name = swf_slurm_number_names_of(
			&numbers->names, SWF_NAME_QUEUE, job->queue, room);
		value = swf_slurm_known_learn(&numbers->qos, job->queue,
			(struct swf_slurm_value){qos_named(site->associations, name), NONE});
		if (value == NULL)
			return NONE;
	}
	if (value->first != NONE)
		return value->first;
	count_unknown(numbers, &numbers->assumed.qos, SWF_NAME_QUEUE, job->queue);
	return otherwise;
}

int swf_slurm_who(struct swf_slurm_site *site, const struct swf_job *job, struct swf_slurm_who *who)
{
	const int found = find_partition(site, job, &who->partition);
	if (found <= 0)
		return found;
	const struct swf_slurm_value *user = find_user(site->numbers, job->user);
	if (user == NULL)
		return -1;
	who->user = user->first;
	const struct swf_slurm_value *association =
		find_association(site, job, who->user, who->partition);
	if (association == NULL)
		return -1;
	who->association = association->first;
	who->qos = find_qos(site, job, association->second);
	return who->qos == NONE ? -1 : 1;
}

struct swf_slurm_assumed swf_slurm_site_assumed(const struct swf_slurm_site *site)
{
	struct swf_slurm_assumed assumed = site->numbers->assumed;
	assumed.accounts = site->numbers->members.new_accounts;
	assumed.users = site->numbers->members.new_users;
	return assumed;
}
