/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A model of the users of a machine, from which workloads are generated: how many there are, when
 * they work, and what jobs they submit. It is a list of distributions, read from and written as a
 * table in CSV: swf-model(5).
 *
 * Three levels: classes of users, each with its mix of classes of sessions; the sessions of each
 * class; and their jobs. Source: Zilber, Amit and Talby, What is worth learning from parallel
 * workloads? A user and session based analysis (2005), sections 2.3 and 7.
 */
#ifndef SWF_MODEL_H
#define SWF_MODEL_H

#include <stdbool.h>
#include <stddef.h>

#include "stats/histogram.h"
#include "swfcore/error.h"
#include "swfcore/sessions.h"
#include "swfcore/table.h"
#include "table/csv-reader.h"
#include "users/session-lists.h"

/* What a model says. `b` of `a`: a distribution for each range of a. */
enum swf_model_variable {
	/* of the whole: */
	SWF_MODEL_PROCS,        /* processors of the machine */
	SWF_MODEL_WEEKS,        /* the usual length of a workload */
	SWF_MODEL_SESSION_BY,   /* enum swf_session_by */
	SWF_MODEL_SESSION_GAP,  /* s */
	SWF_MODEL_BATCHES_PLAN, /* enum swf_model_plan */
	SWF_MODEL_LOAD, /* the offered load of the log that the model is of; nothing depends on it
			 */
	SWF_MODEL_POPULATION, /* as many times the users as there are in the model */
	/* working time from the end of a session to the next, less the gap, as a multiple of the
	 * time that the user has for each session; of that time in weeks */
	SWF_MODEL_BREAK,
	/* of a class of users: */
	SWF_MODEL_LONG_TERM, /* users who come back */
	SWF_MODEL_PRESENCE,  /* s, from the first submit of a long-term user to the last; the rest
				of the usual length away */
	SWF_MODEL_ARRIVALS,  /* temporary users who come in a week */
	SWF_MODEL_TENURE,    /* s, from the first submit of a temporary user to the last */
	SWF_MODEL_SESSIONS,  /* of a user; of the tenure or presence */
	SWF_MODEL_SESSION_CLASS, /* enum swf_session_class */
	/* of a class of sessions: */
	SWF_MODEL_START, /* hours since Monday, 0:00 */
	/* whether the first batch of a session is followed by another one, the second to the
	 * fourth, the fifth to the sixteenth, and those behind; of the estimate of its first job,
	 * or else the size */
	SWF_MODEL_AWAITED_1,
	SWF_MODEL_AWAITED_2,
	SWF_MODEL_AWAITED_5,
	SWF_MODEL_AWAITED_17,
	SWF_MODEL_BATCHES_PERSISTENCE,      /* probability that a session has the batches of one
					       remembered */
	SWF_MODEL_JOBS,                     /* of the last batch of a session */
	SWF_MODEL_JOBS_AWAITED,             /* of another batch */
	SWF_MODEL_JOBS_PERSISTENCE,         /* probability that the last batch has the jobs of one
					       remembered */
	SWF_MODEL_JOBS_AWAITED_PERSISTENCE, /* the same of another batch */
	SWF_MODEL_INTER_ARRIVAL,            /* s, between jobs of a batch */
	SWF_MODEL_THINK_TIME,               /* s, between batches */
	SWF_MODEL_APPLICATION,              /* enum swf_model_application, of the first job */
	SWF_MODEL_NEXT_APPLICATION, /* the same of the other jobs, compared with the job before; of
				       its size */
	SWF_MODEL_NEXT_CLASS,       /* the class of that one where it is not the same */
	SWF_MODEL_REPEAT,           /* probability that it runs as long as the one before */
	SWF_MODEL_SIZE,             /* processors */
	SWF_MODEL_ESTIMATE,         /* s; of the size */
	SWF_MODEL_NEXT_SIZE, /* the same of applications of other jobs than the first of a session
			      */
	SWF_MODEL_NEXT_ESTIMATE,
	SWF_MODEL_ACCURACY,         /* run time / estimate, 0 to 1; of size * estimate */
	SWF_MODEL_ACCURACY_AWAITED, /* the same of jobs for whose end the user waits */
	SWF_MODEL_RUN_TIME,         /* s, where there are no estimates; of the size */
	SWF_MODEL_RUN_TIME_AWAITED,
	SWF_MODEL_OF_JOBS =
		SWF_MODEL_REPEAT /* from here on they are of the jobs of a session class */
};
enum { SWF_MODEL_VARIABLES = SWF_MODEL_RUN_TIME_AWAITED + 1 };

