/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "naive/import/naive-import.h"
#include "naive/naive-swf.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_KEYS 200

struct record {
	time_t at;
	char kind;
	bool used;
	size_t read;
	const char *id, *message;
	int count;
	const char *keys[MAX_KEYS], *values[MAX_KEYS];
};

static struct record **records;
static size_t record_count, record_capacity;

static const char *find(const struct record *record, const char *key)
{
	for (int i = 0; record != NULL && i < record->count; i++)
		if (strcmp(record->keys[i], key) == 0)
			return record->values[i];
	return NULL;
}

/* Key=value, where values may be quoted or have blanks in them. */
static void read_message(struct record *record)
{
	const char *text = record->message;
	char word[LENGTH];
	while (record->count < MAX_KEYS) {
		text += strspn(text, " ");
		if (*text == '\0')
			return;
		size_t length = 0;
		char quote = '\0';
		bool after_equals = false;
		for (; *text != '\0' && (quote != '\0' || *text != ' '); text++) {
			if (quote == '\0' && after_equals && (*text == '"' || *text == '\''))
				quote = *text;
			else if (quote != '\0' && *text == quote)
				quote = '\0';
			else
				word[length++] = *text;
			after_equals = *text == '=' && memchr(word, '=', length - 1) == NULL;
		}
		word[length] = '\0';
		char *equals = strchr(word, '=');
		if (equals != NULL) {
			*equals = '\0';
			record->keys[record->count] = keep_text(word);
			record->values[record->count++] = keep_text(equals + 1);
		} else if (record->count > 0) {
			const char **value = &record->values[record->count - 1];
			char *longer = keep(strlen(*value) + 1 + length, 1);
			sprintf(longer, "%s %s", *value, word);
			*value = longer;
		}
	}
}

static bool read_size(const char *text, double *bytes)
{
	static const char letters[] = "kmgtp";
	const size_t digits = strspn(text, "0123456789");
	if (digits == 0 || digits > 18)
		return false;
	*bytes = strtod(text, NULL);
	text += digits;
	const char *letter = *text == '\0' ? NULL : strchr(letters, *text);
	for (long i = letter == NULL ? 0 : letter - letters + 1; i > 0; i--)
		*bytes *= 1024;
	if (letter != NULL)
		text++;
	if (*text == 'w')
		*bytes *= 8;
	return *text == '\0' ? letter == NULL : (*text == 'b' || *text == 'w') && text[1] == '\0';
}

/* The next part of a list, which is cut off from it. */
static char *next_part(char **list, char delimiter)
{
	char *part = *list;
	if (part == NULL)
		return NULL;
	*list = strchr(part, delimiter);
	if (*list != NULL)
		*(*list)++ = '\0';
	return part;
}

/*
 * The sum over a list of chunks, N or a name or nothing at all with how many processors each has
 * behind KEY; 0 if it cannot be read.
 */
static long chunks(const char *text, const char *key)
{
	char copy[LENGTH];
	snprintf(copy, sizeof copy, "%s", text);
	long sum = 0;
	char *list = copy;
	for (char *chunk = next_part(&list, '+'); chunk != NULL; chunk = next_part(&list, '+')) {
		long count = 1, procs = 1;
		char *parts = chunk;
		for (char *part = next_part(&parts, ':'); part != NULL;
			part = next_part(&parts, ':')) {
			if (part == chunk && read_number(part, &count))
				continue;
			if (strncmp(part, key, strlen(key)) == 0 &&
				!read_number(part + strlen(key), &procs))
				return 0;
		}
		sum += count * procs;
	}
	return sum;
}

static long sum_of_ncpus(const char *text)
{
	long sum = 0;
	while ((text = strstr(text, ":ncpus=")) != NULL) {
		text += strlen(":ncpus=");
		sum += strtol(text, NULL, 10);
	}
	return sum;
}

static long exec_host(const char *text)
{
	char copy[LENGTH];
	snprintf(copy, sizeof copy, "%s", text);
	long sum = 0;
	char *list = copy;
	for (char *host = next_part(&list, '+'); host != NULL; host = next_part(&list, '+')) {
		char *places = strchr(host, '/');
		if (places == NULL) {
			sum++;
			continue;
		}
		char *times = strchr(places, '*');
		if (times != NULL) {
			sum += strtol(times + 1, NULL, 10);
			continue;
		}
		places++;
		for (char *place = next_part(&places, ','); place != NULL;
			place = next_part(&places, ',')) {
			char *dash = strchr(place, '-');
			sum += dash == NULL
				? 1
				: strtol(dash + 1, NULL, 10) - strtol(place, NULL, 10) + 1;
		}
	}
	return sum;
}

