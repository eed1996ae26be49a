#include <string.h>

#include "accounting/pbs/pbs-record.h"
#include "unit/suites.h"

struct amount {
	const char *text;
	int64_t procs; /* -1: malformed */
};

static void check_procs(swf_pbs_processors *count, const struct amount *amounts)
{
	for (; amounts->text != NULL; amounts++) {
		char text[200];
		int64_t procs = -1;
		/* what stands behind the end does not count */
		const size_t length = strlen(amounts->text);
		memcpy(text, amounts->text, length);
		memcpy(text + length, "9:ncpus=3+4", 12);
		if (!count(text, text + length, &procs))
			procs = -1;
		if (procs != amounts->procs)
			ck_abort_msg("'%s' is %lld, not %lld", amounts->text, (long long)procs,
				(long long)amounts->procs);
	}
}

START_TEST(counts)
{
	static const struct amount amounts[] = {{"0", 0}, {"7", 7}, {"0012", 12},
		{"2147483647", 2147483647}, {"2147483648", -1}, {"99999999999999999999", -1},
		{"", -1}, {"-1", -1}, {"+1", -1}, {"1.5", -1}, {" 1", -1}, {"1 ", -1}, {"x", -1},
		{"1x", -1}, {NULL, 0}};
	check_procs(swf_pbs_count, amounts);
}
END_TEST

START_TEST(selections)
{
	static const struct amount amounts[] = {{"1", 1}, {"3", 3}, {"1:ncpus=1", 1},
		{"2:ncpus=8:mem=4gb+4", 20}, {"ncpus=16", 16}, {"mem=4gb", 1}, {"4:mem=4gb", 4},
		{"mem=4gb:ncpus=2", 2}, {"2:mpiprocs=8:ncpus=4+1:ncpus=2:host=n1", 10},
		{"2:xncpus=8", 2}, {"2:ncpusx=8", 2}, {"2:ncpus=0", 0}, {"0:ncpus=4", 0},
		{"1+2+3", 6}, {"2:bigmem=True:ncpus=3", 6}, {"", -1}, {"+", -1}, {"1+", -1},
		{"+1", -1}, {"1++1", -1}, {"x", -1}, {"x:ncpus=2", -1}, {"-1:ncpus=2", -1},
		{"2:ncpus=x", -1}, {"2:ncpus=", -1}, {"2:ncpus=-4", -1}, {":ncpus=2", -1},
		{"2:ncpus=2.5", -1},
		/* processors fit into 31 bits */
		{"65536:ncpus=32767", 2147418112}, {"65536:ncpus=32768", -1},
		{"2147483647:ncpus=2147483647", -1}, {"2147483647", 2147483647},
		{"2147483647+1", -1}, {"2147483648", -1}, {NULL, 0}};
	check_procs(swf_pbs_select, amounts);
}
END_TEST

START_TEST(gpus)
{
	static const struct amount selected[] = {{"2:ncpus=8:ngpus=3+4:ngpus=1", 10},
		{"3:ncpus=8", 0}, {"7", 0}, {"ngpus=2", 2}, {"2:ngpus=x", -1}, {"", -1}, {NULL, 0}};
	static const struct amount of_nodes[] = {{"2:ppn=8:gpus=3:fast+node7", 6}, {"node7", 0},
		{"n1:gpus=1+n2:gpus=1#shared", 2}, {"1:gpus=x", -1}, {NULL, 0}};
	check_procs(swf_pbs_select_gpus, selected);
	check_procs(swf_pbs_nodes_gpus, of_nodes);
}
END_TEST

START_TEST(nodes)
{
	static const struct amount amounts[] = {{"1", 1}, {"4", 4}, {"4:ppn=8", 32},
		{"4:ppn=8:fast+node7", 33}, {"node7", 1}, {"node7:ppn=2", 2}, {"2:fast", 2},
		{"2:fast:ppn=3", 6}, {"n1+n2+n3:ppn=4", 6}, {"7up:ppn=3", 3},
		{"4:ppn=8#shared", 32}, {"1:ppn=1:gpus=2", 1}, {"", -1}, {"+", -1}, {"1+", -1},
		{"1++2", -1}, {"1:ppn=x", -1}, {"1:ppn=", -1}, {"1:ppn=-1", -1}, {"#shared", -1},
		{"65536:ppn=32767", 2147418112}, {"65536:ppn=32768", -1}, {"2147483647+n1", -1},
		{NULL, 0}};
	check_procs(swf_pbs_nodes, amounts);
}
END_TEST

START_TEST(virtual_nodes)
{
	static const struct amount amounts[] = {{"(n1:ncpus=8)", 8},
		{"(n1:ncpus=8)+(n2[0]:ncpus=4+n2[1]:ncpus=4)", 16}, {"n1:ncpus=2", 2},
		{"(n1:ncpus=1:mem=4kb)", 1}, {"(n1:mem=4kb:ncpus=3)", 3},
		/* memory of a node beside processors of another */
		{"(n1:ncpus=2+n2:mem=8gb)", 2}, {"(n1:ncpus=2)+(n1:ncpus=2)+(n1:ncpus=2)", 6},
		{"", -1}, {"()", -1}, {"(n1:ncpus=8)+", -1}, {"(n1:ncpus=x)", -1},
		{"(n1:ncpus=)", -1}, {"(n1:ncpus=2147483647)+(n2:ncpus=1)", -1},
		{"(n1:ncpus=2147483648)", -1}, {"(n1:ncpus=2147483647)", 2147483647}, {NULL, 0}};
	check_procs(swf_pbs_exec_vnode, amounts);
}
END_TEST

