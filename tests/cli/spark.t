#!/bin/sh
# spark.t - a column translated by Spark: the rows are the program's, whoever is killed meanwhile.
# SPARK_PYTHON names a Python with pyspark and pyarrow; make check-scale kills more often.
. tests/cli/tap.sh

need_model
python=${SPARK_PYTHON:-python3}
"$python" -c 'import pyspark, pyarrow' 2> /dev/null || { echo "1..0 # SKIP no Python with pyspark and pyarrow: SPARK_PYTHON"; exit 0; }
command -v java > /dev/null || { echo "1..0 # SKIP no Java is installed"; exit 0; }
case $VARIANT in
release | clang) ;;
*) echo "1..0 # SKIP sanitizers want to be loaded before Python"; exit 0 ;;
esac

root=$PWD
LIBTRANSLATE=$root/$BUILD/libtranslate.so.0 PYTHONPATH=$root/python TRANSLATE_MODELS=$root/models
case $BUILD in /*) LIBTRANSLATE=$BUILD/libtranslate.so.0 ;; esac
PYSPARK_PYTHON=$python SPARK_LOCAL_IP=127.0.0.1 PYTHONDONTWRITEBYTECODE=1
export LIBTRANSLATE PYTHONPATH TRANSLATE_MODELS PYSPARK_PYTHON SPARK_LOCAL_IP PYTHONDONTWRITEBYTECODE
"$python" tests/scale/spark_kills.py "$TMP" "$T" "${SPARK_KILLS:-$(amount 1 12)}" > "$TMP/out" 2> "$TMP/err"
status=$?
grep -E '^(ok|not ok|#)' "$TMP/out" > "$TMP/tap"
while read -r line; do
    case $line in
    "ok "*) passed "${line#ok }" ;;
    "not ok "*) failed "${line#not ok }" "$(tail -n 20 "$TMP/err")" ;;
    esac
done < "$TMP/tap"
is "the runs came to their end" "$status" 0
done_testing
