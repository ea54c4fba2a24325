#!/bin/sh
# libretranslate.sh PROGRAM FOLDER - LibreTranslate's own tests, unmodified, against `PROGRAM serve`.
# FOLDER gets pytest and LibreTranslate without what it needs to run, from PyPI.
set -e
PROGRAM=$1 FOLDER=$2 PORT=5734
if [ ! -d "$FOLDER/libretranslate/tests" ]; then
    python3 -m venv "$FOLDER"
    "$FOLDER/bin/pip" install -q pytest
    "$FOLDER/bin/pip" install -q --no-deps --target "$FOLDER" libretranslate
fi

# They ask for Spanish: the smallest models, told of another language, are enough.
models=$(mktemp -d)
for pair in en-de de-en; do
    python3 - models/$pair-tiny/$pair-tiny.gguf "$models/$pair.gguf" <<'END'
import re, sys
with open(sys.argv[1], "rb") as f:
    model = f.read()
model, n = re.subn(rb"(nmt\.(?:source|target)_language.{12})de", rb"\1es", model, flags=re.S)
assert n == 1, "the model's languages are not found"
with open(sys.argv[2], "wb") as f:
    f.write(model)
END
done
TRANSLATE_MODELS=$models "$PROGRAM" serve --quiet --listen $PORT &
server=$!
trap 'kill $server; rm -rf "$models"' EXIT
for try in $(seq 100); do
    curl -s -o /dev/null "http://127.0.0.1:$PORT/health" && break
    sleep 0.1
done
SERVER=http://127.0.0.1:$PORT PYTHONPATH=tests/clients PYTHONDONTWRITEBYTECODE=1 "$FOLDER/bin/python" -m pytest -q -p libretranslate_port \
    -p no:cacheprovider --rootdir "$FOLDER" "$FOLDER/libretranslate/tests"
