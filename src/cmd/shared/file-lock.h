/* A lock on a file that is read, changed and replaced. */
#ifndef SWF_CMD_SHARED_FILE_LOCK_H
#define SWF_CMD_SHARED_FILE_LOCK_H

/* Waits until no other command has locked the file, which need not be there yet, with a note. The
 * lock ends with the command or at unlock_file(). Until then FILE.lock stands beside the file, of
 * which nothing depends on whether it is left over from a crash. Dies where no file can be made
 * there; warns where the file system has no locks. One file can be locked at a time. */
void lock_file(const char *path);
void unlock_file(void);

#endif
