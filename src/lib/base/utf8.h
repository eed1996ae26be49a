/* Characters of UTF-8 (RFC 3629). */
#ifndef SWF_BASE_UTF8_H
#define SWF_BASE_UTF8_H

#include <stddef.h>

/* How many bytes the character has with which the text begins, at 0x80 or above; 0 where it begins
 * with none. */
size_t swf_utf8_length(const unsigned char *text);

#endif
