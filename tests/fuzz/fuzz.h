/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SWF_TESTS_FUZZ_FUZZ_H
#define SWF_TESTS_FUZZ_FUZZ_H

#include <stddef.h>
#include <stdint.h>

/* What a fuzzer calls with ever new input. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#endif
