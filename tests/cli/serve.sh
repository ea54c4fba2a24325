# serve.sh - for tests of the server, after tap.sh:
#   need_server      ends the whole file as skipped where there is no server, or no curl
#   serve ARGS...    starts one on a free port of this machine; $U is its address then
#   stop_server      ends it, and waits: $status is its exit status
#   ask ARGS...      curl: the body in $TMP/out, the status in $code
#   answers NAME STATUS BODY   of the last one
#   say TEXT [FROM TO]         what the command makes of a text
# The models are those of the tree.
SERVER_PID=
trap '[ -z "$SERVER_PID" ] || kill -9 $SERVER_PID 2>&-; chmod -R u+rwX "$TMP"; rm -rf "$TMP"' EXIT
ln -s "$PWD/models" "$TMP/models"
TRANSLATE_MODELS=$TMP/models
export TRANSLATE_MODELS

need_server() {
    for need in "$(dirname "$T")/translate-serve" "$(command -v curl)"; do
        [ -x "$need" ] && continue
        echo "1..0 # SKIP there is no translate-serve, or no curl"
        exit 0
    done
}

serve() {
    for try in $(seq 20); do
        PORT=$((20000 + ($$ * 7 + try * 1009) % 40000))
        U=http://127.0.0.1:$PORT
        "$T" serve --listen $PORT "$@" 2> "$TMP/server" > "$TMP/server.out" &
        SERVER_PID=$!
        for wait in $(seq 100); do
            curl -s -o /dev/null "$U/health" && return
            kill -0 $SERVER_PID 2>&- || break
            sleep 0.05
        done
        kill -9 $SERVER_PID 2>&-
    done
    echo "Bail out! the server does not start: $(cat "$TMP/server")"
    exit 1
}

stop_server() {
    kill -TERM $SERVER_PID
    wait $SERVER_PID
    status=$?
    SERVER_PID=
}

ask() {
    code=$(curl -s -m 60 -o "$TMP/out" -D "$TMP/head" -w '%{http_code}' "$@")
}

answers() { is "$1" "$code $(cat "$TMP/out")" "$2 $3"; }
say() { printf '%s\n' "$1" | "$T" -f "${2:-en}" -t "${3:-de}"; }
