/*
 * Accounting records of PBS Pro, OpenPBS and Torque: lines "MM/DD/YYYY HH:MM:SS;KIND;ID;MESSAGE",
 * of which E (ended) and R (rerun) are runs; Q (queued), S (started), D (deleted) and A (aborted)
 * tell what these do not, and of jobs that never ran. A job's records may stand in several files.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "accounts.h"
#include "input.h"
#include "lines.h"
#include "number.h"
#include "pbs-resources.h"
#include "swfcore/date.h"

/* The keys of messages that count. */
enum key {
	USER,
	GROUP,
	ACCOUNT,
	JOBNAME,
	QUEUE,
	CTIME,
	QTIME,
	ETIME,
	START,
	END,
	EXEC_HOST,
	EXEC_VNODE,
	EXIT_STATUS,
	SELECT,
	NODES,
	PROCS,
	NCPUS,
	MPPWIDTH,
	WALLTIME,
	MEM,
	PMEM,
	USED_NCPUS,
	USED_CPUT,
	USED_MEM,
	SLOTS,
	KEYS
};

#define KEY(text)                                                                                  \
	{                                                                                          \
		text, sizeof text - 1                                                              \
	}
static const struct {
	const char *text;
	size_t length;
} keys[KEYS] = {[USER] = KEY("user"),
	[GROUP] = KEY("group"),
	[ACCOUNT] = KEY("account"),
	[JOBNAME] = KEY("jobname"),
	[QUEUE] = KEY("queue"),
	[CTIME] = KEY("ctime"),
	[QTIME] = KEY("qtime"),
	[ETIME] = KEY("etime"),
	[START] = KEY("start"),
	[END] = KEY("end"),
	[EXEC_HOST] = KEY("exec_host"),
	[EXEC_VNODE] = KEY("exec_vnode"),
	[EXIT_STATUS] = KEY("Exit_status"),
	[SELECT] = KEY("Resource_List.select"),
	[NODES] = KEY("Resource_List.nodes"),
	[PROCS] = KEY("Resource_List.procs"),
	[NCPUS] = KEY("Resource_List.ncpus"),
	[MPPWIDTH] = KEY("Resource_List.mppwidth"),
	[WALLTIME] = KEY("Resource_List.walltime"),
	[MEM] = KEY("Resource_List.mem"),
	[PMEM] = KEY("Resource_List.pmem"),
	[USED_NCPUS] = KEY("resources_used.ncpus"),
	[USED_CPUT] = KEY("resources_used.cput"),
	[USED_MEM] = KEY("resources_used.mem"),
	[SLOTS] = KEY("total_execution_slots")};

struct text {
	const char *begin, *end; /* NULL where there is none */
};

struct record {
	double stamp; /* Unix time in s */
	char kind;
	int64_t id;
	bool is_array;    /* the whole of one */
	int64_t array_id; /* of the array that the job is of, or -1 */
	struct text values[KEYS];
};

struct source {
	struct swf_accounts *accounts;
	struct swf_place place;
	double last_stamp; /* of the lines before, which are in the order of time */
	bool refused;      /* the line is bad */
};

/* Ids are numbers: of the job, its place in its array, and its server. */
enum { SERVER_BITS = 7, INDEX_BITS = 20, NUMBER_BITS = 36, WHOLE_ARRAY = (1 << INDEX_BITS) - 1 };

/* With the text from begin to end, if there is one. */
static int refuse(struct source *source, struct swf_error *error, const char *what,
	const char *begin, const char *end)
{
	const int shown = end - begin < 60 ? (int)(end - begin) : 60;
	const char *const quote = begin != NULL ? "'" : "";
	source->refused = true;
	return swf_fail(error, "%s:%lld: %s%s%s%.*s%s", source->place.file,
		(long long)source->place.line, what, begin != NULL ? ": " : "", quote, shown,
		begin != NULL ? begin : "", quote);
}

static int refuse_key(
	struct source *source, struct swf_error *error, enum key key, struct text value)
{
	char what[80];
	snprintf(what, sizeof what, "%s: cannot be read", keys[key].text);
	return refuse(source, error, what, value.begin, value.end);
}

