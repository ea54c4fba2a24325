#!/bin/sh
# abi.sh check|write LIBRARY: holds the library's binary interface against abi.txt, or writes that.
# Needs abigail-tools, and a library with debugging information.
folder=$(dirname "$0")
describe() { # FILE
    abidw --headers-dir "$folder/../include" --drop-private-types --exported-interfaces-only --no-elf-needed \
        --no-corpus-path --no-comp-dir-path --no-show-locs --type-id-style hash --out-file "$1" "$library"
}
library=$2
case $1 in
write) describe "$folder/abi.txt" ;;
check)
    new=$(mktemp) || exit 1
    trap 'rm -f "$new"' EXIT
    describe "$new" || exit 1
    abidiff "$folder/abi.txt" "$new"
    changed=$?
    [ $changed = 0 ] && exit 0
    echo "The binary interface is not that of lib/abi/abi.txt.  If it is meant: make abi."
    [ $((changed & 8)) = 0 ] || echo "Programs that were compiled before do not work with it: SOVERSION has to change."
    exit 1
    ;;
*)
    echo "usage: abi.sh check|write LIBRARY"
    exit 2
    ;;
esac
