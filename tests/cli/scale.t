#!/bin/sh
# scale.t - the recipes for one machine: whatever is killed, the parts are whole, or a status tells.
. tests/cli/tap.sh
need_model
. tests/scale/kills.sh
cd "$TMP" || exit 1
prepare 240

for recipe in xargs parallel; do
    if ! command -v $recipe > /dev/null; then
        skip "$recipe.sh" "no $recipe"
        continue
    fi
    rm -rf out
    "$RECIPES/$recipe.sh" text out $N_PARTS 2 $OPTIONS > said 2>&1
    is "$recipe.sh makes the parts" "$? $(cat said)" "0 "
    check "... which are the whole" is_whole
    printf '%s\n' '5 6' x 7 8 > ids
    "$RECIPES/$recipe.sh" ids ids.out 2 2 $OPTIONS --input ids > said 2>&1
    is "$recipe.sh tells by status 3 of lines that failed" $? 3
    for turn in $(seq "$(amount 2 10)"); do
        attack $recipe.sh "$turn" "$RECIPES/$recipe.sh" text out $N_PARTS 2 $OPTIONS
    done
done
"$RECIPES/xargs.sh" text 2> said
is "a recipe tells how it is called" "$? $(grep -c INPUT said)" "2 1"

# A full disk is no reason for a cut part.
(
    ulimit -f 4
    "$RECIPES/xargs.sh" text full 1 2 $OPTIONS > said 2>&1
)
is "a part that finds no room is missing" "$? $(ls full)" "1 "
done_testing
