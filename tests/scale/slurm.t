#!/bin/sh
# slurm.t - an array of Slurm on this machine, whose tasks are killed; needs Debian's slurmctld, slurmd,
# slurm-client and munge, and root.
. tests/cli/tap.sh
need_model
for program in sbatch slurmctld slurmd munged; do
    PATH=$PATH:/usr/sbin command -v $program > /dev/null ||
        { skip "slurm.sbatch" "no $program"; done_testing; exit; }
done
[ "$(id -u)" = 0 ] || { skip "slurm.sbatch" "needs root"; done_testing; exit; }
PATH=$PATH:/usr/sbin
. tests/scale/kills.sh
cd "$TMP" || exit 1
chmod 755 "$TMP"

# A cluster of its own, with ports of its own.
host=$(hostname -s)
port=$((20000 + $$ % 10000 * 2))
SLURM_CONF=$TMP/slurm.conf
export SLURM_CONF
mkdir munge state spool
head -c 1024 /dev/urandom > munge/key
chmod 600 munge/key
cat > slurm.conf <<END
ClusterName=test
SlurmctldHost=$host(127.0.0.1)
AuthType=auth/munge
AuthInfo=socket=$TMP/munge/socket
SlurmUser=root
SlurmdUser=root
StateSaveLocation=$TMP/state
SlurmdSpoolDir=$TMP/spool
SlurmctldPidFile=$TMP/ctld.pid
SlurmdPidFile=$TMP/d.pid
SlurmctldLogFile=$TMP/ctld.log
SlurmdLogFile=$TMP/d.log
SlurmctldPort=$port
SlurmdPort=$((port + 1))
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
ReturnToService=2
MpiDefault=none
MinJobAge=3600
SchedulerParameters=batch_sched_delay=1
NodeName=$host NodeAddr=127.0.0.1 CPUs=$(nproc) RealMemory=1000 State=UNKNOWN
PartitionName=p Nodes=$host Default=YES MaxTime=INFINITE State=UP
END
munged --foreground --force --socket="$TMP/munge/socket" --key-file="$TMP/munge/key" \
    --pid-file="$TMP/munge/pid" --log-file="$TMP/munge/log" --seed-file="$TMP/munge/seed" > /dev/null 2>&1 &
daemons=$!
slurmctld -D > /dev/null 2>&1 & daemons="$daemons $!"
slurmd -D > /dev/null 2>&1 & daemons="$daemons $!"
trap 'kill $daemons 2>&-; wait; rm -rf "$TMP"' EXIT
for try in $(seq 100); do
    sinfo -h -o %t 2>&- | grep -q '^idle' && break
    sleep 0.3
done
if ! sinfo -h -o %t 2>&- | grep -q '^idle'; then
    skip "slurm.sbatch" "no cluster of Slurm starts here: $(tail -n 1 d.log ctld.log 2>&- | tr '\n' ' ')"
    done_testing
    exit
fi

# Waits for the array; a task that asked for its place again waits for two minutes, which is cut.
array() {
    job=$(sbatch --parsable --array=0-$((N_PARTS - 1)) -o "$TMP/log-%a" "$RECIPES/slurm.sbatch" \
        "$TMP/text" "$TMP/out" $N_PARTS $OPTIONS) || return
    for try in $(seq 600); do
        states=$(squeue -h -r -j "$job" -o '%T %i %r' 2>&-)
        [ "$states" ] || break
        printf '%s\n' "$states" | grep BeginTime | while read -r _ id _; do
            scontrol update "JobId=$id" StartTime=now 2>&-
        done
        sleep 0.5
    done
    scontrol -o show job "$job" | grep -c 'JobState=COMPLETED' > completed
    [ "$(cat completed)" = $N_PARTS ]
}
prepare 240
check "slurm.sbatch makes the parts" array
check "... which are the whole" is_whole
for turn in $(seq "$(amount 1 10)"); do
    [ $((turn % 5)) != 4 ] || turn=$((turn + 11)) # that would kill what waits, not Slurm's task
    attack slurm.sbatch "$turn" array
done
done_testing