/* "MM/DD/YYYY HH:MM:SS", in local time. Of one that comes twice, the first that is not before the
 * line above. */
static bool read_stamp(struct source *source, const char *p, size_t length, double *stamp)
{
	enum { LENGTH = 19 };
	char iso[LENGTH + 1];
	struct swf_date date;
	double seconds[2];
	if (length != LENGTH || p[2] != '/' || p[5] != '/')
		return false;
	snprintf(iso, sizeof iso, "%.4s-%.2s-%.2s%.9s", p + 6, p, p + 3, p + 10);
	if (!swf_date_read(iso, &date))
		return false;
	const size_t count =
		swf_calendar_seconds(source->accounts->options.clock, date.seconds, seconds);
	*stamp = seconds[count == 2 && seconds[0] < source->last_stamp];
	source->last_stamp = *stamp;
	return true;
}

/* Reads the digits at *p, which moves behind them. */
static bool read_digits(const char **p, const char *end, int bits, int64_t *value)
{
	const char *begin = *p;
	while (*p < end && **p >= '0' && **p <= '9')
		++*p;
	return swf_scan_whole(begin, *p, value) == SWF_SCAN_OK && *value < INT64_C(1) << bits;
}

/* "123.server", "123[4].server", "123-4.server", or "123[].server" for a whole array. Returns 0, 1
 * if it is none of these, or -1 when there is no memory. */
static int read_id(struct swf_accounts *accounts, const char *p, const char *end, struct record *r)
{
	int64_t number, index = 0;
	r->array_id = -1;
	if (!read_digits(&p, end, NUMBER_BITS, &number))
		return 1;
	const bool bracket = p < end && *p == '[';
	if (p < end && (bracket || *p == '-')) {
		p++;
		r->is_array = bracket && p < end && *p == ']';
		if (!r->is_array && !read_digits(&p, end, INDEX_BITS - 1, &index))
			return 1;
		index = r->is_array ? WHOLE_ARRAY : index + 1;
		if (bracket && (p == end || *p++ != ']'))
			return 1;
	}
	if (p < end && *p != '.')
		return 1;
	const uint32_t server = swf_names_put(&accounts->servers, p, (size_t)(end - p));
	if (server == SWF_NO_NAME)
		return -1;
	if (server >= 1 << SERVER_BITS)
		return 1;
	const int64_t job = (int64_t)server << NUMBER_BITS | number;
	r->id = job << INDEX_BITS | index;
	if (index != 0)
		r->array_id = job << INDEX_BITS | WHOLE_ARRAY;
	return 0;
}

static const char *find(const char *p, const char *end, char c)
{
	const char *found = memchr(p, c, (size_t)(end - p));
	return found != NULL ? found : end;
}

/* The value at *p, which moves behind it. One in quotes ends at the quote that a blank or the end
 * follows; one without takes in the words behind it that have no "=". */
static struct text read_value(const char **p, const char *end)
{
	const char *q = *p;
	if (q < end && (*q == '"' || *q == '\'')) {
		const char *close = q;
		do
			close = find(close + 1, end, *q);
		while (close + 1 < end && close[1] != ' ');
		if (close < end) {
			*p = close + 1;
			return (struct text){q + 1, close};
		}
	}
	q = find(q, end, ' ');
	for (;;) {
		const char *word = q;
		while (word < end && *word == ' ')
			word++;
		const char *word_end = find(word, end, ' ');
		if (word == end || memchr(word, '=', (size_t)(word_end - word)) != NULL)
			break;
		q = word_end;
	}
	const struct text value = {*p, q};
	*p = q;
	return value;
}

