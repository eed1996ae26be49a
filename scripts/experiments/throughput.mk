# throughput: how much more gets done with the better scheduler, and what does replaying show?
#
# N resampled workloads for each of LOADS, times the users of the log, are replayed (`conventional`)
# and simulated with users who react (MODEL of swf-simulate --feedback), under each of SCHEDULERS
# (names of swf-simulate, or X with OPTIONS_X as in compare.mk); the first is what the others are
# compared with. At CROSS_LOAD, the last of LOADS if nothing else is said, what the users
# of each scheduler X make is also replayed under each (`of-X`): figures 17 and 8 of the keynote.
# Only the first WEEKS are looked at, by default as many as the log has, without the first WARMUP.
# FIGURES are the columns of swf-metrics that are compared. Where no difference is found,
# the answer says how many workloads would show one of DETECT.
SITE        = yes
LOADS      ?= 1 1.25 1.5 2
SCHEDULERS ?= fcfs easy
MODEL      ?= fluid
CROSS_LOAD ?= $(lastword $(LOADS))
WEEKS      ?=
WARMUP     ?= 4
FIGURES    ?= throughput_per_day utilization wait_mean queue_mean
DETECT     ?= 5%
SETTINGS   += MODEL WEEKS WARMUP

first    := $(firstword $(SCHEDULERS))
others   := $(wordlist 2,$(words $(SCHEDULERS)),$(SCHEDULERS))
QUESTION  = How much more gets done with $(subst $(space), or ,$(others)) than with \
	$(first)$(comma) where users react (model $(MODEL))?
COMPARED  = SCHEDULERS
LABELS    = log load simulation scheduler
KINDS     = $(foreach i,$(LOADS),$i/conventional $i/$(MODEL)) $(CROSSES)
CROSSES   = $(foreach i,$(CROSS_LOAD),$(SCHEDULERS:%=$i/of-%))
CASES     = $(foreach l,$(LOG_NAMES),$(foreach k,$(KINDS),$(SCHEDULERS:%=$l/$k/%)))
CURVES    = $(foreach l,$(LOG_NAMES),$(foreach k,$(CROSSES),\
	$(SCHEDULERS:%=curves/$l/$k/%/1.csv)))
# throughput alone, as p is corrected for the number of metrics
paired    = $(summarize) --format $(format) --by log,load,simulation --detect $(DETECT) \
	--paired scheduler=$(first) results.csv --metrics
SUMMARY   = $(paired) throughput_per_day; $(paired) $(call with,$(filter-out \
	throughput_per_day,$(FIGURES)),utilization queue_mean),stable;

reacting  = $(call users,$(MODEL)) $(seed)
# with a job at their very end, which --until measures and swf-select --week has in the next week
first_weeks = awk '/^;/ { print; next } begin == "" { begin = $$2 } \
	$$2 - begin <= $(weeks) * 604800'
made_by   = $(patsubst of-%,%,$(filter of-%,$(simulation)))
simulated = $(resample) --load-factor $(load) $(original) | \
	$(if $(made_by),$(call under,$(made_by)) $(reacting) | \
		$(first_weeks) |) \
	$(call under,$(scheduler)) $(if $(filter $(MODEL),$(simulation)),$(reacting))
RUN       = $(simulated) | $(metrics) --warmup $(WARMUP)w --until $(weeks)w

include $(dir $(lastword $(MAKEFILE_LIST)))shared/common.mk
include $(share)weeks.mk
users_are = each workload is simulated with users who react (model $(MODEL)), and replayed; its \
	first $(WARMUP) weeks are not measured.

# The waiting jobs week by week, of the first workload.
PLOT_VARIABLES = -e "loads = '$(LOADS)'; schedulers = '$(SCHEDULERS)'; model = '$(MODEL)'; \
	cross = '$(CROSS_LOAD)'"
curves/%.csv:
	@mkdir -p $(@D)
	@$(simulated) | $(metrics) --by week --until $(weeks)w | \
		awk -F, -v show=rows -v columns=week,queue_mean -f $(share)table.awk -f $(share)csv.awk | \
		awk -F, 'BEGIN { print "week,queue_mean" } $$1 <= $(weeks)' >$@.part; mv $@.part $@
