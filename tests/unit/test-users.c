#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "suites.h"
#include "swfcore/users.h"

static int read_users(const char *text, struct swf_user_set *set, struct swf_error *error)
{
	char path[] = "/tmp/swfkit-users-XXXXXX";
	close(mkstemp(path));
	FILE *file = fopen(path, "w");
	fputs(text, file);
	fclose(file);
	int result = swf_user_set_read(path, set, error);
	unlink(path);
	return result;
}

START_TEST(numbers_are_read_in_any_layout)
{
	struct swf_user_set set;
	struct swf_error error;
	ck_assert_int_eq(read_users("# flurries\n17, 3\t3\r\n\n-1 # none\n400", &set, &error), 0);
	ck_assert_uint_eq(set.count, 5);
	for (int64_t user = -5; user < 500; user++)
		ck_assert(swf_user_set_has(&set, user) ==
			(user == -1 || user == 3 || user == 17 || user == 400));
	free(set.users);
	ck_assert_int_eq(read_users("", &set, &error), 0);
	ck_assert(!swf_user_set_has(&set, 1));
}
END_TEST

START_TEST(words_are_refused_with_their_line)
{
	struct swf_user_set set;
	struct swf_error error;
	ck_assert_int_eq(read_users("1\n2 bob 3\n", &set, &error), -1);
	ck_assert_ptr_nonnull(strstr(error.text, ":2: not a user number: 'bob'"));
	ck_assert_int_eq(swf_user_set_read("/nonexistent", &set, &error), -1);
	ck_assert_str_eq(error.text, "/nonexistent: No such file or directory");
}
END_TEST

Suite *users_suite(void)
{
	return suite_of("users",
		(const TTest *const[]){
			numbers_are_read_in_any_layout, words_are_refused_with_their_line, NULL});
}
