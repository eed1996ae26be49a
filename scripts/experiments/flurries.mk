# flurries: what do more flurries do to the jobs of the other users?
#
# At each of the RATES, which are means of how many begin in a week, the flurries of the log are
# added to N workloads: Figures 14 to 16 of the resampling paper. A flurry is where swf-split-users
# finds a user with more than FLURRY_JOBS jobs in a day. MADE is a flurry in their place, one for a
# log that has none or whose flurries were removed: its jobs, their processors and their seconds,
# such as `5000 16 60`; they are submitted evenly over a day. The FIGURES (columns of swf-metrics)
# are those of the other jobs, compared with the first rate. TEMPORARY is keep, for as many other
# temporary users at all rates, or their number in a week; with replace flurries come in the place
# of some, as in the paper, so that there are fewer other jobs. SCHEDULERS are names of
# swf-simulate; of another name X, OPTIONS_X tells what it is. Where no difference is found, the
# answer says how many workloads would show one of DETECT.
SITE         = yes
RATES       ?= 0 0.125 0.25 0.5
FLURRY_JOBS ?= 100
MADE        ?=
TEMPORARY   ?= keep
SCHEDULERS  ?= easy
FIGURES     ?= jobs utilization wait_mean response_mean slowdown_mean bsld_mean
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
COMPARED = RATES
LABELS   = log scheduler rate
CASES    = $(foreach l,$(LOG_NAMES),$(foreach s,$(SCHEDULERS),$(RATES:%=$l/$s/%)))
others   = $(if $(filter-out replace,$(TEMPORARY)),--rare-beside $(if \
	$(filter-out keep,$(TEMPORARY)),--temporary-rate $(TEMPORARY)))
flurried = $(resample) --rare flurries/$(log).csv --rare-rate $(rate) $(others) \
	$(if $(MADE),flurries/$(log).swf,$(original))
# a workload, and its users who are flurries
keep     = $(scratch) \
	$(flurried) --map "$$work/map" >"$$work/swf"; \
	awk -F, '$$4 == "rare" { print $$1 }' "$$work/map" >"$$work/flurries";
RUN      = $(keep) $(call under,$(scheduler)) $(reacting) "$$work/swf" | \
	$(metrics) $(call until,"$$work/swf") --exclude-users "$$work/flurries"
# each metric of the answer by itself, as p is corrected for the number of rates
SUMMARY  = $(foreach m,$(answered) $(call with,$(filter-out $(answered),$(FIGURES)),stable), \
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
