/* Memory. Where there is none, the command ends. */
#ifndef SWF_CMD_SHARED_MEMORY_H
#define SWF_CMD_SHARED_MEMORY_H

#include <stddef.h>

_Noreturn void die_of_memory(void);

/* What calloc() and the like return, which is not NULL then. */
void *checked(void *memory);

/* The array with room for one element more. */
void *reserve(void *array, size_t count, size_t *capacity, size_t size);

#endif
