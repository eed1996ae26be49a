/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "resample/pool-logs.h"

#include <errno.h>
#include <math.h>
#include <string.h>

#include "resample/bias.h"
#include "shake/shake.h"
#include "shared/atomic-file.h"
#include "shared/local-time.h"
#include "shared/log-io.h"
#include "shared/messages.h"
#include "shared/rare-list.h"
#include "shared/table-output.h"

struct resample_map {
	const char *path;
	FILE *file;
	struct swf_table *table;
};

void check_map_path(const char *path)
{
	if (strcmp(path, "-") == 0)
		die_usage("--map: the standard output is for the workload");
	if (has_output_file() && is_same_file(path, output_path()))
		die_usage("--map and --output name the same file");
}

void check_map_is_not(const char *path, const char *file_to_read)
{
	if (file_to_read != NULL && is_same_file(path, file_to_read))
		die_usage("--map: %s is an input file", path);
}

struct resample_map *open_map(const char *path)
{
	static const char *const columns[] = {"user", "log", "source_user", "class", "copy",
		"first_week", "shift_weeks", "first_job"};
	static struct resample_map map;
	map.path = path;
	map.file = has_output_file() ? open_atomic_file(path) : fopen(path, "w");
	if (map.file == NULL)
		die("%s: %s", path, strerror(errno));
	map.table = checked(swf_table_new(columns, sizeof columns / sizeof *columns));
	swf_table_stream(map.table, map.file, SWF_FORMAT_CSV);
	return &map;
}

void map_use(void *self, const struct swf_resample_use *use)
{
	const struct resample_map *map = self;
	const struct swf_subtrace *s = use->subtrace;
	swf_table_whole(map->table, use->user);
	swf_table_whole(map->table, (int64_t)s->log + 1);
	swf_table_whole(map->table, s->user);
	swf_table_text(map->table, swf_pool_class_names[s->class_]);
	swf_table_whole(map->table, use->copy);
	swf_table_whole(map->table, use->first_week);
	swf_table_whole(map->table, use->shift);
	swf_table_whole(map->table, swf_pool_job(s, use->first_job).number);
	if (!has_output_file() && fflush(map->file) != 0)
		die("%s: write error: %s", map->path, strerror(errno));
}

void close_map(struct resample_map *map)
{
	write_table_to(map->file, map->path, map->table, SWF_FORMAT_CSV);
	if (has_output_file())
		close_atomic_file(map->file);
	else if (fclose(map->file) != 0)
		die("%s: write error: %s", map->path, strerror(errno));
}

/* Of a log; those of a century are 5,219. */
enum { MOST_WEEKS = 1000000 };

/* What the sizes of a log are multiplied by. */
static double scale_of(const char *path, const struct swf_header *header,
	const struct pool_options *o, int32_t procs)
{
	const int32_t own = swf_header_procs(header);
	if (procs == 0 && own > 0 && o->mix != MIX_KEEP)
		die("%s: a machine of %d processors, while the first log names none (MaxProcs); "
		    "give --procs",
			path, (int)own);
	if (o->mix == MIX_REFUSE && own != procs && own > 0)
		die("%s: a machine of %d processors, not of %d; give --mix scale or --mix keep",
			path, (int)own, (int)procs);
	if (o->mix == MIX_KEEP || own == procs)
		return 1;
	if (own == 0)
		die("%s: the header has no positive MaxProcs or MaxNodes; --mix "
		    "keep leaves sizes as they are",
			path);
	return (double)procs / own;
}

static void read_jobs(const char *path, struct swf_log *log, struct swf_pool_log *pool_log,
	const struct swf_rare_list *rare, double scale, int32_t procs)
{
	const struct swf_scale sizes = {.what = SWF_SCALE_SIZE, .factor = scale, .procs = procs};
	struct swf_job job;
	struct swf_waits waits = {0};
	int64_t oversize = 0;
	while (next_job(log, &job)) {
		swf_waits_add(&waits, &job, SWF_SIZE_REQUESTED);
		swf_scale_job(&sizes, &job);
		oversize += procs > 0 && swf_job_size(&job, SWF_SIZE_REQUESTED) > procs;
		swf_users_span(&pool_log->jobs.users, &job);
		const size_t row = swf_rare_find(rare, &job);
		struct swf_workload *to = &pool_log->jobs;
		if (row < rare->count) {
			to = &pool_log->rare;
			job.user = (int64_t)row;
		}
		must(swf_workload_add(to, &job, SWF_SIZE_REQUESTED));
	}
	note_log_counts(swf_log_counts(log));
	warn_of_unknown_waits(&waits, swf_header_procs(swf_log_header(log)), path,
		"Submit times may be start times, spread by the queue");
	if (oversize > 0)
		note("%lld job%s of the log larger than the machine of %d processors",
			(long long)oversize, oversize == 1 ? " is" : "s are", (int)procs);
}

static void check_rare(const struct swf_rare_list *rare, const struct swf_pool_log *log)
{
	for (size_t i = 0; i < rare->count; i++)
		if (swf_users_find(&log->rare.users, (int64_t)i) == SIZE_MAX)
			die_of_rare(rare, &rare->rows[i],
				"the log has no jobs of this user in this time");
	if (rare->count > 0 && log->jobs.users.count == 0)
		die("%s takes all jobs of users: nothing is left to be resampled", rare->path);
}

/* Resampling moves users by whole weeks, which a shorter log does not have. Each week takes time,
 * and a log with a wrong submit time may have millions, all but a few empty. */
static void check_length(const char *path, const struct swf_users *users)
{
	const double weeks = (users->last - users->first) / SWF_WEEK;
	if (weeks < 1)
		die("%s: %.3g weeks long: less than a week cannot be resampled", path, weeks);
	if (weeks > MOST_WEEKS)
		die("%s: %.3g weeks long: submit times are wrong or not in seconds", path, weeks);
}

static double in_week(const struct swf_calendar *calendar, double t)
{
	const struct swf_local_time local = swf_calendar_local(calendar, t);
	return local.weekday * SWF_DAY + local.second;
}

/* The time in the week at which a log begins, s from Monday, 0:00. */
static double begin_in_week(
	const char *path, const struct swf_header *header, const struct swf_users *users)
{
	struct swf_calendar *calendar;
	if (isnan(start_time(header))) {
		warn("%s: no valid '; UnixStartTime:' line in the header, so its second 0 is taken "
		     "as Monday 0:00",
			path);
		calendar = checked(swf_calendar_new_without_date());
	} else {
		calendar = local_time(header, users->first, users->last);
	}
	/* by the clock that is least ahead in the first year: of logs that begin in summer and in
	 * winter, the winters are to be aligned */
	const double begin = in_week(calendar, users->first);
	const double year = fmin(users->first + 53 * SWF_WEEK, users->last);
	double summer = 0;
	for (double t = users->first; t <= year; t += SWF_WEEK)
		summer = fmax(summer, remainder(begin - in_week(calendar, t), SWF_WEEK));
	swf_calendar_free(calendar);
	return begin - summer;
}

/* Lays the weeks of a log on those of the first, which begins at such a time in the week. */
static void align(const char *path, const struct swf_header *header, struct swf_pool_log *log,
	const struct swf_pool_log *first, double first_in_week)
{
	const struct swf_users *users = &log->jobs.users;
	const double after = begin_in_week(path, header, users) - first_in_week;
	log->origin = users->first - fmod(after + 2 * SWF_WEEK, SWF_WEEK);
	log->move = first->origin - log->origin;
}

static void note_pools(const struct swf_pools *pools, const struct swf_user_class_rule *rule)
{
	char rest[128];
	note_anonymous(pools->anonymous, pools->anonymous_work, pools->work);
	snprintf(rest, sizeof rest,
		"(%lld job%s) active only within %g weeks of an end of the log (--edge): left out",
		(long long)pools->discarded_jobs, pools->discarded_jobs == 1 ? "" : "s",
		rule->edge / SWF_WEEK);
	if (pools->classless)
		return;
	note_left_out((int64_t)pools->discarded, "user", rest, pools->discarded_work, pools->work);
	if (pools->element != SWF_ELEMENT_USER || pools->owners == 0)
		return;
	if (pools->pools[SWF_POOL_LONG_TERM].count == 0)
		note("no long-term user: nobody is active for more than %g weeks (--threshold)",
			rule->long_term / SWF_WEEK);
	if (pools->pools[SWF_POOL_TEMPORARY].count == 0)
		note("no temporary user");
}

