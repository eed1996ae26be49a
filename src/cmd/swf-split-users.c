/*
 * swf-split-users: the users of a log and whether they stayed, as a table; their jobs, selected, or
 * in a file for each; and flurries, to be found, removed or kept.
 */
#include <stdlib.h>

#include "shared/command.h"
#include "shared/extra.h"
#include "shared/local-time.h"
#include "shared/log-io.h"
#include "shared/output-dir.h"
#include "shared/output.h"
#include "shared/table-output.h"
#include "split-users/selection.h"
#include "split-users/user-files.h"
#include "swfcore/users.h"
#include "users/flurries.h"
#include "users/user-tables.h"

/* What is written. */
enum mode { NOTHING_ASKED, TABLE, SUMMARY, FLURRIES, LOG, DIRECTORY, MERGED };

struct opts {
	enum mode mode;
	struct selection_options selection;
	enum swf_format format;
	bool has_format;
	const char *dir;
	double flurry_jobs; /* 0 for the default */
	double flurry_window;
};

static void usage(FILE *file)
{
	fputs("usage: swf-split-users [options] [LOG]\n"
	      "       swf-split-users --merge [options] LOG...\n"
	      "Prints a table of the users of an SWF log (default: standard input), or writes "
	      "their jobs.\n\n"
	      "Selecting jobs, which writes a log unless something else is asked for:\n"
	      "  -c, --class CLASS        of users that are long-term, temporary or discarded\n"
	      "  -u, --users LIST         of these users: 3,17,40-55\n"
	      "  -r, --remove FILE        not in this list of rare behaviours (CSV: "
	      "user,begin,end)\n"
	      "  -k, --only FILE          in this list\n"
	      "Writing something else:\n"
	      "  -d, --dir DIR            a file for each user, and a manifest, in a new or "
	      "empty folder\n"
	      "  -m, --merge              one log from several, by submit time\n"
	      "  -s, --summary            how many users and jobs there are of each class\n"
	      "  -F, --find-flurries      bursts of submits, as a list for --remove and --only\n"
	      "Classes of users:\n"
	      "  -l, --long-term WEEKS    a long-term user is active for longer (default: "
	      "12)\n"
	      "  -e, --edge WEEKS         activity within it of the log's begin or end is "
	      "discarded\n"
	      "                           (default: 4)\n"
	      "Other options:\n"
	      "  -n, --flurry-jobs N      a flurry has more jobs than this in the window "
	      "(default: 10\n"
	      "                           times the mean of a user's week, at least 500)\n"
	      "  -w, --flurry-window DUR  the window (default: 1d)\n"
	      "  -f, --format FORMAT      of tables: " FORMATS_HELP "\n"
	      "  -A, --anonymous HOW      jobs without a user: drop (default), keep, each (its "
	      "own\n"
	      "                           user's), one (user's)\n"
	      "  -z, --size FIELD         size of a job: requested (default), allocated "
	      "processors\n" LOCAL_TIME_HELP LOG_HELP EXTRA_HELP COMMON_HELP,
		file);
}

/* One thing can be written. */
static void set_mode(struct opts *o, enum mode mode)
{
	if (o->mode != NOTHING_ASKED && o->mode != mode)
		die_usage("only one of --dir, --merge, --summary and --find-flurries");
	o->mode = mode;
}

static void set_rare(struct opts *o, const char *path, bool only)
{
	if (o->selection.rare != NULL)
		die_usage("only one of --remove and --only, and once");
	o->selection.rare = path;
	o->selection.only_rare = only;
}

