/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files and folders that appear under their names only when complete: the file of --output, others,
 * and a folder of files. If the command dies or a signal ends it, what is not complete is removed,
 * and what stood under the name before stays. */
#ifndef SWF_CMD_SHARED_ATOMIC_FILE_H
#define SWF_CMD_SHARED_ATOMIC_FILE_H

#include <stdbool.h>
#include <stdio.h>
#include <sys/stat.h>

/* Two can be open at a time. Each dies where it fails. */
FILE *open_atomic_file(const char *path);
void close_atomic_file(FILE *file);

/* The permissions for a file: those of the file that it replaces, else the usual ones without the
 * bits of the process's mask. */
mode_t mode_of_file(const char *path, mode_t usual);

/* Names the file of --output; "-" is stdout. */
void set_output(const char *path);

/* The file of --output, and whether there is one. */
const char *output_path(void);
bool has_output_file(void);

/* Where the data go: stdout, or the file of --output. */
FILE *output(void);
const char *output_name(void);

/* Closes it, and gives a file its name. Dies where that fails. */
void close_output(void);

/* Dies if there is a folder of this name and it is not empty. */
void output_dir_check(const char *path);

/* Begins a folder, which must not exist or be empty. Until it ends, signals
 * wait for the next file: an interrupted command leaves nothing behind. */
void output_dir_begin(const char *path);

/* A new file in it, and its end. */
FILE *output_dir_file(const char *name);
void output_dir_close(FILE *file, const char *name);

/* Gives the folder its name. */
void output_dir_end(void);

/* Locks a file that is read, changed and replaced: waits until no other command has locked it, with
 * a note. The file need not be there yet. The lock ends with the command or at unlock_file(). Until
 * then FILE.lock stands beside the file; one that is left over from a crash does no harm. Dies
 * where no file can be made there; warns where the file system has no locks. One file can be locked
 * at a time. */
void lock_file(const char *path);
void unlock_file(void);

/* Whether two paths name one regular file, or one place where nothing stands yet. */
bool is_same_file(const char *a, const char *b);

#endif
