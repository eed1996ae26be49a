/* SPDX-License-Identifier: GPL-3.0-or-later */
/* mutants BIN_DIR SEED_DIR WORK_DIR RUNS SEED FIRST: runs commands of mutated inputs, those with
 * the numbers FIRST and on of a seed. Prints what is wrong, and how often that was. */
#define _XOPEN_SOURCE 700
#include "mutants.h"
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int is_visible(const struct dirent *entry)
{
	return entry->d_name[0] != '.';
}

static bool read_seeds(struct seeds *seeds, const char *folder)
{
	static struct dirent **entries; /* the names of the seeds stay in them */
	int count = scandir(folder, &entries, is_visible, alphasort);
	if (count <= 0 || !(seeds->files = calloc((size_t)count, sizeof *seeds->files)))
		return false;
	for (int i = 0; i < count; i++) {
		char path[4096];
		snprintf(path, sizeof path, "%s/%s", folder, entries[i]->d_name);
		static char buffer[1 << 20];
		FILE *file = fopen(path, "rb");
		if (!file)
			return false;
		size_t length = fread(buffer, 1, sizeof buffer, file);
		fclose(file);
		seeds->files[seeds->count++] =
			(struct seed_file){entries[i]->d_name, copy_of(buffer, length)};
	}
	return true;
}

static void print_command(const struct mutant *m)
{
	for (size_t i = 0; i < m->argument_count; i++) {
		bool plain = m->arguments[i][0] != '\0';
		for (const char *at = m->arguments[i]; *at; at++)
			plain &= *at > ' ' && *at < 127 && !strchr("'\"$*?;&|<>()\\`%", *at);
		printf(plain ? "%s " : "'%s' ", m->arguments[i]);
	}
	if (m->input)
		printf("<%s", m->input);
	printf("\n");
}

static void print_messages(const char *work)
{
	char path[4096], line[300];
	snprintf(path, sizeof path, "%s/messages", work);
	FILE *file = fopen(path, "r");
	for (int i = 0; file && i < 12 && fgets(line, sizeof line, file); i++)
		printf("    %s", line);
	if (file)
		fclose(file);
}

int main(int argc, char **argv)
{
	static struct seeds seeds;
	if (argc != 7 || !read_seeds(&seeds, argv[2])) {
		fprintf(stderr, "usage: mutants BIN_DIR SEED_DIR WORK_DIR RUNS SEED FIRST\n");
		return 2;
	}
	const char *bin = argv[1], *work = argv[3];
	unsigned long long runs = strtoull(argv[4], NULL, 10), seed = strtoull(argv[5], NULL, 10);
	unsigned long long first = strtoull(argv[6], NULL, 10), counts[wrong + 1] = {0};
	/* a command that asks for too much memory gets none, like without a sanitizer */
	setenv("ASAN_OPTIONS", "allocator_may_return_null=1:max_allocation_size_mb=2048", 1);
	for (unsigned long long number = first; number < first + runs; number++) {
		struct mutant m = new_mutant(random_of(seed, number), &seeds);
		bool is_study = strcmp(m.arguments[0], "swf-experiment") == 0;
		char text[400];
		enum outcome outcome =
			try_mutant(&m, bin, work, number % 8 == 0 && !is_study, text, sizeof text);
		counts[outcome]++;
		if (outcome == wrong) {
			printf("case %llu of seed %llu: %s:\n    ", number, seed, text);
			print_command(&m);
			print_messages(work);
			fflush(stdout);
		}
		free_mutant(&m);
	}
	printf("mutations: %llu runs, %llu refused, %llu cut off, %llu wrong\n", runs,
		counts[refused], counts[cut], counts[wrong]);
	return counts[wrong] > 0;
}
