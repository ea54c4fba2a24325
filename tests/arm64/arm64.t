#!/bin/sh
# arm64.t - the library for AArch64, cross-built and run under qemu.  Run by `make check-arm64`.
#
# The kernels need gcc-aarch64-linux-gnu and qemu-user; the program and its tests also need
# g++-aarch64-linux-gnu and what `make arm64-root` fetches.  What is missing is skipped, by name.
. tests/cli/tap.sh

A=build/arm64
ROOT=build/arm64-root
CROSS=aarch64-linux-gnu

for tool in $CROSS-gcc qemu-aarch64; do
    if ! command -v $tool > /dev/null; then
        skip "everything on AArch64" "there is no $tool"
        done_testing
    fi
done

build() { # CPPFLAGS.. TARGETS..
    ${MAKE:-make} VARIANT=arm64 CC="$CROSS-gcc $sysroot" CXX="$CROSS-g++ $sysroot" AR=$CROSS-ar "$@"
}

under() { # CPU PROGRAM ARGS..: runs the program on such a CPU
    cpu=$1
    shift
    qemu-aarch64 -L "${library_root}" -cpu "$cpu" "$@"
}

# ---- the kernels alone

sysroot=
library_root=/usr/$CROSS
if [ -d $ROOT ]; then
    sysroot=--sysroot=$PWD/$ROOT
    library_root=$ROOT
    export PKG_CONFIG_SYSROOT_DIR="$PWD/$ROOT"
    export PKG_CONFIG_LIBDIR="$PWD/$ROOT/usr/lib/$CROSS/pkgconfig:$PWD/$ROOT/usr/share/pkgconfig"
fi

check "the kernels build" build $A/tests/kernels/check_kernels $A/tests/kernels/check_gradients
kernels() { # CPU: check_kernels passes there; what it says is left in $TMP/kernels
    under "$1" $A/tests/kernels/check_kernels > "$TMP/kernels" || { grep '^not ok\|^#' "$TMP/kernels"; false; }
}
check "a CPU with matrix products gives the reference's bits" kernels max
is "that was plain NEON, dot products and matrix products" \
    "$(grep -c -E '^ok .* (neon|dotprod|i8mm) product_s8$' "$TMP/kernels")" 3
check "a CPU without gives them, too" kernels cortex-a72
is "that was plain NEON alone" "$(grep -E 'neon product_s8|dotprod|i8mm' "$TMP/kernels" | sed 's/[0-9]* - //' | xargs)" \
    "ok neon product_s8 ok dotprod # skip not on this machine ok i8mm # skip not on this machine"
gradients() {
    under cortex-a72 $A/tests/kernels/check_gradients > "$TMP/kernels" || { grep '^not ok' "$TMP/kernels"; false; }
}
check "the kernels of training do, too" gradients

# ---- the program

if ! command -v $CROSS-g++ > /dev/null; then
    skip "the program on AArch64" "there is no $CROSS-g++"
    done_testing
fi
if [ ! -d $ROOT ]; then
    skip "the program on AArch64" "there is no $ROOT; make arm64-root fetches it"
    done_testing
fi

check "everything builds" build all tests

if [ -n "$MODEL" ]; then
    tr '\t' ' ' < tests/data/sentences.en.tsv | grep -v '^#' | head -n 20 > "$TMP/text"
    same() { # CPU OPTIONS..: on such a CPU, the bytes that this machine gives
        cpu=$1
        shift
        "$T" --json -n 2 -m "$MODEL" "$@" < "$TMP/text" > "$TMP/expected" &&
            under "$cpu" $A/translate --json -n 2 -m "$MODEL" "$@" < "$TMP/text" | cmp - "$TMP/expected"
    }
    check "20 lines are translated as here, with matrix products" same max
    check "20 lines are translated as here, with dot products" same neoverse-n1
    check "20 lines are translated as here, with plain NEON" same cortex-a72
    check "20 lines are translated as here, float32" same max --precision float32
else
    skip "translations on AArch64" "there is no model in models/en-de-tiny"
fi

suite() { # PROGRAM: passes there, and says what it skipped but for the sets of other machines
    CK_TAP_LOG_FILE_NAME=- CK_VERBOSITY=silent BUILD=$A VARIANT=arm64 under max "$1" \
        > "$TMP/suite" 2> "$TMP/err" || { grep '^not ok\|^#' "$TMP/suite"; false; }
}
for program in $A/tests/golden/golden_* $A/tests/unit/*/*; do
    case $program in
    *.*) continue ;;
    */random_text) skip "$program" "takes minutes under qemu" ;;
    */convert_large) skip "$program" "limits its memory, which is qemu's, too" ;;
    *)
        check "$program" suite "$program"
        grep -v 'not on this machine' "$TMP/err" >&2
        ;;
    esac
done

done_testing
