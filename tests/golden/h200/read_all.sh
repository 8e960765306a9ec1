#!/usr/bin/env bash
# Reads what is not yet read of the probe programs on the GPU of this machine:
#   read_all.sh PROGRAMS OUTPUT
# PROGRAMS is the folder of the built programs, OUTPUT one for the tables, the most wanted first. The
# numbers are the first launch to read of each program and the seconds after which it ends.
set -uo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
programs=$1
output=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export KNOWN_METRICS=$work/known.csv NCU_OPTIONS="--cache-control none"
shared='smsp__inst_executed_op_(ldsm|shared_ld|shared_st)|smsp__sass_inst_executed_op_shared_atom'
shared+='|l1tex__data_pipe_lsu_wavefronts_mem_shared_op_(ld|st|atom)|l1tex__data_bank_conflicts_pipe_lsu_mem_shared(_op_(ld|st|atom))?'
global='l1tex__t_(requests|sectors)_pipe_lsu_mem_global_op_(ld|st)'
atomics='l1tex__t_(requests|sectors)_pipe_lsu_mem_global_op_(red|atom)'
local='l1tex__t_(requests|sectors)_pipe_lsu_mem_local_op_(ld|st)|smsp__inst_executed_op_(local_ld|local_st|ldgsts)'

read_table() { # program, first launch, seconds, table, metrics
  READ_FIRST=$2 PROBE_SECONDS=$3 "$here/read_counters.sh" "$programs/$1" "$4" "$5" || echo "$1: failed"
  echo "$1: after $SECONDS s"
}
read_table shared_probes 160 50 "$output/shared.csv" "$shared|$global"
{ "$programs/l1_replacement" || echo failed; } >"$output/rest.txt" 2>&1
read_table address_probes 0 65 "$output/address.csv" "$shared|$global|$atomics|$local"
read_table reduction_probes 130 35 "$output/reduction.csv" "$atomics|lts__t_requests_srcunit_tex_op_(red|atom)"
for rest in "uniform_probes 0 12 idc__requests|smsp__inst_executed_op_ldc|smsp__inst_executed" \
  "l1_probes 188 30 l1tex__t_sectors_pipe_lsu_mem_(global|local)_op_ld_lookup_(hit|miss)|l1tex__m_xbar2l1tex_read_sectors"; do
  read -r program first seconds metrics <<<"$rest"
  [ "$program" != l1_probes ] || NCU_OPTIONS= # with empty caches, as the launches before
  read_table "$program" "$first" "$seconds" "$work/table.csv" "$metrics"
  { echo "== $program"; cat "$work/table.csv"; } >>"$output/rest.txt"
  rm -f "$work/table.csv"
done
