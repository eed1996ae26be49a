# compare: which scheduler is best, by how much, how sure is that, and who pays for it?
#
# Each scheduler gets the same N resampled workloads, so that the differences of pairs are those of
# the schedulers. The first of SCHEDULERS is what the others are compared with; they are names of
# swf-simulate; of another name X, OPTIONS_X tells what it is: SCHEDULERS='easy keen'
# OPTIONS_keen='creasy --alpha 0.9'. DECIDES is the metric that ranks them, and FIGURES are the
# columns of swf-metrics that are compared. LOADS are factors of the number of users, and WEEKS is
# the length of the workloads; both are those of the log where they are empty. Jobs have classes by
# run time, up to each of CLASS_LIMITS, and by size, up to each of SIZE_LIMITS; CLASSES= leaves them
# out, and the spread over users, for shorter runs. Where no difference is found, the answer says
# how many workloads would show one of DETECT. PAIRS=all adds a table of all pairs.
SITE          = yes
SCHEDULERS   ?= fcfs easy
DECIDES      ?= wait_mean
FIGURES      ?= wait_mean wait_p95 wait_p99 bsld_mean bsld_p95 throughput_per_day utilization \
	queue_mean
LOADS        ?=
WEEKS        ?=
CLASSES      ?= yes
CLASS_LIMITS ?= 10m,1h,6h
SIZE_LIMITS  ?= 1,8,32
DETECT       ?= 5%
PAIRS        ?=
PRECISE      ?= $(DECIDES)
SETTINGS     += WEEKS CLASSES CLASS_LIMITS SIZE_LIMITS

QUESTION  = $(if $(word 2,$(others)),Which scheduler is best: $(call listed,$(wordlist \
	2,$(words $(SCHEDULERS)),x $(SCHEDULERS))) or $(lastword $(SCHEDULERS)),Is $(others) better \
	than $(first)), by how much, and how sure is that?
COMPARED  = SCHEDULERS
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
