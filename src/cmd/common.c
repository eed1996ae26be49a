#include "common.h"

#include <errno.h>
#include <limits.h>
#include <math.h>
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "swfcore/version.h"

static const char *command;
static void (*command_usage)(FILE *);
static int arguments;
static char **argument;
static bool quiet;
static bool progress_shown;

static const char *output_path;
static const char *output_argument; /* the text in argv that names it */
static char temporary[4096];        /* beside the output file, while it is not whole */
static FILE *output_file;

/* Leaves the line of the progress. */
static void end_progress(void)
{
	if (progress_shown)
		fputc('\n', stderr);
	progress_shown = false;
}

/* One write a message, so that those of a pipeline do not mix. */
static void message(const char *format, va_list args)
{
	char text[2048];
	fflush(stdout);
	end_progress();
	int length = snprintf(text, sizeof text, "%s: ", command);
	vsnprintf(text + length, sizeof text - (size_t)length - 1, format, args);
	strcat(text, "\n");
	fputs(text, stderr);
}

_Noreturn void die(const char *format, ...)
{
	va_list args;
	va_start(args, format);
	message(format, args);
	va_end(args);
	exit(EXIT_DATA);
}

_Noreturn void die_usage(const char *format, ...)
{
	va_list args;
	va_start(args, format);
	message(format, args);
	va_end(args);
	fprintf(stderr, "Try '%s --help'.\n", command);
	exit(EXIT_USAGE);
}

void warn(const char *format, ...)
{
	va_list args;
	va_start(args, format);
	message(format, args);
	va_end(args);
}

void note(const char *format, ...)
{
	if (quiet)
		return;
	va_list args;
	va_start(args, format);
	message(format, args);
	va_end(args);
}

static void remove_temporary(void)
{
	if (temporary[0] != '\0')
		unlink(temporary);
}

static void remove_temporary_on_signal(int number)
{
	remove_temporary();
	signal(number, SIG_DFL);
	raise(number);
}

/* A signal that is ignored, as under nohup, stays ignored. */
static void watch_signals(void)
{
	static const int signals[] = {SIGHUP, SIGINT, SIGPIPE, SIGTERM};
	for (size_t i = 0; i < sizeof signals / sizeof *signals; i++)
		if (signal(signals[i], remove_temporary_on_signal) == SIG_IGN)
			signal(signals[i], SIG_IGN);
}

void command_begin(const char *name, void (*usage)(FILE *), int argc, char **argv)
{
	command = name;
	command_usage = usage;
	arguments = argc;
	argument = argv;
	argv[0] = (char *)name; /* for the messages of getopt_long */
	if (argc == 1 && isatty(STDIN_FILENO)) {
		usage(stderr);
		exit(EXIT_USAGE);
	}
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
		output_argument = optarg;
		output_path = strcmp(optarg, "-") == 0 ? NULL : optarg;
		break;
	case 'q':
		quiet = true;
		break;
	default:
		fprintf(stderr, "Try '%s --help'.\n", command);
		exit(EXIT_USAGE);
	}
}

const char *file_operand(void)
{
	if (optind + 1 < arguments)
		die_usage("one file at most, not also '%s'", argument[optind + 1]);
	return optind < arguments ? argument[optind] : "-";
}

/* The file behind a link is replaced, not the link. */
static void follow_link(void)
{
	static char target[PATH_MAX];
	struct stat status;
	if (lstat(output_path, &status) == 0 && S_ISLNK(status.st_mode) &&
		realpath(output_path, target) != NULL)
		output_path = target;
}

/* A device or a pipe is written as it is: there is nothing to be renamed. */
static bool is_special(const char *path)
{
	struct stat status;
	return stat(path, &status) == 0 && !S_ISREG(status.st_mode);
}

static FILE *open_temporary(void)
{
	int length = snprintf(temporary, sizeof temporary, "%s.XXXXXX", output_path);
	if (length < 0 || (size_t)length >= sizeof temporary) {
		temporary[0] = '\0';
		errno = ENAMETOOLONG;
		return NULL;
	}
	int fd = mkstemp(temporary);
	if (fd < 0) {
		temporary[0] = '\0';
		return NULL;
	}
	mode_t mask = umask(0);
	umask(mask);
	fchmod(fd, 0666 & ~mask);
	atexit(remove_temporary);
	watch_signals();
	return fdopen(fd, "w");
}

