/* Names that a user may give, and what is said of one that is none of them. Lists end with NULL. */
#ifndef SWF_CMD_SHARED_CHOICES_H
#define SWF_CMD_SHARED_CHOICES_H

/* "; did you mean 'NAME'?" with the name that is most like the text, or "" where none is alike.
 * Good until the next call. */
const char *hint(const char *text, const char *const names[]);

/* Dies with a usage error: WHAT'TEXT' is none ofKIND: the names, and a hint. */
_Noreturn void die_choice(
	const char *what, const char *text, const char *kind, const char *const names[]);

#endif
