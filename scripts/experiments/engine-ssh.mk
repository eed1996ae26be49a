# On the machines of the file HOSTS, by GNU parallel: a machine a line as its --sshloginfile takes
# it, such as 8/node1 for eight runs at a time. They must see this folder and the recipe under the
# same names. A machine gets CHUNK runs at once.
HOSTS ?= $(error HOSTS is not set: which machines?)
CHUNK ?= 10

.PHONY: runs-ssh
runs-ssh:
	@$(missing) >pending
	@parallel --no-run-if-empty --sshloginfile $(HOSTS) --workdir $(CURDIR) --env PATH \
		--max-args $(CHUNK) --retries 3 --halt soon,fail=1 --will-cite \
		make -s -f settings.mk -f $(recipe) {} <pending
	@rm pending
