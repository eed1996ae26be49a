# classes: what classes of sessions and users are there?
#
# Principal components, and clusters by k-means, of the sessions and users of the logs, all of them
# together, beside Tables 3 to 6 of the users-and-sessions paper. GAPS="15m 20m 30m" tells how much
# hangs on the gap. The paper does not say what it did with long tails, and with CAPS of 99 the
# clusters of sessions are like its. There are no replications: N counts for nothing.
#: without FEEDBACK PRECISION PRECISE MAXIMUM
N        ?= 1
#: durations: longest think times within a session
GAPS     ?= 20m
#: numbers: percentiles at which variables are capped for the clusters; 100 for none
CAPS     ?= 100 99
#: word: clusters or rules, by which the sessions of a user are counted
CLASSED  ?= clusters
SETTINGS += CLASSED
ifeq ($(filter clusters rules,$(CLASSED)),)
$(error CLASSED is clusters or rules)
endif

QUESTION = What classes of sessions and users are there?
CALENDAR = yes
LABELS   = logs gap cap
whose    = $(if $(word 2,$(LOG_NAMES)),all,$(LOG_NAMES))
CASES    = $(foreach g,$(GAPS),$(CAPS:%=$(whose)/$g/%))
# the logs themselves, of which there are no others
RUNS     = $(CASES:%=runs/%/0.csv)

# Rows are named by what is classed, and by the table: log, components, clusters, rules, or shares,
# those of the clusters in each log. A table of users that cannot be made has no rows.
RUN      = $(scratch) $(tables); \
	$(call kmeans,sessions) | $(named_sessions) >"$$work/sessions.clusters"; $(classed); \
	{ $(call kmeans,users) | $(named_users) >"$$work/users.clusters"; } 2>"$$work/said" || :; \
	echo kind,table,class,variable,value,mean,interval; \
	$(call rows,sessions,log) $(call of,sessions) $(call of,users); \
	swf-classify rules --quiet $(call of,sessions) | $(call rows,sessions,rules); \
	for kind in sessions users; do \
		{ swf-classify pca --quiet "$$work"/*."$$kind" | $(call rows,$$kind,components); } \
			2>"$$work/said" || :; \
		[ -s "$$work/$$kind.clusters" ] || continue; \
		$(call rows,$$kind,clusters) "$$work/$$kind.clusters"; \
		for l in $(LOG_NAMES); do \
			swf-classify assign --quiet --centres "$$work/$$kind.clusters" "$$work/$$l.$$kind" | \
				$(call rows,$$kind,shares) -v of=$$l; done; done
of       = $(LOG_NAMES:%="$$work/%.$1")
tables   = for l in $(LOG_NAMES); do for kind in sessions users; do \
	swf-sessions --quiet --session-by think-time --gap $(gap) --table $$kind $(machine) \
		unpacked/$$l.swf >"$$work/$$l.$$kind" 2>"$$work/said" || \
		{ cat "$$work/said" >&2; exit 1; }; done; done
kmeans   = swf-classify kmeans --quiet --cap $(cap) $(call of,$1)
# the names that clusters get by swf-classify(1), METHOD
named          = awk -F, -f "$(plot_scripts)name-clusters.awk" -v rules='$1'
named_sessions = $(call named,most:D:BHD most:Pm:BHP least:week_part:IW least:day_part:IWN \
	most:day_part:IWD)
named_users    = $(call named,least:week_part:weekend most:Rm:heavy least:day_part:workday \
	most:day_part:light)
rows     = awk -F, -v OFS=, -v kind=$1 -v table=$2 -f $(own)rows.awk
classed  = $(if $(filter clusters,$(CLASSED)),$(by_cluster),:)
by_cluster = for l in $(LOG_NAMES); do \
	swf-classify assign --quiet --centres "$$work/sessions.clusters" "$$work/$$l.sessions" | \
		awk -F, -v OFS=, -f $(own)session-shares.awk - "$$work/$$l.users" >"$$work/shares"; \
	mv "$$work/shares" "$$work/$$l.users"; done

# The rows with the published values beside them, for people in columns.
SUMMARY  = awk -F, -v OFS=, -f $(share)csv.awk -f $(own)published.awk results.csv \
	$(in_columns);
in_columns = $(if $(filter text,$(format)), | awk -F$(comma) '{ printf \
	"%-24s %-5s %-5s %-8s %-10s %-8s %-10s %13s %13s %13s %13s\n"$(comma) \
	$$1$(comma) $$2$(comma) $$3$(comma) $$4$(comma) $$5$(comma) $$6$(comma) $$7$(comma) \
	$$8$(comma) $$9$(comma) $$10$(comma) $$11 }')
PLOT_VARIABLES = -e "whose = '$(whose)'; gap = '$(firstword $(GAPS))'; caps = '$(CAPS)'"

include $(dir $(lastword $(MAKEFILE_LIST)))shared/common.mk

# nothing is resampled
workloads_are =
# SPDX-License-Identifier: GPL-3.0-or-later