/* What records tell, the first of them that does. */
struct source {
	const struct record *records[4];
};

static const char *tell(const struct source *source, const char *key)
{
	for (int i = 0; i < 4; i++) {
		const char *value = find(source->records[i], key);
		if (value != NULL)
			return value;
	}
	return NULL;
}

static long tell_number(const struct source *source, const char *key)
{
	long number;
	const char *value = tell(source, key);
	return value != NULL && read_number(value, &number) ? number : NONE;
}

static long requested_procs(const struct source *source)
{
	const char *select = tell(source, "Resource_List.select");
	const char *nodes = tell(source, "Resource_List.nodes");
	const long ncpus = tell_number(source, "Resource_List.ncpus");
	long procs = tell_number(source, "Resource_List.mppwidth");
	if (procs != NONE)
		return procs;
	if (select != NULL)
		return ncpus != NONE ? ncpus : chunks(select, "ncpus=");
	if (nodes != NULL)
		return chunks(nodes, "ppn=");
	procs = tell_number(source, "Resource_List.procs");
	return procs != NONE ? procs : ncpus;
}

static long allocated_procs(const struct source *source, long requested)
{
	long procs = tell_number(source, "Resource_List.mppwidth");
	if (procs == NONE)
		procs = tell_number(source, "resources_used.ncpus");
	const char *vnodes = tell(source, "exec_vnode");
	if (procs == NONE && vnodes != NULL && sum_of_ncpus(vnodes) > 0)
		procs = sum_of_ncpus(vnodes);
	if (procs == NONE && tell(source, "exec_host") != NULL)
		procs = exec_host(tell(source, "exec_host"));
	if (procs == NONE)
		procs = tell_number(source, "total_execution_slots");
	return procs != NONE ? procs : requested;
}

static double tell_size(const struct source *source, const char *key)
{
	double size;
	const char *value = tell(source, key);
	return value != NULL && read_size(value, &size) ? size : -1;
}

static double tell_duration(const struct source *source, const char *key)
{
	double seconds;
	const char *value = tell(source, key);
	return value != NULL && read_duration(value, &seconds) ? seconds : -1;
}

static long memory_of_each(double bytes, long procs)
{
	return bytes < 0 || procs <= 0 ? -1 : (long)(bytes / 1024 / (double)procs);
}

static const char *tell_name(const struct source *source, const char *key)
{
	const char *name = tell(source, key);
	return name != NULL && *name != '\0' ? name : NULL;
}

/* START is NONE for a job that never ran. */
static void add(struct log *log, const struct source *source, time_t submit, time_t start,
	time_t end, int status)
{
	const struct record *last = source->records[0];
	const bool ran = start != NONE;
	if (submit == NONE || end == NONE || end < (ran ? start : submit) ||
		(ran && start < submit))
		return;
	struct run *run = add_run(log);
	run->id = last->id;
	run->number = strtol(last->id, NULL, 10);
	const char *task = strpbrk(last->id, "[-");
	run->part = task == NULL ? 0 : strtol(task + 1, NULL, 10);
	run->read = last->read;
	run->sent = submit;
	run->submit = submit;
	const long eligible = tell_number(source, "etime");
	if (log->by_eligible && eligible != NONE && eligible > submit &&
		eligible <= (ran ? start : end))
		run->submit = eligible;
	run->start = ran ? start : end;
	run->run_time = ran ? end - start : 0;
	const long requested = requested_procs(source);
	const long allocated = ran ? allocated_procs(source, requested) : 0;
	run->procs = allocated != NONE ? allocated : -1;
	run->requested = requested != NONE ? requested : ran ? run->procs : -1;
	run->cpu = ran ? tell_duration(source, "resources_used.cput") : -1;
	run->memory = memory_of_each(tell_size(source, "resources_used.mem"), run->procs);
	run->estimate = (long)tell_duration(source, "Resource_List.walltime");
	const double memory = tell_size(source, "Resource_List.mem");
	if (memory >= 0)
		run->requested_memory = memory_of_each(memory, run->requested);
	else
		run->requested_memory = memory_of_each(tell_size(source, "Resource_List.pmem"), 1);
	if (run->requested_memory == 0)
		run->requested_memory = -1;
	run->status = status;
	run->names[USERS] = tell_name(source, "user");
	run->names[GROUPS] = tell_name(source, "account");
	if (run->names[GROUPS] == NULL)
		run->names[GROUPS] = tell_name(source, "group");
	run->names[EXECUTABLES] = tell_name(source, "jobname");
	run->names[QUEUES] = tell_name(source, "queue");
}

