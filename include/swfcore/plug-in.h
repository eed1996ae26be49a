/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Plug-ins of swf-simulate: schedulers, predictions and user models of one's own in a shared object
 * that is loaded at run time.
 *
 *     #include <swfcore/plug-in.h>
 *     #include <swfcore/scheduler.h>
 *
 *     static const struct swf_scheduler mine = {.name = "mine", ...};
 *     static const struct swf_scheduler *const schedulers[] = {&mine, NULL};
 *     const struct swf_plug_in swf_plug_in = {
 *             .version = SWF_PLUG_IN_VERSION, .schedulers = schedulers};
 *
 *     cc -fPIC -shared -ffp-contract=off $(pkg-config --cflags swfcore) -o mine.so mine.c
 *     swf-simulate --scheduler ./mine.so log.swf
 *
 * A plug-in is not linked to the library. It calls the functions of swf-simulate, which has those
 * of all public headers but arrays.h, metrics.h and table.h. Complete plug-ins with a make file are
 * in share/swfkit/examples.
 */
#ifndef SWFCORE_PLUG_IN_H
#define SWFCORE_PLUG_IN_H

#ifdef __cplusplus
extern "C" {
#endif

/* The version of all structs and functions that plug-ins share with swf-simulate, which refuses
 * plug-ins of another version. */
enum { SWF_PLUG_IN_VERSION = 3 };

/* What a plug-in offers. Lists end with NULL; NULL for a list of none. A name has no ':' and no
 * '/', and does not begin with a digit. */
struct swf_plug_in {
	int version; /* SWF_PLUG_IN_VERSION */
	const struct swf_scheduler *const *schedulers;
	const struct swf_prediction *const *predictions;
	const struct swf_user_model *const *user_models;
};

/* Each plug-in defines this one. */
#if defined(__GNUC__)
__attribute__((visibility("default")))
#endif
extern const struct swf_plug_in swf_plug_in;

#ifdef __cplusplus
}
#endif
#endif
