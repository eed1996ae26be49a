#include "split-users/selection.h"

#include <stdlib.h>

#include "shared/command.h"
#include "shared/log-io.h"
#include "shared/messages.h"
#include "shared/rare-list.h"

void read_lists(struct selection *s, const struct swf_header *header)
{
	const struct selection_options *o = &s->options;
	struct swf_error error;
	if (o->listed != NULL && swf_user_set_parse(o->listed, &s->listed, &error) != 0) {
		if (swf_error_of_memory(&error))
			die_of_memory();
		die_usage("--users: %s", error.text);
	}
	if (o->listed != NULL && s->listed.count == 0)
		die_usage("--users: no user in '%s'", o->listed);
	s->listed_seen = calloc(s->listed.count + 1, sizeof *s->listed_seen);
	if (s->listed_seen == NULL)
		die_of_memory();
	if (o->rare == NULL)
		return;
	read_rare_list(o->rare, header, &s->rare);
}

static bool is_selected(struct selection *s, const struct swf_job *job)
{
	if (swf_job_is_anonymous(job))
		return true;
	if (s->options.listed != NULL) {
		const size_t range = swf_user_set_find(&s->listed, job->user);
		if (range == s->listed.count)
			return false;
		s->listed_seen[range] = true;
	}
	return s->options.rare == NULL ||
		(swf_rare_find(&s->rare, job) < s->rare.count) == s->options.only_rare;
}

/* Dies if a rare behaviour is of a user that the log does not know; warns of such users in --users,
 * and if nothing at all is selected. */
static void check_lists(const struct selection *s)
{
	for (size_t i = 0; i < s->rare.count; i++) {
		const struct swf_rare *row = &s->rare.rows[i];
		if (swf_index_find(&s->everyone, row->user) != SIZE_MAX)
			continue;
		die_of_rare(&s->rare, row, "the log has no jobs of this user");
	}
	for (size_t i = 0; i < s->listed.count; i++) {
		const struct swf_user_range *r = &s->listed.ranges[i];
		if (s->listed_seen[i])
			continue;
		if (r->low == r->high)
			warn("no jobs of user %lld", (long long)r->low);
		else
			warn("no jobs of users %lld-%lld", (long long)r->low, (long long)r->high);
	}
	if (s->options.rare != NULL && s->selected.users.total.jobs == 0)
		note("no job is selected");
}

void read_selected(
	struct swf_log *log, struct selection *s, enum selected what, struct swf_writer *writer)
{
	const struct selection_options *o = &s->options;
	struct swf_job job;
	while (next_job(log, &job)) {
		swf_users_span(&s->selected.users, &job);
		const bool anonymous = swf_job_is_anonymous(&job);
		if (o->rare != NULL && !anonymous &&
			swf_index_add(&s->everyone, job.user) == SIZE_MAX)
			die_of_memory();
		if (!is_selected(s, &job))
			continue;
		if (swf_users_add(&s->selected.users, &job, o->size) != 0)
			die_of_memory();
		if (anonymous && !log_options()->keep_anonymous)
			continue;
		if (what == SELECTED_WRITTEN && put_read_job(writer, &job, log) != 0)
			break;
		if (what != SELECTED_KEPT)
			continue;
		if (swf_packed_jobs_add(&s->selected.jobs, &job) != 0)
			die_of_memory();
		keep_extra(log);
	}
	note_log_counts(swf_log_counts(log));
	if (!log_options()->keep_anonymous)
		need_users(log, file_operand());
	if (!log_options()->keep_anonymous || what == SELECTED_COUNTED)
		note_anonymous(s->selected.users.anonymous, s->selected.users.anonymous_work,
			swf_log_counts(log).work);
	check_lists(s);
	if ((what == SELECTED_KEPT ? swf_workload_finish(&s->selected)
				   : swf_users_sort(&s->selected.users)) != 0)
		die_of_memory();
}

bool has_class(const struct selection *s, const struct swf_user *user)
{
	return s->options.class_ < 0 ||
		(int)swf_user_class(&s->selected.users, user, &s->options.rule) ==
		s->options.class_;
}

void free_selection(struct selection *s)
{
	free(s->listed_seen);
	swf_user_set_clear(&s->listed);
	swf_rare_clear(&s->rare);
	swf_index_clear(&s->everyone);
	swf_workload_clear(&s->selected);
}
