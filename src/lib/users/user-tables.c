#include "users/user-tables.h"

#include <math.h>

#include "swfcore/quantity.h"

struct swf_table *swf_user_tables_users(bool files)
{
	static const char *const names[] = {"file", "user", "class", "jobs", "first", "last",
		"weeks_active", "work", "span_weeks", "jobs_share", "work_share"};
	const size_t count = sizeof names / sizeof *names;
	return files ? swf_table_new(names, count) : swf_table_new(names + 1, count - 1);
}

void swf_user_tables_add_user(struct swf_table *table, const struct swf_users *users,
	const struct swf_user *user, const struct swf_user_class_rule *rule)
{
	swf_table_whole(table, user->number);
	swf_table_text(table, swf_user_class_names[swf_user_class(users, user, rule)]);
	swf_table_number(table, (double)user->jobs);
	swf_table_time(table, user->first);
	swf_table_time(table, user->last);
	swf_table_number(table, (double)user->weeks_active);
	swf_table_number(table, user->work);
	swf_table_number(table, (user->last - user->first) / SWF_WEEK);
	swf_table_number(table, (double)user->jobs / (double)users->total.jobs);
	swf_table_number(
		table, users->total.work > 0 ? user->work / users->total.work : (double)NAN);
}

struct swf_table *swf_user_tables_summary(
	const struct swf_users *users, const struct swf_user_class_rule *rule)
{
	static const char *const names[] = {"long_term_users", "long_term_jobs", "temporary_users",
		"temporary_jobs", "discarded_users", "discarded_jobs", "anonymous_jobs",
		"long_term_weeks", "edge_weeks", "effective_users"};
	int64_t user_count[SWF_USER_CLASSES] = {0}, jobs[SWF_USER_CLASSES] = {0};
	struct swf_table *table = swf_table_new(names, sizeof names / sizeof *names);
	if (table == NULL)
		return NULL;
	swf_table_set_record(table);
	for (size_t i = 0; i < users->count; i++) {
		enum swf_user_class class_ = swf_user_class(users, &users->users[i], rule);
		user_count[class_]++;
		jobs[class_] += users->users[i].jobs;
	}
	for (int class_ = 0; class_ < SWF_USER_CLASSES; class_++) {
		swf_table_number(table, (double)user_count[class_]);
		swf_table_number(table, (double)jobs[class_]);
	}
	swf_table_number(table, (double)users->anonymous);
	swf_table_number(table, rule->long_term / SWF_WEEK);
	swf_table_number(table, rule->edge / SWF_WEEK);
	swf_table_number(table, swf_users_effective(users));
	return table;
}
