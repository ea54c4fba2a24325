#!/bin/sh
# python.t - the recipes for Dask and Ray, where $PYTHON has them.
. tests/cli/tap.sh
need_model
. tests/scale/kills.sh
PYTHON=${PYTHON:-python3}
cd "$TMP" || exit 1
HOME=$TMP RAY_raylet_start_wait_time_s=300 # a machine may be busy
export HOME RAY_raylet_start_wait_time_s
prepare 240
for engine in dask ray; do
    module=$engine
    [ $engine = dask ] && module=distributed
    if ! "$PYTHON" -c "import $module" 2>&-; then
        skip "${engine}_parts.py" "no $module: pip install $engine"
        continue
    fi
    rm -rf out
    "$PYTHON" "$RECIPES/${engine}_parts.py" text out $N_PARTS $OPTIONS > said 2>&1
    is "${engine}_parts.py makes the parts" $? 0
    check "... which are the whole" is_whole
    like "... and are verified" "$(cat said)" '240 lines, 0 failed; files as they were'
    for turn in $(seq "$(amount 1 3)"); do
        attack "${engine}_parts.py" "$turn" "$PYTHON" "$RECIPES/${engine}_parts.py" text out $N_PARTS $OPTIONS
    done
done
done_testing
