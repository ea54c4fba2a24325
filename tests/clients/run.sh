#!/bin/sh
# run.sh PROGRAM FOLDER - real clients of other servers against `PROGRAM serve`.  FOLDER gets a
# Python environment with them, from PyPI.
set -e
PROGRAM=$1 FOLDER=$2 PORT=5733
if [ ! -x "$FOLDER/bin/python" ]; then
    python3 -m venv "$FOLDER"
    "$FOLDER/bin/pip" install -q deep-translator deepl openai azure-ai-translation-text google-cloud-translate selenium fastmcp
fi
TRANSLATE_MODELS=$PWD/models
export TRANSLATE_MODELS
"$PROGRAM" serve --quiet --request-timeout 600 --listen $PORT &
server=$!
trap 'kill $server' EXIT
for try in $(seq 100); do
    curl -s -o /dev/null "http://127.0.0.1:$PORT/health" && break
    sleep 0.1
done
"$FOLDER/bin/python" tests/clients/dialects.py "http://127.0.0.1:$PORT" "$PROGRAM"
"$FOLDER/bin/python" tests/clients/mcp_http.py "http://127.0.0.1:$PORT" "$PROGRAM"
"$FOLDER/bin/python" tests/clients/page.py "http://127.0.0.1:$PORT" "$PROGRAM"
