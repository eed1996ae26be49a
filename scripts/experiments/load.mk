# load: how many more users can the machine take, and how long do they wait then?
#
# Each scheduler gets N workloads at each load: Figure 12 of the resampling paper. The limit is that
# of half of the workloads, which the recipe sustained finds more sharply. What is saturated by the
# test of swf-metrics (column stable of the results) is no part of the metrics in the summary, and
# the answer shows no means where fewer than half are stable.
#: needs machine users
SITE        = yes
#: factors ..1000 --load as --load-factor: times the users of the log
LOADS      ?= 0.8 0.9 1 1.1 1.2 1.3 1.4 1.5
#: schedulers --scheduler: each is looked at by itself
SCHEDULERS ?= easy
#: metrics: columns of swf-metrics in the summary
METRICS    ?= utilization wait_mean response_mean slowdown_mean bsld_mean

# users who react do not saturate a machine: what they get done is asked instead
QUESTION  = $(if $(FEEDBACK),What do more users get done,How many more users can the machine \
	take)$(comma) and how long do they wait then?
LABELS    = log scheduler load
CASES     = $(foreach l,$(LOG_NAMES),$(foreach s,$(SCHEDULERS),$(LOADS:%=$l/$s/%)))
# the log itself, whose load is 1
ORIGINALS = $(foreach l,$(LOG_NAMES),$(SCHEDULERS:%=runs/$l/%/1/0.csv))
loaded    = $(if $(filter 0,$(replication)),$(workload), \
	$(resample) --load-factor $(load) $(original))
RUN       = $(call measured_with_gpus,$(loaded),$(call under,$(scheduler)))
figures   = $(call with,$(METRICS),utilization wait_mean bsld_mean \
	$(if $(FEEDBACK),throughput_per_day))
by_gpus_too = figures=$(figures)$$(sed 1q results.csv | grep -o ',with_gpus.*_mean' || :)
SUMMARY   = $(by_gpus_too); awk -F, -v OFS=, -v figures=,$$figures, \
	'NR == 1 { for (i = 1; i <= NF; i++) { if ($$i == "stable") stable = i; \
	if (index(figures, "," $$i ",")) figure[i] } print; next } \
	$$stable == "0" && "$(FEEDBACK)" == "" { for (i in figure) $$i = "" } { print }' results.csv | \
	$(summarize) --format $(format) --by log,scheduler,load --metrics $$figures,stable;

include $(dir $(lastword $(MAKEFILE_LIST)))shared/common.mk
include $(share)react.mk

ANSWERS        = -f $(share)saturation.awk
PLOT_VARIABLES = -e "feedback = '$(FEEDBACK)'"
# SPDX-License-Identifier: GPL-3.0-or-later
