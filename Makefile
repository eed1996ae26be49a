# swfkit. Targets: all, check, check-experiments, check-archive, check-asan, bench, fuzz, lint, demo,
# models, sample, install, uninstall, clean. What can be set is in config.mk.
include config.mk

VERSION := $(shell sed -n 's/.*SWF_VERSION "\(.*\)"/\1/p' include/swfcore/version.h)

ALL_CFLAGS = $(STANDARD) $(WARNINGS) $(WERROR) -Iinclude $(CPPFLAGS) $(CFLAGS)
# Statistics need GSL and tables libcsv; a command that needs neither must not wait for their loading.
IO_LIBS    = -lz -lm
TABLE_LIBS = -lcsv -lgsl -lgslcblas $(IO_LIBS)

LIB      = $(BUILD)/libswfcore.a
LIB_OBJ  = $(patsubst src/lib/%.c,$(BUILD)/lib/%.o,$(wildcard src/lib/*.c))
COMMANDS = $(patsubst src/cmd/%.c,%,$(wildcard src/cmd/swf-*.c))
# what commands share, an archive so that each takes only what it needs
CMD_LIB  = $(BUILD)/libcmd.a
CMD_OBJ  = $(patsubst src/%.c,$(BUILD)/%.o,$(filter-out src/cmd/swf-%,$(wildcard src/cmd/*.c)))
BIN      = $(COMMANDS:%=$(BUILD)/bin/%)

.PHONY: all check check-experiments check-archive check-asan bench fuzz lint demo models sample install uninstall clean
all: $(LIB) $(BIN) $(BUILD)/swfcore.pc $(BUILD)/share/swfkit/experiments

$(BUILD)/%.o: src/%.c
	@mkdir -p $(@D)
	$(CC) $(ALL_CFLAGS) -MMD -MP -c -o $@ $<

$(LIB): $(LIB_OBJ)
$(CMD_LIB): $(CMD_OBJ)
$(LIB) $(CMD_LIB):
	rm -f $@
	$(AR) rcs $@ $^

$(BIN): $(BUILD)/bin/%: $(BUILD)/cmd/%.o $(CMD_LIB) $(LIB)
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(TABLE_LIBS)
$(BUILD)/bin/swf-shake $(BUILD)/bin/swf-simulate: TABLE_LIBS = -lgsl -lgslcblas $(IO_LIBS)

# Where swf-experiment looks for the recipes, seen from its folder.
$(BUILD)/share/swfkit/experiments:
	@mkdir -p $(@D)
	ln -sfn $(abspath scripts/experiments) $@

$(BUILD)/swfcore.pc: swfcore.pc.in include/swfcore/version.h config.mk
	@mkdir -p $(@D)
	sed -e 's|@PREFIX@|$(PREFIX)|' -e 's|@VERSION@|$(VERSION)|' $< >$@

# Tests. Unit tests see the private headers too.
UNIT_SRC    = $(wildcard tests/unit/*.c) tests/support/naive.c tests/support/check-schedule.c tests/support/fgn.c
UNIT_OBJ    = $(UNIT_SRC:tests/%.c=$(BUILD)/tests/%.o)
UNIT        = $(BUILD)/tests/unit-tests
CHECK_LIBS ?= -lcheck -lsubunit -lrt -lpthread

$(BUILD)/tests/%.o: tests/%.c
	@mkdir -p $(@D)
	$(CC) $(ALL_CFLAGS) -Isrc/lib -MMD -MP -c -o $@ $<

# in which an allocation can be made to fail
$(UNIT): $(UNIT_OBJ) $(LIB)
	$(CC) $(CFLAGS) $(LDFLAGS) -Wl,--wrap=realloc -o $@ $^ $(CHECK_LIBS) $(TABLE_LIBS)

# Second implementations stand alone, but for the random numbers of the last.
NAIVE   = $(BUILD)/tests/naive-sessions $(BUILD)/tests/naive-resample $(BUILD)/tests/naive-feedback \
	$(BUILD)/tests/naive-shake $(BUILD)/tests/naive-locality $(BUILD)/tests/naive-fit \
	$(BUILD)/tests/naive-import
MUTANTS = $(BUILD)/tests/mutants
SUPPORT = $(BUILD)/tests/schedule-is-sound $(BUILD)/tests/peak-memory $(BUILD)/tests/hurst-study \
	$(MUTANTS) $(NAIVE)
naive_parts = $(patsubst %.c,$(BUILD)/%.o,$(wildcard tests/support/naive-$(1)-*.c))
$(BUILD)/tests/naive-resample: $(call naive_parts,resample)
$(BUILD)/tests/naive-feedback: $(call naive_parts,feedback)
$(BUILD)/tests/naive-fit: $(call naive_parts,fit)
$(BUILD)/tests/naive-import: $(call naive_parts,import)
$(BUILD)/tests/naive-locality: $(call naive_parts,locality)
$(BUILD)/tests/naive-shake: $(call naive_parts,shake) $(LIB)
$(BUILD)/tests/naive-shake: NAIVE_LIBS = -lgsl -lgslcblas
$(NAIVE): $(BUILD)/tests/%: $(BUILD)/tests/support/%.o $(BUILD)/tests/support/naive-swf.o
	$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(NAIVE_LIBS) -lm
$(BUILD)/tests/hurst-study: $(BUILD)/tests/support/fgn.o
$(MUTANTS): $(patsubst %,$(BUILD)/tests/support/%.o,mutants mutate mutant-commands mutant-run output-forms)
	$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ -lz -lm
$(filter-out $(NAIVE) $(MUTANTS),$(SUPPORT)): $(BUILD)/tests/%: $(BUILD)/tests/support/%.o $(BUILD)/tests/support/check-schedule.o $(LIB)
	$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(TABLE_LIBS)

# What tests/cli/allocations loads before a command.
FAILING_MALLOC = $(BUILD)/tests/failing-malloc.so
$(FAILING_MALLOC): tests/support/failing-malloc.c
	@mkdir -p $(@D)
	$(CC) $(ALL_CFLAGS) $(LDFLAGS) -fPIC -shared -o $@ $< -ldl

# Fuzz targets replay their corpus in check; fuzz runs them with clang's fuzzer.
FUZZ         = $(patsubst tests/fuzz/fuzz-%.c,%,$(wildcard tests/fuzz/fuzz-*.c))
FUZZ_SECONDS ?= 60
$(FUZZ:%=$(BUILD)/tests/fuzz-%): $(BUILD)/tests/fuzz-%: \
		$(BUILD)/tests/fuzz/fuzz-%.o $(BUILD)/tests/fuzz/replay.o $(LIB)
	$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(TABLE_LIBS)

# Logs that are unlike any real one, over changes of the clock.
RANDOM_LOGS = $(foreach zone,Europe.Stockholm US.Pacific America.Sao_Paulo,$(BUILD)/tests/$(zone).swf)
$(RANDOM_LOGS): $(BUILD)/tests/%.swf: tests/cli/random-log
	@mkdir -p $(@D)
	tests/cli/random-log 7 $(subst .,/,$*) >$@

HEADERS = $(wildcard include/swfcore/*.h)

# builds of its own, so once is enough
SAME_BYTES = tests/cli/same-bytes $(BUILD)

check: all $(UNIT) $(SUPPORT) $(FAILING_MALLOC) $(RANDOM_LOGS) $(FUZZ:%=$(BUILD)/tests/fuzz-%)
	tests/unit/headers-alone $(CC)
	@$(foreach f,$(FUZZ),$(BUILD)/tests/fuzz-$(f) tests/fuzz/corpus/$(f)/* &&) true
	tests/cli/metrics-agree $(BUILD)/bin data/sample.swf.gz
	tests/cli/summary-agree $(BUILD)/bin data/sample.swf.gz
	tests/cli/classify-agree $(BUILD)/bin data/sample.swf.gz $(RANDOM_LOGS)
	tests/cli/sessions-agree $(BUILD)/bin $(BUILD)/tests/naive-sessions data/sample.swf.gz \
		$(RANDOM_LOGS)
	tests/cli/generate-agree $(BUILD)/bin $(BUILD)/tests/naive-fit data/sample.swf.gz \
		$(RANDOM_LOGS)
	tests/cli/import-agree $(BUILD)/bin $(BUILD)/tests/naive-import tests/cli/import/*.log
	tests/cli/resample-agree $(BUILD)/bin $(BUILD)/tests/naive-resample data/sample.swf.gz \
		$(RANDOM_LOGS)
	tests/cli/feedback-agree $(BUILD)/bin $(BUILD)/tests/naive-feedback data/sample.swf.gz \
		$(RANDOM_LOGS)
	tests/cli/shake-agree $(BUILD)/bin $(BUILD)/tests/naive-shake data/sample.swf.gz \
		$(RANDOM_LOGS)
	tests/cli/locality-agree -n 4000 $(BUILD)/bin $(BUILD)/tests/naive-locality \
		data/sample.swf.gz $(RANDOM_LOGS)
	tests/cli/mutations $(BUILD)/bin
	tests/cli/metamorphic $(BUILD)/bin data/sample.swf.gz $(RANDOM_LOGS)
	+$(SAME_BYTES)
	tests/cli/allocations $(BUILD)/bin $(FAILING_MALLOC) data/sample.swf.gz
	tests/cli/man-examples $(BUILD)/bin
	$(UNIT)
	tests/cli/run $(BUILD)/bin tests/cli/*.test README.md

# Whole studies: their reports, interruptions, and engines; and from a site's accounting data to one.
# What a machine has not, a browser or Slurm, is said and left out.
check-experiments: all
	tests/experiments/interrupted $(BUILD)
	tests/experiments/engines $(BUILD)
	tests/experiments/reports $(BUILD)
	tests/experiments/own-cluster $(BUILD)
	tests/experiments/accounting $(BUILD)

check-asan:
	$(MAKE) check BUILD=$(BUILD)/asan WERROR=-Werror SAME_BYTES=true \
		CFLAGS="-O1 -g -fno-omit-frame-pointer -fsanitize=address,undefined,float-cast-overflow -fno-sanitize-recover=all"

fuzz:
	@mkdir -p $(BUILD)/fuzz
	for f in $(FUZZ); do \
		mkdir -p $(BUILD)/fuzz/$$f && \
		clang $(STANDARD) $(WARNINGS) -Iinclude -Isrc/lib -g -O1 \
			-fsanitize=fuzzer,address,undefined,float-cast-overflow -fno-sanitize-recover=all \
			-o $(BUILD)/fuzz/fuzz-$$f tests/fuzz/fuzz-$$f.c src/lib/*.c $(TABLE_LIBS) && \
		$(BUILD)/fuzz/fuzz-$$f -max_total_time=$(FUZZ_SECONDS) -print_final_stats=1 \
			$(BUILD)/fuzz/$$f tests/fuzz/corpus/$$f || exit 1; \
	done

CLANG_FORMAT ?= clang-format
SOURCES = $(wildcard src/*/*.[ch] include/swfcore/*.h tests/*/*.[ch] scripts/*.c)
EXPERIMENTS = $(wildcard scripts/experiments/*.* scripts/experiments/shared/*)
SCRIPTS = scripts/setup scripts/published-model scripts/demo scripts/check scripts/bench scripts/bench-study scripts/bench-import scripts/plot-queue scripts/fetch-archive scripts/classes .ci/run \
	tests/cli/run tests/cli/metrics-agree tests/cli/sessions-agree tests/cli/random-log tests/cli/same-bytes tests/cli/man-examples tests/unit/headers-alone tests/archive/run tests/archive/results.bash tests/archive/resample tests/archive/feedback tests/archive/shake tests/archive/analysis tests/archive/generate tests/support/marginals tests/cli/resample-agree tests/cli/feedback-agree tests/cli/shake-agree tests/cli/summary-agree tests/cli/classify-agree tests/cli/locality-agree tests/cli/generate-agree tests/cli/import-agree tests/cli/allocations tests/cli/mutations tests/cli/metamorphic tests/cli/random-accounting scripts/experiments/shared/report $(wildcard tests/experiments/*)
lint:
	$(CLANG_FORMAT) --dry-run -Werror $(SOURCES)
	mandoc -T lint -W warning man/*
	shellcheck -x $(SCRIPTS)
	@! grep -nE '.{101}' $(SOURCES) $(SCRIPTS) $(EXPERIMENTS) || { echo 'lines over 100 columns'; exit 1; }

bench: all $(BUILD)/bench-copy $(SUPPORT)
	scripts/bench $(BUILD) $(LOG)
	scripts/bench-import $(BUILD) $(LOG)

$(BUILD)/bench-copy: scripts/bench-copy.c $(LIB)
	$(CC) $(ALL_CFLAGS) $(LDFLAGS) -o $@ $^ $(IO_LIBS)

demo:
	scripts/demo $(LOG)

# The model of published tables, and the sample log, which is a workload of it: made again, they come
# out the same.
models:
	scripts/published-model >data/models/users-and-sessions.csv
sample: all
	$(BUILD)/bin/swf-generate --quiet --no-provenance --model data/models/users-and-sessions.csv \
		--weeks 26 --load 0.5 | $(BUILD)/bin/swf-simulate --quiet --no-provenance | \
		gzip -n9 >data/sample.swf.gz

# ARCHIVE is a folder with logs/ and reference/ that is not part of the project.
check-archive: all $(SUPPORT)
	tests/archive/run $(BUILD) $(ARCHIVE)

MAN1 = $(wildcard man/*.1)
MAN5 = $(wildcard man/*.5)
install: all
	mkdir -p $(DESTDIR)$(PREFIX)/bin $(DESTDIR)$(PREFIX)/lib/pkgconfig \
		$(DESTDIR)$(PREFIX)/include/swfcore $(DESTDIR)$(PREFIX)/share/man/man1 \
		$(DESTDIR)$(PREFIX)/share/man/man3 $(DESTDIR)$(PREFIX)/share/man/man5 \
		$(DESTDIR)$(PREFIX)/share/man/man7 $(DESTDIR)$(PREFIX)/share/swfkit/experiments \
		$(DESTDIR)$(PREFIX)/share/swfkit/models
	install -m 755 $(BIN) $(DESTDIR)$(PREFIX)/bin
	install -m 644 $(LIB) $(DESTDIR)$(PREFIX)/lib
	install -m 644 $(BUILD)/swfcore.pc $(DESTDIR)$(PREFIX)/lib/pkgconfig
	install -m 644 $(HEADERS) $(DESTDIR)$(PREFIX)/include/swfcore
	cp -R scripts/experiments/. $(DESTDIR)$(PREFIX)/share/swfkit/experiments
	install -m 644 data/models/* $(DESTDIR)$(PREFIX)/share/swfkit/models
	install -m 644 $(MAN1) $(DESTDIR)$(PREFIX)/share/man/man1
	install -m 644 man/swfcore.3 $(DESTDIR)$(PREFIX)/share/man/man3
	install -m 644 $(MAN5) $(DESTDIR)$(PREFIX)/share/man/man5
	install -m 644 man/swfkit.7 $(DESTDIR)$(PREFIX)/share/man/man7

uninstall:
	cd $(DESTDIR)$(PREFIX) && rm -f $(COMMANDS:%=bin/%) lib/libswfcore.a \
		lib/pkgconfig/swfcore.pc $(MAN1:man/%=share/man/man1/%) \
		$(MAN5:man/%=share/man/man5/%) share/man/man3/swfcore.3 share/man/man7/swfkit.7
	rm -rf $(DESTDIR)$(PREFIX)/include/swfcore $(DESTDIR)$(PREFIX)/share/swfkit

clean:
	rm -rf $(BUILD)

-include $(shell find $(BUILD) -name '*.d' 2>/dev/null)
