# What all recipes share. A recipe says what a run is and which there are; here runs become tables,
# plots and a report, in the current folder. Needs GNU make 4 and bash.
#
# A recipe sets, before it includes this file:
#   QUESTION   what the study asks, in a sentence
#   LABELS     what tells its runs apart, such as `log scheduler`: with the replication the parts
#              of the name of a run and the first columns of its rows
#   RUN        the command of a run, which prints a table in CSV; the labels are variables in it
#   CASES      the labels of the runs but for the replication: KTH/easy KTH/fcfs
#   SUMMARY    the command that prints summary.csv from results.csv and original.csv, or the text
#              for people, by $(format); it ends with `;`, and so does each of several
# and may set
#   RUNS       the names of the runs, where it is not N replications for each case
#   ORIGINALS  the runs of the logs themselves, whose rows go into original.csv
#   ROWS       what tells the rows of a run apart, where it has several
#   PRECISE    the metric of PRECISION, where it is not wait_mean
#   JUDGED     a filter for the rows of the runs that PRECISION looks at, where it is not all
#   SETTINGS   names of further variables that what is in a run depends on
#   SITE       yes, where the answer is about the site of a log, and not about the log: then each
#              workload has users who were drawn with replacement (swf-resample), and the intervals
#              of $(summarize) are for the site (swf-summary --site). Else the recipe asks about
#              resampling itself, and intervals are those of means over workloads of this log
#   CALENDAR   yes, where the answer or the plots tell hours or days of the week
#   CURVES     files that the plots need beside the tables, with rules of their own: those in
#              curves/ have names like runs and are made once, others with the tables (see FORCE)
#   TABLES     further tables that the answer and the plots read, with rules (see FORCE)
#   ANSWERS    options of awk for the answer: -v NAME=VALUE, -f $(share)compared.awk
#   PREPARED   files that are made of a log before the runs: unpacked/%.weeks for the log %
#   PICTURES   the plots by their names, where RECIPE.gp does not draw them: a rule of the recipe
#              makes plots.part/NAME.svg, plots.part/NAME.pdf and plots.part/NAME.txt, with what
#              plots/list says of a panel (see style.gp), or none of them, and in
#              plots.part/NAME.said what was said meanwhile. NAME-SECTION belongs to a section of
#              the answer
# The first line of a recipe is `# NAME: QUESTION`. Above a line `NAME ?= DEFAULT` it declares the
# variable by `#: TYPE: HELP`, and by lines `#:   MORE HELP` behind that; those of all recipes are
# declared here, and need no declaration for another default. swf-experiment sets no others, checks
# values by their type, and shows the help. In a recipe that declares none users set all. Types are
#   text, word            of which nothing is known
#   whole, number, factor, share, duration, metric, file
#                         whole is a whole number; 5%, 0.05 and 1/20 are factors and shares; 10m is
#                         a duration; a file may have any name
#   fraction              a share that the recipe gets as a decimal number
#   scheduler, model      names of swf-simulate, or of which OPTIONS_NAME tells what they are;
#                         models may have `conventional` among them, for none
#   options of COMMAND    more options of a command
# and lists of them with an s, whose values differ from each other. `two` before a list says that it
# has two values at least. Behind the type may be the limits of a number (0..1, 20..), --OPTION of
# swf-experiment that sets the variable, `as --OPTION` of the command which takes it, and in
# parentheses options with which a scheduler is tried.
# Behind the comments with which a recipe begins may be
#   #: needs machine users   what logs must have: a number of processors, as where runs simulate,
#                            and users, as where runs resample
#   #: without NAME...       variables of all recipes that make no difference
#   #: formerly NAME [VARIABLE=VALUE...]
#                            the recipe with these settings does what a recipe NAME did
# Beside RECIPE.mk are RECIPE.awk, which prints the answer, RECIPE.gp, which draws the plots, and as
# RECIPE-*.awk the programs that this recipe alone has, $(own)*.awk there.

