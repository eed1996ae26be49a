#include "shared/paths.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

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

bool path_behind_links(const char *path, char *target, size_t size)
{
	enum { LINKS_MOST = 40 };
	char link[PATH_MAX];
	size_t begin = 0; /* of what a link says, behind the folder that it stands in */
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
static bool find(const char *path, char target[PATH_MAX], struct stat *status, const char **name)
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
	return find(a, target_of_a, &x, &name_of_a) && find(b, target_of_b, &y, &name_of_b) &&
		x.st_dev == y.st_dev && x.st_ino == y.st_ino && strcmp(name_of_a, name_of_b) == 0 &&
		(S_ISREG(x.st_mode) || name_of_a[0] != '\0');
}
