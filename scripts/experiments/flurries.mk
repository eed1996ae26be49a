# flurries: what do more flurries do to the jobs of the other users?
#
# At each of the rates the flurries of the log are added to N workloads: Figures 14 to 16 of the
# resampling paper. A flurry is where swf-split-users finds a user with many jobs in a day. One that
# is made, such as MADE='5000 16 60', is for a log that has none or whose flurries were removed; its
# jobs are submitted evenly over a day.
#: needs machine users
SITE         = yes
#: two shares as --rare-rate: how many flurries begin in a week on average; the others are
#:   compared with the first
RATES       ?= 0 0.125 0.25 0.5
#: whole 1..1000000000 as --flurry-jobs: more jobs of a user in a day are a flurry
FLURRY_JOBS ?= 100
#: text: a flurry in place of those of the log: its jobs, their processors and their seconds
MADE        ?=
#: word: keep, for as many other temporary users at all rates; their number in a week; or
#:   replace, where flurries come in their place, as in the paper
TEMPORARY   ?= keep
#: schedulers --scheduler: each is looked at by itself
SCHEDULERS  ?= easy
#: metrics: columns of swf-metrics, of the jobs of the other users
METRICS     ?= jobs utilization wait_mean response_mean slowdown_mean bsld_mean
#: share: the difference that could have been found: the answer says how many logs show one
DETECT      ?= 5%
SETTINGS    += FLURRY_JOBS MADE TEMPORARY
ANSWERS      = $(if $(MADE),,-v flurry_jobs=$(FLURRY_JOBS))
ifeq ($(word 2,$(RATES)),)
$(error RATES are at least two, the first of which is compared with the others)
endif
ifneq ($(if $(MADE),$(words $(MADE)),3),3)
$(error MADE is how many jobs, their processors and their seconds, not '$(MADE)')
endif
ifneq ($(words $(TEMPORARY)),1)
$(error TEMPORARY is keep, replace or how many come in a week)
endif

QUESTION = What do more flurries do to the jobs of the other users?
LABELS   = log scheduler rate
CASES    = $(foreach l,$(LOG_NAMES),$(foreach s,$(SCHEDULERS),$(RATES:%=$l/$s/%)))
beside   = $(if $(filter-out replace,$(TEMPORARY)),--rare-beside $(if \
	$(filter-out keep,$(TEMPORARY)),--temporary-rate $(TEMPORARY)))
flurried = $(resample) --rare flurries/$(log).csv --rare-rate $(rate) $(beside) \
	$(if $(MADE),flurries/$(log).swf,$(original))
# a workload, and its users who are flurries
keep     = $(scratch) \
	$(flurried) --map "$$work/map" >"$$work/swf"; \
	awk -F, '$$4 == "rare" { print $$1 }' "$$work/map" >"$$work/flurries";
RUN      = $(keep) $(call under,$(scheduler)) $(reacting) "$$work/swf" | \
	$(metrics) $(call until,"$$work/swf") --exclude-users "$$work/flurries"
# each metric of the answer by itself, as p is corrected for the number of rates
SUMMARY  = $(foreach m,$(answered) $(call with,$(filter-out $(answered),$(METRICS)),stable), \
	$(summarize) --format $(format) --by log,scheduler --metrics $m --detect $(DETECT) \
	--paired rate=$(firstword $(RATES)) results.csv;)
answered = jobs wait_mean bsld_mean
seen     = $(wordlist 1,7,$(replications))
CURVES   = $(foreach l,$(LOG_NAMES),$(foreach r,$(RATES),$(seen:%=curves/$l/workload/$r/%.csv)))
PLOT_VARIABLES = -e "rates = '$(RATES)'; schedulers = '$(SCHEDULERS)'; curves = $(words $(seen)); \
	replications = $(N)"

include $(dir $(lastword $(MAKEFILE_LIST)))shared/common.mk
# rare behaviours come beside users of classes, which displaced ones do not have
for_site  = --with-replacement
include $(share)react.mk

# which flurries, and which other users
a_flurry = $(if $(MADE),one that is made: $(call made,$(MADE)),more than $(FLURRY_JOBS) jobs of a \
	user in a day)
of_rates = $(if $(filter replace,$(TEMPORARY)),Flurries come in the place of other temporary \
	users,At all rates there are $(if $(filter keep,$(TEMPORARY)),as many other temporary \
	users,$(TEMPORARY) other temporary users a week))
workloads_are = $(N) for each rate of flurries, the same for all schedulers (seed $(SEED)), \
	$(from_users). A flurry is $(a_flurry). $(of_rates).
made     = $(word 1,$1) jobs of $(word 2,$1) processors for $(word 3,$1) seconds
PREPARED = flurries/%.csv flurries/%.swf
prepare: $(LOG_NAMES:%=flurries/%.csv)
ifneq ($(MADE),)
# The jobs of the log and, from its first submit on, those of a user whom it has not.
flurries/%.csv: unpacked/%.swf
	@mkdir -p flurries
	@awk -v made='$(MADE)' -v list=$@.part -f $(own)made.awk $< $< >flurries/$*.swf.part
	@mv flurries/$*.swf.part flurries/$*.swf; mv $@.part $@
else
flurries/%.csv: unpacked/%.swf
	@mkdir -p flurries
	@swf-split-users --quiet --find-flurries --flurry-jobs $(FLURRY_JOBS) $< >$@.part
	@mv $@.part $@
# before the study begins
asked: flurries-are-there
flurries-are-there:
	$(foreach l,$(LOGS),$(call checked,$(call name_of,$l) has no flurry of more than $(FLURRY_JOBS) \
		jobs in a day: set FLURRY_JOBS lower$(comma) or make one$(comma) as by MADE='5000 16 60',$(shell \
		gzip -cdf $l | swf-split-users --quiet --find-flurries --flurry-jobs $(FLURRY_JOBS) | \
		sed -n 2p)))
.PHONY: flurries-are-there
endif

# Of a workload the jobs of flurries and of others in each week, and the distributions over users.
curves/%.csv:
	@mkdir -p $(@D)
	@{ $(keep) awk 'phase == 1 { flurry[$$1]; next } /^;/ { next } first == "" { first = $$2 } \
		{ week = int(($$2 - first) / 604800); if ($$12 in flurry) jobs[week]++; else other[week]++ } \
		END { print "what,value,jobs,cumulated"; for (w = 0; w <= week; w++) \
		print "others," w "," other[w] + 0 ",\nflurries," w "," jobs[w] + 0 "," }' \
		phase=1 "$$work/flurries" phase=2 "$$work/swf"; \
	for name in jobs session_length; do swf-distrib --quiet --distribution $$name "$$work/swf" | \
		awk -F, -v name=$$name 'NR > 1 { print name "," $$1 ",," $$4 }'; done; } >$@.part; \
	mv $@.part $@
# SPDX-License-Identifier: GPL-3.0-or-later