START_TEST(hosts)
{
	static const struct amount amounts[] = {{"n1/0", 1}, {"n1/0*8", 8}, {"n1/0*8+n2/0", 9},
		{"n1/0+n1/1", 2}, {"n1/0-7+n2", 9}, {"n1", 1}, {"n1+n2", 2}, {"n1/3*2+n2/1*4", 6},
		{"n1/0-3,8,10-11", 7}, {"n1/5-5", 1}, {"n1.site.org/0*16", 16}, {"", -1},
		{"/0", -1}, {"n1/", -1}, {"n1/x", -1}, {"n1/0*", -1}, {"n1/0*x", -1},
		{"n1/0*-1", -1}, {"n1/0-", -1}, {"n1/-3", -1}, {"n1/3-0", -1}, {"n1/0,", -1},
		{"n1/,0", -1}, {"n1/0+", -1}, {"+n1/0", -1}, {"n1/0++n2/0", -1},
		{"n1/0*2147483647", 2147483647}, {"n1/0*2147483647+n2/0", -1},
		{"n1/0*2147483648", -1}, {"n1/0-2147483647", -1}, {"n1/1-2147483647", 2147483647},
		{"n1/0-99999999999", -1}, {NULL, 0}};
	check_procs(swf_pbs_exec_host, amounts);
}
END_TEST

typedef bool read_amount(const char *p, const char *end, double *value);

static void check_amounts(read_amount *read, const char *const texts[], const double values[])
{
	for (int i = 0; texts[i] != NULL; i++) {
		double value = -1;
		const bool is_one = read(texts[i], texts[i] + strlen(texts[i]), &value);
		if (is_one != (values[i] >= 0) || (is_one && value != values[i]))
			ck_abort_msg("'%s' is %d, %.17g", texts[i], is_one, value);
	}
}

START_TEST(durations)
{
	static const char *const texts[] = {"0", "59", "00:00:00", "01:02:03", "1:2:3", "02:03",
		"100:00:00", "00:00:90", "3600", "999999:59:59", "2147483647", "2147483647:59:59",
		NULL};
	/* of the last: (2^31 - 1) * 3600 + 3599 */
	static const double values[] = {
		0, 59, 0, 3723, 3723, 123, 360000, 90, 3600, 3599999999, 2147483647, 7730941132799};
	check_amounts(swf_pbs_duration, texts, values);
	static const char *const malformed[] = {"", ":", "1:", ":1", "1::2", "1:2:3:4", "-1",
		"1:-2", "1.5", "1:02:03.5", "x", "1 ", "1:2x", "99999999999999999999", "1-00:00:00",
		NULL};
	static const double none[] = {-1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1};
	check_amounts(swf_pbs_duration, malformed, none);
}
END_TEST

START_TEST(memories)
{
	static const char *const texts[] = {"0", "1024", "512", "1024b", "3kb", "2mb", "2gb", "1tb",
		"1pb", "4GB", "7Kb", "128w", "1kw", "3mw", "2gw", "1tw", "1pw", "0kb",
		"100000000000kb", NULL};
	static const double values[] = {0, 1, 0.5, 1, 3, 2048, 2097152, 1073741824, 1099511627776,
		4194304, 7, 1, 8, 24576, 16777216, 8589934592, 8796093022208, 0, 100000000000};
	check_amounts(swf_pbs_memory, texts, values);
	static const char *const malformed[] = {"", "kb", "-1kb", "1.5gb", "1 kb", "1kbb", "1xb",
		"1bk", "1kbx", "1eb", "x", "99999999999999999999", "1k b", NULL};
	static const double none[] = {-1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1};
	check_amounts(swf_pbs_memory, malformed, none);
}
END_TEST

START_TEST(parts_end_at_a_mark)
{
	static const char text[] = "ab:c";
	ck_assert_ptr_eq(swf_pbs_part_end(text, text + 4, ':'), text + 2);
	ck_assert_ptr_eq(swf_pbs_part_end(text + 2, text + 4, ':'), text + 2);
	ck_assert_ptr_eq(swf_pbs_part_end(text + 3, text + 4, ':'), text + 4);
	ck_assert_ptr_eq(swf_pbs_part_end(text, text + 2, ':'), text + 2);
	ck_assert_ptr_eq(swf_pbs_part_end(text, text, ':'), text);
}
END_TEST

Suite *pbs_resources_suite(void)
{
	return suite_of("pbs_resources",
		(const TTest *const[]){counts, selections, gpus, nodes, virtual_nodes, hosts,
			durations, memories, parts_end_at_a_mark, NULL});
}
