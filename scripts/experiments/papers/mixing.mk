# mixing: are results from mixed logs the same as the average of the results from each log?
#
# Of at least two logs N workloads are made in three ways, all of the same length and for the same
# machine. `alone` resamples each log. `mixed` draws from the users of all logs together: of each
# log its part of the number, so that the load is the mean. `itself` mixes each log with copies of
# itself in the same way: by chance a user is then drawn several times or not at all, which changes
# results without any other log. All waits and slowdowns are averaged over the jobs of the logs
# (`jobs`), and so that each log counts the same (`logs`). The machine is the largest of the logs',
# or that of PROCS, and the sizes of jobs are scaled to it.
#: needs machine users
SITE        = yes
#: schedulers --scheduler: the others are compared with the first
SCHEDULERS ?= easy easy-sjbf
#: number 0.1..10000 --weeks: length of the workloads; empty for the whole weeks of the shortest log
WEEKS      ?=
#: factor: times the users
LOAD       ?= 1
#: metrics: columns of swf-metrics in the summary
METRICS    ?= wait_mean bsld_mean utilization
#: share: the difference that could have been found: the answer says how many logs show one
DETECT     ?= 5%
SETTINGS   += WEEKS LOAD LOG_NAMES

QUESTION   = Are results from mixed logs the same as the average of the results from each log?
LABELS     = scheduler way
CASES      = $(foreach s,$(SCHEDULERS),$s/alone $s/itself $s/mixed)

# a row for each log, of its own jobs, and the averages
n_logs     = $(words $(LOG_NAMES))
part       = $(shell awk 'BEGIN { print $(LOAD) / $(n_logs) }')
drawn      = $(resample) --weeks $(shortest) --procs $(largest) --mix scale --load-factor
scheduled  = $(call under,$(scheduler)) $(reacting) "$$work/drawn" >"$$work/scheduled";
row        = $(metrics) $(call until,"$$work/drawn") "$$work/scheduled" $2 | \
	sed '1s/^/source,/; 1!s/^/$1,/';
each       = $(foreach l,$(LOG_NAMES),$(drawn) $1 $(call $2,unpacked/$l.swf) >"$$work/drawn"; \
	$(scheduled) $(call row,$l))
once       = $1
copies     = $(foreach l,$(LOG_NAMES),$1)
all_logs   = $(LOG_NAMES:%=unpacked/%.swf)
run-alone  = $(call each,$(LOAD),once)
run-itself = $(call each,$(part),copies)
run-mixed  = $(drawn) $(part) --map "$$work/map" $(all_logs) >"$$work/drawn"; $(scheduled) \
	$(foreach k,$(call count_to,$(n_logs)), \
		awk -F, -v k=$k 'NR > 1 && $$2 != k { print $$1 }' "$$work/map" >"$$work/others"; \
		$(call row,$(word $k,$(LOG_NAMES)),--exclude-users "$$work/others"))
RUN        = $(scratch) { $(run-$(way)) } | awk -F, \
	-v parts=$(if $(filter mixed,$(way)),$(n_logs),1) -f $(own)averages.awk
paired     = $(summarize) --format $(format) --detect $(DETECT) \
	--metrics $(call with,$(METRICS),wait_mean bsld_mean utilization),stable
# ways under each scheduler, then schedulers by each way
SUMMARY    = $(foreach w,itself mixed,$(paired) --by scheduler,source --paired way=alone,$w \
	results.csv | $(given)) $(paired) --by scheduler,source --paired way=itself,mixed \
	results.csv | $(given) $(foreach s,$(others),$(paired) --by way,source \
	--paired scheduler=$(first),$s results.csv | $(given))
given      = sed -e '1s/^scheduler/given    /; 1s/^way  /given/; 1s/^way,/given,/' \
	-e '1s/^given *,/given,/';

include $(dir $(lastword $(MAKEFILE_LIST)))../shared/common.mk
include $(share)react.mk
include $(share)weeks.mk

$(if $(filter 0 1,$(n_logs)),$(error mixing is of two logs at least))
largest  = $(or $(PROCS),$(shell cat $(LOG_NAMES:%=unpacked/%.procs) | sort -n | tail -n 1))
shortest = $(or $(WEEKS),$(shell cat $(LOG_NAMES:%=unpacked/%.weeks) | sort -n | head -n 1))
unpacked/%.procs: unpacked/%.swf
	@sh $(plot_scripts)machine-size $< >$@.part
	@mv $@.part $@
PREPARED += unpacked/%.procs
prepare: $(LOG_NAMES:%=unpacked/%.procs)
# what is known of a mix is taken to be as little as of the log with the fewest users
users_of_site = awk -F, 'NR == 1 { print $$2; next } NR == 2 || $$2 < least { least = $$2 } \
	END { print least }'
workloads_are = $(N) for each way, of $(shortest) weeks and $(LOAD) times the users (LOAD), for a \
	machine of $(largest) processors, to which the sizes of jobs are scaled (seed $(SEED)). \
	The users of each log are drawn with replacement.
PLOT_VARIABLES = -e "schedulers = '$(SCHEDULERS)'"
# SPDX-License-Identifier: GPL-3.0-or-later
