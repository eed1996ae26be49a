/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs all suites of unit tests, or what Check's variables choose: CK_RUN_SUITE a suite,
   CK_RUN_CASE one test by the name of its function. */
#include <stdlib.h>
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

int main(void)
{
	SRunner *runner = srunner_create(NULL);
#define ADD(name) srunner_add_suite(runner, name##_suite());
	SUITES(ADD)
#undef ADD
	srunner_run_all(runner, CK_NORMAL);
	const int run = srunner_ntests_run(runner), failed = srunner_ntests_failed(runner);
	printf("unit: %d passed, %d failed\n", run - failed, failed);
	srunner_free(runner);
	return run > 0 && failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
