#!/bin/sh
# parallel.sh INPUT OUTPUT N [JOBS [OPTION..]] - translates a file of lines in N parts by GNU
# parallel, JOBS at a time (default: the cores), which are OUTPUT/part-00000 and so on.  OPTIONs
# are translate's, -m first of all.
#
# A task that is killed is tried again, three times in all; run it again, and what is missing is
# done.  With SSH=HOSTS it works on several machines that share INPUT, OUTPUT and the model.
# Exit status: 0 all parts are there and right, 3 the same but lines failed, else something is
# missing, which the messages name.
set -u
[ $# -ge 3 ] || { sed -n '2,4s/^# //p' "$0" >&2; exit 2; }
input=$1 folder=$2 n=$3 jobs=${4:-100%}
[ $# -lt 4 ] && shift 3 || shift 4
translate=${TRANSLATE:-translate}
mkdir -p "$folder" || exit

seq 0 $((n - 1)) | parallel --will-cite -q -j "$jobs" ${SSH:+--sshlogin "$SSH" --workdir "$PWD"} \
    --retries 3 --joblog "$folder/.joblog" \
    "$translate" -q -j 1 --skip-existing --manifest "$@" --part {}/"$n" -o "$folder/part-%05d" "$input"
"$translate" verify -q --sample "${SAMPLE:-100}" "$folder"/part-*.manifest || exit 1
[ "$(ls "$folder"/part-*.manifest | wc -l)" = "$n" ] || exit 1
! grep -L '"failed":0,' "$folder"/part-*.manifest | grep -q . || exit 3
