/*
 * swf-check: reads a log to its end whatever is in it, and reports what violates the standard and
 * what is odd; or writes the log with what can be repaired without guessing.
 */
#include <math.h>
#include <stdlib.h>

#include "common.h"
#include "log-io.h"
#include "output.h"
#include "swfcore/check.h"
#include "swfcore/jobs.h"
#include "swfcore/reader.h"
#include "table-output.h"

struct opts {
	enum swf_format format;
	bool fix;
};

static void usage(FILE *file)
{
	fputs("usage: swf-check [options] [LOG]\n"
	      "Reports what violates the standard in an SWF log (default: standard input) and what "
	      "is\n"
	      "odd in it. The exit status is 1 if the standard is violated.\n\n"
	      "  -f, --format FORMAT      text (default), csv, json\n"
	      "  -F, --fix                write the log, with what can be repaired without "
	      "guessing;\n"
	      "                           the report goes to stderr\n"
	      "  -a, --align              with --fix: aligned columns\n"
	      "  -P, --no-provenance      with --fix: no note of this command in the "
	      "header\n" COMMON_HELP,
		file);
}

static void parse_opts(struct opts *o, int argc, char **argv)
{
	static const struct option options[] = {{"fix", no_argument, NULL, 'F'},
		{"format", required_argument, NULL, 'f'}, ALIGN_OPTION, NO_PROVENANCE_OPTION,
		COMMON_LONG_OPTIONS, {NULL, 0, NULL, 0}};
	int c;
	while ((c = getopt_long(argc, argv, "af:FP" COMMON_SHORT_OPTIONS, options, NULL)) != -1) {
		switch (c) {
		case 'f':
			o->format = format_value(optarg);
			break;
		case 'F':
			o->fix = true;
			break;
		default:
			common_option(c);
		}
	}
}

static void keep_repaired(struct swf_jobs *records, const struct swf_job *job)
{
	struct swf_job repaired = *job;
	swf_check_repair(&repaired);
	if (swf_jobs_add(records, &repaired) != 0)
		die("out of memory");
}

static void read_log(struct swf_reader *reader, struct swf_check *check, struct swf_jobs *records)
{
	struct swf_job job;
	int got;
	while ((got = swf_reader_next(reader, &job)) != 0) {
		if (got < 0 && !swf_reader_at_bad_line(reader))
			die("%s", swf_reader_error(reader));
		if (got < 0) {
			const struct swf_finding *malformed =
				swf_check_finding(check, SWF_FOUND_MALFORMED);
			if (malformed->count == 0)
				note("%s", swf_reader_error(reader));
			swf_check_bad_line(check, swf_reader_line(reader));
			continue;
		}
		if (swf_check_job(check, &job, swf_reader_line(reader)) != 0)
			die("out of memory");
		if (records != NULL)
			keep_repaired(records, &job);
	}
	int64_t first_line, comments = swf_reader_late_comments(reader, &first_line);
	swf_check_finish(check, comments, first_line);
}

/* Prints the report. Returns whether the log that was read, or the one that was repaired, violates
 * the standard. */
static bool report(const struct swf_check *check, const struct opts *o, FILE *file)
{
	static const char *const names[] = {"kind", "severity", "count", "first_line", "meaning"};
	struct swf_table *table = swf_table_new(names, 5);
	bool violated = false, any = false;
	if (table == NULL)
		die("out of memory");
	for (int kind = 0; kind < SWF_FINDING_KINDS; kind++) {
		const struct swf_finding *f = swf_check_finding(check, (enum swf_finding_kind)kind);
		if (f->count == 0)
			continue;
		any = true;
		bool repaired = o->fix && f->repairable;
		violated = violated || (f->violation && !repaired);
		swf_table_text(table, f->name);
		swf_table_text(table,
			repaired               ? "repaired"
				: f->violation ? "violation"
					       : "remark");
		swf_table_number(table, (double)f->count);
		swf_table_number(table, f->first_line > 0 ? (double)f->first_line : (double)NAN);
		swf_table_text(table, f->meaning);
	}
	if (!any && o->format == SWF_FORMAT_TEXT) {
		fprintf(file, "%lld jobs, nothing to report\n", (long long)swf_check_jobs(check));
		swf_table_free(table);
	} else {
		write_table_to(file, o->fix ? "stderr" : output_name(), table, o->format, false);
	}
	return violated;
}

static void write_repaired(
	struct swf_jobs *records, const struct swf_header *header, const struct swf_check *check)
{
	struct swf_header *corrected = copy_header(header);
	if (swf_jobs_sort(records, SWF_TIES_AS_THEY_ARE) != 0 ||
		swf_header_correct(corrected, "MaxJobs", swf_check_jobs(check)) != 0 ||
		swf_header_correct(corrected, "MaxRecords", swf_check_records(check)) != 0)
		die("out of memory");
	struct swf_writer *writer = begin_log(fileno(output()), corrected);
	for (size_t i = 0; i < records->count; i++)
		if (swf_writer_job(writer, &records->jobs[i]) != 0)
			break;
	end_log(writer, output_name());
}

int main(int argc, char **argv)
{
	struct opts o = {0};
	command_begin("swf-check", usage, argc, argv);
	parse_opts(&o, argc, argv);
	if (!o.fix)
		keep_operands();

	struct swf_error error;
	struct swf_reader *reader = swf_reader_open(file_operand(), &error);
	if (reader == NULL)
		die("%s", error.text);
	const struct swf_header *header = swf_reader_header(reader);
	if (header == NULL)
		die("%s", swf_reader_error(reader));
	struct swf_check *check = swf_check_new(header);
	if (check == NULL)
		die("out of memory");

	struct swf_jobs records = {0};
	read_log(reader, check, o.fix ? &records : NULL);
	if (o.fix)
		write_repaired(&records, header, check);
	bool violated = report(check, &o, o.fix ? stderr : output());
	swf_jobs_free(&records);
	swf_check_free(check);
	swf_reader_free(reader);
	command_end();
	return violated ? EXIT_DATA : EXIT_SUCCESS;
}