/* Takes the message apart. Of a key that is there twice the first one counts. */
static void read_message(const char *p, const char *end, struct record *record)
{
	while (p < end) {
		while (p < end && *p == ' ')
			p++;
		const char *equals = find(p, find(p, end, ' '), '=');
		if (equals == end || *equals != '=') {
			p = equals;
			continue;
		}
		const size_t length = (size_t)(equals - p);
		int key = 0;
		while (key < KEYS &&
			(keys[key].length != length || keys[key].text[0] != p[0] ||
				memcmp(keys[key].text, p, length) != 0))
			key++;
		p = equals + 1;
		const struct text value = read_value(&p, end);
		if (key < KEYS && record->values[key].begin == NULL)
			record->values[key] = value;
	}
}

/* A Unix time; one that is missing or 0 leaves it as it is. */
static int read_time(struct source *source, const struct record *record, enum key key, double *time,
	struct swf_error *error)
{
	const struct text value = record->values[key];
	int64_t seconds;
	if (value.begin == NULL)
		return 0;
	if (swf_scan_whole(value.begin, value.end, &seconds) != SWF_SCAN_OK || seconds < 0 ||
		(double)seconds > SWF_TIME_MAX)
		return refuse_key(source, error, key, value);
	if (seconds > 0)
		*time = (double)seconds;
	return 0;
}

static int read_seconds(struct source *source, const struct record *record, enum key key,
	double *seconds, struct swf_error *error)
{
	const struct text value = record->values[key];
	if (value.begin != NULL && !swf_pbs_duration(value.begin, value.end, seconds))
		return refuse_key(source, error, key, value);
	return 0;
}

/* Of a resource that is counted in several ways, the first one that is there and not 0. */
struct way {
	enum key key;
	swf_pbs_processors *count;
};

static int read_procs(struct source *source, const struct record *record, const struct way *ways,
	size_t count, int32_t *procs, struct swf_error *error)
{
	for (size_t i = 0; i < count; i++) {
		const struct text value = record->values[ways[i].key];
		int64_t whole;
		if (value.begin == NULL)
			continue;
		if (!ways[i].count(value.begin, value.end, &whole))
			return refuse_key(source, error, ways[i].key, value);
		if (whole > 0) {
			*procs = (int32_t)whole;
			return 0;
		}
	}
	return 0;
}

/* Memory for each of so many processors; -1 where it is missing. */
static int read_memory(struct source *source, const struct record *record, enum key key,
	int32_t procs, int64_t *memory, struct swf_error *error)
{
	const struct text value = record->values[key];
	double kilobytes;
	if (value.begin == NULL || procs <= 0)
		return 0;
	if (!swf_pbs_memory(value.begin, value.end, &kilobytes))
		return refuse_key(source, error, key, value);
	*memory = (int64_t)(kilobytes / procs);
	return 0;
}

static int read_sizes(struct source *source, const struct record *record, struct swf_run *run,
	struct swf_error *error)
{
	/* PBS counts all of ncpus, but on a Cray; Torque's may be a default beside nodes */
	static const struct way pbs[] = {{MPPWIDTH, swf_pbs_count}, {NCPUS, swf_pbs_count},
		{SELECT, swf_pbs_select}, {NODES, swf_pbs_nodes}};
	static const struct way torque[] = {{MPPWIDTH, swf_pbs_count}, {NODES, swf_pbs_nodes},
		{PROCS, swf_pbs_count}, {NCPUS, swf_pbs_count}};
	static const struct way used[] = {{MPPWIDTH, swf_pbs_count}, {USED_NCPUS, swf_pbs_count},
		{EXEC_VNODE, swf_pbs_exec_vnode}, {EXEC_HOST, swf_pbs_exec_host},
		{SLOTS, swf_pbs_count}};
	const bool is_pbs = record->values[SELECT].begin != NULL;
	if (read_procs(source, record, is_pbs ? pbs : torque, 4, &run->requested, error) != 0 ||
		read_procs(source, record, used, 5, &run->allocated, error) != 0)
		return -1;
	if (run->allocated <= 0)
		run->allocated = run->requested;
	if (run->requested <= 0)
		run->requested = run->allocated;
	if (read_memory(source, record, PMEM, 1, &run->memory_request, error) != 0 ||
		read_memory(source, record, MEM, run->requested, &run->memory_request, error) != 0)
		return -1;
	return read_memory(source, record, USED_MEM, run->allocated, &run->memory, error);
}

