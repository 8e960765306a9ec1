#!/usr/bin/env bash
# Reads the counters of counter_probes.cu on the GPU of this machine with Nsight Compute:
#   counter_probes.sh OUTPUT.csv
# One row per launch, one column per metric. Metrics that this GPU does not have are left out.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
output=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
nvcc -O3 -std=c++17 -arch=sm_90 -lineinfo -o "$work/probes" "$here/counter_probes.cu"
wanted=(
  smsp__inst_executed smsp__thread_inst_executed
  smsp__inst_executed_op_shared_ld smsp__inst_executed_op_shared_st
  smsp__inst_executed_op_local_ld smsp__inst_executed_op_local_st
  smsp__sass_inst_executed_op_shared_atom smsp__sass_inst_executed_op_global_atom smsp__sass_inst_executed_op_global_red
  l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st
  l1tex__data_pipe_lsu_wavefronts_mem_shared_op_atom l1tex__data_pipe_lsu_wavefronts_mem_shared
  l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st
  l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_atom l1tex__data_bank_conflicts_pipe_lsu_mem_shared
  l1tex__t_requests_pipe_lsu_mem_global_op_ld l1tex__t_requests_pipe_lsu_mem_global_op_st
  l1tex__t_requests_pipe_lsu_mem_global_op_red l1tex__t_requests_pipe_lsu_mem_global_op_atom
  l1tex__t_sectors_pipe_lsu_mem_global_op_ld l1tex__t_sectors_pipe_lsu_mem_global_op_st
  l1tex__t_sectors_pipe_lsu_mem_global_op_red l1tex__t_sectors_pipe_lsu_mem_global_op_atom
  l1tex__t_sectors_pipe_lsu_mem_global_op_ld_lookup_hit l1tex__t_sectors_pipe_lsu_mem_global_op_ld_lookup_miss
  l1tex__t_requests_pipe_lsu_mem_local_op_ld l1tex__t_requests_pipe_lsu_mem_local_op_st
  l1tex__t_sectors_pipe_lsu_mem_local_op_ld l1tex__t_sectors_pipe_lsu_mem_local_op_st
  l1tex__data_pipe_lsu_wavefronts l1tex__data_bank_conflicts_pipe_lsu l1tex__lsu_writeback_active_mem_lg
  smsp__inst_executed_op_ldgsts smsp__inst_executed_op_global_ld l1tex__m_xbar2l1tex_read_sectors l1tex__t_sectors_pipe_lsu l1tex__t_requests_pipe_lsu
  idc__requests idc__requests_lookup_hit idc__request_cycles_active
  lts__t_sectors_op_red lts__t_sectors_op_atom
)
ncu --query-metrics --csv >"$work/known.csv" 2>/dev/null
metrics=()
for name in "${wanted[@]}"; do
  if grep -q "\"$name\"" "$work/known.csv"; then metrics+=("$name.sum"); else echo "not on this GPU: $name" >&2; fi
done
list=$(IFS=,; echo "${metrics[*]}")
ncu --clock-control none --csv --page raw --print-units base --print-fp --metrics "$list" "$work/probes" >"$work/raw.csv"
python3 - "$work/raw.csv" "$output" "$list" <<'PYTHON'
import csv, sys
lines = [line for line in open(sys.argv[1]) if line.startswith('"')]
rows = list(csv.DictReader(lines))
names = sys.argv[3].split(",")
with open(sys.argv[2], "w", newline="") as out:
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(["launch", "kernel"] + names)
    number = 0
    for row in rows:
        if not row["Kernel Name"]:
            continue  # the row of units
        values = [row[name].replace(",", "") for name in names]
        writer.writerow([number, row["Kernel Name"].split("(")[0].removeprefix("void ")] + [str(round(float(v))) if v else "" for v in values])
        number += 1
print(number, "launches,", len(names), "metrics")
PYTHON