/* The name of the array of which a job is a task: 12[].server of 12[3].server. */
static bool array_of(const char *id, char *array)
{
	const char *open = strchr(id, '['), *close = strchr(id, ']');
	if (open == NULL || close == NULL)
		return false;
	sprintf(array, "%.*s%s", (int)(open + 1 - id), id, close);
	return true;
}

/* The N-th Q record of a job, or of its array if it has none. */
static const struct record *queued(const char *id, bool last)
{
	const struct record *found = NULL;
	char array[LENGTH];
	for (size_t i = 0; i < record_count; i++)
		if (records[i]->kind == 'Q' && strcmp(records[i]->id, id) == 0 &&
			(found == NULL || last))
			found = records[i];
	if (found == NULL && array_of(id, array) && strcmp(array, id) != 0)
		return queued(array, last);
	return found;
}

static bool has_end_after(size_t record)
{
	for (size_t i = record + 1; i < record_count; i++)
		if (records[i]->kind == 'E' && strcmp(records[i]->id, records[record]->id) == 0)
			return true;
	return false;
}

/* Torque writes R and E of some runs: the E has the start, which is before the R. */
static bool has_same_end(size_t record)
{
	long start;
	for (size_t i = record + 1; i < record_count; i++) {
		if (strcmp(records[i]->id, records[record]->id) != 0)
			continue;
		const char *text = find(records[i], "start");
		return find(records[record], "start") == NULL && records[i]->kind == 'E' &&
			text != NULL && read_number(text, &start) && start < records[record]->at;
	}
	return false;
}

static void find_runs_of_job(struct log *log, size_t first)
{
	const char *id = records[first]->id;
	const struct record *start = NULL, *start_before = NULL;
	bool deleted = false, over = false;
	time_t requeued = NONE;
	time_t last_end = NONE;
	for (size_t i = first; i < record_count; i++) {
		struct record *record = records[i];
		if (strcmp(record->id, id) != 0)
			continue;
		record->used = true;
		const char kind = record->kind;
		if (kind == 'S')
			start_before = start = record;
		over &= kind != 'S';
		if (kind == 'Q' || kind == 'S')
			continue;
		const struct source source = {
			{record, start_before, queued(id, true), queued(id, false)}};
		time_t submit = last_end != NONE ? last_end : tell_number(&source, "ctime");
		if (submit == NONE && queued(id, false) != NULL)
			submit = queued(id, false)->at;
		if (kind == 'E' || kind == 'R') {
			const long began = tell_number(&source, "start");
			if (kind == 'R' && has_same_end(i)) {
				requeued = record->at;
				continue;
			}
			time_t end = tell_number(&source, "end");
			if (end == NONE && kind == 'R')
				end = record->at;
			const char *exit_status = tell(&source, "Exit_status");
			int status = exit_status == NULL ? -1 : strcmp(exit_status, "0") == 0;
			if (kind == 'R' || requeued != NONE || deleted)
				status = 5;
			if (began != NONE)
				add(log, &source, submit, began, end, status);
			over = kind == 'E' && requeued == NONE;
			last_end = requeued != NONE ? requeued : end;
			requeued = NONE;
			start = NULL;
			continue;
		}
		if (over)
			continue;
		deleted = true;
		if (has_end_after(i))
			continue;
		add(log, &source, submit, start == NULL ? NONE : tell_number(&source, "start"),
			record->at, 5);
		start = NULL;
		over = true;
	}
}

static int compare_records(const void *a, const void *b)
{
	const struct record *first = *(struct record *const *)a,
			    *other = *(struct record *const *)b;
	if (first->at != other->at)
		return first->at < other->at ? -1 : 1;
	return first->read < other->read ? -1 : 1;
}

