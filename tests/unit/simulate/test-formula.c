/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "simulate/formula.h"
#include "unit/suites.h"

/* Of a job of 8 processors, an estimate of 100 s, predicted 50 s, submitted at 1000 s, at 1027 s.
 */
static const double values[SWF_FORMULA_NAMES] = {
	8, 100, 50, 1000, 27, 1027, 3600, 2, 5, -1, 128, 16, 40};

static struct swf_formula *formula_of(const char *text)
{
	struct swf_error error;
	struct swf_formula *formula = swf_formula_new(text, &error);
	ck_assert_msg(formula != NULL, "%s: %s", text, error.text);
	return formula;
}

static double value_of(const char *text)
{
	struct swf_error error;
	struct swf_formula *formula = formula_of(text);
	double value;
	const int computed = swf_formula_value(formula, values, &value, &error);
	ck_assert_msg(computed == 0, "%s: %s", text, error.text);
	swf_formula_free(formula);
	return value;
}

/* Worked out by hand; all are exact. */
START_TEST(values_are_those_of_a_calculation_by_hand)
{
	static const struct {
		const char *text;
		double value;
	} cases[] = {{"1", 1}, {" .5e1 ", 5}, {"2.", 2}, {"1E-2", 0.01}, {"2+3*4", 14},
		{"(2+3)*4", 20}, {"2-3-4", -5}, {"64/4/2", 8}, {"2^3^2", 512}, {"-2^2", -4},
		{"(-2)^2", 4}, {"2^-1", 0.5}, {"2*-3", -6}, {"2--3", 5}, {"--3", 3}, {"- 3", -3},
		{"4^0.5", 2}, {"0^0", 1}, {"1+2<3", 0}, {"1<2", 1}, {"2<=2", 1}, {"3>2", 1},
		{"2>=3", 0}, {"2==2", 1}, {"2!=2", 0}, {"(1<2)+(2<1)", 1}, {"1?2:3", 2},
		{"0?2:3", 3}, {"-1?2:3", 2}, {"0?1:0?2:3", 3}, {"1?1?4:5:6", 4}, {"1?0?4:5:6", 5},
		{"1<2?3+4:5", 7}, {"0?3:4+5", 9}, {"(0?3:4)+5", 9}, {"(1?3:4)*5", 15},
		{"log(1)", 0}, {"log2(8)", 3}, {"log10(1000)", 3}, {"sqrt(81)", 9}, {"exp(0)", 1},
		{"abs(-3)", 3}, {"abs(3)", 3}, {"min(3,2)", 2}, {"max(3, 2)", 3},
		{"min(4,3,5,2,6)", 2}, {"max(4,3,5,2,1)", 5}, {"max(min(1,2),min(3,4))", 3},
		{"log(0)", -INFINITY}, {"log10(0)*8", -INFINITY}, {"1/log(0)", 0}, {"size", 8},
		{"estimate", 100}, {"predicted", 50}, {"submit", 1000}, {"wait", 27}, {"now", 1027},
		{"user_usage", 3600}, {"queue", 2}, {"group", 5}, {"user", -1}, {"procs", 128},
		{"free", 16}, {"waiting", 40},
		/* 2 * 8 + 870 * 3; 7 * 100 - 27; -(27/9)^3 * 8 */
		{"log10(estimate)*size + 870*log10(submit)", 2626}, {"7 * estimate-wait", 673},
		{"-(wait/9)^3*size", -216}, {"size > 4 ? estimate : 1 / 0", 100},
		{"size == 1 ? wait / log2(1) : wait / log2(size)", 9},
		{"min(free, size) >= size", 1}};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		const double value = value_of(cases[i].text);
		ck_assert_msg(value == cases[i].value, "%s is %.17g", cases[i].text, value);
	}
	/* to the last digits but two */
	ck_assert_double_eq_tol(value_of("log(10)"), 2.302585092994046, 1e-14);
	ck_assert_double_eq_tol(value_of("exp(1)"), 2.718281828459045, 1e-14);
	ck_assert_double_eq_tol(value_of("2^0.5"), 1.4142135623730951, 1e-14);
}
END_TEST

START_TEST(errors_name_the_column_and_what_was_expected)
{
	static const char names[] =
		"the names are size, estimate, predicted, submit, wait, now, "
		"user_usage, queue, group, user, procs, free, waiting, gpus, memory";
	static const struct {
		const char *text, *error;
	} cases[] = {{"", "column 1: expected a number, a name, a function or '(', not the end"},
		{"  ", "column 3: expected a number, a name, a function or '(', not the end"},
		{"size +", "column 7: expected a number, a name, a function or '(', not the end"},
		{"size wait", "column 6: expected an operator or the end, not 'wait'"},
		{"2size", "column 2: expected an operator or the end, not 'size'"},
		{"size = 2", "column 6: expected an operator or the end, not '='"},
		{"size)", "column 5: expected an operator or the end, not ')'"},
		{"(size", "column 6: expected an operator or ')', not the end"},
		{"size + * 2", "column 8: expected a number, a name, a function or '(', not '*'"},
		{"+2", "column 1: expected a number, a name, a function or '(', not '+'"},
		{"log2 8", "column 6: expected '(', not '8'"},
		{"log2(8, 9)", "column 7: expected ')', not ','"},
		{"min(8)", "column 6: expected ',', not ')'"},
		{"max(8, 9", "column 9: expected ',' or ')', not the end"},
		{"1 ? 2", "column 6: expected an operator or ':', not the end"},
		{"size < wait < 3", "column 13: a comparison of a comparison needs parentheses"},
		{"1.2.3", "column 1: '1.2.3' is no number"}, {"1e", "column 1: '1e' is no number"},
		{"2 * .", "column 5: '.' is no number"},
		{"1e999", "column 1: '1e999' is no number"},
		{"ln(size)",
			"column 1: 'ln' is no function; the functions are log, log2, log10, "
			"sqrt, exp, abs, min, max"},
		{"2 # 3", "column 3: expected an operator or the end, not '#'"},
		{"2\t\xc3\x97 3", "column 3: expected an operator or the end, not the byte 0xC3"}};
	struct swf_error error;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		ck_assert_ptr_null(swf_formula_new(cases[i].text, &error));
		ck_assert_str_eq(error.text, cases[i].error);
	}
	ck_assert_ptr_null(swf_formula_new("size*runtime", &error));
	ck_assert_ptr_nonnull(strstr(error.text, "column 6: 'runtime' is no name; "));
	ck_assert_ptr_nonnull(strstr(error.text, names));
}
END_TEST

