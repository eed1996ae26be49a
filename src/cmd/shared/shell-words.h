/* Words of commands as a shell takes them, where nothing but blanks, quotes and backslashes has a
 * meaning. */
#ifndef SWF_CMD_SHARED_SHELL_WORDS_H
#define SWF_CMD_SHARED_SHELL_WORDS_H

/* Cuts the next word out of the text, without its quotes. *rest is then behind the word and the
 * blank that ends it. Returns NULL where there is no word left. */
char *cut_word(char **rest);

/* The text as one word for a shell, in quotes where it needs them. To be freed. */
char *quoted(const char *text);

#endif
