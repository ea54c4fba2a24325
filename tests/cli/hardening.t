#!/bin/sh
# hardening.t - how the programs and modules are built: what makes a fault in them harder to use.
. tests/cli/tap.sh

if [ "$VARIANT" != release ] && [ "$VARIANT" != clang ]; then
    skip "hardened builds" "sanitizers have checks of their own"
    done_testing
    exit
fi
built=$(ls "$BUILD"/translate "$BUILD"/translate-train "$BUILD"/translate-fetch "$BUILD"/*.so 2>&-)

each() { # COMMAND..: which of the files it fails for
    for f in $built; do "$@" "$f" || echo "$f"; done > "$TMP/without"
    ! grep . "$TMP/without"
}
binds_at_start() { readelf -dW "$1" | grep -q 'FLAGS.*NOW'; }
relocations_are_read_only() { readelf -lW "$1" | grep -q GNU_RELRO; }
stack_holds_no_code() { readelf -lW "$1" | grep -q 'GNU_STACK.* RW  '; }
can_be_anywhere() { readelf -hW "$1" | grep -q 'Type: *DYN'; }
guards_its_stack() { nm -D "$1" | grep -q __stack_chk_fail; }
check "symbols are bound at the start" each binds_at_start
check "and read-only from then on" each relocations_are_read_only
check "no stack holds code" each stack_holds_no_code
check "all are position-independent" each can_be_anywhere
built=$(ls "$BUILD"/translate "$BUILD"/translate-train "$BUILD"/libtranslate.so)
check "stacks are guarded" each guards_its_stack
bounded() { nm -D "$1" | grep -q '__mem[a-z]*_chk'; }
check "copies whose bounds the compiler knows are checked" each bounded

case $(uname -m) in
x86_64) feature='x86 feature: IBT, SHSTK' ;;
aarch64) feature='AArch64 feature: BTI, PAC' ;;
*) feature= ;;
esac
all_objects() { # of C: the branches of libraries are theirs
    for o in $(find "$BUILD/lib" "$BUILD/cmd" -name '*.o'); do
        [ ! -e "${o#"$BUILD"/}" ] || continue
        readelf -nW "$o" | grep -q "$feature" || echo "$o"
    done > "$TMP/without"
    ! grep . "$TMP/without"
}
if [ "$feature" ]; then
    check "indirect branches lead to marked places" all_objects
else
    skip "indirect branches lead to marked places" "not on this processor"
fi

done_testing
