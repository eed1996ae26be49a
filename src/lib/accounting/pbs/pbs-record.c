/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "accounting/pbs/pbs-record.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/date.h"
#include "base/hash.h"
#include "base/number.h"
#include "swfcore/job.h"

bool swf_pbs_count(const char *p, const char *end, int64_t *count)
{
	/* sums and products of a few stay within 64 bits */
	return swf_number_scan_digits(&p, end, INT32_MAX, count) && p == end;
}

bool swf_pbs_duration(const char *p, const char *end, double *seconds)
{
	*seconds = 0;
	for (int parts = 0; parts < 3; parts++) {
		const char *colon = swf_pbs_part_end(p, end, ':');
		int64_t part;
		if (!swf_pbs_count(p, colon, &part))
			return false;
		*seconds = *seconds * 60 + (double)part;
		if (colon == end)
			return true;
		p = colon + 1;
	}
	return false;
}

bool swf_pbs_memory(const char *p, const char *end, double *kilobytes)
{
	static const char letters[] = "kmgtp";
	int64_t count;
	if (!swf_number_scan_digits(&p, end, INT64_MAX, &count))
		return false;
	*kilobytes = (double)count / 1024;
	const char *letter = p < end ? memchr(letters, *p | 0x20, sizeof letters - 1) : NULL;
	if (letter != NULL) {
		for (; letter >= letters; letter--)
			*kilobytes *= 1024;
		p++;
	}
	if (p < end && (*p | 0x20) == 'w')
		*kilobytes *= 8;
	if (p < end && ((*p | 0x20) == 'w' || (*p | 0x20) == 'b'))
		p++;
	return p == end && *kilobytes <= SWF_TIME_MAX;
}

/* Counts in a part of a text, where `name` is the resource to count and `usual` how many there are
 * if the part does not say. */
typedef bool count_part(
	const char *p, const char *end, const char *name, int64_t usual, int64_t *count);

/* Sums what `part` counts in the parts between plus signs. */
static bool sum_parts(const char *p, const char *end, count_part *part, const char *name,
	int64_t usual, int64_t *sum)
{
	*sum = 0;
	for (;;) {
		const char *plus = swf_pbs_part_end(p, end, '+');
		int64_t more;
		if (p == plus || !part(p, plus, name, usual, &more))
			return false;
		*sum += more;
		if (plus == end)
			return *sum <= INT32_MAX;
		p = plus + 1;
	}
}

/* What stands behind "NAME=" in one of the parts between colons; `usual` where it is in none. */
static bool find_count(
	const char *p, const char *end, const char *name, int64_t usual, int64_t *count)
{
	const size_t length = strlen(name);
	*count = usual;
	while (p < end) {
		const char *colon = swf_pbs_part_end(p, end, ':');
		if ((size_t)(colon - p) > length && memcmp(p, name, length) == 0 &&
			p[length] == '=')
			return swf_pbs_count(p + length + 1, colon, count);
		p = colon < end ? colon + 1 : end;
	}
	return true;
}

/* Multiplies the count by find_count(). */
static bool multiply_count(
	const char *p, const char *end, const char *name, int64_t usual, int64_t *count)
{
	int64_t each;
	if (!find_count(p, end, name, usual, &each))
		return false;
	*count *= each;
	return *count <= INT32_MAX;
}

/* [N:]resource=...:... */
static bool count_chunks(
	const char *p, const char *end, const char *name, int64_t usual, int64_t *count)
{
	const char *colon = swf_pbs_part_end(p, end, ':');
	*count = 1;
	if (memchr(p, '=', (size_t)(colon - p)) == NULL && !swf_pbs_count(p, colon, count))
		return false;
	return multiply_count(p, end, name, usual, count);
}

bool swf_pbs_select(const char *p, const char *end, int64_t *procs)
{
	return sum_parts(p, end, count_chunks, "ncpus", 1, procs);
}

