/* Errors of the library, with what can be done about them by a command or an option. */
#ifndef SWF_CMD_SHARED_LIBRARY_ERROR_H
#define SWF_CMD_SHARED_LIBRARY_ERROR_H

#include "swfcore/error.h"

/* Dies of the error, with the cure where there is one. */
_Noreturn void die_of(const struct swf_error *error);

#endif
