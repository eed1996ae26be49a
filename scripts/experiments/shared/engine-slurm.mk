# By Slurm: an array of jobs, each of which makes CHUNK runs one after the other on one processor.
#
# The nodes must see this folder, the recipe and the commands under the same names, and have make 4.
# Where Slurm deals out memory too and has no default for it (DefMemPerCPU), each job gets a whole
# node unless SBATCH says --mem-per-cpu. If the study is interrupted, its jobs stay in the queue:
# the same command waits for them, and then submits what they have not made; `scancel --name=...`
# ends them. Of jobs that fail, are cancelled or run out of time, the runs that are finished count.
#: whole 1..1000000000 --chunk: runs in one call of the engines slurm and ssh
CHUNK   ?= 10
#: options of sbatch: further options, such as -p short -t 60 --mem-per-cpu=500
SBATCH  ?=
#: whole 0..1000000000: seconds that the files of a job may take to show here, over a network
LATENCY ?= 60

# The jobs have a name by which a study that was interrupted finds them again.
slurm_job   := swf-$(study)-$(firstword $(shell pwd -P | cksum))
slurm_queue  = squeue --noheader --me --name=$(slurm_job)

# What a job of the array does. Slurm may run it again on another node: what it has made counts.
define slurm_task
#!/bin/bash
begin=$$((SLURM_ARRAY_TASK_ID * $$1 + 1))
runs=$$(sed -n "$$begin,$$((begin + $$1 - 1))p" slurm/pending)
[ -z "$$SLURM_RESTART_COUNT" ] || runs=$$(echo "$$runs" | $(call of_runs,missing))
[ -n "$$runs" ] || exit 0
exec $(MAKE) -s -f settings.mk -f $(recipe) $$runs
endef

# Until no job is in the queue; that squeue fails does not mean so. Asks ever less often.
slurm_wait = pause=0; until left=$$($(slurm_queue)) && [ -z "$$left" ]; do \
	pause=$$((pause < 30 ? pause + 1 : 30)); sleep $$pause; done

# what is written here, and not what others may have put there
slurm_logs = find slurm -name '*.log' ! -name '*[!0-9]*.log'
slurm_end  = { rm -f slurm/task slurm/queue slurm/pending; $(slurm_logs) -exec rm -f {} +; \
	rmdir slurm 2>/dev/null || :; exit 0; }

# At most a thousand jobs, which is what Slurm allows if nobody says otherwise. In the end there is
# no point in waiting for files where jobs have failed; of those cancelled early squeue has nothing.
.PHONY: runs-slurm
runs-slurm:
	$(shell mkdir -p slurm)$(file >slurm/task,$(slurm_task))
	@$(slurm_queue) >slurm/queue; \
	[ ! -s slurm/queue ] || echo 'note: waiting for the jobs $(slurm_job) in the queue' >&2; \
	$(slurm_wait); \
	$(missing) >slurm/pending; n=$$(wc -l <slurm/pending); [ $$n -gt 0 ] || $(slurm_end); \
	chunk=$(CHUNK); [ $$((n / chunk)) -lt 1000 ] || chunk=$$((n / 1000 + 1)); \
	jobs=$$(((n - 1) / chunk + 1)); $(slurm_logs) -exec rm -f {} +; \
	id=$$(sbatch --parsable --job-name=$(slurm_job) --array=0-$$((jobs - 1)) --requeue --ntasks=1 \
		--output=slurm/%a.log --export=PATH $(SBATCH) slurm/task $$chunk); \
	echo "note: jobs $(slurm_job) in the queue: $$jobs" >&2; \
	$(slurm_wait); \
	for ((waited = 0; ; waited++)); do \
		n=$$($(missing) | wc -l); [ $$n -gt 0 ] || $(slurm_end); \
		ends=$$($(slurm_queue) --states=all --jobs=$${id%;*} --format=%T 2>/dev/null | \
			sort | uniq -c || :); \
		[ -z "$$(sed /COMPLETED/d <<<"$$ends")" ] && [ $$waited -lt $(LATENCY) ] || break; \
		sleep 1; \
	done; \
	echo "$$n runs are missing after $$jobs jobs $(slurm_job), of which" $$ends >&2; \
	echo 'what they said is in $(CURDIR)/slurm; the same command makes what is missing' >&2; \
	$(slurm_logs) -size +0 | sort | sed -n 1p | xargs -r tail -n 5 >&2; exit 1
# SPDX-License-Identifier: GPL-3.0-or-later