static void check_pools(const struct swf_pools *pools, const struct swf_user_class_rule *rule)
{
	if (pools->owners > 0)
		return;
	die("no user is left to be resampled: all are active only within %g weeks of an end of a "
	    "log that is %.3g weeks long%s",
		rule->edge / SWF_WEEK, pools->logs[0]->length / SWF_WEEK,
		rule->edge > 0 ? "; give --edge 0" : "");
}

/* What is known of the logs while they are read. */
struct reading {
	const struct pool_options *options;
	struct swf_pools *pools;
	bool several;
	struct swf_log *log;       /* that is being read */
	struct swf_header *header; /* of the first */
	int32_t procs;             /* of the machine that the output is for; 0 if it is not known */
	double first_in_week;      /* s, where the first log begins in the week */
	struct swf_rare_list rare;
};

/* Names a log in the header, without its folder. */
static void add_source(struct swf_header *header, size_t number, const char *path)
{
	const char *slash = strrchr(path, '/');
	char text[300];
	snprintf(text, sizeof text, "log %zu: %.250s", number, slash != NULL ? slash + 1 : path);
	for (char *p = text; *p != '\0'; p++)
		if ((unsigned char)*p < ' ')
			*p = '?';
	if (log_options()->provenance && swf_header_add(header, "Note", text) != 0)
		die_of_memory();
}

static void begin_reading(struct reading *r, const struct swf_header *first)
{
	r->header = copy_header(first);
	r->procs = r->options->procs > 0 ? r->options->procs : swf_header_procs(first);
	if (r->options->rare == NULL)
		return;
	read_rare_list(r->options->rare, first, &r->rare);
	if (r->rare.count == 0)
		note("%s: no rare behaviours", r->options->rare);
}

static void read_log(struct reading *r, const char *operand)
{
	const char *path = strcmp(operand, "-") == 0 ? "stdin" : operand;
	r->log = open_log_at(operand);
	const struct swf_header *header = swf_log_header(r->log);
	struct swf_pool_log pool_log = {0};
	const struct swf_users *users = &pool_log.jobs.users;
	if (r->header == NULL)
		begin_reading(r, header);
	const bool scales = r->several || r->options->procs > 0;
	const double scale = scales ? scale_of(path, header, r->options, r->procs) : 1;
	read_jobs(operand, r->log, &pool_log, &r->rare, scale, r->procs);
	if (!users->any)
		die("%s: no jobs", path);
	need_users(r->log, operand);
	check_rare(&r->rare, &pool_log);
	check_length(path, users);
	pool_log.origin = users->first;
	if (r->pools->log_count > 0)
		align(path, header, &pool_log, r->pools->logs[0], r->first_in_week);
	else if (r->several)
		r->first_in_week = begin_in_week(path, header, users);
	must(swf_pools_add(r->pools, &pool_log, &r->options->rule, &r->rare));
	swf_log_free(r->log);
	if (r->several)
		add_source(r->header, r->pools->log_count, path);
}

struct swf_header *read_pools(char **paths, const struct pool_options *o, struct swf_pools *pools)
{
	struct reading r = {.options = o, .pools = pools, .several = paths[1] != NULL};
	struct swf_error error;
	for (; *paths != NULL; paths++)
		read_log(&r, *paths);
	note_pools(pools, &o->rule);
	check_pools(pools, &o->rule);
	if (o->bias != NULL && swf_bias_read(o->bias, pools, &error) != 0)
		die_of(&error);
	swf_rare_clear(&r.rare);
	if (r.procs > 0)
		set_procs(r.header, r.procs);
	return r.header;
}
