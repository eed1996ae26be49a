/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The profiles may come behind the jobs. So all jobs are read first, each with the place of the
 * name of its profile; what a profile is, is known at the end. A workload is one of swf-select
 * where it has a member swf_header, which may also be the last: fields of jobs that have other
 * values than those of swf-select are therefore an error only then.
 */
#include "import/batsim-workload.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "accounting/names.h"
#include "base/input.h"
#include "base/number.h"
#include "shared/atomic-file.h"
#include "shared/log-io.h"
#include "shared/messages.h"
#include "swfcore/writer.h"
#include "table/json-reader.h"

struct job {
	struct swf_job job;
	bool has[JOB_FIELDS]; /* a member of its own, beside those of Batsim */
	bool subtime;
	int32_t res;      /* processors, or -1 */
	double walltime;  /* s, or -1 */
	uint32_t profile; /* the place of its name */
	int64_t before;   /* of a job beside the others: how many of these come first, or -1 */
	int64_t line;
	size_t extra; /* among the texts, or SIZE_MAX */
};

struct jobs {
	struct job *jobs;
	size_t count, capacity;
};

struct profile {
	bool known;
	double delay;  /* s, NaN of one of another type */
	uint32_t type; /* the place of its name */
};

struct workload {
	struct swf_json_reader *json;
	const char *name;
	struct swf_header *header; /* of swf-select, or NULL */
	struct jobs jobs, beside;
	int64_t procs;
	struct swf_names names, types; /* of profiles, and their types */
	struct profile *profiles;      /* by the place of the name */
	size_t profile_count, profile_capacity;
	char **extras;
	size_t extra_count, extra_capacity;
	struct swf_error odd; /* the first field of a job that is none of swf-select's */
	bool is_odd;
};

static struct workload w;

_Noreturn static void die_here(const char *what, const char *name)
{
	struct swf_error error;
	swf_json_refuse(w.json, &error, what, name);
	die_of(&error);
}

static enum swf_json_piece next(void)
{
	struct swf_error error;
	const enum swf_json_piece piece = swf_json_next(w.json, &error);
	if (piece == SWF_JSON_ERROR)
		die_of(&error);
	return piece;
}

static void skip(enum swf_json_piece piece)
{
	struct swf_error error;
	if (swf_json_skip(w.json, piece, &error) != 0)
		die_of(&error);
}

static void expect(enum swf_json_piece wanted, enum swf_json_piece piece, const char *what)
{
	if (piece != wanted)
		die_here("%s", what);
}

/* The number that comes next, the value of a member. */
static double next_number(const char *name)
{
	double value;
	if (next() != SWF_JSON_NUMBER)
		die_here("'%s': not a number", name);
	const char *text = swf_json_text(w.json);
	if (swf_number_scan_time(text, text + strlen(text), &value) != SWF_SCAN_OK)
		die_here("'%s': out of range", name);
	return value;
}

static int32_t next_size(const char *name, int32_t least)
{
	const double value = next_number(name);
	if (value < least || value > INT32_MAX || value != floor(value))
		die_here("'%s': not a number of processors", name);
	return (int32_t)value;
}

/* The place of the name that was read last. */
static uint32_t place_in(struct swf_names *names)
{
	const char *text = swf_json_text(w.json);
	const uint32_t place = swf_names_put(names, text, strlen(text));
	if (place == SWF_NO_NAME)
		die_of_memory();
	return place;
}

static struct profile *profile_at(uint32_t place)
{
	while (w.profile_count <= place) {
		w.profiles = reserve(
			w.profiles, w.profile_count, &w.profile_capacity, sizeof *w.profiles);
		w.profiles[w.profile_count++] = (struct profile){.delay = NAN};
	}
	return &w.profiles[place];
}

/* Keeps what is wrong with a member that may be one of swf-select. */
static void keep_odd(const char *name, const char *wrong)
{
	if (!w.is_odd)
		swf_json_refuse(w.json, &w.odd, "'%s': %s", name, wrong);
	w.is_odd = true;
}

