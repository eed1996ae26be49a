# On this machine, as many at a time as make's -j says.
.PHONY: runs-local
runs-local: $(plan)
	@:
