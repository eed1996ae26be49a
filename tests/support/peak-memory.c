/* SPDX-License-Identifier: GPL-3.0-or-later */
/* peak-memory COMMAND...: runs a command with its output thrown away and prints its peak resident
 * memory in KB. */
#define _DEFAULT_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

int main(int argc, char **argv)
{
	int status;
	pid_t child = argc > 1 ? fork() : -1;
	if (child == 0) {
		dup2(open("/dev/null", O_WRONLY), STDOUT_FILENO);
		execvp(argv[1], argv + 1);
		_exit(127);
	}
	if (child < 0 || waitpid(child, &status, 0) != child || status != 0)
		return 1;
	struct rusage usage;
	getrusage(RUSAGE_CHILDREN, &usage);
	printf("%ld\n", usage.ru_maxrss);
	return 0;
}
