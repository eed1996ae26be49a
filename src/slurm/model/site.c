/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What the numbers of a log stand for: partition, QOS, user, account and association of each job.
 *
 * A number is looked up by its name once and then kept in a struct known_numbers, so that a job
 * costs six look-ups in hash tables, however many names there are. Users and accounts that the
 * files lack join the tree when they are met first. Places in it never change, so the answers that
 * were kept stay right.
 */
#include "slurm/slurm.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/array.h"
#include "base/hash.h"
#include "slurm/model/slurm-job.h"

/* No place, where one stands for none or for no memory. */
#define NONE UINT32_MAX

/* Begins with {0}. */
struct number_names {
	const struct swf_header *header;
	const struct swf_names *names;              /* of all kinds, or NULL */
	struct swf_name *by_number[SWF_NAME_KINDS]; /* those that have numbers */
	size_t counts[SWF_NAME_KINDS];
};

static int compare_number(const void *key, const void *element)
{
	const int64_t number = *(const int64_t *)key;
	const int64_t other = ((const struct swf_name *)element)->number;
	return (number > other) - (number < other);
}

static const char *skip_blanks(const char *text)
{
	return text + strspn(text, " \t");
}

/* Whether the line is "; LABEL: NUMBER NAME", with the name put into `name`. What stands in
 * parentheses behind the number explains it, and is no name. */
static bool is_line_of(
	const char *line, const char *label, int64_t number, char name[SWF_SLURM_NAME_ROOM])
{
	const char *p = skip_blanks(line + strspn(line, ";"));
	if (strncmp(p, label, strlen(label)) != 0)
		return false;
	p = skip_blanks(p + strlen(label));
	char *end;
	if (*p != ':' || strtoll(p + 1, &end, 10) != number || end == p + 1)
		return false;
	const char *word = skip_blanks(end);
	const size_t length = strcspn(word, " \t");
	if (word == end || *word == '(' || length == 0)
		return false;
	snprintf(name, SWF_SLURM_NAME_ROOM, "%.*s", (int)length, word);
	return true;
}

/* The name of a number: from the table of names; of a queue or partition else from the header, the
 * word behind it in a line such as "; Partition: 3 batch"; else the number itself. It may be put
 * into `room`. */
static const char *name_of_number(const struct number_names *numbers, enum swf_name_kind kind,
	int64_t number, char room[SWF_SLURM_NAME_ROOM])
{
	const char *label = kind == SWF_NAME_QUEUE ? "Queue"
		: kind == SWF_NAME_PARTITION       ? "Partition"
						   : NULL;
	const struct swf_name *name = numbers->counts[kind] == 0
		? NULL
		: bsearch(&number, numbers->by_number[kind], numbers->counts[kind], sizeof *name,
			  compare_number);
	if (name != NULL)
		return numbers->names[kind].texts + name->text;
	for (size_t i = 0; label != NULL && i < swf_header_lines(numbers->header); i++)
		if (is_line_of(swf_header_line(numbers->header, i), label, number, room))
			return room;
	snprintf(room, SWF_SLURM_NAME_ROOM, "%" PRId64, number);
	return room;
}

/* Begins with {0}. */
struct members {
	struct swf_names users, accounts;
	uint32_t *account_of; /* the association of each account */
	uint32_t *first_of;   /* the first association of each user */
	uint32_t *next_of;    /* of each association: the next one of this user */
	size_t account_capacity, user_capacity, next_capacity;
	/* that joined; users once for each of their accounts */
	int64_t new_accounts, new_users;
};

/* The place of a name. A new one has no association yet. None when there is no memory. */
static uint32_t put_name(struct swf_names *names, const char *name, uint32_t **of, size_t *capacity)
{
	uint32_t *larger = swf_array_reserve(*of, names->count, capacity, sizeof *larger);
	if (larger == NULL)
		return NONE;
	*of = larger;
	const size_t count = names->count;
	const uint32_t place = swf_names_put(names, name, strlen(name));
	if (names->count > count)
		larger[place] = NONE;
	return place == SWF_NO_NAME ? NONE : place;
}

/* The place of a user: 0, 1, 2, ... in the order of first appearance, those of the file first. NONE
 * when there is no memory. */
static uint32_t put_user(struct members *members, const char *name)
{
	return put_name(&members->users, name, &members->first_of, &members->user_capacity);
}

