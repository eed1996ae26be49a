#include "base/bisection.h"
#include "unit/suites.h"

/* However many of however many places hold: found, with no place looked at that is none, and no
 * more looks than there are bits in the count. */
START_TEST(it_finds_how_many_hold)
{
	for (size_t count = 0; count <= 70; count++) {
		for (size_t hold = 0; hold <= count; hold++) {
			struct swf_bisection b = {.high = count};
			int looks = 0, bits = 0;
			for (size_t rest = count; rest > 0; rest /= 2)
				bits++;
			for (; swf_bisection_next(&b); looks++) {
				ck_assert_uint_lt(b.middle, count);
				swf_bisection_tell(&b, b.middle < hold);
			}
			ck_assert_uint_eq(b.low, hold);
			ck_assert_int_le(looks, bits);
		}
	}
}
END_TEST

Suite *bisection_suite(void)
{
	return suite_of("bisection", (const TTest *const[]){it_finds_how_many_hold, NULL});
}
