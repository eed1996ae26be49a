# sustained: what is the highest load that a scheduler sustains?
#
# For each of N workloads, and under each of SCHEDULERS (names of swf-simulate; of another name X,
# OPTIONS_X tells what it is), the load is sought, as a factor of the number of users, up to which
# the machine sustains it: by doubling or halving, and then by halving the interval, until its ends
# are within TOLERANCE of each other. A load is sustained if the saturation test of swf-metrics
# finds the machine stable, and, with METRIC, if that column of swf-metrics is at most MOST: the
# highest load with a mean wait of an hour is METRIC=wait_mean MOST=3600. All loads of a workload,
# under all schedulers, have the same random numbers. A row has the load found (`load`), one just
# above it that is not sustained (`too_much`), how many loads were tried, and what swf-metrics says
# of the load found.
N          ?= 10
SCHEDULERS ?= fcfs easy
TOLERANCE  ?= 0.01
METRIC     ?=
MOST       ?=
SETTINGS   += TOLERANCE METRIC MOST

# users who react do not saturate a machine
$(if $(FEEDBACK),$(if $(METRIC),,$(error users who react saturate no machine: say what they \
	stand, as in METRIC=wait_mean MOST=3600)))
$(if $(METRIC)$(MOST),$(if $(and $(METRIC),$(MOST)),,$(error METRIC and MOST go together)))
$(if $(shell echo '$(TOLERANCE)' | grep -x -e '0*[.][0-9]*[1-9][0-9]*' -e '1'),,$(error \
	TOLERANCE is not a number above 0 and up to 1: '$(TOLERANCE)'))
QUESTION  = What is the highest load that $(subst $(space), or ,$(strip $(SCHEDULERS))) \
	sustains$(if $(METRIC),$(comma) with $(METRIC) of at most $(MOST))?
LABELS    = log scheduler
CASES     = $(foreach l,$(LOG_NAMES),$(SCHEDULERS:%=$l/%))
FIGURES  ?= utilization throughput_per_day wait_mean
SUMMARY   = swf-summary --quiet --format $(format) --by log,scheduler \
	--metrics load,too_much,$(call commas,$(FIGURES)) results.csv;
loaded    = $(resample) --load-factor $$load $(original)
RUN       = measure() ( $(call measured,$(loaded),$(call under,$(scheduler))); ); \
	export -f measure; \
	$(share)sustained '$(TOLERANCE)' '$(METRIC)' '$(MOST)' '$(FEEDBACK)'

include $(dir $(lastword $(MAKEFILE_LIST)))shared/common.mk
include $(share)react.mk

PLOT_VARIABLES = -e "schedulers = '$(SCHEDULERS)'; metric = '$(METRIC)'; most = '$(MOST)'"
