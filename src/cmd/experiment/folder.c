/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A folder is taken before anything is written there: it is empty, or its settings.mk begins with
 * the mark of a study. From then on until the process and all that it started have ended, the lock
 * on .lock is held: it belongs to an open file that make and the runs inherit, so a study whose
 * command was killed keeps others out while its runs go on. settings.mk lists what the study made
 * of the files that users may have too (logs/, recipes), and nothing else there is ever replaced.
 */
#include "experiment/folder.h"

#include <ctype.h>
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

#include "experiment/recipes.h"
#include "experiment/user-values.h"
#include "shared/atomic-file.h"
#include "shared/command-line.h"
#include "shared/messages.h"
#include "shared/tools.h"

/* settings.mk begins with this line; a folder with such a file is that of a study */
static const char mark[] = "# what the runs of this study depend on beside their names\n";

/* the descriptor of the lock in make and its commands; engine-ssh.mk closes it */
enum { SHARED_LOCK = 9 };

static char settings_path[PATH_MAX];
static int lock = -1;

static bool has_mark(void)
{
	char line[sizeof mark] = "";
	FILE *file = fopen(settings_path, "r");
	if (file == NULL)
		return false;
	const bool found = fgets(line, sizeof line, file) != NULL && strcmp(line, mark) == 0;
	fclose(file);
	return found;
}

static void append_line(const char *line)
{
	FILE *file = fopen(settings_path, "a");
	if (file == NULL || fputs(line, file) == EOF || fclose(file) != 0)
		die("%s: %s", settings_path, strerror(errno));
}

/* Whether a folder is empty, but for two empty files that a study leaves if it ends before it has a
 * mark. */
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

/* A lock of flock() is shared with all that this process starts. One of fcntl() ends with this
 * process, although make may go on; it is used only on systems without flock(). */
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
	snprintf(settings_path, sizeof settings_path, "%.4000s/settings.mk", path);
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
	/* a command `status` holds the lock for a moment */
	const struct timespec moment = {.tv_nsec = 20000000};
	for (int i = 0; !take_lock(); i++) {
		if (i == 10)
			die_of_another(path);
		nanosleep(&moment, NULL);
	}
	if (ftruncate(lock, 0) != 0)
		die("%s: %s", name, strerror(errno));
	if (!has_mark())
		append_line(mark);
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

/* Whether the study has recorded that it made this file of its folder. */
static bool is_recorded(const char *name)
{
	char *line = NULL, *record = formatted("# made %s\n", name);
	size_t room = 0;
	bool found = false;
	FILE *file = fopen(settings_path, "r");
	if (file == NULL)
		die("%s: %s", settings_path, strerror(errno));
	while (!found && getline(&line, &room, file) > 0)
		found = strcmp(line, record) == 0;
	fclose(file);
	free(line);
	free(record);
	return found;
}

/* Whether the standard input is a log, which keep_stdin() has replaced by a file. */
static bool stdin_is_log;

void rewind_stdin(void)
{
	if (stdin_is_log)
		lseek(STDIN_FILENO, 0, SEEK_SET);
}

void keep_stdin(void)
{
	char block[65536];
	ssize_t got;
	FILE *copy = tmpfile();
	if (copy == NULL)
		die("stdin: %s", strerror(errno));
	while ((got = read(STDIN_FILENO, block, sizeof block)) > 0)
		if (fwrite(block, 1, (size_t)got, copy) != (size_t)got)
			die("stdin: %s", strerror(errno));
	stdin_is_log = true;
	if (got < 0 || fflush(copy) != 0 || lseek(fileno(copy), 0, SEEK_SET) != 0 ||
		dup2(fileno(copy), STDIN_FILENO) < 0)
		die("stdin: %s", strerror(errno));
}

static void copy_stdin(const char *path)
{
	char block[65536];
	ssize_t got;
	FILE *file = open_atomic_file(path);
	while ((got = read(STDIN_FILENO, block, sizeof block)) > 0)
		fwrite(block, 1, (size_t)got, file);
	if (got < 0)
		die("stdin: %s", strerror(errno));
	close_atomic_file(file);
}

/* Removes what is in the place of a log, if the study itself put it there, and dies otherwise. */
static void make_room(const char *path, const char *name)
{
	struct stat about;
	if (lstat(path, &about) == 0) {
		const bool own = S_ISLNK(about.st_mode) ||
			(S_ISREG(about.st_mode) && strcmp(name, "logs/stdin.swf") == 0);
		if (!own || !is_recorded(name))
			die("%s: this study did not make this file, and does not replace it: move "
			    "it away, or choose another folder with --output",
				path);
		if (unlink(path) != 0)
			die("%s: %s", path, strerror(errno));
	} else if (errno != ENOENT) {
		die("%s: %s", path, strerror(errno));
	}
	if (!is_recorded(name)) {
		char *record = formatted("# made %s\n", name);
		append_line(record);
		free(record);
	}
}

