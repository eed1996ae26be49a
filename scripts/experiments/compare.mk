# compare: is one scheduler better than another, by how much, and how sure is that?
#
# Each scheduler gets the same N resampled workloads, so that the differences of pairs are those of
# the schedulers. The first of SCHEDULERS is what the others are compared with; they are names of
# swf-simulate; of another name X, OPTIONS_X tells what it is: SCHEDULERS='easy keen'
# OPTIONS_keen='creasy --alpha 0.9'. FIGURES are the columns of swf-metrics that are compared.
SCHEDULERS ?= fcfs easy
FIGURES    ?= wait_mean wait_p95 response_mean bsld_mean utilization throughput_per_day queue_mean

first    := $(firstword $(SCHEDULERS))
others   := $(wordlist 2,$(words $(SCHEDULERS)),$(SCHEDULERS))
QUESTION  = Is $(subst $(space), or ,$(others)) better than $(first), by how much, and how \
	sure is that?
COMPARED  = SCHEDULERS
LABELS    = log scheduler
CASES     = $(foreach l,$(LOG_NAMES),$(foreach s,$(SCHEDULERS),$l/$s))
ORIGINALS = $(CASES:%=runs/%/0.csv)
RUN       = $(call measured,$(workload),$(call under,$(scheduler)))
SUMMARY   = $(foreach s,$(others),swf-summary --quiet --format $(format) --by log \
	--metrics $(call with,$(FIGURES),wait_mean wait_p95 bsld_mean utilization),stable \
	--paired scheduler=$(first),$s results.csv;)

include $(dir $(lastword $(MAKEFILE_LIST)))shared/common.mk
include $(share)react.mk
