/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The version of the library, as the commands print it. */
#ifndef SWFCORE_VERSION_H
#define SWFCORE_VERSION_H

#define SWF_VERSION "0.3.0"

#endif