/* Reads a member of a job that has the name of a field. */
static void read_field(struct job *into, int field)
{
	if (into->has[field])
		die_here("two members '%s' in a job", field_names[field]);
	into->has[field] = true;
	const enum swf_json_piece piece = next();
	const char *wrong = "not a number";
	if (piece == SWF_JSON_NUMBER)
		wrong = set_field_text(&into->job, field, swf_json_text(w.json));
	if (wrong != NULL)
		keep_odd(field_names[field], wrong);
	skip(piece);
}

static void read_extra_text(struct job *into)
{
	const enum swf_json_piece piece = next();
	if (piece != SWF_JSON_TEXT || !is_line(swf_json_text(w.json))) {
		keep_odd("extra", "no text of one line");
	} else {
		w.extras = reserve(w.extras, w.extra_count, &w.extra_capacity, sizeof *w.extras);
		w.extras[w.extra_count] = checked(strdup(swf_json_text(w.json)));
		into->extra = w.extra_count++;
	}
	skip(piece);
}

/* Reads the number of the job from its name, where it is one. */
static void read_id(struct job *into)
{
	const enum swf_json_piece piece = next();
	if (piece != SWF_JSON_TEXT && piece != SWF_JSON_NUMBER)
		die_here("'%s': neither a text nor a number", "id");
	into->has[FIELD_number] =
		set_field_text(&into->job, FIELD_number, swf_json_text(w.json)) == NULL;
}

static void read_job_member(struct job *into)
{
	const char *const name = swf_json_text(w.json);
	const int field = field_named(name);
	if (strcmp(name, "id") == 0) {
		read_id(into);
	} else if (strcmp(name, "subtime") == 0) {
		if (into->subtime)
			die_here("two members '%s' in a job", "subtime");
		into->subtime = true;
		into->job.submit = next_number("subtime");
	} else if (strcmp(name, "res") == 0) {
		if (into->res != SWF_UNKNOWN)
			die_here("two members '%s' in a job", "res");
		into->res = next_size("res", 0);
	} else if (strcmp(name, "walltime") == 0) {
		const double limit = next_number("walltime");
		into->walltime = limit > 0 ? limit : SWF_UNKNOWN;
	} else if (strcmp(name, "profile") == 0) {
		expect(SWF_JSON_TEXT, next(), "'profile': not a text");
		into->profile = place_in(&w.names);
	} else if (strcmp(name, "before") == 0) {
		into->before = (int64_t)next_number("before");
	} else if (strcmp(name, "extra") == 0) {
		read_extra_text(into);
	} else if (field > FIELD_submit) {
		read_field(into, field);
	} else {
		skip(next());
	}
}

static void read_job(struct jobs *to, bool beside)
{
	struct job job = {.job = unknown_job(),
		.res = SWF_UNKNOWN,
		.walltime = SWF_UNKNOWN,
		.profile = SWF_NO_NAME,
		.before = -1,
		.line = swf_json_line(w.json),
		.extra = SIZE_MAX};
	enum swf_json_piece piece;
	while ((piece = next()) == SWF_JSON_NAME)
		read_job_member(&job);
	if (!job.subtime)
		die_here("a job without '%s'", "subtime");
	if (!beside && job.res == SWF_UNKNOWN)
		die_here("a job without '%s'", "res");
	if (!beside && job.profile == SWF_NO_NAME)
		die_here("a job without '%s'", "profile");
	to->jobs = reserve(to->jobs, to->count, &to->capacity, sizeof *to->jobs);
	to->jobs[to->count++] = job;
	progress((int64_t)to->count);
}

static void read_jobs(struct jobs *to, bool beside)
{
	enum swf_json_piece piece;
	expect(SWF_JSON_ARRAY, next(), "no array where jobs belong");
	while ((piece = next()) != SWF_JSON_ARRAY_END) {
		expect(SWF_JSON_OBJECT, piece, "no object where a job belongs");
		read_job(to, beside);
	}
}