static uint32_t put_account(struct members *members, const char *name)
{
	return put_name(&members->accounts, name, &members->account_of, &members->account_capacity);
}

/* Lists an association behind the others of its user. */
static int list_user(struct members *members, uint32_t user, uint32_t association)
{
	while (association >= members->next_capacity) {
		uint32_t *next = swf_array_reserve(members->next_of, members->next_capacity,
			&members->next_capacity, sizeof *next);
		if (next == NULL)
			return -1;
		members->next_of = next;
	}
	uint32_t *last = &members->first_of[user];
	while (*last != NONE)
		last = &members->next_of[*last];
	*last = association;
	members->next_of[association] = NONE;
	return 0;
}

/* Lists the associations. 0, or -1 when there is no memory. */
static int init_members(struct members *members, const struct swf_slurm_associations *associations)
{
	for (uint32_t i = 0; i < associations->count; i++) {
		const struct swf_slurm_association *one = &associations->list[i];
		const uint32_t place = one->is_user ? put_user(members, one->name)
						    : put_account(members, one->name);
		if (place == NONE || (one->is_user && list_user(members, place, i) != 0))
			return -1;
		if (!one->is_user)
			members->account_of[place] = i;
	}
	return 0;
}

/* The association of a user in an account that is for this partition, else the one for all; without
 * an account, the user's first. NONE if there is none. */
static uint32_t find_member(const struct members *members, const struct swf_slurm_association *list,
	const struct swf_slurm_conf *conf, uint32_t user, uint32_t account, uint32_t partition)
{
	uint32_t found = NONE;
	for (uint32_t i = members->first_of[user]; i != NONE; i = members->next_of[i]) {
		if (account != NONE && list[i].parent != account)
			continue;
		if (list[i].partition == NULL)
			found = found == NONE ? i : found;
		else if (swf_slurm_conf_partition(conf, list[i].partition) == partition)
			return i;
	}
	return found;
}

/* Begins with {0}. */
struct known_numbers {
	struct swf_index index;
	struct known_value {
		uint32_t first, second;
	} * values; /* by the place in the index */
	size_t capacity;
};

/* The value of a number, until another gets one; or NULL. */
static const struct known_value *find_known(const struct known_numbers *known, int64_t number)
{
	const size_t place = swf_index_find(&known->index, number);
	return place == SIZE_MAX ? NULL : &known->values[place];
}

/* Gives a number its value, which it returns as above. NULL when there is no memory. */
static const struct known_value *learn(
	struct known_numbers *known, int64_t number, struct known_value value)
{
	struct known_value *values = swf_array_reserve(
		known->values, known->index.count, &known->capacity, sizeof *values);
	if (values == NULL)
		return NULL;
	known->values = values;
	const size_t place = swf_index_add(&known->index, number);
	if (place == SIZE_MAX)
		return NULL;
	values[place] = value;
	return &values[place];
}

static void clear_known(struct known_numbers *known)
{
	swf_index_clear(&known->index);
	free(known->values);
}

struct swf_slurm_numbers {
	struct number_names names;
	struct members members;
	/* Partitions and QOS, NONE for those that there are not; accounts, the association or NONE
	 * for a job without one; and users, the place among the members. */
	struct known_numbers partitions, qos, accounts, users;
	struct swf_index pairs;            /* of users and accounts */
	struct known_numbers associations; /* of a pair in a partition; with the default QOS */
	struct swf_slurm_assumed assumed;
};

int swf_slurm_site_begin(
	struct swf_slurm_site *site, const struct swf_header *header, const struct swf_names *names)
{
	struct swf_slurm_numbers *numbers = site->numbers = calloc(1, sizeof *numbers);
	if (numbers == NULL)
		return -1;
	bool lacks_memory = init_members(&numbers->members, site->associations) != 0;
	numbers->names.header = header;
	numbers->names.names = names;
	for (int kind = 0; !lacks_memory && names != NULL && kind < SWF_NAME_KINDS; kind++) {
		numbers->names.by_number[kind] =
			swf_names_by_number(&names[kind], &numbers->names.counts[kind]);
		lacks_memory = numbers->names.by_number[kind] == NULL;
	}
	if (lacks_memory)
		swf_slurm_site_end(site);
	return lacks_memory ? -1 : 0;
}