SHELL := bash
.SHELLFLAGS := -o pipefail -ec
MAKEFLAGS += --no-builtin-rules --no-print-directory
.DELETE_ON_ERROR:
.SECONDARY:
export LC_ALL := C
# options of commands may stand behind what they work on
unexport POSIXLY_CORRECT

# seen from the current folder, whose own name may have blanks
share  := $(dir $(lastword $(MAKEFILE_LIST)))
recipe := $(lastword $(filter-out $(share)%,$(MAKEFILE_LIST)))
share  := $(patsubst %papers/../shared/,%shared/,$(share))
# before the names of the programs that one recipe alone has, which stand beside it
own    := $(basename $(recipe))-
study  := $(basename $(notdir $(recipe)))
# the commands that were installed with the recipes, before others
commands := $(shell cd -P '$(share)../../../../bin' 2>/dev/null && [ -x swf-simulate ] && pwd)
export PATH := $(if $(commands),$(commands):)$(PATH)

# What a recipe may leave unset, and the environment must not set.
#: hidden CALENDAR JUDGED MODELS PLOT_VARIABLES ROWS SCHEDULERS SETTINGS

LOGS      ?=
#: whole 1..1000000000 --replications: replications of each case
N         ?= 40
#: whole 1..1000000000 --seed: seed of the random numbers
SEED      ?= 1
#: whole 1..1000000000 --procs as --procs: processors of the machine; empty for what logs tell
PROCS     ?=
#: model --feedback as --feedback: users react to waits by this model; empty for a replay
FEEDBACK  ?=
#: options of swf-resample: further options
RESAMPLE  ?=
#: options of swf-simulate: further options
SIMULATE  ?=
#: options of swf-metrics: further options
MEASURE   ?=
#: file: of a site, added to the options of each scheduler with a slurm.conf (sacctmgr dump)
ASSOCIATIONS ?=
#: file: the same of its QOS (sacctmgr --parsable show qos)
QOS       ?=
#: file: the same of its names (swf-import --keys)
KEYS      ?=
#: fraction ..1 --precision: make replications until the error of simulation is at most this
PRECISION ?=
#: metric: the metric of which the error counts
PRECISE   ?= wait_mean
#: whole 20..1000000000: replications that PRECISION may make
MAXIMUM   ?= 1000
ENGINE    ?= local
KEEP      ?=
export COMMAND ?= make -f $(recipe) $(MAKEOVERRIDES)
SETTINGS += SEED PROCS FEEDBACK RESAMPLE SIMULATE MEASURE \
	$(addprefix OPTIONS_,$(SCHEDULERS) $(FEEDBACK) $(filter-out conventional,$(MODELS)))

# of what is compared the first, and the others; recipes that compare other things than schedulers
# say so behind this
compared = $(SCHEDULERS)
first    = $(firstword $(compared))
others   = $(wordlist 2,$(words $(compared)),$(compared))

# the numbers from 1 on
count_to = $(or $(shell [[ '$1' =~ ^[1-9][0-9]{0,8}$$ ]] && seq 1 '$1'),$(error \
	not a number of replications: '$1'))
replications := $(call count_to,$(N))
CURVES    ?=
RUNS      ?= $(foreach c,$(CASES),$(foreach k,$(replications),runs/$c/$k.csv))
ORIGINALS ?=
plan       = $(ORIGINALS) $(RUNS)

.PHONY: study settings begin round prepare outcome results report
study:
	@$(MAKE) -f $(recipe) settings
	@$(MAKE) -f $(recipe) begin
begin:
	@$(if $(PRECISION),$(MAKE) -f $(recipe) metric N=$(first_n))
	@$(MAKE) -f $(recipe) round $(if $(PRECISION),N=$(first_n))
round:
	@$(MAKE) -f $(recipe) prepare
	@$(MAKE) -f $(recipe) runs-$(ENGINE)
	@$(MAKE) -f $(recipe) $(if $(PRECISION),go-on,outcome)
outcome:
	@$(if $(KEEP),$(MAKE) -f $(recipe) workloads)
	@$(if $(PRECISION),,rm -f precision.txt)
	@$(MAKE) -f $(recipe) results
	@$(MAKE) -f $(recipe) report

