#include "experiment/study-values.h"

#include <string.h>

#include "shared/messages.h"
#include "shared/option-values.h"

#define CAPITALS "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
#define DIGITS   "0123456789"
#define LETTERS  CAPITALS "abcdefghijklmnopqrstuvwxyz"

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

const char *shown_variable(const char *name)
{
	static const char *const options[][2] = {{"LOADS", "--load (LOADS)"},
		{"PRECISION", "--precision (PRECISION)"}, {"WEEKS", "--weeks (WEEKS)"}};
	for (size_t i = 0; i < sizeof options / sizeof *options; i++)
		if (strcmp(name, options[i][0]) == 0)
			return options[i][1];
	return name;
}

bool holds_options(const char *name)
{
	static const char *const names[] = {
		"RESAMPLE", "SIMULATE", "METRICS", "DISTRIB", "SBATCH", NULL};
	for (int i = 0; names[i] != NULL; i++)
		if (strcmp(names[i], name) == 0)
			return true;
	return defines_choice(name);
}

/* Whether a value is the name of a file, which is quoted where it is used. */
static bool names_file(const char *name)
{
	static const char *const names[] = {"NOW", "NEW", "ASSOCIATIONS", "QOS", "KEYS", NULL};
	for (int i = 0; names[i] != NULL; i++)
		if (strcmp(names[i], name) == 0)
			return true;
	return false;
}

/* Bytes above 127 are letters of names of files. */
static bool is_plain(char c)
{
	return (unsigned char)c > 127 || (c != '\0' && strchr(LETTERS DIGITS " _-+.,:=/%@^~", c));
}

/* Within quotes the shell leaves these alone, and make has no use for them. */
static bool is_plain_in_quotes(char c)
{
	return is_plain(c) || (c != '\0' && strchr("&|;<>()[]{}*?!'\"", c));
}

char refused_in_quotes(const char *text)
{
	while (is_plain_in_quotes(*text))
		text++;
	return *text;
}

void check_value(const char *name, const char *value)
{
	const bool quotes = holds_options(name), is_file = names_file(name);
	/* make takes += for more of a variable */
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
