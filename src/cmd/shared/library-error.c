#include "shared/library-error.h"

#include "shared/messages.h"

static const char *const cures[] = {[SWF_ERROR_OTHER] = "",
	[SWF_ERROR_UNSORTED] = "; swf-check --fix sorts a log",
	[SWF_ERROR_USER] = " for --anonymous",
	[SWF_ERROR_OVERSIZE] = "; --oversize skip or clamp goes on"};

_Noreturn void die_of(const struct swf_error *error)
{
	die("%s%s", error->text, cures[error->kind]);
}
