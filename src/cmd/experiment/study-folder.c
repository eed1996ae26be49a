#include "experiment/study-folder.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

#include "shared/messages.h"

/* settings.mk begins with this line; a folder with such a file is that of a study */
static const char mark[] = "# what the runs of this study depend on beside their names\n";

/* what make and its commands know the lock by; engine-ssh.mk closes it */
enum { SHARED_LOCK = 9 };

static char settings[PATH_MAX];
static int lock = -1;

static bool has_mark(void)
{
	char line[sizeof mark] = "";
	FILE *file = fopen(settings, "r");
	if (file == NULL)
		return false;
	const bool found = fgets(line, sizeof line, file) != NULL && strcmp(line, mark) == 0;
	fclose(file);
	return found;
}

static void append(const char *line)
{
	FILE *file = fopen(settings, "a");
	if (file == NULL || fputs(line, file) == EOF || fclose(file) != 0)
		die("%s: %s", settings, strerror(errno));
}

/* A study that was ended before it had a mark may have left these two, without content. */
static bool is_empty(const char *path)
{
	struct stat about;
	bool empty = true;
	DIR *folder = opendir(path);
	if (folder == NULL)
		die("%s: %s", path, strerror(errno));
	for (const struct dirent *entry; empty && (entry = readdir(folder)) != NULL;) {
		const char *name = entry->d_name;
		if (strcmp(name, ".") == 0 || strcmp(name, "..") == 0)
			continue;
		empty = (strcmp(name, ".lock") == 0 || strcmp(name, "settings.mk") == 0) &&
			fstatat(dirfd(folder), name, &about, AT_SYMLINK_NOFOLLOW) == 0 &&
			S_ISREG(about.st_mode) && about.st_size == 0;
	}
	closedir(folder);
	return empty;
}

/* A lock of fcntl() ends with this process, although make may go on; one of flock() is shared with
 * all that it starts. Where a system has only the former, it has to do. */
static bool take_lock(void)
{
#ifdef LOCK_EX
	return flock(lock, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK;
#else
	const struct flock whole = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
	return fcntl(lock, F_SETLK, &whole) == 0 || (errno != EACCES && errno != EAGAIN);
#endif
}

bool is_at_work(const char *path)
{
	char name[PATH_MAX];
	snprintf(name, sizeof name, "%.4000s/.lock", path);
	const int file = open(name, O_RDONLY | O_CLOEXEC);
	if (file < 0)
		return false;
#ifdef LOCK_EX
	const bool taken = flock(file, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK;
#else
	struct flock whole = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
	const bool taken = fcntl(file, F_GETLK, &whole) == 0 && whole.l_type != F_UNLCK;
#endif
	close(file);
	return taken;
}

bool is_study(const char *path)
{
	snprintf(settings, sizeof settings, "%.4000s/settings.mk", path);
	return has_mark();
}

bool recorded_processes(const char *path, long *process, long *make, char host[257])
{
	char name[PATH_MAX];
	snprintf(name, sizeof name, "%.4000s/.lock", path);
	FILE *file = fopen(name, "r");
	if (file == NULL)
		return false;
	const bool found = fscanf(file, "%ld %ld %256s", process, make, host) == 3;
	fclose(file);
	return found;
}

static bool has_ended(long process)
{
	return kill((pid_t)process, 0) != 0 && errno == ESRCH;
}

/* Names the process that works in the folder, if it has recorded itself. */
static _Noreturn void die_of_another(const char *path)
{
	char host[257] = "";
	long process = 0, make = 0;
	struct utsname here;
	if (uname(&here) != 0 || !recorded_processes(path, &process, &make, host) ||
		strcmp(host, here.nodename) != 0 || !has_ended(process))
		die("%s: another swf-experiment is at work in this folder", path);
	if (!has_ended(make))
		die("%s: the swf-experiment of this folder was killed, but its make goes on: wait "
		    "for it, or end it with `kill %ld'",
			path, make);
	die("%s: the swf-experiment of this folder was killed, but runs that it began go on: wait "
	    "for them",
		path);
}

void check_folder(const char *path)
{
	if (!is_study(path) && access(path, F_OK) == 0 && !is_empty(path))
		die("%s: this folder is not empty, and has no settings.mk of a study: nothing was "
		    "changed in it; choose a new folder with --output",
			path);
}

void open_study(const char *path)
{
	char name[PATH_MAX];
	if (mkdir(path, 0777) != 0 && errno != EEXIST)
		die("%s: %s", path, strerror(errno));
	check_folder(path);
	snprintf(name, sizeof name, "%.4000s/.lock", path);
	lock = open(name, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0666);
	if (lock < 0)
		die("%s: %s", name, strerror(errno));
	/* status may look at it for a moment */
	const struct timespec moment = {.tv_nsec = 20000000};
	for (int i = 0; !take_lock(); i++) {
		if (i == 10)
			die_of_another(path);
		nanosleep(&moment, NULL);
	}
	if (ftruncate(lock, 0) != 0)
		die("%s: %s", name, strerror(errno));
	if (!has_mark())
		append(mark);
}

void close_study(void)
{
	close(lock);
	lock = -1;
}

void share_lock(void)
{
	if (lock >= 0 && dup2(lock, SHARED_LOCK) >= 0)
		fcntl(SHARED_LOCK, F_SETFD, 0);
}

void record_child(pid_t child)
{
	char text[512];
	struct utsname here;
	if (lock < 0 || uname(&here) != 0)
		return;
	const int length = snprintf(
		text, sizeof text, "%ld %ld %.256s\n", (long)getpid(), (long)child, here.nodename);
	if (pwrite(lock, text, (size_t)length, 0) != length)
		warn(".lock: %s", strerror(errno));
}

/* The line of settings.mk by which a file is recorded; to be freed. */
static char *record_of(const char *name)
{
	char *line = checked(malloc(strlen(name) + sizeof "# made \n"));
	sprintf(line, "# made %s\n", name);
	return line;
}

bool is_recorded(const char *name)
{
	char *line = NULL, *record = record_of(name);
	size_t room = 0;
	bool found = false;
	FILE *file = fopen(settings, "r");
	if (file == NULL)
		die("%s: %s", settings, strerror(errno));
	while (!found && getline(&line, &room, file) > 0)
		found = strcmp(line, record) == 0;
	fclose(file);
	free(line);
	free(record);
	return found;
}

void record_file(const char *name)
{
	char *record = record_of(name);
	if (!is_recorded(name))
		append(record);
	free(record);
}
