/*
 * usage: naive-resample [option ...] LOG MAP OUTPUT
 *
 * Checks what swf-resample wrote, by a second implementation that was written from the manual alone
 * and is naive on purpose. MAP (its --map) tells what was drawn, so that LOG and MAP determine
 * OUTPUT. All jobs of OUTPUT have to be those, in all fields, and MAP has to keep to the rules, as
 * far as a single workload can tell. Jobs of the same second and of several users may be in any
 * order, since the manual names none. The first deviation is printed, with the status 1.
 *
 * The options are those of swf-resample with the same values, written out, numbers without a unit:
 * --edge, --extend, --load, --long-term, --rare, --rare-rate, --repeat, --temporary,
 * --temporary-rate, --threshold, --unit, --weeks, and --stationary, which has no value. There is
 * one log, with numbers that no two jobs share; files are plain, and times in a list are seconds.
 */
#include <math.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SECONDS_PER_WEEK 604800.0
#define SESSION_GAP      3600.0
/* What comes at random may deviate from its mean by so many times the root of it: a binomial number
 * is as far off once in 10^9 times at the most. */
#define DEVIATIONS 6.0
/* Of a quotient of whole numbers that ought to be whole itself. */
#define HAIR 1e-9

/* Of a line of the log, by their numbers in the standard. */
enum field {
	JOB_NUMBER = 1,
	SUBMIT = 2,
	WAIT = 3,
	RUN_TIME = 4,
	STATUS = 11,
	USER = 12,
	PRECEDING = 17,
	THINK_TIME = 18,
	FIELDS = 18
};

/* Classes of users. */
enum kind { LONG_TERM, TEMPORARY, RARE, DISCARDED, KINDS };
enum unit { BY_USER, BY_SESSION, BY_BATCH, BY_JOB, UNITS };

static const char *const kind_names[KINDS] = {"long-term", "temporary", "rare", "discarded"};
static const char *const unit_names[UNITS] = {"user", "session", "batch", "job"};

/* Negative where the option was not given. */
struct options {
	double weeks, extend, load, threshold, edge, repeat;
	double long_term, temporary, temporary_rate, rare_rate;
	bool stationary;
	enum unit unit;
	const char *list;
};

struct job {
	double field[FIELDS + 1];
	size_t line;
	long week;      /* of the log */
	long behaviour; /* on the list, or -1 */
	size_t subject, place;
};

struct jobs {
	struct job *job;
	size_t count, capacity;
};

/* What is drawn: a user, without his rare behaviours; one of these; or a session, batch or job. */
struct subject {
	enum kind kind;
	double user;
	struct job **jobs;
	size_t count;
	size_t uses;
	long first_week, last_week; /* of the log, with a submit */
};

struct behaviour {
	double user, begin, end;
};

/* A row of the map. */
struct row {
	size_t line;
	double user, source_user;
	enum kind kind;
	long copy, first_week, shift;
	double first_job;
	struct subject *subject;
	size_t first; /* of the subject's jobs */
	size_t first_expected, expected_count, found;
	bool is_use;   /* else a long-term user begins again */
	bool at_start; /* a temporary user who is there from the start */
};

/* A job of the output, as the log and the map have it. */
struct expected {
	struct row *row;
	const struct job *job;
	double submit;
	double number; /* in the output, 0 as long as it is not found there */
};

struct workload {
	struct options options;
	struct jobs log;
	double begin, length, end; /* length of the output, its end in seconds of the log */
	double log_weeks;
	long period;
	struct behaviour *behaviours;
	size_t behaviour_count;
	struct job **by_number;
	struct job **by_user;
	size_t job_count; /* of those that have a user */
	struct subject *subjects;
	size_t subject_count;
	size_t of_kind[KINDS];
	struct row *rows;
	size_t row_count;
	struct row **users; /* the first row of each user of the output */
	size_t user_count;
	struct expected *expected;
	size_t expected_count;
	struct jobs output;
};

static _Noreturn void fail(const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	fputs("naive-resample: ", stderr);
	vfprintf(stderr, format, arguments);
	fputc('\n', stderr);
	va_end(arguments);
	exit(1);
}

/* Zeroed, with room for one more than asked for, so that none is not a special case. */
static void *allocate(size_t count, size_t size)
{
	void *memory = calloc(count + 1, size);
	if (memory == NULL)
		fail("out of memory");
	return memory;
}

static FILE *open_file(const char *path)
{
	FILE *stream = fopen(path, "r");
	if (stream == NULL)
		fail("%s: cannot be opened", path);
	return stream;
}

/* ---- the log and the output ---- */

static void read_fields(struct job *job, const char *line, const char *path)
{
	for (int i = 1; i <= FIELDS; i++) {
		char *end;
		job->field[i] = strtod(line, &end);
		if (end == line)
			fail("%s:%zu: not 18 numbers", path, job->line);
		line = end;
	}
}

static void add_job(struct jobs *jobs, const struct job *job)
{
	if (jobs->count == jobs->capacity) {
		jobs->capacity = 2 * jobs->capacity + 1000;
		jobs->job = realloc(jobs->job, jobs->capacity * sizeof *jobs->job);
		if (jobs->job == NULL)
			fail("out of memory");
	}
	jobs->job[jobs->count++] = *job;
}

static struct jobs read_jobs(const char *path)
{
	struct jobs jobs = {.count = 0};
	FILE *stream = open_file(path);
	char *line = NULL;
	size_t size = 0;
	struct job job = {.behaviour = -1};
	while (getline(&line, &size, stream) >= 0) {
		job.line++;
		const char *text = line + strspn(line, " \t\r\n");
		if (*text == '\0' || *text == ';')
			continue;
		read_fields(&job, text, path);
		add_job(&jobs, &job);
	}
	free(line);
	fclose(stream);
	return jobs;
}

/* Partial executions are left out before anything else is done. */
static void drop_partial_executions(struct jobs *jobs)
{
	size_t kept = 0;
	for (size_t i = 0; i < jobs->count; i++) {
		double status = jobs->job[i].field[STATUS];
		if (status != 2 && status != 3 && status != 4)
			jobs->job[kept++] = jobs->job[i];
	}
	jobs->count = kept;
}

