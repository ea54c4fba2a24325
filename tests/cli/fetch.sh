# fetch.sh - for the tests of translate fetch: a mirror, its index, and the server of it.
#
#   need_fetch            ends the whole file as skipped where translate-fetch was not built
#   serve                 starts the server of $MIRROR; its address is then $SERVER
#   file KIND URL PATH    a file of an entry: PATH's size and SHA-256 (in JSON)
#   gz_file KIND URL PATH the same of PATH, and of what it unpacks to
#   entry NAME FROM TO FORMAT LICENCE FILES...
#                         an entry; more members are taken from $MORE ("replaces":["x"],)
#   index ENTRIES...      writes $TMP/index.json
#   fetch ARGS...         runs translate fetch -q with that index, as run() does
#   asked                 the requests that the server has had so far, in one line

MIRROR=$TMP/mirror
STATE=$TMP/state
mkdir "$MIRROR" "$STATE"
: > "$STATE/log"
unset CURL_CA_BUNDLE SSL_CERT_FILE SSL_CERT_DIR http_proxy https_proxy all_proxy no_proxy ALL_PROXY HTTPS_PROXY NO_PROXY

need_fetch() {
    if [ ! -x "$(dirname "$T")/translate-fetch" ]; then
        echo "1..0 # SKIP translate-fetch was not built: there is no libcurl"
        echo "skipped: $0: translate-fetch was not built: there is no libcurl" >&2
        exit 0
    fi
}

serve() {
    perl tests/cli/fetch_server.pl "$MIRROR" "$STATE" &
    server_process=$!
    for try in $(seq 100); do
        [ -s "$STATE/port" ] && break
        sleep 0.1
    done
    SERVER=http://127.0.0.1:$(cat "$STATE/port")
}

sha256() { sha256sum < "$1" | cut -d ' ' -f 1; }
bytes() { wc -c < "$1" | tr -d ' '; }
file() {
    printf '{"kind":"%s","url":"%s","size":%s,"sha256":"%s"}' "$1" "$2" "$(bytes "$3")" "$(sha256 "$3")"
}
gz_file() {
    gzip -dc "$3" > "$TMP/plain"
    printf '{"kind":"%s","url":"%s","size":%s,"sha256":"%s","unpacked_size":%s,"unpacked_sha256":"%s"}' \
        "$1" "$2" "$(bytes "$3")" "$(sha256 "$3")" "$(bytes "$TMP/plain")" "$(sha256 "$TMP/plain")"
}
entry() {
    entry_head=$(printf '{%s"name":"%s","source":"%s","target":"%s","provider":"test","format":"%s","license":"%s"' \
        "$MORE" "$1" "$2" "$3" "$4" "$5")
    shift 5
    printf '%s,"version":"%s","revision":"%s","variant":"tiny","files":[%s]}' "$entry_head" \
        "${REVISION:-1}" "${REVISION:-1}" "$(printf '%s\n' "$@" | paste -sd , -)"
}
index() { printf '{"format":1,"generated":"2026-11-22","models":[%s]}' "$(printf '%s\n' "$@" | paste -sd , -)" > "$TMP/index.json"; }
fetch() { run fetch -q --index "$TMP/index.json" "$@" < /dev/null; }
asked() { sed 's/^\/\([^/]*\)[^ ]* /\1 /' "$STATE/log" | paste -sd ';' -; }
