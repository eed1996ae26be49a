# bias: what do more users of one kind do to the results?
#
# N workloads are resampled in which the users of a kind are drawn more often than others: those
# with the longest jobs (`long`, by their median run time), the shortest ones (`short`), the largest
# (`large`) and smallest (`small`, by their median size), or with the most (`many`) and fewest
# (`few`) jobs. They are compared with workloads without a bias (`none`). Columns of the results are
# those of swf-metrics, and of the workload the mean run time and size of its jobs.
#: needs machine users
SITE        = yes
#: words: kinds of users, as below; or COLUMN+ and COLUMN- of swf-sessions --table users
FAVOURED   ?= long short large small many
#: share: the part of the users that is of a kind
SHARE      ?= 25%
#: number: how many times as often they are drawn as others, more than 1
WEIGHT     ?= 4
#: word: same, where the work is that of the log, or users, where their number is
LOAD       ?= same
#: schedulers --scheduler: the others are compared with the first
SCHEDULERS ?= easy easy-sjbf
#: metrics: what is compared: columns of the results
METRICS    ?= wait_mean bsld_mean utilization
#: share: the difference that could have been found: the answer says how many logs show one
DETECT     ?= 5%
SETTINGS   += SHARE WEIGHT LOAD

QUESTION  = What do more users of one kind do to the results?
LABELS    = log scheduler favoured
CASES     = $(foreach l,$(LOG_NAMES),$(foreach s,$(SCHEDULERS),$l/$s/none $(FAVOURED:%=$l/$s/%)))

column-long  = Rm+
column-short = Rm-
column-large = Pm+
column-small = Pm-
column-many  = J+
column-few   = J-
# the weights, and with which number of users the work is that of the log
weigh     = awk -F, -v column=$(or $(column-$(favoured)),$(favoured)) -v share=$(SHARE) \
	-v weight=$(WEIGHT) -v weights="$$work/weights" -f $(share)csv.awk -f $(own)weigh.awk \
	unpacked/$(log).users
biased    = factor=$$($(weigh)); $(resample) --bias "$$work/weights" \
	$(if $(filter same,$(LOAD)),--load-factor $$factor) $(original)
RUN       = $(scratch) $(if $(filter none,$(favoured)),$(workload),$(biased)) >"$$work/swf"; \
	$(call under,$(scheduler)) $(reacting) "$$work/swf" | \
		$(metrics) $(call until,"$$work/swf") >"$$work/metrics"; \
	awk '/^;/ { next } $$4 >= 0 { times++; time += $$4 } { p = $$8 > 0 ? $$8 : $$5 } \
		p > 0 { sizes++; size += p } END { print "run_time_mean,size_mean"; \
		print (times ? time / times : "") "," (sizes ? size / sizes : "") }' "$$work/swf" | \
		paste -d , "$$work/metrics" -
paired    = $(summarize) --format $(format) --detect $(DETECT)
of_kinds  = $(paired) --by log,scheduler --paired favoured=none --metrics
answered  = wait_mean bsld_mean
# kinds of users under each scheduler, of each of these metrics by itself, as p is corrected for the
# number of kinds, and what their workloads are like; then schedulers with each kind of users
SUMMARY   = $(foreach m,$(answered),$(of_kinds) $m results.csv | $(given)) \
	$(of_kinds) $(call with,$(work),$(filter-out $(answered),$(METRICS)) stable) results.csv | \
	$(given) $(if $(others),$(of_pairs))
work      = jobs run_time_mean size_mean utilization
of_pairs  = $(paired) --by log,favoured --paired scheduler=$(first) \
	--metrics $(call with,$(METRICS),$(answered)) results.csv | $(given)
given     = sed -e '1s/scheduler/given    /; 1s/favoured/given   /; 1s/given *,/given,/';
$(if $(filter-out same users,$(LOAD)),$(error LOAD is same or users))
between   = $(shell awk -v value='$1' 'BEGIN { \
	number = value ~ /%$$/ ? value / 100 : value + 0; \
	print (number > $2 && number < $3 ? "yes" : "") }')
$(if $(call between,$(WEIGHT),1,1e6),,$(error WEIGHT is more than 1: '$(WEIGHT)' favours nobody))
$(if $(call between,$(SHARE),0,1),,$(error SHARE is a part of the users, as 25%: not '$(SHARE)'))
$(if $(filter none,$(FAVOURED)),$(error FAVOURED are kinds of users: none is always there))

include $(dir $(lastword $(MAKEFILE_LIST)))../shared/common.mk
include $(share)react.mk
workloads_are = $(N) without a bias and $(N) with more users of each kind, the same for all \
	schedulers (seed $(SEED)), $(from_users). The users of a kind are $(SHARE) of \
	all$(comma) and are drawn $(WEIGHT) times as often as others. $(if $(filter same,$(LOAD)),The \
	number of users is changed so that the work is that of the log,The number of users stays$(comma) \
	and the work changes with them) (LOAD=$(LOAD)).

# The users of the log with their variables, and the processor seconds of their jobs.
unpacked/%.users: unpacked/%.swf
	@swf-sessions --quiet $(machine) --table users $< >$@.table
	@awk -F, 'phase == 1 { if (/^;/) next; split($$0, f, " "); p = f[8] > 0 ? f[8] : f[5]; \
		if (f[4] > 0 && p > 0) work[f[12]] += f[4] * p; next } \
		{ print $$0 "," (FNR == 1 ? "work" : work[$$1] + 0) }' phase=1 $< phase=2 $@.table >$@.part
	@rm $@.table; mv $@.part $@
PREPARED += unpacked/%.users
prepare: $(LOG_NAMES:%=unpacked/%.users)
PLOT_VARIABLES = -e "kinds = 'none $(FAVOURED)'; schedulers = '$(SCHEDULERS)'"
# SPDX-License-Identifier: GPL-3.0-or-later
