/* Names that users may give, and the error where a word is none of them. Lists end with NULL. */
#ifndef SWF_CMD_SHARED_CHOICES_H
#define SWF_CMD_SHARED_CHOICES_H

/* "; did you mean 'NAME'?" with the nearest name, or "". Good until the next call. */
const char *hint(const char *text, const char *const names[]);

/* The names, with a comma between. Good until the next call. */
const char *name_list(const char *const names[]);

/* Dies with a usage error: WHAT'TEXT' is none ofKIND: the names, and a hint. */
_Noreturn void die_choice(
	const char *what, const char *text, const char *kind, const char *const names[]);

#endif
