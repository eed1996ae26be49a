/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "naive/shake/naive-shake.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static double first_submit(const struct shaking *s)
{
	return s->log.jobs[0].field[SUBMIT];
}

static double within(double least, double value, double most)
{
	return fmax(least, fmin(value, most));
}

/* ---- shaking ---- */

/* All jobs of an element come by the same change earlier or later, the first of them not before
 * the log begins. */
static double shaken_submit(const struct shaking *s, const struct element *element, double submit)
{
	double begin = s->log.jobs[element->first].field[SUBMIT];
	if (begin + element->change < first_submit(s))
		return first_submit(s) + (submit - begin);
	return submit + element->change;
}

/* Of a job that was changed, even if a limit took the change back. */
static void deal_with_overrun(const struct shaking *s, struct job *job)
{
	double *run_time = &job->field[RUN_TIME], *estimate = &job->field[REQUESTED_TIME];
	if (!(*estimate > 0) || !(*run_time > *estimate))
		return;
	if (s->options.kill)
		*run_time = *estimate;
	else
		*estimate = *run_time;
}

static void shake_job(const struct shaking *s, const struct element *element, struct job *job)
{
	enum field size = size_field(&s->options, job);
	if (element->change == 0)
		return;
	switch (s->options.what) {
	case RUNTIMES:
		job->field[RUN_TIME] = fmax(1, job->field[RUN_TIME] + element->change);
		deal_with_overrun(s, job);
		break;
	case ESTIMATES:
		job->field[REQUESTED_TIME] = fmax(1, job->field[REQUESTED_TIME] + element->change);
		deal_with_overrun(s, job);
		break;
	case SIZES:
		job->field[size] = within(1, job->field[size] + element->change, s->machine);
		break;
	default:
		job->field[SUBMIT] = shaken_submit(s, element, job->field[SUBMIT]);
	}
}

static int by_submit_then_place(const void *a, const void *b)
{
	const struct job *one = a, *other = b;
	if (one->field[SUBMIT] != other->field[SUBMIT])
		return one->field[SUBMIT] < other->field[SUBMIT] ? -1 : 1;
	return one->place < other->place ? -1 : one->place > other->place;
}

static bool shake(struct shaking *s)
{
	if (s->options.what == SIZES && isnan(s->machine))
		return false;
	find_elements(s);
	draw_changes(s);
	for (size_t i = 0; i < s->log.count; i++)
		if (s->element_of[i] != NONE)
			shake_job(s, &s->element[s->element_of[i]], &s->expected[i]);
	qsort(s->expected, s->log.count, sizeof *s->expected, by_submit_then_place);
	return true;
}

/* ---- scaling ---- */

/* NAN if the log has none. */
static double load_of(const struct shaking *s)
{
	double work = 0;
	if (s->log.count == 0)
		return NAN;
	for (size_t i = 0; i < s->log.count; i++) {
		const struct job *job = &s->log.jobs[i];
		double size = job->field[size_field(&s->options, job)];
		double run_time = job->field[RUN_TIME];
		if (size > 0 && run_time >= 0)
			work += size * run_time;
	}
	double time = s->log.jobs[s->log.count - 1].field[SUBMIT] - first_submit(s);
	return work > 0 && time > 0 ? work / (s->machine * time) : NAN;
}

static bool find_factor(struct shaking *s)
{
	double *factor = &s->options.factor, wanted = s->options.load;
	bool of_jobs = s->options.what == RUNTIMES || s->options.what == SIZES;
	if (isnan(wanted)) {
		bool of_machine = s->options.what == SIZES || s->options.what == MACHINE;
		return !of_machine || !isnan(s->machine);
	}
	double load = load_of(s);
	*factor = of_jobs ? wanted / load : load / wanted;
	return !isnan(*factor);
}

static void scale_where_positive(double *value, double factor, double most)
{
	if (*value > 0)
		*value = within(1, round(*value * factor), most);
}

static void scale_job(const struct shaking *s, struct job *job)
{
	double *field = job->field, factor = s->options.factor;
	switch (s->options.what) {
	case INTERARRIVAL:
		field[SUBMIT] = first_submit(s) + round((field[SUBMIT] - first_submit(s)) * factor);
		break;
	case RUNTIMES:
		scale_where_positive(&field[RUN_TIME], factor, INFINITY);
		scale_where_positive(&field[AVERAGE_CPU_TIME], factor, INFINITY);
		scale_where_positive(&field[REQUESTED_TIME], factor, INFINITY);
		break;
	case SIZES:
		scale_where_positive(&field[ALLOCATED_PROCS], factor, s->machine);
		scale_where_positive(&field[REQUESTED_PROCS], factor, s->machine);
		break;
	default:
		break;
	}
}

static bool scale(struct shaking *s)
{
	if (!find_factor(s))
		return false;
	if (s->options.factor == 1)
		return true;
	for (size_t i = 0; i < s->log.count; i++)
		scale_job(s, &s->expected[i]);
	if (s->options.what == MACHINE)
		s->expected_machine = fmax(1, round(s->machine * s->options.factor));
	return true;
}

