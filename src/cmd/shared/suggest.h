/* What somebody may have meant who gave a name that there is not. */
#ifndef SWF_CMD_SHARED_SUGGEST_H
#define SWF_CMD_SHARED_SUGGEST_H

/* The slips between two names: characters added, left out, changed, or swapped with the next one.
 * Case counts for nothing, nor does what is behind the 63rd character. */
int slips(const char *a, const char *b);

/* The name with the fewest slips, the first of several, or the one for what other programs call
 * so; NULL where none is alike. The list ends with NULL. */
const char *nearest(const char *text, const char *const names[]);

#endif