/* What becomes of the number of batches that a session has by the user's memory. */
enum swf_model_plan {
	SWF_MODEL_PLAN_KEPT,    /* the session has as many */
	SWF_MODEL_PLAN_ADJUSTED /* as far as estimates allow */
};

/* What a user runs, compared with what the user remembers: the last 16 applications, of batch work
 * of the class or of interactive work of all three. The last one is that of the last session, or of
 * the job before in the same session. */
enum swf_model_application {
	SWF_MODEL_LAST,         /* the same */
	SWF_MODEL_EARLIER,      /* another one of them */
	SWF_MODEL_NEW_ESTIMATE, /* a new one, with the size of one of them */
	SWF_MODEL_NEW_SIZE,     /* a new one, with the estimate of one of them */
	SWF_MODEL_NEW           /* a new one */
};
enum { SWF_MODEL_MEMORY = 16 };

/* Distributions, each for a range of the value that it is of; in ascending order. Those that are of
 * nothing have one part, from -INFINITY to INFINITY. */
struct swf_model_part {
	double given_from, given_to;
	struct swf_histogram histogram;
};
struct swf_model_parts {
	struct swf_model_part *parts;
	size_t count, capacity;
};

enum { SWF_MODEL_CLASSES_MOST = 16 };

/* Begins with {0}. */
struct swf_model {
	char *class_names[SWF_MODEL_CLASSES_MOST]; /* of users */
	size_t classes;
	/* by variable and class, the class being 0 for what is of the whole */
	struct swf_model_parts parts[SWF_MODEL_VARIABLES][SWF_MODEL_CLASSES_MOST];
};

/* The distribution of a variable for the value that it is of: of the range that holds the value, or
 * else of the one before it, or the first. NULL where the model has none. */
static inline const struct swf_histogram *swf_model_find(
	const struct swf_model *model, enum swf_model_variable variable, size_t class_, double of)
{
	const struct swf_model_parts *all = &model->parts[variable][class_];
	if (all->count == 0)
		return NULL;
	const struct swf_model_part *part = all->parts, *last = part + all->count - 1;
	while (part < last && of >= part[1].given_from)
		part++;
	return &part->histogram;
}

/* The first value of a variable, for those that are a single one. */
static inline double swf_model_value(
	const struct swf_model *model, enum swf_model_variable variable, size_t class_)
{
	return model->parts[variable][class_].parts[0].histogram.ranges[0].from;
}

/* The same of a variable of the whole that may be missing. */
double swf_model_value_or(
	const struct swf_model *model, enum swf_model_variable variable, double otherwise);

/* The rule by which sessions of the model are found. */
struct swf_session_rule swf_model_session_rule(const struct swf_model *model);

/* The part of a variable for a range of the value that it is of, which is added behind the others
 * if need be. NULL when there is no memory. */
struct swf_histogram *swf_model_part(struct swf_model *model, enum swf_model_variable variable,
	size_t class_, double given_from, double given_to);

/* Guides draws from all distributions, which are whole. Returns 0, or -1 when there is no memory.
 */
int swf_model_guide(struct swf_model *model) SWF_MUST_CHECK;

/* Adds a class of users. Returns its place, or SIZE_MAX when there are too many or no memory. */
size_t swf_model_add_class(struct swf_model *model, const char *name);

/* Reads a model and checks that nothing is missing. Returns 0, or -1 with the error set; `path` is
 * its name in messages. The model is to be freed in either case. */
int swf_model_read(struct swf_csv_reader *reader, const char *path, struct swf_model *model,
	struct swf_error *error) SWF_MUST_CHECK;

/* The table of a model, to be written as CSV. NULL when there is no memory. */
struct swf_table *swf_model_table(const struct swf_model *model);

void swf_model_clear(struct swf_model *model);

/* What the variables of a model are called and what values they can have. */

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

/* Checks that nothing is missing that the model needs. Returns 0, or -1 with the error set. */
int swf_model_check(
	const struct swf_model *model, const char *path, struct swf_error *error) SWF_MUST_CHECK;

#endif
