# interactive: what is gained by preferring jobs whose users still wait for them, and who pays?
#
# N resampled workloads for each of LOADS, times the users of the log, are simulated with users who
# react (MODEL of swf-simulate --feedback) under SCHEDULER (creasy, which takes --alpha) with each of
# ALPHAS; the first, 0, which is EASY, is what the others are compared with.
# CYCLES are other daily cycles than that of the log, with CYCLE_LOAD (the middle one of LOADS) and
# the first and the last of ALPHAS: `none`, or `8-18` where sessions begin between these hours.
# These are figures 19 to 21 of the keynote. Only the first WEEKS are looked at, by default as many
# as the log has, without the first WARMUP. Hours of the day are local time as it was when the log
# began. FIGURES of all jobs and BY_CLASS of short, medium and long jobs are compared.
N          ?= 8
ALPHAS     ?= 0 0.5 0.9 1
LOADS      ?= 1 1.5 2
CYCLES     ?= none 8-18
CYCLE_LOAD ?= $(word $(shell echo $$((($(words $(LOADS)) + 1) / 2))),$(LOADS))
SCHEDULER  ?= creasy
MODEL      ?= fluid
WEEKS      ?=
WARMUP     ?= 4
FIGURES    ?= throughput_per_day session_length_mean session_jobs_mean utilization queue_mean \
	queue_day queue_night busy_day busy_night
BY_CLASS   ?= response_mean wait_mean wait_max
SETTINGS   += MODEL WEEKS WARMUP SCHEDULER

$(foreach c,$(filter-out none,$(CYCLES)),$(if $(filter-out 0,$(shell \
	expr '$c' : '[0-9][0-9]*-[0-9][0-9]*$$')),, \
	$(error CYCLES are none, or hours such as 8-18: '$c')))
first    := $(firstword $(ALPHAS))
others   := $(wordlist 2,$(words $(ALPHAS)),$(ALPHAS))
ends     := $(sort $(first) $(lastword $(ALPHAS)))
QUESTION  = What is gained by preferring jobs whose users still wait for them, and who pays? \
	Users react to waits: model $(MODEL).
CALENDAR  = yes
COMPARED  = ALPHAS
LABELS    = log cycle load alpha
CASES     = $(foreach l,$(LOG_NAMES),$(foreach i,$(LOADS),$(ALPHAS:%=$l/log/$i/%)) \
	$(foreach c,$(CYCLES),$(foreach i,$(CYCLE_LOAD),$(ends:%=$l/$c/$i/%))))
answered  = throughput_per_day session_length_mean queue_night busy_night
paired    = swf-summary --quiet --format $(format) --by log,cycle,load,class
SUMMARY   = $(foreach a,$(others), \
	awk -F, 'NR == 1 || $$6 == "all"' results.csv | $(paired) \
		--metrics $(call with,$(FIGURES),$(answered)) --paired alpha=$(first),$a; \
	awk -F, 'NR == 1 || $$6 != "all"' results.csv | $(paired) \
		--metrics $(call with,$(BY_CLASS),response_mean wait_max) --paired alpha=$(first),$a;)

resampled = $(resample) --load-factor $(load) $(original)
clock     = $(shell cat unpacked/$(log).clock)
moved     = $(if $(filter-out log,$(cycle)),| awk -v cycle=$(cycle) -v clock=$(clock) \
	-f $(share)cycle.awk | sort -s -n -k 1 | cut -f 2-)
measured  = $(metrics) --warmup $(WARMUP)w --until $(weeks)w
# a row of all jobs, with the hours of the day, and one for each class
RUN       = $(scratch) \
	$(resampled) $(moved) | $(call under,$(SCHEDULER)) --alpha $(alpha) \
		$(call users,$(MODEL)) $(seed) >"$$work/swf"; \
	awk -v warmup=$(WARMUP) -v weeks=$(weeks) -v clock=$(clock) -f $(share)hours.awk \
		"$$work/swf" >"$$work/hours"; \
	$(measured) "$$work/swf" | paste -d , - "$$work/hours" | \
		sed '1s/^/class,/; 1!s/^/all,/' >"$$work/all"; \
	$(measured) --by class "$$work/swf" >"$$work/class"; \
	awk -F, -f $(share)stack.awk "$$work/all" "$$work/class"

include $(dir $(lastword $(MAKEFILE_LIST)))shared/common.mk
include $(share)weeks.mk

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
	cycle_load = '$(CYCLE_LOAD)'; scheduler = '$(SCHEDULER)'"