static void parse_opts(struct opts *o, int argc, char **argv)
{
	static const struct option options[] = {ANONYMOUS_OPTION,
		{"class", required_argument, NULL, 'c'}, {"dir", required_argument, NULL, 'd'},
		{"edge", required_argument, NULL, 'e'}, {"find-flurries", no_argument, NULL, 'F'},
		{"flurry-jobs", required_argument, NULL, 'n'},
		{"flurry-window", required_argument, NULL, 'w'},
		{"format", required_argument, NULL, 'f'},
		{"long-term", required_argument, NULL, 'l'}, {"merge", no_argument, NULL, 'm'},
		{"only", required_argument, NULL, 'k'}, {"remove", required_argument, NULL, 'r'},
		{"size", required_argument, NULL, 'z'}, {"summary", no_argument, NULL, 's'},
		{"users", required_argument, NULL, 'u'}, LOCAL_TIME_LONG_OPTIONS, LOG_LONG_OPTIONS,
		EXTRA_OPTION, COMMON_LONG_OPTIONS, {NULL, 0, NULL, 0}};
	int c;
	while ((c = getopt_long(argc, argv,
			"A:c:d:e:f:Fk:l:mn:r:su:w:z:" LOCAL_TIME_SHORT_OPTIONS LOG_SHORT_OPTIONS
				EXTRA_SHORT_OPTIONS COMMON_SHORT_OPTIONS,
			options, NULL)) != -1) {
		switch (c) {
		case 'A':
			o->selection.keep_anonymous = anonymous_option(true);
			break;
		case 'c':
			o->selection.class_ = choice_value("class", optarg, swf_user_class_names);
			break;
		case 'd':
			set_mode(o, DIRECTORY);
			o->dir = optarg;
			hide_argument(optarg);
			break;
		case 'e':
			o->selection.rule.edge = duration_value("edge", optarg, SWF_WEEK);
			break;
		case 'f':
			o->format = format_value(optarg);
			o->has_format = true;
			break;
		case 'F':
			set_mode(o, FLURRIES);
			break;
		case 'k':
			set_rare(o, optarg, true);
			break;
		case 'l':
			o->selection.rule.long_term = duration_value("long-term", optarg, SWF_WEEK);
			break;
		case 'm':
			set_mode(o, MERGED);
			break;
		case 'n':
			o->flurry_jobs = (double)whole_value("flurry-jobs", optarg, 1, INT64_MAX);
			break;
		case 'r':
			set_rare(o, optarg, false);
			break;
		case 's':
			set_mode(o, SUMMARY);
			break;
		case 'T':
		case 'Z':
			local_time_option(c);
			break;
		case 'u':
			o->selection.listed = optarg;
			break;
		case 'w':
			o->flurry_window = duration_value("flurry-window", optarg, 1);
			if (o->flurry_window <= 0)
				die_usage("--flurry-window: it must have a length");
			break;
		case 'z':
			o->selection.size = size_value(optarg);
			break;
		default:
			common_option(c);
		}
	}
	const bool selects = o->selection.class_ >= 0 || o->selection.listed != NULL ||
		o->selection.rare != NULL;
	if (selects && o->mode == MERGED)
		die_usage("--merge takes all jobs; select from what it writes");
	if (o->selection.class_ >= 0 && (o->mode == SUMMARY || o->mode == FLURRIES))
		die_usage("--class goes with logs and --dir");
	if (o->mode == NOTHING_ASKED)
		o->mode = selects ? LOG : TABLE;
	const bool writes_logs = o->mode == LOG || o->mode == DIRECTORY || o->mode == MERGED;
	if (o->has_format && writes_logs)
		die_usage("--format goes with tables");
	settle_extra(writes_logs, "needs an option that writes jobs, such as --class or --dir");
	if (o->mode == DIRECTORY && has_output_file())
		die_usage("--dir goes without --output");
	if (o->mode != FLURRIES && (o->flurry_jobs > 0 || o->flurry_window > 0))
		die_usage("--flurry-jobs and --flurry-window go with --find-flurries");
	if (o->flurry_window == 0)
		o->flurry_window = SWF_DAY;
}

/* Whether the job is one of the class that is selected, or of no user. */
static bool is_in_class(const struct selection *s, const struct swf_job *job)
{
	const struct swf_users *users = &s->selected.users;
	return swf_job_is_anonymous(job) ||
		has_class(s, &users->users[swf_index_find(&users->index, job->user)]);
}

static void write_log(const struct selection *s, const struct swf_header *header)
{
	const struct swf_jobs *jobs = &s->selected.jobs;
	size_t *places = malloc((jobs->count + 1) * sizeof *places), count = 0;
	if (places == NULL)
		die("out of memory");
	for (size_t i = 0; i < jobs->count; i++)
		if (is_in_class(s, &jobs->jobs[i]))
			places[count++] = i;
	FILE *file = output();
	write_jobs(file, output_name(), header, jobs, places, count);
	free(places);
}

static void write_users(const struct selection *s, enum swf_format format)
{
	struct swf_table *table = swf_users_table(false);
	for (size_t u = 0; table != NULL && u < s->selected.users.count; u++)
		swf_users_row(
			table, &s->selected.users, &s->selected.users.users[u], &s->options.rule);
	write_table(table, format);
}

static void find_flurries(const struct selection *s, const struct opts *o)
{
	const double threshold =
		o->flurry_jobs > 0 ? o->flurry_jobs : swf_flurry_threshold(&s->selected.users);
	note("looked for more than %g jobs of a user in %g s", threshold, o->flurry_window);
	write_table(swf_flurries_table(&s->selected, o->flurry_window, threshold), o->format);
}

static void write_selection(
	const struct selection *s, const struct opts *o, const struct swf_header *header)
{
	switch (o->mode) {
	case LOG:
		write_log(s, header);
		break;
	case SUMMARY:
		write_table(swf_users_summary(&s->selected.users, &s->options.rule), o->format);
		break;
	case DIRECTORY:
		write_user_files(s, header, o->dir);
		break;
	case FLURRIES:
		find_flurries(s, o);
		break;
	default:
		write_users(s, o->format);
	}
}

static void split(const struct opts *o)
{
	struct selection s = {.options = o->selection};
	struct swf_log *log = open_log();
	const struct swf_header *header = swf_log_header(log);
	if (o->mode == DIRECTORY)
		output_dir_check(o->dir);
	read_lists(&s, header);
	/* where nothing depends on jobs to come, they are written as they are read */
	if (o->mode == LOG && s.options.class_ < 0 && s.options.rare == NULL) {
		struct swf_writer *writer = begin_filtered_log(log);
		read_selected(log, &s, SELECTED_WRITTEN, writer);
		end_log(writer, output_name());
	} else {
		const bool counts = o->mode == TABLE || o->mode == SUMMARY;
		read_selected(log, &s, counts ? SELECTED_COUNTED : SELECTED_KEPT, NULL);
		write_selection(&s, o, header);
	}
	free_selection(&s);
	swf_log_close(log);
}

int main(int argc, char **argv)
{
	struct opts o = {.selection = {.rule = {.long_term = 12 * SWF_WEEK, .edge = 4 * SWF_WEEK},
				 .class_ = -1},
		.format = SWF_FORMAT_CSV};
	command_begin("swf-split-users", usage, argc, argv);
	parse_opts(&o, argc, argv);
	if (o.mode == MERGED)
		merge_files(file_operands());
	else
		split(&o);
	return command_end();
}
