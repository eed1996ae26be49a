/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The command lines of mutants, made from a table. */
#include "mutants.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

/* Programs that predict the estimate, and that have users submit at once. */
#define PREDICTS                                                                                   \
	"echo\tok\t1;while\tread\te\tt\ti\ts\tl\tr;do\tcase\t$e\tin\tarrive)echo\tpredict\t$l;;"   \
	"esac;done"
#define SUBMITS                                                                                    \
	"echo\tok\t1;while\tread\te\tt\tr;do\tcase\t$e\tin\tavailable)echo\tsubmit\t$t;;esac;done"

/* What a name in capitals stands for, and what should be refused or is at its limit. */
static const struct {
	const char *name, *plain, *odd;
} pools[] = {
	{"DURATION", "1h 20m 90s 0.5d 1w 3600", "0 -1 1e300 inf nan 1x 1000000w 0.001s 1e-300"},
	{"WEEKS", "1 2 5 30 0.5", "0 -1 1e300 inf nan 1000 x 1e-9"},
	{"COUNT", "1 2 3 5 17", "0 -1 2147483647 2147483648 99999999999999999999 1.5 x"},
	{"PROCS", "64 128 16 1000 1", "0 -1 2147483647 2147483648 1e3 x"},
	{"SEED", "1 2 77", "0 -1 18446744073709551615 18446744073709551616 9223372036854775808 x"},
	{"SHARE", "0 5% 0.2 1/8 1", "-1 1.01 101% nan 1e-300 1/0 x"},
	{"FACTOR", "1 0.5 2 1.3 90%", "0 -1 1e-300 1e300 inf nan 1000 x"},
	{"AMOUNT", "0 3 10% 1d 1w", "-1 100% 1e300 1000000 1000w nan x"},
	{"CLOCK", "0 946857600 826000000", "-1 9223372036854775807 9223372036854775808 1e9 0.5 x"},
	{"ZONE", "UTC Europe/Paris US/Pacific Asia/Kolkata Australia/Lord_Howe",
		"Mars/Olympus / . ../etc"},
	{"FORMAT", "csv text json ndjson", "xml"},
	{"SIZE", "requested allocated", "x"},
	{"USERS", "1 1-3 0,2,5-9", "-1 3-1 1-9223372036854775807 1,,2 x"},
	{"NUMBERS", "1 1-3 0,2,5..9 -1 3..", "3-1 ..9223372036854775807 .. 1,,2 x"},
	{"TIMES", "0 3600.. ..1w 1d,2d..3w 2000-01-05 2000-01-05..2000-02-01",
		"-1 1e300 .. 2000-13-01 2..1 1w..1d nan 9007199254740993"},
	{"RANGES", "10 2.. ..16 p50.. p10..p90 1,4", "-1 .. 9..1 p101 p inf 1e300 x"},
	{"SERIES", "jobs size work runtime estimate 2 9 18", "1 19 -1 x"},
};

/* A blank separates options, which are there without their dashes; a value has its file's kind
 * behind @, a pool's name, or words between bars. W: what it writes is a log. N: what it writes is
 * numbers, and none of them may be "nan". */
