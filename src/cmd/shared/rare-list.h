/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lists of rare behaviours as commands read them. */
#ifndef SWF_CMD_SHARED_RARE_LIST_H
#define SWF_CMD_SHARED_RARE_LIST_H

#include "swfcore/header.h"
#include "users/rare.h"

/* Reads a list and finds its times; the header, and the options of local-time.h, give the calendar
 * of the dates in it. Dies where that fails. */
void read_rare_list(const char *path, const struct swf_header *header, struct swf_rare_list *list);

/* Dies of a row, with what is wrong with it. */
_Noreturn void die_of_rare(
	const struct swf_rare_list *list, const struct swf_rare *row, const char *what);

#endif
