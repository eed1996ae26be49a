#include "slurm/members.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"

#define NONE SWF_SLURM_NO_PLACE

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

uint32_t swf_slurm_members_user(struct swf_slurm_members *members, const char *name)
{
	return put_name(&members->users, name, &members->first_of, &members->user_capacity);
}

static uint32_t put_account(struct swf_slurm_members *members, const char *name)
{
	return put_name(&members->accounts, name, &members->account_of, &members->account_capacity);
}

/* Lists an association behind the others of its user. */
static int list_user(struct swf_slurm_members *members, uint32_t user, uint32_t association)
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

int swf_slurm_members_init(
	struct swf_slurm_members *members, const struct swf_slurm_associations *associations)
{
	for (uint32_t i = 0; i < associations->count; i++) {
		const struct swf_slurm_association *one = &associations->list[i];
		const uint32_t place = one->is_user ? swf_slurm_members_user(members, one->name)
						    : put_account(members, one->name);
		if (place == NONE || (one->is_user && list_user(members, place, i) != 0))
			return -1;
		if (!one->is_user)
			members->account_of[place] = i;
	}
	return 0;
}

void swf_slurm_members_clear(struct swf_slurm_members *members)
{
	swf_names_clear(&members->users);
	swf_names_clear(&members->accounts);
	free(members->account_of);
	free(members->first_of);
	free(members->next_of);
	*members = (struct swf_slurm_members){0};
}

uint32_t swf_slurm_members_account(struct swf_slurm_members *members,
	struct swf_slurm_associations *associations, const char *name)
{
	const uint32_t place = put_account(members, name);
	if (place == NONE || members->account_of[place] != NONE)
		return place == NONE ? NONE : members->account_of[place];
	const size_t account = swf_slurm_add_account(associations, name);
	if (account == SIZE_MAX)
		return NONE;
	members->new_accounts++;
	return members->account_of[place] = (uint32_t)account;
}

static uint32_t find_association(const struct swf_slurm_members *members,
	const struct swf_slurm_association *list, const struct swf_slurm_conf *conf, uint32_t user,
	uint32_t account, uint32_t partition)
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

uint32_t swf_slurm_members_association(struct swf_slurm_members *members,
	struct swf_slurm_associations *associations, const struct swf_slurm_conf *conf,
	uint32_t user, uint32_t account, uint32_t partition)
{
	const uint32_t found =
		find_association(members, associations->list, conf, user, account, partition);
	if (found != NONE)
		return found;
	const size_t added = swf_slurm_add_user(
		associations, account == NONE ? 0 : account, swf_names_text(&members->users, user));
	if (added == SIZE_MAX || list_user(members, user, (uint32_t)added) != 0)
		return NONE;
	members->new_users++;
	return (uint32_t)added;
}