static double submit_of(const struct job *job)
{
	return job->field[SUBMIT];
}

static long week_of(const struct workload *w, double time)
{
	return (long)floor((time - w->begin) / SECONDS_PER_WEEK);
}

static int compare_by_number(const void *a, const void *b)
{
	const struct job *left = *(struct job *const *)a, *right = *(struct job *const *)b;
	double x = left->field[JOB_NUMBER], y = right->field[JOB_NUMBER];
	return (x > y) - (x < y);
}

static void sort_by_number(struct workload *w)
{
	w->by_number = allocate(w->log.count, sizeof *w->by_number);
	for (size_t i = 0; i < w->log.count; i++)
		w->by_number[i] = &w->log.job[i];
	qsort(w->by_number, w->log.count, sizeof *w->by_number, compare_by_number);
	for (size_t i = 1; i < w->log.count; i++)
		if (compare_by_number(&w->by_number[i - 1], &w->by_number[i]) == 0)
			fail("two jobs of the log have the number %g",
				w->by_number[i]->field[JOB_NUMBER]);
}

/* NULL if there is none. */
static struct job *job_of_number(const struct workload *w, double number)
{
	struct job key, *of_key = &key;
	key.field[JOB_NUMBER] = number;
	struct job **found = bsearch(
		&of_key, w->by_number, w->log.count, sizeof *w->by_number, compare_by_number);
	return found == NULL ? NULL : *found;
}

static void read_log(struct workload *w, const char *path)
{
	w->log = read_jobs(path);
	drop_partial_executions(&w->log);
	if (w->log.count == 0)
		fail("%s: no jobs", path);
	w->begin = submit_of(&w->log.job[0]);
	double last = submit_of(&w->log.job[w->log.count - 1]);
	w->log_weeks = (last - w->begin) / SECONDS_PER_WEEK;
	w->period = (long)ceil(w->log_weeks);
	w->length = last - w->begin;
	if (w->options.weeks >= 0)
		w->length = w->options.weeks * SECONDS_PER_WEEK;
	else if (w->options.extend >= 0)
		w->length *= w->options.extend;
	w->end = w->begin + w->length;
	for (size_t i = 0; i < w->log.count; i++)
		w->log.job[i].week = week_of(w, submit_of(&w->log.job[i]));
	sort_by_number(w);
}

/* ---- tables ---- */

/* The cells of a line, which is changed; returns their number. */
static size_t split_line(char *line, char **cells, size_t capacity)
{
	size_t count = 0;
	line[strcspn(line, "\r\n")] = '\0';
	while (count < capacity) {
		cells[count++] = line;
		line = strchr(line, ',');
		if (line == NULL)
			break;
		*line++ = '\0';
	}
	return count;
}

static double number_of(const char *cell, const char *path, size_t line)
{
	char *end;
	double number = strtod(cell, &end);
	if (end == cell || *end != '\0')
		fail("%s:%zu: not a number: '%s'", path, line, cell);
	return number;
}

static size_t column_of(char *const *cells, size_t count, const char *name, const char *path)
{
	for (size_t i = 0; i < count; i++)
		if (strcmp(cells[i], name) == 0)
			return i;
	fail("%s: no column %s", path, name);
}

static void add_behaviour(struct workload *w, const struct behaviour *behaviour)
{
	size_t size = (w->behaviour_count + 1) * sizeof *w->behaviours;
	w->behaviours = realloc(w->behaviours, size);
	if (w->behaviours == NULL)
		fail("out of memory");
	w->behaviours[w->behaviour_count++] = *behaviour;
}

static void read_list(struct workload *w, const char *path)
{
	enum { CAPACITY = 100 };
	FILE *stream = open_file(path);
	char *line = NULL, *cells[CAPACITY];
	size_t size = 0, user = 0, begin = 0, end = 0;
	for (size_t number = 1; getline(&line, &size, stream) >= 0; number++) {
		size_t count = split_line(line, cells, CAPACITY);
		if (number == 1) {
			user = column_of(cells, count, "user", path);
			begin = column_of(cells, count, "begin", path);
			end = column_of(cells, count, "end", path);
			continue;
		}
		if (user >= count || begin >= count || end >= count)
			fail("%s:%zu: too few cells", path, number);
		struct behaviour behaviour = {.user = number_of(cells[user], path, number),
			.begin = number_of(cells[begin], path, number),
			.end = number_of(cells[end], path, number)};
		add_behaviour(w, &behaviour);
	}
	free(line);
	fclose(stream);
}

static enum kind kind_of_name(const char *name, const char *path, size_t line)
{
	for (int i = LONG_TERM; i < DISCARDED; i++)
		if (strcmp(kind_names[i], name) == 0)
			return (enum kind)i;
	fail("%s:%zu: no class: '%s'", path, line, name);
}

static void read_map(struct workload *w, const char *path)
{
	enum { COLUMNS = 8 };
	static const char *const names[COLUMNS] = {"user", "log", "source_user", "class", "copy",
		"first_week", "shift_weeks", "first_job"};
	FILE *stream = open_file(path);
	char *line = NULL, *cells[COLUMNS + 1];
	size_t size = 0, capacity = 0;
	for (size_t number = 1; getline(&line, &size, stream) >= 0; number++) {
		size_t count = split_line(line, cells, COLUMNS + 1);
		if (count != COLUMNS)
			fail("%s:%zu: %zu cells", path, number, count);
		for (size_t i = 0; i < COLUMNS && number == 1; i++)
			if (strcmp(cells[i], names[i]) != 0)
				fail("%s: the name of column %zu is %s", path, i + 1, cells[i]);
		if (number == 1)
			continue;
		if (number_of(cells[1], path, number) != 1)
			fail("%s:%zu: there is no log %s", path, number, cells[1]);
		if (w->row_count == capacity) {
			capacity = 2 * capacity + 1000;
			w->rows = realloc(w->rows, capacity * sizeof *w->rows);
			if (w->rows == NULL)
				fail("out of memory");
		}
		w->rows[w->row_count++] = (struct row){.line = number,
			.user = number_of(cells[0], path, number),
			.source_user = number_of(cells[2], path, number),
			.kind = kind_of_name(cells[3], path, number),
			.copy = (long)number_of(cells[4], path, number),
			.first_week = (long)number_of(cells[5], path, number),
			.shift = (long)number_of(cells[6], path, number),
			.first_job = number_of(cells[7], path, number)};
	}
	free(line);
	fclose(stream);
}

