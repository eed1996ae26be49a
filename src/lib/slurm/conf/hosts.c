/* Lists of hosts by their names, and the order of these. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "accounting/host-list.h"
#include "base/number.h"
#include "slurm/conf/node-lines.h"

struct expansion {
	const struct swf_slurm_value *value;
	int (*take)(
		void *self, const struct swf_slurm_value *value, const char *name, size_t length);
	void *self;
	size_t left;
	int result;
};

static enum swf_host_list_status expand(void *self, const struct swf_host_range *range)
{
	struct expansion *const e = self;
	struct swf_host_text name = range->stem;
	if (range->last - range->first >= e->left)
		return SWF_HOSTS_MALFORMED;
	e->left -= range->last - range->first + 1;
	for (size_t i = range->first; i <= range->last && e->result == 0; i++) {
		char digits[32];
		const int length = snprintf(digits, sizeof digits, "%0*zu", (int)range->digits, i);
		name.length = range->stem.length;
		if (range->digits > 0 && !swf_host_text_append(&name, digits, (size_t)length))
			return SWF_HOSTS_MALFORMED;
		e->result = e->take(e->self, e->value, name.characters, name.length);
	}
	return e->result == 0 ? SWF_HOSTS_READ : SWF_HOSTS_NO_MEMORY;
}

int swf_slurm_each_host(const struct swf_slurm_value *value, const char *list,
	int (*take)(
		void *self, const struct swf_slurm_value *value, const char *name, size_t length),
	void *self)
{
	struct expansion expansion = {value, take, self, SWF_SLURM_NODES_MOST, 0};
	const struct swf_host_sink sink = {&expansion, expand};
	switch (swf_host_list_read(list, strlen(list), &sink)) {
	case SWF_HOSTS_READ:
		return 0;
	case SWF_HOSTS_NO_MEMORY: /* or what `take` found */
		return expansion.result != 0 ? -1 : swf_fail_memory(value->report->error);
	default:
		return swf_slurm_conf_refuse(value,
			"not a list of at most %d hosts, such as node[01-16]: '%.60s'",
			SWF_SLURM_NODES_MOST, list);
	}
}

static size_t digits_at(const char *text)
{
	size_t count = 0;
	while (swf_is_digit(text[count]))
		count++;
	return count;
}

int swf_slurm_natural_order(const char *a, const char *b)
{
	while (*a != '\0' && *b != '\0') {
		const size_t digits_a = digits_at(a), digits_b = digits_at(b);
		const size_t less = digits_a < digits_b ? digits_a : digits_b;
		/* where one begins with 0 they are fractions: the first other digit decides */
		const bool by_length = less > 0 && *a != '0' && *b != '0' && digits_a != digits_b;
		if (by_length)
			return digits_a < digits_b ? -1 : 1;
		const int order = memcmp(a, b, less > 0 ? less : 1);
		if (order != 0)
			return order;
		if (digits_a != digits_b && less > 0)
			return digits_a < digits_b ? -1 : 1;
		a += less > 0 ? less : 1;
		b += less > 0 ? less : 1;
	}
	return (*a != '\0') - (*b != '\0');
}