/* Of records that were read twice the last stays. */
static bool is_again(const struct record *record)
{
	for (size_t i = 0; i < record_count; i++) {
		const struct record *other = records[i];
		if (other->kind != record->kind || other->read <= record->read ||
			strcmp(other->id, record->id) != 0)
			continue;
		if (other->at == record->at && strcmp(other->message, record->message) == 0)
			return true;
		const char *start = find(record, "start"), *other_start = find(other, "start");
		if (record->kind != 'S' && start != NULL && other_start != NULL &&
			strcmp(start, other_start) == 0)
			return true;
	}
	return false;
}

void find_runs_of_pbs(struct log *log)
{
	bool *again = allocate(record_count, sizeof *again);
	for (size_t i = 0; i < record_count; i++)
		again[i] = is_again(records[i]);
	size_t count = 0;
	for (size_t i = 0; i < record_count; i++)
		if (!again[i])
			records[count++] = records[i];
	record_count = count;
	free(again);
	qsort(records, record_count, sizeof *records, compare_records);
	for (size_t i = 0; i < record_count; i++)
		if (!records[i]->used && strstr(records[i]->id, "[]") == NULL)
			find_runs_of_job(log, i);
	free(records);
}

static bool is_readable(const struct record *record)
{
	static const char *const numbers[] = {"ctime", "qtime", "etime", "start", "end",
		"Resource_List.ncpus", "Resource_List.procs", "Resource_List.mppwidth",
		"resources_used.ncpus", "total_execution_slots", NULL};
	static const char *const durations[] = {
		"Resource_List.walltime", "resources_used.cput", NULL};
	static const char *const sizes[] = {
		"Resource_List.mem", "Resource_List.pmem", "resources_used.mem", NULL};
	long number;
	double value;
	for (int i = 0; numbers[i] != NULL; i++)
		if (find(record, numbers[i]) != NULL &&
			!read_number(find(record, numbers[i]), &number))
			return false;
	for (int i = 0; durations[i] != NULL; i++)
		if (find(record, durations[i]) != NULL &&
			!read_duration(find(record, durations[i]), &value))
			return false;
	for (int i = 0; sizes[i] != NULL; i++)
		if (find(record, sizes[i]) != NULL && !read_size(find(record, sizes[i]), &value))
			return false;
	const char *select = find(record, "Resource_List.select");
	const char *nodes = find(record, "Resource_List.nodes");
	return (select == NULL || chunks(select, "ncpus=") > 0) &&
		(nodes == NULL || chunks(nodes, "ppn=") > 0);
}

/* BEFORE is when the line before was written: of two times the first is meant that can be. */
static bool read_line(char *line, time_t *before)
{
	static size_t lines;
	int date[6], length = 0;
	if (sscanf(line, "%2d/%2d/%4d %2d:%2d:%2d;%n", &date[1], &date[2], &date[0], &date[3],
		    &date[4], &date[5], &length) != 6 ||
		length != 20)
		return false;
	const struct moment moment = local_moment(date);
	char *kind = line + length;
	char *id = *kind == '\0' || kind[1] != ';' ? NULL : kind + 2;
	char *message = id == NULL ? NULL : strchr(id, ';');
	if (moment.count == 0 || message == NULL || message == id)
		return false;
	*message++ = '\0';
	time_t at = moment.at[0];
	if (at < *before && moment.count == 2)
		at = moment.at[1];
	*before = at;
	if (strchr("QSEDAR", *kind) == NULL)
		return true;
	struct record *record = keep(1, sizeof *record);
	record->at = at;
	record->kind = *kind;
	record->read = lines++;
	record->id = keep_text(id);
	record->message = keep_text(message);
	read_message(record);
	if (!is_readable(record))
		return false;
	records = with_room(records, record_count, &record_capacity, sizeof(struct record *));
	records[record_count++] = record;
	return true;
}

void read_pbs(struct log *log, const char *path)
{
	FILE *file = fopen(path, "r");
	char line[LENGTH];
	time_t before = 0;
	size_t number = 0;
	if (file == NULL)
		fail("%s: cannot be read", path);
	while (fgets(line, sizeof line, file) != NULL) {
		line[strcspn(line, "\r\n")] = '\0';
		number++;
		if (*line != '\0' && !read_line(line, &before) && !log->skip_bad)
			fail("%s:%zu: a bad line", path, number);
	}
	fclose(file);
}
