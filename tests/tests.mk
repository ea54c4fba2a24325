# tests.mk - the tests.  Every test is a program that prints TAP; prove(1) runs them.
#   tests/unit/ROOM/*.c  Check suites, one a module of lib/ROOM; tests/unit/cmd of the program's rooms
#   tests/cases      files of cases, rows "input => wanted", which tests/cases/run runs
#   tests/kernels    check_kernels: the instruction sets against the reference
#   tests/golden     the numbers of other engines
#   tests/fail       the program, whose calls of the system are made to fail
#   tests/sandbox    the program, whose calls of the system and files are watched
#   tests/cli/*.t    black-box tests of the built program (sh)
#   tests/fuzz/*.c   fuzz targets, which are given tests/fuzz/seeds and tests/fuzz/corpus
# tests/make holds makers of files that they share; tests/peers and tests/arm64 run apart.

UNIT  := $(patsubst tests/unit/%.c,$B/tests/unit/%,$(wildcard tests/unit/*/*.c tests/unit/*/*/*.c))
PROGS := $(patsubst tests/%.c,$B/tests/%,$(wildcard tests/kernels/check_*.c) \
             $(filter-out %/golden.c,$(wildcard tests/golden/*.c)))
CASES := $(wildcard tests/cases/*/* tests/cases/*/*/*)
CLI   := $(wildcard tests/cli/*.t)
CORPORA := $(patsubst tests/fuzz/corpus/%.tar.gz,$B/tests/corpus/%,$(wildcard tests/fuzz/corpus/*))
REPLAY := $(addprefix $B/tests/replay/,$(sort $(notdir $(wildcard tests/fuzz/seeds/*) $(CORPORA))))

# Parts that tests share: makers of files, scratch folders, the main() of a suite.
HELPERS := $(patsubst %.c,$B/%.o,$(wildcard tests/make/*.c tests/unit/*.c))
$B/tests/helpers.a: $(HELPERS)
	$Qrm -f $@
	$(call run,AR $@)$(AR) rcs $@ $^

# Tests link with the library's objects as one shared library that exports all of them: a change in
# lib/ links this, and no test.  Those that put their own functions in the place of the system's
# (STATIC, --wrap) link statically.
$B/tests/libtested.so: $(LIB_OBJ)
	@mkdir -p $(@D)
	$(call run,LD $@)$(CXX) -shared $(ALL_LDFLAGS) -o $@ $^ $(PKG_LIBS) -lm
TESTED = -Wl,-rpath,$(abspath $B/tests) $B/tests/libtested.so
STATIC := $(addprefix $B/tests/unit/,session/allocation formats/gguf_write metrics/evaluation import/unknown \
                                     import/opus import/fairseq text/bpe/word_bpe text/bpe/byte_bpe)
LINKED = $(filter %.o,$^) $(filter-out %/libtranslate.a,$(filter %.a,$^))
$B/tests/%: $B/tests/%.o $B/tests/helpers.a | $B/tests/libtested.so
	$(call run,LD $@)$(CXX) $(ALL_LDFLAGS) -o $@ $(LINKED) $(TESTED) $(PKG_LIBS) $(CHECK_LIBS) -lm
$(STATIC): $B/libtranslate.a
# Private: libtested.so, which may be made for one of them first, has no wrapped functions.
$(STATIC): private TESTED = $B/libtranslate.a
$(STATIC): private LDFLAGS += -Wl,--wrap=malloc,--wrap=calloc,--wrap=realloc
$B/tests/unit/session/allocation: private LDFLAGS += -Wl,--wrap=posix_memalign

RUN_CASES := $B/tests/cases/run
$(RUN_CASES): $(patsubst %.c,$B/%.o,$(wildcard tests/cases/*.c))

# Suites and cases of the program's rooms link with all of it but main().
$B/tests/cmd.a: $(filter-out $B/cmd/main.o,$(CMD_OBJ))
	@mkdir -p $(@D)
	rm -f $@
	$(AR) rcs $@ $^
$(RUN_CASES) $(filter $B/tests/unit/cmd/%,$(UNIT)): $B/tests/cmd.a
$(patsubst %.c,$B/%.o,$(wildcard tests/cases/of_cmd.c tests/unit/cmd/*/*.c)): CPPFLAGS += -Icmd
$B/tests/unit/cmd/serve/admission: $(patsubst %,$B/cmd/serve/translator/%.o,admission model_speed)
$B/tests/unit/cmd/serve/mcp_sessions: $(patsubst %,$B/cmd/serve/%.o,mcp/mcp_sessions call/keys call/random_digits \
    translator/translator_request)
