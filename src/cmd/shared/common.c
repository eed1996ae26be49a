#include "shared/common.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "shared/choices.h"
#include "shared/output.h"
#include "shared/paths.h"
#include "swfcore/version.h"

static const char *command;
static void (*command_usage)(FILE *);
static int arguments;
static char **argument;
static bool quiet;
static bool progress_shown;

/* options that count as given */
static const char *defaults[4];
static size_t default_count;

/* values in argv that say where the output goes */
static const char *hidden[8];
static size_t hidden_count;

/* how many options read the standard input */
static int options_from_stdin;

/* what warnings and notes are about, or NULL */
static const char *subject;

static struct log_options log_option_values = {.provenance = true};

/* Leaves the line of the progress. */
static void end_progress(void)
{
	if (progress_shown)
		fputc('\n', stderr);
	progress_shown = false;
}

/* One write a message, so that those of a pipeline do not mix. */
static void message(const char *about, const char *format, va_list args)
{
	char text[2048];
	fflush(stdout);
	end_progress();
	int length = snprintf(text, sizeof text, "%s: %.500s%s", command,
		about != NULL ? about : "", about != NULL ? ": " : "");
	vsnprintf(text + length, sizeof text - (size_t)length - 1, format, args);
	strcat(text, "\n");
	fputs(text, stderr);
}

_Noreturn void die(const char *format, ...)
{
	va_list args;
	va_start(args, format);
	message(NULL, format, args);
	va_end(args);
	exit(EXIT_DATA);
}

_Noreturn void die_usage(const char *format, ...)
{
	va_list args;
	va_start(args, format);
	message(NULL, format, args);
	va_end(args);
	fprintf(stderr, "Try '%s --help'.\n", command);
	exit(EXIT_USAGE);
}

void warn(const char *format, ...)
{
	va_list args;
	va_start(args, format);
	message(subject, format, args);
	va_end(args);
}

void note(const char *format, ...)
{
	if (quiet)
		return;
	va_list args;
	va_start(args, format);
	message(subject, format, args);
	va_end(args);
}

void messages_about(const char *input)
{
	subject = input;
}

/* Puts something in place of standard streams that are closed, or a file that is opened next would
 * take their place, and get what is meant for them. Reading and writing it are errors, but for
 * messages, which go nowhere. */
static void open_standard_streams(void)
{
	static const int modes[] = {O_WRONLY, O_RDONLY, O_WRONLY};
	for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
		if (fcntl(fd, F_GETFD) < 0 && open("/dev/null", modes[fd]) != fd)
			die("/dev/null: %s", strerror(errno));
}

void command_begin(const char *name, void (*usage)(FILE *), int argc, char **argv)
{
	command = name;
	command_usage = usage;
	arguments = argc;
	argument = argv;
	argv[0] = (char *)name; /* for the messages of getopt_long */
	open_standard_streams();
	unsetenv("POSIXLY_CORRECT"); /* options may follow operands, in recipes as well */
	if (argc == 1 && isatty(STDIN_FILENO)) {
		usage(stderr);
		exit(EXIT_USAGE);
	}
}

bool anonymous_option(bool may_stay)
{
	static const char *const ways[] = {"drop", "keep", "each", "one", NULL};
	enum { DROP, KEEP, EACH };
	const int way = choice_value("anonymous", optarg, ways + (may_stay ? DROP : EACH)) +
		(may_stay ? DROP : EACH);
	log_option_values.anonymous = way < EACH ? SWF_ANONYMOUS_NOBODY
		: way == EACH                    ? SWF_ANONYMOUS_EACH
						 : SWF_ANONYMOUS_ONE;
	return way == KEEP;
}

void common_option(int option)
{
	switch (option) {
	case 'h':
		command_usage(stdout);
		exit(command_end());
	case 'V':
		printf("%s (swfkit) %s\n", command, SWF_VERSION);
		exit(command_end());
	case 'o':
		hide_argument(optarg);
		set_output(optarg);
		break;
	case 'q':
		quiet = true;
		break;
	case 'A':
		anonymous_option(false);
		break;
	case 'a':
		log_option_values.align = true;
		break;
	case 'b':
		log_option_values.skip_bad = true;
		break;
	case 'E':
		log_option_values.extra = true;
		break;
	case 'P':
		log_option_values.provenance = false;
		break;
	default:
		fprintf(stderr, "Try '%s --help'.\n", command);
		exit(EXIT_USAGE);
	}
}

