# With PRECISION there are as many replications as it takes: LEAST, or the N of the user where that
# is more, and then half as many again each time, until the error of simulation of the mean of
# PRECISE, which is half its 95 % interval over the workloads, is at most that part of the mean in
# every case, or there are MAXIMUM. The number depends on the runs alone, so that a study that was
# interrupted comes to the same one. Cases that do not have N replications, such as those that are
# made once, do not count.
LEAST := 20

# N as the user gives it, where that is more than LEAST
first_n  = $(lastword $(LEAST) $(if $(filter command,$(origin N)),$(filter-out \
	$(wordlist 1,$(LEAST),$(replications)),$(lastword $(replications)))))
more_n   = $(shell n=$$(((3 * $(N) + 1) / 2)); echo $$((n < $(MAXIMUM) ? n : $(MAXIMUM))))
repeated = awk -v n=$(N) '/\/0\.csv$$/ { next } \
	{ run[++runs] = $$0; sub(/[^\/]*$$/, ""); of[runs] = $$0; count[$$0]++ } \
	END { for (i = 1; i <= runs; i++) if (count[of[i]] == n) { print run[i]; any = 1 } \
	if (!any) { print "PRECISION: no case has replications" >"/dev/stderr"; exit 1 } }' plan
# what tells apart the values of which there is a mean
apart    = $(LABELS) $(ROWS)

# That the runs have the metric shows in the first of them, before the others are made.
one_run  = $(firstword $(filter-out %/0.csv,$(RUNS)))
.PHONY: metric
metric: prepare
	@echo $(one_run) | $(call of_runs,missing) | xargs -r $(MAKE) -f $(recipe)
	@echo $(one_run) | $(labelled) | \
		awk -F, -v labels='$(apart) replication' -v metric='$(PRECISE)' -f $(share)csv.awk \
			-f $(share)precision.awk

# What was found is the first word of precision.txt: yes, no, or last where there are MAXIMUM. The
# rest is for people.
# Each round is a make of its own, which knows its N; without a shell between them a signal that
# ends the first ends all.
found    = $(firstword $(shell cat precision.txt))
.PHONY: judge go-on
judge:
	@$(repeated) | $(labelled) | $(or $(JUDGED),cat) | \
		$(summarize) --by $(call commas,$(apart)) --metrics $(PRECISE) | \
		awk -F, -v labels='$(apart)' -v metric='$(PRECISE)' -v asked=$(PRECISION) -v n=$(N) \
			-v most=$(MAXIMUM) -f $(share)csv.awk -f $(share)precision.awk >precision.part; \
	mv precision.part precision.txt; sed -n 's/^no /note: /p' precision.txt >&2
go-on: judge
	@$(MAKE) -f $(recipe) $(if $(filter no,$(found)),round N=$(more_n),outcome)
# SPDX-License-Identifier: GPL-3.0-or-later
