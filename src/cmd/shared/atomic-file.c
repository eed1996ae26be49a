/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A file or folder is written beside its target, under a name that mkstemp() or mkdtemp() gives.
 * Both are in one file system, so rename() replaces the target in one step. Between calls, an
 * incomplete file is registered with cleanup.h. An incomplete folder is removed by a function at
 * exit, and signals are blocked from its beginning to its end but for a check at each file. A
 * symbolic link stays, and the file that it points to is replaced.
 */
#include "shared/atomic-file.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "shared/cleanup.h"
#include "shared/messages.h"

/* The length without slashes at the end, which a folder may have. */
static size_t bare_length(const char *path, size_t length)
{
	while (length > 1 && path[length - 1] == '/')
		length--;
	return length;
}

/* How much of a path is the folder, with its slash. */
static size_t folder_length(const char *path)
{
	const char *slash = strrchr(path, '/');
	return slash != NULL ? (size_t)(slash + 1 - path) : 0;
}

/* Follows all links of a path, as a shell does that writes to it. The file or folder need not
 * exist. Returns false, with errno set, if the result is too long or links go round. */
static bool path_behind_links(const char *path, char *target, size_t size)
{
	enum { LINKS_MOST = 40 };
	char link[PATH_MAX];
	size_t begin = 0; /* where a relative link goes on: behind the folder that it stands in */
	size_t length = bare_length(path, strlen(path));
	for (int links = 0;; links++) {
		if (begin + length >= size || links > LINKS_MOST) {
			errno = links > LINKS_MOST ? ELOOP : ENAMETOOLONG;
			return false;
		}
		memcpy(target + begin, path, length);
		target[begin + length] = '\0';
		const ssize_t got = readlink(target, link, sizeof link);
		if (got < 0)
			return true;
		path = link;
		length = bare_length(link, (size_t)got);
		begin = link[0] == '/' ? 0 : folder_length(target);
	}
}

/* Finds what a path names or, where nothing stands there yet, the folder that it would stand in,
 * and with that its name, else "". `target` has room for the name. */
static bool find_place(
	const char *path, char target[PATH_MAX], struct stat *status, const char **name)
{
	char folder[PATH_MAX + 1];
	*name = "";
	if (stat(path, status) == 0)
		return true;
	if (!path_behind_links(path, target, PATH_MAX))
		return false;
	const size_t length = folder_length(target);
	*name = target + length;
	snprintf(folder, sizeof folder, "%.*s.", (int)length, target);
	return stat(folder, status) == 0;
}

bool is_same_file(const char *a, const char *b)
{
	struct stat x, y;
	char target_of_a[PATH_MAX], target_of_b[PATH_MAX];
	const char *name_of_a, *name_of_b;
	return find_place(a, target_of_a, &x, &name_of_a) &&
		find_place(b, target_of_b, &y, &name_of_b) && x.st_dev == y.st_dev &&
		x.st_ino == y.st_ino && strcmp(name_of_a, name_of_b) == 0 &&
		(S_ISREG(x.st_mode) || name_of_a[0] != '\0');
}

enum { MOST_FILES = 2 };

static struct atomic_file {
	FILE *file;
	char path[PATH_MAX];
	struct leftover *temporary; /* beside it, until it is complete; NULL for a device */
} files[MOST_FILES];

/* The entry of an open file, or with NULL a free one. */
static struct atomic_file *find_entry(const FILE *file)
{
	struct atomic_file *f = files;
	while (f < files + MOST_FILES - 1 && f->file != file)
		f++;
	return f;
}

mode_t mode_of_file(const char *path, mode_t usual)
{
	struct stat status;
	if (stat(path, &status) == 0)
		return status.st_mode & 07777;
	const mode_t mask = umask(0);
	umask(mask);
	return usual & ~mask;
}

static FILE *open_temporary(struct atomic_file *f, const char *path)
{
	if (path[0] != '\0' && path[strlen(path) - 1] == '/') {
		errno = EISDIR;
		return NULL;
	}
	if (!path_behind_links(path, f->path, sizeof f->path) ||
		(f->temporary = leftover_watch(f->path, ".XXXXXX")) == NULL)
		return NULL;
	const int fd = mkstemp(f->temporary->path);
	if (fd < 0) {
		leftover_forget(f->temporary);
		return NULL;
	}
	fcntl(fd, F_SETFD, FD_CLOEXEC); /* no program that we start is to hold it */
	fchmod(fd, mode_of_file(f->path, 0666));
	return fdopen(fd, "w");
}

FILE *open_atomic_file(const char *path)
{
	struct atomic_file *f = find_entry(NULL);
	struct stat status;
	/* a device or a pipe is written as it is: there is nothing to be renamed */
	if (stat(path, &status) == 0 && !S_ISREG(status.st_mode)) {
		snprintf(f->path, sizeof f->path, "%s", path);
		f->file = fopen(path, "w");
	} else {
		f->file = open_temporary(f, path);
	}
	if (f->file == NULL)
		die("%s: %s", path, strerror(errno));
	return f->file;
}