/* ---- estimates ---- */

static void set_estimates(struct shaking *s)
{
	double *u = draw_uniform(&s->options, s->log.count);
	size_t drawn = 0;
	for (size_t i = 0; i < s->log.count && s->options.model != RECORDED; i++) {
		double *field = s->expected[i].field, run_time = field[RUN_TIME];
		if (run_time < 0)
			continue;
		double addition = 0;
		if (s->options.model == FACTOR)
			addition = round(u[drawn++] * s->options.factor * run_time);
		field[REQUESTED_TIME] = fmax(1, run_time + addition);
	}
	free(u);
}

/* ---- all of it ---- */

/* Whose jobs batches, sessions and users are of must be known of some job, if there are any. */
static bool lacks_users(const struct shaking *s)
{
	if (s->options.action != SHAKE || s->options.level == BY_JOB || s->log.count == 0)
		return false;
	for (size_t i = 0; i < s->log.count; i++)
		if (s->log.jobs[i].field[USER] >= 0)
			return false;
	return true;
}

bool make_expected(struct shaking *s)
{
	if (lacks_users(s))
		return false;
	for (size_t i = 1; i < s->log.count; i++)
		if (s->log.jobs[i].field[SUBMIT] < s->log.jobs[i - 1].field[SUBMIT])
			return false;
	s->expected = allocate(s->log.count, sizeof *s->expected);
	if (s->log.count > 0)
		memcpy(s->expected, s->log.jobs, s->log.count * sizeof *s->expected);
	s->expected_machine = s->options.procs;
	if (s->options.action == SHAKE)
		return shake(s);
	if (s->options.action == SCALE)
		return scale(s);
	set_estimates(s);
	return true;
}

static bool is_own_note(const char *line)
{
	return has_label(line, "Note") && strstr(line, "swf-shake") != NULL;
}

/* Whether a line is not compared with one of the other file. */
static bool is_left_out(const struct shaking *s, const char *line)
{
	return has_label(line, "MaxJobs") || has_label(line, "MaxRecords") ||
		has_label(line, "EndTime") || is_own_note(line) ||
		(!isnan(s->expected_machine) &&
			(has_label(line, "MaxProcs") || has_label(line, "MaxNodes")));
}

/* Returns NULL after the last. */
static const char *next_line(const struct shaking *s, const struct log *log, size_t *i)
{
	while (*i < log->header_count && is_left_out(s, log->header[*i]))
		++*i;
	return *i < log->header_count ? log->header[(*i)++] : NULL;
}

static size_t count_own_notes(const struct log *log)
{
	size_t count = 0;
	for (size_t i = 0; i < log->header_count; i++)
		count += is_own_note(log->header[i]);
	return count;
}

/* If it is another one than that of the log, its nodes are unknown. */
static void check_machine(const struct shaking *s)
{
	double procs = header_number(&s->output, "MaxProcs");
	double nodes = header_number(&s->output, "MaxNodes");
	if (procs != s->expected_machine)
		fail("MaxProcs is %.17g in the output, not %.17g", procs, s->expected_machine);
	if (!isnan(nodes) && s->expected_machine != machine_of_header(&s->log))
		fail("the header of the output has MaxNodes");
}

static void check_header(const struct shaking *s)
{
	static const char *const unknown[] = {"MaxJobs", "MaxRecords", "EndTime"};
	for (size_t i = 0; i < sizeof unknown / sizeof *unknown; i++)
		if (!isnan(header_number(&s->output, unknown[i])))
			fail("the header of the output has %s", unknown[i]);
	if (!isnan(s->expected_machine))
		check_machine(s);
	if (count_own_notes(&s->output) !=
		count_own_notes(&s->log) + (s->options.no_provenance ? 0 : 1))
		fail("the header has %zu notes of swf-shake", count_own_notes(&s->output));
	size_t i = 0, j = 0;
	const char *line, *other;
	do {
		line = next_line(s, &s->log, &i);
		other = next_line(s, &s->output, &j);
		if (line == NULL && other == NULL)
			return;
	} while (line != NULL && other != NULL && strcmp(line, other) == 0);
	fail("a line of the header is '%s', not '%s'", other == NULL ? "" : other,
		line == NULL ? "" : line);
}

static void check_job(const struct job *job, const struct job *expected)
{
	for (int f = 1; f <= FIELDS; f++)
		if (job->field[f] != expected->field[f])
			fail("job %zu of the output: field %d is %.17g, not %.17g (job %.17g)",
				job->place + 1, f, job->field[f], expected->field[f],
				expected->field[JOB_NUMBER]);
}

void check_output(const struct shaking *s)
{
	check_header(s);
	for (size_t i = 0; i < s->log.count && i < s->output.count; i++)
		check_job(&s->output.jobs[i], &s->expected[i]);
	if (s->output.count != s->log.count)
		fail("%zu jobs instead of %zu", s->output.count, s->log.count);
}
