# interactive: what is gained by preferring jobs whose users still wait for them, and who pays?
#
# N resampled workloads for each load are simulated with users who react under the scheduler with
# each alpha, and with other daily cycles for the first and the last of ALPHAS: figures 19 to 21 of
# the keynote. Hours of the day are local time as it was when the log began. With the last of LOADS
# the same workloads are also simulated under KEPT: what large jobs do not pay there is the price of
# the reservation.
#: needs machine users
SITE        = yes
#: two shares as --alpha: the first is 0, which is EASY; the others are compared with it
ALPHAS     ?= 0 0.5 0.9 1
#: factors ..1000 --load as --load-factor: times the users of the log
LOADS      ?= 1 1.5 2
#: words: other daily cycles: none, or hours such as 8-18 between which sessions begin
CYCLES     ?= none 8-18
#: factors: the load of the other cycles
CYCLE_LOAD ?= $(word $(shell echo $$((($(words $(LOADS)) + 1) / 2))),$(LOADS))
#: scheduler --scheduler (--alpha 0): one that takes --alpha
SCHEDULERS ?= creasy
FEEDBACK   ?= fluid
#: number 0.1..10000 --weeks: the weeks that are looked at; empty for as many as the log has
WEEKS      ?=
#: number: the first weeks, which do not count
WARMUP     ?= 4
#: metrics: what is compared of all jobs
METRICS    ?= throughput_per_day session_length_mean session_jobs_mean utilization queue_mean \
	queue_day queue_night busy_day busy_night
#: share: the difference that could have been found: the answer says how many logs show one
DETECT     ?= 5%
#: metrics: what is compared of short, medium and long jobs, and of those below
BY_CLASS   ?= response_mean wait_mean wait_median wait_p95 wait_max throughput_per_day
#: duration: jobs that run longer are very long
VERY_LONG  ?= 12h
#: number: larger jobs are large; empty for half of the machine
LARGE      ?=
#: scheduler: prefers short jobs too, but keeps the reservation of the first job; or empty
KEPT       ?= easy-sjbf
SETTINGS   += WEEKS WARMUP SCHEDULERS VERY_LONG LARGE

# hours of the day, of which the first is not the second
is_cycle = $(shell awk -v cycle='$1' 'BEGIN { split(cycle, hour, "-"); \
	print (cycle ~ /^[0-9]+-[0-9]+$$/ && hour[1] <= 24 && hour[2] <= 24 && \
		hour[1] != hour[2] ? "yes" : "") }')
$(foreach c,$(filter-out none,$(CYCLES)),$(if $(call is_cycle,$c),, \
	$(error CYCLES are none, or two hours such as 8-18: '$c')))
$(if $(filter-out 0,$(firstword $(ALPHAS))),$(error the first of ALPHAS is 0, which is EASY))
ends      = $(sort $(first) $(lastword $(ALPHAS)))
QUESTION  = What is gained by preferring jobs whose users still wait for them, and who pays?
CALENDAR  = yes
LABELS    = log cycle load alpha
ROWS      = class
CASES     = $(foreach l,$(LOG_NAMES),$(foreach i,$(LOADS),$(ALPHAS:%=$l/log/$i/%)) \
	$(foreach c,$(CYCLES),$(foreach i,$(CYCLE_LOAD),$(ends:%=$l/$c/$i/%))) \
	$(KEPT:%=$l/log/$(lastword $(LOADS))/%))
# of all jobs by metric, as p is corrected for the number of metrics
answered  = throughput_per_day session_length_mean queue_night busy_night
of_all    = throughput_per_day session_length_mean queue_night$(comma)busy_night \
	$(call commas,$(filter-out $(answered),$(METRICS)))
paired    = $(summarize) --format $(format) --by log,cycle,load,class --detect $(DETECT)
of_class  = response_mean wait_mean wait_median wait_max throughput_per_day
SUMMARY   = $(foreach a,$(others) $(KEPT),$(foreach m,$(of_all), \
	awk -F, 'NR == 1 || $$6 == "all"' results.csv | \
		$(paired) --metrics $m --paired alpha=$(first)$(comma)$a;) \
	awk -F, 'NR == 1 || $$6 != "all"' results.csv | $(paired) \
		--metrics $(call with,$(BY_CLASS),$(of_class)) --paired alpha=$(first)$(comma)$a;)