static bool is_delay(const char *type)
{
	/* before version 5 of Batsim, and from then on */
	return strcmp(type, "delay") == 0 || strcmp(type, "DelayProfile") == 0;
}

/* Reads the object of a profile, whose name was read last. */
static void read_profile(void)
{
	const uint32_t place = place_in(&w.names);
	struct profile *profile = profile_at(place);
	bool delayed = false, typed = false;
	enum swf_json_piece piece;
	if (profile->known)
		die_here("two profiles '%s'", swf_names_text(&w.names, place));
	expect(SWF_JSON_OBJECT, next(), "no object where a profile belongs");
	while ((piece = next()) == SWF_JSON_NAME) {
		if (strcmp(swf_json_text(w.json), "type") == 0) {
			expect(SWF_JSON_TEXT, next(), "'type': not a text");
			profile->type = place_in(&w.types);
			typed = true;
		} else if (strcmp(swf_json_text(w.json), "delay") == 0) {
			profile->delay = next_number("delay");
			delayed = true;
		} else {
			skip(next());
		}
	}
	if (!typed)
		die_here("the profile '%s' has no type", swf_names_text(&w.names, place));
	const bool waits = is_delay(swf_names_text(&w.types, profile->type));
	if (waits && (!delayed || profile->delay < 0))
		die_here("the profile '%s' has no delay of 0 or more",
			swf_names_text(&w.names, place));
	if (!waits)
		profile->delay = NAN;
	profile->known = true;
}

static void read_profiles(void)
{
	expect(SWF_JSON_OBJECT, next(), "no object where profiles belong");
	while (next() == SWF_JSON_NAME)
		read_profile();
}

static void read_header(void)
{
	enum swf_json_piece piece;
	if (w.header != NULL)
		die_here("two members '%s'", "swf_header");
	w.header = checked(swf_header_new());
	expect(SWF_JSON_ARRAY, next(), "no array where the lines of a header belong");
	while ((piece = next()) != SWF_JSON_ARRAY_END) {
		expect(SWF_JSON_TEXT, piece, "no text where a line of a header belongs");
		const char *line = swf_json_text(w.json);
		if (line[0] != ';' || !is_line(line))
			die_here("%s", "no line of a header, which begins with ';'");
		must(swf_header_append(w.header, line, strlen(line)));
	}
}

static void read_workload(void)
{
	bool has_jobs = false, has_profiles = false;
	expect(SWF_JSON_OBJECT, next(), "no object, which a workload of Batsim is");
	while (next() == SWF_JSON_NAME) {
		const char *const name = swf_json_text(w.json);
		if (strcmp(name, "nb_res") == 0) {
			w.procs = next_size("nb_res", 1);
		} else if (strcmp(name, "swf_header") == 0) {
			read_header();
		} else if (strcmp(name, "jobs") == 0) {
			read_jobs(&w.jobs, false);
			has_jobs = true;
		} else if (strcmp(name, "swf_jobs") == 0) {
			read_jobs(&w.beside, true);
		} else if (strcmp(name, "profiles") == 0) {
			read_profiles();
			has_profiles = true;
		} else {
			skip(next());
		}
	}
	if (next() != SWF_JSON_END)
		die_here("%s", "something behind the workload");
	if (!has_jobs || !has_profiles)
		die("%s: no workload of Batsim, which has the member '%s'", w.name,
			has_jobs ? "profiles" : "jobs");
}

/* The profile of a job. */
static const struct profile *profile_of(const struct job *job)
{
	const struct profile *profile = profile_at(job->profile);
	if (!profile->known)
		die("%s:%lld: no profile '%s'", w.name, (long long)job->line,
			swf_names_text(&w.names, job->profile));
	return profile;
}