/* ---- pools ---- */

/* Jobs of a user stand together, those of each behaviour behind the others, in the order of the
 * log. */
static int compare_by_user(const void *a, const void *b)
{
	const struct job *left = *(struct job *const *)a, *right = *(struct job *const *)b;
	double x = left->field[USER], y = right->field[USER];
	if (x != y)
		return (x > y) - (x < y);
	if (left->behaviour != right->behaviour)
		return left->behaviour < right->behaviour ? -1 : 1;
	return (left > right) - (left < right);
}

static void sort_by_user(struct workload *w)
{
	w->by_user = allocate(w->log.count, sizeof *w->by_user);
	for (size_t i = 0; i < w->log.count; i++) {
		struct job *job = &w->log.job[i];
		if (job->field[USER] < 0)
			continue;
		for (size_t b = 0; b < w->behaviour_count; b++) {
			const struct behaviour *behaviour = &w->behaviours[b];
			if (job->field[USER] == behaviour->user &&
				submit_of(job) >= behaviour->begin &&
				submit_of(job) <= behaviour->end)
				job->behaviour = (long)b;
		}
		w->by_user[w->job_count++] = job;
	}
	qsort(w->by_user, w->job_count, sizeof *w->by_user, compare_by_user);
}

static enum kind kind_of(const struct workload *w, struct job *const *jobs, size_t count)
{
	double first = submit_of(jobs[0]), last = submit_of(jobs[count - 1]);
	double log_end = submit_of(&w->log.job[w->log.count - 1]);
	double edge = w->options.edge * SECONDS_PER_WEEK;
	if (jobs[0]->behaviour >= 0)
		return RARE;
	if (last - first > w->options.threshold * SECONDS_PER_WEEK)
		return LONG_TERM;
	if (last - w->begin <= edge || log_end - first <= edge)
		return DISCARDED;
	return TEMPORARY;
}

static void add_subject(struct workload *w, enum kind kind, struct job **jobs, size_t count)
{
	struct subject *subject = &w->subjects[w->subject_count];
	*subject = (struct subject){.kind = kind,
		.user = jobs[0]->field[USER],
		.jobs = jobs,
		.count = count,
		.first_week = jobs[0]->week,
		.last_week = jobs[count - 1]->week};
	for (size_t i = 0; i < count; i++) {
		jobs[i]->subject = w->subject_count;
		jobs[i]->place = i;
	}
	w->subject_count++;
	w->of_kind[kind]++;
}

static double end_of(const struct job *job)
{
	return submit_of(job) + fmax(job->field[WAIT], 0) + fmax(job->field[RUN_TIME], 0);
}

/* How many of a user's jobs are the first session, batch or job of them; a batch ends with its
 * session. */
static size_t length_of_unit(struct job *const *jobs, size_t count, enum unit unit)
{
	size_t length = 1;
	double latest_end = end_of(jobs[0]);
	for (; length < count && unit != BY_JOB; length++) {
		double submit = submit_of(jobs[length]);
		if (submit - submit_of(jobs[length - 1]) > SESSION_GAP)
			break;
		if (unit == BY_BATCH && submit >= latest_end)
			break;
		latest_end = fmax(latest_end, end_of(jobs[length]));
	}
	return length;
}

static void add_units(struct workload *w, struct job **jobs, size_t count)
{
	enum kind kind = kind_of(w, jobs, count);
	enum unit unit = w->options.unit;
	bool whole = unit == BY_USER || kind == RARE || kind == DISCARDED;
	while (count > 0) {
		size_t length = whole ? count : length_of_unit(jobs, count, unit);
		add_subject(w, kind, jobs, length);
		jobs += length;
		count -= length;
	}
}

static void make_pools(struct workload *w)
{
	w->subjects = allocate(w->job_count, sizeof *w->subjects);
	size_t first = 0;
	for (size_t i = 1; i <= w->job_count; i++) {
		const struct job *job = i < w->job_count ? w->by_user[i] : NULL;
		const struct job *before = w->by_user[i - 1];
		if (job != NULL && job->field[USER] == before->field[USER] &&
			job->behaviour == before->behaviour)
			continue;
		add_units(w, w->by_user + first, i - first);
		first = i;
	}
}

/* ---- the jobs ---- */

static double new_submit(const struct job *job, long shift)
{
	return submit_of(job) + (double)shift * SECONDS_PER_WEEK;
}

static void find_subject(const struct workload *w, struct row *row)
{
	const struct job *job = job_of_number(w, row->first_job);
	if (job == NULL || job->field[USER] < 0)
		fail("map:%zu: the log has no job %g of a user", row->line, row->first_job);
	row->subject = &w->subjects[job->subject];
	row->first = job->place;
	if (row->subject->user != row->source_user)
		fail("map:%zu: job %g is of user %g", row->line, row->first_job,
			row->subject->user);
	if (row->subject->kind != row->kind)
		fail("map:%zu: user %g is %s", row->line, row->source_user,
			kind_names[row->subject->kind]);
	double submit = new_submit(job, row->shift);
	if (submit < w->begin || submit >= w->end)
		fail("map:%zu: the first job is not within the output", row->line);
	while (row->first + row->expected_count < row->subject->count &&
		new_submit(row->subject->jobs[row->first + row->expected_count], row->shift) <
			w->end)
		row->expected_count++;
}

static void make_expected(struct workload *w)
{
	size_t count = 0;
	for (size_t i = 0; i < w->row_count; i++) {
		find_subject(w, &w->rows[i]);
		w->rows[i].first_expected = count;
		count += w->rows[i].expected_count;
	}
	w->expected = allocate(count, sizeof *w->expected);
	for (size_t i = 0; i < w->row_count; i++) {
		struct row *row = &w->rows[i];
		for (size_t j = 0; j < row->expected_count; j++) {
			const struct job *job = row->subject->jobs[row->first + j];
			w->expected[w->expected_count++] = (struct expected){
				.row = row, .job = job, .submit = new_submit(job, row->shift)};
		}
	}
}

