#!/bin/sh
# mpi_network.t - two processes of one training, joined by 1 Gbit/s and 0.2 ms: each step sends the
# bytes that translate-train(1) says, and takes the time that they need.  Two network namespaces and
# Open MPI; root alone can make them.  Time is that of a machine that does nothing else.
. tests/cli/tap.sh
. tests/cli/mpi.sh
program=$(ls "$PWD/$BUILD"/tests/mpi/ompi*/translate-train-mpi 2> /dev/null)
none() { echo "1..0 # SKIP $1"; exit 0; }
use_mpi ompi "$program" || none "Open MPI is not installed"
command -v ip > /dev/null && command -v tc > /dev/null || none "there is no ip or tc (iproute2)"
here=tr-a-$$ there=tr-b-$$
ip netns add $here 2> /dev/null || none "ip netns add: only root can"
ip netns add $there
trap 'ip netns del $here; ip netns del $there; rm -rf "$TMP"' EXIT
ip link add va netns $here type veth peer name vb netns $there || none "ip link add .. type veth failed"
ip -n $here addr add 10.213.0.1/24 dev va
ip -n $there addr add 10.213.0.2/24 dev vb
for side in "$here va" "$there vb"; do
    ip -n ${side% *} link set lo up
    ip -n ${side% *} link set ${side#* } up
done

# What Open MPI takes for ssh: HOST COMMAND, in the other namespace.
cat > "$TMP/agent" <<END
#!/bin/sh
shift
exec ip netns exec $there unshare -u sh -c "hostname $there; \$*"
END
chmod +x "$TMP/agent"
model="-f en -t de --pieces 400 --shape 1+1,512,2048,8 --shards 2 --batch 64 --optimizer adam -j 1 --every 1000 --force"

train() { # STEPS OPTIONS_OF_MPIRUN..: prints the seconds that it took
    steps=$1
    shift
    begun=$(date +%s%N)
    ip netns exec $here unshare -u sh -c "hostname $here; exec \"\$@\"" - "$launcher" "$@" -np 2 --mca pml ob1 \
        "$program" --mpi $model --steps $steps "$TMP/text.tsv" -o "$TMP/model.gguf" > "$TMP/said" 2>&1 ||
        { sed 's/^/# /' "$TMP/said" >&2; return 1; }
    echo $((($(date +%s%N) - begun) / 1000000))
}
apart="--host 10.213.0.1:1,10.213.0.2:1 --mca plm_rsh_agent $TMP/agent --mca btl tcp,self --mca routed direct
    --mca btl_tcp_if_include 10.213.0.0/24 --mca oob_tcp_if_include 10.213.0.0/24"
together="--oversubscribe --mca btl vader,self"
sent() { ip -n $here -s link show va | awk '/TX:/ { getline; print $1 }'; }
slow() { ip netns exec $1 tc qdisc replace dev $2 root handle 1: tbf rate 1gbit burst 128k latency 20ms; }
late() { ip netns exec $1 tc qdisc replace dev $2 parent 1: netem delay 0.2ms; }

check "both ends send 1 Gbit/s" eval 'slow $here va && slow $there vb'
if why=$( (late $here va && late $there vb) 2>&1); then passed "after 0.2 ms"; else skip "after 0.2 ms" "tc .. netem: $why"; fi

few=3 many=${NETWORK_STEPS:-23}
measure() { # prints bytes that were sent, milliseconds over the network, and in one memory
    before=$(sent)
    a=$(train $few $apart) || return 1
    between=$(sent)
    b=$(train $many $apart)
    after=$(sent)
    near_a=$(train $few $together)
    near_b=$(train $many $together)
    echo $((after - between - (between - before))) $((b - a)) $((near_b - near_a))
}
for i in 1 2 3; do
    measure >> "$TMP/figures" || { failed "two processes train over the network" "$(tail -n 3 "$TMP/said")"; break; }
done
million=$(sed -n 's/.* \([0-9.]*\) M parameters.*/\1/p' "$TMP/said" | head -n 1)
least() { awk -v i="$1" 'NR == 1 || $i < m { m = $i } END { print m }' "$TMP/figures"; }
# Other work of the machine only makes times longer: the shortest of each count.
eval "$(awk -v P="$million" -v n=$((many - few)) -v sent="$(least 1)" -v apart="$(least 2)" -v near="$(least 3)" 'BEGIN {
    said = 8 * P * 1e6 / 2 # 8 P (n - 1) / n
    time = said / 110e6
    more = (apart - near) / n / 1e3
    printf "# %.1f M parameters: %.1f MB a step, said %.1f; %.3f s a step more than in one memory, said %.3f\n",
        P, sent / n / 1e6, said / 1e6, more, time > "/dev/stderr"
    printf "bytes=%.0f seconds=%.0f\n", 100 * sent / n / said, 100 * more / time
}')"
is "a step sends the bytes of the manual page, within 15 % ($bytes %)" "$([ "$bytes" -ge 85 ] && [ "$bytes" -le 115 ]; echo $?)" 0
busy=$(awk -v cores="$(nproc)" '{ print ($1 > cores + 1 ? "yes" : "no") }' /proc/loadavg)
if [ "$busy" = yes ] && [ -z "${NETWORK_STEPS:-}" ]; then
    skip "and takes its seconds, within 15 % ($seconds %)" "the machine has other work"
    done_testing
    exit
fi
is "and takes its seconds, within 15 % ($seconds %)" "$([ "$seconds" -ge 85 ] && [ "$seconds" -le 115 ]; echo $?)" 0
done_testing
