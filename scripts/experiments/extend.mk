# extend: does a workload that is longer than its log stay like it?
#
# N workloads TIMES as long as the log: Figure 10 of the resampling paper. Of their parts as long as
# the log the first, the middle and the last are each compared with the log, as a log of its own, by
# swf-distrib. The plots show three replications.
#: needs users
#: without FEEDBACK
N        ?= 3
PRECISE  ?= ks
#: number as --extend: how many times as long as the log
TIMES    ?= 5
#: numbers: which of the parts as long as the log are compared with it
PARTS    ?= $(shell printf '%d\n' 1 $$((($(TIMES) + 1) / 2)) $(TIMES) | sort -nu)
#: options of swf-distrib: further options
DISTRIB  ?=
SETTINGS += TIMES DISTRIB

of_users := jobs sessions session_length work arrival departure activity
of_jobs  := week runtime
QUESTION  = Does a workload that is longer than its log stay like it?
CALENDAR  = yes
LABELS    = log part
ROWS      = distribution
CASES     = $(foreach l,$(LOG_NAMES),$(PARTS:%=$l/%))
# a part, by the submit times, from the first job of the log on
workload_part = $(resample) --extend $(TIMES) $(original) | awk -v part=$(part) ' \
	NR == FNR { if (!/^;/) { \
	if (first == "") first = $$2; last = $$2 } next } \
	/^;/ || $$2 >= first + (part - 1) * (last - first) && $$2 < first + part * (last - first)' \
	$(original) -
# p says something of users, who are independent, and nothing of jobs, which are not
RUN       = $(workload_part) | swf-distrib --quiet $(DISTRIB) --compare $(original) | awk -F, \
	-v users=' $(of_users) ' 'NR == 1 { for (i = 1; i <= NF; i++) if ($$i == "p") p = i } { print \
	$$0 "," (NR == 1 ? "differs" : index(users, " " $$1 " ") && $$p != "" ? $$p < 0.05 : "") }'
SUMMARY   = awk -F, -v which=' distribution $(of_users) $(of_jobs) ' 'index(which, " " $$4 " ")' \
	results.csv | swf-summary --quiet --format $(format) --by log,part,distribution \
	--metrics ks,differs;
CURVES    = $(foreach l,$(LOG_NAMES),curves/$l/0/0.csv $(foreach p,$(PARTS), \
	$(foreach k,$(wordlist 1,3,$(replications)),curves/$l/$p/$k.csv)))
PLOT_VARIABLES = -e "parts = '$(PARTS)'; curves = $(words $(wordlist 1,3,$(replications)))"

include $(dir $(lastword $(MAKEFILE_LIST)))shared/common.mk
workloads_are = $(N), each $(TIMES) times as long as the log, resampled from its users (seed \
	$(SEED)).

# The distributions themselves, those of the log as of part 0, with no more points than are seen.
curves/%.csv:
	@mkdir -p $(@D)
	@$(if $(filter 0,$(part)),cat $(original),$(workload_part)) >$@.swf
	@for name in $(of_users) $(of_jobs); do \
		swf-distrib --quiet $(DISTRIB) --distribution $$name $@.swf | awk -F, -v name=$$name ' \
		NR == 1 { if (name == "jobs") print "distribution,value,share,cumulated"; next } \
		{ row = name "," $$1 "," $$3 "," $$4; kept = 0 } \
		NR == 2 || name == "week" || $$4 >= shown + 0.002 { print row; shown = $$4; kept = 1 } \
		END { if (NR > 1 && !kept) print row }'; \
	done >$@.part; rm $@.swf; mv $@.part $@
# SPDX-License-Identifier: GPL-3.0-or-later
