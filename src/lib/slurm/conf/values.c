/* How the values of settings are read. */
#include <ctype.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "base/number.h"
#include "slurm/conf/settings.h"

int swf_slurm_conf_refuse(const struct swf_slurm_value *value, const char *format, ...)
{
	char text[300];
	va_list args;
	va_start(args, format);
	vsnprintf(text, sizeof text, format, args);
	va_end(args);
	return swf_fail(value->report->error, "%.100s:%zu: %.60s: %s", value->file, value->line,
		value->name, text);
}

static bool is_unlimited(const char *text)
{
	return strcasecmp(text, "UNLIMITED") == 0 || strcasecmp(text, "INFINITE") == 0;
}

int swf_slurm_conf_whole(const struct swf_slurm_value *value, const char *text, size_t length,
	double least, double most, int64_t *number)
{
	const char *p = text;
	const bool negative = length > 0 && *p == '-';
	p += negative;
	/* Slurm reads numbers that begin with 0 as octal or not, by the setting */
	if ((length > 1 && *p == '0') ||
		!swf_number_scan_digits(&p, text + length, INT64_MAX, number) || p < text + length)
		return swf_slurm_conf_refuse(value, "not a whole number: '%.*s'",
			(int)(length < 40 ? length : 40), text);
	*number = negative ? -*number : *number;
	if (!((double)*number >= least && (double)*number <= most))
		return swf_slurm_conf_refuse(value, "can be from %.0f to %.0f, not %lld", least,
			most, (long long)*number);
	return 0;
}

static int whole(const struct swf_slurm_setting *setting, const struct swf_slurm_value *value,
	int64_t *number)
{
	if (value->text == NULL)
		return swf_slurm_conf_refuse(value, "has no value");
	return swf_slurm_conf_whole(
		value, value->text, strlen(value->text), setting->least, setting->most, number);
}

static void *member(const struct swf_slurm_setting *setting, void *into)
{
	return (char *)into + setting->offset;
}

int swf_slurm_read_count(
	const struct swf_slurm_setting *setting, const struct swf_slurm_value *value, void *into)
{
	return whole(setting, value, member(setting, into));
}

int swf_slurm_read_limit(
	const struct swf_slurm_setting *setting, const struct swf_slurm_value *value, void *into)
{
	int64_t *const number = member(setting, into);
	if (value->text == NULL || !is_unlimited(value->text))
		return whole(setting, value, number);
	*number = SWF_SLURM_UNLIMITED;
	return 0;
}

static int read_units(const struct swf_slurm_setting *setting, const struct swf_slurm_value *value,
	void *into, double unit)
{
	int64_t number = 0;
	if (whole(setting, value, &number) != 0)
		return -1;
	*(double *)member(setting, into) = (double)number * unit;
	return 0;
}

int swf_slurm_read_seconds(
	const struct swf_slurm_setting *setting, const struct swf_slurm_value *value, void *into)
{
	return read_units(setting, value, into, 1);
}

int swf_slurm_read_minutes(
	const struct swf_slurm_setting *setting, const struct swf_slurm_value *value, void *into)
{
	if (value->text == NULL || !is_unlimited(value->text))
		return read_units(setting, value, into, 60);
	*(double *)member(setting, into) = INFINITY;
	return 0;
}

int swf_slurm_read_microseconds(
	const struct swf_slurm_setting *setting, const struct swf_slurm_value *value, void *into)
{
	return read_units(setting, value, into, 1e-6);
}

int swf_slurm_read_megabytes(
	const struct swf_slurm_setting *setting, const struct swf_slurm_value *value, void *into)
{
	int64_t *const memory = member(setting, into);
	size_t length = value->text != NULL ? strlen(value->text) : 0;
	const bool gigabytes = length > 1 && tolower((unsigned char)value->text[length - 1]) == 'k';
	if (value->text != NULL && is_unlimited(value->text)) {
		*memory = 0;
		return 0;
	}
	if (value->text == NULL)
		return swf_slurm_conf_refuse(value, "has no value");
	if (swf_slurm_conf_whole(value, value->text, length - gigabytes, setting->least,
		    setting->most / (gigabytes ? 1024 : 1), memory) != 0)
		return -1;
	*memory *= gigabytes ? 1024 * 1024 : 1024;
	return 0;
}

/* Digits, at most so many, at *p. */
static bool scan(const char **p, int64_t *number)
{
	return swf_number_scan_digits(p, NULL, INT32_MAX / 86400, number);
}

int swf_slurm_time(const char *text, double *seconds)
{
	int64_t days = 0, parts[3] = {0};
	int count = 0;
	const char *p = text;
	if (is_unlimited(text) || strcmp(text, "-1") == 0) {
		*seconds = INFINITY;
		return 0;
	}
	const char *const dash = strchr(text, '-');
	if (dash != NULL && (!scan(&p, &days) || *p++ != '-'))
		return -1;
	do {
		if (count == 3 || !swf_number_scan_digits(&p, NULL, INT32_MAX, &parts[count++]))
			return -1;
	} while (*p++ == ':');
	if (p[-1] != '\0')
		return -1;
	/* minutes[:seconds] where there are neither days nor three parts */
	const double unit = dash != NULL || count == 3 ? 3600 : 60;
	*seconds = (double)days * 86400 + (double)parts[0] * unit + (double)parts[1] * (unit / 60) +
		(double)parts[2];
	return *seconds <= INT32_MAX ? 0 : -1;
}

int swf_slurm_read_time(
	const struct swf_slurm_setting *setting, const struct swf_slurm_value *value, void *into)
{
	double seconds = 0;
	if (swf_slurm_time(value->text, &seconds) != 0)
		return swf_slurm_conf_refuse(value,
			"not a time such as 30, 1:00:00, 2-0 or UNLIMITED: "
			"'%.40s'",
			value->text);
	seconds = ceil(seconds / 60) * 60;
	if (!(seconds >= setting->least && seconds <= setting->most))
		return swf_slurm_conf_refuse(value, "can be from %.0f to %.0f minutes, not '%.40s'",
			setting->least / 60, setting->most / 60, value->text);
	*(double *)member(setting, into) = seconds;
	return 0;
}

int swf_slurm_choose(const struct swf_slurm_value *value, const char *const names[], int *place)
{
	const char *const text = value->text != NULL ? value->text : "";
	for (*place = 0; names[*place] != NULL; ++*place)
		if (strcasecmp(names[*place], text) == 0)
			return 0;
	return swf_slurm_conf_refuse(value, "not a value of it: '%.40s'", text);
}

int swf_slurm_read_switch(
	const struct swf_slurm_setting *setting, const struct swf_slurm_value *value, void *into)
{
	static const char *const names[] = {
		"yes", "no", "up", "down", "true", "false", "1", "0", NULL};
	int place = 0;
	if (swf_slurm_choose(value, names, &place) != 0)
		return -1;
	*(bool *)member(setting, into) = place % 2 == 0;
	return 0;
}

int swf_slurm_read_word(
	const struct swf_slurm_setting *setting, const struct swf_slurm_value *value, void *into)
{
	/* Slurm looks for the word alone: "bf_continue=no" would switch it on */
	if (value->text != NULL)
		return swf_slurm_conf_refuse(value, "takes no value: '%.40s'", value->text);
	*(bool *)member(setting, into) = true;
	return 0;
}

int swf_slurm_read_text(
	const struct swf_slurm_setting *setting, const struct swf_slurm_value *value, void *into)
{
	*(const char **)member(setting, into) = value->text;
	return 0;
}
