/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Characters of UTF-8, and texts in JSON. */
#ifndef SWF_BASE_TEXT_H
#define SWF_BASE_TEXT_H

#include <stddef.h>
#include <stdio.h>

/* How many bytes the character of UTF-8 (RFC 3629) has with which the text begins, at 0x80 or
 * above; 0 where it begins with none. */
size_t swf_utf8_length(const unsigned char *text);

/* Writes a text as a string of JSON (RFC 8259), in quotes. JSON is UTF-8: U+FFFD stands for each
 * byte that is not. */
void swf_json_text_write(FILE *file, const char *text);

#endif
