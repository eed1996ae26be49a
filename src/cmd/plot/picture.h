/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One picture: its tables, made by the commands of its kind, and what gnuplot draws of them. */
#ifndef SWF_CMD_PLOT_PICTURE_H
#define SWF_CMD_PLOT_PICTURE_H

#include <stdbool.h>

#include "plot/kind.h"

/* Takes what it is drawn of: puts tables and the standard input into a scratch folder. Dies of the
 * wrong number of them, and of a file that cannot be read. */
void picture_inputs(const struct kind *kind, char *const paths[]);

/* Makes a table, or with NULL all, of each log. The commands find the scripts' folder in PLOTS.
 * Dies where none has a row. */
void picture_tables(const struct kind *kind, const struct kind_item *only, const char *folder);

/* Draws them, as "svg", "pdf", "png" or "text", with the scripts' folder at hand. */
void picture_draw(const struct kind *kind, const char *folder, const char *format);

/* Writes a table, of several logs one behind the other, or the picture in this format, to the
 * output, once the folder of the picture is gone. */
void picture_write_table(const struct kind_item *table);
void picture_write(const char *format);

#endif
