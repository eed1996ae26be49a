/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A plug-in for a version of the interface that is not there yet. */
#include "swfcore/plug-in.h"

const struct swf_plug_in swf_plug_in = {.version = 1000};
