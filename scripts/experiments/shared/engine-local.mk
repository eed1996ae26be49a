# On this machine, as many at a time as make's -j says. What make starts makes a chunk of runs, and
# smaller ones towards the end, so that all processors have work until then.
.PHONY: runs-local
ifneq ($(filter runs-local,$(MAKECMDGOALS)),)
at_a_time := $(patsubst -j%,%,$(firstword $(filter -j%,$(MAKEFLAGS))))
chunks    := $(shell $(call of_runs,chunks -v jobs='$(at_a_time)',plan))
rest       = $(wordlist 2,$(words $1),$1)
numbers   := $(foreach c,$(chunks),chunk-$(firstword $(subst |, ,$c)))
$(foreach c,$(chunks),$(eval chunk-$(firstword $(subst |, ,$c)): \
	runs_here = $(call rest,$(subst |, ,$c))))
.PHONY: $(numbers)
runs-local: $(numbers)
$(numbers): chunk-%:
	$(call commands_of,$(runs_here))
endif
runs-local:
	@:
# SPDX-License-Identifier: GPL-3.0-or-later
