/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A value is checked as the user gave it, and only then changed: what is added, absolute names of
 * files in quotes, passes the same check.
 */
#include "experiment/user-values.h"

#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "experiment/variables.h"
#include "shared/command-line.h"
#include "shared/messages.h"
#include "shared/option-values.h"
#include "shared/tools.h"

#define CAPITALS "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
#define DIGITS   "0123456789"
#define LETTERS  CAPITALS "abcdefghijklmnopqrstuvwxyz"

char *formatted(const char *format, ...)
{
	va_list args;
	va_start(args, format);
	const int length = vsnprintf(NULL, 0, format, args);
	va_end(args);
	char *text = checked(malloc((size_t)length + 1));
	va_start(args, format);
	vsnprintf(text, (size_t)length + 1, format, args);
	va_end(args);
	return text;
}

bool has_word(const char *const list[], const char *word)
{
	for (size_t i = 0; list[i] != NULL; i++)
		if (strcmp(list[i], word) == 0)
			return true;
	return false;
}

bool defines_choice(const char *name)
{
	return strncmp(name, "OPTIONS_", strlen("OPTIONS_")) == 0;
}

size_t variable_length(const char *text)
{
	size_t length = strspn(text, CAPITALS "_");
	if (defines_choice(text))
		length = strspn(text, LETTERS DIGITS "_+-.");
	else if (length > 0)
		length = strspn(text, CAPITALS DIGITS "_");
	return text[length] == '=' ? length : 0;
}

static bool holds_options(const struct variable *variable)
{
	return variable->type == OPTIONS || variable->type == CHOICE;
}

/* Bytes above 127 belong to UTF-8 in names of files. */
static bool is_plain(char c)
{
	return (unsigned char)c > 127 || (c != '\0' && strchr(LETTERS DIGITS " _-+.,:=/%@^~", c));
}

/* Quotes protect these from the shell, and make gives them no meaning. */
static bool is_plain_in_quotes(char c)
{
	return is_plain(c) || (c != '\0' && strchr("&|;<>()[]{}*?!'\"", c));
}

/* The first character of a text that a value cannot have, not even within quotes, or '\0'. */
static char refused_in_quotes(const char *text)
{
	while (is_plain_in_quotes(*text))
		text++;
	return *text;
}

void check_text(const struct variable *variable, const char *name, const char *value)
{
	const bool quotes = holds_options(variable), is_file = variable->type == FILE_NAME;
	/* NAME+=VALUE would append for make */
	if (name[strlen(name) - 1] == '+')
		die_usage("%s: a scheduler with options of its own cannot have a name that ends "
			  "with +",
			name);
	char quote = '\0';
	for (const char *c = value; *c != '\0'; c++) {
		if (quote != '\0' && *c == quote)
			quote = '\0';
		else if (quote != '\0' || is_file ? is_plain_in_quotes(*c) : is_plain(*c))
			continue;
		else if (quotes && quote == '\0' && *c == '\\' && (c[1] == '\'' || c[1] == '"'))
			c++;
		else if (quotes && quote == '\0' && (*c == '\'' || *c == '"'))
			quote = *c;
		else if ((unsigned char)*c < ' ')
			die_usage("%s: a value is one line, without control characters", name);
		else if (quotes && quote == '\0' && is_plain_in_quotes(*c))
			die_usage("%s: '%c' means something to the shell; within quotes it does "
				  "not: '%s'",
				name, *c, value);
		else
			die_usage("%s: a value cannot have '%c': '%s'", name, *c, value);
	}
	if (quote != '\0')
		die_usage("%s: the quote %c is not closed: '%s'", name, quote, value);
}

double number_in(const struct variable *variable, const char *word)
{
	static const char share[] = "number, percentage or fraction";
	static const char *const kinds[] = {[WHOLE] = "whole number",
		[NUMBER] = "number",
		[FACTOR] = share,
		[SHARE] = share,
		[FRACTION] = share,
		[DURATION] = "duration (90s, 10m, 2h, 3d, 12w)"};
	char *end;
	double number = strtod(word, &end), divisor = 1;
	bool is = end != word;
	if (variable->type == DURATION) {
		is = duration_read(word, 1, &number);
		end += strlen(end);
	} else if (variable->type == WHOLE) {
		is = is && word[strspn(word, "-" DIGITS)] == '\0';
	} else if (variable->type != NUMBER && *end == '%') {
		divisor = 100;
		end++;
	} else if (variable->type != NUMBER && *end == '/') {
		const char *below = end + 1;
		divisor = strtod(below, &end);
		is = is && end != below && divisor > 0;
	}
	number /= divisor;
	if (!is || *end != '\0' || !isfinite(number))
		die_usage("%s: not a %s: '%s'", shown_variable(variable), kinds[variable->type],
			word);
	if (number == 0 && (variable->type == FACTOR || variable->type == FRACTION))
		die_usage("%s: it must be more than 0", shown_variable(variable));
	if (number < variable->low || number > variable->high)
		die_usage("%s: %s is not from %.10g to %.10g", shown_variable(variable), word,
			variable->low, variable->high);
	return number;
}

