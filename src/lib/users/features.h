/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The variables by which sessions and users are compared and classed.
 *
 * Source: Zilber, Amit and Talby, What is worth learning from parallel workloads? A user and
 * session based analysis (2005), sections 4.2 (sessions) and 6.1 (users). Medians and 90 %
 * intervals (95th less 5th percentile, interpolated as in stats.h) are over the known values; the
 * first job of a session or user has an inter-arrival and a think time of 0, which gives that
 * paper's figures. The units are seconds, and processors of a machine of 128.
 */
#ifndef SWF_USERS_FEATURES_H
#define SWF_USERS_FEATURES_H

#include "swfcore/error.h"
#include "swfcore/job.h"
#include "swfcore/sessions.h"
#include "users/session-lists.h"

/* Of a session: number of jobs J; duration D from the first submit to the latest end; median and
 * interval of run time (Rm, Ri), size (Pm, Pi), inter-arrival time (Im, Ii) and think time (Tm, Ti)
 * within the session; whether it starts in the daytime, and its part in the daytime; the numbers of
 * unique sizes UP and run times UR, values within 5 % counting as one; whether it starts in the
 * working week, and its part in it. */
enum { SWF_SESSION_VARIABLES = 16 };
extern const char *const swf_features_session_variables[SWF_SESSION_VARIABLES];

/* Of a user: numbers of jobs J and sessions S; medians and intervals as above, over all jobs; the
 * parts of the jobs submitted in the daytime and in the working week; the shares of the sessions of
 * each class; jobs a week JW, from the first submit to the latest end (NaN if that is no time); and
 * that time itself in days, D_days, which the paper's analysis does not use. */
enum { SWF_USER_VARIABLES = 19 };
extern const char *const swf_features_user_variables[SWF_USER_VARIABLES];

struct swf_features;

/* The features of one log, whose sessions have classes by the rule and whose sizes are in parts of
 * its machine. The rule must outlive the features. NULL when there is no memory. */
struct swf_features *swf_features_new(const struct swf_session_class_rule *rule);
void swf_features_free(struct swf_features *features);

/* Adds the user's next job, which `sessions` was given last. Returns 0, or -1 when there is no
 * memory. */
int swf_features_add(struct swf_features *features, const struct swf_sessions *sessions,
	const struct swf_job *job) SWF_MUST_CHECK;

/* A session that is whole. */
struct swf_session_features {
	double start, end; /* s */
	enum swf_session_class class_;
	double variables[SWF_SESSION_VARIABLES];
};

/* Ends the session; the next job begins another. `session` is NULL where its variables are not
 * needed, which take sorting. */
void swf_features_end_session(struct swf_features *features, struct swf_session_features *session);

/* Ends the user, whose last session has been ended; the next job begins another. */
void swf_features_end_user(struct swf_features *features, double variables[SWF_USER_VARIABLES]);

#endif
