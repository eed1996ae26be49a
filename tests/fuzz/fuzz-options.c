/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Numbers and quantities of options on any text: what is taken must be in range, and a time must be
 * written so that it reads back equal. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/number.h"
#include "fuzz.h"
#include "swfcore/quantity.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *text = malloc(size + 1);
	memcpy(text, data, size);
	text[size] = '\0';
	struct swf_quantity quantity;
	struct swf_error error;
	if (swf_quantity_read(text, &quantity, &error) == 0 &&
		!(quantity.value >= 0 && quantity.value <= SWF_TIME_MAX))
		abort();
	double time, again;
	char written[64];
	if (swf_number_scan_time(text, text + size, &time) == SWF_SCAN_OK) {
		const char *end = swf_number_put_time(written, time);
		if (swf_number_scan_time(written, end, &again) != SWF_SCAN_OK || again != time)
			abort();
	}
	int64_t whole, whole_again;
	if (swf_number_scan_whole(text, text + size, &whole) == SWF_SCAN_OK) {
		const char *end = swf_number_put_whole(written, whole);
		if (swf_number_scan_whole(written, end, &whole_again) != SWF_SCAN_OK ||
			whole_again != whole)
			abort();
	}
	free(text);
	return 0;
}