static void check_word(const struct variable *variable, const char *word)
{
	if (variable->type >= WHOLE && variable->type <= DURATION)
		number_in(variable, word);
	else if (variable->type == METRIC &&
		word[strspn(word, "abcdefghijklmnopqrstuvwxyz_" DIGITS)] != '\0')
		die_usage("%s: '%s' is no metric", variable->name, word);
}

void check_type(const struct variable *variable, const char *value)
{
	if (!variable->is_list) {
		const bool is_needed = variable->type == WHOLE || variable->type == FRACTION;
		if (is_needed || value[strspn(value, " ")] != '\0')
			check_word(variable, value);
		return;
	}
	char *copy = checked(strdup(value)), *state = NULL;
	const char *between = variable->option != NULL ? " " : " ,";
	for (char *word = strtok_r(copy, between, &state); word != NULL;
		word = strtok_r(NULL, between, &state))
		check_word(variable, word);
	free(copy);
}

/* A value under construction: options, or a command. Its words are read once, from left to right,
 * and the flags say what the next word is. */
struct value {
	const char *variable;
	char *text;
	size_t length;
	bool is_command, has_program; /* a command, of which the program was seen */
	bool command_follows; /* the next word is the value of an option of takes_command() */
	bool file_follows;    /* or of takes_file() */
	const struct own_choice *choice; /* what else a program could be, or NULL */
};

static char *absolute_command(
	const char *variable, const char *text, const struct own_choice *choice);

static void append(struct value *value, const char *text, size_t length)
{
	value->text = checked(realloc(value->text, value->length + length + 1));
	memcpy(value->text + value->length, text, length);
	value->length += length;
	value->text[value->length] = '\0';
}

/* Adds a text as one word, and frees it. */
static void append_quoted(struct value *value, char *text)
{
	char *word = quoted(text);
	append(value, word, strlen(word));
	free(word);
	free(text);
}

static bool is_file(const char *path)
{
	struct stat about;
	return stat(path, &about) == 0 && S_ISREG(about.st_mode);
}

/* The length of the name of a file that the text begins with, perhaps with :NAME behind it; 0 where
 * there is no such file. */
static size_t file_length(const char *text)
{
	char *path = checked(strdup(text)), *colon;
	while (!is_file(path) && (colon = strrchr(path, ':')) != NULL)
		*colon = '\0';
	const size_t length = is_file(path) ? strlen(path) : 0;
	free(path);
	return length;
}

/* The name of a file without leading "./" and "../". `folder` goes up one level for each "../". */
static const char *without_dots(char *folder, const char *file)
{
	while (file[0] == '.') {
		const size_t dots = strspn(file, ".");
		if (dots > 2 || file[dots] != '/')
			break;
		if (dots == 2)
			*strrchr(folder, '/') = '\0';
		if (folder[0] == '\0')
			strcpy(folder, "/");
		file += dots + strspn(file + dots, "/");
	}
	return file;
}

/* The word with the name of a file in it made absolute, which begins with its character `at`. To be
 * freed. */
static char *with_absolute(const char *variable, const char *word, size_t at)
{
	char folder[PATH_MAX], refused;
	const char *file = word + at;
	if (getcwd(folder, sizeof folder) == NULL)
		die("%s", strerror(errno));
	if (file[0] == '/')
		folder[0] = '\0';
	else
		file = without_dots(folder, file);
	const bool needs_slash = folder[0] != '\0' && strcmp(folder, "/") != 0;
	char *text = formatted("%.*s%s%s%s", (int)at, word, folder, needs_slash ? "/" : "", file);
	if ((refused = refused_in_quotes(text)) != '\0')
		die_usage("%s: the absolute name of this file has '%c', which a value cannot have: "
			  "'%s'",
			variable, refused, text);
	/* make would turn two blanks into one */
	if (strstr(text, "  ") != NULL)
		die_usage("%s: the absolute name of this file has two blanks in a row, which a "
			  "value cannot have: '%s'",
			variable, text);
	return text;
}

/* The word with an absolute name for a relative one of a file, which may be the whole word or what
 * stands behind its =. To be freed; NULL where there is none, or it needs a slash and has none. */