static const struct {
	size_t weight;
	const char *command, *writes, *options, *operands;
} commands[] = {
	{3, "swf-check", "N", "format:FORMAT", "log"},
	{3, "swf-check --fix", "W", "align no-provenance", "log"},
	{1, "swf-classify pca", "N", "format:FORMAT columns:J,D,Rm|Pm,Im,Ti|J,Tm", "table+"},
	{2, "swf-classify kmeans", "N", "format:FORMAT restarts:1|4 seed:SEED cap:0|50|98|100",
		"table+"},
	{1, "swf-classify kmeans --columns J,Pm|J,Rm,Im --clusters COUNT", "N",
		"format:FORMAT restarts:1|4", "table+"},
	{1, "swf-classify assign --centres @centres", "", "format:FORMAT", "table+"},
	{1, "swf-classify rules", "N", "format:FORMAT", "table+"},
	{3, "swf-distrib", "N", "format:FORMAT size:SIZE start-time:CLOCK tz:ZONE", "log+"},
	{2, "swf-distrib -C @log", "N", "format:FORMAT size:SIZE start-time:CLOCK tz:ZONE", "log+"},
	{2, "swf-distrib -d jobs|sessions|work|arrival|week|runtime|wait|think_time|accuracy", "N",
		"format:FORMAT size:SIZE start-time:CLOCK tz:ZONE", "log+"},
	{5, "swf-generate -k COUNT -w 1|2|5 -m @model", "W",
		"align no-daily-cycle no-provenance load:FACTOR procs:PROCS seed:SEED", ""},
	{5, "swf-generate --fit", "N", "procs:PROCS start-time:CLOCK tz:ZONE size:SIZE", "log"},
	{4, "swf-hurst", "N",
		"points format:FORMAT attribute:SERIES bin:DURATION method:rs|variance|whittle "
		"subsets:COUNT size:SIZE",
		"long+"},
	{2, "swf-hurst --method periodogram|all", "N",
		"points format:FORMAT attribute:SERIES bin:DURATION frequencies:COUNT", "long+"},
	{2, "swf-hurst --numbers", "N",
		"points format:FORMAT method:rs|variance|periodogram|whittle|all", "series+"},
	{1, "swf-hurst --column wait_mean|jobs|load", "N", "points format:FORMAT method:all",
		"pairs"},
	{4, "swf-import --system slurm", "W",
		"align no-provenance keys:@keys keys:new.csv nodes:COUNT procs:PROCS "
		"submit:submit|eligible tz:ZONE",
		"sacct+"},
	{4, "swf-import --system pbs", "W",
		"align no-provenance keys:@keys keys:new.csv nodes:COUNT procs:PROCS "
		"submit:submit|eligible tz:ZONE",
		"pbs+"},
	{2, "swf-locality stack", "N",
		"attribute:runtime|estimate|size format:FORMAT tolerance:SHARE size:SIZE", "log+"},
	{2, "swf-locality daily", "N",
		"each attribute:runtime|estimate|size format:FORMAT start-time:CLOCK tz:ZONE "
		"size:SIZE",
		"log+"},
	{2, "swf-locality similarity", "N",
		"each attribute:runtime|estimate|size distance:COUNT format:FORMAT "
		"measure:mean|median|identical size:SIZE",
		"log+"},
	{1, "swf-locality similarity --bootstrap 1|3", "N",
		"distance:COUNT format:FORMAT seed:SEED size:SIZE", "log+"},
	{5, "swf-metrics", "N",
		"format:FORMAT cooldown:AMOUNT warmup:AMOUNT window:submit|completion "
		"until:DURATION batches:2|5|COUNT procs:PROCS tau:10|60|0.5|1e300 "
		"exclude-users:@users size:SIZE",
		"log"},
	{3, "swf-metrics -B user|class|size|week|class,size", "N",
		"format:FORMAT warmup:AMOUNT window:completion procs:PROCS exclude-users:@users "
		"until:DURATION",
		"log"},
	{2, "swf-metrics -C @log", "N",
		"format:FORMAT warmup:AMOUNT cooldown:AMOUNT window:completion procs:PROCS", "log"},
	{3, "swf-metrics --series all|queue,load|busy,users,utilization --bin 1d|1w|1000w|0.5s",
		"N",
		"format:FORMAT by:user|group|queue window:completion until:DURATION "
		"procs:PROCS start-time:CLOCK tz:ZONE exclude-users:@users size:SIZE",
		"log"},
	{2, "swf-metrics --placement", "N",
		"format:FORMAT procs:PROCS start-time:CLOCK tz:ZONE exclude-users:@users size:SIZE",
		"log"},
	{1, "swf-metrics -d queue|busy", "N",
		"format:FORMAT warmup:AMOUNT window:completion procs:PROCS", "log"},
	{7, "swf-resample", "W",
		"align no-provenance start:stationary|literal repeat:SHARE threshold:WEEKS "
		"edge:WEEKS bias:@bias "
		"replication:COUNT long-term-users:COUNT load-factor:FACTOR map:map.csv "
		"procs:PROCS temporary-rate:FACTOR seed:SEED temporary-users:COUNT weeks:1|3|20 "
		"extend:1|2|0.1",
		"long+"},
	{3, "swf-resample --rare @rare", "W",
		"start:literal rare-rate:FACTOR start-time:CLOCK tz:ZONE replication:COUNT "
		"weeks:1|3|20",
		"long"},
	{2, "swf-resample --mix scale|keep @long", "W",
		"start:literal bias:@bias procs:PROCS weeks:3|20 load-factor:FACTOR tz:ZONE",
		"long+"},
	{2, "swf-resample --displace 0|3|any", "W",
		"repeat:SHARE bias:@bias replication:COUNT load-factor:FACTOR map:map.csv "
		"procs:PROCS weeks:1|3|20",
		"long+"},
	{2, "swf-resample -u session|batch|job", "W", "repeat:SHARE seed:SEED weeks:1|3|20",
		"long+"},
	{5, "swf-select", "W",
		"align no-provenance users:NUMBERS job:NUMBERS status:NUMBERS|failed week:NUMBERS "
		"submitted:TIMES started:TIMES processors:RANGES run-time:RANGES wait:RANGES or "
		"invert first:COUNT exclude-users:@users size:SIZE start-time:CLOCK tz:ZONE",
		"log"},
	{2, "swf-select --last|--sample COUNT", "W",
		"users:NUMBERS from:DURATION to:DURATION seed:SEED recount extra size:SIZE tz:ZONE",
		"log"},
	{2, "swf-select --set 1=run_time:18h|2=submit:0|3=user:-1|4=wait:1e300", "W",
		"queues:NUMBERS groups:NUMBERS estimate:RANGES ended:TIMES recount", "log"},
	{3, "swf-select -f csv|text|json|ndjson", "N",
		"columns:job,size,start,end,response,slowdown,bsld,work,week|submit_utc,end_local,"
		"start_local|session,session_class procs:PROCS users:NUMBERS size:SIZE "
		"start-time:CLOCK tz:ZONE",
		"log"},
	{1, "swf-select -f batsim|evalys", "N",
		"procs:PROCS users:NUMBERS size:SIZE recount extra first:COUNT", "log"},
	{1, "swf-select --count", "N", "executables:NUMBERS partitions:NUMBERS wait:RANGES", "log"},
	{3, "swf-sessions", "W",
		"align no-provenance anonymous:drop|keep session-by:arrival|think-time "
		"gap:DURATION",
		"log"},
	{1, "swf-sessions --session-by think-time --previous", "W",
		"anonymous:drop|keep gap:DURATION", "log"},
	{4, "swf-sessions -t jobs|batches|sessions|users", "N",
		"format:FORMAT anonymous:drop|keep session-by:arrival|think-time gap:DURATION "
		"procs:PROCS start-time:CLOCK tz:ZONE size:SIZE",
		"log"},
	{1, "swf-sessions -t continuation", "N",
		"format:FORMAT anonymous:drop|keep gap:DURATION size:SIZE", "log"},
	{1, "swf-sessions --dot 1|2|3|-1|0", "",
		"anonymous:keep session-by:arrival|think-time gap:DURATION", "log"},
	{4, "swf-shake", "W",
		"align no-provenance exactly percent:0|10|100|50|101 degree:DURATION "
		"replication:COUNT unit:job|batch|session|user procs:PROCS seed:SEED "
		"attribute:interarrival|runtime|estimate job:1..|3|1,5..9|0",
		"log"},
	{2, "swf-shake --attribute runtime --percent 100", "W",
		"overrun:extend|kill relative:SHARE degree:DURATION", "log"},
	{2, "swf-shake --attribute size", "W",
		"percent:100|50 degree:COUNT procs:PROCS size:SIZE unit:session|user", "log"},
	{2,
		"swf-shake --scale "
		"interarrival=2|runtime=0.5|size=3|machine=2|size=1e9|machine=1e-9|runtime=1e99",
		"W", "align no-provenance procs:PROCS", "log"},
	{2, "swf-shake --load FACTOR", "W", "procs:PROCS size:SIZE scale:interarrival|runtime|size",
		"log"},
	{1, "swf-shake --estimates exact|recorded|factor:2|factor:1e9|factor:0", "W",
		"replication:COUNT seed:SEED", "log"},
	{6, "swf-simulate", "W",
		"align no-provenance scheduler:fcfs|easy|easy-shadow|easy-sjbf|easy++|conservative "
		"predict:actual|recent:3|class:2|session:1 procs:PROCS event-order:arrivals-first "
		"simultaneous:reverse size:SIZE overrun:extend|kill oversize:skip|clamp|refuse",
		"log"},
	{2, "swf-simulate -s creasy --alpha SHARE", "W",
		"predict:actual|session:3|class:1 event-order:arrivals-first oversize:clamp",
		"log"},
	{2, "swf-simulate -s largest|smallest|shortest|fairshare", "W",
		"backfill:easy|conservative|none predict:actual|recent:3 procs:PROCS "
		"event-order:arrivals-first simultaneous:reverse oversize:skip|clamp",
		"log"},
	{1, "swf-simulate -s f1|wfp3|unicep|sexp|saf", "W",
		"backfill:easy|conservative|none predict:actual|recent:3 procs:PROCS "
		"event-order:arrivals-first oversize:skip|clamp",
		"log"},
	{1, "swf-simulate -s order --order user_usage+free|1/wait|log(submit)*size|size?wait:now",
		"W",
		"backfill:easy|conservative|none half-life:DURATION procs:PROCS "
		"oversize:skip|clamp",
		"log"},
	{1, "swf-simulate -s by-queue", "W",
		"backfill:conservative|none queue-order:3,1|0|9223372036854775807 oversize:clamp",
		"log"},
	{3, "swf-simulate --feedback adjusted|fluid", "W",
		"scheduler:fcfs|easy|conservative dependencies:log|recorded abandon:SHARE "
		"seed:SEED procs:PROCS oversize:skip|clamp event-order:arrivals-first "
		"constant:exhausted=repeat|session-gap=2h patience:DURATION join:DURATION",
		"log"},
	{3, "swf-simulate --feedback distribution", "W",
		"scheduler:fcfs|easy|conservative dependencies:log|recorded abandon:SHARE "
		"seed:SEED procs:PROCS oversize:skip|clamp start-time:CLOCK tz:ZONE "
		"constant:exhausted=repeat|shift=12h|day-end=24:00|continue-slope=0 "
		"patience:DURATION",
		"log"},
	/* programs in shell, in which tabs stand for blanks */
	{2, "swf-simulate", "W",
		"scheduler:fcfs|conservative event-order:arrivals-first predict-command:" PREDICTS
		"|true|cat feedback-command:" SUBMITS "|false|cat oversize:skip|clamp",
		"log"},
	{1, "swf-simulate --scheduler-timeout 1|10m|DURATION", "W",
		"scheduler-command:true|cat|read|none|yes predict-command:" PREDICTS, "log"},
	{3, "swf-simulate --scheduler slurm --slurm-conf @conf", "W",
		"slurm-associations:@dump slurm-qos:@qos keys:@keys oversize:refuse|clamp "
		"slurm-set:bf_max_job_test=2|PriorityFlags/MAX_TRES|PartitionName=x/MaxTime=1|=|/ "
		"overrun:kill feedback:fluid|adjusted start-time:CLOCK tz:ZONE",
		"log"},
	{1, "swf-simulate --scheduler slurm --slurm-settings --slurm-conf @conf", "",
		"slurm-associations:@dump slurm-qos:@qos", ""},
	{3, "swf-split-users", "N",
		"anonymous:keep|drop edge:WEEKS format:FORMAT threshold:WEEKS start-time:CLOCK "
		"tz:ZONE size:SIZE",
		"log"},
	{1, "swf-split-users --summary", "N", "edge:WEEKS format:FORMAT threshold:WEEKS", "log"},
	{2, "swf-split-users --find-flurries", "N",
		"edge:WEEKS format:FORMAT flurry-jobs:COUNT flurry-window:DURATION", "log"},
	{2, "swf-split-users --users USERS", "W", "align no-provenance edge:WEEKS threshold:WEEKS",
		"log"},
	{1, "swf-split-users -c long-term|temporary|discarded", "W", "edge:WEEKS threshold:WEEKS",
		"log"},
	{1, "swf-split-users --remove @rare", "W",
		"align no-provenance class:long-term|temporary start-time:CLOCK tz:ZONE", "log"},
	{1, "swf-split-users --only @rare", "W",
		"align no-provenance start-time:CLOCK tz:ZONE anonymous:keep", "log"},
	{1, "swf-split-users --dir users", "",
		"align no-provenance anonymous:keep class:long-term|temporary", "log"},
	{2, "swf-split-users --merge", "W", "align no-provenance", "log+"},
	{2, "swf-summary", "N", "format:FORMAT by:user|users metrics:wait_mean|wait_mean,bsld_mean",
		"runs+"},
	{1, "swf-summary -r @runs", "N", "format:FORMAT metrics:wait_mean|wait_mean,bsld_mean",
		"runs+"},
	{1, "swf-summary --histogram COUNT", "N",
		"format:FORMAT by:user metrics:wait_mean|wait_mean,bsld_mean", "runs"},
	{2, "swf-summary --by scheduler|scheduler,load", "N",
		"format:FORMAT histogram:COUNT metrics:wait_mean", "pairs"},
	{2, "swf-summary --paired scheduler --by load --pool load", "N",
		"format:FORMAT match:replication metrics:wait_mean,jobs", "pairs+"},
	{3, "swf-summary --paired scheduler|scheduler=easy|scheduler=easy,fcfs|load", "N",
		"detect:5%|1/3 format:FORMAT match:replication metrics:wait_mean,jobs", "pairs+"},
};

