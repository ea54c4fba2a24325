#!/bin/sh
# serve_load.t - translate serve: more is asked for than can be done.
. tests/cli/tap.sh
need_model
. tests/cli/serve.sh
need_server

lines() { seq "$1" | sed 's/.*/The & old houses near the river are red, and the weather is nice today./'; }
as_json() { awk 'BEGIN { printf "{\"source\":\"en\",\"target\":\"de\",\"q\":\"" } { printf "%s\\n", $0 } END { printf "\"}" }'; }

case $VARIANT in
release) n_lines=400 ;;
*) n_lines=100 ;;
esac
now() { date +%s%N; }
lines $n_lines | as_json > "$TMP/large"
began=$(now)
lines $n_lines | "$T" -f en -t de > "$TMP/wanted.text"
# A sanitizer and what runs beside this test make it long: all times below are parts of this one.
# A request has ten times what it takes alone, and 24 of them take more than that.
alone=$((($(now) - began) / 1000000)) # ms
timeout=$((3 + alone / 100))          # s
clients=$(seq 24)
awk 'BEGIN { printf "{\"translatedText\":\"" } { gsub(/"/, "\\\""); printf "%s\\n", $0 } END { print "\"}" }' \
    "$TMP/wanted.text" > "$TMP/wanted"

serve -q --request-timeout $timeout --metrics

# ---- All at once: what is taken is done in time, the rest is told so at once

for client in $clients; do
    curl -s -m $((60 + 2 * timeout)) -o "$TMP/got.$client" -D "$TMP/head.$client" -w '%{http_code} %{time_total}\n' \
        -H 'Content-Type: application/json' -d "@$TMP/large" "$U/translate" > "$TMP/told.$client" &
    running="$running $!"
done
slowest=0
for probe in 1 2 3 4 5 6 7 8 9 10; do
    curl -s -m 20 -o "$TMP/health" -w '%{time_total}\n' "$U/health" >> "$TMP/probes"
    curl -s -m 20 -o "$TMP/metrics" -w '%{time_total}\n' "$U/metrics" >> "$TMP/probes"
    sleep 0.05
done
wait $running
check "health and metrics wait for nobody" \
    awk -v most=$((1 + timeout / 20)) '$1 > most { late = 1 } END { exit late }' "$TMP/probes"
like "metrics tell of the work" "$(cat "$TMP/metrics")" '^translate_admitted_requests [0-9]+$'
cat "$TMP"/told.* > "$TMP/told"
check "some are answered" grep -q '^200' "$TMP/told"
check "and the others refused" sh -c '! grep -v -e "^200" -e "^503" "$1"' - "$TMP/told"
for client in $clients; do
    if grep -q 'took too long' "$TMP/got.$client"; then echo "$client" >> "$TMP/late"; else cat "$TMP/told.$client"; fi
done > "$TMP/told"
check "at once" awk -v most=$((3 + timeout / 2)) '$1 == 503 && $2 > most { late = 1 } END { exit late }' "$TMP/told"
# What is taken is foreseen by the speed so far, which may fall by half while a sanitizer is at work.
case $VARIANT in
release) check "what is taken is done in time" test ! -e "$TMP/late" ;;
*) skip "what is taken is done in time" "under a sanitizer the speed is no server's" ;;
esac
for client in $clients; do
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
texts() { awk -v n="$1" 'BEGIN { printf "{\"source\":\"auto\",\"target\":\"de\",\"q\":[\"a\""; while (--n) printf ",\"a\""; print "]}" }' > "$TMP/list"; }
texts 10001
ask -H 'Content-Type: application/json' -d "@$TMP/list" "$U/translate"
answers "more texts than a request may have" 400 '{"error":"Invalid request: request (10001) exceeds text limit (10000)"}'
texts 1000000
ask -H 'Content-Type: application/json' -d "@$TMP/list" "$U/translate"
answers "more than are read at all" 413 '{"error":"the request has more than 200000 values"}'
yes | head -n 200001 | as_json > "$TMP/list"
ask -H 'Content-Type: application/json' -d "@$TMP/list" "$U/translate"
answers "more lines" 413 '{"error":"the request has more than 200000 lines"}'
most=$(sed -n 's/^VmHWM:[^0-9]*\([0-9]*\) kB/\1/p' /proc/$SERVER_PID/status)
case $VARIANT in
release) check "of which none takes much memory ($most kB)" [ "${most:-999999}" -lt 200000 ] ;;
*) skip "of which none takes much memory" "a sanitizer takes more" ;;
esac
ask -H 'Expect:' -H 'Content-Type: text/plain' --data-binary "@$TMP/huge" "$U/nothing"
is "a refusal comes to who sends a lot before" "$code" 404
stop_server
is "and it ends" "$status" 0

# ---- Keys that come and go take no memory

keys() { awk -v k="$1" 'BEGIN { print "me owner"; for (i = 0; i < 2000; i++) print "name" i, "key" i "-" (i % 2 ? 0 : k), 100, 1000 }' > "$TMP/keys"; }
anonymous() { sed -n 's/^RssAnon:[^0-9]*\([0-9]*\) kB/\1/p' /proc/$SERVER_PID/status; }
reload() {
    keys "$1"
    kill -HUP $SERVER_PID
    ask -d q=Hello. -d source=en -d target=de -d api_key=owner "$U/translate"
    [ "$code" = 200 ] || lost=$((lost + 1))
}
lost=0
keys 0
serve -q --keys "$TMP/keys"
sed 's/}$/,"api_key":"owner"}/' "$TMP/large" > "$TMP/large.owner"
for large in 1 2 3; do
    curl -s -m $((60 + 2 * timeout)) -o "$TMP/got.$large" -H 'Content-Type: application/json' -d "@$TMP/large.owner" "$U/translate" &
    larges="$larges $!"
done
sleep 0.5
ask -m 3 -d q=Hello. -d source=en -d target=de -d api_key=owner "$U/translate"
answers "a short text of a key passes its long ones" 200 "{\"translatedText\":\"$(say 'Hello.')\"}"
wait $larges
for round in $(seq 10); do reload "$round"; done
before=$(anonymous)
for round in $(seq 11 50); do reload "$round"; done
after=$(anonymous)
is "no request is lost" "$lost" 0
case $VARIANT in
release) check "and memory stays ($before and $after kB)" [ "$after" -lt $((before + 2000)) ] ;;
*) skip "and memory stays" "a sanitizer keeps memory" ;;
esac
stop_server

done_testing
