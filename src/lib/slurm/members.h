/* The accounts and users of a site by their names, and those of a log that join them. */
#ifndef SWF_SLURM_MEMBERS_H
#define SWF_SLURM_MEMBERS_H

#include "accounting/names.h"
#include "slurm/conf/associations.h"
#include "slurm/conf/slurm-conf.h"

/* No place, where one stands for none or for no memory. */
#define SWF_SLURM_NO_PLACE UINT32_MAX

/* Begins with {0}. */
struct swf_slurm_members {
	struct swf_names users, accounts;
	uint32_t *account_of; /* the association of each account */
	uint32_t *first_of;   /* the first association of each user */
	uint32_t *next_of;    /* of each association: the next one of this user */
	size_t account_capacity, user_capacity, next_capacity;
	/* that joined; users once for each of their accounts */
	int64_t new_accounts, new_users;
};

/* Lists the associations. 0, or -1 when there is no memory; clear it in both cases. */
int swf_slurm_members_init(struct swf_slurm_members *members,
	const struct swf_slurm_associations *associations) SWF_MUST_CHECK;
void swf_slurm_members_clear(struct swf_slurm_members *members);

/* The association of an account, which joins if need be. None when there is no memory. */
uint32_t swf_slurm_members_account(struct swf_slurm_members *members,
	struct swf_slurm_associations *associations, const char *name);

/* The place of a user: 0, 1, 2, ... in the order of first appearance, those of the file first. None
 * when there is no memory. */
uint32_t swf_slurm_members_user(struct swf_slurm_members *members, const char *name);

/* The association of a user in an account (an association) that is for this partition, else the one
 * for all. For no account it is their first one. They join if need be, below the root for no
 * account. None when there is no memory. */
uint32_t swf_slurm_members_association(struct swf_slurm_members *members,
	struct swf_slurm_associations *associations, const struct swf_slurm_conf *conf,
	uint32_t user, uint32_t account, uint32_t partition);

#endif
