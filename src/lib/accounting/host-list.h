/* Lists of hosts as Slurm and others write them, such as "login1,node[01-04,07]" or "r[1-2]n[1-9]".
 */
#ifndef SWF_ACCOUNTING_HOST_LIST_H
#define SWF_ACCOUNTING_HOST_LIST_H

#include <stdbool.h>
#include <stddef.h>

enum swf_host_list_status { SWF_HOSTS_READ, SWF_HOSTS_MALFORMED, SWF_HOSTS_NO_MEMORY };

/* A name, and the text that it begins with. */
enum { SWF_HOST_NAME_MOST = 256 };
struct swf_host_text {
	char characters[SWF_HOST_NAME_MOST];
	size_t length;
};
bool swf_host_text_append(struct swf_host_text *text, const char *from, size_t length);

/* Hosts whose names are a stem and a number from `first` to `last` with `digits` digits (at most
 * 7); digits that end a name are always of its number. Without digits the stem is the name of one
 * host. */
struct swf_host_range {
	struct swf_host_text stem;
	size_t digits, first, last;
};

/* Takes the ranges of a list in its order. */
struct swf_host_sink {
	void *self;
	enum swf_host_list_status (*take)(void *self, const struct swf_host_range *range);
};

/* Reads a list up to what the sink returns other than SWF_HOSTS_READ. A list of more than 2^24
 * hosts is malformed. */
enum swf_host_list_status swf_host_list_read(
	const char *list, size_t length, const struct swf_host_sink *sink);

#endif
