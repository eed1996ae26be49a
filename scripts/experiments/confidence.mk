# confidence: how sure is a result from one log, and is that log typical of its users?
#
# Each scheduler gets N workloads that are resampled from the users of the log: Figures 8 and 9 of
# the resampling paper.
#: needs machine users
N          ?= 1000
#: schedulers --scheduler: each is looked at by itself
SCHEDULERS ?= easy
#: metrics: columns of swf-metrics in the summary
METRICS    ?= jobs utilization slowdown_mean bsld_mean response_mean wait_mean

QUESTION  = How sure is a result from one log, and is that log typical of its users?
LABELS    = log scheduler
CASES     = $(foreach l,$(LOG_NAMES),$(foreach s,$(SCHEDULERS),$l/$s))
ORIGINALS = $(CASES:%=runs/%/0.csv)
RUN       = $(call measured,$(workload),$(call under,$(scheduler)))
SUMMARY   = swf-summary --quiet --format $(format) --by log,scheduler \
	--metrics $(call with,$(METRICS),jobs utilization bsld_mean wait_mean),stable \
	--reference original.csv results.csv;

include $(dir $(lastword $(MAKEFILE_LIST)))shared/common.mk
include $(share)react.mk
# SPDX-License-Identifier: GPL-3.0-or-later
