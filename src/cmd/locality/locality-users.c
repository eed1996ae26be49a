#include <stdlib.h>

#include "analysis/session-values.h"
#include "locality/locality.h"
#include "shared/log-io.h"
#include "shared/messages.h"
#include "swfcore/users.h"
#include "users/sessions-by-user.h"

/* What is kept of a job until the log has been read. */
struct record {
	uint32_t user; /* a place among the users */
	bool starts_session;
	double values[SWF_ATTRIBUTES];
};

struct records {
	struct record *records;
	size_t count, capacity;
	struct swf_sessions_by_user users;
};

static void add_record(struct records *r, const struct swf_job *job, enum swf_size size)
{
	r->records = reserve(r->records, r->count, &r->capacity, sizeof *r->records);
	struct swf_sessions *sessions = swf_sessions_of(&r->users, job->user);
	if (sessions == NULL || swf_sessions_add(sessions, &swf_session_default_rule, job) != 0)
		die_of_memory();
	struct record *record = &r->records[r->count++];
	*record = (struct record){.user = (uint32_t)(sessions - r->users.sessions),
		.starts_session = sessions->starts_session};
	for (int a = 0; a < SWF_ATTRIBUTES; a++)
		record->values[a] = swf_attribute_of(job, (enum swf_attribute)a, size);
}

static void read_records(struct swf_log *log, const struct locality_options *o, struct records *r)
{
	int64_t unknown[SWF_ATTRIBUTES] = {0}, anonymous = 0;
	double anonymous_work = 0;
	struct swf_job job;
	while (next_job(log, &job)) {
		if (swf_job_is_anonymous(&job)) {
			anonymous++;
			anonymous_work += swf_job_work(&job, SWF_SIZE_REQUESTED);
			continue;
		}
		add_record(r, &job, o->size);
		for (int a = 0; a < SWF_ATTRIBUTES; a++)
			unknown[a] += o->has_attribute[a] && r->records[r->count - 1].values[a] < 0;
	}
	note_log_counts(swf_log_counts(log));
	need_users(log, o->name);
	note_anonymous(anonymous, anonymous_work, swf_log_counts(log).work);
	note_unknown(unknown, (int64_t)r->count, o);
}

/* Where the records of each user begin, were they sorted by user, and their places so sorted. */
static void group(const struct records *r, size_t **begins, size_t **places)
{
	const size_t users = r->users.index.count;
	*begins = checked(calloc(users + 2, sizeof **begins));
	*places = checked(malloc((r->count + 1) * sizeof **places));
	/* begins[u + 1] is where the next one of u goes, in the end where u ends */
	for (size_t i = 0; i < r->count; i++)
		(*begins)[r->records[i].user + 2]++;
	for (size_t u = 2; u <= users; u++)
		(*begins)[u] += (*begins)[u - 1];
	for (size_t i = 0; i < r->count; i++)
		(*places)[(*begins)[r->records[i].user + 1]++] = i;
}

/* Adds the values of one attribute of a user's records. */
static void add_user(struct swf_session_values *values, int attribute, const struct records *r,
	const size_t *places, size_t count)
{
	int failed = 0;
	for (size_t i = 0; i < count; i++) {
		const struct record *record = &r->records[places[i]];
		if (i > 0 && record->starts_session)
			failed |= swf_session_values_end_session(values);
		if (record->values[attribute] >= 0)
			failed |= swf_session_values_add(values, record->values[attribute]);
	}
	failed |= swf_session_values_end_session(values);
	failed |= swf_session_values_end_user(values);
	if (failed != 0)
		die_of_memory();
}

void read_user_values(
	struct swf_log *log, const struct locality_options *o, struct user_values *users)
{
	struct records r = {0};
	size_t *begins, *places;
	read_records(log, o, &r);
	group(&r, &begins, &places);
	struct swf_numbered *order = checked(swf_index_sorted(&r.users.index));
	users->numbers = checked(malloc((r.count + 1) * sizeof *users->numbers));
	for (size_t u = 0; u < r.users.index.count; u++) {
		const size_t begin = begins[order[u].place], end = begins[order[u].place + 1];
		users->numbers[u] = order[u].number;
		for (int a = 0; a < SWF_ATTRIBUTES; a++)
			if (o->has_attribute[a])
				add_user(&users->values[a], a, &r, places + begin, end - begin);
	}
	free(order);
	free(begins);
	free(places);
	free(r.records);
	swf_sessions_by_user_clear(&r.users);
}

void free_user_values(struct user_values *users)
{
	for (int a = 0; a < SWF_ATTRIBUTES; a++)
		swf_session_values_clear(&users->values[a]);
	free(users->numbers);
}
