# sensitivity: what do shaking and resampling say of the same difference between two schedulers?
#
# Of the log N workloads are made in each of WAYS: `shaken-job` shakes the submit times of jobs,
# `shaken-batch`, `shaken-session` and `shaken-user` those of batches, sessions and users as a
# whole, and `resampled` makes other workloads of the same users. Each scheduler gets the same
# workloads; `log` is the difference on the log itself.
#: needs machine users
SITE        = yes
#: words: resampled, shaken-job, shaken-batch, shaken-session, shaken-user
WAYS       ?= shaken-job shaken-session shaken-user resampled
#: duration as --degree: by how much submit times are shaken at most
DEGREE     ?= 1m
#: text as --percent: of the jobs or groups that are shaken
PERCENT    ?= 10
#: two schedulers --scheduler: the others are compared with the first
SCHEDULERS ?= easy easy-sjbf
#: metrics: columns of swf-metrics that are compared
METRICS    ?= wait_mean bsld_mean
#: share: the difference that could have been found: the answer says how many logs show one
DETECT     ?= 5%
SETTINGS   += DEGREE PERCENT

QUESTION  = What do shaking and resampling say of the difference between $(first) and \
	$(subst $(space), or ,$(others))?
LABELS    = log way scheduler
CASES     = $(foreach l,$(LOG_NAMES),$(foreach w,$(WAYS),$(SCHEDULERS:%=$l/$w/%)))
RUNS      = $(foreach l,$(LOG_NAMES),$(SCHEDULERS:%=runs/$l/log/%/0.csv)) \
	$(foreach c,$(CASES),$(foreach k,$(replications),runs/$c/$k.csv))
shaken    = swf-shake --quiet --seed $(SEED) --replication $(replication) --degree $(DEGREE) \
	--percent $(PERCENT) --unit $1 $(original)
made      = $(if $(filter shaken-%,$(way)),$(call shaken,$(way:shaken-%=%)),$(workload))
RUN       = $(call measured,$(made),$(call under,$(scheduler)))
SUMMARY   = $(summarize) --format $(format) --by log,way \
	--metrics $(call with,$(METRICS),wait_mean bsld_mean),stable \
	--paired scheduler=$(first) --detect $(DETECT) results.csv;
$(if $(filter-out resampled shaken-job shaken-batch shaken-session shaken-user,$(WAYS)), \
	$(error WAYS are some of resampled, shaken-job, shaken-batch, shaken-session and shaken-user))

include $(dir $(lastword $(MAKEFILE_LIST)))../shared/common.mk
include $(share)react.mk
workloads_are = $(N) of each kind, the same for all schedulers (seed $(SEED))$(if \
	$(filter shaken-%,$(WAYS)),; in shaken ones the submit times of $(PERCENT) % of the jobs or \
	groups are changed by up to $(DEGREE))$(if $(filter resampled,$(WAYS)),; resampled ones are \
	made of the users of the log$(comma) who are drawn with replacement).
# shaking draws no users
users_of_site = awk -F, -v ways='log $(WAYS)' 'NR == 1 { print "log,way,effective_users"; next } \
	{ n = split(ways, way, " "); for (i = 1; i <= n; i++) \
		print $$1 "," way[i] "," (way[i] == "resampled" ? $$2 : "") }'
PLOT_VARIABLES = -e "ways = '$(WAYS)'; schedulers = '$(SCHEDULERS)'"
# SPDX-License-Identifier: GPL-3.0-or-later
