# translate: build, test, install.  `make help` lists the targets.
#
# Variants live side by side: make VARIANT=asan builds into build/asan.  The user's CFLAGS come
# behind ours and win, but for what the numbers depend on.

VERSION   := 0.1.0
SOVERSION := 0
PREFIX    ?= /usr/local
LIBDIR    ?= lib
VARIANT   ?= release
B         := build/$(VARIANT)
CC        ?= cc
CXX       ?= c++
PKGCONFIG ?= pkg-config
CFLAGS    ?= -O3 -g
CXXFLAGS  ?= -O2 -g
WERROR    ?=

# $(call run,WHAT FILE)COMMAND shows what is made of which file; V=1 the command, -s nothing.
Q   := $(if $(filter-out 0,$V),,@)
run  = $(if $Q,$(if $(findstring s,$(firstword -$(MAKEFLAGS))),,$(info $1)))$Q

PACKAGES := sentencepiece libutf8proc icu-uc yaml-0.1 libcjson zlib libmd libpcre2-8

SAN_asan  := -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer
SAN_ubsan := -fsanitize=undefined -fno-sanitize-recover=all
SAN_tsan  := -fsanitize=thread -fno-omit-frame-pointer
SAN_fuzz  := -fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=all
SAN_coverage := --coverage
SAN       := $(SAN_$(VARIANT))

WARN     := -Wall -Wextra -Wshadow -Wconversion -Wno-sign-conversion -Wvla -Wundef $(WERROR)
WARN_C   := $(WARN) -Wstrict-prototypes -Wmissing-prototypes
# Debian 13's sentencepiece.pc asks for protobuf-lite.pc, which is not there; it has no flags that
# would be missed.  Of a package that is missing, --libs tells.
PKG_CFLAGS := $(shell $(PKGCONFIG) --cflags sentencepiece 2>/dev/null) \
              $(shell $(PKGCONFIG) --cflags $(filter-out sentencepiece,$(PACKAGES)))
PKG_LIBS   := $(shell $(PKGCONFIG) --libs $(PACKAGES))
CHECK_CFLAGS := $(shell $(PKGCONFIG) --cflags check 2>/dev/null)
CHECK_LIBS   := $(shell $(PKGCONFIG) --libs check 2>/dev/null)

# lib/translate.map decides what the shared library exports; calls inside it are direct.
# Debugging information is compressed: it is most of what a build takes of the disk.
COMMON := -fPIC -fno-semantic-interposition -pthread -gz -I$B $(PKG_CFLAGS) $(SAN)
# Contraction would fuse what the numbers define as two roundings.
FIXED  := -ffp-contract=off
ALL_CFLAGS   = -std=c11 -D_POSIX_C_SOURCE=200809L $(COMMON) $(HARDEN) $(WARN_C) $(CFLAGS) $(FIXED)
ALL_CXXFLAGS = -std=c++17 $(COMMON) $(HARDEN) $(WARN) -Wno-undef $(CXXFLAGS) $(FIXED)
ALL_LDFLAGS  = -pthread -gz -Wl,--as-needed -Wl,-z,relro,-z,now,-z,noexecstack $(SAN) $(LDFLAGS)

TARGET  := $(shell $(CC) -dumpmachine)
ARCH    := $(firstword $(subst -, ,$(TARGET)))

# clang's sanitizers are in programs, not in libraries.
DEFINED := $(if $(SAN),,-Wl,-z,defs)

# What makes a fault in the code harder to use; sanitizers find it, and have no need of this.
# FORTIFY_SOURCE needs an optimizer.
BRANCHES_x86_64  := -fcf-protection
BRANCHES_aarch64 := -mbranch-protection=standard
OPTIMIZES := $(filter-out -O0,$(lastword $(filter -O%,$(CFLAGS))))
HARDEN ?= $(if $(SAN),,-fstack-protector-strong $(BRANCHES_$(ARCH)) \
    $(if $(OPTIMIZES),-U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=3))
# No thread needs more than 48 KiB of stack.
FRAME := $(if $(SAN),,-Wframe-larger-than=20480)

