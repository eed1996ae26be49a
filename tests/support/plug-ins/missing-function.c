/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A plug-in that calls a function that plug-ins may not call. */
#include "swfcore/plug-in.h"
#include "swfcore/table.h"

const struct swf_plug_in swf_plug_in = {.version = SWF_PLUG_IN_VERSION};

void *call(void);
void *call(void)
{
	return (void *)(void (*)(void))swf_table_free;
}
