/* What the variables of a model are called and what values they can have. */
#ifndef SWF_MODEL_MODEL_VARIABLES_H
#define SWF_MODEL_MODEL_VARIABLES_H

#include <stdbool.h>
#include <stddef.h>

#include "model/model.h"

enum swf_model_level { SWF_OF_MODEL, SWF_OF_USERS, SWF_OF_SESSIONS };

struct swf_variable_of_model {
	const char *name;
	enum swf_model_level level;
	double least, most;       /* of its values */
	bool whole;               /* so are its values */
	bool single;              /* there is one */
	bool given;               /* it has a distribution for each range of another */
	bool optional;            /* not every model has it */
	const char *const *names; /* of its values 0, 1, ..., which NULL ends */
};

extern const struct swf_variable_of_model swf_model_variables[SWF_MODEL_VARIABLES];

/* Which of them tells whether the batch with this number in its session, from 1, is awaited. */
enum swf_model_variable swf_model_awaited(double batch);

/* How many classes a variable can have, and the name of one; "" for what is of the whole. */
size_t swf_model_classes_of(const struct swf_model *model, enum swf_model_variable variable);
const char *swf_model_class_name(
	const struct swf_model *model, enum swf_model_variable variable, size_t class_);

/* Checks that nothing is missing that the model needs. Returns 0, or -1 with the error set. */
int swf_model_check(
	const struct swf_model *model, const char *path, struct swf_error *error) SWF_MUST_CHECK;

#endif