static int compare_expected(const void *a, const void *b)
{
	const struct expected *left = *(struct expected *const *)a;
	const struct expected *right = *(struct expected *const *)b;
	if (left->submit != right->submit)
		return left->submit < right->submit ? -1 : 1;
	return (left > right) - (left < right);
}

/* The number of the preceding job in the output, or 0: only a job before it of the same use of the
 * same user (session, batch) counts. */
static double new_preceding(const struct workload *w, const struct expected *expected)
{
	const struct row *row = expected->row;
	const struct job *preceding = job_of_number(w, expected->job->field[PRECEDING]);
	if (preceding == NULL || preceding->field[USER] < 0 ||
		preceding->subject != expected->job->subject)
		return 0;
	if (preceding->place < row->first || preceding->place >= expected->job->place)
		return 0;
	return w->expected[row->first_expected + preceding->place - row->first].number;
}

static double new_field(const struct workload *w, const struct expected *expected, int field)
{
	switch (field) {
	case SUBMIT:
		return expected->submit;
	case USER:
		return expected->row->user;
	case PRECEDING:
	case THINK_TIME: {
		/* A number below 0 names no job, so that there is nothing to be renumbered. */
		if (expected->job->field[PRECEDING] < 0)
			return expected->job->field[field];
		double preceding = new_preceding(w, expected);
		if (preceding == 0)
			return -1;
		return field == PRECEDING ? preceding : expected->job->field[THINK_TIME];
	}
	default:
		return expected->job->field[field];
	}
}

static bool is_repeated(int field)
{
	return field != SUBMIT && field != USER && field != PRECEDING && field != THINK_TIME;
}

/* The first field in which they differ, or 0. BEFORE is the job whose other fields it has where it
 * is a repetition, or NULL. */
static int differing_field(const struct workload *w, const struct expected *expected,
	const struct job *job, const struct job *before)
{
	for (int i = 2; i <= FIELDS; i++) {
		bool from_before = before != NULL && is_repeated(i);
		double value = from_before ? before->field[i] : new_field(w, expected, i);
		if (job->field[i] != value)
			return i;
	}
	return 0;
}

static bool explains(const struct workload *w, const struct expected *expected,
	const struct job *job, const struct job *before)
{
	if (before != NULL && differing_field(w, expected, job, before) == 0)
		return true;
	/* With the probability 1 only the first of a user is not repeated. */
	if (before != NULL && w->options.repeat >= 1)
		return false;
	return differing_field(w, expected, job, NULL) == 0;
}

static _Noreturn void fail_unexplained(const struct workload *w, struct expected *const *sorted,
	size_t from, const struct job *job, const struct job *before)
{
	for (size_t i = from; i < w->expected_count; i++) {
		const struct expected *e = sorted[i];
		if (e->submit > submit_of(job))
			break;
		if (e->number != 0 || e->row->user != job->field[USER])
			continue;
		int field = differing_field(w, e, job, w->options.repeat >= 1 ? before : NULL);
		if (field == 0)
			break;
		fail("output:%zu: field %d is %.17g, not %.17g as job %g of the log has it by row "
		     "%zu of the map",
			job->line, field, job->field[field], new_field(w, e, field),
			e->job->field[JOB_NUMBER], e->row->line);
	}
	fail("output:%zu: user %g has no such job at %.17g, or not yet", job->line,
		job->field[USER], submit_of(job));
}

/* The place in the sorted jobs of the one that JOB is: of the same second, not found before, and
 * the next of its row. */
static size_t place_of(const struct workload *w, struct expected *const *sorted, size_t from,
	const struct job *job, const struct job *before)
{
	for (size_t i = from; i < w->expected_count; i++) {
		const struct expected *e = sorted[i];
		if (e->submit > submit_of(job))
			break;
		bool is_next = e == &w->expected[e->row->first_expected + e->row->found];
		if (e->number == 0 && is_next && e->row->user == job->field[USER] &&
			explains(w, e, job, before))
			return i;
	}
	fail_unexplained(w, sorted, from, job, before);
}

static void compare_output(struct workload *w)
{
	struct expected **sorted = allocate(w->expected_count, sizeof(struct expected *));
	const struct job **latest = allocate(w->user_count, sizeof(struct job *));
	for (size_t i = 0; i < w->expected_count; i++)
		sorted[i] = &w->expected[i];
	qsort(sorted, w->expected_count, sizeof *sorted, compare_expected);
	size_t first = 0; /* all before it are found */
	for (size_t i = 0; i < w->output.count; i++) {
		const struct job *job = &w->output.job[i];
		double user = job->field[USER];
		if (job->field[JOB_NUMBER] != (double)i + 1)
			fail("output:%zu: the number is not %zu", job->line, i + 1);
		if (!(user >= 1 && user <= (double)w->user_count))
			fail("output:%zu: the map has no user %g", job->line, user);
		if (first == w->expected_count)
			fail("output:%zu: there should be no more jobs", job->line);
		if (submit_of(job) != sorted[first]->submit)
			fail("output:%zu: submitted at %.17g, not %.17g as job %g of the log is by "
			     "row %zu of the map",
				job->line, submit_of(job), sorted[first]->submit,
				sorted[first]->job->field[JOB_NUMBER], sorted[first]->row->line);
		const struct job **before = &latest[(size_t)user - 1];
		size_t place =
			place_of(w, sorted, first, job, w->options.repeat > 0 ? *before : NULL);
		sorted[place]->number = (double)i + 1;
		sorted[place]->row->found++;
		*before = job;
		while (first < w->expected_count && sorted[first]->number != 0)
			first++;
	}
	if (first < w->expected_count)
		fail("job %g of the log, by row %zu of the map, is not in the output",
			sorted[first]->job->field[JOB_NUMBER], sorted[first]->row->line);
	free(sorted);
	free(latest);
}

/* ---- the rules of the map ---- */

static double given_or(double given, double other)
{
	return given >= 0 ? given : other;
}

/* The manual does not say which way a half is rounded. */
static bool is_half(double value)
{
	return fabs(value - floor(value) - 0.5) < HAIR;
}

