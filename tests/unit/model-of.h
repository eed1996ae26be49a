/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Models for tests, made of their text. */
#ifndef SWF_TESTS_UNIT_MODEL_OF_H
#define SWF_TESTS_UNIT_MODEL_OF_H

#include "model/model.h"

/* Reads a model called "model". Returns what swf_model_read does. */
int read_model(const char *text, struct swf_model *model, struct swf_error *error);

/* A model that must be right. */
struct swf_model model_of(const char *text);

/* The text of a model, to be freed. */
char *text_of_model(const struct swf_model *model);

/* Names of columns, and lines of a class of sessions that is all single values: jobs of 400 s on 8
 * processors, 10 s apart, half of the estimate where they are awaited and a quarter else; sessions
 * of five batches, of three jobs and at last of two. */
extern const char model_columns[], model_whole[], model_sessions[];

#endif
