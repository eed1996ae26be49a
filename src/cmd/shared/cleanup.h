/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a command that dies, or is ended by a signal, would leave behind. */
#ifndef SWF_CMD_SHARED_CLEANUP_H
#define SWF_CMD_SHARED_CLEANUP_H

#include <limits.h>
#include <signal.h>
#include <stdbool.h>
#include <sys/types.h>

struct leftover {
	volatile sig_atomic_t there;
	char path[PATH_MAX];
};

/* From now on the file of this path and suffix is removed when the command ends, or is ended by a
 * signal, before leftover_forget(). NULL, with errno set, where the path is too long. Four can be
 * there at a time. */
struct leftover *leftover_watch(const char *path, const char *suffix);
void leftover_forget(struct leftover *leftover);

/* Makes an empty folder whose name begins so in TMPDIR, or in /tmp where that is no absolute path,
 * and has TMPDIR lead there. It is removed at scratch_end(), or when the command and all programs
 * that it has started have ended, even if they are killed. One can be there at a time. Dies where
 * that fails. */
const char *scratch_begin(const char *name);
void scratch_end(void);

/* From now on the processes of this group are killed when the command ends, or is ended by a
 * signal, before group_forget(). Three can be there at a time. */
void group_watch(pid_t id);
void group_forget(pid_t id);

/* Whether the pipe that is written to is that of a program: if it has no reader, write() fails with
 * EPIPE, and SIGPIPE does not end the command. */
void set_pipe_is_program(bool is);

/* Has the signals that would end the command wait, tells whether one does, and lets them come: for
 * leftovers that cannot be removed in the midst of anything. */
void hold_signals(void);
bool signal_waits(void);
void release_signals(void);

#endif
