#include "swfcore/quantity.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/number.h"

static const struct {
	char letter;
	enum swf_unit unit;
	double factor;
} units[] = {{'%', SWF_PERCENT, 1}, {'s', SWF_SECONDS, 1}, {'m', SWF_SECONDS, 60},
	{'h', SWF_SECONDS, SWF_HOUR}, {'d', SWF_SECONDS, SWF_DAY}, {'w', SWF_SECONDS, SWF_WEEK}};
enum { UNITS = sizeof units / sizeof *units, SECONDS = 1 };

int swf_quantity_read(const char *text, struct swf_quantity *quantity, struct swf_error *error)
{
	size_t length = strlen(text);
	enum swf_unit unit = SWF_COUNT;
	double factor = 1;
	for (size_t i = 0; length > 0 && i < UNITS; i++) {
		if (text[length - 1] == units[i].letter) {
			unit = units[i].unit;
			factor = units[i].factor;
			length--;
			break;
		}
	}
	double value = 0;
	enum swf_scan scan = swf_number_scan_time(text, text + length, &value);
	if (scan == SWF_SCAN_NOT_A_NUMBER)
		return swf_fail(error,
			"'%s' is no count (100), duration (90s, 10m, 2h, 3d, 12w) or share (10%%)",
			text);
	if (scan != SWF_SCAN_OK || value < 0 || value * factor > SWF_TIME_MAX)
		return swf_fail(error, "'%s' is out of range", text);
	if (unit == SWF_COUNT && value != floor(value))
		return swf_fail(error, "'%s' is not a whole number", text);
	if (unit == SWF_PERCENT && value > 100)
		return swf_fail(error, "'%s' is more than 100%%", text);
	*quantity = (struct swf_quantity){.value = value * factor, .unit = unit};
	return 0;
}

void swf_duration_put(double seconds, char text[SWF_DURATION_ROOM])
{
	size_t u = seconds > 0 ? UNITS - 1 : SECONDS;
	while (u > SECONDS && fmod(seconds, units[u].factor) != 0)
		u--;
	snprintf(text, SWF_DURATION_ROOM, "%.10g%c", seconds / units[u].factor, units[u].letter);
}