void swf_slurm_site_end(struct swf_slurm_site *site)
{
	struct swf_slurm_numbers *numbers = site->numbers;
	if (numbers == NULL)
		return;
	for (int kind = 0; kind < SWF_NAME_KINDS; kind++)
		free(numbers->names.by_number[kind]);
	swf_names_clear(&numbers->members.users);
	swf_names_clear(&numbers->members.accounts);
	free(numbers->members.account_of);
	free(numbers->members.first_of);
	free(numbers->members.next_of);
	clear_known(&numbers->partitions);
	clear_known(&numbers->qos);
	clear_known(&numbers->accounts);
	clear_known(&numbers->users);
	swf_index_clear(&numbers->pairs);
	clear_known(&numbers->associations);
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
			name_of_number(&numbers->names, kind, number, room));
}

int swf_slurm_site_partition(
	const struct swf_slurm_site *site, const struct swf_job *job, uint32_t *partition)
{
	struct swf_slurm_numbers *numbers = site->numbers;
	const struct swf_slurm_conf *conf = site->conf;
	*partition = (uint32_t)conf->default_partition;
	if (job->partition < 0) {
		numbers->assumed.no_partition++;
		return conf->default_partition < conf->partition_count;
	}
	const struct known_value *value = find_known(&numbers->partitions, job->partition);
	if (value == NULL) {
		char room[SWF_SLURM_NAME_ROOM];
		const char *name =
			name_of_number(&numbers->names, SWF_NAME_PARTITION, job->partition, room);
		value = learn(&numbers->partitions, job->partition,
			(struct known_value){partition_named(conf, name), NONE});
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

/* The account of a number, an association. It joins if need be. NULL when there is no memory. */
static const struct known_value *find_account(const struct swf_slurm_site *site, int64_t number)
{
	struct swf_slurm_numbers *numbers = site->numbers;
	struct known_value value = {NONE, NONE};
	char room[SWF_SLURM_NAME_ROOM];
	const struct known_value *known = find_known(&numbers->accounts, number);
	if (known != NULL)
		return known;
	if (number >= 0) {
		const char *name = name_of_number(&numbers->names, SWF_NAME_GROUP, number, room);
		const uint32_t place = put_account(&numbers->members, name);
		if (place == NONE)
			return NULL;
		value.first = numbers->members.account_of[place];
		if (value.first == NONE) {
			const size_t account = swf_slurm_add_account(site->associations, name);
			if (account == SIZE_MAX)
				return NULL;
			value.first = numbers->members.account_of[place] = (uint32_t)account;
			numbers->members.new_accounts++;
		}
	}
	return learn(&numbers->accounts, number, value);
}

/* The user of a number, a place among the members. NULL when there is no memory. */
static const struct known_value *find_user(struct swf_slurm_numbers *numbers, int64_t number)
{
	char room[SWF_SLURM_NAME_ROOM];
	const struct known_value *known = find_known(&numbers->users, number);
	if (known != NULL)
		return known;
	const uint32_t user = put_user(
		&numbers->members, name_of_number(&numbers->names, SWF_NAME_USER, number, room));
	if (user == NONE)
		return NULL;
	return learn(&numbers->users, number, (struct known_value){user, NONE});
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

/* The association of a job in its partition, with its default QOS. A user joins if need be, below
 * the root without an account. NULL when there is no memory. */
static const struct known_value *find_association(
	struct swf_slurm_site *site, const struct swf_job *job, uint32_t user, uint32_t partition)
{
	struct swf_slurm_numbers *numbers = site->numbers;
	const struct known_value *account = find_account(site, job->group);
	if (account == NULL)
		return NULL;
	const uint32_t in = account->first;
	const size_t pair = swf_index_add(&numbers->pairs, (int64_t)user << 32 | (int64_t)in);
	if (pair == SIZE_MAX)
		return NULL;
	const int64_t key = (int64_t)(pair * site->conf->partition_count + partition);
	const struct known_value *value = find_known(&numbers->associations, key);
	if (value != NULL)
		return value;
	struct members *members = &numbers->members;
	uint32_t association =
		find_member(members, site->associations->list, site->conf, user, in, partition);
	if (association == NONE) {
		const size_t added = swf_slurm_add_user(site->associations, in == NONE ? 0 : in,
			swf_names_text(&members->users, user));
		if (added == SIZE_MAX || list_user(members, user, (uint32_t)added) != 0)
			return NULL;
		association = (uint32_t)added;
		members->new_users++;
	}
	return learn(&numbers->associations, key,
		(struct known_value){association, default_qos(site->associations, association)});
}

/* The QOS that a job names, or `otherwise`. NONE when there is no memory. */
static uint32_t find_qos(
	const struct swf_slurm_site *site, const struct swf_job *job, uint32_t otherwise)
{
	struct swf_slurm_numbers *numbers = site->numbers;
	if (job->queue < 0)
		return otherwise;
	const struct known_value *value = find_known(&numbers->qos, job->queue);
	if (value == NULL) {
		char room[SWF_SLURM_NAME_ROOM];
		const char *name =
			name_of_number(&numbers->names, SWF_NAME_QUEUE, job->queue, room);
		value = learn(&numbers->qos, job->queue,
			(struct known_value){qos_named(site->associations, name), NONE});
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
	const int found = swf_slurm_site_partition(site, job, &who->partition);
	if (found <= 0)
		return found;
	const struct known_value *user = find_user(site->numbers, job->user);
	if (user == NULL)
		return -1;
	who->user = user->first;
	const struct known_value *association =
		find_association(site, job, who->user, who->partition);
	if (association == NULL)
		return -1;
	who->association = association->first;
	who->qos = find_qos(site, job, association->second);
	return who->qos == NONE ? -1 : 1;
}

const char *swf_slurm_site_constraint(
	const struct swf_slurm_site *site, int64_t number, char room[SWF_SLURM_NAME_ROOM])
{
	return name_of_number(&site->numbers->names, SWF_NAME_CONSTRAINT, number, room);
}

void swf_slurm_site_refuse_constraint(struct swf_slurm_site *site, int64_t number)
{
	count_unknown(
		site->numbers, &site->numbers->assumed.constraints, SWF_NAME_CONSTRAINT, number);
}

const struct swf_slurm_reserved *swf_slurm_site_reserved(
	struct swf_slurm_site *site, const struct swf_job *job)
{
	char room[SWF_SLURM_NAME_ROOM];
	if (job->reservation <= 0)
		return NULL;
	const char *name =
		name_of_number(&site->numbers->names, SWF_NAME_RESERVATION, job->reservation, room);
	for (size_t i = 0; site->reserved != NULL && i < site->reserved->count; i++)
		if (strcmp(site->reserved->list[i].name, name) == 0)
			return &site->reserved->list[i];
	count_unknown(site->numbers, &site->numbers->assumed.reservations, SWF_NAME_RESERVATION,
		job->reservation);
	return NULL;
}

uint32_t swf_slurm_site_gpu_type(struct swf_slurm_site *site, const struct swf_job *job)
{
	const struct swf_slurm_conf *conf = site->conf;
	struct swf_slurm_unknown *unknown = &site->numbers->assumed.gpu_types;
	char name[SWF_SLURM_NAME_ROOM];
	int64_t count;
	if (job->gpu_type <= 0 ||
		!swf_header_gpu_type(
			site->numbers->names.header, job->gpu_type, name, sizeof name, &count))
		return SWF_SLURM_ANY_GPU;
	bool are_typed = false;
	for (size_t type = 0; type < conf->gpu_type_count; type++) {
		are_typed |= *conf->gpu_types[type] != '\0';
		if (strcasecmp(conf->gpu_types[type], name) == 0)
			return (uint32_t)type;
	}
	if (are_typed && unknown->jobs++ == 0)
		snprintf(unknown->example, sizeof unknown->example, "%.63s", name);
	return SWF_SLURM_ANY_GPU;
}

const char *swf_slurm_site_licenses(
	const struct swf_slurm_site *site, int64_t number, char room[SWF_SLURM_NAME_ROOM])
{
	return name_of_number(&site->numbers->names, SWF_NAME_LICENSES, number, room);
}

void swf_slurm_site_refuse_licenses(struct swf_slurm_site *site, int64_t number)
{
	count_unknown(site->numbers, &site->numbers->assumed.licenses, SWF_NAME_LICENSES, number);
}

struct swf_slurm_assumed swf_slurm_site_assumed(const struct swf_slurm_site *site)
{
	struct swf_slurm_assumed assumed = site->numbers->assumed;
	assumed.accounts = site->numbers->members.new_accounts;
	assumed.users = site->numbers->members.new_users;
	return assumed;
}
