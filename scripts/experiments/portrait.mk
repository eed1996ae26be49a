# portrait: what does a log look like?
#
# A page about each log, in words, pictures and tables: its machine, users and time, the work of the
# busiest users, the load by month, the daily and weekly cycle, waits, sessions, self-similarity,
# and what is odd in it. What a log does not know, such as users, waits or dates, is said, and the
# rest is shown. The schedule, gantt, is that of the week with the most busy processors. Fewer jobs
# for a flurry than FLURRY_JOBS, as in the recipe flurries, list many in a long log. There are no
# replications: N counts for nothing.
#: without FEEDBACK PRECISION PRECISE MAXIMUM
N        ?= 1
#: words: the pictures, as swf-plot --list names them
KINDS    ?= utilization queue resources cycle users gantt distributions accuracy sessions \
	think-times pox locality classes
#: whole 1..1000000000: how many of the busiest users the table lists
TOP      ?= 20
#: whole 1..1000000000 as --flurry-jobs: more jobs of a user in a day are a flurry
FLURRY_JOBS ?= 500
#: text as --tz: the time zone in place of that of the header
ZONE     ?=
SETTINGS += FLURRY_JOBS ZONE
export TOP FLURRY_JOBS
ifeq ($(strip $(KINDS)),)
$(error KINDS are one at least, of those that swf-plot --list names)
endif

QUESTION = What $(if $(word 2,$(LOG_NAMES)),do these logs,does this log) look like?
LABELS   = log part
PARTS    = log users months hours metrics weeks distributions classes sessions clusters flurries \
	hurst check
CASES    = $(foreach l,$(LOG_NAMES),$(PARTS:%=$l/%))
# the log itself, of which there are no others
RUNS     = $(CASES:%=runs/%/0.csv)
PICTURES = $(foreach l,$(LOG_NAMES),$(foreach k,$(KINDS),$(if \
	$(filter-out resources,$k)$(call declares_gpus,$l),$k-$l)))
# whether a log says which jobs have GPUs; of others there is no such picture
declares_gpus = $(shell grep -sl -m 1 '^; *ExtraFields:.*gpus' unpacked/$1.swf)
# the facts, and for the tables the parts
TABLES   = results.csv

# A part is a table of which each cell becomes a row. If a command finds too little for its table,
# or no users, the part has what it says instead. Of the part `log` it ends the study, since the log
# itself cannot be read then.
RUN      = $(scratch) { { $(part-$(part)); } 2>"$$work/said" || \
	$(if $(filter log,$(part)),{ cat "$$work/said" >&2; exit 1; },:); } | \
	awk -v said="$$work/said" -f $(share)reason.awk -f $(own)melt.awk
zone     = $(if $(ZONE),--tz '$(ZONE)')
procs    = $(or $(PROCS),$$(sh "$(plot_scripts)machine-size" $(original)))
# what is asked of the jobs themselves, so that it needs no waits
jobs     = swf-select --quiet --format csv $(machine) $(zone) \
	--columns user,submit,submit_local,wait,run_time,size,work,estimate $(original) | \
	awk -F, -v table=$1 -v log_file=$(original) -v procs="$(procs)" -f $(share)csv.awk \
		-f "$(plot_scripts)calendar.awk" -f $(own)jobs.awk
by_work  = { read -r names; echo "$$names"; sort -t , -k 3,3gr -k 1,1n; }
part-log      = $(call jobs,log) && awk -f $(own)gpus.awk $(original)
part-users    = $(call jobs,users) | $(by_work) | awk -F, -f $(own)shares.awk
part-months   = $(call jobs,months)
part-hours    = $(call jobs,hours)
part-metrics  = $(metrics) $(machine) $(original)
# the busy processors, of which the utilization would need to know how many there are
part-weeks    = swf-metrics --quiet --series busy --bin 1w $(zone) $(original)
# without users those of the jobs
part-distributions = swf-distrib --quiet $(zone) $(original) || \
	swf-distrib --quiet --anonymous one $(zone) $(original) | \
	grep -E '^(distribution|week|runtime|estimate|size|wait|inter_arrival|accuracy),'
part-classes  = swf-split-users --quiet --summary $(original)
of-each       = swf-sessions --quiet --session-by think-time --table $1 $(machine) $(zone) \
	$(original)
part-sessions = $(call of-each,sessions) | swf-classify rules --quiet | $(wide) -v what=sessions
part-clusters = $(call of-each,users) | swf-classify kmeans --quiet | $(wide) -v what=users
wide          = awk -F, -f $(share)csv.awk -f $(own)clusters.awk
part-flurries = swf-split-users --quiet --find-flurries --flurry-jobs $(FLURRY_JOBS) $(original)
part-hurst    = swf-hurst --quiet --method all $(original)
part-check    = swf-check --quiet --format csv $(original)

# The facts of the answer, for people in columns.
SUMMARY  = awk -F, -f $(share)csv.awk -f $(own)facts.awk results.csv$(in_columns);
in_columns = $(if $(filter text,$(format)), | \
	awk -F$(comma) '{ printf "%-26s %-26s %s\n"$(comma) $$1$(comma) $$2$(comma) $$3 }')

include $(dir $(lastword $(MAKEFILE_LIST)))shared/common.mk

# nothing is resampled
workloads_are =

# The pictures KIND-LOG, each with the title and the caption that its kind gives. What swf-plot says
# of one that it cannot draw is in plots/messages. Where the disk is full the study ends, with the
# pictures of before.
kind_in  = $(firstword $(foreach k,$(KINDS),$(if $(filter $k-%,$*),$k)))
log_in   = $(*:$(kind_in)-%=%)
settings_of = $(if $(filter gantt,$(kind_in)),$$(echo runs/$(log_in)/weeks/0.csv | $(labelled) | \
	awk -F, -f $(share)csv.awk -f $(own)busiest.awk)) $(foreach v,PROCS ZONE,$(if $($v), \
	$$(swf-plot --list $(kind_in) | awk '$$1 ~ /^$v=/ { print "$v=$($v)"; exit }')))
plots.part/%.svg plots.part/%.pdf:
	@name=plots.part/$*; draw() { \
		swf-plot --quiet --output $$name.$$1 $(kind_in) unpacked/$(log_in).swf $(settings_of); }; \
	if draw svg 2>$$name.said && draw pdf 2>>$$name.said; then \
		swf-plot --list $(kind_in) | awk -v kind=$(kind_in) -f $(own)caption.awk >$$name.txt; \
	else \
		rm -f $$name.svg $$name.pdf; \
		! grep -E 'incomplete|No space left|quota exceeded|File too large' $$name.said >&2; \
	fi
# SPDX-License-Identifier: GPL-3.0-or-later
