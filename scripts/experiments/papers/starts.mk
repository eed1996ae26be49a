# starts: how close is a workload to its log, and how much do workloads differ from each other?
#
# N workloads are made for each of STARTS (swf-resample --start and --displace). They are like
# Figure 9 of the resampling paper, where the log lies among its workloads. The results have the
# columns of swf-metrics, and
#   load               work over the machine's time from the first submit to the last
#   weekly_cv          the coefficient of variation of the work submitted in a week
#   h, depth_runtime   the Hurst parameter of the arrivals, and the mean stack depth of run times
#   overlap_log        the share of the jobs that are in the week in which the log has them
#   overlap_workload   the share that the next replication has in the same week
#: needs machine users
N         ?= 20
#: words as --start --displace: stationary or literal, or for --displace weeks or any
STARTS    ?= literal stationary any 12 4 2 1
#: scheduler --scheduler: the one that is looked at
SCHEDULERS ?= easy
#: metrics: columns in the summary
METRICS   ?= wait_mean bsld_mean utilization load weekly_cv h depth_runtime overlap_log \
	overlap_workload
SETTINGS  += SCHEDULERS

QUESTION  = How close is a workload to its log under $(SCHEDULERS), and how much do workloads \
	differ from each other?
LABELS    = log start
CASES     = $(foreach l,$(LOG_NAMES),$(STARTS:%=$l/%))
ORIGINALS = $(CASES:%=runs/%/0.csv)
SUMMARY   = swf-summary --quiet --format $(format) --by log,start \
	--metrics $(call with,$(METRICS),wait_mean overlap_log overlap_workload),stable \
	--reference original.csv results.csv;

# jobs are told apart by field 14, in which the numbered log has the number of its job
numbered  = unpacked/$(log).numbered
way       = $(if $(filter stationary literal,$(start)),--start,--displace) $(start)
made      = $(if $(filter 0,$1),cat $(numbered),$(subst --replication $(replication), \
	--replication $1,$(resample)) $(way) $(numbered))
next      = $(if $(filter 0,$(replication)),0,$(shell echo $$(($(replication) + 1))))
# beside the metrics: load, weekly_cv and overlaps; h; depth_runtime
RUN       = $(scratch) \
	$(call made,$(replication)) >"$$work/swf"; $(call made,$(next)) >"$$work/next"; \
	$(call under,$(SCHEDULERS)) $(reacting) "$$work/swf" | \
		$(metrics) $(call until,"$$work/swf") >"$$work/metrics"; \
	awk -v procs=$(or $(PROCS),0) -f $(share)variation.awk -f $(own)likeness.awk $(numbered) \
		"$$work/swf" "$$work/next" >"$$work/likeness"; \
	swf-hurst --quiet --format csv "$$work/swf" | cut -d, -f 2 >"$$work/hurst"; \
	swf-locality stack --quiet --format csv --attribute runtime "$$work/swf" | \
		sed '1s/.*/depth_runtime/; 2s/^[^,]*,\([^,]*\).*/\1/' >"$$work/stack"; \
	paste -d, "$$work/metrics" "$$work/likeness" "$$work/hurst" "$$work/stack"

include $(dir $(lastword $(MAKEFILE_LIST)))../shared/common.mk
include $(share)react.mk
# users who are displaced have no classes
displaced := $(if $(RESAMPLE),$(shell echo '$(subst ','\'',$(RESAMPLE))' | sed -E \
	's/(^| )--(edge|threshold|span)[= ][^ ]+//g; s/(^| )-e ?[^ ]+//g'))
resampling = $(if $(filter-out stationary literal,$(start)),$(displaced),$(RESAMPLE))
PLOT_VARIABLES = -e "starts = '$(STARTS)'; scheduler = '$(SCHEDULERS)'"

PREPARED = unpacked/%.numbered
prepare: $(LOG_NAMES:%=unpacked/%.numbered)
unpacked/%.numbered: unpacked/%.swf
	@awk '!/^;/ { $$14 = ++n } { print }' $< >$@.part; mv $@.part $@
# SPDX-License-Identifier: GPL-3.0-or-later
