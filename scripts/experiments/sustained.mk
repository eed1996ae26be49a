# sustained: how many users can the machine take at most under a scheduler?
#
# For each of N workloads, and under each scheduler, the load is sought, as a factor of the number
# of users, up to which the machine sustains it: by doubling or halving, and then by halving the
# interval, until its ends are within TOLERANCE of each other. The answer says what half of the
# workloads sustain, as in the recipe load, and the mean over all. A load is sustained if the
# saturation test of swf-metrics finds the machine stable, and, with METRIC, if that column is at
# most MOST: the highest load with a mean wait of an hour is METRIC=wait_mean MOST=3600. A machine
# that is nearly idle could take hundreds of times its users, and such workloads take long: so the
# search ends at MAX_LOAD. All loads of a workload, under all schedulers, have the same random
# numbers. A row has the load found (`load`), one just above it that is not sustained (`too_much`;
# none if MAX_LOAD is sustained), how many loads were tried, and what swf-metrics says of the load
# found.
#: needs machine users
SITE        = yes
#: schedulers --scheduler: the others are compared with the first
SCHEDULERS ?= fcfs easy
#: number: how near the ends of the interval are in which the load is found
TOLERANCE  ?= 0.01
#: metric: a column of swf-metrics that limits the load, too, at MOST
METRIC     ?=
#: number: its largest value
MOST       ?=
#: number: where the search ends
MAX_LOAD   ?= 64
#: share: the difference that could have been found: the answer says how many logs show one
DETECT     ?= 5%
SETTINGS   += TOLERANCE METRIC MOST MAX_LOAD

# users who react do not saturate a machine
$(if $(FEEDBACK),$(if $(METRIC),,$(error users who react saturate no machine: say what they \
	stand, as in METRIC=wait_mean MOST=3600)))
$(if $(METRIC)$(MOST),$(if $(and $(METRIC),$(MOST)),,$(error METRIC and MOST go together)))
$(if $(shell echo '$(TOLERANCE)' | grep -x -e '0*[.][0-9]*[1-9][0-9]*' -e '1'),,$(error \
	TOLERANCE is not a number above 0 and up to 1: '$(TOLERANCE)'))
$(if $(shell echo '$(MAX_LOAD)' | grep -x '[1-9][0-9]*'),,$(error \
	MAX_LOAD is not a whole number above 0: '$(MAX_LOAD)'))
QUESTION  = How many users can the machine take at most under $(subst $(space), or ,$(strip \
	$(SCHEDULERS)))$(if $(METRIC),$(comma) with $(METRIC) of at most $(MOST))?
LABELS    = log scheduler
CASES     = $(foreach l,$(LOG_NAMES),$(SCHEDULERS:%=$l/%))
#: metrics: columns of swf-metrics in the summary
METRICS  ?= utilization throughput_per_day wait_mean
TABLES    = $(if $(word 2,$(SCHEDULERS)),pairs.csv)
SUMMARY   = $(summarize) --format $(format) --by log,scheduler \
	--metrics load,too_much,$(call commas,$(METRICS)) results.csv;
loaded    = $(resample) --load-factor $$load $(original)
RUN       = measure() ( $(call measured,$(loaded),$(call under,$(scheduler))); ); \
	export -f measure; \
	$(share)sustained '$(TOLERANCE)' '$(METRIC)' '$(MOST)' '$(FEEDBACK)' '$(MAX_LOAD)'

include $(dir $(lastword $(MAKEFILE_LIST)))shared/common.mk
include $(share)react.mk

workloads_are = $(N), $(from_users), each with as many users as the machine can take; the users \
	and their weeks are the same for all schedulers (seed $(SEED)).
ANSWERS   = -v limited=$(METRIC) -v most=$(MOST) -v tolerance=$(TOLERANCE) -v max_load=$(MAX_LOAD)
PLOT_VARIABLES = -e "schedulers = '$(SCHEDULERS)'; metric = '$(METRIC)'; most = '$(MOST)'"

pairs.csv: results.csv FORCE
	@$(summarize) --by log --paired scheduler=$(firstword $(SCHEDULERS)) \
		--detect $(DETECT) --metrics load results.csv >$@.part; mv $@.part $@
# SPDX-License-Identifier: GPL-3.0-or-later
