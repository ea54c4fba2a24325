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
#
# And for those of Hugging Face's interface:
#
#   serve_hub             starts the server of $MIRROR, which $HF_ENDPOINT is then
#   repository OWNER/NAME FILES...   a repository of these files
#   get ARGS...           fetches into an empty place, with an empty log; again ARGS... leaves the place
#   fault NAME            what the server does wrong from now on; '' is nothing
#   asked_for hub|cdn     the names of the files that were asked for

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

PLACE=$XDG_DATA_HOME/translate/models
serve_hub() {
    unset HF_TOKEN
    mkdir "$MIRROR/org" "$MIRROR/gated" "$MIRROR/old" "$MIRROR/new"
    perl tests/cli/hub_server.pl "$MIRROR" "$STATE" &
    server_process=$!
    for try in $(seq 100); do
        [ -s "$STATE/port" ] && break
        sleep 0.1
    done
    HF_ENDPOINT=$(cat "$STATE/port")/
    export HF_ENDPOINT
}
repository() {
    mkdir "$MIRROR/$1"
    to=$MIRROR/$1
    shift
    cp "$@" "$to"
}
get() {
    rm -rf "$PLACE"
    again "$@"
}
again() {
    : > "$STATE/log"
    run fetch -q "$@" < /dev/null
}
fault() { printf '%s' "$1" > "$STATE/fault"; }
asked_for() { awk -v n="$1" '$1 != n { next } { sub(/.*\//, "", $2); sub(/\?.*/, "", $2); print $2 }' "$STATE/log" | sort -u | paste -sd ' ' -; }
none_left() { [ -z "$(find "$PLACE" -name '*.part' -o -name '*.gguf' -o -path '*work/*' 2>&-)" ]; }
