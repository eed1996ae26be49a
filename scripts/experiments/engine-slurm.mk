# By Slurm: an array of jobs, each of which has CHUNK runs. The nodes must see this folder and the
# recipe under the same names. SBATCH are further options of sbatch, such as `-p short`.
CHUNK  ?= 10
SBATCH ?=

# The array has a name by which a study that was interrupted finds it again.
slurm_job := swf-$(study)-$(firstword $(shell echo $(CURDIR) | cksum))
slurm_lives = squeue --noheader --array --me --name=$(slurm_job) --format=%i

# what a job of the array does; Slurm may run it again on another node
define slurm_task
#!/bin/bash
begin=$$((SLURM_ARRAY_TASK_ID * $$1 + 1))
exec $(MAKE) -s -f settings.mk -f $(recipe) $$(sed -n "$$begin,$$((begin + $$1 - 1))p" slurm/pending)
endef

.PHONY: runs-slurm
runs-slurm:
	@mkdir -p slurm
	$(file >slurm/task,$(slurm_task))
	@if [ -z "$$($(slurm_lives))" ]; then \
		$(missing) >slurm/pending; \
		n=$$(wc -l <slurm/pending); [ $$n -gt 0 ] || exit 0; \
		chunk=$(CHUNK); \
		: at most a thousand jobs, which is what Slurm allows if nobody says otherwise; \
		[ $$((n / chunk)) -lt 1000 ] || chunk=$$((n / 1000 + 1)); \
		sbatch --quiet --job-name=$(slurm_job) --array=0-$$(((n - 1) / chunk)) --requeue \
			--ntasks=1 --output=slurm/%a.log --export=PATH $(SBATCH) slurm/task $$chunk; \
	fi
	@while [ -n "$$($(slurm_lives))" ]; do sleep 1; done
	@if [ -n "$$($(missing))" ]; then \
		echo "jobs failed; what they said is in $(CURDIR)/slurm" >&2; tail -n 3 slurm/*.log >&2; exit 1; fi
