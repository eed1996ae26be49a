#include "base/utf8.h"

size_t swf_utf8_length(const unsigned char *text)
{
	const unsigned lead = text[0], second = text[1];
	const size_t length = lead < 0xC2 ? 0
		: lead < 0xE0             ? 2
		: lead < 0xF0             ? 3
		: lead < 0xF5             ? 4
					  : 0;
	for (size_t i = 1; i < length; i++)
		if ((text[i] & 0xC0) != 0x80)
			return 0;
	/* longer than need be, a surrogate, or past the last character */
	if ((lead == 0xE0 && second < 0xA0) || (lead == 0xED && second > 0x9F) ||
		(lead == 0xF0 && second < 0x90) || (lead == 0xF4 && second > 0x8F))
		return 0;
	return length;
}
