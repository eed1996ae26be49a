/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * usage: naive-import slurm|pbs KEYS [submit=eligible] [tz=ZONE] [skip-bad] FILE...
 *
 * A second implementation of swf-import, written from the manual alone and naive on purpose. It
 * reads plain files, continues the numbers of the file KEYS, if there is one, and writes it. It
 * prints the jobs, and of the header UnixStartTime.
 */
#include "naive/import/naive-import.h"
#include "naive/naive-swf.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char program_name[] = "naive-import";

static const char *const kind_names[KINDS] = {"user", "group", "executable", "queue", "partition"};

struct key {
	enum kind kind;
	long number;
	const char *name;
};

static struct key *keys;
static size_t key_count, key_capacity;
static void **kept;
static size_t kept_count, kept_capacity;

void *keep(size_t count, size_t size)
{
	kept = with_room(kept, kept_count, &kept_capacity, sizeof *kept);
	return kept[kept_count++] = allocate(count, size);
}

const char *keep_text(const char *text)
{
	return strcpy(keep(strlen(text), 1), text);
}

void free_kept(void)
{
	for (size_t i = 0; i < kept_count; i++)
		free(kept[i]);
	free(kept);
}

struct run *add_run(struct log *log)
{
	log->runs = with_room(log->runs, log->count, &log->capacity, sizeof *log->runs);
	log->runs[log->count] = (struct run){0};
	return &log->runs[log->count++];
}

static void add_key(enum kind kind, long number, const char *name)
{
	keys = with_room(keys, key_count, &key_capacity, sizeof *keys);
	keys[key_count++] = (struct key){kind, number, name};
}

static long number_of(enum kind kind, const char *name)
{
	long number = 1;
	if (name == NULL)
		return -1;
	for (size_t i = 0; i < key_count; i++)
		if (keys[i].kind == kind) {
			if (strcmp(keys[i].name, name) == 0)
				return keys[i].number;
			if (keys[i].number >= number)
				number = keys[i].number + 1;
		}
	add_key(kind, number, name);
	return number;
}

static void read_keys(const char *path)
{
	FILE *file = fopen(path, "r");
	char line[LENGTH], name[LENGTH];
	if (file == NULL)
		return;
	while (fgets(line, sizeof line, file) != NULL) {
		line[strcspn(line, "\r\n")] = '\0';
		char *first = strchr(line, ',');
		char *second = first == NULL ? NULL : strchr(first + 1, ',');
		if (second == NULL)
			fail("%s: a bad line", path);
		*first++ = *second++ = '\0';
		const bool quoted = *second == '"';
		size_t length = 0;
		for (const char *c = second + quoted;
			*c != '\0' && (!quoted || *c != '"' || c[1] == '"'); c++) {
			name[length++] = *c;
			if (quoted && *c == '"')
				c++;
		}
		name[length] = '\0';
		for (enum kind kind = 0; kind < KINDS; kind++)
			if (strcmp(line, kind_names[kind]) == 0)
				add_key(kind, strtol(first, NULL, 10), keep_text(name));
	}
	fclose(file);
}

static void write_key(FILE *file, const struct key *key)
{
	const bool quoted = strpbrk(key->name, "\",") != NULL;
	fprintf(file, "%s,%ld,%s", kind_names[key->kind], key->number, quoted ? "\"" : "");
	for (const char *c = key->name; *c != '\0'; c++)
		fprintf(file, *c == '"' ? "\"\"" : "%c", *c);
	fputs(quoted ? "\"\n" : "\n", file);
}

static void write_keys(const char *path)
{
	FILE *file = fopen(path, "w");
	if (file == NULL)
		fail("%s: cannot be written", path);
	fputs("kind,number,name\n", file);
	for (enum kind kind = 0; kind < KINDS; kind++)
		for (size_t i = 0; i < key_count; i++)
			if (keys[i].kind == kind)
				write_key(file, &keys[i]);
	if (fclose(file) != 0)
		fail("%s: cannot be written", path);
}

