/* Memory that is used next: what waits is in memory that the processor has long put away. */
#ifndef SWF_BASE_PREFETCH_H
#define SWF_BASE_PREFETCH_H

#include <stddef.h>

/* Tells the processor to fetch an element that will be written soon. It may be NULL. */
static inline void swf_prefetch(const void *element, size_t size)
{
	enum { CACHE_LINE = 64 };
	for (size_t i = 0; element != NULL && i < size; i += CACHE_LINE)
		__builtin_prefetch((const char *)element + i, 1);
}

#endif
