#include "shared/child.h"

#include <signal.h>
#include <stddef.h>

#include "shared/leftovers.h"

extern char **environ;

/* Has the child lead a group, and get these signals. */
static int set_child(posix_spawnattr_t *attributes, const sigset_t *mask)
{
	int failed = posix_spawnattr_setpgroup(attributes, 0);
	if (failed == 0)
		failed = posix_spawnattr_setsigmask(attributes, mask);
	if (failed == 0)
		failed = posix_spawnattr_setflags(
			attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK);
	return failed;
}

int child_start(char *const program[], const posix_spawn_file_actions_t *actions, pid_t *id)
{
	posix_spawnattr_t attributes;
	sigset_t mask;
	int failed = posix_spawnattr_init(&attributes);
	if (failed != 0)
		return failed;
	sigprocmask(SIG_SETMASK, NULL, &mask);
	hold_signals();
	failed = set_child(&attributes, &mask);
	if (failed == 0)
		failed = posix_spawnp(id, program[0], actions, &attributes, program, environ);
	if (failed == 0)
		group_watch(*id);
	release_signals();
	posix_spawnattr_destroy(&attributes);
	return failed;
}
