#include "shared/file-lock.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "shared/leftovers.h"
#include "shared/messages.h"
#include "shared/paths.h"

static int lock = -1;
static struct leftover *leftover;

/* Locks what is open, as soon as it can be. Returns false where it was replaced meanwhile. */
static bool take(int fd, const char *path)
{
	struct flock whole = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
	int failed = fcntl(fd, F_SETLK, &whole);
	if (failed != 0 && (errno == EACCES || errno == EAGAIN)) {
		note("%s: another command uses it; waiting for its end", path);
		do
			failed = fcntl(fd, F_SETLKW, &whole);
		while (failed != 0 && errno == EINTR);
	}
	if (failed != 0 && errno == ESTALE)
		return false;
	if (failed != 0)
		warn("%s: cannot be locked (%s); let no other command change it meanwhile", path,
			strerror(errno));
	return true;
}

/* Makes the lock, or opens the one that is there; a link is none. Returns whether it made it. */
static bool open_lock(const char *name, const char *path)
{
	for (;;) {
		lock = open(name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
		if (lock >= 0)
			return true;
		const bool is_there = errno == EEXIST;
		if (is_there)
			lock = open(name, O_RDWR | O_NOFOLLOW | O_CLOEXEC);
		if (lock >= 0)
			return false;
		/* unless it was removed meanwhile */
		if (!is_there || errno != ENOENT)
			die("%s: %s", is_there ? name : path, strerror(errno));
	}
}

/* A lock of its own, since the file is replaced by another one. The command that made the lock
 * removes it, and one that waited for it then makes a new one. What was there before stays. */
void lock_file(const char *path)
{
	char name[PATH_MAX + sizeof ".lock"];
	struct stat own, found;
	bool is_new;
	if (!path_behind_links(path, name, PATH_MAX))
		die("%s: %s", path, strerror(errno));
	strcat(name, ".lock");
	for (;;) {
		is_new = open_lock(name, path);
		if (take(lock, path) && fstat(lock, &own) == 0 && stat(name, &found) == 0 &&
			own.st_dev == found.st_dev && own.st_ino == found.st_ino)
			break;
		close(lock);
	}
	leftover = is_new ? leftover_watch(name, "") : NULL;
}

void unlock_file(void)
{
	if (leftover != NULL) {
		unlink(leftover->path);
		leftover_forget(leftover);
	}
	close(lock);
}