/* Studies take a second each, so few are whole, and all of what they run is known. */
static const struct {
	const char *line;
	size_t weight;
} studies[] = {
	{"swf-plot --list", 1},
	{"swf-plot --list queue", 1},
	{"swf-plot utilisation @log", 2},
	{"swf-plot utilization @log -o plot.svg", 2},
	{"swf-plot queue @log BIN=-3", 1},
	{"swf-plot cycle @log -t series -o log.swf", 1},
	{"swf-experiment --list", 1},
	{"swf-experiment --list compare", 1},
	{"swf-experiment compare", 3},
	{"swf-experiment nothing @log", 3},
	{"swf-experiment compare @log -o study -n 2 -j 1 -s easy,none", 4},
	{"swf-experiment compare @log -o study -n 0", 2},
	{"swf-experiment compare @log -o study -n 2 -j 1", 4},
	{"swf-experiment confidence @log -o study -n 2 -j 1 RESAMPLE=-x", 2},
	{"swf-experiment compare @log -o . -n 2", 1},
};

static void add_argument(struct mutant *m, const char *text, size_t length)
{
	if (m->argument_count == most_arguments)
		return;
	m->arguments[m->argument_count++] = copy_of(text, length).bytes;
}

/* One of the words with separators between them. */
static void any_word(
	struct random *r, const char *words, char separator, const char **word, size_t *length)
{
	size_t count = 1;
	for (const char *at = words; *at; at++)
		count += *at == separator;
	count = random_below(r, count);
	for (; count > 0; count--)
		words = strchr(words, separator) + 1;
	const char *end = strchr(words, separator);
	*word = words;
	*length = end ? (size_t)(end - words) : strlen(words);
}