$B/tests/unit/cmd/serve/handler_pool: $B/cmd/serve/translator/handler_pool.o
tests/cli/cases.t: | $(RUN_CASES)

$(filter $B/tests/golden/%,$(PROGS)): $B/tests/golden/golden.o
$B/tests/golden/golden_attention: $(patsubst %.c,$B/%.o,$(wildcard tests/golden/plain/*.c))
$B/tests/golden/golden_train: $(patsubst %.c,$B/%.o,$(wildcard tests/golden/train/*.c))
$B/tests/golden/golden_search $B/tests/golden/golden_scores $B/tests/golden/golden_gradients: $(patsubst %.c,$B/%.o,$(wildcard tests/golden/search/*.c))
$B/tests/golden/golden_scores $B/tests/golden/golden_gradients $B/tests/golden/golden_train $(filter $B/tests/unit/train/%,$(UNIT)): $B/libtrain.a
$(filter $B/tests/unit/train/%,$(UNIT)): CHECK_LIBS += $(TRAIN_LIBS)

# Linux alone has what it is made of.
ifneq ($(wildcard /usr/include/linux/landlock.h),)
SANDBOX := $B/tests/sandbox/sandbox
endif
$B/tests/sandbox/sandbox: $(patsubst %.c,$B/%.o,$(wildcard tests/sandbox/*.c)) | $B/translate
	$(call run,LD $@)$(CC) $(ALL_LDFLAGS) -o $@ $(filter %.o,$^)

$B/tests/%.o: CPPFLAGS += $(CHECK_CFLAGS) -Ilib/include -Ilib -Itests

# Needs the kernels alone, so that it can be built where the library's dependencies are not; with
# them, the source of avxvnni for machines that have AVX-512 instead, and that of avx512 for those
# that have AVX2 alone.
CHECKED        := $(KERNELS:%.c=$B/%.o) $B/lib/base/cpu.o $B/lib/base/buf.o
CHECKED_x86_64 := $B/tests/kernels/kernels_avxvnni_evex.o $B/tests/kernels/kernels_avx512_model.o
$B/tests/kernels/check_kernels: $(patsubst %.c,$B/%.o,$(wildcard tests/kernels/kernels_*.c)) \
                                $(CHECKED) $(CHECKED_$(ARCH))
$B/tests/kernels/check_gradients: $B/tests/make/tap.o $B/tests/kernels/kernels_random.o $(ALL_KERNELS:%.c=$B/%.o) \
                                  $(patsubst %,$B/lib/base/%.o,cpu buf numbers/philox)
$B/tests/kernels/check_%: $B/tests/kernels/check_%.o
	$(call run,LD $@)$(CC) $(ALL_LDFLAGS) -o $@ $^ -lm

$B/tests/kernels/kernels_avxvnni_evex.o: ISA := -mavx2 -mfma -mf16c -mavx512vl -mavx512vnni
$B/tests/kernels/kernels_avx512_model.o: ISA := -mavx2 -mfma -mf16c -Wno-psabi \
    -Itests/kernels/model -Dtr_kernels_avx512=tr_kernels_avx512_model
$B/tests/kernels/kernels_avxvnni_evex.o: lib/kernels/x86/avxvnni.c $B/flags
$B/tests/kernels/kernels_avx512_model.o: lib/kernels/x86/avx512.c $B/flags
$B/tests/kernels/kernels_avxvnni_evex.o $B/tests/kernels/kernels_avx512_model.o:
	@mkdir -p $(@D)
	$(call run,CC $<)$(CC) $(ALL_CFLAGS) $(ISA) $(CPPFLAGS) -MMD -MP -c -o $@ $<

$B/tests/replay/%: $B/tests/fuzz/%.o $B/tests/fuzz/replay/replay.o $B/tests/helpers.a | $B/tests/libtested.so
	@mkdir -p $(@D)
	$(call run,LD $@)$(CXX) $(ALL_LDFLAGS) -o $@ $(LINKED) $(TESTED) $(PKG_LIBS) -lm

# Parsers of fetch are fuzzed, too; it needs these parts of the program.
FUZZ_FETCH := fetch_index fetch_header
$(foreach f,$(FUZZ_FETCH),$B/tests/replay/$f $B/tests/fuzz/$f): $B/cmd/fetch/http/http_header.o \
    $(patsubst %,$B/cmd/%.o,models/model_index console/alloc console/message console/printable console/unfinished console/self_path)
$(FUZZ_FETCH:%=$B/tests/fuzz/%.o): CPPFLAGS += -Icmd -Icmd/fetch/http
$B/tests/replay/fetch_hub $B/tests/fuzz/fetch_hub: \
    $(patsubst %,$B/cmd/%.o,fetch/hub/hub_choice fetch/hub/hub_chosen fetch/hub/hub_gguf fetch/hub/hub_json fetch/hub/hub_word console/alloc console/json \
    console/message console/printable console/unfinished)
$B/tests/fuzz/fetch_hub.o: CPPFLAGS += -Icmd

# So are the parameters of the server's requests.
$B/tests/replay/serve_params $B/tests/fuzz/serve_params: $B/cmd/serve/http/params.o \
    $(patsubst %,$B/cmd/%.o,console/alloc console/json console/message console/printable console/unfinished)
$B/tests/fuzz/serve_params.o: CPPFLAGS += -Icmd

# All that reads requests, with a translator that has no model.
FUZZ_SERVE := serve_routes serve_stdio
$B/tests/fuzz/serve.a: $(filter-out $B/cmd/serve/main.o $B/cmd/serve/http/http.o $B/cmd/serve/translator/translator.o,$(SERVE_OBJ)) \
    $(filter-out $B/cmd/main.o,$(CMD_OBJ))
	@mkdir -p $(@D)
	$Qrm -f $@
	$(call run,AR $@)$(AR) rcs $@ $^
$(foreach f,$(FUZZ_SERVE),$B/tests/replay/$f $B/tests/fuzz/$f): $B/tests/fuzz/serve.a
$(FUZZ_SERVE:%=$B/tests/fuzz/%.o): CPPFLAGS += -Icmd

$(CORPORA): $B/tests/corpus/%: tests/fuzz/corpus/%.tar.gz
	$(call run,TAR $@)rm -rf $@
	@mkdir -p $@
	$Qtar xzf $< --no-same-owner -C $@
	@touch $@

# Faults made to happen: the program once more, whose calls of the system go through inject.c.
WRAPPED := malloc calloc realloc posix_memalign strdup realpath fdopen inflateInit2_ _Znwm \
           _ZnwmRKSt9nothrow_t fwrite fputs fputc fprintf __fprintf_chk fflush fsync rename open __open_2 fopen mkstemp \
           opendir dup fcntl close fclose closedir munmap read pread fread fgets fseek fstat stat lstat \
           access readdir mmap pthread_create write ftruncate posix_fallocate linkat symlink mkdir \
           mkdtemp fchmod
$B/tests/fail/fail: $(addprefix $B/tests/fail/,files.o texts.o run.o judge.o)
FAIL := $(addprefix $B/tests/fail/,fail fixtures translate translate-train $(if $(FETCH),translate-fetch))
INJECT := inject inject_new $(if $(SAN),,inject_theirs inject_database)
DATABASE := pread64 pwrite64 fdatasync ftruncate64
SHOWN := $(if $(SAN),,$(DATABASE:%=-Wl,--export-dynamic-symbol=%))
$B/tests/fail/translate: $(CMD_OBJ) $(INJECT:%=$B/tests/fail/%.o) $B/libtranslate.a
	@mkdir -p $(@D)
	$(call run,LD $@)$(CXX) $(ALL_LDFLAGS) $(WRAPPED:%=-Wl,--wrap=%) $(SHOWN) -o $@ $^ $(PKG_LIBS) -lm
$B/tests/fail/translate-train: $(TRAINER_OBJ) $(INJECT:%=$B/tests/fail/%.o) $B/libtrain.a $B/libtranslate.a
	@mkdir -p $(@D)
	$(call run,LD $@)$(CXX) $(ALL_LDFLAGS) $(WRAPPED:%=-Wl,--wrap=%) -o $@ $^ $(PKG_LIBS) $(TRAIN_LIBS) -lm
$B/tests/fail/translate-fetch: $(FETCH_OBJ) $(filter-out $B/cmd/main.o,$(CMD_OBJ)) $(INJECT:%=$B/tests/fail/%.o) $B/libtranslate.a
	@mkdir -p $(@D)
	$(call run,LD $@)$(CXX) $(ALL_LDFLAGS) $(WRAPPED:%=-Wl,--wrap=%) -o $@ $^ $(PKG_LIBS) $(CURL_LIBS) -lm

# For check-serve-faults.
$B/tests/fail/translate-serve: $(SERVE_OBJ) $(filter-out $B/cmd/main.o,$(CMD_OBJ)) $(INJECT:%=$B/tests/fail/%.o) $B/libtranslate.a
	@mkdir -p $(@D)
	$(call run,LD $@)$(CXX) $(ALL_LDFLAGS) $(WRAPPED:%=-Wl,--wrap=%) $(SHOWN) -o $@ $^ $(PKG_LIBS) $(MHD_LIBS) -lm

# Compiles what a build for some of the suites leaves out: .ci/run has all of it seen by clang.
.PHONY: test-objects
test-objects: $(patsubst %.c,$B/%.o,$(wildcard tests/golden/*.c tests/golden/*/*.c tests/kernels/*.c tests/fail/*.c tests/sandbox/*.c))

tests: $(UNIT) $(RUN_CASES) $(PROGS) $(SANDBOX) $(FAIL) $(REPLAY) $(CORPORA) $B/bench/table1 $(WHEEL_FETCH)

# The modules, which lie beside it.
$B/tests/fail/fail: | $(patsubst $B/%,$B/tests/fail/%,$(DETECT) $(STORE))
$B/tests/fail/translate-%.so: $B/translate-%.so
	$(call run,LN $@)ln -sf ../../$(@F) $@

# Black-box tests of what a sanitizer does not change: sources, pages, the Makefile.
SOURCE_TESTS := source source_cmd man examples make install public_headers hardening

# Black-box tests that take long with a sanitizer, since they translate or train much, or that time what
# a sanitizer slows down: others run the same code on less.  `make asan` has them, too.
MUCH_TESTS := train_from train_lora train_run resume wording lost context mistaken pivot bench serve_load

# Suites that `make check SUITES="unit cli"` names.  Those of `threads` have several threads in the library
# (TSan); the rest of what sanitizers find is in unit, cli and replay.
SUITE_unit    := $(UNIT) $(RUN_CASES)
SUITE_cli     := $(if $(SAN),$(filter-out $(SOURCE_TESTS:%=tests/cli/%.t),$(CLI)),$(CLI))
SUITE_short   := $(filter-out $(MUCH_TESTS:%=tests/cli/%.t),$(SUITE_cli))
SUITE_replay  := $(REPLAY)
SUITE_others  := $(PROGS) $(if $(SAN),,$(SANDBOX))
SUITE_threads := $(addprefix $B/tests/unit/,base/team session/allocation setup/special_tokens session/retry \
                     session/stream search/shortlist train/network/workers train/trainer)
SUITE_fail    := $B/tests/fail/fail
SUITES ?= unit cli replay others fail
$B/tests/fail/fail: | $(filter-out $B/tests/fail/fail,$(FAIL))

# The tests that take long, the longest first: a long one that starts last would keep the others
# waiting.  JOBS of all tests run at once, two more than there are cores, for those of fetch wait most
# of the time.
SLOW  := $(patsubst %,tests/cli/%.t,train_run quality document_options resume fetch_faults fetch_formats train_mpi) $B/tests/fail/fail \
         $(patsubst %,tests/cli/%.t,real wording examples train train_from train_lora bits explain documents foreign detect) $(PROGS) \
         $B/tests/unit/import/convert_large $(patsubst %,tests/cli/%.t,packages placeholders translation_memory fetch) \
         $B/tests/unit/formats/gz $(patsubst %,tests/cli/%.t,pivot hostile fetch_index) $B/tests/unit/base/unicode \
         $B/tests/unit/text/sentences $B/tests/unit/model/damage $(patsubst %,tests/cli/%.t,install alignment memory) \
         $(addprefix $B/tests/unit/,text/spm_damage import/locale search/sampling session/random_text)
TESTS := $(sort $(foreach s,$(SUITES),$(SUITE_$s)))
JOBS  ?= $(shell echo $$(($$(nproc) + 2)))
PROVE  = VARIANT=$(VARIANT) BUILD=$B CK_TAP_LOG_FILE_NAME=- CK_VERBOSITY=silent \
             prove --timer --failures --comments --jobs $(JOBS) --exec ''

## check: build and run every test, JOBS at once (two more than cores); SUITES="unit cli" runs some of
##   unit, cli, short (cli without what takes long with a sanitizer), replay, fail, others (kernels, other
##   engines' numbers) and threads
check: $(if $(filter-out threads,$(SUITES)),all) $(TESTS) $(if $(filter replay,$(SUITES)),$(CORPORA))
	$(PROVE) $(filter $(TESTS),$(SLOW)) $(filter-out $(SLOW),$(TESTS))

# One test, by its name below tests/: a unit suite, a black-box test, or a program.
NAMED = $(firstword $(if $(filter tests/$T,$(CASES)),$(RUN_CASES)) \
                    $(filter $B/tests/unit/$T $B/tests/$T,$(UNIT) $(RUN_CASES) $(PROGS) $(REPLAY) $(FAIL) $(SANDBOX)) \
                    $(filter tests/cli/$(T:cli/%=%).t,$(CLI)) $(filter %/$T,$(UNIT) $(PROGS)))
## t: build and run one test: T=document/formats (tests/unit/document/formats.c), T=cases/text/sentences,
##   T=cli/bits, T=golden/golden_ct2;
##   or what tests/changed.sh finds for the files that changed since a commit: CHANGED=1 (HEAD), CHANGED=main
.PHONY: t
ifdef CHANGED
CHANGED_FILES := $(shell SLOW='$(SLOW:$B/%=%)' tests/changed.sh $(if $(filter 1,$(CHANGED)),HEAD,$(CHANGED)))
CHANGED_CASES := $(filter tests/cases/%,$(CHANGED_FILES))
CHANGED_TESTS := $(patsubst tests/unit/%,$B/tests/unit/%,$(patsubst tests/fuzz/%,$B/tests/replay/%,$(filter-out tests/cases/%,$(CHANGED_FILES))))
t: all $(filter $B/%,$(CHANGED_TESTS)) $(if $(CHANGED_CASES),$(RUN_CASES))
	$(if $(CHANGED_TESTS),$(PROVE) $(CHANGED_TESTS))
	$(if $(CHANGED_CASES),$(RUN_CASES) $(CHANGED_CASES))
else
t: $(if $T,$(if $(NAMED),$(if $(filter %.t,$(NAMED)),all) $(NAMED)))
	@test -n "$(NAMED)" || { echo 'make t: no test is named "$T"; T=ROOM/SUITE of tests/unit, cases/FILE, or cli/NAME'; \
	    ls tests/unit/*/*.c tests/unit/*/*/*.c $(CASES) tests/cli/*.t | sed 's,^tests/,,; s,^unit/,,; s,\.[ct]$$,,' | grep -i -- '$(notdir $(or $T,none))'; exit 1; }
	VARIANT=$(VARIANT) BUILD=$B $(if $(filter %.t,$(NAMED)),./)$(NAMED) $(filter tests/$T,$(CASES))
endif

## check-long: the same, with all lines and turns of what takes long
check-long:
	TEST_LONG=1 $(MAKE) check

## check-fast: build and run the unit suites and the black-box tests that are quick
check-fast: all $(UNIT) $(RUN_CASES)
	$(PROVE) $(filter-out $(SLOW),$(sort $(UNIT) $(RUN_CASES) $(CLI)))

## check-fail: every call of the system fails, in every command, one run after the other, but of long loops
##   a fiftieth of the turns: 90,000 runs, 10 to 20 minutes on two cores;
##   FAIL_ONLY=, FAIL_FROM=, FAIL_KIND=, FAIL_PART=1/8 (fail.c) take a part; build/.../tests/fail-report.tsv has each run
CALLS ?= --all
check-fail: all $(FAIL)
	rm -f $B/tests/fail-report.tsv
	BUILD=$B FAIL_REPORT=$B/tests/fail-report.tsv $B/tests/fail/fail $(CALLS)
	cut -f 7 $B/tests/fail-report.tsv | grep '^translate: ' | sed 's/[0-9][0-9]*/N/g' | sort | uniq -c | sort -rn \
	    > $B/tests/fail-sentences.txt

## check-peers: against other implementations, live (PYTHON has them: see tests/peers/*.py)
check-peers: all
	BUILD=$B prove --timer --exec '$(PYTHON)' tests/peers/check_*.py

# translate-train-mpi with each MPI that is here.
MPI_KINDS := $(foreach p,ompi-c mpich,$(shell $(PKGCONFIG) --exists $p && echo $p))
$B/tests/mpi/%/processes.o: cmd/mpi/processes.c
	@mkdir -p $(@D)
	$(call run,CC $<)$(CC) $(ALL_CFLAGS) $(CPPFLAGS) -Ilib/include -Ilib -Icmd \
	    $(patsubst -I%,-isystem %,$(shell $(PKGCONFIG) --cflags-only-I $*)) -c -o $@ $<
$B/tests/mpi/%/translate-train-mpi: $B/tests/mpi/%/processes.o $(filter-out $B/cmd/train/processes.o,$(TRAINER_OBJ)) \
                                    $B/libtrain.a $B/libtranslate.a
	$(call run,LD $@)$(CXX) -pie $(ALL_LDFLAGS) -o $@ $^ $(PKG_LIBS) $(TRAIN_LIBS) $(shell $(PKGCONFIG) --libs $*) -lm
.PRECIOUS: $B/tests/mpi/%/processes.o

## check-scale: the recipes of examples/scale, ten kills each, with what engines there are: GNU parallel, Slurm
##   (slurmctld slurmd slurm-client munge, and root), Dask and Ray (PYTHON has them), Spark (SPARK_PYTHON has it),
##   Open MPI and MPICH; with root, two processes on a network of 1 Gbit/s
check-scale: all $(MPI_KINDS:%=$B/tests/mpi/%/translate-train-mpi)
	TEST_LONG=1 BUILD=$B PYTHON='$(PYTHON)' prove --timer --comments --exec sh tests/cli/scale.t tests/scale/*.t

## check-arm64: build for AArch64 and run what fits under qemu; arm64-root: fetch what that links with
check-arm64: all
	+MAKE="$(MAKE)" tests/arm64/arm64.t

arm64-root:
	tests/arm64/root.sh build/arm64-root

.PHONY: check-long check-scale check-fail check-arm64 arm64-root

# Fuzzing needs clang; what it finds stays in build/corpus.  It begins with tests/fuzz/seeds, small
# inputs and those that once crashed, and tests/fuzz/corpus, the fewest that cover what all of an
# earlier run's do; `make check` tries both as well, without a fuzzer.
FUZZ         := $(patsubst tests/fuzz/%.c,$B/tests/fuzz/%,$(wildcard tests/fuzz/*.c))
FUZZ_SECONDS ?= 60

$(FUZZ): $B/tests/fuzz/%: $B/tests/fuzz/%.o $B/tests/helpers.a $B/libtranslate.a
	$(call run,LD $@)$(CXX) -fsanitize=fuzzer $(ALL_LDFLAGS) -o $@ $(LINKED) $B/libtranslate.a $(PKG_LIBS) -lm

## fuzz: every fuzz target for FUZZ_SECONDS (60) each, built with clang
fuzz:
	$(MAKE) run-fuzz VARIANT=fuzz CC=clang CXX=clang++ CFLAGS="-O1 -g" CXXFLAGS="-O1 -g"

## keep-corpus: after fuzz, puts what covers more than before into tests/fuzz/corpus
keep-corpus:
	$(MAKE) run-keep-corpus VARIANT=fuzz CC=clang CXX=clang++ CFLAGS="-O1 -g" CXXFLAGS="-O1 -g"

## fuzz-long: every fuzz target in turn, for FUZZ_HOURS (1) of processor time; tests/fuzz/log.tsv
##   has what each turn did
FUZZ_HOURS ?= 1
fuzz-long:
	$(MAKE) run-fuzz-long VARIANT=fuzz CC=clang CXX=clang++ CFLAGS="-O1 -g" CXXFLAGS="-O1 -g"

SEEDS_OF = $$(find tests/fuzz/seeds $B/tests/corpus -name $$f -type d)

.PHONY: run-fuzz keep-corpus run-keep-corpus fuzz-long run-fuzz-long
run-fuzz-long: $(FUZZ) $(CORPORA)
	tests/fuzz/long.sh $B/tests/fuzz $(FUZZ_HOURS) tests/fuzz/seeds $B/tests/corpus

run-fuzz: $(FUZZ) $(CORPORA)
	for f in $(notdir $(FUZZ)); do \
	    mkdir -p build/corpus/$$f && \
	    $B/tests/fuzz/$$f -max_total_time=$(FUZZ_SECONDS) -rss_limit_mb=1024 -timeout=10 \
	        -artifact_prefix=build/corpus/$$f- build/corpus/$$f \
	        $(SEEDS_OF) || exit 1; \
	done

run-keep-corpus: $(FUZZ) $(CORPORA)
	mkdir -p tests/fuzz/corpus
	for f in $(notdir $(FUZZ)); do \
	    rm -rf $B/tests/kept && mkdir -p $B/tests/kept build/corpus/$$f && \
	    $B/tests/fuzz/$$f -merge=1 -rss_limit_mb=1024 -timeout=60 $B/tests/kept build/corpus/$$f $(SEEDS_OF) && \
	    tar cf tests/fuzz/corpus/$$f.tar.gz -I 'gzip -9n' --sort=name --owner=0 --group=0 \
	        --numeric-owner --mtime=@0 -C $B/tests/kept . || exit 1; \
	done

-include $(FUZZ:=.d) $B/tests/fuzz/replay/replay.d $(UNIT:=.d) $(PROGS:=.d) $(wildcard $B/tests/cases/*.d) $(HELPERS:.o=.d) $(wildcard $B/tests/kernels/*.d $B/tests/golden/*.d $B/tests/golden/*/*.d) $(wildcard $B/tests/fail/*.d $B/tests/sandbox/*.d)

# gcc's; tests/unit/formats/json.c asks for it.
POINTERS_asan := $(if $(findstring clang,$(CC)),,-fsanitize=pointer-compare)
$B/lib/formats/json.o: ISA := $(POINTERS_$(VARIANT))
