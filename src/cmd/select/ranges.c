#include "select/ranges.h"

#include <float.h>
#include <stdlib.h>
#include <string.h>

#include "base/date.h"
#include "base/number.h"
#include "select/job-values.h"
#include "shared/messages.h"
#include "shared/number-lists.h"
#include "shared/option-values.h"
#include "stats/stats.h"

static struct bound at(double value)
{
	return (struct bound){.value = value, .percent = NAN};
}

static struct bound time_bound(const char *option, const char *text)
{
	struct bound bound = at(NAN);
	struct swf_quantity quantity;
	struct swf_error error;
	struct swf_date date;
	if (swf_number_scan_time(text, text + strlen(text), &bound.value) == SWF_SCAN_OK)
		return bound;
	bound.value = NAN;
	if (swf_date_read(text, &date))
		bound.date = checked(strdup(text));
	else if (swf_quantity_read(text, &quantity, &error) == 0 && quantity.unit == SWF_SECONDS)
		bound.value = quantity.value;
	else
		die_usage("--%s: neither seconds, a duration (3w) nor a date (2026-03-01): '%s'",
			option, text);
	return bound;
}

/* Dies of what is no duration, and shows how a range is written in place of 10-30. */
_Noreturn static void refuse_duration(const char *option, const char *text)
{
	const char *dash = strchr(text + 1, '-');
	char range[64] = "";
	if (dash != NULL)
		snprintf(range, sizeof range, "; a range is %.*s..%s", (int)(dash - text), text,
			dash + 1);
	die_usage("--%s: neither a duration (90s, 10m, 2h, 3d, 12w) nor a percentile (p90): '%s'%s",
		option, text, range);
}

static struct bound read_bound(const char *option, const char *text, enum amount amount)
{
	struct bound bound = at(NAN);
	if (amount == TIMES)
		return time_bound(option, text);
	if (text[0] == 'p')
		bound.percent = number_value(option, text + 1, 0, 100);
	else if (amount == PROCESSORS)
		bound.value = (double)whole_value(option, text, 0, INT32_MAX);
	else if (!duration_read(text, 1, &bound.value))
		refuse_duration(option, text);
	return bound;
}

/* Whether a range ends before it begins. What the local clock shows decides for its dates: where it
 * skips them, their seconds may be the other way round, which leaves nothing. */
static bool is_reversed(const struct span *span)
{
	struct swf_date low, high;
	if (span->low.date != NULL && span->high.date != NULL &&
		swf_date_read(span->low.date, &low) && swf_date_read(span->high.date, &high) &&
		!low.zoned && !high.zoned)
		return high.day_only ? low.seconds >= high.seconds + SWF_DAY
				     : low.seconds > high.seconds;
	return span->low.value > span->high.value || span->low.percent > span->high.percent;
}

static void check_order(const struct span *span, const char *option)
{
	if (is_reversed(span))
		die_usage("--%s: a range that ends before it begins: '%s'", option, span->text);
}

/* Adds a span that is read, with its text, which it takes over. */
static void add(struct spans *spans, const char *option, struct span span)
{
	check_order(&span, option);
	spans->spans = reserve(spans->spans, spans->count, &spans->capacity, sizeof *spans->spans);
	spans->spans[spans->count++] = span;
}

void spans_read(struct spans *spans, const char *option, const char *list, enum amount amount,
	bool may_be_unknown)
{
	char *low, *high;
	char **words = list_value(option, list);
	for (size_t i = 0; words[i] != NULL; i++) {
		char *word = words[i];
		/* 0 leaves out what is not known, -1 */
		struct span span = {.low = at(amount == TIMES ? -DBL_MAX : 0),
			.high = at(INFINITY),
			.text = checked(strdup(word))};
		const bool is_range = split_range(option, word, amount == PROCESSORS, &low, &high);
		if (may_be_unknown && !is_range && strcmp(word, "-1") == 0) {
			span.low = span.high = at(amount == TIMES ? UNKNOWN_TIME : -1);
		} else {
			if (!is_range || *low != '\0')
				span.low = read_bound(option, low, amount);
			if (!is_range || *high != '\0')
				span.high = read_bound(option, high, amount);
		}
		add(spans, option, span);
	}
	free(words);
}

void spans_read_from(struct spans *spans, const char *option, const char *list)
{
	char **words = list_value(option, list);
	for (size_t i = 0; words[i] != NULL; i++)
		add(spans, option,
			(struct span){time_bound(option, words[i]), at(INFINITY),
				checked(strdup(words[i]))});
	free(words);
}

/* What an upper end that is not included leaves. */
static double value_of_end(const struct bound *bound)
{
	return bound->before ? nextafter(bound->value, -INFINITY) : bound->value;
}

void spans_read_to(struct spans *spans, const char *option, const char *list)
{
	char **words = list_value(option, list);
	for (size_t i = 0; words[i] != NULL; i++) {
		struct span span = {
			at(-DBL_MAX), time_bound(option, words[i]), checked(strdup(words[i]))};
		span.high.before = true;
		span.high.value = value_of_end(&span.high);
		add(spans, option, span);
	}
	free(words);
}

static void settle_date(
	struct bound *bound, const char *option, bool last, const struct swf_calendar *calendar)
{
	struct swf_error error;
	if (bound->date == NULL)
		return;
	if (swf_calendar_read(calendar, bound->date, last, &bound->value, &error) != 0)
		die("--%s: %s", option, error.text);
	bound->value = value_of_end(bound);
}

void spans_settle_dates(
	struct spans *spans, const char *option, const struct swf_calendar *calendar)
{
	for (size_t i = 0; i < spans->count; i++) {
		struct span *span = &spans->spans[i];
		settle_date(&span->low, option, false, calendar);
		settle_date(&span->high, option, !span->high.before, calendar);
		check_order(span, option);
	}
}

static void settle_percentile(struct bound *bound, const double *ascending, size_t count)
{
	if (!isnan(bound->percent))
		bound->value = swf_stats_quantile(ascending, count, bound->percent / 100);
}

void spans_settle_percentiles(struct spans *spans, const double *ascending, size_t count)
{
	for (size_t i = 0; i < spans->count && count > 0; i++) {
		settle_percentile(&spans->spans[i].low, ascending, count);
		settle_percentile(&spans->spans[i].high, ascending, count);
	}
}

bool spans_have_dates(const struct spans *spans)
{
	for (size_t i = 0; i < spans->count; i++)
		if (spans->spans[i].low.date != NULL || spans->spans[i].high.date != NULL)
			return true;
	return false;
}

bool spans_have_percentiles(const struct spans *spans)
{
	for (size_t i = 0; i < spans->count; i++)
		if (!isnan(spans->spans[i].low.percent) || !isnan(spans->spans[i].high.percent))
			return true;
	return false;
}
