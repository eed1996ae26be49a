# SPDX-License-Identifier: GPL-3.0-or-later
# swfkit. Targets: all, check, check-experiments, check-coverage, check-archive, check-asan, bench,
# docs, fuzz, lint, demo, sample, symbols, install, install-strip, installcheck, uninstall, dist,
# clean, distclean. What can be set is in config.mk.
include config.mk

VERSION := $(shell sed -n 's/.*SWF_VERSION "\(.*\)"/\1/p' include/swfcore/version.h)

# Of a shell that exports it, cd would go elsewhere, and print where.
unexport CDPATH

# A section for each function: programs leave out those that they do not call.
SECTIONS   = -ffunction-sections -fdata-sections
ALL_CFLAGS = $(STANDARD) $(WARNINGS) $(WERROR) $(SECTIONS) -Iinclude -Isrc/lib $(CPPFLAGS) $(CFLAGS)
# Statistics need GSL and tables libcsv; a command that needs neither must not wait for their loading.
IO_LIBS    = -lz -lm
TABLE_LIBS = -lcsv -lgsl -lgslcblas $(IO_LIBS)
# That loading takes a fifth of a command's start. So commands have within them what is there as a
# static library, unless LDFLAGS may name another. `make STATIC_LIBS=` loads all, as packages want.
STATIC_LIBS = $(eval STATIC_LIBS := $(if $(findstring -L,$(LDFLAGS)),,$(shell \
	for name in csv gsl gslcblas z; do \
		case $$($(CC) $(CFLAGS) -print-file-name=lib$$name.a) in (/*) echo -l$$name ;; esac; \
	done)))$(STATIC_LIBS)
within     = $(foreach lib,$1,$(if $(filter $(lib),$(STATIC_LIBS)),$(lib:-l%=-l:lib%.a),$(lib)))

LIB      = $(BUILD)/libswfcore.a
# the shared one; its number is raised with each release that programs of the one before cannot use
SONAME   = libswfcore.so.0
SHARED   = $(BUILD)/$(SONAME)
LIB_SRC  = $(wildcard src/lib/*/*.c src/lib/*/*/*.c)
LIB_OBJ  = $(LIB_SRC:src/%.c=$(BUILD)/%.o)
COMMANDS = $(patsubst src/cmd/%.c,%,$(wildcard src/cmd/swf-*.c))
# what commands share, an archive so that each takes only what it needs
CMD_LIB  = $(BUILD)/libcmd.a
CMD_OBJ  = $(patsubst src/%.c,$(BUILD)/%.o,$(filter-out $(OTHER_SLURM),$(wildcard src/cmd/*/*.c)))
# The scheduler slurm is an archive too, which the library does not know of.
ifeq ($(SLURM),no)
OTHER_SLURM = src/cmd/simulate/slurm-%.c
ALL_CFLAGS += -DSWF_NO_SLURM
# the steps and fuzz targets that need it
NO_SLURM = slurm slurm-agree slurm-kept slurm-limits recorded-priorities recorded-schedules table-slurm% table-study-what-if% \
	pages made-site own-cluster
else
OTHER_SLURM = src/cmd/simulate/without-slurm.c
SLURM_LIB   = $(BUILD)/libslurm.a
SLURM_OBJ   = $(patsubst src/%.c,$(BUILD)/%.o,$(wildcard src/slurm/*/*.c))
endif
BIN      = $(COMMANDS:%=$(BUILD)/bin/%)
# where swf-experiment looks for the recipes and swf-plot for its scripts, seen from their folder
INSTALLED = $(BUILD)/share/swfkit/experiments $(BUILD)/share/swfkit/plots
# by which shells complete the words of commands
FOR_FISH   = $(COMMANDS:%=$(BUILD)/share/fish/vendor_completions.d/%.fish)
COMPLETION = $(BUILD)/share/bash-completion/completions/swfkit $(BUILD)/share/zsh/site-functions/_swfkit $(FOR_FISH)

.PHONY: all check check-experiments check-coverage check-archive check-asan bench docs fuzz fuzzers lint demo sample \
	symbols install install-strip installcheck uninstall dist clean distclean
all: $(LIB) $(SHARED) $(BIN) $(INSTALLED) $(COMPLETION)

$(BUILD)/%.o: src/%.c
	@mkdir -p $(@D)
	$(CC) $(ALL_CFLAGS) -MMD -MP -c -o $@ $<
$(BUILD)/cmd/%.o: ALL_CFLAGS += -Isrc/cmd -Isrc
$(BUILD)/slurm/%.o: ALL_CFLAGS += -Isrc

$(LIB): $(LIB_OBJ)
$(CMD_LIB): $(CMD_OBJ)
$(SLURM_LIB): $(SLURM_OBJ)
$(LIB) $(CMD_LIB) $(SLURM_LIB):
	rm -f $@
	$(AR) rcs $@ $^

# The shared library, with the functions of the public headers alone. Commands are linked to the
# archive, since they call others, too. The objects are the same: without interposition, and in a
# program whose linker binds the calls, code for any address costs no instruction.
$(BUILD)/lib/%.o: ALL_CFLAGS += -fPIC -fno-semantic-interposition
# what it offers, and since which version
SYMBOLS    = src/lib/symbols
SYMBOL_MAP = $(BUILD)/libswfcore.map
$(SYMBOL_MAP): $(SYMBOLS) scripts/symbol-map
	@mkdir -p $(@D)
	scripts/symbol-map $(SYMBOLS) >$@.part && mv $@.part $@
# Sanitizers leave their own functions undefined.
NO_UNDEFINED = $(if $(findstring -fsanitize,$(CFLAGS)),,-Wl,-z,defs)
$(SHARED): $(LIB_OBJ) $(SYMBOL_MAP)
	$(CC) $(CFLAGS) $(LDFLAGS) -shared -Wl,-soname,$(SONAME) -Wl,--version-script=$(SYMBOL_MAP) \
		-Wl,-Bsymbolic-functions $(NO_UNDEFINED) -o $@ $(LIB_OBJ) $(TABLE_LIBS)

# Renews the list of what the library offers from the public headers.
symbols:
	scripts/symbols $(SYMBOLS) $(CC)

$(BIN): $(BUILD)/bin/%: $(BUILD)/cmd/%.o $(CMD_LIB) $(SLURM_LIB) $(LIB)
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) $(LDFLAGS) -Wl,--gc-sections $(BIN_FLAGS) $(SANITIZER_LINK) -o $@ \
		$(filter-out $(CALLABLE),$^) $(call within,$(TABLE_LIBS))
$(BUILD)/bin/swf-shake: TABLE_LIBS = -lgsl -lgslcblas $(IO_LIBS)

# Plug-ins call functions of the library in swf-simulate. So it has all those of the public headers
# but what needs libcsv, whether it calls them or not.
HEADERS  = $(wildcard include/swfcore/*.h)
CALLABLE = $(BUILD)/callable.list
$(CALLABLE): $(filter-out %/arrays.h %/metrics.h %/table.h %/plug-in.h,$(HEADERS)) scripts/declared
	@mkdir -p $(@D)
	(echo '{'; scripts/declared $(filter %.h,$^) | sed 's/$$/;/'; echo '};') >$@.part
	mv $@.part $@
$(BUILD)/bin/swf-simulate: $(CALLABLE)
$(BUILD)/bin/swf-simulate: BIN_FLAGS = -Wl,--dynamic-list=$(CALLABLE) $$(sed -n 's/^\(swf.*\);/-Wl,-u,\1/p' $(CALLABLE))
$(BUILD)/bin/swf-simulate: TABLE_LIBS += -ldl
# Plug-ins use the same sanitizers as what loads them.
$(BUILD)/bin/swf-simulate: SANITIZER_LINK =

$(INSTALLED):
	@mkdir -p $(@D)
	ln -sfn "$$PWD/scripts/$(@F)" $@

# The commands say themselves what there is to complete.
COMPLETE = @mkdir -p $(@D); scripts/completion
$(COMPLETION): scripts/completion | $(INSTALLED)
$(BUILD)/share/bash-completion/completions/swfkit: $(BIN)
	$(COMPLETE) bash $(BUILD)/bin $(COMMANDS) >$@.part && mv $@.part $@
$(BUILD)/share/zsh/site-functions/_swfkit: $(BIN)
	$(COMPLETE) zsh $(BUILD)/bin $(COMMANDS) >$@.part && mv $@.part $@
$(FOR_FISH): $(BUILD)/share/fish/vendor_completions.d/%.fish: $(BUILD)/bin/%
	$(COMPLETE) fish $(BUILD)/bin $* >$@.part && mv $@.part $@

# Tests. Unit tests see the private headers too.
UNIT_SRC    = $(wildcard tests/unit/*.c tests/unit/*/*.c tests/unit/*/*/*.c) \
	$(wildcard tests/naive/simulator/*.c tests/naive/slurm-nodes/*.c) \
	tests/support/check-schedule.c tests/support/fgn.c
ifeq ($(SLURM),no)
UNIT_SRC := $(filter-out tests/unit/slurm/% tests/naive/slurm-nodes/%,$(UNIT_SRC))
endif
UNIT_OBJ    = $(UNIT_SRC:tests/%.c=$(BUILD)/tests/%.o)
UNIT        = $(BUILD)/tests/unit-tests
CHECK_LIBS ?= -lcheck -lsubunit -lrt -lpthread

$(BUILD)/tests/%.o: tests/%.c
	@mkdir -p $(@D)
	$(CC) $(ALL_CFLAGS) -Itests -Isrc -MMD -MP -c -o $@ $<
$(BUILD)/tests/unit/shared/%.o: ALL_CFLAGS += -Isrc/cmd

# in which allocations are counted, and one can be made to fail
$(UNIT): $(UNIT_OBJ) $(CMD_LIB) $(SLURM_LIB) $(LIB)
	$(CC) $(CFLAGS) $(LDFLAGS) -Wl,--wrap=malloc,--wrap=calloc,--wrap=realloc -o $@ $^ $(CHECK_LIBS) $(TABLE_LIBS)

# Second implementations stand alone, but for the random numbers of the last.
NAIVE   = $(BUILD)/tests/naive-sessions $(BUILD)/tests/naive-resample $(BUILD)/tests/naive-feedback \
	$(BUILD)/tests/naive-shake $(BUILD)/tests/naive-locality $(BUILD)/tests/naive-fit \
	$(BUILD)/tests/naive-import $(BUILD)/tests/naive-series $(BUILD)/tests/naive-placement
MUTANTS = $(BUILD)/tests/mutants
SUPPORT = $(BUILD)/tests/coverage-runs $(BUILD)/tests/schedule-is-sound $(BUILD)/tests/peak-memory $(BUILD)/tests/hurst-study \
	$(BUILD)/tests/protocol-fcfs $(BUILD)/tests/placement-is-sound $(MUTANTS) $(NAIVE)
ifneq ($(SLURM),no)
SUPPORT += $(BUILD)/tests/slurm-settings $(BUILD)/tests/recorded-priorities $(BUILD)/tests/slurm-decisions
endif
naive_program = $(BUILD)/tests/naive-$(1): $$(patsubst %.c,$(BUILD)/%.o,$(wildcard tests/naive/$(1)/*.c))
$(foreach n,$(NAIVE:$(BUILD)/tests/naive-%=%),$(eval $(call naive_program,$(n))))
$(BUILD)/tests/naive-shake: $(LIB)
$(BUILD)/tests/naive-shake: NAIVE_LIBS = -lgsl -lgslcblas
$(NAIVE): $(BUILD)/tests/naive-%: $(BUILD)/tests/naive/naive-swf.o
	$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(NAIVE_LIBS) -lm
$(BUILD)/tests/hurst-study: $(BUILD)/tests/support/fgn.o
$(MUTANTS): $(patsubst %,$(BUILD)/tests/support/%.o,mutants mutate mutant-commands mutant-run output-forms)
	$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ -lz -lm
$(filter-out $(NAIVE) $(MUTANTS),$(SUPPORT)): $(BUILD)/tests/%: $(BUILD)/tests/support/%.o $(BUILD)/tests/support/check-schedule.o $(SLURM_LIB) $(LIB)
	$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(TABLE_LIBS)

# What tests/cli/allocations loads before a command.
FAILING_MALLOC = $(BUILD)/tests/failing-malloc.so
$(FAILING_MALLOC): tests/support/failing-malloc.c tests/support/every-allocation.c tests/support/failing-malloc.h
	@mkdir -p $(@D)
	$(CC) $(ALL_CFLAGS) -Itests $(LDFLAGS) -fPIC -shared -o $@ $(filter %.c,$^) -ldl

# Plug-ins: the examples, and those with faults.
PLUG_INS = $(patsubst %.c,$(BUILD)/%.so,$(wildcard examples/*.c)) \
	$(patsubst %.c,$(BUILD)/%.so,$(wildcard tests/support/plug-ins/*.c))
$(PLUG_INS): $(BUILD)/%.so: %.c $(HEADERS)
	@mkdir -p $(@D)
	$(CC) $(ALL_CFLAGS) $(LDFLAGS) -fPIC -shared -o $@ $<

# Fuzz targets replay their corpus in check.
FUZZ         = $(filter-out $(NO_SLURM),$(patsubst tests/fuzz/fuzz-%.c,%,$(wildcard tests/fuzz/fuzz-*.c)))
FUZZ_SECONDS ?= 60
$(FUZZ:%=$(BUILD)/tests/fuzz-%): $(BUILD)/tests/fuzz-%: \
		$(BUILD)/tests/fuzz/fuzz-%.o $(BUILD)/tests/fuzz/replay.o $(SLURM_LIB) $(LIB)
	$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(TABLE_LIBS)
# What tests/fuzz/run makes: the same with the fuzzer in place of the corpus.
FUZZERS = $(FUZZ:%=$(BUILD)/tests/search-%)
$(FUZZERS): $(BUILD)/tests/search-%: $(BUILD)/tests/fuzz/fuzz-%.o $(SLURM_LIB) $(LIB)
	$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(TABLE_LIBS)
fuzzers: $(FUZZERS)

# Logs that are unlike any real one, over changes of the clock.
RANDOM_LOGS = $(foreach zone,Europe.Stockholm US.Pacific America.Sao_Paulo,$(BUILD)/tests/$(zone).swf)
$(RANDOM_LOGS): $(BUILD)/tests/%.swf: tests/cli/random-log
	@mkdir -p $(@D)
	tests/cli/random-log 7 $(subst .,/,$*) >$@

# Each step is a target of its own, so that `make -j2 check` runs two at a time: first those that
# take long. Each keeps its output in $(STEPS_DIR).
STEPS_DIR  = $(BUILD)/steps
STEP       = @scripts/step $(STEPS_DIR) $(@:check-%=%)
BINARIES   = $(BUILD)/bin
SAMPLE     = data/sample.swf.gz
LOGS       = $(SAMPLE) $(RANDOM_LOGS)
FEW_LOGS   = $(SAMPLE) $(firstword $(RANDOM_LOGS))
TABLES     = $(patsubst tests/cli/%.test,%,$(wildcard tests/cli/*.test))
LONG       = shake schedulers python split-users resample generate
# whole studies, which take long and have few cases: those that every change goes through, and the others
STUDIES    = experiment experiment-status study-answers study-compare study-plots study-what-if study-workloads
MORE_STUDIES = experiment-folder experiment-own experiment-precision experiment-values
SHORT      = $(filter-out $(LONG) $(STUDIES) $(MORE_STUDIES),$(TABLES))

# What same-bytes compares this build with: other compilers, and what they optimize.
VARIANTS  ?= $(if $(shell command -v clang),clang-O3,gcc-O0)
AGREE      = shake feedback protocol resample locality generate import sessions summary classify \
	metrics series placement select slurm site order resources resource-metrics formats
CHECKS     = unit $(LONG:%=table-%) metrics-agree $(filter-out metrics-agree,$(AGREE:%=%-agree)) \
	slurm-limits recorded-priorities recorded-schedules $(SHORT:%=table-%) table-readme \
	fuzz-corpus headers symbols page-examples layers python
# what .ci/run tests besides, and what is tested before a release: programs that start thousands of
# others, of which each takes 5 to 20 ms on some machines
MORE       = pages $(STUDIES:%=table-%) allocations metamorphic same-bytes slurm-kept without-slurm made-site \
	accounting recipes docs-site
RELEASE    = $(MORE_STUDIES:%=table-%) man-examples install tarball built-recipes faults wheel own-cluster interrupted \
	engines precision-coverage coverage
# What the sanitizers test: not what runs no C, nor what runs in hundreds of processes, or in
# thousands to count how often what happens, what other steps run. docs/releasing.md has those that
# they have before a release, too.
SANITIZED  = mutations $(filter-out headers symbols page-examples layers table-options \
	table-completion table-docs table-page table-plot-shape table-plot-time table-python table-readme \
	table-resample table-runner table-schedulers table-shake table-needs, $(CHECKS))
MUTATIONS ?= 1000
RELATED   ?= $(LOGS)
# what finds most in half a minute
QUICK      = table-input table-simulate table-metrics table-check table-sessions table-hurst \
	table-summary table-locality table-distrib table-classify metrics-agree sessions-agree fuzz-corpus

# what the steps need
tests: all $(UNIT) $(SUPPORT) $(PLUG_INS) $(FAILING_MALLOC) $(RANDOM_LOGS) $(FUZZ:%=$(BUILD)/tests/fuzz-%)
check check-quick check-more check-release check-sanitized:
	@rm -rf $(STEPS_DIR)
	+@$(MAKE) -s -k --no-print-directory $(addprefix check-,$(filter-out $(NO_SLURM),$(STEPS)))
	@scripts/step $(STEPS_DIR)
check: STEPS = $(CHECKS)
check-quick: STEPS = $(QUICK)
check-more: STEPS = $(MORE)
check-release: STEPS = $(RELEASE)
check-sanitized: STEPS = $(SANITIZED)
.PHONY: tests check-quick check-more check-release check-sanitized \
	$(sort $(CHECKS:%=check-%) $(MORE:%=check-%) $(RELEASE:%=check-%) check-mutations)

check-unit: $(UNIT)
	$(STEP) $(UNIT)
check-headers:
	$(STEP) tests/unit/headers-alone $(CC)
check-symbols: all
	$(STEP) tests/unit/symbols $(BUILD) $(SONAME) $(CC)
check-page-examples:
	$(STEP) tests/unit/page-examples $(CC)
check-layers: all
	$(STEP) tests/unit/layers $(BUILD)
check-python: all $(BUILD)/examples/sjf.so
	$(STEP) python/tests/run $(BUILD)
check-fuzz-corpus: $(FUZZ:%=$(BUILD)/tests/fuzz-%)
	$(STEP) sh -ec '$(foreach f,$(FUZZ),$(BUILD)/tests/fuzz-$(f) tests/fuzz/corpus/$(f)/*;)'
check-table-readme: all
	$(STEP) tests/cli/run $(BINARIES) README.md docs/tour.md docs/gpus.md
$(TABLES:%=check-table-%): check-table-%: all
	$(STEP) tests/cli/run $(BINARIES) tests/cli/$*.test
check-table-plug-ins check-table-experiment-own: $(PLUG_INS)
check-table-slurm-settings: $(BUILD)/tests/slurm-settings
check-metrics-agree check-summary-agree check-protocol-agree: check-%: all
	$(STEP) tests/cli/$* $(BINARIES) $(SAMPLE)
check-resources-agree: all
	$(STEP) tests/cli/resources-agree $(BINARIES)
check-formats-agree: all $(RANDOM_LOGS)
	$(STEP) tests/cli/formats-agree $(BINARIES) $(LOGS)
check-resource-metrics-agree: all
	$(STEP) tests/cli/resource-metrics-agree $(BINARIES)
check-order-agree: all $(firstword $(RANDOM_LOGS))
	$(STEP) tests/cli/order-agree $(BINARIES) $(firstword $(RANDOM_LOGS))
check-classify-agree check-select-agree: check-%: all $(RANDOM_LOGS)
	$(STEP) tests/cli/$* $(BINARIES) $(LOGS)
check-sessions-agree check-resample-agree check-series-agree: check-%-agree: \
		all $(BUILD)/tests/naive-% $(RANDOM_LOGS)
	$(STEP) tests/cli/$*-agree $(BINARIES) $(BUILD)/tests/naive-$* $(LOGS)
# by no clock that changes
check-feedback-agree check-shake-agree: check-%-agree: all $(BUILD)/tests/naive-% $(FEW_LOGS)
	$(STEP) tests/cli/$*-agree $(BINARIES) $(BUILD)/tests/naive-$* $(FEW_LOGS)
check-recorded-priorities: $(BUILD)/tests/recorded-priorities
	$(STEP) $< $(patsubst %/sprio.txt,%,$(wildcard tests/slurm/*/sprio.txt))
check-slurm-agree: all $(BUILD)/tests/slurm-decisions
	$(STEP) tests/cli/slurm-agree $(BINARIES) $(BUILD)/tests
check-slurm-kept: all
	$(STEP) tests/cli/slurm-kept $(BINARIES) data/sample.swf.gz
check-recorded-schedules: all
	$(STEP) tests/cli/recorded-schedules $(BINARIES) $(wildcard tests/slurm/*)
check-site-agree: all
	$(STEP) tests/cli/site-agree $(BINARIES)
check-slurm-limits: all
	$(STEP) tests/cli/slurm-limits $(BINARIES)
check-placement-agree: all $(BUILD)/tests/naive-placement $(BUILD)/tests/placement-is-sound $(RANDOM_LOGS)
	$(STEP) tests/cli/placement-agree $(BINARIES) $(BUILD)/tests $(LOGS)
check-generate-agree: all $(BUILD)/tests/naive-fit $(RANDOM_LOGS)
	$(STEP) tests/cli/generate-agree $(BINARIES) $(BUILD)/tests/naive-fit $(LOGS)
check-import-agree: all $(BUILD)/tests/naive-import
	$(STEP) tests/cli/import-agree $(BINARIES) $(BUILD)/tests/naive-import tests/cli/import/*.log
check-locality-agree: all $(BUILD)/tests/naive-locality $(RANDOM_LOGS)
	$(STEP) tests/cli/locality-agree -n 4000 $(BINARIES) $(BUILD)/tests/naive-locality $(LOGS)
check-mutations: all $(SUPPORT)
	$(STEP) tests/cli/mutations $(BINARIES) $(MUTATIONS)
check-faults: all
	$(STEP) tests/cli/faults $(BINARIES) $(SAMPLE)
check-metamorphic: all $(RANDOM_LOGS)
	$(STEP) tests/cli/metamorphic $(BINARIES) $(RELATED)
check-allocations: all $(FAILING_MALLOC)
	$(STEP) tests/cli/allocations $(BINARIES) $(FAILING_MALLOC) $(SAMPLE)
check-man-examples: all
	$(STEP) tests/cli/man-examples $(BINARIES)
check-install: all
	$(STEP) tests/install/folders $(BUILD)
check-tarball:
	+$(STEP) tests/install/tarball
check-recipes:
	$(STEP) tests/install/recipes fields
# These build first.
check-built-recipes:
	+$(STEP) tests/install/recipes build
check-wheel:
	+$(STEP) python/tests/wheel
check-without-slurm:
	+$(STEP) tests/cli/without-slurm $(BUILD)
check-same-bytes: all
	+$(STEP) tests/cli/same-bytes $(BUILD) $(VARIANTS)

# Whole studies: their reports, and these in a browser; interruptions and engines; and from a site's
# accounting data to one.
# What a machine has not, a browser or Slurm, is said and left out.
check-pages: all
	$(STEP) sh -ec 'tests/experiments/reports $(BUILD); tests/experiments/pages $(BUILD)'
check-made-site check-accounting check-own-cluster check-interrupted check-engines check-precision-coverage: \
		check-%: all
	$(STEP) tests/experiments/$* $(BUILD)
check-docs-site:
	+$(STEP) tests/experiments/docs-site $(BUILD)
check-coverage: all $(BUILD)/tests/coverage-runs
	$(STEP) tests/experiments/coverage $(BUILD)

# How often intervals for a site hold the truth, as a table; once a release, since it takes hours.
# Runs are kept in COVERAGE and not made again.
COVERAGE ?= $(BUILD)/coverage
coverage-table: all $(BUILD)/tests/coverage-runs
	@tests/experiments/coverage $(BUILD) $(ARCHIVE) $(COVERAGE)

# A command that has the sanitizers within starts in half the time.
check-asan: export SANITIZER_LINK = -static-libasan -static-libubsan
check-asan:
	$(MAKE) check-sanitized BUILD=$(BUILD)/asan LOGS='$$(FEW_LOGS)' CFLAGS="-O1 -g -fno-omit-frame-pointer \
		-fsanitize=address,undefined,float-cast-overflow -fno-sanitize-recover=all"

fuzz:
	tests/fuzz/run $(BUILD) $(FUZZ_SECONDS)

CLANG_FORMAT ?= clang-format
SOURCES = $(shell find src include tests scripts -name "*.[ch]")
EXPERIMENTS = $(wildcard $(foreach f,. papers shared,scripts/experiments/$f/*.*) scripts/plots/* scripts/docs/*.*)
# all that are for a shell
PYTHONS = scripts/bench-stepping tests/cli/slurm-kept packaging/set-release tests/support/recipes/spack \
	tests/support/recipes/conda $(shell find packaging python -name '*.py')
SCRIPTS = $(shell awk 'FNR == 1 && /^.!.*[\/ ](ba)?sh$$/ { print FILENAME }' \
	$(shell find .ci python scripts tests -type f ! -path '*/corpus/*'))
lint:
	@$(CLANG_FORMAT) --dry-run -Werror $(SOURCES)
	@mandoc -T lint -W warning man/*
	@shellcheck -x $(SCRIPTS)
	@set -- $$(grep -L 'unset CDPATH' $$(grep -lw cd $(SCRIPTS))); \
		[ $$# = 0 ] || { echo "unset CDPATH is missing: $$*"; exit 1; }
	@set -- $$(grep -L 'SPDX-License-Identifier: ' $(SOURCES) $(SCRIPTS) $(PYTHONS) \
		$(filter %.awk %.gp %.mk %.py,$(EXPERIMENTS))); \
		[ $$# = 0 ] || { echo "no SPDX line: $$*"; exit 1; }
	@! grep -nE '.{101}' $(SOURCES) $(SCRIPTS) $(PYTHONS) $(EXPERIMENTS) || { echo 'lines over 100 columns'; exit 1; }

bench: all $(BUILD)/bench-copy $(SUPPORT)
	scripts/bench $(BUILD) $(LOG)
	scripts/bench-import $(BUILD) $(LOG)

$(BUILD)/bench-copy: scripts/bench-copy.c $(LIB)
	$(CC) $(ALL_CFLAGS) $(LDFLAGS) -o $@ $^ $(IO_LIBS)
$(BUILD)/bench-stepping: scripts/bench-stepping.c $(LIB)
	$(CC) $(ALL_CFLAGS) $(LDFLAGS) -o $@ $^ $(TABLE_LIBS)

demo:
	scripts/demo $(LOG)

# A website of the manuals, documents and public headers, which any browser shows without a server.
docs:
	@tests/support/needs $@ cmark-gfm mandoc python3
	@rm -rf $(BUILD)/docs
	scripts/docs/build.py $(BUILD)/docs

# The sample log, a workload of the model of published tables: made again, it comes out the same.
sample: all
	$(BUILD)/bin/swf-generate --quiet --no-provenance --model data/models/users-and-sessions.csv \
		--weeks 26 --load 0.5 | $(BUILD)/bin/swf-simulate --quiet --no-provenance | \
		gzip -n9 >data/sample.swf.gz

# ARCHIVE is a folder with logs/ and reference/ that is not part of the project.
check-archive: all $(SUPPORT) $(PLUG_INS)
	tests/archive/run $(BUILD) $(ARCHIVE)

# The folders reach the script as variables of the shell, so that they may have any name.
INSTALLING = install install-strip uninstall installcheck
$(foreach v,DESTDIR PREFIX BINDIR LIBDIR INCLUDEDIR DATADIR MANDIR DOCDIR ZSHDIR BUILD SONAME, \
	$(eval $(INSTALLING): export $v := $$($v)))
install: all
	scripts/install
install-strip: all
	scripts/install --strip
uninstall:
	scripts/install --remove
installcheck:
	tests/install/installed

# A tarball of the commit that is checked out, which builds without git.
dist:
	@scripts/dist

clean:
	rm -rf $(BUILD)
distclean: clean
	rm -f swfkit-$(VERSION).tar.gz

-include $(shell find $(BUILD) -type f -name '*.d' 2>/dev/null)
