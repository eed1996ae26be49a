#include "accounting/pbs/pbs-resources.h"

#include "base/number.h"
#include "swfcore/job.h"

bool swf_pbs_count(const char *p, const char *end, int64_t *count)
{
	/* sums and products of a few stay within 64 bits */
	return swf_number_scan_digits(&p, end, INT32_MAX, count) && p == end;
}

bool swf_pbs_duration(const char *p, const char *end, double *seconds)
{
	*seconds = 0;
	for (int parts = 0; parts < 3; parts++) {
		const char *colon = swf_pbs_part_end(p, end, ':');
		int64_t part;
		if (!swf_pbs_count(p, colon, &part))
			return false;
		*seconds = *seconds * 60 + (double)part;
		if (colon == end)
			return true;
		p = colon + 1;
	}
	return false;
}

bool swf_pbs_memory(const char *p, const char *end, double *kilobytes)
{
	static const char letters[] = "kmgtp";
	int64_t count;
	if (!swf_number_scan_digits(&p, end, INT64_MAX, &count))
		return false;
	*kilobytes = (double)count / 1024;
	const char *letter = p < end ? memchr(letters, *p | 0x20, sizeof letters - 1) : NULL;
	if (letter != NULL) {
		for (; letter >= letters; letter--)
			*kilobytes *= 1024;
		p++;
	}
	if (p < end && (*p | 0x20) == 'w')
		*kilobytes *= 8;
	if (p < end && ((*p | 0x20) == 'w' || (*p | 0x20) == 'b'))
		p++;
	return p == end && *kilobytes <= SWF_TIME_MAX;
}

/* Sums what `part` finds in the parts between plus signs. */
static bool sum_parts(const char *p, const char *end, swf_pbs_processors *part, int64_t *procs)
{
	*procs = 0;
	for (;;) {
		const char *plus = swf_pbs_part_end(p, end, '+');
		int64_t more;
		if (p == plus || !part(p, plus, &more))
			return false;
		*procs += more;
		if (plus == end)
			return *procs <= INT32_MAX;
		p = plus + 1;
	}
}

/* What stands behind "NAME=" in one of the parts between colons; `usual` where it is in none. */
static bool find_count(
	const char *p, const char *end, const char *name, int64_t usual, int64_t *count)
{
	const size_t length = strlen(name);
	*count = usual;
	while (p < end) {
		const char *colon = swf_pbs_part_end(p, end, ':');
		if ((size_t)(colon - p) > length && memcmp(p, name, length) == 0 &&
			p[length] == '=')
			return swf_pbs_count(p + length + 1, colon, count);
		p = colon < end ? colon + 1 : end;
	}
	return true;
}

/* [N:]resource=...:... */
static bool count_chunks_of(
	const char *p, const char *end, const char *name, int64_t usual, int64_t *count)
{
	const char *colon = swf_pbs_part_end(p, end, ':');
	int64_t chunks = 1, each;
	if (memchr(p, '=', (size_t)(colon - p)) == NULL && !swf_pbs_count(p, colon, &chunks))
		return false;
	if (!find_count(p, end, name, usual, &each))
		return false;
	*count = chunks * each;
	return *count <= INT32_MAX;
}

static bool count_chunk(const char *p, const char *end, int64_t *procs)
{
	return count_chunks_of(p, end, "ncpus", 1, procs);
}

static bool count_chunk_gpus(const char *p, const char *end, int64_t *gpus)
{
	return count_chunks_of(p, end, "ngpus", 0, gpus);
}

bool swf_pbs_select(const char *p, const char *end, int64_t *procs)
{
	return sum_parts(p, end, count_chunk, procs);
}

bool swf_pbs_select_gpus(const char *p, const char *end, int64_t *gpus)
{
	return sum_parts(p, end, count_chunk_gpus, gpus);
}

/* N or a node's name, [:ppn=...][:property]... */
static bool count_nodes_of(
	const char *p, const char *end, const char *name, int64_t usual, int64_t *count)
{
	const char *colon = swf_pbs_part_end(p, end, ':');
	int64_t nodes = 1, each;
	if (!swf_pbs_count(p, colon, &nodes)) {
		nodes = 1; /* a name, but not a number that is too large */
		while (p < colon && swf_is_digit(*p))
			p++;
		if (p == colon)
			return false;
	}
	if (!find_count(p, end, name, usual, &each))
		return false;
	*count = nodes * each;
	return *count <= INT32_MAX;
}

static bool count_nodes(const char *p, const char *end, int64_t *procs)
{
	return count_nodes_of(p, end, "ppn", 1, procs);
}

static bool count_nodes_gpus(const char *p, const char *end, int64_t *gpus)
{
	return count_nodes_of(p, end, "gpus", 0, gpus);
}

bool swf_pbs_nodes(const char *p, const char *end, int64_t *procs)
{
	return sum_parts(p, swf_pbs_part_end(p, end, '#'), count_nodes, procs); /* "#shared" */
}

bool swf_pbs_nodes_gpus(const char *p, const char *end, int64_t *gpus)
{
	return sum_parts(p, swf_pbs_part_end(p, end, '#'), count_nodes_gpus, gpus);
}

/* NAME:ncpus=N:..., in parentheses that may hold several */
static bool count_vnode(const char *p, const char *end, int64_t *procs)
{
	while (p < end && *p == '(')
		p++;
	while (end > p && end[-1] == ')')
		end--;
	return p < end && find_count(p, end, "ncpus", 0, procs);
}

bool swf_pbs_exec_vnode(const char *p, const char *end, int64_t *procs)
{
	return sum_parts(p, end, count_vnode, procs);
}

/* How many numbers there are in "0-7,9". */
static bool count_slots(const char *p, const char *end, int64_t *count)
{
	*count = 0;
	for (;;) {
		const char *comma = swf_pbs_part_end(p, end, ','),
			   *dash = swf_pbs_part_end(p, comma, '-');
		int64_t first, last;
		if (!swf_pbs_count(p, dash, &first))
			return false;
		last = first;
		if (dash < comma && !swf_pbs_count(dash + 1, comma, &last))
			return false;
		if (last < first)
			return false;
		*count += last - first + 1;
		if (comma == end)
			return true;
		p = comma + 1;
	}
}

/* NAME[/SLOTS[*N]] */
static bool count_host(const char *p, const char *end, int64_t *procs)
{
	const char *slash = swf_pbs_part_end(p, end, '/'),
		   *star = swf_pbs_part_end(slash, end, '*');
	*procs = 1;
	if (p == slash || slash == end)
		return p < end && p != slash;
	if (!count_slots(slash + 1, star, procs))
		return false;
	return star == end || swf_pbs_count(star + 1, end, procs);
}

bool swf_pbs_exec_host(const char *p, const char *end, int64_t *procs)
{
	return sum_parts(p, end, count_host, procs);
}
