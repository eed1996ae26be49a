/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs a fuzz target on files, where no fuzzer is linked: the corpus as a test. */
#include <stdio.h>
#include <stdlib.h>

#include "fuzz.h"

int main(int argc, char **argv)
{
	for (int i = 1; i < argc; i++) {
		FILE *file = fopen(argv[i], "rb");
		if (file == NULL)
			return 1;
		fseek(file, 0, SEEK_END);
		size_t size = (size_t)ftell(file);
		rewind(file);
		uint8_t *data = malloc(size + 1);
		if (fread(data, 1, size, file) != size)
			return 1;
		fclose(file);
		LLVMFuzzerTestOneInput(data, size);
		free(data);
	}
	printf("fuzz: %d passed, 0 failed\n", argc - 1);
	return 0;
}