bool swf_pbs_select_gpus(const char *p, const char *end, int64_t *gpus)
{
	return sum_parts(p, end, count_chunks, "ngpus", 0, gpus);
}

/* N or a node's name, [:ppn=...][:property]... */
static bool count_nodes(
	const char *p, const char *end, const char *name, int64_t usual, int64_t *count)
{
	const char *colon = swf_pbs_part_end(p, end, ':');
	if (!swf_pbs_count(p, colon, count)) {
		*count = 1; /* a name, but not a number that is too large */
		while (p < colon && swf_is_digit(*p))
			p++;
		if (p == colon)
			return false;
	}
	return multiply_count(p, end, name, usual, count);
}

bool swf_pbs_nodes(const char *p, const char *end, int64_t *procs)
{
	/* without "#shared" */
	return sum_parts(p, swf_pbs_part_end(p, end, '#'), count_nodes, "ppn", 1, procs);
}

bool swf_pbs_nodes_gpus(const char *p, const char *end, int64_t *gpus)
{
	return sum_parts(p, swf_pbs_part_end(p, end, '#'), count_nodes, "gpus", 0, gpus);
}

/* NAME:ncpus=N:..., in parentheses that may hold several */
static bool count_vnode(
	const char *p, const char *end, const char *name, int64_t usual, int64_t *procs)
{
	while (p < end && *p == '(')
		p++;
	while (end > p && end[-1] == ')')
		end--;
	return p < end && find_count(p, end, name, usual, procs);
}

bool swf_pbs_exec_vnode(const char *p, const char *end, int64_t *procs)
{
	return sum_parts(p, end, count_vnode, "ncpus", 0, procs);
}

/* How many numbers there are in "0-7,9". */
static bool count_slots(const char *p, const char *end, int64_t *count)
{
	*count = 0;
	for (;;) {
		const char *comma = swf_pbs_part_end(p, end, ','),
			   *dash = swf_pbs_part_end(p, comma, '-');
		int64_t first, last;
		if (!swf_pbs_count(p, dash, &first))
			return false;
		last = first;
		if (dash < comma && !swf_pbs_count(dash + 1, comma, &last))
			return false;
		if (last < first)
			return false;
		*count += last - first + 1;
		if (comma == end)
			return true;
		p = comma + 1;
	}
}

/* NAME[/SLOTS[*N]] */
static bool count_host(
	const char *p, const char *end, const char *name, int64_t usual, int64_t *procs)
{
	(void)name;
	const char *slash = swf_pbs_part_end(p, end, '/'),
		   *star = swf_pbs_part_end(slash, end, '*');
	*procs = usual;
	if (p == slash || slash == end)
		return p < end && p != slash;
	if (!count_slots(slash + 1, star, procs))
		return false;
	return star == end || swf_pbs_count(star + 1, end, procs);
}

bool swf_pbs_exec_host(const char *p, const char *end, int64_t *procs)
{
	return sum_parts(p, end, count_host, NULL, 1, procs);
}

#define KEY(text)                                                                                  \
	{                                                                                          \
		text, sizeof text - 1                                                              \
	}