/* Of a run that is listed several times the one stays that was read last. */
static void leave_last(struct log *log)
{
	size_t count = 0;
	for (size_t i = 0; i < log->count; i++) {
		bool again = false;
		for (size_t j = 0; j < log->count && !again; j++)
			again = log->runs[j].read > log->runs[i].read &&
				log->runs[j].sent == log->runs[i].sent &&
				log->runs[j].start == log->runs[i].start &&
				strcmp(log->runs[j].id, log->runs[i].id) == 0;
		if (!again)
			log->runs[count++] = log->runs[i];
	}
	log->count = count;
}

static int compare(long a, long b)
{
	return a < b ? -1 : a > b;
}

static int compare_runs(const void *a, const void *b)
{
	const struct run *first = a, *other = b;
	int order = compare(first->submit, other->submit);
	if (order == 0)
		order = compare(first->number, other->number);
	if (order == 0)
		order = compare(first->part, other->part);
	if (order == 0)
		order = compare(
			first->procs > 0 ? first->start : 0, other->procs > 0 ? other->start : 0);
	return order != 0 ? order : first->read < other->read ? -1 : 1;
}

/* As short as it can be read back equal. */
static void print_short(double value)
{
	char text[40];
	for (int digits = 15; digits <= 17; digits++) {
		snprintf(text, sizeof text, "%.*g", digits, value);
		if (strtod(text, NULL) == value)
			break;
	}
	printf(" %s", text);
}

static void print_log(const struct log *log)
{
	bool measured = false;
	for (size_t i = 0; i < log->count; i++)
		measured |= log->runs[i].cpu > 0;
	printf("; UnixStartTime: %ld\n", (long)log->runs[0].submit);
	for (size_t i = 0; i < log->count; i++) {
		const struct run *run = &log->runs[i];
		const double cpu =
			run->cpu > 0 && run->procs > 0 ? run->cpu / (double)run->procs : run->cpu;
		printf("%zu %ld %ld %ld %ld", i + 1, (long)(run->submit - log->runs[0].submit),
			(long)(run->start - run->submit), (long)run->run_time, run->procs);
		print_short(measured ? cpu : -1);
		printf(" %ld %ld %ld %ld %d", run->memory, run->requested, run->estimate,
			run->requested_memory, run->status);
		for (enum kind kind = 0; kind < KINDS; kind++)
			printf(" %ld", number_of(kind, run->names[kind]));
		puts(" -1 -1");
	}
}

int main(int argc, char **argv)
{
	struct log log = {0};
	const bool pbs = argc > 1 && strcmp(argv[1], "pbs") == 0;
	int i = 3;
	for (; i < argc; i++)
		if (strcmp(argv[i], "submit=eligible") == 0)
			log.by_eligible = true;
		else if (strcmp(argv[i], "skip-bad") == 0)
			log.skip_bad = true;
		else if (strncmp(argv[i], "tz=", 3) == 0)
			setenv("TZ", argv[i] + 3, 1);
		else
			break;
	if (i >= argc || (!pbs && strcmp(argv[1], "slurm") != 0)) {
		fprintf(stderr,
			"usage: naive-import slurm|pbs KEYS [submit=eligible] [tz=ZONE] "
			"[skip-bad] FILE...\n");
		return 2;
	}
	tzset();
	for (; i < argc; i++)
		if (pbs)
			read_pbs(&log, argv[i]);
		else
			read_slurm(&log, argv[i]);
	if (pbs)
		find_runs_of_pbs(&log);
	leave_last(&log);
	if (log.count == 0)
		fail("no jobs that are over");
	qsort(log.runs, log.count, sizeof *log.runs, compare_runs);
	read_keys(argv[2]);
	print_log(&log);
	write_keys(argv[2]);
	free(log.runs);
	free(keys);
	free_kept();
	return ferror(stdout) || fflush(stdout) != 0;
}