# Logs are called by their names without folder and .swf.gz.
name_of   = $(patsubst %.swf,%,$(patsubst %.gz,%,$(notdir $1)))
LOG_NAMES := $(foreach l,$(LOGS),$(call name_of,$l))
unique    = $(filter $(words $(sort $1)),$(words $1))

# In the command of a run each label is a variable, and so are the replication, the log and the
# workload: the log itself in replication 0, and resampled in the others.
stem  = $*
parts = $(subst /, ,$(stem))
count :=
$(foreach l,$(LABELS) replication,$(eval count += x) \
	$(eval $l = $$(word $(words $(count)),$$(parts))))
original = unpacked/$(log).swf
resample = $(strip swf-resample --quiet --seed $(SEED) --replication $(replication) $(resampling))
resampling = $(for_site) $(RESAMPLE)
# Users of a site are displaced, unless RESAMPLE has options of classes of users, or others.
for_site = $(if $(SITE),--with-replacement $(if $(strip $(foreach o,--displace --start --threshold \
	--edge --span --rare --long-term-users --temporary,$(findstring $o,$(RESAMPLE))) \
	$(filter -e%,$(RESAMPLE))),,--displace 4))
workload = $(if $(filter 0,$(replication)),cat $(original),$(resample) $(original))
machine  = $(if $(PROCS),--procs $(PROCS))
simulate = swf-simulate --quiet --no-provenance $(machine) $(SIMULATE)
metrics  = swf-metrics --quiet --format csv $(MEASURE)
# means, intervals and comparisons of runs; those of a site need the users of its log
summarize = swf-summary --quiet $(if $(SITE),--site users.csv)
# A scheduler or a user model by its name here: one of swf-simulate, or of those whose options say
# what it is. These begin with --scheduler or --scheduler-command, or with the value of the former.
chosen   = $(if $(filter --$1%,$(firstword $(OPTIONS_$2))),,--$1) $(or $(OPTIONS_$2),$2)
under    = $(simulate) $(call chosen,scheduler,$1)
users    = $(call chosen,feedback,$1)

# the users who react are others in each replication, and the same for all schedulers
seed     = --seed $(SEED)00$(replication)
# the whole weeks of a workload in a file, at least 1
count_weeks = awk '!/^;/ { if (!n++) first = $$2; last = $$2 } \
	END { weeks = int((last - first) / 604800); print weeks ? weeks : 1 }'
# for files of a run: a folder $$work, which goes with the shell
scratch  = work=$$(mktemp -d); trap 'rm -r "$$work"' EXIT;