/* Each of N that are drawn from a pool with equal weights is drawn so often, rounded down or up. */
static void check_share(const char *what, const struct subject *subject, size_t uses,
	double expected, bool complete)
{
	double low = floor(expected + HAIR), high = ceil(expected - HAIR);
	if ((double)uses > high || (complete && (double)uses < low))
		fail("%s: user %g is used %zu times, not %g or %g", what, subject->user, uses, low,
			high);
}

static void check_random_sum(const char *what, double sum, double mean)
{
	if (fabs(sum - mean) > DEVIATIONS * sqrt(mean) + HAIR)
		fail("%g %s come, but %g should on average", sum, what, mean);
}

static void check_user_numbers(struct workload *w)
{
	w->users = allocate(w->row_count, sizeof *w->users);
	for (size_t i = 0; i < w->row_count; i++) {
		struct row *row = &w->rows[i];
		if (!(row->user >= 1 && row->user <= (double)w->row_count) ||
			row->user != floor(row->user))
			fail("map:%zu: no number of a user: %g", row->line, row->user);
		size_t user = (size_t)row->user;
		row->is_use = w->users[user - 1] == NULL;
		if (row->is_use)
			w->users[user - 1] = row;
		if (user > w->user_count)
			w->user_count = user;
	}
	for (size_t i = 0; i < w->user_count; i++)
		if (w->users[i] == NULL)
			fail("map: there is no user %zu", i + 1);
}

/* Rows other than the first of a user are those of a long-term user who begins again, after the
 * period, with his first job. */
static void check_periods(const struct workload *w)
{
	long *shift = allocate(w->user_count, sizeof *shift);
	for (size_t i = 0; i < w->row_count; i++) {
		const struct row *row = &w->rows[i], *use = w->users[(size_t)row->user - 1];
		long *latest = &shift[(size_t)row->user - 1];
		if (!row->is_use) {
			if (row->kind != LONG_TERM)
				fail("map:%zu: a %s user begins again", row->line,
					kind_names[row->kind]);
			if (row->subject != use->subject || row->copy != use->copy)
				fail("map:%zu: user %g is another one at first", row->line,
					row->user);
			if (row->shift != *latest + w->period)
				fail("map:%zu: user %g begins again after %ld weeks, not %ld",
					row->line, row->user, row->shift - *latest, w->period);
			if (row->first != 0)
				fail("map:%zu: user %g does not begin with his first job",
					row->line, row->user);
			if (row->first_week != row->subject->first_week + row->shift)
				fail("map:%zu: the first week should be %ld", row->line,
					row->subject->first_week + row->shift);
		}
		*latest = row->shift;
	}
	for (size_t i = 0; i < w->user_count; i++) {
		const struct subject *subject = w->users[i]->subject;
		if (subject->kind == LONG_TERM &&
			new_submit(subject->jobs[0], shift[i] + w->period) < w->end)
			fail("map: user %zu does not begin again when he should", i + 1);
	}
	free(shift);
}

/* Weeks in which a long-term user may start, from his first one on. */
static long starting_weeks(const struct workload *w, const struct subject *subject)
{
	return w->options.stationary ? w->period : subject->last_week - subject->first_week + 1;
}

/* The first of his jobs if he starts so many weeks after the first one; their number if he starts
 * in his pause. */
static size_t first_place(const struct subject *subject, long start)
{
	size_t place = 0;
	while (place < subject->count && subject->jobs[place]->week < subject->first_week + start)
		place++;
	return place;
}

/* Of the row's use, how many weeks after his first week he starts. */
static long start_of(const struct workload *w, const struct row *row)
{
	const struct subject *subject = row->subject;
	long start = -row->shift - subject->first_week;
	bool in_pause = start < 0;
	if (in_pause)
		start += w->period;
	if (start < 0 || start >= starting_weeks(w, subject))
		fail("map:%zu: long-term user %g does not start in a week of his %s", row->line,
			row->source_user, w->options.stationary ? "period" : "activity");
	size_t place = first_place(subject, start);
	if ((place == subject->count) != in_pause)
		fail("map:%zu: user %g starts in his pause, but his jobs are moved by %ld weeks",
			row->line, row->source_user, row->shift);
	if (row->first != (in_pause ? 0 : place))
		fail("map:%zu: user %g does not start with his first job from his week on",
			row->line, row->source_user);
	long week = in_pause ? subject->first_week + row->shift : 0;
	if (row->first_week != week)
		fail("map:%zu: the first week should be %ld", row->line, week);
	return start;
}

/* Whether a temporary user who is there from the start may start in this week of the log. */
static bool may_start_in(const struct workload *w, const struct subject *subject, long week)
{
	if (w->options.stationary)
		return week > subject->first_week && week <= subject->last_week;
	for (size_t i = 0; i < subject->count; i++)
		if (subject->jobs[i]->week == week)
			return true;
	return false;
}

/* Of such weeks. */
static double weeks_to_start_in(const struct workload *w, const struct subject *subject)
{
	double weeks = 0;
	if (w->options.stationary)
		return (double)(subject->last_week - subject->first_week);
	for (size_t i = 0; i < subject->count; i++)
		weeks += i == 0 || subject->jobs[i]->week > subject->jobs[i - 1]->week;
	return weeks;
}

/* Whether one who is there from the start, so many weeks after his first one, has no job before the
 * end of the output, so that the map does not have him. */
static bool is_hidden(const struct workload *w, const struct subject *subject, long start)
{
	size_t place = first_place(subject, start);
	long shift = -subject->first_week - start;
	if (place == subject->count) {
		place = 0;
		shift += w->period;
	}
	return new_submit(subject->jobs[place], shift) >= w->end;
}

static bool may_be_hidden(const struct workload *w, const struct subject *subject)
{
	long weeks = starting_weeks(w, subject);
	for (long start = 0; start < weeks; start++)
		if ((subject->kind == LONG_TERM ||
			    may_start_in(w, subject, subject->first_week + start)) &&
			is_hidden(w, subject, start))
			return true;
	return false;
}

static bool may_any_be_hidden(const struct workload *w, enum kind kind)
{
	for (size_t i = 0; i < w->subject_count; i++)
		if (w->subjects[i].kind == kind && may_be_hidden(w, &w->subjects[i]))
			return true;
	return false;
}

