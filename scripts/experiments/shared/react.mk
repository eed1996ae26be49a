# For recipes that simulate: FEEDBACK is a model of users who react, one of swf-simulate --feedback
# or of OPTIONS_NAME. Without it jobs arrive when the workload says, however long their users wait.
# With it as many whole weeks are measured as the workload has: throughput over all the time would
# be that of the last of the users. All schedulers get the same random numbers. To be included after
# common.mk.

# $(call until,FILE) limits swf-metrics to the length of the workload in the file.
until    = $(if $(FEEDBACK),--until $$($(count_weeks) $1)w)
reacting = $(if $(FEEDBACK),$(call users,$(FEEDBACK)) $(seed))
# $(call measured,COMMAND,SCHEDULER) measures the workload that the command writes, scheduled by
# the command SCHEDULER.
measured = $(if $(FEEDBACK),$(scratch) \
	$1 >"$$work/swf"; $2 $(reacting) "$$work/swf" | $(metrics) $(call until,"$$work/swf"), \
	$1 | $2 | $(metrics))