/* The text stands in the row: a look at its first letter rules most keys out. */
static const struct {
	char text[31];
	unsigned char length;
} keys[SWF_PBS_KEYS] = {[SWF_PBS_USER] = KEY("user"),
	[SWF_PBS_GROUP] = KEY("group"),
	[SWF_PBS_ACCOUNT] = KEY("account"),
	[SWF_PBS_JOBNAME] = KEY("jobname"),
	[SWF_PBS_QUEUE] = KEY("queue"),
	[SWF_PBS_CTIME] = KEY("ctime"),
	[SWF_PBS_QTIME] = KEY("qtime"),
	[SWF_PBS_ETIME] = KEY("etime"),
	[SWF_PBS_START] = KEY("start"),
	[SWF_PBS_END] = KEY("end"),
	[SWF_PBS_EXEC_HOST] = KEY("exec_host"),
	[SWF_PBS_EXEC_VNODE] = KEY("exec_vnode"),
	[SWF_PBS_EXIT_STATUS] = KEY("Exit_status"),
	[SWF_PBS_SELECT] = KEY("Resource_List.select"),
	[SWF_PBS_NODES] = KEY("Resource_List.nodes"),
	[SWF_PBS_PROCS] = KEY("Resource_List.procs"),
	[SWF_PBS_NCPUS] = KEY("Resource_List.ncpus"),
	[SWF_PBS_NGPUS] = KEY("Resource_List.ngpus"),
	[SWF_PBS_MPPWIDTH] = KEY("Resource_List.mppwidth"),
	[SWF_PBS_WALLTIME] = KEY("Resource_List.walltime"),
	[SWF_PBS_MEM] = KEY("Resource_List.mem"),
	[SWF_PBS_PMEM] = KEY("Resource_List.pmem"),
	[SWF_PBS_USED_NCPUS] = KEY("resources_used.ncpus"),
	[SWF_PBS_USED_CPUT] = KEY("resources_used.cput"),
	[SWF_PBS_USED_MEM] = KEY("resources_used.mem"),
	[SWF_PBS_SLOTS] = KEY("total_execution_slots")};

enum {
	SWF_PBS_SERVER_BITS = 7,
	SWF_PBS_NUMBER_BITS = 36,
	SWF_PBS_INDEX_MOST = (1 << (SWF_PBS_INDEX_BITS - 1)) - 1
};
static const int64_t SWF_PBS_NUMBER_MOST = (INT64_C(1) << SWF_PBS_NUMBER_BITS) - 1;

/* With the text from begin to end, if there is one. */
static int refuse(struct swf_pbs_source *source, const char *what, const char *begin,
	const char *end, struct swf_error *error)
{
	const int shown = end - begin < 60 ? (int)(end - begin) : 60;
	const char *const quote = begin != NULL ? "'" : "";
	source->refused = true;
	return swf_fail(error, "%s:%lld: %s%s%s%.*s%s", source->place.file,
		(long long)source->place.line, what, begin != NULL ? ": " : "", quote, shown,
		begin != NULL ? begin : "", quote);
}

int swf_pbs_refuse_line(struct swf_pbs_source *source, const char *what, struct swf_error *error)
{
	return refuse(source, what, NULL, NULL, error);
}

int swf_pbs_refuse(struct swf_pbs_source *source, enum swf_pbs_key key, struct swf_pbs_text value,
	struct swf_error *error)
{
	char what[80];
	snprintf(what, sizeof what, "%s: cannot be read", keys[key].text);
	return refuse(source, what, value.begin, value.end, error);
}

/* "MM/DD/YYYY HH:MM:SS", in local time. Of one that comes twice, the first that is not before the
 * line above. */
static bool read_stamp(struct swf_pbs_source *source, const char *p, size_t length, double *stamp)
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
	double *const last = &source->state->last_stamp;
	*stamp = seconds[count == 2 && seconds[0] < *last && *last <= seconds[1]];
	*last = *stamp;
	return true;
}

/* "123.server", "123[4].server", "123-4.server", or "123[].server" for a whole array. Returns 0, 1
 * if it is none of these, or -1 when there is no memory. */