void close_atomic_file(FILE *file)
{
	struct atomic_file *f = find_entry(file);
	if (ferror(file) || fclose(file) != 0)
		die("%s: write error: %s", f->path, strerror(errno));
	if (f->temporary != NULL) {
		if (rename(f->temporary->path, f->path) != 0)
			die("%s: %s", f->path, strerror(errno));
		leftover_forget(f->temporary);
	}
	f->temporary = NULL;
	f->file = NULL;
}

static const char *path_of_output;
static FILE *output_file;

void set_output(const char *path)
{
	path_of_output = strcmp(path, "-") == 0 ? NULL : path;
}

const char *output_path(void)
{
	return path_of_output;
}

bool has_output_file(void)
{
	return path_of_output != NULL;
}

FILE *output(void)
{
	if (path_of_output == NULL)
		return stdout;
	if (output_file == NULL)
		output_file = open_atomic_file(path_of_output);
	return output_file;
}

const char *output_name(void)
{
	return output_file != NULL ? path_of_output : "stdout";
}

void close_output(void)
{
	if (output_file != NULL)
		close_atomic_file(output_file);
	else if (ferror(stdout) || fclose(stdout) != 0)
		die("stdout: write error: %s", strerror(errno));
}

/* The folder that is made. */
static struct {
	const char *path;         /* as it was given */
	char target[PATH_MAX];    /* behind links */
	char temporary[PATH_MAX]; /* beside it, until it is complete; "" when there is none */
	DIR *files;               /* in it: open, since its removal must not need memory */
} dir;

static void remove_temporary(void)
{
	if (dir.temporary[0] == '\0')
		return;
	if (dir.files != NULL)
		rewinddir(dir.files);
	for (const struct dirent *entry; dir.files != NULL && (entry = readdir(dir.files)) != NULL;)
		unlinkat(dirfd(dir.files), entry->d_name, 0);
	rmdir(dir.temporary);
}

void output_dir_check(const char *path)
{
	DIR *there = opendir(path);
	if (there == NULL && errno == ENOENT)
		return;
	if (there == NULL)
		die("%s: %s", path, strerror(errno));
	for (const struct dirent *entry; (entry = readdir(there)) != NULL;)
		if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0)
			die("%s: %s", path, strerror(ENOTEMPTY));
	closedir(there);
}

void output_dir_begin(const char *path)
{
	dir.path = path;
	output_dir_check(path);
	if (!path_behind_links(path, dir.target, sizeof dir.target - sizeof ".XXXXXX"))
		die("%s: %s", path, strerror(errno));
	strcat(strcpy(dir.temporary, dir.target), ".XXXXXX");
	hold_signals();
	if (mkdtemp(dir.temporary) == NULL) {
		dir.temporary[0] = '\0';
		die("%s: %s", path, strerror(errno));
	}
	atexit(remove_temporary);
	dir.files = opendir(dir.temporary);
	if (dir.files == NULL)
		die("%s: %s", path, strerror(errno));
}

FILE *output_dir_file(const char *name)
{
	if (signal_waits()) {
		remove_temporary();
		release_signals(); /* which ends the command */
	}
	char path[sizeof dir.temporary + 64];
	snprintf(path, sizeof path, "%s/%s", dir.temporary, name);
	FILE *file = fopen(path, "w");
	if (file == NULL)
		die("%s/%s: %s", dir.path, name, strerror(errno));
	return file;
}

void output_dir_close(FILE *file, const char *name)
{
	if (fclose(file) != 0)
		die("%s/%s: write error: %s", dir.path, name, strerror(errno));
}

void output_dir_end(void)
{
	chmod(dir.temporary, mode_of_file(dir.target, 0777));
	if (rename(dir.temporary, dir.target) != 0)
		die("%s: %s", dir.path, strerror(errno));
	dir.temporary[0] = '\0';
	closedir(dir.files);
	release_signals();
}

static int lock = -1;
static struct leftover *lock_leftover; /* the lock, where this command made it */

/* Waits for the lock. Returns false if the file was replaced meanwhile (on NFS). */
static bool take_lock(int fd, const char *path)
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

/* The lock is on a file of its own, FILE.lock, because FILE itself is replaced. The command that
 * made FILE.lock removes it, so one that waited may hold the lock of a file without a name. It
 * holds the right one if the name still leads to what it opened; else it begins again. */
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
		if (take_lock(lock, path) && fstat(lock, &own) == 0 && stat(name, &found) == 0 &&
			own.st_dev == found.st_dev && own.st_ino == found.st_ino)
			break;
		close(lock);
	}
	lock_leftover = is_new ? leftover_watch(name, "") : NULL;
}

void unlock_file(void)
{
	if (lock_leftover != NULL) {
		unlink(lock_leftover->path);
		leftover_forget(lock_leftover);
	}
	close(lock);
}
