# throughput: how much more gets done with the better scheduler, and what does replaying show?
#
# N resampled workloads for each load are replayed (`conventional`) and simulated with users who
# react (FEEDBACK), under each scheduler. At CROSS_LOAD what the users of each scheduler X make is
# also replayed under each (`of-X`): figures 17 and 8 of the keynote.
#: needs machine users
SITE        = yes
#: factors ..1000 --load as --load-factor: times the users of the log
LOADS      ?= 1 1.25 1.5 2
#: two schedulers --scheduler: the others are compared with the first
SCHEDULERS ?= fcfs easy
FEEDBACK   ?= fluid
#: factors: where what the users of each scheduler make is replayed under all
CROSS_LOAD ?= $(lastword $(LOADS))
#: number 0.1..10000 --weeks: the weeks that are looked at; empty for as many as the log has
WEEKS      ?=
#: number: the first weeks, which do not count
WARMUP     ?= 4
#: metrics: columns of swf-metrics that are compared
METRICS    ?= throughput_per_day utilization wait_mean queue_mean
#: share: the difference that could have been found: the answer says how many logs show one
DETECT     ?= 5%
SETTINGS   += WEEKS WARMUP

QUESTION  = How much more gets done with $(subst $(space), or ,$(others)) than with \
	$(first)$(comma) where users react (model $(FEEDBACK))?
LABELS    = log load simulation scheduler
KINDS     = $(foreach i,$(LOADS),$i/conventional $i/$(FEEDBACK)) $(CROSSES)
CROSSES   = $(foreach i,$(CROSS_LOAD),$(SCHEDULERS:%=$i/of-%))
CASES     = $(foreach l,$(LOG_NAMES),$(foreach k,$(KINDS),$(SCHEDULERS:%=$l/$k/%)))
CURVES    = $(foreach l,$(LOG_NAMES),$(foreach k,$(CROSSES),\
	$(SCHEDULERS:%=curves/$l/$k/%/1.csv)))
# throughput alone, as p is corrected for the number of metrics
paired    = $(summarize) --format $(format) --by log,load,simulation --detect $(DETECT) \
	--paired scheduler=$(first) results.csv --metrics
SUMMARY   = $(paired) throughput_per_day; $(paired) $(call with,$(filter-out \
	throughput_per_day,$(METRICS)),utilization queue_mean),stable;

reacting  = $(call users,$(FEEDBACK)) $(seed)
# with a job at their very end, which --until measures and swf-select --week has in the next week
first_weeks = awk '/^;/ { print; next } begin == "" { begin = $$2 } \
	$$2 - begin <= $(weeks) * 604800'
made_by   = $(patsubst of-%,%,$(filter of-%,$(simulation)))
simulated = $(resample) --load-factor $(load) $(original) | \
	$(if $(made_by),$(call under,$(made_by)) $(reacting) | $(first_weeks) |) \
	$(call under,$(scheduler)) $(if $(filter $(FEEDBACK),$(simulation)),$(reacting))
RUN       = $(simulated) | $(metrics) --warmup $(WARMUP)w --until $(weeks)w

include $(dir $(lastword $(MAKEFILE_LIST)))shared/common.mk
include $(share)weeks.mk
users_are = each workload is simulated with users who react (model $(FEEDBACK)), and replayed; its \
	first $(WARMUP) weeks are not measured.

# The waiting jobs week by week, of the first workload.
PLOT_VARIABLES = -e "loads = '$(LOADS)'; schedulers = '$(SCHEDULERS)'; model = '$(FEEDBACK)'; \
	cross = '$(CROSS_LOAD)'"
curves/%.csv:
	@mkdir -p $(@D)
	@$(simulated) | $(metrics) --by week --until $(weeks)w | \
		awk -F, -v show=rows -v columns=week,queue_mean -f $(share)table.awk -f $(share)csv.awk | \
		awk -F, 'BEGIN { print "week,queue_mean" } $$1 <= $(weeks)' >$@.part; mv $@.part $@
# SPDX-License-Identifier: GPL-3.0-or-later