static int read_id(
	struct swf_pbs_state *state, const char *p, const char *end, struct swf_pbs_record *r)
{
	int64_t number, index = 0;
	r->array_id = -1;
	if (!swf_number_scan_digits(&p, end, SWF_PBS_NUMBER_MOST, &number))
		return 1;
	const bool bracket = p < end && *p == '[';
	if (p < end && (bracket || *p == '-')) {
		p++;
		r->is_array = bracket && p < end && *p == ']';
		if (!r->is_array && !swf_number_scan_digits(&p, end, SWF_PBS_INDEX_MOST, &index))
			return 1;
		index = r->is_array ? SWF_PBS_WHOLE_ARRAY : index + 1;
		if (bracket && (p == end || *p++ != ']'))
			return 1;
	}
	if (p < end && *p != '.')
		return 1;
	const uint32_t server = swf_names_put(&state->servers, p, (size_t)(end - p));
	if (server == SWF_NO_NAME)
		return -1;
	if (server >= 1 << SWF_PBS_SERVER_BITS)
		return 1;
	const int64_t job = (int64_t)server << SWF_PBS_NUMBER_BITS | number;
	r->id = job << SWF_PBS_INDEX_BITS | index;
	if (index != 0)
		r->array_id = job << SWF_PBS_INDEX_BITS | SWF_PBS_WHOLE_ARRAY;
	return 0;
}

/* The value at *p, which moves behind it. One in quotes ends at the quote that a blank or the end
 * follows; one without takes in the words behind it that have no "=". */
static struct swf_pbs_text read_value(const char **p, const char *end)
{
	const char *q = *p;
	if (q < end && (*q == '"' || *q == '\'')) {
		const char *close = q;
		do
			close = swf_pbs_part_end(close + 1, end, *q);
		while (close + 1 < end && close[1] != ' ');
		if (close < end) {
			*p = close + 1;
			return (struct swf_pbs_text){q + 1, close};
		}
	}
	q = swf_pbs_part_end(q, end, ' ');
	for (;;) {
		const char *word = q;
		while (word < end && *word == ' ')
			word++;
		const char *word_end = swf_pbs_part_end(word, end, ' ');
		if (word == end || memchr(word, '=', (size_t)(word_end - word)) != NULL)
			break;
		q = word_end;
	}
	const struct swf_pbs_text value = {*p, q};
	*p = q;
	return value;
}

/* Sets the values of the message. The first value of a key counts, and an empty one is missing. */
static void read_message(const char *p, const char *end, struct swf_pbs_record *record)
{
	while (p < end) {
		while (p < end && *p == ' ')
			p++;
		const char *equals = swf_pbs_part_end(p, swf_pbs_part_end(p, end, ' '), '=');
		if (equals == end || *equals != '=') {
			p = equals;
			continue;
		}
		const size_t length = (size_t)(equals - p);
		int key = 0;
		while (key < SWF_PBS_KEYS &&
			(keys[key].length != length || keys[key].text[0] != p[0] ||
				memcmp(keys[key].text, p, length) != 0))
			key++;
		p = equals + 1;
		const struct swf_pbs_text value = read_value(&p, end);
		if (key < SWF_PBS_KEYS && record->values[key].begin == NULL &&
			value.begin < value.end)
			record->values[key] = value;
	}
}

int swf_pbs_read_record(struct swf_pbs_source *source, const char *line, const char *end,
	struct swf_pbs_record *record, struct swf_error *error)
{
	static const char kinds[] = "EDARQSM", others[] = "CTLUYBFKPacekpruzs";
	const char *const stamp_end = swf_pbs_part_end(line, end, ';');
	*record = (struct swf_pbs_record){.kind = '\0'};
	if (memchr(line, '\0', (size_t)(end - line)) != NULL)
		return swf_pbs_refuse_line(source, "a NUL byte", error);
	const bool has_id = end - stamp_end > 3 && stamp_end[2] == ';';
	const char *const id_end = has_id ? swf_pbs_part_end(stamp_end + 3, end, ';') : end;
	if (id_end == end)
		return refuse(source, "not STAMP;KIND;ID;MESSAGE", line, end, error);
	const char *const kind = stamp_end + 1, *const id = stamp_end + 3;
	if (!read_stamp(source, line, (size_t)(stamp_end - line), &record->stamp))
		return refuse(source, "not MM/DD/YYYY HH:MM:SS", line, stamp_end, error);
	if (strchr(others, *kind) != NULL)
		return 0;
	if (strchr(kinds, *kind) == NULL)
		return refuse(source, "unknown kind of record", kind, id - 1, error);
	switch (read_id(source->state, id, id_end, record)) {
	case 0:
		break;
	case 1:
		return refuse(source, "not the id of a job", id, id_end, error);
	default:
		return swf_fail_memory(error);
	}
	record->kind = *kind;
	if (strchr("DAM", record->kind) == NULL) /* which tell nothing of the job */
		read_message(id_end + 1, end, record);
	return 0;
}

