#include "simulate/program-process.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "shared/cleanup.h"
#include "shared/tools.h"

/* Our ends of the outputs of programs, as many as are started. */
enum { MOST = 3 };
static volatile sig_atomic_t outputs[MOST], output_count;

/* What a program leaves in the background may hold its output open, which then has no end. So from
 * now on we do not wait in read() any more, also if we were just about to. */
static void stop_reading(int number)
{
	const int error = errno;
	(void)number;
	for (int i = 0; i < output_count; i++)
		fcntl(outputs[i], F_SETFL, O_NONBLOCK);
	errno = error;
}

static void watch_children(int output)
{
	struct sigaction action = {.sa_handler = stop_reading, .sa_flags = SA_NOCLDSTOP};
	sigemptyset(&action.sa_mask);
	outputs[output_count] = output;
	output_count = output_count + 1;
	sigaction(SIGCHLD, &action, NULL);
	/* it may have been left blocked or ignored for us, and then we would not know of any end */
	sigset_t child;
	sigemptyset(&child);
	sigaddset(&child, SIGCHLD);
	sigprocmask(SIG_UNBLOCK, &child, NULL);
}

/* A pipe of which no program holds an end that it was not given. */
static int open_pipe(int ends[2])
{
	if (pipe(ends) != 0)
		return errno;
	fcntl(ends[0], F_SETFD, FD_CLOEXEC);
	fcntl(ends[1], F_SETFD, FD_CLOEXEC);
	return 0;
}

static int start(const char *command, int input, int output, pid_t *id)
{
	/* the program gets copies */
	char *const program[] = {
		(char *)"/bin/sh", (char *)"-c", (char *)"--", (char *)command, NULL};
	posix_spawn_file_actions_t actions;
	int failed = posix_spawn_file_actions_init(&actions);
	if (failed != 0)
		return failed;
	failed = posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO);
	if (failed == 0)
		failed = posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
	if (failed == 0)
		failed = child_start(program, &actions, id);
	posix_spawn_file_actions_destroy(&actions);
	return failed;
}

int process_start(const char *command, pid_t *id, int *to, int *from)
{
	int input[2], output[2];
	int failed = open_pipe(input);
	if (failed != 0)
		return failed;
	failed = open_pipe(output);
	if (failed == 0) {
		fcntl(input[1], F_SETFL, O_NONBLOCK);
		watch_children(output[0]);
		failed = start(command, input[0], output[1], id);
		close(output[1]);
		*from = output[0];
	}
	close(input[0]);
	*to = input[1];
	return failed;
}

bool process_has_ended(pid_t id, char *text, size_t room)
{
	siginfo_t info = {.si_pid = 0};
	/* its number stays its own until it is buried */
	if (waitid(P_PID, (id_t)id, &info, WEXITED | WNOHANG | WNOWAIT) != 0 || info.si_pid == 0)
		return false;
	if (info.si_code == CLD_EXITED)
		snprintf(text, room, "it ended with status %d", info.si_status);
	else
		snprintf(text, room, "it was ended by signal %d (%s)", info.si_status,
			strsignal(info.si_status));
	return true;
}

bool process_bury(pid_t id)
{
	int status;
	kill(-id, SIGKILL);
	group_forget(id);
	while (waitpid(id, &status, 0) < 0)
		if (errno != EINTR)
			return false;
	return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}
