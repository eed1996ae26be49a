/* Programs that stand for a scheduler, a prediction or a user model: swf-simulate
 * --scheduler-command, --predict-command and --feedback-command. */
#ifndef SWF_CMD_SIMULATE_OWN_PROGRAMS_H
#define SWF_CMD_SIMULATE_OWN_PROGRAMS_H

#include "swfcore/feedback.h"
#include "swfcore/simulation.h"

/* Their commands, each NULL for none, and how long an answer may take in s, INFINITY for any time.
 */
struct programs {
	const char *scheduler, *prediction, *user_model;
	double patience;
};

/* Puts those that there are into the options, and dies where these are at odds. */
void settle_programs(const struct programs *programs, struct swf_simulation *simulation,
	struct swf_feedback_options *feedback);

/* Starts them, before anything is simulated, and ends them when all is. Dies where one fails. */
void start_programs(const struct programs *programs, const struct swf_simulation *simulation,
	const struct swf_feedback_options *feedback);
void finish_programs(const struct programs *programs);

/* Each kind: what the library knows it as, and its program, which is begun by its command. */
struct program;
extern struct swf_scheduler program_scheduler;
extern const struct swf_prediction program_prediction;
extern const struct swf_user_model program_user_model;
struct program *scheduler_program(void);
struct program *prediction_program(void);
struct program *user_model_program(void);

/* Starts a scheduler for a machine of this many processors. 0, or -1 with the error set. */
int start_scheduler_program(
	int32_t procs, enum swf_event_order order, struct swf_error *error) SWF_MUST_CHECK;

/* Sends that a task arrives, with a prediction in s, -1 for none. 0, or -1 with the error set. */
int program_put_arrival(struct program *program, const struct swf_task *task, double predicted,
	struct swf_error *error) SWF_MUST_CHECK;

#endif