const struct log_options *log_options(void)
{
	return &log_option_values;
}

int command_end(void)
{
	end_progress();
	close_output();
	return EXIT_SUCCESS;
}

const char *file_operand(void)
{
	if (optind + 1 < arguments)
		die_usage("one file at most, not also '%s'", argument[optind + 1]);
	return optind < arguments ? argument[optind] : "-";
}

void no_operand(const char *option)
{
	if (optind < arguments)
		die_usage("'%s': a file goes with %s", argument[optind], option);
}

void progress(int64_t jobs)
{
	static time_t last;
	if (jobs % 65536 != 0 || quiet || !isatty(STDERR_FILENO))
		return;
	time_t now = time(NULL);
	if (last != 0 && now != last) {
		fprintf(stderr, "%s: %lld jobs\r", command, (long long)jobs);
		progress_shown = true;
	}
	last = now;
}

void note_count(int64_t count, const char *thing, const char *rest)
{
	if (count > 0)
		note("%lld %s%s %s", (long long)count, thing, count == 1 ? "" : "s", rest);
}

void note_left_out(int64_t count, const char *thing, const char *rest, double work, double all_work)
{
	const double share = all_work > 0 ? 100 * work / all_work : 0;
	char text[256];
	if (share > 0 && share < 0.1)
		snprintf(text, sizeof text, "%s, under 0.1 %% of the work", rest);
	else
		snprintf(text, sizeof text, "%s, %.1f %% of the work", rest, share);
	note_count(count, thing, all_work > 0 ? text : rest);
}

void file_option(const char *path)
{
	options_from_stdin += strcmp(path, "-") == 0;
}

char **file_operands(void)
{
	static char *standard_input[] = {"-", NULL};
	char **paths = optind < arguments ? argument + optind : standard_input;
	int from_stdin = options_from_stdin;
	for (char **path = paths; *path != NULL; path++)
		from_stdin += strcmp(*path, "-") == 0;
	if (from_stdin > 1)
		die_usage("the standard input is one file");
	return paths;
}

void keep_operands(void)
{
	for (int i = optind; i < arguments; i++)
		if (has_output_file() && is_same_file(argument[i], output_path()))
			die_usage("--output: %s is a file to be read", argument[i]);
}

const char *shown_name(const char *path)
{
	return strcmp(path, "-") == 0 ? "stdin" : path;
}

int action_operand(const char *const actions[])
{
	char list[256] = "";
	for (int i = 0; actions[i] != NULL; i++) {
		if (optind < arguments && strcmp(argument[optind], actions[i]) == 0) {
			optind++;
			return i;
		}
		const size_t used = strlen(list);
		snprintf(list + used, sizeof list - used, "%s%s", i > 0 ? ", " : "", actions[i]);
	}
	if (optind < arguments)
		die_choice("", argument[optind], "", actions);
	die_usage("what to do is missing: %s", list);
}

void hide_argument(const char *value)
{
	if (hidden_count < sizeof hidden / sizeof *hidden)
		hidden[hidden_count++] = value;
}

void default_argument(const char *option)
{
	if (default_count < sizeof defaults / sizeof *defaults)
		defaults[default_count++] = option;
}

void default_random(int64_t *seed, int64_t *replication)
{
	if (*seed < 0) {
		*seed = 1;
		default_argument("--seed 1");
	}
	if (*replication < 0) {
		*replication = 1;
		default_argument("--replication 1");
	}
}

/* Whether an argument is or holds a value that is hidden, or is the option before it. */
static bool is_hidden(int i)
{
	for (size_t h = 0; h < hidden_count; h++) {
		const char *value = hidden[h];
		if ((value >= argument[i] && value <= argument[i] + strlen(argument[i])) ||
			value == argument[i + 1])
			return true;
	}
	return false;
}

const char *command_line(void)
{
	static char line[2048];
	size_t used = (size_t)snprintf(line, sizeof line, "%s %s", command, SWF_VERSION);
	for (int i = 1; i < optind && used < sizeof line; i++)
		if (!is_hidden(i))
			used += (size_t)snprintf(
				line + used, sizeof line - used, " %s", argument[i]);
	for (size_t i = 0; i < default_count && used < sizeof line; i++)
		used += (size_t)snprintf(line + used, sizeof line - used, " %s", defaults[i]);
	for (char *p = line; *p != '\0'; p++)
		if ((unsigned char)*p < ' ')
			*p = '?';
	return line;
}