static void fails(const char *text, const char *expected)
{
	struct swf_error error;
	struct swf_formula *formula = formula_of(text);
	double value;
	ck_assert_int_eq(swf_formula_value(formula, values, &value, &error), -1);
	ck_assert_str_eq(error.text, expected);
	swf_formula_free(formula);
}

/* Also where the rest of the formula would hide it. */
START_TEST(what_is_no_number_is_an_error)
{
	fails("wait / log2(size - 7)", "divides by zero at column 6: 27 / 0");
	fails("1 / (1 / 0)", "divides by zero at column 8: 1 / 0");
	fails("0 / 0", "divides by zero at column 3: 0 / 0");
	fails("0 ^ -1", "divides by zero at column 3: 0 ^ -1");
	fails("(-8) ^ 0.5", "is not a number at column 6: -8 ^ 0.5");
	fails("log(user)", "is not a number at column 1: log(-1)");
	fails("2 + log2(-4)", "is not a number at column 5: log2(-4)");
	fails("sqrt(size - 9)", "is not a number at column 1: sqrt(-1)");
	fails("log(0) - log(0)", "is not a number at column 8: -inf - -inf");
	fails("0 * log10(0)", "is not a number at column 3: 0 * -inf");
	fails("min(1, sqrt(-1))", "is not a number at column 8: sqrt(-1)");
	fails("sqrt(-1) < 2", "is not a number at column 1: sqrt(-1)");
	fails("sqrt(-1) ? 2 : 3", "is not a number at column 1: sqrt(-1)");
}
END_TEST

START_TEST(names_say_whether_an_order_changes)
{
	static const struct {
		const char *text, *name;
	} cases[] = {{"size * estimate + predicted - submit + queue + group + user / procs", NULL},
		{"size + wait", "wait"}, {"now", "now"}, {"user_usage", "user_usage"},
		{"free", "free"}, {"0 ? waiting : 1", "waiting"}, {"1", NULL}};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct swf_formula *formula = formula_of(cases[i].text);
		const char *name = swf_formula_changing_name(formula);
		ck_assert((name == NULL) == (cases[i].name == NULL));
		if (name != NULL)
			ck_assert_str_eq(name, cases[i].name);
		ck_assert(swf_formula_has(formula, SWF_FORMULA_USER_USAGE) ==
			(strcmp(cases[i].text, "user_usage") == 0));
		swf_formula_free(formula);
	}
	swf_formula_free(NULL);
}
END_TEST

static char *append(char *end, const char *text, size_t times)
{
	const size_t length = strlen(text);
	for (size_t i = 0; i < times; i++, end += length)
		memcpy(end, text, length);
	return end;
}

/* A text of `before`, so many times, then `middle`, and `behind` as often. */
static char *nested(const char *before, const char *middle, const char *behind, size_t times)
{
	char *text = malloc(times * (strlen(before) + strlen(behind)) + strlen(middle) + 1);
	char *end = append(append(append(text, before, times), middle, 1), behind, times);
	*end = '\0';
	return text;
}

/* Long ones are fine, and deep ones end in an error and not beyond the stack. */
START_TEST(formulas_have_a_depth)
{
	static const struct {
		const char *before, *behind;
	} cases[] = {{"(", ")"}, {"-", ""}, {"2^", ""}, {"1+(", ")"}, {"abs(", ")"},
		{"max(1,", ")"}, {"0?2:", ""}, {"1?", ":3"}, {"1+2*3^(", ")"}};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct swf_error error;
		char *few = nested(cases[i].before, "1", cases[i].behind, 20);
		char *many = nested(cases[i].before, "1", cases[i].behind, 100000);
		(void)value_of(few);
		ck_assert_ptr_null(swf_formula_new(many, &error));
		ck_assert_ptr_nonnull(strstr(error.text, "nested too deeply"));
		free(few);
		free(many);
	}
	char *sum = nested("1+", "1", "", 100000);
	ck_assert(value_of(sum) == 100001);
	free(sum);
}
END_TEST

Suite *formula_suite(void)
{
	return suite_of("formula",
		(const TTest *const[]){values_are_those_of_a_calculation_by_hand,
			errors_name_the_column_and_what_was_expected, what_is_no_number_is_an_error,
			names_say_whether_an_order_changes, formulas_have_a_depth, NULL});
}
