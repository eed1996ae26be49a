# For recipes that simulate: FEEDBACK is a model of users who react, one of swf-simulate --feedback
# or of OPTIONS_NAME. Without it jobs arrive when the workload says, however long their users wait.
# With it as many whole weeks are measured as the workload has: throughput over all the time would
# be that of the last of the users. All schedulers get the same random numbers. To be included after
# common.mk.

users_are = $(if $(FEEDBACK),they react to their waits by the model $(FEEDBACK)$(if \
	$(OPTIONS_$(FEEDBACK)),, of swf-simulate --feedback); each run is measured over as many whole \
	weeks as its workload has.,the log is replayed: jobs arrive when it says$(comma) however long \
	their users wait.)

# $(call until,FILE) limits swf-metrics to the length of the workload in the file.
until    = $(if $(FEEDBACK),--until $$($(count_weeks) $1)w)
reacting = $(if $(FEEDBACK),$(call users,$(FEEDBACK)) $(seed))
# $(call schedule,COMMAND,SCHEDULER) is the workload that the command writes, scheduled by the
# command SCHEDULER; with users who react the workload is in "$$work/swf".
schedule = $(if $(FEEDBACK),$1 >"$$work/swf"; $2 $(reacting) "$$work/swf",$1 | $2)
# $(call measured,COMMAND,SCHEDULER) measures that, and $(call measured_by_class,...) measures it
# once more by class of jobs and by user: rows as measured.awk says, of the limits of classes
# CLASS_LIMITS and SIZE_LIMITS, of GPUs where the log declares them, and of the kinds of GROUPS:
# partition, queue, group and users; and with months, of the log itself, by month. Of groups all
# that are not in the file ACCOUNTS are one.
# $(call measured_never,...) has also the shares of jobs and of work that were never started.
measured  = $(if $(FEEDBACK),$(scratch) )$(schedule) | $(metrics) $(call until,"$$work/swf")
# $(call measured_with_gpus,...) has also the average waits of jobs with and without GPUs, where the
# log declares them: the columns with_gpus_wait_mean and without_gpus_wait_mean.
with_gpus = grep -q '^; *ExtraFields:.*gpus'
measured_with_gpus = $(scratch) $(schedule) >"$$work/scheduled"; \
	measure() { $(metrics) $(call until,"$$work/swf") "$$@" "$$work/scheduled"; }; \
	measure >"$$work/row"; if $(with_gpus) "$$work/scheduled"; then \
		measure --by gpus | awk -F, -v show=gpus -f $(share)measured.awk | \
			paste -d $(comma) "$$work/row" -; \
	else cat "$$work/row"; fi
never     = awk $(if $(findstring -abandon,$(SIMULATE) $(OPTIONS_$(scheduler)) \
	$(OPTIONS_$(FEEDBACK))),-v abandons=1) -v show=never -f $(share)measured.awk "$$work/scheduled" \
	>"$$work/never";
measured_never = $(scratch) $(schedule) >"$$work/scheduled"; $(never) \
	$(metrics) $(call until,"$$work/swf") "$$work/scheduled" | paste -d $(comma) - "$$work/never"
measured_by_class = $(scratch) $(find_keys) $(schedule) >"$$work/scheduled"; $(never) \
	$(if $(FEEDBACK),weeks=$$($(count_weeks) "$$work/swf");) \
	measure() { $(metrics) $(if $(FEEDBACK),--until "$${weeks}w") "$$@"; }; \
	{ measure "$$work/scheduled" | paste -d $(comma) - "$$work/never"; \
		measure --by class$(comma)size --class-limits $(CLASS_LIMITS) \
		--size-limits $(SIZE_LIMITS) "$$work/scheduled"; \
		measure --by user $(anonymous) "$$work/scheduled" | swf-summary --quiet --metrics bsld_mean; \
		$(by_gpus) $(by_group) $(if $(filter 0,$(replication)),$(by_month) $(left_out)) } | \
		awk -F, -v show=classes -v log_file=$(original) -v keys="$$keys" -v accounts=$(ACCOUNTS) \
		-f $(share)measured.awk
# what is not scheduled of the log itself, where the recipe has swf-simulate write that
left_out  = [ ! -e "$$work/left-out" ] || cat "$$work/left-out";
# what RESAMPLE does with jobs without users, whose log itself has none
anonymous = $(foreach how,each one,$(if \
	$(findstring --anonymous $(how),$(RESAMPLE)),--anonymous $(how)))
# by GPUs where the log declares those of its jobs
by_gpus   = ! $(with_gpus) "$$work/scheduled" || \
	measure --by gpus "$$work/scheduled";
# groups of users are measured as if each were a user
by_group  = $(foreach kind,$(filter-out months,$(GROUPS)),$(if $(filter users,$(kind)),$(by_users),\
	measure --by $(kind) "$$work/scheduled";))
by_users  = awk -v show=users -f $(share)measured.awk \
	"$$work/$(if $(FEEDBACK),swf,scheduled)" "$$work/scheduled" | measure --by user | \
	sed '1s/^user/users/';
# and months as if each were a group
by_month  = $(if $(filter months,$(GROUPS)),swf-select --quiet --format csv \
	--columns submit_local$(comma)week "$$work/scheduled" | awk -v show=months \
	-f $(share)measured.awk - "$$work/scheduled" | measure --by group | sed '1s/^group/month/';)
# SPDX-License-Identifier: GPL-3.0-or-later
