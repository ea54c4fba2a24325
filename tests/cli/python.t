#!/bin/sh
# python.t - the package for Python: its tests, with every Python that is here, and the wheel in an
# environment of its own.
. tests/cli/tap.sh

need_model
case $BUILD in /*) library=$BUILD ;; *) library=$PWD/$BUILD ;; esac
case $VARIANT in
release | clang) ;;
*) echo "1..0 # SKIP sanitizers want to be loaded before Python"; exit 0 ;;
esac
ok() { "$1" -c 'import sys; sys.exit(sys.version_info < (3, 9))' 2> /dev/null; }
pythons=$(for p in ${PYTHON:-python3} $(ls "$HOME"/.pyenv/versions/*/bin/python3 2> /dev/null) pypy3; do
    ! ok "$p" || echo "$p"
done)
[ -n "$pythons" ] || { echo "1..0 # SKIP no Python 3.9 or later is installed"; exit 0; }

suite() { (cd python && BUILD=$library PYTHONDONTWRITEBYTECODE=1 timeout 600 "$1" -m unittest discover -s tests -t .); }
first=$(echo "$pythons" | head -n 1)
suite "$first" > "$TMP/suite" 2>&1
is "the tests of the package pass with $("$first" -V)" "$?" 0
grep -A 12 '^\(FAIL\|ERROR\)' "$TMP/suite" | sed 's/^/# /'
grep -q skipped= "$TMP/suite" && echo "# skipped: $(tail -n 1 "$TMP/suite")"

models=$PWD/models
# The wheel: of its own place, without what the tests above set.
wheel() { "$first" python/tools/wheel.py "$BUILD" "$TMP/wheel" > "$TMP/name"; }
check "the wheel is built" wheel
for p in $pythons; do
    "$p" -c 'import sys, zipfile; zipfile.ZipFile(sys.argv[1]).extractall(sys.argv[2])' "$TMP"/wheel/*.whl "$TMP/site"
    chmod +x "$TMP"/site/libtranslate/_bundle/bin/* "$TMP"/site/libtranslate/_bundle/libexec/translate/*
    is "the wheel translates with $("$p" -V 2>&1 | tr '\n' ' ')" "$(cd "$TMP" && TRANSLATE_MODELS=$models PYTHONPATH=$TMP/site \
        "$p" -c 'from libtranslate import Translator, detect; print(Translator("en-de-tiny", beam=1)("The cat sleeps."), detect("Good morning to all of you!"))' 2>&1)" \
        "Die Katze schläft. en"
    rm -rf "$TMP/site"
done 2> "$TMP/err"
size=$(wc -c < "$(ls "$TMP"/wheel/*.whl)")
if grep -q manylinux "$TMP/name"; then
    is "the wheel has at most 10 MB" "$([ "$size" -le 10000000 ] || echo "$size")" ""
else
    skip "the wheel has at most 10 MB" "patchelf is not installed"
fi

# ---- As a new user has it: pip install, fetch, a model by its languages

as_new_user() {
    "$first" -m venv "$TMP/env" && "$TMP/env/bin/pip" install -q --no-index "$TMP"/wheel/*.whl
}
cat > "$TMP/fetch.py" <<'END'
import os
import sys
from libtranslate import Error, Translator, fetch, models
try:
    fetch("xx-yy", options=("--index", sys.argv[1]))
except Error as e:
    print("Error:", e)
else:
    print([m["name"] for m in models() if m["name"].startswith("xx")], Translator("xx-yy", beam=1)("The cat sleeps."))
END
new_user() {
    (cd "$TMP" && env -u TRANSLATE -u TRANSLATE_MODELS -u LIBTRANSLATE "$@" "$TMP/env/bin/python" fetch.py "$TMP/index.json" 2>&1)
}
if [ ! -x "$BUILD/wheel/translate-fetch" ] || ! grep -q manylinux "$TMP/name"; then
    skip "the wheel fetches a model" "no libcurl, or no patchelf"
elif ! as_new_user > "$TMP/pip" 2>&1; then
    skip "the wheel fetches a model" "no venv with pip: $(tail -n 1 "$TMP/pip")"
else
    . tests/cli/fetch.sh
    serve
    perl -0777 -pe 's/(nmt\.source_language.{12})en/$1xx/s; s/(nmt\.target_language.{12})de/$1yy/s' \
        "$MODEL" > "$MIRROR/plain.gguf"
    index "$(entry xx-yy-tiny xx yy gguf CC-BY-4.0 "$(file gguf "$SERVER/whole/plain.gguf" "$MIRROR/plain.gguf")")"
    mkdir "$TMP/no_curl"
    echo 'no library' | tee "$TMP/no_curl/libcurl.so.4" > "$TMP/no_curl/libcurl-gnutls.so.4"
    like "without libcurl, the wheel says what to install" "$(new_user LD_LIBRARY_PATH="$TMP/no_curl")" \
        '^Error: .*libcurl is not on this machine.*libcurl4'
    is "with it, it fetches a model, which its languages name" "$(new_user)" "['xx-yy-tiny'] Die Katze schläft."
fi

# The same bytes as the program's.
lines=$(amount 100 10000)
cat README.md CONTRIBUTING.md docs/*.md | awk 'NF > 3' | awk -v n="$lines" '{ all[NR] = $0 } END { for (i = 0; i < n; i++) print all[i % NR + 1] " " int(i / NR) }' > "$TMP/text"
"$T" -m "$MODEL" -b 1 -q --force < "$TMP/text" > "$TMP/said"
LIBTRANSLATE=$library/libtranslate.so.0 PYTHONPATH=python "$first" -B -c '
import sys
from libtranslate import Translator
translate = Translator(sys.argv[1], beam=1)
sys.stdin.reconfigure(encoding="utf-8", newline="\n")
sys.stdout.reconfigure(encoding="utf-8")
for line in translate(l.rstrip("\n") for l in sys.stdin):
    print(line)' "$MODEL" < "$TMP/text" > "$TMP/got"
check "$lines lines have the bytes that the program prints" cmp "$TMP/said" "$TMP/got"
done_testing