static int compare_longs(const void *a, const void *b)
{
	long left = *(const long *)a, right = *(const long *)b;
	return (left > right) - (left < right);
}

/* Copies of a user are in equal distances, but for whole weeks, around his starting weeks. */
static void check_distances(const struct workload *w, const struct subject *subject, long *starts)
{
	size_t count = 0;
	for (size_t i = 0; i < w->user_count; i++)
		if (w->users[i]->subject == subject)
			starts[count++] = start_of(w, w->users[i]);
	if (count == 0)
		return;
	qsort(starts, count, sizeof *starts, compare_longs);
	long weeks = starting_weeks(w, subject);
	long low = weeks / (long)count, high = low + (weeks % (long)count != 0);
	for (size_t i = 0; i < count; i++) {
		long next = i + 1 < count ? starts[i + 1] : starts[0] + weeks;
		if (next - starts[i] < low || next - starts[i] > high)
			fail("map: copies of user %g are %ld weeks apart, not %ld or %ld",
				subject->user, next - starts[i], low, high);
	}
}

static void check_copies(const struct workload *w, enum kind kind, bool complete)
{
	for (size_t i = 0; i < w->user_count; i++) {
		const struct row *row = w->users[i];
		struct subject *subject = row->subject;
		if (subject->kind != kind)
			continue;
		size_t copy = subject->uses + 1;
		if (complete ? row->copy != (long)copy : row->copy < (long)copy)
			fail("map:%zu: user %g is copy %ld of user %g, not %zu", row->line,
				row->user, row->copy, row->source_user, copy);
		subject->uses = (size_t)row->copy;
	}
}

/* How many of them there ought to be, before rounding. */
static double long_term_number(const struct workload *w)
{
	double pool = (double)w->of_kind[LONG_TERM];
	if (pool == 0)
		return 0;
	return given_or(w->options.long_term, given_or(w->options.load, 1) * pool);
}

/* Returns whether the map has all long-term users. */
static bool check_long_term_number(const struct workload *w)
{
	double number = long_term_number(w), found = 0;
	for (size_t i = 0; i < w->user_count; i++)
		found += w->users[i]->kind == LONG_TERM;
	bool as_rounded = found == round(number) || (is_half(number) && found == floor(number));
	if (as_rounded)
		return true;
	if (found > number || !may_any_be_hidden(w, LONG_TERM))
		fail("map: there are %g long-term users, not %g", found, round(number));
	return false;
}

static void check_long_term(const struct workload *w)
{
	bool complete = check_long_term_number(w);
	check_copies(w, LONG_TERM, complete);
	long *starts = allocate(w->user_count, sizeof *starts);
	size_t found = 0;
	for (size_t i = 0; i < w->user_count; i++)
		if (w->users[i]->kind == LONG_TERM) {
			start_of(w, w->users[i]);
			found++;
		}
	for (size_t i = 0; i < w->subject_count; i++) {
		const struct subject *subject = &w->subjects[i];
		if (subject->kind != LONG_TERM)
			continue;
		double number = complete ? (double)found : round(long_term_number(w));
		double share = number / (double)w->of_kind[LONG_TERM];
		check_share("long-term users", subject, subject->uses, share, complete);
		if (complete)
			check_distances(w, subject, starts);
	}
	free(starts);
}

static bool comes_properly(const struct row *row)
{
	return row->first == 0 && row->first_week >= 0 &&
		row->shift == row->first_week - row->subject->first_week;
}

static bool starts_properly(const struct workload *w, const struct row *row)
{
	const struct subject *subject = row->subject;
	return row->first_week == 0 && may_start_in(w, subject, -row->shift) &&
		row->first == first_place(subject, -row->shift - subject->first_week);
}

static void check_shares_at_start(const struct workload *w, double number, double weeks)
{
	size_t *uses = allocate(w->subject_count, sizeof *uses);
	for (size_t i = 0; i < w->user_count; i++)
		if (w->users[i]->at_start)
			uses[w->users[i]->subject - w->subjects]++;
	for (size_t i = 0; i < w->subject_count; i++) {
		const struct subject *subject = &w->subjects[i];
		if (subject->kind != TEMPORARY)
			continue;
		double share = number * weeks_to_start_in(w, subject) / weeks;
		check_share("temporary users at the start", subject, uses[i], share, true);
	}
	free(uses);
}

static double weeks_of_pool(const struct workload *w)
{
	double weeks = 0;
	for (size_t i = 0; i < w->subject_count; i++)
		if (w->subjects[i].kind == TEMPORARY)
			weeks += weeks_to_start_in(w, &w->subjects[i]);
	return weeks;
}

/* How many of them there ought to be at the start, before rounding. */
static double temporary_number(const struct workload *w)
{
	if (w->of_kind[TEMPORARY] == 0)
		return 0;
	double average = weeks_of_pool(w) / w->log_weeks;
	return given_or(w->options.temporary, given_or(w->options.load, 1) * average);
}

/* Marks those who are there from the start: users are numbered as they are drawn, and these before
 * others come. */
static void check_temporary_at_start(const struct workload *w)
{
	double number = round(temporary_number(w)), found = 0;
	for (size_t i = 0; i < w->user_count && found < number; i++) {
		struct row *row = w->users[i];
		if (row->kind != TEMPORARY)
			continue;
		if (!starts_properly(w, row))
			fail("map:%zu: user %g is there from the start, but does not start in a "
			     "week in which he may",
				row->line, row->user);
		row->at_start = true;
		found++;
	}
	if (found < number)
		fail("map: there are %g temporary users at the start, not %g", found, number);
	check_shares_at_start(w, number, weeks_of_pool(w));
}

/* By the week in which they start, in a week by the user, session, batch or job. */
static int compare_by_week(const void *a, const void *b)
{
	const struct row *left = *(struct row *const *)a, *right = *(struct row *const *)b;
	if (left->first_week != right->first_week)
		return left->first_week < right->first_week ? -1 : 1;
	if (left->subject != right->subject)
		return left->subject < right->subject ? -1 : 1;
	return (left->copy > right->copy) - (left->copy < right->copy);
}