static char *absolute_word(const char *variable, const char *word, bool needs_slash)
{
	const char *equals = strchr(word, '=');
	for (const char *file = word; file != NULL;
		file = file == word && equals != NULL ? equals + 1 : NULL) {
		const size_t length = file_length(file);
		if (length > 0 && file[0] != '/' &&
			(!needs_slash || memchr(file, '/', length) != NULL))
			return with_absolute(variable, word, (size_t)(file - word));
	}
	return NULL;
}

/* Ends where the word, the first of a command, is no program. */
static void check_program(const char *variable, const char *word, const struct own_choice *choice)
{
	char found[PATH_MAX];
	const bool has_slash = strchr(word, '/') != NULL;
	if (has_slash && access(word, X_OK) == 0 && is_file(word))
		return;
	if (has_slash && is_file(word))
		die_usage("%s: %s is no program that can be run: make it executable, or name its "
			  "interpreter before it",
			variable, word);
	if (has_slash)
		die("%s: %s: %s", variable, word, strerror(errno == 0 ? EACCES : errno));
	if (find_program(word, found))
		return;
	char no[64] = "";
	if (choice != NULL)
		snprintf(no, sizeof no, "no %s of swf-simulate, and ", choice->what);
	if (is_file(word))
		die_usage("%s: '%s' is %sno program that is found; did you mean './%s'?", variable,
			word, no, word);
	die_usage("%s: '%s' is %sno program that is found%s", variable, word, no,
		choice != NULL ? hint(word, choice->names) : "");
}

/* Whether a word is one of these options, whose name may be cut short. */
static bool is_one_of(const char *const names[], const char *word)
{
	const size_t length = strcspn(word, "=");
	for (int i = 0; names[i] != NULL; i++) {
		const size_t common = (size_t)(strrchr(names[i], '-') - names[i]) + 1;
		if (length > common && strncmp(word, names[i], length) == 0)
			return true;
	}
	return false;
}

static bool takes_command(const char *word)
{
	static const char *const names[] = {
		"--scheduler-command", "--predict-command", "--feedback-command", NULL};
	return is_one_of(names, word);
}

/* Whether the value of an option is a file, also without a slash. */
static bool takes_file(const char *word)
{
	static const char *const names[] = {
		"--slurm-conf", "--slurm-associations", "--slurm-qos", "--keys", NULL};
	return is_one_of(names, word);
}

/* An option with its command behind a =. To be freed. */
static char *option_with_command(const char *variable, const char *word)
{
	const int length = (int)strcspn(word, "=") + 1;
	char *command = absolute_command(variable, word + length, NULL);
	char *text = formatted("%.*s%s", length, word, command);
	free(command);
	return text;
}

/* Whether a word before a program sets a variable of its environment. */
static bool is_assignment(const char *word)
{
	const size_t length = strspn(word,
		"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_"
		"0123456789");
	return length > 0 && word[length] == '=';
}

/* What replaces a word, to be freed; NULL if it stays. */
static char *replacement(struct value *value, const char *word)
{
	const bool command_follows = value->command_follows, file_follows = value->file_follows;
	value->command_follows = value->file_follows = false;
	if (command_follows)
		return absolute_command(value->variable, word, NULL);
	if (file_follows)
		return absolute_word(value->variable, word, false);
	if (value->is_command) {
		const bool is_program = !value->has_program && !is_assignment(word);
		if (is_program)
			check_program(value->variable, word, value->choice);
		value->has_program |= is_program;
		return absolute_word(value->variable, word, is_program);
	}
	if (takes_command(word) && strchr(word, '=') != NULL)
		return option_with_command(value->variable, word);
	value->command_follows = takes_command(word);
	value->file_follows = takes_file(word) && strchr(word, '=') == NULL;
	return absolute_word(value->variable, word, !takes_file(word));
}

/* A word with the user's home for the ~ before its first slash, to be freed; NULL without one. */
static char *with_home(const char *word)
{
	const char *home = getenv("HOME");
	if (strncmp(word, "~/", 2) != 0 || home == NULL)
		return NULL;
	return formatted("%s%s", home, word + 1);
}

/* Copies the words of the text, and what stands between them. */
static void append_words(struct value *value, const char *text)
{
	char *copy = checked(strdup(text)), *rest = copy, *word;
	size_t done = 0;
	while ((word = cut_word(&rest)) != NULL) {
		const size_t begin = done + strspn(text + done, " \t");
		size_t end = (size_t)(rest - copy);
		end -= text[end - 1] == ' ' || text[end - 1] == '\t';
		char *home = with_home(word);
		char *other = replacement(value, home != NULL ? home : word);
		if (other == NULL)
			other = home;
		else
			free(home);
		append(value, text + done, begin - done);
		if (other == NULL)
			append(value, text + begin, end - begin);
		else
			append_quoted(value, other);
		done = end;
	}
	free(copy);
}

