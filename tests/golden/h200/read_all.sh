#!/usr/bin/env bash
# Reads the probe programs on the GPU of this machine:
#   read_all.sh PROGRAMS OUTPUT [NAME...]
# PROGRAMS is the folder of the built programs, OUTPUT one for the tables; each is there as soon as
# its program has ended. NAMEs are of programs, without "_probes", or everyday_hits (that program's
# hits in L1); all by default. READ_FIRST and PROBE_SECONDS as for read_counters.sh.
set -uo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
programs=$1
output=$2
shift 2
[ $# -gt 0 ] || set -- shared address reduction constant uniform l1 value everyday everyday_hits
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export KNOWN_METRICS=$work/known.csv
shared='smsp__inst_executed_op_(ldsm|shared_ld|shared_st)|smsp__sass_inst_executed_op_shared_atom'
shared+='|l1tex__data_pipe_lsu_wavefronts_mem_shared_op_(ld|st|atom)|l1tex__data_bank_conflicts_pipe_lsu_mem_shared(_op_(ld|st|atom))?'
global='l1tex__t_(requests|sectors)_pipe_lsu_mem_global_op_(ld|st)'
atomics='l1tex__t_(requests|sectors)_pipe_lsu_mem_global_op_(red|atom)'
local='l1tex__t_(requests|sectors)_pipe_lsu_mem_local_op_(ld|st)|smsp__inst_executed_op_(local_ld|local_st|ldgsts)'
hits='l1tex__t_sectors_pipe_lsu_mem_(global|local)_op_ld_lookup_(hit|miss)'
for name in "$@"; do
  export NCU_OPTIONS="--cache-control none"
  program=$name
  case $name in
    shared) metrics="$shared|$global" ;;
    address) metrics="$shared|$global|$atomics|$local" ;;
    reduction) metrics="$atomics|lts__t_requests_srcunit_tex_op_(red|atom)" ;;
    constant) metrics='idc__requests|smsp__inst_executed_op_ldc(_pred_on_any)?' ;;
    uniform) metrics='idc__requests|smsp__inst_executed_op_ldc(_pred_on_any)?' ;;
    value) metrics="$shared|$atomics" ;;
    everyday) metrics="$shared|$global|$atomics|$local|smsp__(thread_)?inst_executed" ;;
    everyday_hits) program=everyday metrics="$hits" NCU_OPTIONS= ;;
    l1) metrics="$hits|l1tex__m_xbar2l1tex_read_sectors" NCU_OPTIONS= ;;
    *) echo "no such probes: $name" && exit 2 ;;
  esac
  "$here/read_counters.sh" "$programs/${program}_probes" "$output/$name.csv" "$metrics" || echo "$name: failed"
  echo "$name: after $SECONDS s"
done
