#!/usr/bin/env bash
# with_slurm.sh FOLDER COMMAND…: runs a command beside a Slurm of its own, of one node, whose files are in FOLDER. As root. Ends with 77
# where Slurm is not installed or does not start; the reason is on standard error.
set -uo pipefail
folder=$1
shift
PATH=$PATH:/usr/sbin:/sbin
for program in munged slurmctld slurmd sbatch squeue scancel sinfo; do
  command -v "$program" >/dev/null || { echo "$program is not installed (Debian's slurm-wlm)" >&2; exit 77; }
done
mkdir -p "$folder"/{munge,state,spool}
chmod 700 "$folder/munge"
chmod 755 "$folder"
node=$(hostname -s)
dd if=/dev/urandom of="$folder/munge/key" bs=1024 count=1 status=none
chmod 400 "$folder/munge/key"
cat >"$folder/slurm.conf" <<END
ClusterName=warpscope
SlurmctldHost=$node(127.0.0.1)
SlurmctldPort=16817
SlurmdPort=16818
AuthType=auth/munge
AuthInfo=socket=$folder/munge/socket
CredType=cred/munge
SlurmUser=root
SlurmdUser=root
StateSaveLocation=$folder/state
SlurmdSpoolDir=$folder/spool
SlurmctldPidFile=$folder/slurmctld.pid
SlurmdPidFile=$folder/slurmd.pid
SlurmctldLogFile=$folder/slurmctld.log
SlurmdLogFile=$folder/slurmd.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
MpiDefault=none
ReturnToService=2
NodeName=$node NodeAddr=127.0.0.1 CPUs=$(nproc) State=UNKNOWN
PartitionName=main Nodes=$node Default=YES MaxTime=INFINITE State=UP
END
export SLURM_CONF="$folder/slurm.conf"

children=()
end() {
  kill "${children[@]}" 2>/dev/null
  wait "${children[@]}" 2>/dev/null
}
trap end EXIT
start() {
  "$@" >"$folder/$1.out" 2>&1 &
  children+=($!)
}
start munged --foreground --key-file="$folder/munge/key" --socket="$folder/munge/socket" --pid-file="$folder/munge/pid" \
  --log-file="$folder/munge/log" --seed-file="$folder/munge/seed" --force
sleep 0.5
start slurmctld -D
start slurmd -D -N "$node"
for _ in $(seq 60); do
  if timeout 3 sinfo --noheader --format=%t 2>/dev/null | grep -q idle; then
    "$@"
    exit
  fi
  sleep 0.5
done
echo "Slurm did not start: $(tail -n 3 "$folder"/slurmctld.log "$folder"/slurmd.log "$folder"/*.out 2>&1)" >&2
exit 77
