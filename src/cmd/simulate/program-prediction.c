/* A program that predicts run times, as a prediction (swfkit-protocol(7)). */
#include "simulate/own-programs.h"
#include "simulate/program.h"

static struct program program;

struct program *prediction_program(void)
{
	return &program;
}

static int predict(
	void *state, const struct swf_task *task, double *predicted, struct swf_error *error)
{
	const char *seconds;
	(void)state;
	if (program_put_arrival(&program, task, -1, error) != 0 ||
		program_ask(&program, error) != 0 || program_answer(&program, error) != 0)
		return -1;
	if (!program_says(&program, "predict", &seconds))
		return program_refuse(&program, error, "the answer is 'predict SECONDS'");
	if (program_time(&program, seconds, predicted, error) != 0)
		return -1;
	if (*predicted < 0)
		return program_refuse(&program, error, "a run time is 0 s or more");
	return program_answered(&program, error);
}

static int ended(void *state, const struct swf_task *task, struct swf_error *error)
{
	char *p = program_line(&program, "end", error);
	(void)state;
	if (p == NULL)
		return -1;
	p = program_put_time(p, task->start + task->run_time);
	p = program_put_whole(p, (int64_t)task->id);
	p = program_put_time(p, task->run_time);
	program_end_line(&program, p);
	return 0;
}

const struct swf_prediction program_prediction = {
	.name = "of the program",
	.summary = "a program answers",
	.predict = predict,
	.ended = ended,
};