/* Writes a job of swf-select as it was. */
static int put_ours(struct swf_writer *writer, const struct job *job)
{
	struct swf_job ours = job->job;
	const char *extra = job->extra != SIZE_MAX ? w.extras[job->extra] : "";
	if (!job->has[FIELD_number])
		die("%s:%lld: a job of swf-select, but 'id' is not its number", w.name,
			(long long)job->line);
	if (job->profile != SWF_NO_NAME && !job->has[FIELD_run_time]) {
		const struct profile *profile = profile_of(job);
		ours.run_time = isnan(profile->delay) ? SWF_UNKNOWN : profile->delay;
	}
	if (!job->has[FIELD_requested])
		ours.requested = job->res;
	if (!job->has[FIELD_estimate])
		ours.estimate = job->walltime;
	return put_job_and_extra(writer, &ours, extra, strlen(extra));
}

static void write_ours(const struct machine *machine)
{
	size_t beside = 0;
	if (w.is_odd)
		die_of(&w.odd);
	set_machine(w.header, machine);
	struct swf_writer *writer = begin_log(fileno(output()), w.header);
	bool failed = false;
	for (size_t i = 0; i <= w.jobs.count && !failed; i++) {
		for (; beside < w.beside.count && !failed &&
			(i == w.jobs.count || w.beside.jobs[beside].before <= (int64_t)i);
			beside++)
			failed = put_ours(writer, &w.beside.jobs[beside]) != 0;
		if (i < w.jobs.count && !failed)
			failed = put_ours(writer, &w.jobs.jobs[i]) != 0;
	}
	end_log(writer, output_name());
	note("%zu job%s restored", w.jobs.count + w.beside.count,
		w.jobs.count + w.beside.count == 1 ? "" : "s");
}

/* Adds a job of a workload that others made: nothing is known of its start. */
static void add_run(struct swf_accounts *accounts, const struct job *job, double run_time)
{
	struct swf_run run = swf_run_unknown();
	struct swf_error error;
	run.id = ++accounts->rows;
	run.part = 1;
	run.submit = job->job.submit;
	run.run_time = run_time;
	run.end = run.submit + run_time;
	run.unplaced = true;
	run.over = true;
	run.requested = job->res;
	run.estimate = job->walltime;
	if (swf_accounts_add(accounts, &run, (struct swf_run_place){w.name, job->line}, &error) !=
		0)
		die_of(&error);
}

static void add_runs(struct swf_accounts *accounts)
{
	int64_t others = 0;
	const char *type = NULL;
	for (size_t i = 0; i < w.jobs.count; i++) {
		const struct profile *profile = profile_of(&w.jobs.jobs[i]);
		if (!isnan(profile->delay)) {
			add_run(accounts, &w.jobs.jobs[i], profile->delay);
			continue;
		}
		others++;
		type = type != NULL ? type : swf_names_text(&w.types, profile->type);
	}
	if (others > 0)
		warn("%s: %lld job%s whose profile is no delay, such as '%s': left out, since the "
		     "run time is not known",
			w.name, (long long)others, others == 1 ? "" : "s", type);
}

static void clear(void)
{
	swf_json_free(w.json);
	free(w.jobs.jobs);
	free(w.beside.jobs);
	swf_names_clear(&w.names);
	swf_names_clear(&w.types);
	free(w.profiles);
	for (size_t i = 0; i < w.extra_count; i++)
		free(w.extras[i]);
	free(w.extras);
}

bool import_batsim(const char *path, const struct machine *machine, struct swf_accounts *accounts,
	int32_t *procs)
{
	struct swf_error error;
	w = (struct workload){.name = swf_input_name(path)};
	w.json = swf_json_new(path, &error);
	if (w.json == NULL)
		die_of(&error);
	read_workload();
	const bool ours = w.header != NULL;
	if (ours)
		write_ours(machine);
	else
		add_runs(accounts);
	*procs = (int32_t)w.procs;
	clear();
	return ours;
}