static void link_log(const char *log, const char *path, const char *name)
{
	char target[PATH_MAX];
	struct stat about, there;
	if (realpath(log, target) == NULL || stat(target, &about) != 0)
		die("%s: %s", log, strerror(errno));
	if (S_ISDIR(about.st_mode))
		die("%s: a folder", log);
	/* the log given is the one in the folder */
	if (stat(path, &there) == 0 && there.st_dev == about.st_dev && there.st_ino == about.st_ino)
		return;
	make_room(path, name);
	if (symlink(target, path) != 0)
		die("%s: %s", path, strerror(errno));
}

char *take_recipe(char *recipe, const char *study)
{
	static const char can_handle[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
					 "0123456789_-./+,@";
	char path[PATH_MAX];
	const char *name = strrchr(recipe, '/') + 1;
	if (recipe[strspn(recipe, can_handle)] == '\0')
		return recipe;
	if (name[strspn(name, can_handle)] != '\0')
		die("%s: make cannot handle this name: give the file one of letters, digits and "
		    "_-.+,@",
			name);
	char *link = formatted("recipes/%s", name);
	snprintf(path, sizeof path, "%.4000s/recipes", study);
	make_room(path, "recipes");
	recipe[name - 1 - recipe] = '\0';
	if (symlink(recipe, path) != 0)
		die("%s: %s", path, strerror(errno));
	free(recipe);
	return link;
}

/* The length of a log's name in recipes: without .gz and .swf. */
static size_t plain_length(const char *name)
{
	size_t length = strcspn(name, " ");
	if (length > 3 && strncmp(name + length - 3, ".gz", 3) == 0)
		length -= 3;
	if (length > 4 && strncmp(name + length - 4, ".swf", 4) == 0)
		length -= 4;
	return length;
}

char *take_logs(char *const paths[], const char *study)
{
	size_t used = 0, room = 0;
	for (size_t i = 0; paths[i] != NULL; i++)
		room += strlen(paths[i]) + sizeof "logs/stdin.swf ";
	char *names = checked(calloc(room, 1)), path[PATH_MAX];
	snprintf(path, sizeof path, "%.4000s/logs", study);
	if (mkdir(path, 0777) != 0 && errno != EEXIST)
		die("%s: %s", path, strerror(errno));
	for (size_t i = 0; paths[i] != NULL; i++) {
		const bool from_stdin = strcmp(paths[i], "-") == 0;
		const char *slash = strrchr(paths[i], '/');
		const char *name = from_stdin ? "stdin.swf" : slash != NULL ? slash + 1 : paths[i];
		const size_t begin = used;
		used += (size_t)sprintf(names + used, " logs/%s", name);
		for (char *c = names + begin + sizeof " logs/" - 1; *c != '\0'; c++)
			if (!isalnum((unsigned char)*c) && strchr("._-", *c) == NULL)
				*c = '_';
		const char *plain = names + begin + sizeof " logs/" - 1;
		if (plain[0] == '\0' || strcmp(plain, ".swf") == 0 || strcmp(plain, ".gz") == 0 ||
			strcmp(plain, ".swf.gz") == 0)
			die_usage("%s: this log has no name before its ending, which a study "
				  "needs: give it one, or a link with one",
				paths[i]);
		const size_t length = plain_length(names + begin + 1);
		for (const char *other = names; other < names + begin;
			other += 1 + strcspn(other + 1, " "))
			if (plain_length(other + 1) == length &&
				strncmp(other + 1, names + begin + 1, length) == 0)
				die_usage(
					"two logs have the name of %s, without .gz and .swf", name);
		snprintf(path, sizeof path, "%.2000s/%.2000s", study, names + begin + 1);
		if (from_stdin)
			make_room(path, names + begin + 1), copy_stdin(path);
		else
			link_log(paths[i], path, names + begin + 1);
	}
	return names;
}

static int compare_runs(const void *a, const void *b)
{
	return strcmp(((const struct run *)a)->name, ((const struct run *)b)->name);
}

/* The name and the time behind `# begin ' or `# end '; the time is 0 where none is. */
static double split_mark(char *text)
{
	char *blank = strchr(text, ' ');
	if (blank == NULL)
		return 0;
	*blank = '\0';
	return strtod(blank + 1, NULL);
}

/* A run counts once its end is there. One that was killed has none, and the next begin in the file
 * drops it. */
static void read_file(struct runs *runs, const char *path)
{
	static const char begin[] = "# begin runs/", end[] = "# end runs/";
	enum { BEFORE_BEGIN = sizeof "# begin " - 1, BEFORE_END = sizeof "# end " - 1 };
	char *line = NULL, *run = NULL;
	size_t room = 0;
	double begun = 0;
	FILE *file = fopen(path, "r");
	if (file == NULL)
		return;
	for (ssize_t length; (length = getline(&line, &room, file)) > 0;) {
		if (line[0] != '#' || line[length - 1] != '\n')
			continue;
		line[length - 1] = '\0';
		if (strncmp(line, begin, strlen(begin)) == 0) {
			begun = split_mark(line + BEFORE_BEGIN);
			free(run);
			run = checked(strdup(line + BEFORE_BEGIN));
		} else if (run != NULL && strncmp(line, end, strlen(end)) == 0) {
			const double ended = split_mark(line + BEFORE_END);
			if (strcmp(run, line + BEFORE_END) == 0) {
				runs->list = reserve(runs->list, runs->count, &runs->capacity,
					sizeof *runs->list);
				runs->list[runs->count++] = (struct run){run, begun, ended};
				run = NULL;
			}
		}
	}
	free(run);
	free(line);
	fclose(file);
}

struct runs read_runs(const char *folder)
{
	static const char suffix[] = ".csv";
	struct runs runs = {0};
	char path[PATH_MAX];
	snprintf(path, sizeof path, "%.2000s/runs", folder);
	DIR *files = opendir(path);
	if (files == NULL)
		return runs;
	for (const struct dirent *entry; (entry = readdir(files)) != NULL;) {
		const size_t length = strlen(entry->d_name);
		if (length < strlen(suffix) ||
			strcmp(entry->d_name + length - strlen(suffix), suffix) != 0)
			continue;
		snprintf(path, sizeof path, "%.2000s/runs/%s", folder, entry->d_name);
		read_file(&runs, path);
	}
	closedir(files);
	if (runs.count > 0)
		qsort(runs.list, runs.count, sizeof *runs.list, compare_runs);
	return runs;
}

void clear_runs(struct runs *runs)
{
	for (size_t i = 0; i < runs->count; i++)
		free(runs->list[i].name);
	free(runs->list);
	*runs = (struct runs){0};
}

const struct run *find_run(const struct runs *runs, const char *name)
{
	const struct run key = {.name = (char *)name};
	return runs->count > 0
		? bsearch(&key, runs->list, runs->count, sizeof *runs->list, compare_runs)
		: NULL;
}

/* The file that lists the studies begins with this line. */
static const char mark_of_several[] = "# the studies of this folder, in a folder each\n";

static void list_path(const char *folder, char path[PATH_MAX])
{
	snprintf(path, PATH_MAX, "%.4000s/studies.txt", folder);
}

char **studies_of(const char *folder)
{
	char path[PATH_MAX], *line = NULL, **names = NULL;
	size_t room = 0, count = 0, capacity = 0;
	list_path(folder, path);
	FILE *file = fopen(path, "r");
	if (file == NULL)
		return NULL;
	if (getline(&line, &room, file) > 0 && strcmp(line, mark_of_several) == 0) {
		names = reserve(names, count, &capacity, sizeof *names);
		while (getline(&line, &room, file) > 0) {
			line[strcspn(line, "\n")] = '\0';
			names[count++] = checked(strdup(line));
			names = reserve(names, count, &capacity, sizeof *names);
		}
		names[count] = NULL;
	}
	free(line);
	fclose(file);
	return names;
}

void check_studies(const char *folder)
{
	char **names = studies_of(folder);
	if (names == NULL && is_study(folder))
		die("%s: this folder is that of one study: choose another folder with --output",
			folder);
	if (names == NULL && access(folder, F_OK) == 0 && !is_empty(folder))
		die("%s: this folder is not empty, and has no studies.txt of several studies: "
		    "nothing was changed in it; choose a new folder with --output",
			folder);
	free_files(names);
}

void open_studies(const char *folder, char *const names[])
{
	char path[PATH_MAX];
	if (mkdir(folder, 0777) != 0 && errno != EEXIST)
		die("%s: %s", folder, strerror(errno));
	char **before = studies_of(folder);
	list_path(folder, path);
	FILE *file = open_atomic_file(path);
	fputs(mark_of_several, file);
	for (char **name = before; name != NULL && *name != NULL; name++)
		fprintf(file, "%s\n", *name);
	for (size_t i = 0; names[i] != NULL; i++)
		if (before == NULL || !has_word((const char *const *)before, names[i]))
			fprintf(file, "%s\n", names[i]);
	close_atomic_file(file);
	free_files(before);
}

/* The program beside the recipes reads the answers of the studies. */
bool write_index(const char *folder)
{
	char *program = shared_file("index"), *as_word = quoted(program), *place = quoted(folder);
	char *command =
		formatted("bash %s %s >%s/index.html.part && mv %s/index.html.part %s/index.html",
			as_word, place, place, place, place);
	fflush(NULL);
	const bool is_made = system(command) == 0;
	free(command);
	free(place);
	free(as_word);
	free(program);
	return is_made;
}
