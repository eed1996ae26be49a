# what-if: what if the site's scheduler were set otherwise: who gains and who pays?
#
# N resampled workloads of a site's own log, whose users react to their waits, are scheduled as by
# Slurm with the configuration NOW and with NEW; or with NOW and with other values of one of its
# settings: SETTING=bf_max_job_test VALUES='50 1000'. What else a site has goes with all of them:
# ASSOCIATIONS, QOS and KEYS. The first of all schedulers, now, is what the others are compared
# with. Jobs have classes by partition, by QOS, by account, by GPUs, by size and by run time; users
# by how much of the work they submit. The jobs of the log itself also have months. FEEDBACK=
# replays the workloads instead. The recipe agreement says first how well NOW explains the waits
# that the log records.
#: needs machine users
SITE          = yes
#: file: the slurm.conf of the scheduler now, with which the others are compared
NOW          ?=
#: file: another one, of the scheduler new
NEW          ?=
#: text: a setting of NOW, such as bf_max_job_test or PartitionName=short/MaxTime
SETTING      ?=
#: words: other values of it
VALUES       ?=
#: two schedulers --scheduler: further ones
SCHEDULERS   ?=
FEEDBACK     ?= fluid
#: metric: ranks the schedulers
DECIDES      ?= wait_mean
#: metrics: columns of swf-metrics that are compared
METRICS      ?= wait_mean wait_p95 wait_p99 bsld_mean bsld_p95 throughput_per_day utilization \
	queue_mean
#: number 0.1..10000 --weeks: length of the workloads; empty for that of the log
WEEKS        ?=
#: durations: longest run times of the classes of jobs, with commas
CLASS_LIMITS ?= 10m,1h,6h
#: numbers: largest sizes of the classes of jobs by size, with commas
SIZE_LIMITS  ?= 1,8,32,128
#: share: the difference that could have been found: the answer says how many logs show one
DETECT       ?= 5%
PRECISE      ?= $(DECIDES)
SETTINGS     += WEEKS CLASS_LIMITS SIZE_LIMITS
CLASSES       = yes
GROUPS        = partition queue group users months
# accounts that are classes; all others are one
ACCOUNTS      = unpacked/$(log).accounts

QUESTION  = What if $(if $(SETTING),$(SETTING) were $(subst $(space), or ,$(strip $(VALUES))),$(if \
	$(word 2,$(others)),$(first) were one of $(call listed,$(others)),$(others) replaced \
	$(first))): who gains and who pays?
LABELS    = log scheduler
CASES     = $(foreach l,$(LOG_NAMES),$(SCHEDULERS:%=$l/%))
# the log itself
ORIGINALS = $(foreach l,$(LOG_NAMES),$(SCHEDULERS:%=runs/$l/%/0.csv))
ROWS      = class
JUDGED    = $(of_all)
made      = $(if $(filter 0,$(replication)),$(workload),$(resample) $(if \
	$(WEEKS),--weeks $(WEEKS)) $(original))
RUN       = $(call measured_by_class,$(made),$(call under,$(scheduler))$(if \
	$(filter 0,$(replication)), --left-out "$$work/left-out"))
TABLES    = means.csv unmodelled.csv stable.csv original.csv
$(if $(word 2,$(SCHEDULERS)),,$(error what is to be compared? \
	NOW=slurm.conf NEW=slurm-new.conf))

include $(dir $(lastword $(MAKEFILE_LIST)))shared/common.mk
include $(share)react.mk
include $(share)compared.mk
of_classes = $(DECIDES) $(filter-out $(DECIDES),wait_mean bsld_mean)
ANSWERS  += -f $(own)unmodelled.awk -f $(own)months.awk \
	-f $(own)left-out.awk

unpacked/%.accounts: unpacked/%.swf
	@awk -f $(own)accounts.awk $< | sort -k 2,2gr -k 1,1n | sed 's/ .*//; 10q' >$@.part; \
	mv $@.part $@
PREPARED += unpacked/%.accounts
prepare: $(LOG_NAMES:%=unpacked/%.accounts)

# the settings that are not modelled or ignored, of each scheduler that has a slurm.conf
configurations = $(foreach s,$(SCHEDULERS),$(if $(findstring --slurm-conf,$(OPTIONS_$s)),$s))
unmodelled.csv: FORCE
	@{ echo scheduler,setting,value,ignored; $(foreach s,$(configurations),$(call under,$s) \
		--slurm-settings </dev/null | awk -v scheduler=$s -f $(own)unmodelled-rows.awk;) } \
		>$@.part; mv $@.part $@
# SPDX-License-Identifier: GPL-3.0-or-later
