#!/bin/sh
# serve_load.t - translate serve: more is asked for than can be done.
. tests/cli/tap.sh
need_model
. tests/cli/serve.sh
need_server

lines() { seq "$1" | sed 's/.*/The & old houses near the river are red, and the weather is nice today./'; }
as_json() { awk 'BEGIN { printf "{\"source\":\"en\",\"target\":\"de\",\"q\":\"" } { printf "%s\\n", $0 } END { printf "\"}" }'; }

lines 250 | as_json > "$TMP/large"
lines 250 | "$T" -f en -t de > "$TMP/wanted.text"
awk 'BEGIN { printf "{\"translatedText\":\"" } { gsub(/"/, "\\\""); printf "%s\\n", $0 } END { print "\"}" }' \
    "$TMP/wanted.text" > "$TMP/wanted"

serve -q --request-timeout 4 --metrics

# ---- All at once: what is taken is done in time, the rest is told so at once

for client in 1 2 3 4 5 6 7 8 9 10 11 12; do
    curl -s -m 60 -o "$TMP/got.$client" -D "$TMP/head.$client" -w '%{http_code} %{time_total}\n' \
        -H 'Content-Type: application/json' -d "@$TMP/large" "$U/translate" > "$TMP/told.$client" &
    clients="$clients $!"
done
slowest=0
for probe in 1 2 3 4 5 6 7 8 9 10; do
    curl -s -m 20 -o "$TMP/health" -w '%{time_total}\n' "$U/health" >> "$TMP/probes"
    curl -s -m 20 -o "$TMP/metrics" -w '%{time_total}\n' "$U/metrics" >> "$TMP/probes"
    sleep 0.05
done
wait $clients
check "health and metrics wait for nobody" \
    awk '$1 > 1 { late = 1 } END { exit late }' "$TMP/probes"
like "metrics tell of the work" "$(cat "$TMP/metrics")" '^translate_admitted_requests [0-9]+$'
cat "$TMP"/told.* > "$TMP/told"
check "some are answered" grep -q '^200' "$TMP/told"
check "and the others refused" sh -c '! grep -v -e "^200" -e "^503" "$1"' - "$TMP/told"
check "at once" awk '$1 == 503 && $2 > 2 { late = 1 } END { exit late }' "$TMP/told"
for client in 1 2 3 4 5 6 7 8 9 10 11 12; do
    case $(cat "$TMP/told.$client") in
    200*) cmp -s "$TMP/got.$client" "$TMP/wanted" || echo "$client" ;;
    *) grep -q '^Retry-After: [1-9]' "$TMP/head.$client" || echo "$client" ;;
    esac
done > "$TMP/wrong"
is "with the command's bytes, or with when to come back" "$(cat "$TMP/wrong")" ""

# ---- Short ones pass

ask -H 'Content-Type: application/json' -d "@$TMP/large" "$U/translate" &
large=$!
sleep 0.2
ask -m 3 -d q=Hello. -d source=en -d target=de "$U/translate"
answers "a short text beside a long one" 200 "{\"translatedText\":\"$(say 'Hello.')\"}"
wait $large

# ---- What can never be done

lines 60000 | as_json > "$TMP/huge"
ask -H 'Content-Type: application/json' -d "@$TMP/huge" "$U/translate"
is "a text that takes longer than a request may" "$code $(cat "$TMP/out")" \
    '413 {"error":"the text takes longer than a request may take here: send less of it at once"}'
stop_server
is "and it ends" "$status" 0

done_testing
