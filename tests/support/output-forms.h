/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Whether a text is what it should be. */
#ifndef SWF_TESTS_SUPPORT_OUTPUT_FORMS_H
#define SWF_TESTS_SUPPORT_OUTPUT_FORMS_H

#include "mutate.h"
#include <stdbool.h>

/* One value of JSON (RFC 8259), in which no string has a byte below the blank. */
bool is_json(const struct text *t);
/* Objects in JSON, each with a newline behind it and none within it. */
bool is_ndjson(const struct text *t);
/* Rows of CSV (RFC 4180) with as many cells as the first. */
bool is_csv(const struct text *t);

#endif
