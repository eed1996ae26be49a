/* SPDX-License-Identifier: GPL-3.0-or-later */
/* For targets of what reads files: the bytes as standard input. */
#ifndef SWF_TESTS_FUZZ_STANDARD_INPUT_H
#define SWF_TESTS_FUZZ_STANDARD_INPUT_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static void check(bool truth)
{
	if (!truth)
		abort();
}

/* Puts the bytes where the standard input is. */
static void give(const uint8_t *data, size_t size)
{
	static FILE *file;
	if (file == NULL)
		file = tmpfile();
	check(file != NULL && ftruncate(fileno(file), 0) == 0);
	check(pwrite(fileno(file), data, size, 0) == (ssize_t)size);
	check(lseek(fileno(file), 0, SEEK_SET) == 0 && dup2(fileno(file), STDIN_FILENO) >= 0);
}

#endif
