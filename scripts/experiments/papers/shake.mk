# shake: how far can the result of a single log be trusted?
#
# Each of ATTRIBUTES of the log is shaken, N times for each pair of DEGREES and PERCENTS, and what
# the scheduler makes of that is compared with what it makes of the log. Then there are three
# curves: over LOADS, over WINDOWS, under the scheduler PREDICTING, and over FACTORS; of the log
# alone, and the mean of N_CURVE shakings of the interarrival times of all its jobs. An empty list
# leaves out its part.
#
# The defaults have few settings and short curves, to take less than a minute for a log of a year.
# The figures of the paper have N=100, DEGREES='1 10 30 60 300', PERCENTS='1 3 10 30 100' and longer
# and finer curves: LOADS by steps of 0.001, WINDOWS from 1 to 100, many FACTORS.
#: needs machine
N            ?= 20
#: text: shakings for each point of a curve
N_CURVE      ?= $(if $(PRECISION),$(N),5)
#: words as --attribute: interarrival, runtime, estimate, size
ATTRIBUTES   ?= interarrival runtime estimate size
#: durations as --degree: the largest changes, but of sizes
DEGREES      ?= 60 300
#: numbers: the largest changes of sizes, in processors
SIZES        ?= 1 4
#: numbers as --percent: of the jobs that are shaken
PERCENTS     ?= 10 100
#: factors ..1000 --load as --load: offered loads of a curve
LOADS        ?= $(shell seq 0.80 0.01 0.95)
#: numbers: last jobs of the user by which run times are predicted, of a curve
WINDOWS      ?= $(shell seq 1 12)
#: numbers as --estimates: how many times too long estimates are at most, of a curve
FACTORS      ?= $(shell seq 0 10)
#: duration: the largest change of the points of curves
CURVE_DEGREE ?= 5m
#: text as --relative: the same of windows and factors, as a part of interarrival times
RELATIVE     ?= 10%
#: scheduler --scheduler: the one that is looked at
SCHEDULERS   ?= easy
#: scheduler (--predict recent:1): the one of the windows
PREDICTING   ?= easy++
SETTINGS     += CURVE_DEGREE RELATIVE SCHEDULERS PREDICTING OPTIONS_$(PREDICTING)

$(foreach a,$(filter-out interarrival runtime estimate size,$(ATTRIBUTES)),$(error \
	ATTRIBUTES are interarrival, runtime, estimate and size: '$a'))
QUESTION  = How far can the result of a single log be trusted, under $(SCHEDULERS)?
# What is swept, its value, and the percentage of the jobs that are shaken: 0 of the log alone.
LABELS    = log sweep value percent
degrees   = $(if $(filter size,$1),$(SIZES),$(DEGREES))
grid      = $(foreach a,$(ATTRIBUTES),$(foreach d,$(call degrees,$a),$(PERCENTS:%=$a/$d/%)))
curves    = $(LOADS:%=load/%) $(WINDOWS:%=window/%) $(FACTORS:%=factor/%)
times     = $(foreach k,$(call count_to,$2),$(foreach c,$1,runs/$c/$k.csv))
all_runs  = $(foreach l,$(LOG_NAMES),$(call times,$(grid:%=$l/%),$(N)) \
	$(curves:%=runs/$l/%/0/0.csv) $(call times,$(curves:%=$l/%/100),$(N_CURVE)))
# There are thousands: named once.
RUNS      = $(eval RUNS := $(all_runs))$(RUNS)
ORIGINALS = $(LOG_NAMES:%=runs/%/log/0/0/0.csv)

# All factors and all shakings of the estimates have the same random numbers.
source-load   = swf-shake --quiet $(machine) --load $(value) $(original)
source-factor = swf-shake --quiet --seed $(SEED) --estimates factor:$(value) $(original)
source        = $(or $(source-$(sweep)),cat $(original))
how           = $(or $(how-$(sweep)),--attribute $(sweep) --degree $(value))
how-load      = --degree $(CURVE_DEGREE)
how-window    = --degree $(CURVE_DEGREE) --relative $(RELATIVE)
how-factor    = $(how-window)
shaken        = $(if $(filter-out 0,$(percent)),| swf-shake --quiet --seed $(SEED) \
	$(machine) --replication $(replication) --percent $(percent) $(how))
scheduled     = $(if $(filter window,$(sweep)),$(call under,$(PREDICTING)) \
	--predict recent:$(value),$(call under,$(SCHEDULERS)))
RUN           = $(call measured,$(source) $(shaken),$(scheduled))

# The grid of the attributes is compared with the log; of the curves the summary tells how rough
# they are, and curves.csv has the points, each compared with that of the log alone.
where     = awk -F, '{ curve = $$2 ~ /^(load|window|factor)$$/ } NR == 1 || ($1)' results.csv
for_each  = swf-summary --quiet --by $(call commas,$1)
METRICS   = wait_mean,bsld_mean
roughness = awk -F, -v once=$1 -f $(share)csv.awk -f $(own)roughness.awk results.csv
SUMMARY   = $(if $(grid),$(call where,!curve) | $(call for_each,$(LABELS)) \
		--format $(format) --metrics $(METRICS) --reference <(cut -d, -f1$(comma)6- original.csv);) \
	$(if $(strip $(curves)),$(call roughness,0) | $(call for_each,$(LABELS)) --format $(format) \
		--metrics wait_roughness$(comma)bsld_roughness --reference <($(call roughness,1));)
CURVES    = $(if $(strip $(curves)),curves.csv)

include $(dir $(lastword $(MAKEFILE_LIST)))../shared/common.mk
include $(share)react.mk
workloads_are = shaken logs, $(N) for each case$(if $(strip $(curves)), and $(N_CURVE) for each \
	point of a curve) (seed $(SEED)).

curves.csv: results.csv FORCE
	@$(call where,curve && $$4 != 0) | $(call for_each,log sweep value) \
		--metrics $(METRICS) --reference <($(call where,curve && $$4 == 0) | \
		cut -d, -f1-3$(comma)6-) >$@.part; mv $@.part $@
# SPDX-License-Identifier: GPL-3.0-or-later