resampled = $(resample) --load-factor $(load) $(original)
clock     = $(shell cat unpacked/$(log).clock)
moved     = $(if $(filter-out log,$(cycle)),| awk -v cycle=$(cycle) -v clock=$(clock) \
	-f $(own)cycle.awk | sort -s -n -k 1 | cut -f 2-)
measured  = $(metrics) --warmup $(WARMUP)w --until $(weeks)w
# a scheduler, or what it is with this alpha
chosen_by = $(if $(filter $(KEPT),$(alpha)),$(call under,$(KEPT)),$(call under,$(SCHEDULERS)) \
	--alpha $(alpha))
size      = $(or $(PROCS),$$(sh "$(plot_scripts)machine-size" $(original)))
large     = $(or $(LARGE),$$(($(size) > 1 ? $(size) / 2 : 1)))
# the jobs above a limit, as a class
class_of  = sed -e '1s/^[^,]*/class/' -e '/^to-/d' -e 's/^over-[^,]*/$1/'
# a row of all jobs, with the hours of the day, and one for each class
RUN       = $(scratch) \
	$(resampled) $(moved) | $(chosen_by) \
		$(call users,$(FEEDBACK)) $(seed) >"$$work/swf"; \
	awk -v warmup=$(WARMUP) -v weeks=$(weeks) -v clock=$(clock) -f $(own)hours.awk \
		"$$work/swf" >"$$work/hours"; \
	$(measured) "$$work/swf" | paste -d , - "$$work/hours" | \
		sed '1s/^/class,/; 1!s/^/all,/' >"$$work/all"; \
	$(measured) --by class "$$work/swf" >"$$work/class"; \
	$(measured) --by class --class-limits $(VERY_LONG) "$$work/swf" | \
		$(call class_of,very-long) >"$$work/very-long"; \
	$(measured) --by size --size-limits $(large) "$$work/swf" | \
		$(call class_of,large) >"$$work/large"; \
	awk -F, -f $(own)stack.awk "$$work/all" "$$work/class" "$$work/very-long" "$$work/large"

include $(dir $(lastword $(MAKEFILE_LIST)))../shared/common.mk
include $(share)weeks.mk
compared  = $(ALPHAS)

workloads_are = $(N) for each load, the same for all alphas (seed $(SEED)), under $(SCHEDULERS), \
	$(from_users). Of $(if $(WEEKS),$(WEEKS) weeks,as many weeks as the log has) \
	the first $(WARMUP) are not counted. Very long jobs run over $(VERY_LONG); large ones have over \
	$(if $(LARGE),$(LARGE) processors,half of the machine).
users_are = they react to their waits by the model $(FEEDBACK)$(if $(OPTIONS_$(FEEDBACK)),, of \
	swf-simulate --feedback).

# The second of the day at which a log begins: the hours of the first 3600 seconds tell.
unpacked/%.clock: unpacked/%.swf
	@awk '/^;/; END { for (s = 0; s < 3600; s++) \
			print s + 1, s, 0, 1, 1, -1, -1, 1, -1, -1, 1, 1, -1, -1, -1, -1, -1, -1 }' $< | \
		swf-distrib --quiet --distribution week | awk -F, 'NR > 1 { n[$$1] = $$2 } END { \
			for (h = 0; h < 168; h++) if (n[h] && !n[(h + 167) % 168]) \
				print ((h + 1) * 3600 - n[h]) % 86400 }' >$@.part
	@mv $@.part $@
PREPARED += unpacked/%.clock
prepare: $(LOG_NAMES:%=unpacked/%.clock)

PLOT_VARIABLES = -e "alphas = '$(ALPHAS)'; loads = '$(LOADS)'; cycles = 'log $(CYCLES)'; \
	cycle_load = '$(CYCLE_LOAD)'; scheduler = '$(SCHEDULERS)'; very_long = '$(VERY_LONG)'; \
	large = '$(if $(LARGE),$(LARGE) processors,half of the machine)'"
# SPDX-License-Identifier: GPL-3.0-or-later
