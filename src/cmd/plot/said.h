/* What the commands behind a picture say, in the words of swf-plot: whoever draws a picture gives
 * variables, and not the options of these commands. */
#ifndef SWF_CMD_PLOT_SAID_H
#define SWF_CMD_PLOT_SAID_H

#include "plot/kind.h"

/* Says what the commands of a table of the kind have written into a file of the scratch folder. A
 * line that was said before, as of another table, is not said again. */
void say_in_variables(const struct kind *kind, const struct kind_item *table, const char *name);

#endif