static bool was_at_start(const struct workload *w, const struct subject *subject)
{
	for (size_t i = 0; i < w->user_count; i++)
		if (w->users[i]->at_start && w->users[i]->subject == subject)
			return true;
	return false;
}

static size_t count_at_start(const struct workload *w)
{
	size_t count = 0;
	for (size_t i = 0; i < w->subject_count; i++)
		count += was_at_start(w, &w->subjects[i]);
	return count;
}

/* How often each of a pool is drawn in a week: none twice, unless more come than there are. */
struct share {
	size_t least, most;
	bool others_only; /* than those who are there from the start */
};

static struct share share_in_week(
	const struct workload *w, const struct row *first, size_t count, size_t pool)
{
	struct share share = {.least = count / pool, .most = count / pool + (count % pool != 0)};
	if (first->first_week > 0 || first->kind != TEMPORARY)
		return share;
	share.others_only = count <= pool - count_at_start(w);
	if (share.others_only)
		share.least = 0;
	return share;
}

/* The COUNT rows of a week that are of a pool of the size POOL, those of the same user (session,
 * batch, job) beside each other. None can come more than MOST times. */
static void check_week(
	const struct workload *w, struct row *const *rows, size_t count, size_t pool, double most)
{
	struct share share = share_in_week(w, rows[0], count, pool);
	/* Where the output ends within the week it may hide some. */
	bool whole = (double)(rows[0]->first_week + 1) * SECONDS_PER_WEEK <= w->length;
	if (!whole) {
		share.least = 0;
		share.most = (size_t)most;
	}
	size_t uses = 0, subjects = 0;
	for (size_t i = 0; i < count; i++) {
		const struct row *row = rows[i];
		uses++;
		if (share.others_only && was_at_start(w, row->subject))
			fail("map:%zu: user %g comes though he is there from the start", row->line,
				row->user);
		if (i + 1 < count && rows[i + 1]->subject == row->subject)
			continue;
		if (uses < share.least || uses > share.most)
			fail("map:%zu: user %g comes %zu times in week %ld, not %zu or %zu",
				row->line, row->source_user, uses, row->first_week, share.least,
				share.most);
		uses = 0;
		subjects++;
	}
	if (share.least > 0 && subjects < pool)
		fail("map: in week %ld some come twice before all come", rows[0]->first_week);
}

static void check_weeks(
	const struct workload *w, struct row **rows, size_t count, size_t pool, double most)
{
	qsort(rows, count, sizeof *rows, compare_by_week);
	size_t first = 0;
	for (size_t i = 1; i <= count; i++)
		if (i == count || rows[i]->first_week != rows[first]->first_week) {
			check_week(w, rows + first, i - first, pool, most);
			first = i;
		}
}

static double full_weeks(const struct workload *w)
{
	return floor(w->length / SECONDS_PER_WEEK);
}

static double count_in_full_weeks(const struct workload *w, struct row *const *rows, size_t count)
{
	double sum = 0;
	for (size_t i = 0; i < count; i++)
		sum += (double)rows[i]->first_week < full_weeks(w);
	return sum;
}

static double rate_of_pool(const struct workload *w, size_t pool)
{
	return given_or(w->options.load, 1) * (double)pool / w->log_weeks;
}

static size_t select_comers(const struct workload *w, enum kind kind, struct row **rows)
{
	size_t count = 0;
	for (size_t i = 0; i < w->user_count; i++)
		if (w->users[i]->kind == kind && !w->users[i]->at_start)
			rows[count++] = w->users[i];
	return count;
}

/* N trials of a probability up to 1 give no more than N; further ones are made only for a rate
 * above N. */
static double most_in_week(double rate, size_t pool)
{
	return (double)pool * ceil(rate / (double)pool - HAIR);
}

static void check_numbers(
	const struct workload *w, struct row *const *rows, size_t count, double rate, size_t pool)
{
	size_t in_week = 0;
	for (size_t i = 0; i < count; i++) {
		bool is_next = i > 0 && rows[i]->first_week == rows[i - 1]->first_week;
		in_week = is_next ? in_week + 1 : 1;
		if ((double)in_week > most_in_week(rate, pool))
			fail("map:%zu: more than %g come in week %ld", rows[i]->line,
				most_in_week(rate, pool), rows[i]->first_week);
	}
	check_random_sum("of a pool", count_in_full_weeks(w, rows, count), rate * full_weeks(w));
}

/* Rare users are among the temporary ones who come. */
static void check_comers(const struct workload *w)
{
	size_t pool = w->of_kind[TEMPORARY], rare_pool = w->of_kind[RARE];
	struct row **rows = allocate(w->user_count, sizeof(struct row *));
	size_t temporary = select_comers(w, TEMPORARY, rows);
	size_t rare = select_comers(w, RARE, rows + temporary);
	struct row **rare_rows = rows + temporary;
	for (size_t i = 0; i < temporary + rare; i++)
		if (!comes_properly(rows[i]))
			fail("map:%zu: user %g does not come with his first job in week %ld",
				rows[i]->line, rows[i]->user, rows[i]->first_week);
	if (pool > 0) {
		double rate = given_or(w->options.temporary_rate, rate_of_pool(w, pool));
		double most = most_in_week(rate, pool);
		check_weeks(w, rows, temporary, pool, most / (double)pool);
		check_weeks(w, rare_rows, rare, rare_pool, most);
		qsort(rows, temporary + rare, sizeof *rows, compare_by_week);
		check_numbers(w, rows, temporary + rare, rate, pool);
	}
	if (rare_pool > 0) {
		double rate = given_or(w->options.rare_rate, rate_of_pool(w, rare_pool));
		rare = select_comers(w, RARE, rows);
		check_random_sum(
			"rare users", count_in_full_weeks(w, rows, rare), rate * full_weeks(w));
	}
	free(rows);
}

/* Users have their numbers in the order of the weeks in which they come. */
static void check_order_of_weeks(const struct workload *w)
{
	long week = 0;
	for (size_t i = 0; i < w->user_count; i++) {
		const struct row *row = w->users[i];
		if (row->kind == LONG_TERM)
			continue;
		if (row->first_week < week)
			fail("map:%zu: user %g comes before the user of the number before his",
				row->line, row->user);
		week = row->first_week;
	}
}

