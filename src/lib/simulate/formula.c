/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A formula is a list of operations on a stack, which the parser writes as it reads: operands
 * first, then what is done with them. A choice jumps forward over what it does not take. So a value
 * costs one walk through the list.
 *
 * Every way through the list leaves one value. The parser counts how many values the stack holds
 * behind each operation, and refuses a formula that needs more than there is room for.
 */
#include "simulate/formula.h"

#include <math.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/number.h"

/* Values on the stack, and levels of parentheses, signs and powers within each other. */
enum { MOST_VALUES = 64, MOST_LEVELS = 100 };

enum code {
	PUSH_NUMBER,
	PUSH_NAME,
	JUMP,
	JUMP_UNLESS, /* takes a value, and jumps if it is 0 */
	NEGATE,      /* from here on those of one operand */
	LOG,
	LOG2,
	LOG10,
	SQRT,
	EXP,
	ABS,
	MIN, /* from here on those of two */
	MAX,
	ADD,
	SUBTRACT,
	MULTIPLY,
	DIVIDE,
	POWER,
	LESS,
	LESS_OR_EQUAL,
	GREATER,
	GREATER_OR_EQUAL,
	EQUAL,
	NOT_EQUAL
};

struct operation {
	enum code code;
	uint32_t column; /* of its sign or its name */
	union {
		double number;
		enum swf_formula_name name;
		size_t target; /* of a jump: the next operation */
	};
};

struct swf_formula {
	struct operation *operations;
	size_t count, capacity;
	bool has[SWF_FORMULA_NAMES];
};

static const char *const names[SWF_FORMULA_NAMES] = {"size", "estimate", "predicted", "submit",
	"wait", "now", "user_usage", "queue", "group", "user", "procs", "free", "waiting", "gpus",
	"memory"};

static const char *const signs[] = {[NEGATE] = "-",
	[LOG] = "log",
	[LOG2] = "log2",
	[LOG10] = "log10",
	[SQRT] = "sqrt",
	[EXP] = "exp",
	[ABS] = "abs",
	[MIN] = "min",
	[MAX] = "max",
	[ADD] = "+",
	[SUBTRACT] = "-",
	[MULTIPLY] = "*",
	[DIVIDE] = "/",
	[POWER] = "^",
	[LESS] = "<",
	[LESS_OR_EQUAL] = "<=",
	[GREATER] = ">",
	[GREATER_OR_EQUAL] = ">=",
	[EQUAL] = "==",
	[NOT_EQUAL] = "!="};

struct parser {
	struct swf_formula *formula;
	const char *text, *next; /* the whole text, and what is still to be read */
	int values;              /* on the stack behind what was read */
	int levels;
	struct swf_error *error;
};

