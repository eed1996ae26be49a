/* Memory. Both die where there is none. */
#ifndef SWF_CMD_MEMORY_H
#define SWF_CMD_MEMORY_H

#include <stddef.h>

/* What calloc() and the like return, which is not NULL then. */
void *checked(void *memory);

/* The array with room for one element more. */
void *reserve(void *array, size_t count, size_t *capacity, size_t size);

#endif