# $$keys is the first table of names, --keys FILE, that the options of a scheduler have: all
# schedulers have classes of the same names. Runs do not depend on the files of schedulers without.
with_keys = $(foreach s,$(SCHEDULERS),$(if $(findstring --keys,$(OPTIONS_$s)),$(OPTIONS_$s)))
find_keys = keys=; for word in $(with_keys); do \
	[ -n "$$keys" ] || case $$word in --keys=*) keys=$${word\#--keys=} ;; *) \
	[ "$$last" != --keys ] || keys=$$word ;; esac; last=$$word; done;

# the figures that are wanted, and those of which the answer tells
with = $(call commas,$1 $(filter-out $1,$2))

comma := ,
empty :=
space := $(empty) $(empty)
commas = $(subst $(space),$(comma),$(strip $1))

# A call of make for runs makes them, one after the other, ten in a shell: to start a process takes
# longer than all else that is done here for a run. Their commands are $(call commands_of,RUNS), a
# line for each shell.
# All runs of a call, or of a chunk of the engine, go into one file of their own, which only grows:
# what a run prints, between a beginning and an end with its name and the time. A run is there when
# its end is, so that what is killed loses only the run at work. The file has random numbers in its
# name, for machines do not meet before.
# A shell stops at the first error, and does not look at what stands before a &&. A run that fails
# is said as make says it, because swf-experiment passes that on only where nothing else is said.
# What a run says beside its table is said, and kept with it for the answer.
define make_run
run=runs/$(stem).csv; printf '\n$(hash) begin %s %s\n' $$run $$EPOCHREALTIME; \
	said=$$(set -e; { $(RUN); } 2>&1 >&3); tell; \
	printf '\n$(hash) end %s %s\n' $$run $$EPOCHREALTIME;
endef
tell = tell() { [ -z "$$said" ] || { printf '%s\n' "$$said" >&2; \
	printf '\n$(hash) said %s' "$${said//$$'\n'/$$'\n$(hash) said '}"; said=; }; };
token       = $(eval token := $(shell echo $$$$-$$RANDOM$$RANDOM$$RANDOM))$(token)
runs_file   = runs/$(token)$(if $*,-$*).csv
in_a_shell  = @exec >>$(runs_file) 3>&1; $(tell) \
	trap 's=$$?; tell; [ $$s -eq 0 ] || echo "make: *** [$$run] Error $$s" >&2' EXIT; \
	$(foreach stem,$(patsubst runs/%.csv,%,$1),$(make_run))
commands_of = $(if $1,$(call in_a_shell,$(wordlist 1,10,$1))$(newline)$(call \
	commands_of,$(wordlist 11,$(words $1),$1)))
.PHONY: called
runs/%.csv: called ;
called:
	$(call commands_of,$(filter runs/%.csv,$(MAKECMDGOALS)))

# show/CASE/REPLICATION prints the command of a run, and uses/CASE/REPLICATION its file before that.
show/%:
	$(info $(strip $(RUN)))@:
uses/%:
	$(info runs/$*.csv $(strip $(RUN)))@:

# What is known of runs that are named a line each, in a file or on the standard input, such as
# which of them are missing: $(call of_runs,missing,FILE), and others of gathered.awk.
of_runs = { find runs -name '*.csv' -exec cat {} + | \
	awk -F, -v show=$1 -v labels='$(call commas,$(LABELS) replication)' -f $(share)gathered.awk \
		$(or $2,/dev/fd/3) files=1 -; } $(if $2,,3<&0)
# The rows of these runs with their labels before them, in the order of the names.
labelled = $(call of_runs,rows,$1) | sort -T . -s -n -k 1,1 | cut -f 2-

# Engines bring about the runs of the plan, which is also a file with a run a line. There the
# first replication of all cases comes before the second, so that after a few runs it shows how long
# all take, and a chunk of runs has some of each case.
missing = $(call of_runs,missing,plan)
include $(share)engine-$(ENGINE).mk
include $(share)precision.mk

define newline


endef
lines = $(subst $(newline) ,$(newline),$(foreach l,$1,$l$(newline)))

# settings.mk is what the runs depend on beside their names, with checksums of the logs, the recipe
# and the programs: runs of other settings must not be counted. The logs are unpacked for that.
# The first line of this file also says that a folder is that of a study, which may write there.
hash   := \#
mark   := $(hash) what the runs of this study depend on beside their names
for_papers   = tables.tex tables.md methods.md
others_files = $(shell [ "$$(sed 1q settings.mk 2>/dev/null)" = '$(mark)' ] || \
	ls -d settings.mk runs unpacked curves flurries plots plan pending slurm results.csv \
	original.csv users.csv summary.csv summary.txt answer.txt manifest.txt precision.txt question.txt \
	answer.tsv report.html $(for_papers) $(filter-out curves/%,$(CURVES)) $(TABLES) 2>/dev/null)
escaped = $(subst $(hash),\$(hash),$(subst $$,$$$$,$1))
checked = $(if $(strip $2),,$(error $1))
none    = $(if $(strip $1),,none)
parts_of_runs = $(foreach r,$(plan),$(words $(subst /, ,$r)))
# those of the toolkit, and of others that the commands of the runs name those that are not the
# system's, with scripts and other files there, and what these import
programs = { $(MAKE) -s -f $(recipe) $(firsts:runs/%.csv=show/%) 2>/dev/null || :; } | \
	awk -v show=words -f $(share)commands.awk | sort -u | while read -r word; do \
		file=$$word; [[ $$word = */* ]] || file=$$(type -P -- "$$word") || continue; \
		[[ -f $$file ]] || continue; \
		case $$file in /bin/* | /sbin/* | /usr/bin/* | /usr/sbin/*) ;; \
		"$$bin"/swf-* | $(share)* | $(own)* | logs/* | unpacked/* | runs/* | curves/* | flurries/*) ;; \
		*) $(share)with-modules "$$file" | sum "program $$word" ;; esac; done
# What no study could be made of is said before it begins.
.PHONY: asked planned listed
asked:
	$(call checked,LOGS is not set: which logs?,$(LOGS))
	$(call checked,two logs have one name,$(call unique,$(LOG_NAMES)))
	$(call checked,there are no runs,$(RUNS))
	$(call checked,a value is given twice,$(call unique,$(plan)))
	$(call checked,a value has a slash$(comma) which the names of runs cannot have,$(call none, \
		$(filter-out $(words runs $(LABELS) replication),$(sort $(parts_of_runs))) \
		$(findstring /./,$(plan)) $(findstring /../,$(plan))))
	$(call checked,there is nothing to be compared: give two values at least,$(SUMMARY))
# Prints the question and the runs, a line each.
planned: asked
	@$(MAKE) -f $(recipe) listed $(if $(PRECISION),N=$(first_n))
listed:
	$(info $(strip $(question)))$(info $(strip $(resampling)))$(foreach r,$(plan),$(info $r))@:
question = $(QUESTION)$(if $(FEEDBACK),$(if $(findstring model $(FEEDBACK),$(QUESTION)),, \
	Users react to waits: model $(FEEDBACK).))

settings: asked
	$(call checked,$(CURDIR): $(others_files) there is not of a study$(comma) which settings.mk \
		would say: another folder is needed,$(call none,$(others_files)))
	$(shell [ -e settings.mk ] || echo '$(mark)' >settings.mk; mkdir -p unpacked runs)
	$(file >settings.new,$(mark))
	$(foreach s,$(SETTINGS),$(file >>settings.new,$s = $(call escaped,$($s))))
	@$(foreach l,$(LOGS),gzip -cdf $l >unpacked/$(call name_of,$l).swf.new;) \
	sum() { set -- "$$(sha256sum)" "$$1"; echo "# $${1%-}$$2"; }; \
	{ swf-simulate --version | sed 's/.*(\(.*\)) \(.*\)/# \2 version of \1/'; \
		echo '# $(study) recipe'; \
		cat $(recipe) $(wildcard $(own)*.awk) $(share)*.mk $(share)*.awk $(share)sustained | \
			sum 'checksum of the recipe'; \
		bin=$$(dirname "$$(command -v swf-simulate)"); cat "$$bin"/swf-* | sum programs; $(programs); \
		$(foreach l,$(LOG_NAMES),sum unpacked/$l.swf <unpacked/$l.swf.new;) } >>settings.new; \
	old=$$(find runs -name '*.csv' \( -path 'runs/*/*' -o -exec grep -q '^$(hash) end runs/' {} \; \) \
		-print -quit); \
	rm -f settings.changed; \
	awk -v runs="$$old" -v changed=settings.changed -f $(share)settings.awk settings.new \
		settings.mk >settings.both || { rm -f settings.new settings.both settings.changed \
		$(LOG_NAMES:%=unpacked/%.swf.new); exit 1; }; \
	rm settings.new; \
	[ ! -e settings.changed ] || { $(again); $(forget); rm settings.changed; }; \
	[ "$$old" ] || cmp -s settings.both settings.mk || { $(forget); }; \
	renew() { if cmp -s $$1 $$2; then rm $$1; else mv $$1 $$2; fi; }; \
	renew settings.both settings.mk; \
	for l in $(LOG_NAMES:%=unpacked/%.swf); do renew $$l.new $$l; done

# Runs by a scheduler or user model of the user are made again where its files have changed.
again = $(call of_runs,there,/dev/null) | sed 's|^runs/\(.*\)\.csv$$|uses/\1|' | \
		xargs -r $(MAKE) -s -f $(recipe) 2>/dev/null | \
		awk -v show=again -f $(share)commands.awk settings.changed - >runs.again; \
	find runs -name '*.csv' | while read -r file; do \
		awk -F, -v show=others -f $(share)gathered.awk runs.again files=1 "$$file" >runs.part; \
		mv runs.part "$$file"; done; \
	n=$$(wc -l <runs.again); rm runs.again; \
	sed "s/.*/note: & has changed/; s/[.]py has/.py or what it imports has/; \
		s/[.]conf has/.conf or what it includes has/; \
		$$ s/$$/: $$n runs are made again/" settings.changed >&2

# Without runs there may be other settings, for which what was made of the former has to go.
forget = rm -f $(foreach p,$(PREPARED),$(patsubst unpacked/%.swf,$p,$(wildcard unpacked/*.swf))); \
	$(if $(wildcard curves),$(own_curves) -exec rm -f {} +,:)
own_curves = find curves -mindepth $(words $(LABELS) replication) \
	-maxdepth $(words $(LABELS) replication) -name '[0-9]*.csv'

# A table that is cut, such as by the crash of a machine, is no run. Recipes have more to be made
# before the runs.
prepare:
	$(file >plan.all,$(call lines,$(plan)))
	@awk -F / '{ print $$NF + 0 "\t" $$0 }' plan.all | sort -s -n -k 1,1 | cut -f 2- >plan.part; \
	mv plan.part plan; rm plan.all
	@$(if $(wildcard curves),$(own_curves) -size 0 -exec rm -f {} +;) \
	$(call of_runs,cut,plan) | sed 's/$$/ is no whole table: it is made again/' >&2

# With KEEP the resampled workloads of all runs stay as well, those of runs that were made before,
# too. They are made anew, by what the commands of the runs show: so runs do not depend on KEEP.
.PHONY: keepable workloads
keepable workloads: export SAME = $(strip $(for_site) $(RESAMPLE))
keepable:
	@$(MAKE) -s -f $(recipe) $(firsts:runs/%.csv=show/%) 2>/dev/null | \
		awk -v show=workloads -f $(share)commands.awk
workloads:
	@sed 's|^runs/\(.*\)\.csv$$|show/\1|' plan | xargs $(MAKE) -s -f $(recipe) | \
		awk -v show=workloads -f $(share)commands.awk >workloads.mk; \
	$(MAKE) -s -f workloads.mk; rm workloads.mk

# Tables, of the rows of all runs. One that is not there ends the study here.
rows_of_results  = $(RUNS)
rows_of_original = $(ORIGINALS)
results: table-results $(if $(ORIGINALS),table-original)
table-%:
	$(file >$*.runs,$(call lines,$(rows_of_$*)))
	@$(call labelled,$*.runs) | awk -v runs=$(words $(rows_of_$*)) \
		'NR == 1 { names = $$0; print; rows = 1 } $$0 == names { n += rows > 0; rows = 0; next } \
		{ print; rows++ } END { n -= NR > 0 && rows == 0; \
		if (n != runs) { print n + 0, "of", runs, "runs are whole" >"/dev/stderr"; exit 1 } }' \
		>$*.csv.part || { $(call of_runs,missing,$*.runs) | \
			sed 's/$$/ is no whole table/' >&2; exit 1; }; \
	mv $*.csv.part $*.csv; rm $*.runs

# All that is made of the runs is made each time: that a file is older or newer than another says
# nothing where a clock was wrong.
.PHONY: FORCE
report: summary.csv summary.txt answer.txt manifest.txt plots $(for_papers)
	$(shell rm -f question.part)$(file >question.part,$(question))
	@mv question.part question.txt; $(share)report >report.html.part; mv report.html.part report.html

summary.csv: format = csv
summary.txt: format = text
$(if $(SITE),summary.csv summary.txt $(TABLES) judge: users.csv)
# The effective number of users of each log.
users.csv: $(LOG_NAMES:%=unpacked/%.about)
	@{ echo log,effective_users; for l in $(LOG_NAMES); do awk -F, -v name=$$l \
		'FNR == 2 { print name "," $$NF }' unpacked/$$l.about; done; } | \
		$(users_of_site) >$@.part; mv $@.part $@
users_of_site = cat
summary.csv summary.txt: results.csv $(wildcard original.csv) FORCE
	@{ $(SUMMARY) } | awk 'NR == 1 { names = $$0; print } $$0 != names' >$@.part; mv $@.part $@
# The answer is lines of a kind each (see answer.awk): what the recipe says, what that rests on, and
# what it does not say. Of them the text for the terminal is made, and the page.
in_words = awk -F, -v feedback=$(FEEDBACK) -v logs=$(words $(LOG_NAMES)) -v site=$(SITE) \
	-v detect='$(DETECT)' -f $(share)csv.awk -f $(share)units.awk -f $(share)answer.awk
answer.tsv: summary.csv $(TABLES) $(LOG_NAMES:%=unpacked/%.about) FORCE
	@$(most_procs); $(call of_runs,said,plan) | sort -T . -s -n -k 1,1 >answer.said; \
	$(in_words) -v procs=$(PROCS) -v workloads='$(workloads_are)' -v users='$(users_are)' \
		-v reacting='$(FEEDBACK)$(filter-out conventional,$(MODELS))' \
		-v overrun=$(plans) -v calendar=$(CALENDAR) -v precision=$(if $(PRECISION),precision.txt) \
		-v said=answer.said -v runs=$(words $(plan)) -f $(share)basis.awk \
		$(LOG_NAMES:%=unpacked/%.about) results.csv >answer.basis; \
	$(in_words) $(ANSWERS) -f $(basename $(recipe)).awk summary.csv $(TABLES) | \
		awk -f $(share)with-basis.awk answer.basis - >$@.part; rm answer.said answer.basis; mv $@.part $@
# what becomes of jobs that run longer than their estimates, where schedulers plan with these
plans = $(if $(shell sed -n '/^#: needs .*machine/p' $(recipe)),$(if \
	$(findstring kill,$(SIMULATE)),kill,extend))
# the processors of the largest machine, 0 if those of one are not known
most_procs = export MOST_PROCS=$(or $(PROCS),$$(awk -F, 'FNR == 2 { if (!$$5) unknown = 1; \
	if ($$5 > most) most = $$5 } END { print unknown ? 0 : most }' $(LOG_NAMES:%=unpacked/%.about)))
answer.txt: answer.tsv FORCE
	@awk -F '\t' -f $(share)answer-text.awk answer.tsv >$@.part; mv $@.part $@
# The same for a paper.
tables.tex tables.md: answer.tsv FORCE
	@awk -F '\t' -v format=$(if $(filter %.tex,$@),latex) -f $(share)page-html.awk \
		-f $(share)answer-tables.awk answer.tsv >$@.part; mv $@.part $@
methods.md: answer.tsv FORCE
	@awk -F '\t' -v recipe=$(notdir $(basename $(recipe))) -v feedback='$(FEEDBACK)' \
		-v version="$$(sed -n 's/^# \(.*\) version of swfkit$$/\1/p' settings.mk)" \
		-f $(share)answer-methods.awk answer.tsv >$@.part; mv $@.part $@
workloads_are = $(N) for each case, the same for all (seed $(SEED)), $(from_users).
from_users = resampled from the users of the log$(if $(SITE),$(comma) who are drawn with \
	replacement)
unpacked/%.about: unpacked/%.swf
	@paste -d $(comma) <(awk -f "$(plot_scripts)calendar.awk" -f $(share)about.awk $<) \
		<(swf-split-users --quiet --summary --anonymous one $< | sed 's/.*,//') >$@.part; \
	mv $@.part $@
PREPARED += unpacked/%.about
prepare: $(LOG_NAMES:%=unpacked/%.about)

# Plots are redrawn with the tables, as SVG and PDF. gnuplot's script is called with the format and
# the logs; it names its figures in plots/list. What gnuplot says, such as that of few runs there is
# little to be seen, is in plots/messages. Of the folder only the files of before are replaced.
.PHONY: plots
plots: summary.csv $(TABLES) $(CURVES)
	@rm -rf plots.part; mkdir plots.part
	+@if command -v gnuplot >/dev/null; then $(if $(PICTURES),$(all_pictures),$(all_figures)); \
	else echo 'no plots: gnuplot is missing (package gnuplot)' >&2; fi
	@mkdir -p plots; set --; [ ! -e plots/list ] || while IFS=$$'\t' read -r name _; do \
		set -- "$$@" plots/"$$name".svg plots/"$$name".pdf; done <plots/list; \
	rm -f "$$@" plots/list plots/missing plots/messages; \
	set -- plots.part/*; [ ! -e "$$1" ] || mv "$$@" plots/; rm -r plots.part

all_figures  = $(most_procs); for format in svg pdf; do \
	gnuplot -e "share = '$(share)'; own = '$(own)'; plots = '$(plot_scripts)'; format = '$$format'" \
		-e "logs = '$(LOG_NAMES)'; site = '$(SITE)'" $(PLOT_VARIABLES) $(basename $(recipe)).gp \
		2>>plots.part/messages || { \
		tail -n 3 plots.part/messages; echo 'not all plots could be drawn'; break; } >&2; \
		for file in plots.part/*.$$format; do \
			[ -e "$$file" ] || continue; \
			case $$(tail -c 8 "$$file") in *'</svg>' | *%%EOF) ;; *) \
			echo "$$file is incomplete: is the disk full?" >&2; exit 1 ;; esac; done; \
	done; $(undated)
# A PDF has the time at which it was made, for which the same study would not have the same page.
undated      = for file in plots.part/*.pdf; do [ ! -e "$$file" ] || \
	sed -i 's|/CreationDate (D:[0-9]\{14\}|/CreationDate (D:20000101000000|' "$$file"; done
# the scripts of swf-plot beside the recipes, or, of a copy of these, of the swf-plot that is called
plot_scripts = $(shell if [ -e '$(share)../../plots/style.gp' ]; then echo '$(share)../../plots/'; \
	else echo "$$(dirname "$$(readlink -f "$$(command -v swf-plot)")")/../share/swfkit/plots/"; fi)
why          = awk -v of=$$part.said -f $(share)reason.awk
all_pictures = $(MAKE) -s -f $(recipe) $(PICTURES:%=plots.part/%.svg); \
	for name in $(PICTURES); do \
		part=plots.part/$$name; \
		if [ -s $$part.txt ]; then paste <(echo $$name) $$part.txt >>plots.part/list; \
		else paste <(echo $$name) <($(why)) >>plots.part/missing; fi; \
		cat $$part.said >>plots.part/messages; rm -f $$part.txt $$part.said; done; $(undated)

# What makes these tables again: programs, inputs, and a command for each kind of run.
firsts = $(ORIGINALS) $(foreach c,$(sort $(dir $(RUNS))),$(firstword $(filter $c%,$(RUNS))))
variables = $(sort $(filter-out COMMAND RUNS ORIGINALS CURVES LOGS ENGINE HOSTS KEEP,$(shell \
	sed -n 's/^\([A-Z_]*\) *?=.*/\1/p' $(recipe) $(share)common.mk) \
	$(foreach s,$(SETTINGS),$(if $($s),$s))))
manifest.txt: results.csv FORCE
	$(file >$@.part,$(COMMAND)$(newline))
	$(foreach v,$(variables),$(file >>$@.part,$v = $($v)))
	@{ sed -n 's/^# //p' settings.mk | sed '1d; /^made /d'; echo; \
		echo 'Runs, one of each kind:'; \
		$(MAKE) -s -f $(recipe) $(patsubst runs/%.csv,show/%,$(firsts)); } >>$@.part; mv $@.part $@
# SPDX-License-Identifier: GPL-3.0-or-later