/* Copies a file of a kind, mutated two times in three, and returns its new name. */
static const char *add_file(struct mutant *m, struct random *r, const struct seeds *seeds,
	const char *kind, size_t length)
{
	const struct seed_file *chosen = NULL;
	size_t among = 0;
	for (size_t i = 0; i < seeds->count; i++)
		if (strncmp(seeds->files[i].name, kind, length) == 0 &&
			seeds->files[i].name[length] == '-' && random_below(r, ++among) == 0)
			chosen = &seeds->files[i];
	if (!chosen || m->file_count == most_files)
		return "none";
	struct seed_file *file = &m->files[m->file_count++];
	size_t room = strlen(chosen->name) + 16;
	*file = (struct seed_file){malloc(room), copy_of(chosen->text.bytes, chosen->text.length)};
	if (!file->name)
		abort();
	snprintf(file->name, room, "%zu-%s", m->file_count, chosen->name);
	if (random_below(r, 3) > 0)
		do
			mutate(r, &file->text);
		while (random_below(r, 3) == 0);
	if (random_below(r, 16) == 0)
		compress_text(r, &file->text);
	return file->name;
}

/* The value that a word of the table stands for. */
static void add_value(struct mutant *m, struct random *r, const struct seeds *seeds,
	const char *value, size_t length)
{
	static const char *const no_values[] = {
		"", "-", "none/none", ".", "\n", "-1", "%s%n", "\377"};
	if (random_below(r, 150) == 0) {
		const char *odd = no_values[random_below(r, COUNT(no_values))];
		add_argument(m, odd, strlen(odd));
		return;
	}
	if (*value == '@') {
		const char *name = add_file(m, r, seeds, value + 1, length - 1);
		add_argument(m, name, strlen(name));
		return;
	}
	for (size_t i = 0; i < COUNT(pools); i++)
		if (strlen(pools[i].name) == length && memcmp(pools[i].name, value, length) == 0) {
			const char *words =
				random_below(r, 12) == 0 ? pools[i].odd : pools[i].plain;
			any_word(r, words, ' ', &value, &length);
			break;
		}
	add_argument(m, value, length);
}

