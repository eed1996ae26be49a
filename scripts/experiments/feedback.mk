# feedback: what do users who react make of a log, and what does replay hide?
#
# Each model simulates the log itself under each scheduler: figures 5 to 10 and Table I of the
# feedback paper. Columns of the results that begin with weeks_ are of the first WEEKS, others of
# all jobs. ks_week and ks_activity are distances to the log, of hours of the week and of activity
# lengths of users.
#: needs machine
#: without FEEDBACK
N          ?= 5
#: schedulers --scheduler: the first is shown more closely
SCHEDULERS ?= easy fcfs
#: models: user models, or conventional for a replay; the first and the last are compared
MODELS     ?= conventional adjusted distribution fluid
#: words: those of MODELS that draw random numbers, and so are simulated N times
DRAWN      ?= distribution fluid
#: number 0.1..10000 --weeks: what columns weeks_ look at; empty for the weeks of the log
WEEKS      ?=
#: metrics: columns of the results in the summary; see above for those it adds
METRICS    ?= wait_mean bsld_mean weeks_queue_mean weeks_throughput_per_day user_activity_median
SETTINGS   += WEEKS

QUESTION = What do users who react make of a log, and what does replay hide?
CALENDAR  = yes
LABELS   = log scheduler model
KINDS    = $(foreach l,$(LOG_NAMES),$(foreach s,$(SCHEDULERS),$(MODELS:%=$l/$s/%)))
times    = $(if $(filter $(notdir $1),$(DRAWN)),$(replications),1)
RUNS     = $(foreach k,$(KINDS),$(foreach n,$(call times,$k),runs/$k/$n.csv))
CURVES   = $(KINDS:%=curves/%/1.csv) $(LOG_NAMES:%=curves/%/log/log/0.csv)
SUMMARY  = swf-summary --quiet --format $(format) --by log,scheduler,model \
	--metrics $(call with,$(METRICS),wait_mean weeks_queue_mean),ks_week,ks_activity results.csv;

simulated = $(if $(filter 0,$(replication)),cat $(original),$(call under,$(scheduler)) \
	$(if $(filter-out conventional,$(model)),$(call users,$(model)) $(seed)) $(original))
keep      = $(scratch) $(simulated) >"$$work/swf";
RUN       = $(keep) \
	$(metrics) "$$work/swf" >"$$work/all"; \
	$(metrics) --until $(weeks)w "$$work/swf" | \
		awk -F, -v show=rows -v head=weeks_queue_mean,weeks_throughput_per_day \
			-v columns=queue_mean,throughput_per_day -f $(share)table.awk -f $(share)csv.awk \
			>"$$work/weeks"; \
	swf-distrib --quiet --compare $(original) "$$work/swf" | awk -F, '{ ks[$$1] = $$7 } \
		END { print "ks_week,ks_activity"; print ks["week"] "," ks["activity"] }' >"$$work/ks"; \
	paste -d , "$$work/all" "$$work/weeks" "$$work/ks"

include $(dir $(lastword $(MAKEFILE_LIST)))shared/common.mk
include $(share)weeks.mk
workloads_are = the log itself, once for each case, or $(N) times with other random numbers where \
	the model draws them (seed $(SEED)).
users_are = $(if $(word 2,$(MODELS)),the models $(subst $(space),$(comma) ,$(strip $(MODELS))),the \
	model $(MODELS)); conventional is the log replayed.

# Distributions: hours of the week, activity lengths of users, lengths of the queue.
PLOT_VARIABLES = -e "schedulers = '$(SCHEDULERS)'; models = '$(MODELS)'"
curves/%.csv:
	@mkdir -p $(@D)
	@{ $(keep) echo kind,value,count,share,cumulated; \
		swf-distrib --quiet --distribution week "$$work/swf" | sed '1d; s/^/week,/'; \
		swf-distrib --quiet --distribution activity "$$work/swf" | sed '1d; s/^/activity,/' \
		$(if $(filter 0,$(replication)),,; $(metrics) --distribution queue --until $(weeks)w \
			"$$work/swf" | sed '1d; s/^/queue,/'); } >$@.part; mv $@.part $@
# SPDX-License-Identifier: GPL-3.0-or-later
