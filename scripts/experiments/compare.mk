# compare: which scheduler is best, by how much, how sure is that, and who pays for it?
#
# Each scheduler gets the same N resampled workloads, so that the differences of pairs are those of
# the schedulers.
#: needs machine users
SITE          = yes
#: two schedulers --scheduler: the others are compared with the first
SCHEDULERS   ?= fcfs easy
#: metric: ranks the schedulers
DECIDES      ?= wait_mean
#: metrics: columns of swf-metrics that are compared
METRICS      ?= wait_mean wait_p95 wait_p99 bsld_mean bsld_p95 throughput_per_day utilization \
	queue_mean
#: factors ..1000 --load as --load-factor: times the users of the log; empty for its own
LOADS        ?=
#: number 0.1..10000 --weeks: length of the workloads; empty for that of the log
WEEKS        ?=
#: word: yes, or empty to leave out classes of jobs and users, for shorter runs
CLASSES      ?= yes
#: durations: longest run times of the classes of jobs, with commas
CLASS_LIMITS ?= 10m,1h,6h
#: numbers: largest sizes of the classes of jobs by size, with commas
SIZE_LIMITS  ?= 1,8,32
#: share: the difference that could have been found: the answer says how many logs show one
DETECT       ?= 5%
#: word: all, for a table of all pairs of schedulers
PAIRS        ?=
PRECISE      ?= $(DECIDES)
SETTINGS     += WEEKS CLASSES CLASS_LIMITS SIZE_LIMITS

QUESTION  = $(if $(word 2,$(others)),Which scheduler is best: $(call listed,$(wordlist \
	2,$(words $(SCHEDULERS)),x $(SCHEDULERS))) or $(lastword $(SCHEDULERS)),Is $(others) better \
	than $(first)), by how much, and how sure is that?
LABELS    = log $(if $(LOADS),load) scheduler
kinds     = $(foreach l,$(LOG_NAMES),$(if $(LOADS),$(LOADS:%=$l/%),$l))
CASES     = $(foreach k,$(kinds),$(SCHEDULERS:%=$k/%))
# the log itself, whose load is 1
ORIGINALS = $(foreach l,$(LOG_NAMES),$(SCHEDULERS:%=runs/$l/$(if $(LOADS),1/)%/0.csv))
ROWS      = $(if $(CLASSES),class)
JUDGED    = $(if $(CLASSES),$(of_all))
made      = $(if $(filter 0,$(replication)),$(workload),$(resample) $(if \
	$(LOADS),--load-factor $(load)) $(if $(WEEKS),--weeks $(WEEKS)) $(original))
measuring = $(if $(CLASSES),measured_by_class,measured_never)
RUN       = $(call $(measuring),$(made),$(call under,$(scheduler)))

TABLES    = means.csv $(if $(word 2,$(LOGS)),pooled.csv) stable.csv original.csv
$(if $(filter-out all,$(PAIRS)),$(error PAIRS is all or nothing: '$(PAIRS)'))

include $(dir $(lastword $(MAKEFILE_LIST)))shared/common.mk
include $(share)react.mk
include $(share)compared.mk
ANSWERS  += -f $(share)saturation.awk -f $(share)compared-loads.awk
# SPDX-License-Identifier: GPL-3.0-or-later
