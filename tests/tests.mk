# tests.mk - the tests.  Every test is a program that prints TAP; prove(1) runs them.
#   tests/unit/*.c   Check suites, one a module
#   tests/*.c        check_kernels and the golden tests
#   tests/cli/*.t    black-box tests of the built program (sh)

UNIT  := $(patsubst tests/unit/%.c,$B/tests/unit/%,$(wildcard tests/unit/*.c))
PROGS := $(patsubst tests/%.c,$B/tests/%,$(wildcard tests/*.c))
CLI   := $(wildcard tests/cli/*.t)

$B/tests/%: $B/tests/%.o $B/libtranslate.a
	$(CXX) $(ALL_LDFLAGS) -o $@ $^ $(PKG_LIBS) $(CHECK_LIBS) -lm

$B/tests/%.o: CPPFLAGS += $(CHECK_CFLAGS)

tests: $(UNIT) $(PROGS)

## check: build and run every test
check: all tests
	VARIANT=$(VARIANT) BUILD=$B CK_TAP_LOG_FILE_NAME=- CK_VERBOSITY=silent \
	    prove --timer --exec '' $(sort $(UNIT) $(PROGS) $(CLI))

# Fuzzing needs clang; the corpora stay in build/corpus.
FUZZ         := $(patsubst tests/fuzz/%.c,$B/tests/fuzz/%,$(wildcard tests/fuzz/*.c))
FUZZ_SECONDS ?= 60

$(FUZZ): $B/tests/fuzz/%: $B/tests/fuzz/%.o $B/libtranslate.a
	$(CXX) -fsanitize=fuzzer $(ALL_LDFLAGS) -o $@ $^ $(PKG_LIBS) -lm

## fuzz: every fuzz target for FUZZ_SECONDS (60) each, built with clang
fuzz:
	$(MAKE) run-fuzz VARIANT=fuzz CC=clang CXX=clang++ CFLAGS="-O1 -g" CXXFLAGS="-O1 -g"

.PHONY: run-fuzz
run-fuzz: $(FUZZ)
	for f in $(notdir $(FUZZ)); do \
	    mkdir -p build/corpus/$$f && \
	    $B/tests/fuzz/$$f -max_total_time=$(FUZZ_SECONDS) -rss_limit_mb=1024 -timeout=10 \
	        -artifact_prefix=build/corpus/$$f- build/corpus/$$f || exit 1; \
	done

-include $(FUZZ:=.d) $(UNIT:=.d) $(PROGS:=.d)

$B/tests/unit/allocation: LDFLAGS += -Wl,--wrap=malloc,--wrap=calloc,--wrap=realloc \
                                     -Wl,--wrap=posix_memalign
