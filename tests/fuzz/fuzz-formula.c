/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Any text as a formula, with values of three jobs: one that is read has a value that is a number,
 * or says where it has none. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"
#include "simulate/formula.h"

static const double jobs[][SWF_FORMULA_NAMES] = {
	{8, 100, 50, 1000, 27, 1027, 3600, 2, 5, 3, 128, 16, 40},
	{1, 0, 0, 0, 0, 0, 0, -1, -1, -1, 1, 0, 1},
	{2147483647, 1e15, 0.25, -1, 9e15, 9e15, 1e25, 1e18, 0, 1e18, 2147483647, 1, 1e9}};

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *text = malloc(size + 1);
	memcpy(text, data, size);
	text[size] = '\0';
	struct swf_error error = {0};
	struct swf_formula *formula = swf_formula_new(text, &error);
	if (formula == NULL && strncmp(error.text, "column ", strlen("column ")) != 0)
		abort();
	for (size_t i = 0; formula != NULL && i < sizeof jobs / sizeof *jobs; i++) {
		double value = NAN;
		error.text[0] = '\0';
		if (swf_formula_value(formula, jobs[i], &value, &error) == 0
				? isnan(value)
				: strstr(error.text, " at column ") == NULL)
			abort();
	}
	swf_formula_free(formula);
	free(text);
	return 0;
}
