# For recipes that compare SCHEDULERS on the same workloads, the first of them with the others, by
# DECIDES and by METRICS, of all jobs and with CLASSES also of classes of jobs: the summary, further
# tables, and what the answer and the plots read. The recipe has LABELS, CASES, ROWS and TABLES,
# which are means.csv and, of several logs, pooled.csv. To be included after react.mk.

listed    = $(subst $(space),$(comma)$(space),$(strip $1))
# The rows of all jobs, of which the answer looks at all metrics; of classes it tells `of_classes`.
of_all    = awk -F, '$$$(words x $(LABELS) replication) ~ /^(class|all)$$/'
all_rows  = $(if $(CLASSES),$(of_all),cat) results.csv
groups    = --by $(call commas,log $(filter load,$(LABELS)) $(ROWS))
paired    = $(summarize) --format $(format) $(groups) --paired scheduler --detect $(DETECT)
of_classes = $(DECIDES)
figures   = $(filter-out $(of_classes) stable,$(METRICS) $(filter-out $(METRICS),wait_mean \
	wait_p95 wait_p99 bsld_mean throughput_per_day utilization) $(if $(CLASSES),$(fairness)))
fairness  = user_bsld_p50 user_bsld_p95 user_bsld_sd
# what decides is corrected for the number of pairs, and the others for that of their metrics, too
SUMMARY   = $(paired) --metrics $(call commas,$(of_classes)) results.csv; \
	$(all_rows) | $(paired) --metrics $(call commas,$(figures));

ANSWERS   = -v decides=$(DECIDES) -v all_pairs=$(PAIRS) \
	-f $(share)job-classes.awk -f $(share)compared.awk -f $(share)compared-answer.awk
workloads_are = $(N) for each case$(if $(WEEKS),$(comma) $(WEEKS) weeks long)$(if \
	$(LOADS),$(comma) with $(subst $(space),$(comma) ,$(strip $(LOADS))) times the users of the \
	log), the same for all schedulers \
	(seed $(SEED)), $(from_users).
PLOT_VARIABLES = -e "decides = '$(DECIDES)'; has_classes = $(if $(CLASSES),1,0); \
	has_loads = $(if $(LOADS),1,0)"

# without the waits of those that saturate in most workloads
means.csv: results.csv FORCE
	@$(summarize) $(groups),scheduler --metrics $(call commas,jobs $(of_classes) \
		$(figures) wait_max stable never_jobs never_work) results.csv >$@.all; \
	$(if $(FEEDBACK),cat $@.all,awk -F, -f $(share)compared-means.awk $@.all $@.all) >$@.part; \
	rm $@.all; mv $@.part $@
# which saturates in fewer workloads
stable.csv: results.csv FORCE
	@$(all_rows) | swf-summary --quiet --by $(call commas,log $(filter load,$(LABELS))) \
		--metrics stable --paired scheduler >$@.part; mv $@.part $@
# what decides over the logs
pooled.csv: results.csv FORCE
	@$(all_rows) | $(summarize) --by $(call commas,log $(filter load,$(LABELS))) \
		--metrics $(DECIDES) --paired scheduler --pool log >$@.part; mv $@.part $@
# SPDX-License-Identifier: GPL-3.0-or-later
