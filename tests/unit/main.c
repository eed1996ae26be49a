/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs all suites of unit tests, or what Check's variables choose: CK_RUN_SUITE a suite,
   CK_RUN_CASE one test by the name of its function. */
#include <stdbool.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "unit/suites.h"

Suite *suite_of(const char *name, const TTest *const tests[])
{
	Suite *suite = suite_create(name);
	for (size_t i = 0; tests[i] != NULL; i++) {
		TCase *tcase = tcase_create(tests[i]->name);
		tcase_set_timeout(tcase, 300);
		tcase_add_test(tcase, tests[i]);
		suite_add_tcase(suite, tcase);
	}
	return suite;
}

char *content(FILE *file)
{
	long size = ftell(file);
	char *text = calloc(1, (size_t)size + 1);
	rewind(file);
	ck_assert_uint_eq(fread(text, 1, (size_t)size, file), (size_t)size);
	fclose(file);
	return text;
}

void write_file(char *path, const char *bytes, size_t count)
{
	const int fd = mkstemp(path);
	ck_assert(fd >= 0 && write(fd, bytes, count) == (ssize_t)count);
	close(fd);
}

uint32_t random_below(uint64_t *state, uint32_t limit)
{
	*state = *state * 6364136223846793005u + 1442695040888963407u;
	return (uint32_t)(*state >> 33) % limit;
}

struct counts {
	int passed, failed;
};

static struct counts run_suite(Suite *(*suite)(void))
{
	SRunner *runner = srunner_create(suite());
	srunner_run_all(runner, CK_SILENT);
	const int failed = srunner_ntests_failed(runner);
	if (failed > 0)
		srunner_print(runner, CK_NORMAL);
	const struct counts counts = {srunner_ntests_run(runner) - failed, failed};
	srunner_free(runner);
	return counts;
}

/* Each suite has a process of its own. With the address sanitizer a process holds up to 256 MB of
 * what it has freed, and each test is a fork that goes through all of it at its end: all suites in
 * one process take three times as long. */
static struct counts run_suite_apart(Suite *(*suite)(void))
{
	struct counts counts = {0, 1};
	int ends[2];
	fflush(stdout);
	if (pipe(ends) != 0)
		return counts;
	const pid_t child = fork();
	if (child == 0) {
		counts = run_suite(suite);
		const bool told = write(ends[1], &counts, sizeof counts) == (ssize_t)sizeof counts;
		exit(told ? EXIT_SUCCESS : EXIT_FAILURE);
	}
	close(ends[1]);
	if (child < 0 || read(ends[0], &counts, sizeof counts) != (ssize_t)sizeof counts)
		counts = (struct counts){0, 1};
	close(ends[0]);
	int status = 0;
	if (child > 0 && (waitpid(child, &status, 0) != child || status != 0))
		counts.failed++;
	return counts;
}

int main(void)
{
	int passed = 0, failed = 0;
#define RUN(name)                                                                                  \
	{                                                                                          \
		const struct counts counts = run_suite_apart(name##_suite);                        \
		passed += counts.passed;                                                           \
		failed += counts.failed;                                                           \
	}
	SUITES(RUN)
#undef RUN
	printf("unit: %d passed, %d failed\n", passed, failed);
	return passed > 0 && failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