/* Where it cannot be told who was there from the start and who came in the first week. */
static void check_any_temporary(const struct workload *w)
{
	for (size_t i = 0; i < w->user_count; i++) {
		const struct row *row = w->users[i];
		if (row->kind != LONG_TERM && !comes_properly(row) &&
			!(row->kind == TEMPORARY && starts_properly(w, row)))
			fail("map:%zu: user %g neither comes nor is there from the start",
				row->line, row->user);
	}
}

static void check_users(const struct workload *w)
{
	check_periods(w);
	check_long_term(w);
	check_order_of_weeks(w);
	bool hidden = may_any_be_hidden(w, TEMPORARY);
	check_copies(w, TEMPORARY, !hidden);
	check_copies(w, RARE, true);
	if (hidden || is_half(temporary_number(w))) {
		check_any_temporary(w);
		return;
	}
	check_temporary_at_start(w);
	check_comers(w);
}

static int compare_by_subject(const void *a, const void *b)
{
	const struct row *left = *(struct row *const *)a, *right = *(struct row *const *)b;
	if (left->subject != right->subject)
		return left->subject < right->subject ? -1 : 1;
	return compare_by_week(a, b);
}

static void check_unit_copies(struct row **rows, size_t count)
{
	qsort(rows, count, sizeof *rows, compare_by_subject);
	for (size_t i = 0; i < count; i++) {
		bool is_first = i == 0 || rows[i - 1]->subject != rows[i]->subject;
		if (rows[i]->copy != (is_first ? 1 : rows[i - 1]->copy + 1))
			fail("map:%zu: copy %ld does not follow the one before", rows[i]->line,
				rows[i]->copy);
	}
}

/* A user of the log is one user of the output. */
static void check_unit_users(const struct workload *w)
{
	for (size_t i = 0; i < w->row_count; i++) {
		const struct row *row = &w->rows[i];
		if (row->source_user != w->users[(size_t)row->user - 1]->source_user)
			fail("map:%zu: user %g is another one at first", row->line, row->user);
	}
	for (size_t i = 0; i < w->user_count; i++)
		for (size_t j = 0; j < i; j++)
			if (w->users[i]->source_user == w->users[j]->source_user)
				fail("map: user %g is two users of the output",
					w->users[i]->source_user);
}

static void check_units(const struct workload *w)
{
	struct row **rows = allocate(w->row_count, sizeof(struct row *));
	for (size_t i = 0; i < w->row_count; i++) {
		rows[i] = &w->rows[i];
		if (!comes_properly(rows[i]))
			fail("map:%zu: a %s is not moved as a whole to week %ld", rows[i]->line,
				unit_names[w->options.unit], rows[i]->first_week);
	}
	size_t pool = w->of_kind[LONG_TERM] + w->of_kind[TEMPORARY];
	check_unit_users(w);
	check_unit_copies(rows, w->row_count);
	double rate = rate_of_pool(w, pool);
	check_weeks(w, rows, w->row_count, pool, most_in_week(rate, pool) / (double)pool);
	check_numbers(w, rows, w->row_count, rate, pool);
	free(rows);
}

/* ---- the command ---- */

static double *option_of_name(struct options *options, const char *name)
{
	struct {
		const char *name;
		double *value;
	} const known[] = {{"--edge", &options->edge}, {"--extend", &options->extend},
		{"--load", &options->load}, {"--long-term", &options->long_term},
		{"--rare-rate", &options->rare_rate}, {"--repeat", &options->repeat},
		{"--temporary", &options->temporary},
		{"--temporary-rate", &options->temporary_rate},
		{"--threshold", &options->threshold}, {"--weeks", &options->weeks}};
	for (size_t i = 0; i < sizeof known / sizeof *known; i++)
		if (strcmp(known[i].name, name) == 0)
			return known[i].value;
	return NULL;
}

static bool read_unit(struct options *options, const char *name)
{
	for (int i = BY_USER; i < UNITS; i++)
		if (strcmp(unit_names[i], name) == 0) {
			options->unit = (enum unit)i;
			return true;
		}
	return false;
}

static bool read_option(struct options *options, const char *name, const char *value)
{
	double *number = option_of_name(options, name);
	if (strcmp(name, "--unit") == 0)
		return read_unit(options, value);
	if (strcmp(name, "--rare") == 0) {
		options->list = value;
		return true;
	}
	if (number == NULL)
		return false;
	char *end;
	*number = strtod(value, &end);
	return end != value && *end == '\0' && *number >= 0;
}

/* Returns the place of the first operand, or 0 if the usage is wrong. */
static int read_options(int argc, char **argv, struct options *options)
{
	int i = 1;
	while (i < argc && strncmp(argv[i], "--", 2) == 0) {
		if (strcmp(argv[i], "--stationary") == 0) {
			options->stationary = true;
			i++;
			continue;
		}
		if (i + 1 == argc || !read_option(options, argv[i], argv[i + 1]))
			return 0;
		i += 2;
	}
	return argc - i == 3 ? i : 0;
}

int main(int argc, char **argv)
{
	struct workload w = {.options = {.weeks = -1,
				     .extend = -1,
				     .load = -1,
				     .threshold = 12,
				     .edge = 4,
				     .repeat = 0,
				     .long_term = -1,
				     .temporary = -1,
				     .temporary_rate = -1,
				     .rare_rate = -1}};
	int operand = read_options(argc, argv, &w.options);
	if (operand == 0) {
		fprintf(stderr, "usage: naive-resample [option ...] LOG MAP OUTPUT\n");
		return 2;
	}
	if (w.options.list != NULL)
		read_list(&w, w.options.list);
	read_log(&w, argv[operand]);
	sort_by_user(&w);
	make_pools(&w);
	read_map(&w, argv[operand + 1]);
	check_user_numbers(&w);
	make_expected(&w);
	w.output = read_jobs(argv[operand + 2]);
	compare_output(&w);
	if (w.options.unit == BY_USER)
		check_users(&w);
	else
		check_units(&w);
	free(w.log.job);
	free(w.output.job);
	free(w.behaviours);
	free(w.by_number);
	free(w.by_user);
	free(w.subjects);
	free(w.rows);
	free(w.users);
	free(w.expected);
	return 0;
}
