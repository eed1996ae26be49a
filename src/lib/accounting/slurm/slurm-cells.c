#include "accounting/slurm/slurm-cells.h"

#include <string.h>

#include "accounting/run.h"
#include "base/date.h"
#include "base/number.h"
#include "swfcore/job.h"
#include "swfcore/quantity.h"

static const char *const names_of_columns[SWF_SLURM_COLUMNS] = {"JobID", "JobIDRaw", "State",
	"Submit", "Start", "End", "AllocCPUS", "User", "Group", "Account", "Partition", "QOS",
	"Eligible", "ElapsedRaw", "TimelimitRaw", "ReqCPUS", "NNodes", "ReqMem", "MaxRSS",
	"TotalCPU", "NodeList", "AllocTRES", "JobName"};

/* Whether the last column is free text, so that a delimiter in a row with too many stands there: it
 * is JobName, or, where there is none, one that is not read. --parsable has an empty one behind. */
static bool ends_in_text(const struct swf_slurm_cells *cells)
{
	int last = (int)swf_csv_columns(cells->csv) - 1;
	if (swf_csv_name(cells->csv, last)[0] == '\0')
		last--;
	if (cells->columns[SWF_SLURM_JOB_NAME] >= 0)
		return cells->columns[SWF_SLURM_JOB_NAME] == last;
	for (int i = 0; i < SWF_SLURM_COLUMNS; i++)
		if (cells->columns[i] == last)
			return false;
	return true;
}

int swf_slurm_find_columns(struct swf_slurm_cells *cells, const char *file, bool eligible_is_needed,
	struct swf_error *error)
{
	if (swf_csv_columns(cells->csv) == 1)
		return swf_fail(error,
			"%s:1: one column, '%.40s': sacct --parsable2 separates them by '|'", file,
			swf_csv_name(cells->csv, 0));
	for (int i = 0; i < SWF_SLURM_COLUMNS; i++) {
		cells->columns[i] = swf_csv_column(cells->csv, names_of_columns[i]);
		if (cells->columns[i] < 0 && i < SWF_SLURM_NEEDED)
			return swf_csv_need_column(cells->csv, names_of_columns[i], error);
	}
	if (eligible_is_needed && cells->columns[SWF_SLURM_ELIGIBLE] < 0)
		return swf_csv_need_column(cells->csv, names_of_columns[SWF_SLURM_ELIGIBLE], error);
	if (!ends_in_text(cells))
		swf_csv_refuse_more(cells->csv);
	return 0;
}

const char *swf_slurm_cell(const struct swf_slurm_cells *cells, enum swf_slurm_column column)
{
	const int place = cells->columns[column];
	return place < 0 ? "" : swf_csv_cell(cells->csv, place);
}

int swf_slurm_refuse(struct swf_slurm_cells *cells, enum swf_slurm_column column, const char *what,
	struct swf_error *error)
{
	cells->refused = true;
	return swf_csv_refuse(cells->csv, error, "column '%s': %s: '%.60s'",
		names_of_columns[column], what, swf_slurm_cell(cells, column));
}

bool swf_slurm_digits(const char **p, int64_t *value)
{
	return swf_number_scan_digits(p, NULL, INT64_C(999999999999999999), value);
}

int swf_slurm_whole(struct swf_slurm_cells *cells, enum swf_slurm_column column, int64_t *value,
	struct swf_error *error)
{
	const char *p = swf_slurm_cell(cells, column);
	*value = SWF_UNKNOWN;
	if (*p == '\0')
		return 0;
	if (!swf_slurm_digits(&p, value) || *p != '\0')
		return swf_slurm_refuse(cells, column, "not a whole number", error);
	return 0;
}

int swf_slurm_procs(struct swf_slurm_cells *cells, enum swf_slurm_column column, int32_t *value,
	struct swf_error *error)
{
	int64_t whole;
	if (swf_slurm_whole(cells, column, &whole, error) != 0)
		return -1;
	if (whole > INT32_MAX)
		return swf_slurm_refuse(cells, column, "out of range", error);
	*value = (int32_t)whole;
	return 0;
}

bool swf_slurm_is_one_of(const char *text, const char *const words[])
{
	if (swf_is_digit(text[0]))
		return false;
	for (; *words != NULL; words++)
		if (strcmp(text, *words) == 0)
			return true;
	return false;
}

int swf_slurm_moment(struct swf_slurm_cells *cells, enum swf_slurm_column column,
	struct swf_slurm_moment *moment, struct swf_error *error)
{
	static const char *const none[] = {"", "Unknown", "None", "N/A", NULL};
	const char *text = swf_slurm_cell(cells, column), *p = text;
	struct swf_date date;
	int64_t seconds;
	*moment = (struct swf_slurm_moment){0};
	if (swf_slurm_is_one_of(text, none))
		return 0;
	if (swf_date_read(text, &date) && !date.day_only) {
		moment->count = 1;
		moment->times[0] = date.seconds - date.offset;
		if (!date.zoned)
			moment->count =
				swf_calendar_seconds(cells->clock, date.seconds, moment->times);
		return 0;
	}
	if (!swf_slurm_digits(&p, &seconds) || *p != '\0' || seconds > SWF_LATEST)
		return swf_slurm_refuse(cells, column, "not a time", error);
	*moment = (struct swf_slurm_moment){1, {(double)seconds}};
	return 0;
}

/* A number that may have a fraction; *p moves behind it. */
static bool read_decimal(const char **p, double *value)
{
	const char *begin = *p;
	int64_t whole;
	if (!swf_slurm_digits(p, &whole))
		return false;
	*value = (double)whole;
	if (**p != '.')
		return true;
	for (++*p; swf_is_digit(**p);)
		++*p;
	return swf_number_scan_time(begin, *p, value) == SWF_SCAN_OK;
}

int swf_slurm_duration(struct swf_slurm_cells *cells, enum swf_slurm_column column, double *seconds,
	struct swf_error *error)
{
	const char *const text = swf_slurm_cell(cells, column), *p = text;
	int64_t days = 0;
	double part;
	int parts = 0;
	*seconds = SWF_UNKNOWN;
	if (*p == '\0')
		return 0;
	if (swf_slurm_digits(&p, &days) && *p == '-') {
		p++;
	} else {
		p = text;
		days = 0;
	}
	for (*seconds = 0; parts < 3; parts++) {
		if (!read_decimal(&p, &part))
			return swf_slurm_refuse(cells, column, "not a duration", error);
		*seconds = *seconds * 60 + part;
		if (*p++ != ':')
			break;
	}
	if (parts == 3 || p[-1] != '\0')
		return swf_slurm_refuse(cells, column, "not a duration", error);
	*seconds += (double)days * SWF_DAY;
	if (*seconds > SWF_TIME_MAX)
		return swf_slurm_refuse(cells, column, "out of range", error);
	return 0;
}

bool swf_slurm_memory(const char **p, double *kilobytes)
{
	static const char letters[] = "KMGTP";
	if (!read_decimal(p, kilobytes))
		return false;
	const char *letter = **p != '\0' ? strchr(letters, **p) : NULL;
	if (letter == NULL) {
		*kilobytes /= 1024;
		return true;
	}
	for (; letter > letters; letter--)
		*kilobytes *= 1024;
	++*p;
	return *kilobytes <= SWF_TIME_MAX;
}
