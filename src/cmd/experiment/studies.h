/* A folder of several studies, one for each recipe, with an index of their answers. */
#ifndef SWF_CMD_EXPERIMENT_STUDIES_H
#define SWF_CMD_EXPERIMENT_STUDIES_H

#include <stdbool.h>

/* Dies where the folder holds anything and is not a folder of several studies. */
void check_studies(const char *folder);

/* Takes the folder, which is made if need be, for studies of these names, beside those that are
 * there already. */
void open_studies(const char *folder, char *const names[]);

/* The names of the studies of a folder, ended by NULL; to be freed, and each name, too. NULL where
 * it is no such folder. */
char **studies_of(const char *folder);

/* Makes the page index.html of the folder. Returns whether that could be done. */
bool write_index(const char *folder);

#endif