static int read_names(struct source *source, const struct record *record, struct swf_run *run,
	struct swf_error *error)
{
	static const enum key of_kinds[SWF_NAME_PARTITION] = {USER, ACCOUNT, JOBNAME, QUEUE};
	for (int kind = 0; kind < SWF_NAME_PARTITION; kind++) {
		struct text name = record->values[of_kinds[kind]];
		if (of_kinds[kind] == ACCOUNT && name.begin == name.end)
			name = record->values[GROUP];
		if (name.begin != NULL &&
			swf_accounts_name(source->accounts, run, (enum swf_name_kind)kind,
				name.begin, (size_t)(name.end - name.begin), error) != 0)
			return -1;
	}
	return 0;
}

/* Adds what a record tells to what is known of a run. */
static int read_run(struct source *source, const struct record *record, struct swf_run *run,
	struct swf_error *error)
{
	if (read_time(source, record, QTIME, &run->submit, error) != 0 ||
		read_time(source, record, CTIME, &run->submit, error) != 0 ||
		read_time(source, record, ETIME, &run->eligible, error) != 0 ||
		read_time(source, record, START, &run->start, error) != 0 ||
		read_time(source, record, END, &run->end, error) != 0 ||
		read_seconds(source, record, WALLTIME, &run->estimate, error) != 0 ||
		read_seconds(source, record, USED_CPUT, &run->cpu_time, error) != 0 ||
		read_sizes(source, record, run, error) != 0)
		return -1;
	return read_names(source, record, run, error);
}

/* Adds the nodes of "n1/0*8+n2/0*8". */
static int add_nodes(struct source *source, struct text hosts, struct swf_error *error)
{
	while (hosts.begin < hosts.end) {
		const char *end = find(hosts.begin, hosts.end, '+');
		const char *name_end = find(hosts.begin, end, '/');
		switch (swf_node_set_add(
			&source->accounts->nodes, hosts.begin, (size_t)(name_end - hosts.begin))) {
		case SWF_NODES_ADDED:
			break;
		case SWF_NODES_NO_MEMORY:
			return swf_fail(error, "out of memory");
		default:
			return refuse_key(source, error, EXEC_HOST, hosts);
		}
		hosts.begin = end < hosts.end ? end + 1 : end;
	}
	return 0;
}

/* Has a run count from its own submit. Returns whether it was lost when the job was requeued. */
static bool set_submit(const struct swf_open_job *job, struct swf_run *run)
{
	const bool lost = job != NULL && run->start < job->requeued;
	if (lost)
		run->submit = job->lost_submit;
	else if (job != NULL && !isnan(job->requeued))
		run->submit = job->requeued;
	return lost;
}

/* The run of an E or R record, with what was known of the job. */
static int read_ended(struct source *source, const struct record *record,
	const struct swf_open_job *job, struct swf_run *run, struct swf_error *error)
{
	*run = job != NULL ? job->run : swf_run_unknown();
	run->id = record->id;
	run->over = true;
	if (read_run(source, record, run, error) != 0 ||
		add_nodes(source, record->values[EXEC_HOST], error) != 0)
		return -1;
	if (isnan(run->end))
		run->end = record->stamp;
	run->run_time = run->end - run->start;
	return 0;
}

static int read_exit_status(
	struct source *source, const struct record *record, int8_t *status, struct swf_error *error)
{
	const struct text value = record->values[EXIT_STATUS];
	int64_t exit_status;
	*status = SWF_UNKNOWN;
	if (value.begin == NULL)
		return 0;
	if (swf_scan_whole(value.begin, value.end, &exit_status) != SWF_SCAN_OK)
		return refuse_key(source, error, EXIT_STATUS, value);
	*status = exit_status == 0 ? SWF_STATUS_COMPLETED : SWF_STATUS_FAILED;
	return 0;
}

