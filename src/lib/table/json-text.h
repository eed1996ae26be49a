/* Texts in JSON. */
#ifndef SWF_TABLE_JSON_TEXT_H
#define SWF_TABLE_JSON_TEXT_H

#include <stdio.h>

/* Writes a text as a string of JSON (RFC 8259), in quotes. JSON is UTF-8: U+FFFD stands for each
 * byte that is not. */
void swf_json_text_write(FILE *file, const char *text);

#endif
