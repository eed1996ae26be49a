# what-if: what if the site's scheduler were set otherwise: who gains and who pays?
#
# N resampled workloads of a site's own log, whose users react to their waits (FEEDBACK), are
# scheduled as by Slurm with the configuration NOW and with NEW, each a slurm.conf; or with NOW and
# with other values of one of its settings: SETTING=bf_max_job_test VALUES='50 1000'. A setting of a
# partition is SETTING=PartitionName=short/MaxTime. What else a site has goes with all of them:
# ASSOCIATIONS, what `sacctmgr dump` wrote, QOS, what `sacctmgr --parsable show qos` printed, and
# KEYS, the names that swf-import --keys wrote. Further SCHEDULERS can be compared too. The first of
# SCHEDULERS, now, is what the others are compared with. DECIDES is the metric that ranks them. Jobs
# have classes by partition, by QOS, by size, up to each of SIZE_LIMITS, and by run time, up to each
# of CLASS_LIMITS; users by how much of the work they submit. WEEKS is the length of the workloads,
# by default that of the log. FEEDBACK= replays the workloads instead. Where no difference is found,
# the answer says how many workloads would show one of DETECT. The recipe agreement says first how
# well NOW explains the waits that the log records.
SITE          = yes
NOW          ?=
NEW          ?=
SETTING      ?=
VALUES       ?=
SCHEDULERS   ?=
FEEDBACK     ?= fluid
DECIDES      ?= wait_mean
FIGURES      ?= wait_mean wait_p95 wait_p99 bsld_mean bsld_p95 throughput_per_day utilization \
	queue_mean
WEEKS        ?=
CLASS_LIMITS ?= 10m,1h,6h
SIZE_LIMITS  ?= 1,8,32,128
DETECT       ?= 5%
PRECISE      ?= $(DECIDES)
SETTINGS     += WEEKS CLASS_LIMITS SIZE_LIMITS
CLASSES       = yes
GROUPS        = partition queue users

QUESTION  = What if $(if $(SETTING),$(SETTING) were $(subst $(space), or ,$(strip $(VALUES))),$(if \
	$(word 2,$(others)),$(first) were one of $(call listed,$(others)),$(others) replaced \
	$(first))): who gains and who pays?
COMPARED  = SCHEDULERS
LABELS    = log scheduler
CASES     = $(foreach l,$(LOG_NAMES),$(SCHEDULERS:%=$l/%))
# the log itself
ORIGINALS = $(foreach l,$(LOG_NAMES),$(SCHEDULERS:%=runs/$l/%/0.csv))
ROWS      = class
JUDGED    = $(of_all)
made      = $(if $(filter 0,$(replication)),$(workload),$(resample) $(if \
	$(WEEKS),--weeks $(WEEKS)) $(original))
RUN       = $(call measured_by_class,$(made),$(call under,$(scheduler)))
TABLES    = means.csv unmodelled.csv stable.csv original.csv
$(if $(word 2,$(SCHEDULERS)),,$(error what is to be compared? \
	NOW=slurm.conf NEW=slurm-new.conf))

include $(dir $(lastword $(MAKEFILE_LIST)))shared/common.mk
include $(share)react.mk
include $(share)compared.mk
of_classes = $(DECIDES) $(filter-out $(DECIDES),wait_mean bsld_mean)
ANSWERS  += -f $(own)unmodelled.awk

# the settings that are not modelled or ignored, of each scheduler that has a slurm.conf
configurations = $(foreach s,$(SCHEDULERS),$(if $(findstring --slurm-conf,$(OPTIONS_$s)),$s))
unmodelled.csv: FORCE
	@{ echo scheduler,setting,value,ignored; $(foreach s,$(configurations),$(call under,$s) \
		--slurm-settings </dev/null | awk -v scheduler=$s -f $(own)unmodelled-rows.awk;) } \
		>$@.part; mv $@.part $@