/*
 * Open jobs: a hash table with linear search, half full at most. Between the home slot of each job
 * and the slot where it is there is no free one, so a search ends at the first free slot. Removal
 * keeps this true and leaves no marks: jobs behind the hole that a search could no longer reach
 * move into it. So the table is only as large as the most jobs that were open at a time need, and
 * each operation costs a few slots.
 */

/* Where the search for an id begins. */
static size_t home_of(const struct swf_open_jobs *jobs, int64_t id)
{
	return swf_hash_slot((uint64_t)id, jobs->slot_bits);
}

static struct swf_open_job *slot_of(const struct swf_open_jobs *jobs, int64_t id)
{
	size_t i = home_of(jobs, id);
	while (jobs->slots[i].is_there && jobs->slots[i].run.id != id)
		i = swf_hash_next(i, jobs->slot_bits);
	return &jobs->slots[i];
}

static int grow_slots(struct swf_open_jobs *jobs)
{
	const struct swf_open_jobs old = *jobs;
	const size_t old_slots = old.slots == NULL ? 0 : (size_t)1 << old.slot_bits;
	jobs->slot_bits = old.slots == NULL ? 6 : old.slot_bits + 1;
	jobs->slots = calloc((size_t)1 << jobs->slot_bits, sizeof *jobs->slots);
	if (jobs->slots == NULL) {
		*jobs = old;
		return -1;
	}
	for (size_t i = 0; i < old_slots; i++)
		if (old.slots[i].is_there)
			*slot_of(jobs, old.slots[i].run.id) = old.slots[i];
	free(old.slots);
	return 0;
}

struct swf_open_job *swf_open_jobs_put(struct swf_open_jobs *jobs, int64_t id)
{
	if (jobs->slots == NULL || swf_hash_is_full(jobs->count, jobs->slot_bits))
		if (grow_slots(jobs) != 0)
			return NULL;
	struct swf_open_job *job = slot_of(jobs, id);
	if (!job->is_there) {
		*job = (struct swf_open_job){.is_there = true,
			.run = swf_run_unknown(),
			.requeued = NAN,
			.lost_submit = NAN,
			.deleted = NAN};
		job->run.id = id;
		jobs->count++;
	}
	return job;
}

struct swf_open_job *swf_open_jobs_find(const struct swf_open_jobs *jobs, int64_t id)
{
	struct swf_open_job *job = jobs->slots != NULL ? slot_of(jobs, id) : NULL;
	return job != NULL && job->is_there ? job : NULL;
}

void swf_open_jobs_remove(struct swf_open_jobs *jobs, struct swf_open_job *job)
{
	const unsigned bits = jobs->slot_bits;
	const size_t mask = ((size_t)1 << bits) - 1;
	size_t hole = (size_t)(job - jobs->slots);
	jobs->count--;
	/* what a search would no longer find past the hole moves into it */
	for (size_t i = swf_hash_next(hole, bits); jobs->slots[i].is_there;
		i = swf_hash_next(i, bits)) {
		const size_t home = home_of(jobs, jobs->slots[i].run.id);
		if (((i - home) & mask) < ((i - hole) & mask))
			continue;
		jobs->slots[hole] = jobs->slots[i];
		hole = i;
	}
	jobs->slots[hole].is_there = false;
}

void swf_open_jobs_clear(struct swf_open_jobs *jobs)
{
	free(jobs->slots);
	*jobs = (struct swf_open_jobs){0};
}
