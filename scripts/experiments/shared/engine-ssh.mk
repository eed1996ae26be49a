# On the machines of the file HOSTS, by GNU parallel over ssh: a machine a line as --sshloginfile
# of parallel takes it, such as 8/node1 for eight runs at a time there, or 2/: for this one.
# A machine gets CHUNK runs at once, or a thousandth of all where that is more, which one process
# makes one after the other.
#
# ssh must get to them without a password, and they must see this folder, the recipe and the
# commands under the same names, and have make 4, bash and perl. A machine that does not answer
# within ten seconds is left out, with a warning; runs that fail on one are tried on others, three
# times in all, before the study ends. If it is interrupted, what runs on the machines is ended; if
# it is killed outright (kill -9) they finish their CHUNK, and the same command need not wait.
HOSTS ?= $(error HOSTS is not set: which machines?)
export HOSTS
CHUNK ?= 10

# Without MAKEFLAGS: this machine would get them, and others not. Machines that go on do not keep
# the lock of the folder, which is descriptor 9: what they make does no harm to another study.
.PHONY: runs-ssh
runs-ssh:
	@$(missing) >pending
	@if [ -s pending ]; then \
		chunk=$$(($$(wc -l <pending) / 1000)); [ $$chunk -gt $(CHUNK) ] || chunk=$(CHUNK); \
		there=$$(printf 'cd %q' "$$PWD"); \
		env -u MAKEFLAGS parallel --will-cite --sshloginfile "$$HOSTS" --filter-hosts --env PATH \
			--max-args $$chunk --retries 3 --halt soon,fail=1 \
			"$$there && $(MAKE) -s -f settings.mk -f $(recipe)" {} <pending >&2 9>&-; fi
	@rm pending
# SPDX-License-Identifier: GPL-3.0-or-later
