# On this machine, as many at a time as make's -j says. What make starts makes ten runs, and fewer
# towards the end, so that all processors have work until then.
.PHONY: runs-local
ifneq ($(filter runs-local,$(MAKECMDGOALS)),)
at_a_time := $(patsubst -j%,%,$(firstword $(filter -j%,$(MAKEFLAGS))))
chunks    := $(shell $(missing) | awk -v jobs='$(at_a_time)' -f $(share)chunks.awk)
numbers   := $(foreach c,$(chunks),chunk-$(firstword $(subst |, ,$c)))
$(foreach c,$(chunks),$(eval chunk-$(firstword $(subst |, ,$c)): \
	runs_here = $(wordlist 2,11,$(subst |, ,$c))))
.PHONY: $(numbers)
runs-local: $(numbers)
$(numbers): chunk-%:
	$(call commands_of,$(runs_here))
endif
runs-local:
	@:
