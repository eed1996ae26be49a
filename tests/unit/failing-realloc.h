/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An allocation that fails: of the calls of realloc() that come the one of this number, from 1. */
#ifndef SWF_TESTS_UNIT_FAILING_REALLOC_H
#define SWF_TESTS_UNIT_FAILING_REALLOC_H

void fail_realloc(int number);

#endif
