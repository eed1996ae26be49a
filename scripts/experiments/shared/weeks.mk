# For recipes that compare what gets done in the same span of time, WEEKS, by default as many whole
# ones as the log has: a few of the users who react are done long after the others, and throughput
# over all the time would be that of the last of them. To be included after common.mk.

unpacked/%.weeks: unpacked/%.swf
	@$(count_weeks) $< >$@.part
	@mv $@.part $@
PREPARED += unpacked/%.weeks
prepare: $(LOG_NAMES:%=unpacked/%.weeks)

weeks = $(or $(WEEKS),$(shell cat unpacked/$(log).weeks))
# SPDX-License-Identifier: GPL-3.0-or-later
