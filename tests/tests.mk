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

-include $(UNIT:=.d) $(PROGS:=.d)

$B/tests/unit/allocation: LDFLAGS += -Wl,--wrap=malloc,--wrap=calloc,--wrap=realloc \
                                     -Wl,--wrap=posix_memalign
