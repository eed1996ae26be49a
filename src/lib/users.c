#include "swfcore/users.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "number.h"

static int by_number(const void *a, const void *b)
{
	int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
	return (x > y) - (x < y);
}

static int add(struct swf_user_set *set, int64_t user)
{
	/* grows when the count is a power of two */
	if ((set->count & (set->count - 1)) == 0) {
		size_t capacity = set->count == 0 ? 1 : 2 * set->count;
		int64_t *larger = realloc(set->users, capacity * sizeof *larger);
		if (larger == NULL)
			return -1;
		set->users = larger;
	}
	set->users[set->count++] = user;
	return 0;
}

static int read_line(char *line, const char *path, int64_t number, struct swf_user_set *set,
	struct swf_error *error)
{
	line[strcspn(line, "#")] = '\0';
	for (char *p = line + strspn(line, " \t\r\n,"); *p != '\0'; p += strspn(p, " \t\r\n,")) {
		char *end = p + strcspn(p, " \t\r\n,");
		int64_t user;
		if (swf_scan_whole(p, end, &user) != SWF_SCAN_OK)
			return swf_fail(error, "%s:%lld: not a user number: '%.*s'", path,
				(long long)number, (int)(end - p > 40 ? 40 : end - p), p);
		if (add(set, user) != 0)
			return swf_fail(error, "out of memory");
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
	size_t size = 0;
	int result = 0;
	for (int64_t number = 1; result == 0 && getline(&line, &size, file) >= 0; number++)
		result = read_line(line, path, number, set, error);
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
		qsort(set->users, set->count, sizeof *set->users, by_number);
	return 0;
}

bool swf_user_set_has(const struct swf_user_set *set, int64_t user)
{
	return set->count > 0 &&
		bsearch(&user, set->users, set->count, sizeof user, by_number) != NULL;
}