static bool is_letter(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

static size_t name_length(const char *text)
{
	size_t length = 0;
	while (is_letter(text[length]) || (length > 0 && swf_is_digit(text[length])))
		length++;
	return length;
}

/* All that a number can be made of, which need not be one. */
static size_t number_length(const char *text)
{
	size_t length = 0;
	for (; swf_is_digit(text[length]) || text[length] == '.'; length++)
		;
	const bool has_exponent = length > 0 && (text[length] == 'e' || text[length] == 'E');
	if (has_exponent) {
		length++;
		length += text[length] == '-' || text[length] == '+';
		while (swf_is_digit(text[length]))
			length++;
	}
	return length;
}

static void skip_blanks(struct parser *p)
{
	while (swf_is_blank(*p->next))
		p->next++;
}

static uint32_t column_of(const struct parser *p, const char *at)
{
	return (uint32_t)(at - p->text) + 1;
}

/* Fails where the next word is: what was expected there. */
static int fail_expected(struct parser *p, const char *expected)
{
	const char *at = p->next;
	const size_t name = name_length(at), number = number_length(at);
	const int length = (int)(name > 0 ? name : number > 0 ? number : 1);
	const uint32_t column = column_of(p, at);
	if (*at == '\0')
		return swf_fail(p->error, "column %u: expected %s, not the end", column, expected);
	if (*at < ' ' || *at > '~')
		return swf_fail(p->error, "column %u: expected %s, not the byte 0x%02X", column,
			expected, (unsigned)(unsigned char)*at);
	return swf_fail(
		p->error, "column %u: expected %s, not '%.*s'", column, expected, length, at);
}

/* Adds an operation, behind which the stack holds so many more values. */
static int add_operation(struct parser *p, struct operation operation, int more)
{
	struct swf_formula *formula = p->formula;
	struct operation *operations = swf_array_reserve_from(
		16, formula->operations, formula->count, &formula->capacity, sizeof *operations);
	if (operations == NULL)
		return swf_fail_memory(p->error);
	formula->operations = operations;
	operations[formula->count++] = operation;
	p->values += more;
	return p->values <= MOST_VALUES
		? 0
		: swf_fail(p->error, "column %u: nested too deeply", operation.column);
}

static int add_binary(struct parser *p, enum code code, uint32_t column)
{
	return add_operation(p, (struct operation){.code = code, .column = column}, -1);
}

/* Takes this sign if it comes next. Returns its column, or 0. */
static uint32_t take_sign(struct parser *p, const char *sign)
{
	skip_blanks(p);
	const size_t length = strlen(sign);
	if (strncmp(p->next, sign, length) != 0)
		return 0;
	p->next += length;
	return column_of(p, p->next - length);
}

static int expect_sign(struct parser *p, const char *sign, const char *quoted)
{
	return take_sign(p, sign) != 0 ? 0 : fail_expected(p, quoted);
}

static int deeper(struct parser *p)
{
	return ++p->levels <= MOST_LEVELS
		? 0
		: swf_fail(p->error, "column %u: nested too deeply", column_of(p, p->next));
}

static int read_choice(struct parser *p);
static int read_signed(struct parser *p);

static int read_number(struct parser *p, size_t length)
{
	const char *begin = p->next;
	struct operation push = {.code = PUSH_NUMBER, .column = column_of(p, begin)};
	if (swf_number_scan(begin, begin + length, &push.number) != SWF_SCAN_OK)
		return swf_fail(p->error, "column %u: '%.*s' is no number", push.column,
			(int)(length < 40 ? length : 40), begin);
	p->next += length;
	return add_operation(p, push, 1);
}

/* Writes the names from `first` to the last, with a comma between. */
static const char *listed(const char *const list[], size_t first, size_t last, char text[256])
{
	int length = 0;
	for (size_t i = first; i <= last; i++)
		length += snprintf(text + length, 256 - (size_t)length, "%s%s",
			i > first ? ", " : "", list[i]);
	return text;
}

static bool is_word(const char *text, size_t length, const char *word)
{
	return strlen(word) == length && strncmp(text, word, length) == 0;
}

/* Reads what is behind the name of a function. */
static int read_arguments(struct parser *p, enum code code, uint32_t column)
{
	if (expect_sign(p, "(", "'('") != 0 || read_choice(p) != 0)
		return -1;
	if (code < MIN) {
		const struct operation unary = {.code = code, .column = column};
		return add_operation(p, unary, 0) != 0 ? -1 : expect_sign(p, ")", "')'");
	}
	if (expect_sign(p, ",", "','") != 0)
		return -1;
	do {
		if (read_choice(p) != 0 || add_binary(p, code, column) != 0)
			return -1;
	} while (take_sign(p, ",") != 0);
	return expect_sign(p, ")", "',' or ')'");
}

/* Reads a name, or a function with what it is of. */
static int read_name(struct parser *p, size_t length)
{
	char list[256];
	const char *begin = p->next;
	const uint32_t column = column_of(p, begin);
	const int shown = (int)(length < 40 ? length : 40);
	p->next += length;
	for (int i = 0; i < SWF_FORMULA_NAMES; i++)
		if (is_word(begin, length, names[i])) {
			p->formula->has[i] = true;
			const struct operation push = {.code = PUSH_NAME,
				.column = column,
				.name = (enum swf_formula_name)i};
			return add_operation(p, push, 1);
		}
	for (int code = LOG; code <= MAX; code++)
		if (is_word(begin, length, signs[code]))
			return read_arguments(p, (enum code)code, column);
	skip_blanks(p);
	if (*p->next == '(')
		return swf_fail(p->error, "column %u: '%.*s' is no function; the functions are %s",
			column, shown, begin, listed(signs, LOG, MAX, list));
	return swf_fail(p->error, "column %u: '%.*s' is no name; the names are %s", column, shown,
		begin, listed(names, 0, SWF_FORMULA_NAMES - 1, list));
}

static int read_primary(struct parser *p)
{
	if (take_sign(p, "(") != 0)
		return read_choice(p) != 0 ? -1 : expect_sign(p, ")", "an operator or ')'");
	const size_t name = name_length(p->next), number = number_length(p->next);
	return name > 0      ? read_name(p, name)
		: number > 0 ? read_number(p, number)
			     : fail_expected(p, "a number, a name, a function or '('");
}

static int read_power(struct parser *p)
{
	if (read_primary(p) != 0)
		return -1;
	const uint32_t column = take_sign(p, "^");
	if (column == 0)
		return 0;
	return read_signed(p) != 0 ? -1 : add_binary(p, POWER, column);
}

static int read_signed(struct parser *p)
{
	if (deeper(p) != 0)
		return -1;
	const uint32_t column = take_sign(p, "-");
	const struct operation negate = {.code = NEGATE, .column = column};
	const int read = column == 0  ? read_power(p)
		: read_signed(p) != 0 ? -1
				      : add_operation(p, negate, 0);
	p->levels--;
	return read;
}

/* Reads operands with signs between them: from `first` to `last`, and all of one strength. */
static int read_chain(
	struct parser *p, enum code first, enum code last, int (*operand)(struct parser *))
{
	if (operand(p) != 0)
		return -1;
	for (int code = (int)first; code <= (int)last;) {
		const uint32_t column = take_sign(p, signs[code]);
		if (column == 0) {
			code++;
			continue;
		}
		if (operand(p) != 0 || add_binary(p, (enum code)code, column) != 0)
			return -1;
		code = (int)first;
	}
	return 0;
}

static int read_product(struct parser *p)
{
	return read_chain(p, MULTIPLY, DIVIDE, read_signed);
}

static int read_sum(struct parser *p)
{
	return read_chain(p, ADD, SUBTRACT, read_product);
}

/* Takes the sign of a comparison. Returns its column, or 0. */
static uint32_t take_comparison(struct parser *p, enum code *code)
{
	static const enum code longer_first[] = {
		LESS_OR_EQUAL, GREATER_OR_EQUAL, EQUAL, NOT_EQUAL, LESS, GREATER};
	uint32_t column = 0;
	for (size_t i = 0; column == 0 && i < sizeof longer_first / sizeof *longer_first; i++) {
		*code = longer_first[i];
		column = take_sign(p, signs[*code]);
	}
	return column;
}

static int read_comparison(struct parser *p)
{
	enum code code;
	if (read_sum(p) != 0)
		return -1;
	uint32_t column = take_comparison(p, &code);
	if (column == 0)
		return 0;
	if (read_sum(p) != 0 || add_binary(p, code, column) != 0)
		return -1;
	column = take_comparison(p, &code);
	return column == 0
		? 0
		: swf_fail(p->error, "column %u: a comparison of a comparison needs parentheses",
			  column);
}

/* The jump, which was added `at`, leads to what comes next. */
static void end_jump(struct parser *p, size_t at)
{
	p->formula->operations[at].target = p->formula->count;
}

/* Reads what stands behind a question mark. */
static int read_branches(struct parser *p, uint32_t column)
{
	const size_t unless = p->formula->count;
	if (add_operation(p, (struct operation){.code = JUMP_UNLESS, .column = column}, -1) != 0 ||
		read_choice(p) != 0 || expect_sign(p, ":", "an operator or ':'") != 0)
		return -1;
	/* the value of either branch, not of both, is there behind the other one */
	const size_t over = p->formula->count;
	if (add_operation(p, (struct operation){.code = JUMP, .column = column}, -1) != 0)
		return -1;
	end_jump(p, unless);
	if (read_choice(p) != 0)
		return -1;
	end_jump(p, over);
	return 0;
}

static int read_choice(struct parser *p)
{
	if (deeper(p) != 0 || read_comparison(p) != 0)
		return -1;
	const uint32_t column = take_sign(p, "?");
	const int read = column != 0 ? read_branches(p, column) : 0;
	p->levels--;
	return read;
}

struct swf_formula *swf_formula_new(const char *text, struct swf_error *error)
{
	struct swf_formula *formula = calloc(1, sizeof *formula);
	if (formula == NULL) {
		swf_fail_memory(error);
		return NULL;
	}
	struct parser p = {.formula = formula, .text = text, .next = text, .error = error};
	int read = read_choice(&p);
	skip_blanks(&p);
	if (read == 0 && *p.next != '\0')
		read = fail_expected(&p, "an operator or the end");
	if (read == 0)
		return formula;
	swf_formula_free(formula);
	return NULL;
}

void swf_formula_free(struct swf_formula *formula)
{
	if (formula != NULL)
		free(formula->operations);
	free(formula);
}

bool swf_formula_has(const struct swf_formula *formula, enum swf_formula_name name)
{
	return formula->has[name];
}

const char *swf_formula_changing_name(const struct swf_formula *formula)
{
	static const enum swf_formula_name changing[] = {SWF_FORMULA_WAIT, SWF_FORMULA_NOW,
		SWF_FORMULA_USER_USAGE, SWF_FORMULA_FREE, SWF_FORMULA_WAITING};
	for (size_t i = 0; i < sizeof changing / sizeof *changing; i++)
		if (formula->has[changing[i]])
			return names[changing[i]];
	return NULL;
}

static double unary(enum code code, double a)
{
	switch (code) {
	case NEGATE:
		return -a;
	case LOG:
		return log(a);
	case LOG2:
		return log2(a);
	case LOG10:
		return log10(a);
	case SQRT:
		return sqrt(a);
	case EXP:
		return exp(a);
	default:
		return fabs(a);
	}
}

static double binary(enum code code, double a, double b)
{
	switch (code) {
	case MIN:
		return a < b ? a : b;
	case MAX:
		return a > b ? a : b;
	case ADD:
		return a + b;
	case SUBTRACT:
		return a - b;
	case MULTIPLY:
		return a * b;
	case DIVIDE:
		return a / b;
	case POWER:
		return pow(a, b);
	case LESS:
		return a < b;
	case LESS_OR_EQUAL:
		return a <= b;
	case GREATER:
		return a > b;
	case GREATER_OR_EQUAL:
		return a >= b;
	case EQUAL:
		return a == b;
	default:
		return a != b;
	}
}

static bool divides_by_zero(enum code code, double a, double b)
{
	return (code == DIVIDE && b == 0) || (code == POWER && a == 0 && b < 0);
}

static int fail_binary(
	const struct operation *operation, double a, double b, struct swf_error *error)
{
	return swf_fail(error, "%s at column %u: %.10g %s %.10g",
		divides_by_zero(operation->code, a, b) ? "divides by zero" : "is not a number",
		operation->column, a, signs[operation->code], b);
}

static int fail_unary(const struct operation *operation, double a, struct swf_error *error)
{
	return swf_fail(error, "is not a number at column %u: %s(%.10g)", operation->column,
		signs[operation->code], a);
}

int swf_formula_value(const struct swf_formula *formula, const double values[SWF_FORMULA_NAMES],
	double *value, struct swf_error *error)
{
	double stack[MOST_VALUES];
	size_t height = 0;
	for (size_t i = 0; i < formula->count;) {
		const struct operation *operation = &formula->operations[i++];
		const enum code code = operation->code;
		if (code == PUSH_NUMBER) {
			stack[height++] = operation->number;
		} else if (code == PUSH_NAME) {
			stack[height++] = values[operation->name];
		} else if (code == JUMP) {
			i = operation->target;
		} else if (code == JUMP_UNLESS) {
			if (stack[--height] == 0)
				i = operation->target;
		} else if (code < MIN) {
			const double a = stack[height - 1];
			stack[height - 1] = unary(code, a);
			if (isnan(stack[height - 1]))
				return fail_unary(operation, a, error);
		} else {
			const double b = stack[--height], a = stack[height - 1];
			stack[height - 1] = binary(code, a, b);
			if (isnan(stack[height - 1]) || divides_by_zero(code, a, b))
				return fail_binary(operation, a, b, error);
		}
	}
	*value = stack[0];
	return 0;
}
