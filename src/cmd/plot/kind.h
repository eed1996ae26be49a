/* A kind of picture: one script of gnuplot, the head of which says what it shows, how many logs it
 * takes, what a user may set, and which commands make the tables that it draws. See swf-plot(1),
 * section SCRIPTS. */
#ifndef SWF_CMD_PLOT_KIND_H
#define SWF_CMD_PLOT_KIND_H

#include <stdbool.h>
#include <stddef.h>

struct kind_table {
	char *name;    /* of letters, digits, - and _ */
	char *command; /* for bash */
};

struct kind_variable {
	char *name;  /* in capitals */
	char *value; /* the default, until a user sets it */
	char *meaning;
};

struct kind {
	char *path; /* of the script, absolute */
	size_t least_logs, most_logs;
	struct kind_table *tables;
	size_t table_count, table_capacity;
	struct kind_variable *variables;
	size_t variable_count, variable_capacity;
};

/* Reads the head of the script of a kind: by its name of one in the folder, by a path with a slash
 * of any other. Dies with a usage error where there is none. */
void kind_read(struct kind *kind, const char *folder, const char *name);
void kind_clear(struct kind *kind);

/* Its variable or table of this name; die with a usage error where it has none. */
struct kind_variable *kind_variable(const struct kind *kind, const char *name);
const struct kind_table *kind_table(const struct kind *kind, const char *name);

/* Prints the kinds in the folder, a line each with what they show; or what one says of itself. */
void kinds_list(const char *folder);
void kind_describe(const struct kind *kind);

#endif
