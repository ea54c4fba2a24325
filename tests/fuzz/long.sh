#!/bin/sh
# long.sh - fuzzes in turns for hours, and writes down what each turn did.
#   tests/fuzz/long.sh TARGETS HOURS SEEDS...
# TARGETS is the folder of the fuzz targets.  A turn takes FUZZ_TURN (300) seconds; the target that
# has had the fewest goes first.  tests/fuzz/log.tsv gets a row for each turn.  What a
# target finds lies in build/corpus/TARGET-*, and its turns go on.  Processor time counts, not that
# of the clock: it can run beside other work, with nice(1).
set -u
targets=$1 hours=$2
shift 2
turn=${FUZZ_TURN:-300}
log=tests/fuzz/log.tsv
columns='date	commit	target	seconds	executions	edges	features	inputs	found'
[ -e $log ] || echo "$columns" > $log

next() { # the target with the fewest turns in the log
    find "$targets" -maxdepth 1 -type f -perm -u+x ! -name '*.*' | sed 's,.*/,,' | awk -F '\t' '
        list == 1 { had[$1] += 0; next }
        $3 in had { had[$3]++ }
        END { for (t in had) print had[t], t }' list=1 - list=2 $log | sort -n | head -n 1 | cut -d ' ' -f 2
}
cpu() { # FILE, which holds what times(1) printed: seconds that ended children took
    sed -n 's/[ms]/ /g; 2p' "$1" | awk '{ printf "%.0f", $1 * 60 + $2 + $3 * 60 + $4 }'
}
finds() { # TARGET: how many inputs it has found; a slow one is none, the machine may have slept
    ls build/corpus | grep -cE "^$1-(crash|timeout|oom|leak)-"
}
out=$(mktemp) times=$(mktemp)
trap 'rm -f "$out" "$times"' EXIT
trap 'exit 1' HUP INT TERM

spent=0
while [ "$spent" -lt $((hours * 3600)) ]; do
    t=$(next)
    mkdir -p "build/corpus/$t"
    seeds=$(for s in "$@"; do [ ! -d "$s/$t" ] || echo "$s/$t"; done)
    found=$(finds "$t")
    times > "$times" # in a pipe it would be those of another shell
    before=$(cpu "$times")
    "$targets/$t" -max_total_time="$turn" -rss_limit_mb=1024 -timeout=25 -print_final_stats=1 \
        -artifact_prefix="build/corpus/$t-" "build/corpus/$t" $seeds > "$out" 2>&1
    times > "$times"
    seconds=$(($(cpu "$times") - before))
    now=$(finds "$t")
    awk -v OFS='\t' -v date="$(date -u +%F)" -v commit="$(git rev-parse --short HEAD 2>&-)" -v t="$t" \
        -v seconds="$seconds" -v found=$((now - found)) '
        / cov: [0-9]/ {
            for (i = 1; i < NF; i++) {
                if ($i == "cov:") edges = $(i + 1)
                if ($i == "ft:") features = $(i + 1)
                if ($i == "corp:") { split($(i + 1), c, "/"); inputs = c[1] }
            }
        }
        /stat::number_of_executed_units:/ { n = $2 }
        END { print date, commit, t, seconds, n + 0, edges + 0, features + 0, inputs + 0, found }' "$out" >> $log
    [ $((now - found)) = 0 ] || tail -n 40 "$out"
    spent=$((spent + (seconds > 0 ? seconds : 1)))
done
awk -F '\t' 'NR > 1 { s += $4; n += $5; f += $9 }
    END { printf "%.1f hours of processor time, %.1f million executions, %d found, in all\n", s / 3600, n / 1e6, f }' $log