static int on_end(struct source *source, const struct record *record, struct swf_error *error)
{
	struct swf_accounts *accounts = source->accounts;
	struct swf_open_job *job = swf_open_jobs_find(&accounts->open, record->id);
	struct swf_run run;
	if (record->values[END].begin == NULL)
		return refuse(source, error, "no end=: a line that is cut off", NULL, NULL);
	if (read_ended(source, record, job, &run, error) != 0 ||
		read_exit_status(source, record, &run.status, error) != 0)
		return -1;
	const bool lost = set_submit(job, &run);
	if (lost || (job != NULL && !isnan(job->deleted)))
		run.status = SWF_STATUS_CANCELLED;
	if (job != NULL && !lost)
		swf_open_jobs_remove(&accounts->open, job);
	if (swf_run_began(&run))
		return swf_accounts_add(accounts, &run, source->place, error);
	swf_accounts_keep_out(accounts, source->place, "an end without a start");
	return 0;
}

static int on_rerun(struct source *source, const struct record *record, struct swf_error *error)
{
	struct swf_open_job *job = swf_open_jobs_put(&source->accounts->open, record->id);
	struct swf_run run;
	if (job == NULL)
		return swf_fail(error, "out of memory");
	if (read_ended(source, record, job, &run, error) != 0)
		return -1;
	run.status = SWF_STATUS_CANCELLED;
	if (!set_submit(job, &run))
		job->lost_submit = run.submit;
	job->requeued = run.end;
	job->run.start = NAN;
	return swf_run_began(&run) ? swf_accounts_add(source->accounts, &run, source->place, error)
				   : 0;
}

/* Q and S tell of the job what other records leave out. */
static int on_news(struct source *source, const struct record *record, struct swf_error *error)
{
	struct swf_open_job *job = swf_open_jobs_put(&source->accounts->open, record->id);
	if (job == NULL)
		return swf_fail(error, "out of memory");
	if (isnan(job->run.submit))
		job->run.submit = record->stamp;
	return read_run(source, record, &job->run, error);
}

/* A part of an array that waits has no records of its own but this. */
static int on_deleted(struct source *source, const struct record *record, struct swf_error *error)
{
	struct swf_open_jobs *open = &source->accounts->open;
	struct swf_open_job *job = swf_open_jobs_find(open, record->id);
	const bool is_new = job == NULL;
	if (is_new && (job = swf_open_jobs_put(open, record->id)) == NULL)
		return swf_fail(error, "out of memory");
	const struct swf_open_job *array = swf_open_jobs_find(open, record->array_id);
	if (is_new && array != NULL) {
		job->run = array->run;
		job->run.id = record->id;
		job->run.start = NAN;
	}
	if (isnan(job->deleted))
		job->deleted = record->stamp;
	return 0;
}

/* Another server accounts for what comes of the job. */
static int on_moved(struct source *source, const struct record *record)
{
	struct swf_open_job *job = swf_open_jobs_find(&source->accounts->open, record->id);
	source->accounts->counts.others++;
	if (job != NULL)
		swf_open_jobs_remove(&source->accounts->open, job);
	return 0;
}

/* Arrays are no jobs, but tell of theirs. */
static int on_array(struct source *source, const struct record *record, struct swf_error *error)
{
	source->accounts->counts.arrays++;
	if (record->kind == 'Q' || record->kind == 'S')
		return on_news(source, record, error);
	struct swf_open_job *array = swf_open_jobs_find(&source->accounts->open, record->id);
	if (record->kind == 'E' && array != NULL)
		swf_open_jobs_remove(&source->accounts->open, array);
	return 0;
}

static int on_record(struct source *source, const struct record *record, struct swf_error *error)
{
	if (record->is_array)
		return on_array(source, record, error);
	switch (record->kind) {
	case 'E':
		return on_end(source, record, error);
	case 'R':
		return on_rerun(source, record, error);
	case 'Q':
	case 'S':
		return on_news(source, record, error);
	case 'M':
		return on_moved(source, record);
	default:
		return on_deleted(source, record, error);
	}
}

