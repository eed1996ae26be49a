# parts: does a log that is resampled part by part give other results than one resampled as a whole?
#
# A log may be stationary for some weeks, and then change. N workloads are resampled from the log
# as a whole, and N for each of LENGTHS from its parts of about so many weeks: the first part from
# the users of the first weeks, and so on, one behind the other as in the log. So they have quiet
# and busy times when the log has them. Each part has whole weeks, and the last one what is left.
# In a part a user is a long-term user who is active for more than a quarter of it, as 12 weeks are
# of a year, and no user is discarded; nor is one of the whole log, unless RESAMPLE says otherwise.
# Columns of the results are those of swf-metrics, and of the work submitted: work_cv_L, the
# coefficient of variation between blocks of L weeks, and work_r, the correlation of its weeks with
# those of the log.
#: needs machine users
#: numbers: lengths of the parts, in whole weeks
LENGTHS    ?= 4 12
#: number as --extend: how many times as long as in the log all parts are
TIMES      ?= 1
RESAMPLE   ?= --edge 0
#: schedulers --scheduler: each is looked at by itself
SCHEDULERS ?= easy
#: metrics: columns of swf-metrics in the summary
METRICS    ?= wait_mean bsld_mean utilization
SETTINGS   += TIMES LENGTHS

QUESTION  = Does a log that is resampled part by part give other results than one resampled as a \
	whole?
LABELS    = log scheduler length
CASES     = $(foreach l,$(LOG_NAMES),$(foreach s,$(SCHEDULERS),$l/$s/whole $(LENGTHS:%=$l/$s/%)))
ORIGINALS = $(foreach l,$(LOG_NAMES),$(SCHEDULERS:%=runs/$l/%/whole/0.csv))

# The parts draw other numbers than each other. A part without a user has no job in the workload.
quarter   = $(shell awk 'BEGIN { print $(length) / 4 }')
in_parts  = awk -v weeks=$(length) -v times=$(TIMES) -v folder="$$work" -f $(own)cut.awk \
		$(original) $(original) | while read -r part weeks later; do \
		echo "part $$later"; \
		$(resample) --seed $(SEED)00$$part --threshold $(quarter) --weeks $$weeks \
			"$$work/$$part.swf"; \
	done | awk -f $(own)join.awk
whole     = $(if $(filter 0,$(replication)),cat,$(resample) --extend $(TIMES)) $(original)
RUN       = $(scratch) $(if $(filter whole,$(length)),$(whole),$(in_parts)) >"$$work/swf"; \
	$(call under,$(scheduler)) $(reacting) "$$work/swf" | \
		$(metrics) $(call until,"$$work/swf") >"$$work/metrics"; \
	awk -v lengths='1 $(LENGTHS)' -f $(share)variation.awk -f $(own)work.awk $(original) \
		"$$work/swf" | \
		paste -d , "$$work/metrics" -
SUMMARY   = swf-summary --quiet --format $(format) --by log,scheduler,length \
	--metrics $(call with,$(METRICS),wait_mean bsld_mean),work_cv_1,$(call \
	commas,$(LENGTHS:%=work_cv_%)),work_r,stable \
	--reference <(cut -d, -f1,2$(comma)5- original.csv) results.csv;

include $(dir $(lastword $(MAKEFILE_LIST)))../shared/common.mk
include $(share)react.mk
$(foreach l,$(LENGTHS),$(if $(shell [[ '$l' =~ ^[1-9][0-9]{0,4}$$ ]] && echo yes),,$(error \
	LENGTHS are whole weeks, 1 or more, and not '$l')))
workloads_are = $(N) resampled from the users of the log as a whole, and $(N) from its parts of \
	each length (seed $(SEED)).
PLOT_VARIABLES = -e "lengths = 'whole $(LENGTHS)'; schedulers = '$(SCHEDULERS)'"

# A log that is not two parts long would be resampled as a whole again.
.PHONY: lengths
prepare: lengths
lengths:
	@for log in $(LOG_NAMES); do \
		weeks=$$($(count_weeks) unpacked/$$log.swf); \
		for length in $(LENGTHS); do \
			[ $$((2 * weeks)) -ge $$((3 * length)) ] || { echo "LENGTHS: $$log has $$weeks weeks," \
				"which are not two parts of about $$length" >&2; exit 1; }; \
		done; \
	done
# SPDX-License-Identifier: GPL-3.0-or-later
