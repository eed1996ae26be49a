/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A kind of picture: one script of gnuplot, the head of which says what it shows, how many logs it
 * takes, what a user may set, and which commands make the tables that it draws. See swf-plot(1),
 * section SCRIPTS. */
#ifndef SWF_CMD_PLOT_KIND_H
#define SWF_CMD_PLOT_KIND_H

#include <stdbool.h>
#include <stddef.h>

/* A variable with its value, which is the default until a user sets it, or a table with its command
 * for bash. */
struct kind_item {
	char *name;
	char *text;
	char *meaning; /* of a variable; NULL of a table */
};

struct kind_items {
	struct kind_item *list;
	size_t count, capacity;
};

struct kind {
	char *path; /* of the script, absolute */
	size_t least_logs, most_logs;
	struct kind_items variables, tables;
};

/* Reads the head of the script of a kind: by its name of one in the folder, by a path with a slash
 * of any other. Dies with a usage error where there is none. */
void kind_read(struct kind *kind, const char *folder, const char *name);
void kind_clear(struct kind *kind);

/* The item of this name. Dies with a usage error where there is none: WHAT'NAME' is none ofKINDS.
 */
struct kind_item *kind_item(
	const struct kind_items *items, const char *name, const char *what, const char *kinds);

/* Prints the kinds in the folder, a line each with what they show; or what one says of itself. */
void kinds_list(const char *folder);
void kind_describe(const struct kind *kind);

#endif
