# swfkit. Targets: all, check, check-archive, check-asan, bench, fuzz, lint, demo, sample, install,
# uninstall, clean. What can be set is in config.mk.
include config.mk

VERSION := $(shell sed -n 's/.*SWF_VERSION "\(.*\)"/\1/p' include/swfcore/version.h)

ALL_CFLAGS = $(STANDARD) $(WARNINGS) $(WERROR) -Iinclude $(CPPFLAGS) $(CFLAGS)
# Statistics need GSL and tables libcsv; a command that needs neither must not wait for their loading.
IO_LIBS    = -lz -lm
TABLE_LIBS = -lcsv -lgsl -lgslcblas $(IO_LIBS)

LIB      = $(BUILD)/libswfcore.a
LIB_OBJ  = $(patsubst src/lib/%.c,$(BUILD)/lib/%.o,$(wildcard src/lib/*.c))
COMMANDS = $(patsubst src/cmd/%.c,%,$(wildcard src/cmd/swf-*.c))
BIN      = $(COMMANDS:%=$(BUILD)/bin/%)

.PHONY: all check check-archive check-asan bench fuzz lint demo sample install uninstall clean
all: $(LIB) $(BIN) $(BUILD)/swfcore.pc

$(BUILD)/%.o: src/%.c
	@mkdir -p $(@D)
	$(CC) $(ALL_CFLAGS) -MMD -MP -c -o $@ $<

$(LIB): $(LIB_OBJ)
	rm -f $@
	$(AR) rcs $@ $^

$(BIN): $(BUILD)/bin/%: $(BUILD)/cmd/%.o $(BUILD)/cmd/common.o $(LIB)
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(TABLE_LIBS)
$(BUILD)/bin/swf-simulate: TABLE_LIBS = $(IO_LIBS)

$(BUILD)/swfcore.pc: swfcore.pc.in include/swfcore/version.h config.mk
	@mkdir -p $(@D)
	sed -e 's|@PREFIX@|$(PREFIX)|' -e 's|@VERSION@|$(VERSION)|' $< >$@

# Tests. Unit tests see the private headers too.
UNIT_SRC    = $(wildcard tests/unit/*.c) tests/support/naive.c tests/support/check-schedule.c
UNIT_OBJ    = $(UNIT_SRC:tests/%.c=$(BUILD)/tests/%.o)
UNIT        = $(BUILD)/tests/unit-tests
CHECK_LIBS ?= -lcheck -lsubunit -lrt -lpthread

$(BUILD)/tests/%.o: tests/%.c
	@mkdir -p $(@D)
	$(CC) $(ALL_CFLAGS) -Isrc/lib -MMD -MP -c -o $@ $<

$(UNIT): $(UNIT_OBJ) $(LIB)
	$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(CHECK_LIBS) $(TABLE_LIBS)

check: all $(UNIT)
	$(UNIT)

clean:
	rm -rf $(BUILD)

-include $(UNIT_OBJ:.o=.d)

-include $(LIB_OBJ:.o=.d) $(BIN:$(BUILD)/bin/%=$(BUILD)/cmd/%.d) $(BUILD)/cmd/common.d
