/* The accounts and users that `sacctmgr dump` writes. */
#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "accounting/names.h"
#include "slurm/conf/joined-lines.h"
#include "slurm/conf/read-associations.h"

enum { NAME_MOST = 200 };

struct dump {
	struct swf_slurm_associations *associations;
	struct swf_slurm_report *report;
	struct swf_slurm_lines lines;
	const char *file;
	/* each association by its account, or by account, user and partition: the same places */
	struct swf_names known;
	size_t parent; /* the account of the lines that follow */
	bool has_cluster;
	bool seen[SWF_SLURM_PLACES];
};

static int refuse(const struct dump *dump, const char *text, const char *what, size_t length)
{
	return swf_fail(dump->report->error, "%.100s:%zu: %s: '%.*s'", dump->lines.file,
		dump->lines.line, text, (int)(length < 60 ? length : 60), what);
}

/* The place that a key has, or will have with the next association; SIZE_MAX when there is no
 * memory. */
static size_t place_of(struct dump *dump, const char *key)
{
	const uint32_t place = swf_names_put(&dump->known, key, strlen(key));
	return place != SWF_NO_NAME ? place : SIZE_MAX;
}

/* What an association is known by. Slurm keeps accounts in small letters. */
static void put_key(const struct swf_slurm_association *a, char key[3 * NAME_MOST + 64])
{
	if (a->is_user)
		snprintf(key, 3 * NAME_MOST + 64, "%s\t%zu\t%s", a->name, a->parent,
			a->partition != NULL ? a->partition : "");
	else
		snprintf(key, 3 * NAME_MOST + 64, "%s", a->name);
}

/* A part of a line, without the quotes that may be around it. */
struct part {
	const char *text;
	size_t length;
};

static bool is_quote(char c)
{
	return c == '\'' || c == '"';
}

static struct part without_quotes(const char *text, size_t length)
{
	if (length >= 2 && is_quote(*text) && text[length - 1] == *text)
		return (struct part){text + 1, length - 2};
	return (struct part){text, length};
}

/* The length of a part up to the next ":" that is not in quotes. */
static size_t part_length(const char *text)
{
	char quote = '\0';
	size_t i = 0;
	for (; text[i] != '\0' && text[i] != '\n' && text[i] != '\r'; i++) {
		if (quote == '\0' && text[i] == ':')
			break;
		if (quote == '\0' && is_quote(text[i]))
			quote = text[i];
		else if (text[i] == quote)
			quote = '\0';
	}
	return i;
}

/* Reads KEY=VALUE:KEY=VALUE... into an association. */
static int read_options(struct dump *dump, const char *p, struct swf_slurm_association *into)
{
	struct swf_slurm_names *const names = dump->report->names;
	while (*p == ':') {
		p++;
		const size_t length = part_length(p);
		const char *const equals = memchr(p, '=', length);
		if (equals == NULL)
			return refuse(dump, "not KEY=VALUE", p, length);
		const struct part text =
			without_quotes(equals + 1, length - (size_t)(equals + 1 - p));
		const struct swf_slurm_value value = {dump->file, dump->lines.line,
			swf_slurm_names_put(names, p, (size_t)(equals - p)),
			swf_slurm_names_put(names, text.text, text.length), dump->report, NULL,
			NULL};
		if (value.name == NULL || value.text == NULL)
			return swf_fail_memory(dump->report->error);
		if (text.length > NAME_MOST && strcasecmp(value.name, "Partition") == 0)
			return refuse(dump, "too long", text.text, text.length);
		if (text.length > 0 &&
			swf_slurm_read_cell(SWF_SLURM_OF_ASSOCIATIONS, &value, dump->seen, into) !=
				0)
			return -1;
		p += length;
	}
	return 0;
}

/* The account of a Parent line. */
static int read_parent(struct dump *dump, struct part name)
{
	char key[NAME_MOST + 1];
	snprintf(key, sizeof key, "%.*s", (int)name.length, name.text);
	const size_t place = place_of(dump, key);
	if (place == SIZE_MAX)
		return swf_fail_memory(dump->report->error);
	if (place >= dump->associations->count)
		return refuse(dump, "no account so far", name.text, name.length);
	dump->parent = place;
	return 0;
}

static int add(struct dump *dump, struct part name, bool is_user, const char *options)
{
	struct swf_slurm_associations *const all = dump->associations;
	char key[3 * NAME_MOST + 64];
	const size_t added =
		swf_slurm_add_association(all, name.text, name.length, is_user, dump->parent);
	if (added == SIZE_MAX)
		return swf_fail_memory(dump->report->error);
	if (read_options(dump, options, &all->list[added]) != 0)
		return -1;
	if (!is_user && all->list[added].partition != NULL)
		return refuse(dump, "an account has no Partition", name.text, name.length);
	put_key(&all->list[added], key);
	const size_t place = place_of(dump, key);
	if (place == SIZE_MAX)
		return swf_fail_memory(dump->report->error);
	return place == added ? 0 : refuse(dump, "is there twice", name.text, name.length);
}

/* What stands before " - ". */
enum object { CLUSTER, PARENT, ACCOUNT, USER };

static int object_of(const char *text, size_t length)
{
	static const struct {
		const char *name;
		enum object object;
	} objects[] = {{"Cluster", CLUSTER}, {"Machine", CLUSTER}, {"Parent", PARENT},
		{"Account", ACCOUNT}, {"Project", ACCOUNT}, {"User", USER}};
	for (size_t i = 0; i < sizeof objects / sizeof *objects; i++)
		if (strlen(objects[i].name) == length &&
			strncasecmp(objects[i].name, text, length) == 0)
			return (int)objects[i].object;
	return -1;
}

static int read_cluster(struct dump *dump, struct part name, const char *options)
{
	if (dump->has_cluster)
		return refuse(dump, "a second cluster", name.text, name.length);
	dump->has_cluster = true;
	return read_options(dump, options, &dump->associations->list[0]);
}

static int read_line(struct dump *dump)
{
	char *p = dump->lines.text;
	while (isspace((unsigned char)*p))
		p++;
	if (*p == '\0')
		return 0;
	const size_t word = strcspn(p, " \t-");
	const int object = object_of(p, word);
	const size_t gap = strspn(p + word, " \t");
	if (object < 0 || p[word + gap] != '-')
		return refuse(
			dump, "not Cluster, Parent, Account or User - 'NAME'", p, strcspn(p, "\n"));
	p += word + gap + 1;
	p += strspn(p, " \t");
	const size_t length = part_length(p);
	const struct part name = without_quotes(p, length);
	if (name.length == 0 || name.length > NAME_MOST)
		return refuse(dump, "not a name", name.text, name.length);
	if (!dump->has_cluster && object != CLUSTER)
		return refuse(
			dump, "stands before the line of the cluster", name.text, name.length);
	const char *const options = p + length;
	for (size_t i = 0; object != USER && i < name.length; i++) {
		char *const c = p + (name.text - p) + i;
		*c = (char)tolower((unsigned char)*c);
	}
	switch (object) {
	case CLUSTER:
		return read_cluster(dump, name, options);
	case PARENT:
		return read_parent(dump, name);
	default:
		return add(dump, name, object == USER, options);
	}
}

int swf_slurm_read_dump(struct swf_slurm_associations *associations, const char *file,
	struct swf_slurm_report *report)
{
	struct dump dump = {.associations = associations, .report = report};
	int got = swf_slurm_lines_open(&dump.lines, file, report->error);
	if (got == 0) {
		dump.file = swf_slurm_names_put(
			report->names, dump.lines.file, strlen(dump.lines.file));
		got = dump.file != NULL && place_of(&dump, "root") == 0
			? 1
			: swf_fail_memory(report->error);
	}
	while (got == 1)
		if ((got = swf_slurm_lines_next(&dump.lines, report->error)) == 1 &&
			read_line(&dump) != 0)
			got = -1;
	if (got == 0 && !dump.has_cluster)
		got = swf_fail(report->error,
			"%.100s: has no line of a cluster: not what sacctmgr "
			"dump writes",
			dump.lines.file);
	swf_names_clear(&dump.known);
	swf_slurm_lines_close(&dump.lines);
	return got;
}