/* The words of a line of the table; one of those with bars between them. */
static void add_words(
	struct mutant *m, struct random *r, const struct seeds *seeds, const char *line)
{
	while (*line) {
		size_t length = strcspn(line, " ");
		char word[200];
		snprintf(word, sizeof word, "%.*s", (int)length, line);
		const char *chosen = word;
		size_t chosen_length = length;
		if (strchr(word, '|'))
			any_word(r, word, '|', &chosen, &chosen_length);
		if (m->argument_count == 0 || *chosen == '-')
			add_argument(m, chosen, chosen_length);
		else
			add_value(m, r, seeds, chosen, chosen_length);
		line += length + (line[length] == ' ');
	}
}

/* Each option of a list with a chance that makes two of them on average. */
static void add_options(
	struct mutant *m, struct random *r, const struct seeds *seeds, const char *options)
{
	size_t count = 1;
	for (const char *at = options; *at; at++)
		count += *at == ' ';
	while (*options) {
		size_t length = strcspn(options, " ");
		if (random_below(r, count) < 2) {
			char words[200];
			snprintf(words, sizeof words, "--%.*s", (int)length, options);
			char *colon = strchr(words, ':');
			if (colon)
				*colon = ' ';
			add_words(m, r, seeds, words);
		}
		options += length + (options[length] == ' ');
	}
}

