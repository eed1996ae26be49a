#include "swfcore/users.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "array.h"
#include "number.h"

/* Adds the users of a line to the set, whose array has room for `capacity`. */
static int read_line(char *line, const char *path, int64_t number, struct swf_user_set *set,
	size_t *capacity, struct swf_error *error)
{
	line[strcspn(line, "#")] = '\0';
	for (char *p = line + strspn(line, " \t\r\n,"); *p != '\0'; p += strspn(p, " \t\r\n,")) {
		char *end = p + strcspn(p, " \t\r\n,");
		int64_t user;
		if (swf_scan_whole(p, end, &user) != SWF_SCAN_OK)
			return swf_fail(error, "%s:%lld: not a user number: '%.*s'", path,
				(long long)number, (int)(end - p > 40 ? 40 : end - p), p);
		int64_t *users = swf_reserve(set->users, set->count, capacity, sizeof *users);
		if (users == NULL)
			return swf_fail(error, "out of memory");
		set->users = users;
		set->users[set->count++] = user;
		p = end;
	}
	return 0;
}

int swf_user_set_read(const char *path, struct swf_user_set *set, struct swf_error *error)
{
	*set = (struct swf_user_set){0};
	FILE *file = fopen(path, "r");
	if (file == NULL)
		return swf_fail(error, "%s: %s", path, strerror(errno));
	char *line = NULL;
	size_t size = 0, capacity = 0;
	int result = 0;
	ssize_t length;
	for (int64_t number = 1; result == 0 && (length = getline(&line, &size, file)) >= 0;
		number++) {
		if (strlen(line) != (size_t)length)
			result = swf_fail(error, "%s:%lld: a NUL byte", path, (long long)number);
		else
			result = read_line(line, path, number, set, &capacity, error);
	}
	if (result == 0 && ferror(file))
		result = swf_fail(error, "%s: %s", path, strerror(errno));
	free(line);
	fclose(file);
	if (result != 0) {
		free(set->users);
		set->users = NULL;
		return -1;
	}
	if (set->count > 0)
		qsort(set->users, set->count, sizeof *set->users, swf_ascending);
	return 0;
}

bool swf_user_set_has(const struct swf_user_set *set, int64_t user)
{
	return set->count > 0 &&
		bsearch(&user, set->users, set->count, sizeof user, swf_ascending) != NULL;
}
