# agreement: does the simulated scheduler have the waits that the log records?
#
# The log itself is scheduled, without resampling and without users who react, and its waits are
# compared with those that the log records: of all jobs, by partition, by QOS, by size and by month.
# ASSOCIATIONS, QOS and KEYS are further files of the site, as for what-if. There are no
# replications: N counts for nothing.
#: needs machine
#: without FEEDBACK PRECISION PRECISE MAXIMUM
N           ?= 1
#: file: the slurm.conf of the scheduler now
NOW         ?=
#: schedulers --scheduler: those of which the waits are compared with those of the log
SCHEDULERS  ?=
#: number: two waits agree if one is at most this times the other, or within a minute
FACTOR      ?= 2
#: numbers: largest sizes of the classes of jobs by size, with commas
SIZE_LIMITS ?= 1,8,32,128
SETTINGS    += FACTOR SIZE_LIMITS

QUESTION  = Does a simulation of $(subst $(space), and of ,$(strip $(SCHEDULERS))) have the waits \
	that the log records?
LABELS    = log scheduler
ROWS      = class metric
CASES     = $(foreach l,$(LOG_NAMES),$(SCHEDULERS:%=$l/%))
# the log itself, of which there are no others
RUNS      = $(CASES:%=runs/%/0.csv)
# the waits, and what was said meanwhile
TABLES    = results.csv

# A row for each class of jobs, of the recorded waits, the simulated ones and the share that agrees.
# What swf-simulate says is a row of the class `said`, without commas.
recorded  = swf-select --quiet --format csv --size allocated \
	--columns job,wait,run_time,size,allocated,partition,queue,week,submit_local $(original)
RUN       = $(scratch) $(find_keys) \
	$(recorded) >"$$work/log" 2>"$$work/said" || { cat "$$work/said" >&2; exit 1; }; \
	{ echo ';'; $(subst --quiet,,$(call under,$(scheduler))) $(original); } \
		>"$$work/scheduled" 2>"$$work/said" || { cat "$$work/said" >&2; exit 1; }; \
	awk -F, -v factor=$(FACTOR) -v sizes=$(SIZE_LIMITS) -v log_file=$(original) \
		-v keys="$$keys" -f $(share)csv.awk \
		-f $(share)measured.awk -f $(own)both-waits.awk "$$work/log" "$$work/scheduled" | \
		swf-summary --quiet --by class --metrics recorded,simulated,agrees; \
	sed -n 's/^swf-simulate: //p' "$$work/said" | tr , '\001' | \
		sed 's/.*/said,&,,,,,,,,,,,,/'
SUMMARY   = awk -F, -v OFS=, -f $(share)csv.awk -f $(own)rows.awk results.csv \
	$(in_columns);
in_columns = $(if $(filter text,$(format)), | awk -F$(comma) \
	'{ for (i = 1; i <= NF; i++) printf "%-18s "$(comma) $$i; print "" }')
$(if $(SCHEDULERS),,$(error what is to be simulated? NOW=slurm.conf))

include $(dir $(lastword $(MAKEFILE_LIST)))../shared/common.mk

# nothing is resampled
workloads_are =
users_are = the log is replayed: jobs arrive when it says$(comma) as they did.
ANSWERS   = -v factor=$(FACTOR) -f $(share)job-classes.awk
# SPDX-License-Identifier: GPL-3.0-or-later