/* The command with absolute names. To be freed. */
static char *absolute_command(
	const char *variable, const char *text, const struct own_choice *choice)
{
	struct value value = {.variable = variable, .is_command = true, .choice = choice};
	append_words(&value, text);
	if (!value.has_program)
		die_usage("%s: a command without a program: '%s'", variable, text);
	return value.text;
}

char *absolute_options(const char *variable, const char *text)
{
	struct value value = {.variable = variable};
	append(&value, "", 0);
	append_words(&value, text);
	return value.text;
}

/* Whether a word is a name of a shared object, perhaps with :NAME behind it, which must be there.
 */
static bool is_shared_object(const char *variable, const char *word)
{
	static const char ending[] = ".so";
	const size_t length = strcspn(word, ":"), most = sizeof ending - 1;
	if (length <= most || strncmp(word + length - most, ending, most) != 0)
		return false;
	if (file_length(word) == 0)
		die("%s: %.*s: no such file", variable, (int)length, word);
	return true;
}

char *absolute_file(const char *variable, const char *file)
{
	char *home = with_home(file), *absolute;
	const char *name = home != NULL ? home : file;
	errno = 0;
	if (!is_file(name))
		die("%s: %s: %s", variable, file, strerror(errno != 0 ? errno : EISDIR));
	absolute = with_absolute(variable, name, 0);
	free(home);
	return absolute;
}

/* Appends the options that slurm:FILE stands for, and those behind it. */
static void append_site(struct value *value, const char *file, const char *rest)
{
	append(value, "slurm --slurm-conf ", strlen("slurm --slurm-conf "));
	append_quoted(value, absolute_file(value->variable, file));
	append(value, " ", rest[0] != '\0');
	append_words(value, rest);
}

/* Appends the options that order:FORMULA stands for, and those behind it. */
static void append_order(struct value *value, const char *formula, const char *rest)
{
	append(value, "order --order ", strlen("order --order "));
	append_quoted(value, checked(strdup(formula)));
	append(value, " ", rest[0] != '\0');
	append_words(value, rest);
}

char *with_quoted_formula(const char *text)
{
	const size_t prefix = strlen(ORDER_PREFIX);
	if (strncmp(text, ORDER_PREFIX, prefix) != 0 || strpbrk(text, "'\"") != NULL)
		return checked(strdup(text));
	const char *options = text;
	while ((options = strstr(options, " --")) != NULL && (options[3] < 'a' || options[3] > 'z'))
		options++;
	const int length = (int)(options != NULL ? (size_t)(options - text) : strlen(text));
	return formatted("%s'%.*s'%s", ORDER_PREFIX, length - (int)prefix, text + prefix,
		options != NULL ? options : "");
}

char *chosen_options(const struct own_choice *choice, const char *variable, const char *text)
{
	static const char of_site[] = SLURM_PREFIX, of_order[] = ORDER_PREFIX;
	char *copy = checked(strdup(text)), *rest = copy, *word = cut_word(&rest);
	struct value value = {.variable = variable};
	if (word == NULL)
		die_usage("%s: no %s is given", variable, choice->what);
	char *home = with_home(word);
	word = home != NULL ? home : word;
	const bool is_scheduler = strcmp(choice->option, "--scheduler") == 0;
	if (is_scheduler && strncmp(word, of_site, strlen(of_site)) == 0) {
		append_site(&value, word + strlen(of_site), text + (rest - copy));
	} else if (is_scheduler && strncmp(word, of_order, strlen(of_order)) == 0) {
		append_order(&value, word + strlen(of_order), text + (rest - copy));
	} else if (strncmp(word, choice->option, strlen(choice->option)) == 0 ||
		has_word(choice->names, word)) {
		append_words(&value, text);
	} else if (is_shared_object(variable, word)) {
		char *absolute = absolute_word(variable, word, false);
		append_quoted(&value, absolute != NULL ? absolute : checked(strdup(word)));
		append(&value, " ", rest[0] != '\0');
		append_words(&value, text + (rest - copy));
	} else {
		append(&value, choice->option, strlen(choice->option));
		append(&value, "-command ", strlen("-command "));
		append_quoted(&value, absolute_command(variable, text, choice));
	}
	free(home);
	free(copy);
	return value.text;
}
