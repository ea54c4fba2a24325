#!/bin/sh
# xargs.sh INPUT OUTPUT N [JOBS [OPTION..]] - translates a file of lines in N parts, JOBS at a time
# (default: the cores of this machine), which are OUTPUT/part-00000 and so on.  OPTIONs are
# translate's, -m first of all.
#
# A task that is killed ends the run with its status; run it again, and what is missing is done.
# Exit status: 0 all parts are there and right, 3 the same but lines failed, else something is
# missing, which the messages name.
set -u
[ $# -ge 3 ] || { sed -n '2,4s/^# //p' "$0" >&2; exit 2; }
input=$1 folder=$2 n=$3 jobs=${4:-$(getconf _NPROCESSORS_ONLN)}
[ $# -lt 4 ] && shift 3 || shift 4
translate=${TRANSLATE:-translate}
mkdir -p "$folder" || exit

seq 0 $((n - 1)) | xargs -P "$jobs" -I{} "$translate" -q -j 1 --skip-existing --manifest "$@" \
    --part {}/"$n" -o "$folder/part-%05d" "$input"
# xargs tells 123 where a task had status 1 to 125, which 3 is: the manifests tell more.
"$translate" verify -q --sample "${SAMPLE:-100}" "$folder"/part-*.manifest || exit 1
[ "$(ls "$folder"/part-*.manifest | wc -l)" = "$n" ] || exit 1
! grep -L '"failed":0,' "$folder"/part-*.manifest | grep -q . || exit 3
