/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A plug-in that offers nothing. */
#include "swfcore/plug-in.h"

const struct swf_plug_in swf_plug_in = {.version = SWF_PLUG_IN_VERSION};
