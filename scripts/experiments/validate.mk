# validate: is a workload that was resampled from this log like the log?
#
# N resampled workloads are compared with their log by TESTS: the distances of marginal
# distributions, stack depths, daily bins, the similarity of the jobs of a user, and the Hurst
# parameter. A distribution is another one by the test of Kolmogorov and Smirnov.
#: needs users
#: without FEEDBACK
N        ?= 8
PRECISE  ?= value
#: words: distribution, stack, daily, similarity, hurst
TESTS    ?= distribution stack daily similarity hurst
#: number 0..1: significance at which a distribution is another one than that of the log
LEVEL    ?= 0.05
SETTINGS += LEVEL

# The share of workloads that a test rejects is often near 0, where no part of it is small enough.
JUDGED    = grep -v ',rejected,'

QUESTION  = Is a resampled workload like its log?
CALENDAR  = yes
LABELS    = log test
ROWS      = what figure
CASES     = $(foreach l,$(LOG_NAMES),$(TESTS:%=$l/%))
ORIGINALS = $(CASES:%=runs/%/0.csv)
RUN       = $(run-$(test))
SUMMARY   = swf-summary --quiet --format $(format) --by log,test,what,figure --metrics value \
	--reference original.csv results.csv | $(nameless);
# all figures are called value
nameless  = sed 's/,metric,/,/; s/,value,/,/; s/ metric  / /; s/ value   / /'
export LEVEL

# Of a distribution it is the distance to that of the log, or, in the row of the log, between its
# halves: how far parts of the same log may be from each other.
long     = awk -F, -v by=$1 -v columns=$2 -f $(share)csv.awk -f $(own)long.awk
half     = awk 'FNR == NR { if (!/^;/) { last = $$2; if (!n++) first = $$2 } next } \
	/^;/ || $$2 $1 (first + last) / 2' $(original) $(original)
halves   = $(scratch) $(call half,<) >"$$work/first"; $(call half,>=) >"$$work/second";
distance = $(if $(filter 0,$(replication)), \
	swf-distrib --quiet --compare "$$work/first" "$$work/second", \
	$(workload) | swf-distrib --quiet --compare $(original))
rejected = awk -F, -v OFS=, -v level=$(LEVEL) 'NR == 1 { sub(/ks,p$$/, "distance,rejected") } \
	NR > 1 && $$8 != "" { $$8 = $$8 < level } { print }'
run-distribution = { $(if $(filter 0,$(replication)),$(halves)) $(distance) | $(rejected) | \
	$(call long,distribution,distance$(comma)rejected); \
	$(workload) | swf-distrib --quiet | $(call long,distribution,mean) | sed 1d; }
run-stack        = $(workload) | swf-locality stack --quiet --size allocated | \
	$(call long,attribute,depth_mean)
run-daily        = $(workload) | swf-locality daily --quiet --size allocated | \
	$(call long,attribute,mean$(comma)p50$(comma)p95)
run-similarity   = $(workload) | swf-locality similarity --quiet --size allocated | \
	$(call long,attribute$(comma)distance,mean)
run-hurst        = $(workload) | swf-hurst --quiet --method all | $(call long,method,h)

# The distributions themselves, the days, and the points of the pox plots.
drawn  = jobs sessions session_length work arrival departure activity week
curve-distribution = $(workload) >$@.swf; for d in $(drawn); do \
	swf-distrib --quiet --distribution $$d $@.swf | sed "1d; s/^/$$d,/"; done; rm $@.swf
curve-daily        = $(workload) | swf-locality daily --quiet --size allocated --each | sed 1d | \
	sort -t , -k 1,1 -k 4,4g | awk -F, 'BEGIN { OFS = "," } { n[$$1]++; row[NR] = $$0 } \
	END { for (i = 1; i <= NR; i++) { $$0 = row[i]; print $$1, $$4, ++k[$$1] / n[$$1] } }'
curve-hurst        = $(workload) | swf-hurst --quiet --points
CURVES = $(foreach l,$(LOG_NAMES),$(foreach t,$(filter distribution daily hurst,$(TESTS)), \
	$(foreach k,0 $(replications),curves/$l/$t/$k.csv)))

include $(dir $(lastword $(MAKEFILE_LIST)))shared/common.mk

curves/%.csv:
	@[ -d $(@D) ] || mkdir -p $(@D)
	@{ $(curve-$(test)); } >$@.part; mv $@.part $@
# SPDX-License-Identifier: GPL-3.0-or-later