static void add_operands(
	struct mutant *m, struct random *r, const struct seeds *seeds, const char *kind)
{
	size_t length = strcspn(kind, "+"), count = 1;
	if (length == 0)
		return;
	if (kind[length] == '+' && random_below(r, 4) == 0)
		count = 2 + random_below(r, 2);
	if (count == 1 && random_below(r, 4) == 0) {
		m->input = add_file(m, r, seeds, kind, length);
		return;
	}
	for (; count > 0; count--) {
		const char *name = add_file(m, r, seeds, kind, length);
		add_argument(m, name, strlen(name));
	}
}

static struct mutant new_study(struct random r, const struct seeds *seeds)
{
	struct mutant m = {.argument_count = 0};
	size_t total = 0, chosen = 0;
	for (size_t i = 0; i < COUNT(studies); i++) {
		total += studies[i].weight;
		if (random_below(&r, total) < studies[i].weight)
			chosen = i;
	}
	add_words(&m, &r, seeds, studies[chosen].line);
	return m;
}

struct mutant new_mutant(struct random r, const struct seeds *seeds)
{
	if (random_below(&r, 150) == 0)
		return new_study(r, seeds);
	struct mutant m = {.argument_count = 0};
	size_t total = 0, chosen = 0;
	for (size_t i = 0; i < COUNT(commands); i++) {
		total += commands[i].weight;
		if (random_below(&r, total) < commands[i].weight)
			chosen = i;
	}
	m.writes_log = strchr(commands[chosen].writes, 'W');
	m.writes_numbers = strchr(commands[chosen].writes, 'N');
	add_words(&m, &r, seeds, commands[chosen].command);
	add_options(&m, &r, seeds, commands[chosen].options);
	if (strncmp(commands[chosen].operands, "lo", 2) == 0 && random_below(&r, 3) > 0 &&
		strcmp(m.arguments[0], "swf-check") != 0)
		add_argument(&m, "-b", 2);
	if (random_below(&r, 3) > 0)
		add_argument(&m, "-q", 2);
	if (random_below(&r, 4) == 0 &&
		strcmp(commands[chosen].command, "swf-split-users --dir users")) {
		m.output = "output";
		add_argument(&m, "-o", 2);
		add_argument(&m, m.output, strlen(m.output));
	}
	add_operands(&m, &r, seeds, commands[chosen].operands);
	return m;
}

void free_mutant(struct mutant *m)
{
	for (size_t i = 0; i < m->argument_count; i++)
		free(m->arguments[i]);
	for (size_t i = 0; i < m->file_count; i++) {
		free(m->files[i].name);
		free(m->files[i].text.bytes);
	}
}