FILE *output(void)
{
	if (output_path == NULL)
		return stdout;
	if (output_file == NULL) {
		follow_link();
		output_file = is_special(output_path) ? fopen(output_path, "w") : open_temporary();
		if (output_file == NULL)
			die("%s: %s", output_path, strerror(errno));
	}
	return output_file;
}

const char *output_name(void)
{
	return output_file != NULL ? output_path : "stdout";
}

int command_end(void)
{
	end_progress();
	FILE *file = output_file != NULL ? output_file : stdout;
	if (ferror(file) || fclose(file) != 0)
		die("%s: write error: %s", output_name(), strerror(errno));
	if (temporary[0] != '\0') {
		if (rename(temporary, output_path) != 0)
			die("%s: %s", output_path, strerror(errno));
		temporary[0] = '\0';
	}
	return EXIT_SUCCESS;
}

double number_value(const char *option, const char *text, double least, double most)
{
	char *end;
	errno = 0;
	double value = strtod(text, &end);
	if (end == text || *end != '\0' || !isfinite(value))
		die_usage("--%s: not a number: '%s'", option, text);
	if (value < least || value > most)
		die_usage("--%s: %s is not from %g to %g", option, text, least, most);
	return value;
}

int64_t whole_value(const char *option, const char *text, int64_t least, int64_t most)
{
	char *end;
	errno = 0;
	long long value = strtoll(text, &end, 10);
	if (end == text || *end != '\0')
		die_usage("--%s: not a whole number: '%s'", option, text);
	if (errno == ERANGE || value < least || value > most)
		die_usage("--%s: %s is not from %lld to %lld", option, text, (long long)least,
			(long long)most);
	return value;
}

int choice_value(const char *option, const char *text, const char *const choices[])
{
	for (int i = 0; choices[i] != NULL; i++)
		if (strcmp(text, choices[i]) == 0)
			return i;
	char list[512] = "";
	for (int i = 0; choices[i] != NULL; i++) {
		size_t used = strlen(list);
		snprintf(list + used, sizeof list - used, "%s%s", i > 0 ? ", " : "", choices[i]);
	}
	die_usage("--%s: '%s' is none of: %s", option, text, list);
}

enum swf_size size_value(const char *text)
{
	static const char *const sizes[] = {"requested", "allocated", NULL};
	return (enum swf_size)choice_value("size", text, sizes);
}

enum swf_format format_value(const char *text)
{
	static const char *const formats[] = {"text", "csv", "json", NULL};
	return (enum swf_format)choice_value("format", text, formats);
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

void note_log_counts(struct swf_log_counts counts)
{
	if (counts.bad > 0)
		warn("%lld bad line%s: skipped", (long long)counts.bad, counts.bad == 1 ? "" : "s");
	note_count(counts.partial, "partial execution", "(status 2, 3, 4): left out");
	note_count(counts.late_comments, "comment", "after the first job: left out");
}

/* Whether an argument has to do with --output: its value, the whole of --output=FILE, or the
 * option. */
static bool is_about_output(const char *text)
{
	size_t length = strlen(text);
	return (output_argument >= text && output_argument <= text + length) ||
		(length > 2 && strncmp(text, "--output", length) == 0) || strcmp(text, "-o") == 0;
}

struct swf_header *copy_header(const struct swf_header *header)
{
	struct swf_header *copy = swf_header_new();
	if (copy == NULL)
		die("out of memory");
	for (size_t i = 0; i < swf_header_lines(header); i++) {
		const char *line = swf_header_line(header, i);
		if (swf_header_append(copy, line, strlen(line)) != 0)
			die("out of memory");
	}
	return copy;
}

void add_provenance(struct swf_header *header)
{
	char line[2048];
	size_t used = (size_t)snprintf(line, sizeof line, "%s %s", command, SWF_VERSION);
	for (int i = 1; i < optind && used < sizeof line; i++)
		if (output_argument == NULL || !is_about_output(argument[i]))
			used += (size_t)snprintf(
				line + used, sizeof line - used, " %s", argument[i]);
	for (char *p = line; *p != '\0'; p++)
		if ((unsigned char)*p < ' ')
			*p = '?';
	if (swf_header_add(header, "Note", line) != 0)
		die("out of memory");
}

void forget_counts(struct swf_header *header)
{
	swf_header_remove(header, "MaxJobs");
	swf_header_remove(header, "MaxRecords");
	swf_header_remove(header, "EndTime");
}