SETS_x86_64  := $(wildcard lib/kernels/x86/*.c)
SETS_aarch64 := $(wildcard lib/kernels/arm/*.c)
ALL_KERNELS := $(wildcard lib/kernels/*.c) $(SETS_$(ARCH))
GRADIENTS := $(foreach f,$(ALL_KERNELS),$(if $(findstring gradients,$f),$f))
KERNELS := $(filter-out $(GRADIENTS),$(ALL_KERNELS))
LIB_SRC := $(filter-out lib/kernels/% lib/train/%,$(wildcard lib/*/*.c lib/*/*/*.c)) $(KERNELS)
# Training is a library of its own: a program that only translates does not link it.
TRAIN_OBJ := $(patsubst %.c,$B/%.o,$(wildcard lib/train/*.c lib/train/*/*.c) $(GRADIENTS)) $B/lib/train/data/spm_train.o
TRAIN_LIBS := $(shell $(PKGCONFIG) --libs sentencepiece)
# Without liblzma, .xz is refused with a sentence; without libzstd, so is .zst.
LZMA_LIBS := $(shell $(PKGCONFIG) --libs liblzma 2>/dev/null)
ZSTD_LIBS := $(shell $(PKGCONFIG) --libs libzstd 2>/dev/null)
# Without expat, XML is refused with a sentence.
EXPAT_LIBS := $(shell $(PKGCONFIG) --libs expat 2>/dev/null)
# Without md4c, so is Markdown.
MD4C_LIBS := $(shell $(PKGCONFIG) --libs md4c 2>/dev/null)
PKG_LIBS   += $(EXPAT_LIBS) $(MD4C_LIBS) $(LZMA_LIBS) $(ZSTD_LIBS)
# Without libcurl, translate fetch is left out.
CURL_LIBS := $(shell $(PKGCONFIG) --libs libcurl 2>/dev/null)
FETCH := $(if $(CURL_LIBS),$B/translate-fetch)
# Without libmicrohttpd, so is translate serve.
MHD_LIBS := $(shell $(PKGCONFIG) --libs libmicrohttpd 2>/dev/null)
SERVE := $(if $(MHD_LIBS),$B/translate-serve)
# Without MPI, training has one process.  MPI_PC=mpich takes another one than Open MPI.
MPI_PC ?= $(firstword $(foreach p,ompi-c mpich,$(shell $(PKGCONFIG) --exists $p && echo $p)))
MPI_LIBS := $(if $(MPI_PC),$(shell $(PKGCONFIG) --libs $(MPI_PC) 2>/dev/null))
TRAIN_MPI := $(if $(MPI_LIBS),$B/translate-train-mpi)
# Versions of make differ in what \# is within a function.
HASH := \#
# Without CLD2, no language is detected.  It has no .pc file.
CLD2 := $(shell echo '$(HASH)include <cld2/public/compact_lang_det.h>' | $(CXX) $(CPPFLAGS) -include cstdio -E -x c++ - > /dev/null 2>&1 && echo y)
DETECT := $(if $(CLD2),$B/translate-detect.so)
# Without MeCab, BLEU has no words of Japanese and Korean.  It has no .pc file, either.
HAS_MECAB := $(shell echo '$(HASH)include <mecab.h>' | $(CC) $(CPPFLAGS) -E -x c - > /dev/null 2>&1 && echo y)
MECAB := $(if $(HAS_MECAB),$B/translate-mecab.so)
# Without SQLite, a translation memory is TMX.
SQLITE_LIBS := $(shell $(PKGCONFIG) --libs sqlite3 2>/dev/null)
STORE := $(if $(SQLITE_LIBS),$B/translate-memory.so)
LIB_OBJ := $(LIB_SRC:%.c=$B/%.o) $B/lib/text/spm.o
SHELLS  := bash zsh fish
# Rooms of cmd that every program of ours is made of; cmd/LAYERS tells who may use whom.
CMD_ROOMS := check commands console dictionary documents documents/pdf evaluate explain lines memory models programs resume
CMD_OBJ := $(patsubst %.c,$B/%.o,$(wildcard cmd/*.c $(CMD_ROOMS:%=cmd/%/*.c)))

.PHONY: compile_commands.json all evidence check check-clients check-libretranslate check-serve-faults check-serve-operation check-serve-hour check-serve-memory check-fast check-peers asan ubsan tsan coverage bench bench-train bench-table1 bench-peers fuzz lint format \
        format-check man install uninstall dist clean help tests
## all: the program and the libraries, in build/$(VARIANT); tests: the test programs, too
all: $B/translate $B/translate-train $(TRAIN_MPI) $(FETCH) $(SERVE) $(DETECT) $(MECAB) $(STORE) $B/libtranslate.a $B/libtrain.a $B/libtranslate.so.$(SOVERSION) \
     $B/libtranslate.pc
	@$(if $(FETCH),:,echo "libcurl is not installed: translate fetch is left out")
	@$(if $(TRAIN_MPI),:,echo "MPI is not installed: translate train --mpi is left out")
	@$(if $(SERVE),:,echo "libmicrohttpd is not installed: translate serve is left out")
	@$(if $(DETECT),:,echo "libcld2 is not installed: languages are not detected")
	@$(if $(MECAB),:,echo "libmecab is not installed: evaluate has no words of Japanese and Korean")
	@$(if $(LZMA_LIBS),:,echo "liblzma is not installed: .xz is not read")
	@$(if $(ZSTD_LIBS),:,echo "libzstd is not installed: .zst is not read")
	@$(if $(STORE),:,echo "libsqlite3 is not installed: a translation memory has to be TMX")

$B/lib/kernels/x86/avx2.o:    ISA := -mavx2 -mfma -mf16c
$B/lib/kernels/x86/gradients_avx2.o: ISA := -mavx2 -mfma -mf16c
$B/lib/kernels/x86/gradients_avx512.o: ISA := -mavx512f -mavx512bw -mavx512dq -mavx512vl -mfma
$B/lib/kernels/x86/gradients_vdpbf16.o: ISA := -mavx512f -mavx512bw -mavx512dq -mavx512vl -mfma -mavx512bf16
$B/lib/kernels/x86/avxvnni.o: ISA := -mavx2 -mfma -mf16c -mavxvnni
$B/lib/kernels/x86/avx512.o:  ISA := -mavx512f -mavx512bw -mavx512dq -mavx512vl -mavx512vnni \
                                         -mfma
# gcc schedules loads so early that the sums of a tile no longer fit the registers.
$B/lib/kernels/arm/neon.o:    ISA := -fno-schedule-insns
$B/lib/kernels/arm/dotprod.o: ISA := -fno-schedule-insns -march=armv8.2-a+dotprod
$B/lib/kernels/arm/i8mm.o:    ISA := -fno-schedule-insns -march=armv8.2-a+dotprod+i8mm

# Objects depend on the flags that they are compiled with, not on all of this file.
FLAGS_NOW = $(CC) $(CXX) $(ALL_CFLAGS) $(ALL_CXXFLAGS) $(CPPFLAGS)
$(shell mkdir -p $B && new=$B/flags.$$$$ && { printf '%s\n' '$(subst ','\'',$(FLAGS_NOW))'; \
    grep -hE '(ISA|CPPFLAGS) *[+:]?=|-D[A-Z]' Makefile tests/tests.mk; } > $$new; \
    cmp -s $$new $B/flags && rm $$new || mv $$new $B/flags)

# Flags that change the code, and name no folder: the same tree builds the same program anywhere.
CODE_FLAGS = $(filter-out %-prefix-map=%,$(filter -O% -m% -f%,$(CFLAGS) $(SAN) $(FIXED)))

# What this build has, and where its files go.  It is written when that has changed, so that the
# sources that include it are compiled anew, and no other.
have = $(if $2,$(HASH)define HAVE_$1 1,/* $1 is not here. */)
define CONFIG
/* config.h - what this build has, and where its files go.  The Makefile writes it. */
$(call have,EXPAT,$(EXPAT_LIBS))
$(call have,LZMA,$(LZMA_LIBS))
$(call have,MD4C,$(MD4C_LIBS))
$(call have,ZSTD,$(ZSTD_LIBS))
$(HASH)define MODEL_DIRECTORY "$(PREFIX)/share/translate/models"
$(HASH)define INDEX_FILE "$(PREFIX)/share/translate/index.json"
$(HASH)define BUILD_TARGET "$(TARGET)"
$(HASH)define BUILD_FLAGS "$(CODE_FLAGS)"
$(HASH)define BUILD_SPM "$(shell $(PKGCONFIG) --modversion sentencepiece)"
endef
CONFIG := $(CONFIG)
# KEEP_CONFIG=1 leaves a config.h of other folders as it is.
ifneq ($(CONFIG),$(if $(KEEP_CONFIG),$(CONFIG),$(file < $B/config.h)))
$B/config.h: FORCE
endif
$B/config.h: export CONFIG := $(CONFIG)
$B/config.h:
	@mkdir -p $(@D)
	$(call run,GEN $@)printf '%s\n' "$$CONFIG" > $@
.PHONY: FORCE

$B/%.o: %.c $B/flags | $B/config.h
	@mkdir -p $(@D)
	$(call run,CC $<)$(CC) $(ALL_CFLAGS) $(FRAME) $(ISA) $(CPPFLAGS) -MMD -MP -c -o $@ $<

# A file as a C string.
AS_STRING = sed 's/[\\"]/\\&/g; s/.*/"&\\n"/'
$B/cmd/%.inc: cmd/completions/%
	@mkdir -p $(@D)
	$(call run,GEN $@)$(AS_STRING) $< > $@

$B/cmd/explain/page/%.inc: cmd/explain/page/%
	@mkdir -p $(@D)
	$(call run,GEN $@)$(AS_STRING) $< > $@

$B/cmd/serve/dialects/files/%.inc: cmd/serve/dialects/files/%
	@mkdir -p $(@D)
	$(call run,GEN $@)$(AS_STRING) $< > $@

# Rows of C, which a script of awk makes of files of syntaxes, names, roles and languages.
define rows
	@mkdir -p $(@D)
	$(call run,GEN $@)LC_ALL=C awk $(if $(ROWS),-v rows=$(ROWS)) -f $^ > $@.new && mv $@.new $@
endef
$B/lib/syntax/syntax_rows.inc: lib/syntax/rows.awk lib/syntax/data/syntax.rows
	$(rows)
$B/lib/document/%.inc: lib/document/%.awk lib/document/%.rows
	$(rows)
$B/lib/document/%.inc: lib/document/names.awk lib/document/%.rows
	$(rows)

$B/%.o: %.cc $B/flags | $B/config.h
	@mkdir -p $(@D)
	$(call run,CXX $<)$(CXX) $(ALL_CXXFLAGS) $(CPPFLAGS) -MMD -MP -c -o $@ $<

# What is known of languages: tables of the files that tell it; of all facts, or of one.
LANGUAGES := lib/language/compile.awk lib/language/language_data.h $(wildcard lib/language/data/*)
FACTS := lib/language/language_data cmd/lines/function_words cmd/check/small_words cmd/serve/dialects/language_codes
$B/cmd/lines/function_words.inc: ROWS := detection.words
$B/cmd/check/small_words.inc: ROWS := words.function
$B/cmd/serve/dialects/language_codes.inc: ROWS := codes.others
$(FACTS:%=$B/%.inc): $(LANGUAGES)
	$(rows)
$(FACTS:%=$B/%.o): $B/%.o: $B/%.inc
$(FACTS:%=$B/%.o): CPPFLAGS += -I$B/lib -I$(@D)

## cldr: holds what is known of languages against CLDR; CLDR=FOLDER: another one than Debian's
.PHONY: cldr
cldr:
	python3 lib/language/cldr.py $(if $(CLDR),--cldr $(CLDR))

# The languages of models whose files do not tell them.
$B/lib/import/hf/languages.inc: $(wildcard lib/import/hf/languages/*)
	@mkdir -p $(@D)
	for f in $^; do echo "{\"$${f##*/}\","; $(AS_STRING) $$f; echo '},'; done > $@
$B/lib/import/hf/hf_languages.o: $B/lib/import/hf/languages.inc
$B/lib/import/hf/hf_languages.o: CPPFLAGS += -I$B/lib

$B/libtranslate.a: $(LIB_OBJ)
	$Qrm -f $@
	$(call run,AR $@)$(AR) rcs $@ $^

$B/libtrain.a: $(TRAIN_OBJ)
	$Qrm -f $@
	$(call run,AR $@)$(AR) rcs $@ $^

$B/libtranslate.so.$(SOVERSION): $(LIB_OBJ) lib/translate.map
	$(call run,LD $@)$(CXX) -shared -Wl,-soname,libtranslate.so.$(SOVERSION) $(DEFINED) \
	    -Wl,--version-script,lib/translate.map $(ALL_LDFLAGS) -o $@ $(LIB_OBJ) $(PKG_LIBS) -lm
	$Qln -sf libtranslate.so.$(SOVERSION) $B/libtranslate.so

$B/translate: $(CMD_OBJ) $B/libtranslate.a
	$(call run,LD $@)$(CXX) -pie $(ALL_LDFLAGS) -o $@ $^ $(PKG_LIBS) -lm

# The program that `translate train` starts: the commands' parts, without the program's own main().
TRAINER_OBJ := $(patsubst %.c,$B/%.o,$(wildcard cmd/train/*.c)) $(filter-out $B/cmd/main.o,$(CMD_OBJ))
$B/translate-train: $(TRAINER_OBJ) $B/libtrain.a $B/libtranslate.a
	$(call run,LD $@)$(CXX) -pie $(ALL_LDFLAGS) -o $@ $^ $(PKG_LIBS) $(TRAIN_LIBS) -lm

# The same for several processes.
$B/translate-train-mpi: $(filter-out $B/cmd/train/processes.o,$(TRAINER_OBJ)) $B/cmd/mpi/processes.o \
                        $B/libtrain.a $B/libtranslate.a
	$(call run,LD $@)$(CXX) -pie $(ALL_LDFLAGS) -o $@ $^ $(PKG_LIBS) $(TRAIN_LIBS) $(MPI_LIBS) -lm
$B/cmd/mpi/processes.o: CPPFLAGS += $(patsubst -I%,-isystem %,$(shell $(PKGCONFIG) --cflags-only-I $(MPI_PC) 2>/dev/null))

# The program that `translate fetch` starts, the only one here that knows of a network.
FETCH_OBJ := $(patsubst %.c,$B/%.o,$(wildcard cmd/fetch/*.c cmd/fetch/*/*.c))
$B/translate-fetch: $(FETCH_OBJ) $(filter-out $B/cmd/main.o,$(CMD_OBJ)) $B/libtranslate.a
	$(call run,LD $@)$(CXX) -pie $(ALL_LDFLAGS) -o $@ $^ $(PKG_LIBS) $(CURL_LIBS) -lm
# The same for a wheel, which takes the libcurl of the machine where it is.
WHEEL_FETCH := $(if $(CURL_LIBS),$B/wheel/translate-fetch)
$B/cmd/anycurl/libcurl.o: CPPFLAGS += $(shell $(PKGCONFIG) --cflags-only-I libcurl 2>/dev/null)
$B/wheel/translate-fetch: $B/cmd/anycurl/libcurl.o $(FETCH_OBJ) $(filter-out $B/cmd/main.o,$(CMD_OBJ)) $B/libtranslate.a
	@mkdir -p $(@D)
	$(call run,LD $@)$(CXX) -pie $(ALL_LDFLAGS) -o $@ $^ $(PKG_LIBS) -lm

# The program that `translate serve` starts, the only one that others can ask.
SERVE_OBJ := $(patsubst %.c,$B/%.o,$(wildcard cmd/serve/*.c cmd/serve/*/*.c))
$B/translate-serve: $(SERVE_OBJ) $(filter-out $B/cmd/main.o,$(CMD_OBJ)) $B/libtranslate.a
	$(call run,LD $@)$(CXX) -pie $(ALL_LDFLAGS) -o $@ $^ $(PKG_LIBS) $(MHD_LIBS) -lm

# The module that detects languages.
$B/translate-detect.so: $B/cmd/detect/cld2.o
	$(call run,LD $@)$(CXX) -shared $(ALL_LDFLAGS) -o $@ $^ -lcld2

# The module that finds words of Japanese and Korean.
$B/translate-mecab.so: $B/cmd/mecab/mecab.o
	$(call run,LD $@)$(CC) -shared $(ALL_LDFLAGS) -o $@ $^ -lmecab

# The module that keeps a translation memory.
STORE_OBJ := $(patsubst %.c,$B/%.o,$(wildcard cmd/store/*.c))
$B/translate-memory.so: $(STORE_OBJ)
	$(call run,LD $@)$(CC) -shared $(ALL_LDFLAGS) -o $@ $^ $(SQLITE_LIBS)

$B/libtranslate.pc: Makefile
	@mkdir -p $(@D)
	$(call run,GEN $@)printf '%s\n' 'prefix=$${pcfiledir}/../..' 'libdir=$${prefix}/lib' 'includedir=$${prefix}/include' '' \
	    'Name: libtranslate' 'Description: neural machine translation' 'Version: $(VERSION)' \
	    'Libs: -L$${libdir} -ltranslate' \
	    'Libs.private: $(PKG_LIBS) -lstdc++ -lm -pthread' 'Cflags: -I$${includedir}' > $@

$(LIB_OBJ) $(TRAIN_OBJ): CPPFLAGS += -DTR_LIBRARY -Ilib/include -Ilib
$B/tests/%.o: FRAME :=
$(GRADIENTS:%.c=$B/%.o): FRAME := $(if $(SAN),,-Wframe-larger-than=40960)
$(CMD_OBJ): CPPFLAGS += -Ilib/include -Icmd -Ilib
$B/cmd/detect/cld2.o $B/cmd/mecab/mecab.o $(STORE_OBJ): CPPFLAGS += -Icmd
$(patsubst %.c,$B/%.o,$(wildcard cmd/train/*.c cmd/mpi/*.c)) $(FETCH_OBJ) $(SERVE_OBJ): CPPFLAGS += -Ilib/include -Ilib -Icmd
$B/lib/document/keys/value_kinds.o $B/lib/document/markup/html_entities.o $B/lib/document/markup/vocabulary.o: CPPFLAGS += -I$B/lib
$B/lib/document/keys/value_kinds.o: $B/lib/document/keys/value_kinds.inc
$B/lib/document/markup/html_entities.o: $B/lib/document/markup/html_entities.inc
$B/lib/document/markup/vocabulary.o: $B/lib/document/markup/vocabularies.inc
# What names mean to a reader, in rows beside the source that knows it.
NAMED := $(patsubst %.rows,$B/%,$(wildcard lib/document/light/*.rows lib/document/typeset/*.rows))
$(NAMED:%=%.o): CPPFLAGS += -I$B/lib
$(NAMED:%=%.o): %.o: %.inc
$B/cmd/completion.o: CPPFLAGS += -I$B/cmd
$B/cmd/serve/dialects/%.o: CPPFLAGS += -I$B/cmd/serve/dialects/files
$(patsubst %.c,$B/%.o,$(wildcard cmd/serve/dialects/*.c)): $(patsubst %,$B/%.inc,$(wildcard cmd/serve/dialects/files/*))
$B/lib/syntax/syntax.o: CPPFLAGS += -I$B/lib
$B/lib/syntax/syntax.o: $B/lib/syntax/syntax_rows.inc
$B/cmd/explain/explain_page.o: CPPFLAGS += -I$B/cmd/explain/page
$B/cmd/explain/explain_page.o: $(patsubst %,$B/%.inc,$(wildcard cmd/explain/page/*))
$B/cmd/completion.o: $(SHELLS:%=$B/cmd/translate.%.inc)

include tests/tests.mk

## compile_commands.json: how each file is compiled, for clangd and the like
compile_commands.json:
	@$(MAKE) --no-print-directory --always-make --dry-run V=1 all tests | awk -v folder="$(CURDIR)" ' \
	    / -c -o / { gsub(/\\/, "\\\\"); gsub(/"/, "\\\""); \
	        printf "%s{\"directory\": \"%s\", \"file\": \"%s\", \"command\": \"%s\"}", n++ ? ",\n" : "[\n", folder, $$NF, $$0 } \
	    END { print "\n]" }' > $@

## asan, ubsan, tsan: the tests under a sanitizer
asan ubsan tsan:
	$(MAKE) check VARIANT=$@ CFLAGS="-O1 -g" CXXFLAGS="-O1 -g"

## check-clients: real clients of other servers, from PyPI, against translate serve
check-clients: $B/translate $(SERVE)
	tests/clients/run.sh $B/translate build/clients

## check-libretranslate: LibreTranslate's own tests, from PyPI and as they are, against translate serve
check-libretranslate: $B/translate $(SERVE)
	tests/clients/libretranslate.sh $B/translate build/clients-libretranslate

## check-serve-faults: translate serve among clients that leave, are slow or hostile, with few descriptors, a full disk,
##   a model cut short; and each failed call of the system, one after the other.  Some minutes, on this machine alone
check-serve-faults: all $B/tests/fail/translate-serve
	tests/serve/faults.py $B/translate
	tests/serve/inject.py $B/tests/fail/translate-serve
## check-serve-operation: it behind nginx and Caddy, under the units' list of calls of the system, and promtool on /metrics
check-serve-operation: all
	tests/serve/operation.py $B/translate
## check-serve-hour: an hour of mixed load on it, in which nothing may grow (SECONDS=, RATE= requests a second)
check-serve-hour: all
	tests/serve/mixed.py $B/translate $(or $(SECONDS),3600) $(or $(RATE),10)
## check-serve-memory: 100 000 requests and 1 000 reloads of 2 000 keys, after which its memory is as before (SHARE= of them, 1)
check-serve-memory: all
	tests/serve/memory.py $B/translate $(or $(SHARE),1)

## coverage: the tests with line coverage, file by file
coverage:
	$(MAKE) check VARIANT=coverage CFLAGS="-O1 -g" CXXFLAGS="-O1 -g"
	cd build/coverage && gcov -n $$(find lib cmd -name '*.gcda') 2>/dev/null | \
	    awk -F"['%:]" '/^File .(lib|cmd)/ { f = $$2 } /^Lines/ && f { print $$2 "%\t" f; f = "" }' | sort -n

## bench: words per second of the shipped model on BENCH_TEXT, or on pairs that came with it, then the kernels alone
BENCH_TEXT ?=
bench: $B/translate $B/tests/kernels/check_kernels
	PROGRAM=$B/translate bench/words.sh en-de $(BENCH_TEXT)
	$B/tests/kernels/check_kernels --bench

## bench-train: a training step on random rows: time by part, and share of what the core can multiply;
##   BENCH_TRAIN="-j 2 -o muon" and so on, see bench/train_step.c
BENCH_TRAIN ?=
$B/bench/train_step: bench/train_step.c $B/libtrain.a $B/libtranslate.a
	@mkdir -p $(@D)
	$(call run,CC $<)$(CC) $(ALL_CFLAGS) -Ilib/include -Ilib -c -o $@.o $<
	$(call run,LD $@)$(CXX) $(ALL_LDFLAGS) -o $@ $@.o $(filter %.a,$^) $(PKG_LIBS) $(TRAIN_LIBS) -lm
bench-train: $B/bench/train_step
	$B/bench/train_step $(BENCH_TRAIN)

## evidence: how often each row of lib/syntax/data/syntax.rows fires in the files below DIR, and one place
DIR ?= .
$B/bench/evidence: bench/evidence.c $B/libtranslate.a
	@mkdir -p $(@D)
	$(CC) $(ALL_CFLAGS) -Ilib/include -Ilib -c -o $@.o $<
	$(CXX) $(ALL_LDFLAGS) -o $@ $@.o $(filter %.a,$^) $(PKG_LIBS) -lm
evidence: $B/bench/evidence
	@find $(DIR) -name .git -prune -o -type f -print | $B/bench/evidence

## bench-table1: the time of a layer by length, as Table 1 of the paper has it; BENCH_TABLE1="-d 256"
##   and so on, see bench/table1.c
BENCH_TABLE1 ?=
$B/bench/table1: bench/table1.c $B/libtranslate.a
	@mkdir -p $(@D)
	$(call run,CC $<)$(CC) $(ALL_CFLAGS) -Ilib/include -Ilib -c -o $@.o $<
	$(call run,LD $@)$(CXX) $(ALL_LDFLAGS) -o $@ $@.o $(filter %.a,$^) $(PKG_LIBS) -lm
bench-table1: $B/bench/table1
	$B/bench/table1 $(BENCH_TABLE1)

## bench-peers: the same weights and text in CTranslate2 (PYTHON has ctranslate2, sentencepiece,
##   numpy, gguf and pyyaml),
##   and with BERGAMOT_PYTHON and FXTRANSLATE_PYTHON, which have bergamot and fxtranslate, in those
PYTHON ?= python3
bench-peers: $B/translate $B/tests/kernels/check_kernels
	$(PYTHON) bench/peers.py
	$(if $(and $(BERGAMOT_PYTHON),$(FXTRANSLATE_PYTHON)),$(PYTHON) bench/firefox_peers.py \
	    --bergamot $(BERGAMOT_PYTHON) --fxtranslate $(FXTRANSLATE_PYTHON),@echo "Bergamot and fxtranslate are left out")

## check-abi: the library's binary interface is that of lib/abi/abi.txt (abidiff of abigail-tools);
##   abi: writes it anew.  libtranslate(3) says which changes need another SOVERSION
check-abi: $B/libtranslate.so.$(SOVERSION)
	lib/abi/abi.sh check $<
abi: $B/libtranslate.so.$(SOVERSION)
	lib/abi/abi.sh write $<
.PHONY: check-abi abi

## wheel: the package for Python, in build/wheel; check-python: its tests, with PYTHON
wheel: wheel-parts
	$(PYTHON) python/tools/wheel.py $B build/wheel
wheel-parts: all $(WHEEL_FETCH)
check-python: all
	BUILD=$B $(PYTHON) -m unittest discover -s python/tests -t python
.PHONY: wheel wheel-parts check-python

## lint: static analysis of all but the instruction sets, whose unrolled loops cppcheck cannot follow
lint:
	cppcheck --quiet --std=c11 --enable=warning,performance,portability --inline-suppr -j $(JOBS) \
	    --suppress=missingIncludeSystem --suppress=invalidPointerCast --suppress=ctuuninitvar --error-exitcode=1 \
	    -D__x86_64__ -Ilib/include -Ilib -Icmd -ilib/kernels/x86 -ilib/kernels/arm lib cmd

## format: lay out every source file by .clang-format; format-check: is every one so?
SOURCES = $$(git ls-files '*.c' '*.h' '*.cc' '*.inc')
format:
	clang-format -i $(SOURCES)
format-check:
	clang-format --dry-run --Werror $(SOURCES)

## install: programs, library, headers, manual, completions, units and models below PREFIX (and DESTDIR);
##   LIBDIR=lib/TRIPLET puts the library where Debian has it
D := '$(DESTDIR)$(PREFIX)'
UNITS := $(wildcard units/*/*)
# What is beside the manual: pages, examples, recipes.
each_document = find docs contrib examples -type f | while read -r f; do $1 || exit 1; done
MODELS := $(notdir $(patsubst %/,%,$(dir $(wildcard models/*/*.gguf))))
install: all
	install -d $D/bin $D/$(LIBDIR)/pkgconfig $D/include/translate $D/share/man/man1 $D/share/man/man3 \
	    $D/share/man/man5 $D/share/man/man7 $D/share/translate/models
	install -m 755 $B/translate $D/bin/
	$(if $(SERVE),ln -sf translate $D/bin/translate-native)
	install -d $D/libexec/translate
	install -m 755 $B/translate-train $(TRAIN_MPI) $(FETCH) $(SERVE) $(DETECT) $(MECAB) $(STORE) $D/libexec/translate/
	install -m 644 models/index/index.json $D/share/translate/
	install -m 644 $B/libtranslate.a $B/libtranslate.so.$(SOVERSION) $D/$(LIBDIR)/
	ln -sf libtranslate.so.$(SOVERSION) $D/$(LIBDIR)/libtranslate.so
	sed 's|^prefix=.*|prefix=$${pcfiledir}$(subst $() ,,$(patsubst %,/..,$(subst /, ,$(LIBDIR)) pkgconfig))|; s|^libdir=.*|libdir=$${prefix}/$(LIBDIR)|' \
	    $B/libtranslate.pc > $D/$(LIBDIR)/pkgconfig/libtranslate.pc
	install -m 644 lib/include/translate.h $D/include/
	install -m 644 lib/include/translate/*.h $D/include/translate/
	install -m 644 man/*.1 $D/share/man/man1/
	ln -sf translate-tokenize.1 $D/share/man/man1/translate-detokenize.1
	ln -sf translate-inspect.1 $D/share/man/man1/translate-models.1
	ln -sf translate-segments.1 $D/share/man/man1/translate-splice.1
	install -m 644 man/*.3 $D/share/man/man3/
	install -m 644 man/*.5 $D/share/man/man5/
	install -m 644 man/*.7 $D/share/man/man7/
	install -d $D/share/bash-completion/completions $D/share/zsh/site-functions \
	    $D/share/fish/vendor_completions.d
	install -m 644 cmd/completions/translate.bash $D/share/bash-completion/completions/translate
	install -m 644 cmd/completions/translate.zsh $D/share/zsh/site-functions/_translate
	install -m 644 cmd/completions/translate.fish $D/share/fish/vendor_completions.d/
	install -d $D/share/doc/translate
	install -m 644 LICENSE NOTICE README.md CHANGELOG.md $D/share/doc/translate/
	$(call each_document,install -D -m 644 "$$f" $D/share/doc/translate/"$$f")
	$(if $(SERVE),for f in $(UNITS); do \
	    install -d "$$(dirname $D/lib/systemd/"$${f#units/}")" && sed 's|/usr/local/bin|$(PREFIX)/bin|' "$$f" > $D/lib/systemd/"$${f#units/}" || exit 1; done)
	[ -z "$(MODELS)" ] || (cd models && find $(MODELS) -type f) | while read -r f; do \
	    install -d "$$(dirname $D/share/translate/models/"$$f")" && \
	    install -m 644 "models/$$f" $D/share/translate/models/"$$f" || exit 1; done

## uninstall: remove what install put there
uninstall:
	rm -f $D/bin/translate $D/bin/translate-native $D/libexec/translate/translate-train $D/libexec/translate/translate-train-mpi \
	    $D/libexec/translate/translate-fetch $D/libexec/translate/translate-serve $D/libexec/translate/translate-detect.so \
	    $D/libexec/translate/translate-mecab.so \
	    $D/libexec/translate/translate-memory.so $D/share/translate/index.json $D/$(LIBDIR)/libtranslate.* $D/$(LIBDIR)/pkgconfig/libtranslate.pc \
	    $D/include/translate.h $(patsubst lib/include/%,$D/include/%,$(wildcard lib/include/translate/*.h)) $D/share/man/man1/translate-detokenize.1 \
	    $D/share/bash-completion/completions/translate $D/share/zsh/site-functions/_translate \
	    $D/share/fish/vendor_completions.d/translate.fish \
	    $D/share/man/man1/translate-models.1 $D/share/man/man1/translate-splice.1 $(patsubst man/%.1,$D/share/man/man1/%.1,$(wildcard man/*.1)) \
	    $(patsubst man/%.3,$D/share/man/man3/%.3,$(wildcard man/*.3)) \
	    $(patsubst man/%.5,$D/share/man/man5/%.5,$(wildcard man/*.5)) \
	    $(patsubst man/%.7,$D/share/man/man7/%.7,$(wildcard man/*.7))
	[ -z "$(MODELS)" ] || (cd models && find $(MODELS) -type f) | while read -r f; do \
	    rm -f $D/share/translate/models/"$$f"; done
	rm -f $(patsubst %,$D/share/doc/translate/%,LICENSE NOTICE README.md CHANGELOG.md) $(patsubst units/%,$D/lib/systemd/%,$(UNITS))
	$(call each_document,rm -f $D/share/doc/translate/"$$f")
	for d in share/translate share/doc/translate libexec/translate include/translate lib/systemd; do \
	    [ ! -d $D/$$d ] || find $D/$$d -depth -type d -empty -delete || exit 1; done

## man: read the manual page of this tree
man:
	@if command -v man > /dev/null; then man ./man/translate.1; else mandoc -a man/translate.1; fi

## dist: a source archive
dist:
	git archive --prefix=translate-$(VERSION)/ -o translate-$(VERSION).tar.gz HEAD

## clean: remove what was built
clean:
	rm -rf build

## help: this list
help:
	@sed -n 's/^## //p' Makefile tests/tests.mk

.SECONDARY:
-include $(LIB_OBJ:.o=.d) $(TRAIN_OBJ:.o=.d) $(CMD_OBJ:.o=.d) $(TRAINER_OBJ:.o=.d) $(FETCH_OBJ:.o=.d) $(SERVE_OBJ:.o=.d)