/* Reads a line, without its end. */
static int read_line(
	struct source *source, const char *line, const char *end, struct swf_error *error)
{
	static const char kinds[] = "EDARQSM", others[] = "CTLUYBFKPacekpruzs";
	struct record record = {.kind = '\0'};
	if (memchr(line, '\0', (size_t)(end - line)) != NULL)
		return refuse(source, error, "a NUL byte", NULL, NULL);
	const char *kind = find(line, end, ';');
	const char *id = kind + 3, *id_end = end - kind > 3 ? find(id, end, ';') : end;
	if (id_end == end || kind[2] != ';')
		return refuse(source, error, "not STAMP;KIND;ID;MESSAGE", line, end);
	if (!read_stamp(source, line, (size_t)(kind - line), &record.stamp))
		return refuse(source, error, "no time", line, kind);
	record.kind = kind[1];
	if (memchr(kinds, record.kind, sizeof kinds - 1) == NULL) {
		if (memchr(others, record.kind, sizeof others - 1) == NULL)
			return refuse(source, error, "unknown kind of record", kind + 1, kind + 2);
		source->accounts->counts.others++;
		return 0;
	}
	switch (read_id(source->accounts, id, id_end, &record)) {
	case 0:
		break;
	case 1:
		return refuse(source, error, "not the id of a job", id, id_end);
	default:
		return swf_fail(error, "out of memory");
	}
	if (strchr("DAM", record.kind) == NULL) /* which tell nothing of the job */
		read_message(id_end + 1, end, &record);
	return on_record(source, &record, error);
}

static int read_lines(struct source *source, struct swf_lines *lines, struct swf_error *error)
{
	char *line = NULL;
	size_t length = 0;
	struct swf_error why;
	int got;
	while ((got = swf_lines_next(lines, &line, &length, &why)) == 1) {
		const char *end = line + length;
		while (end > line && (end[-1] == '\n' || end[-1] == '\r' || end[-1] == ' '))
			end--;
		source->place.line++;
		source->refused = false;
		if (end > line && read_line(source, line, end, error) != 0 &&
			swf_accounts_bad_line(source->accounts, source->refused, error) != 0)
			return -1;
	}
	return got == 0 ? 0 : swf_fail(error, "%s: %s", source->place.file, why.text);
}

int swf_accounts_read_pbs(struct swf_accounts *accounts, const char *path, struct swf_error *error)
{
	struct swf_bytes bytes;
	struct swf_lines lines;
	struct source source = {.accounts = accounts,
		.place = {strcmp(path, "-") == 0 ? "stdin" : path, 0},
		.last_stamp = -INFINITY};
	if (swf_input_open(path, &bytes, error) != 0)
		return -1;
	const int status = swf_lines_open(&lines, bytes) == 0 ? read_lines(&source, &lines, error)
							      : swf_fail(error, "out of memory");
	swf_lines_close(&lines);
	return status;
}

int swf_accounts_close(struct swf_accounts *accounts)
{
	const struct swf_open_jobs *open = &accounts->open;
	const struct swf_place nowhere = {"", 0};
	struct swf_error error;
	for (size_t i = 0; open->slots != NULL && i < (size_t)1 << open->slot_bits; i++) {
		const struct swf_open_job *job = &open->slots[i];
		struct swf_run run = job->run;
		if (!job->is_there || (run.id & WHOLE_ARRAY) == WHOLE_ARRAY)
			continue;
		(void)set_submit(job, &run);
		run.over = !isnan(job->deleted);
		run.part = !run.over;
		if (run.over && isnan(run.submit)) {
			accounts->counts.unsubmitted++;
			continue;
		}
		if (run.over) {
			/* one that ran was deleted by force, or its end is in no file */
			run.end = fmax(job->deleted, swf_run_began(&run) ? run.start : run.submit);
			run.run_time = run.end - run.start;
			run.status = SWF_STATUS_CANCELLED;
		}
		if (swf_accounts_add(accounts, &run, nowhere, &error) != 0)
			return -1;
	}
	return 0;
}
