#!/usr/bin/env bash
# Measures the sweeps of the labs on the GPU of this machine: starter and reference of each lab that has sweeps, judged as always.
#   bench/h200/labs/run.sh [LAB …]            writes labs/<lab>/h200.json
#   bench/h200/labs/run.sh --build [LAB …]    only builds, into build/h200/labs
#   bench/h200/labs/run.sh --list [LAB …]     only prints each lab, program and sweeps that are measured beside starter and reference
#   bench/h200/labs/run.sh --prebuilt FOLDER  runs what was built before, perhaps on another machine, and writes FOLDER/<lab>/h200.json
# Builds the tool that starts them with the build in build/release, or in the folder that WARPSCOPE_BUILD names.
# Needs nvcc 13.0 in PATH, in /usr/local/cuda or named by CUDACXX; --prebuilt needs only the folder of this script and its programs.
# A lab needs nothing for this but its sweeps and `call.measure` in its driver (docs/instructors/measuring.md). Programs that its sweeps
# name as `beside` are measured as well, in these sweeps.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
mode=all
case "${1:-}" in
  --build | --list | --prebuilt) mode=${1#--}; shift ;;
esac

root=$(cd "$here/../../.." && pwd)
build=${WARPSCOPE_BUILD:-$root/build/release}

# The labs that have sweeps.
labs_with_sweeps() {
  (cd "$root/labs" && grep -l '^\[\[sweep\]\]' */lab.toml | xargs -n1 dirname)
}

# What is built together, told by the programs' folder alone where there are no sources.
build_all() {
  local compiler flags labs objects lab variant made
  programs=$root/build/h200/labs
  compiler=${CUDACXX:-$(command -v nvcc || echo /usr/local/cuda/bin/nvcc)}
  flags=(-std=c++20 -O3 --extended-lambda --expt-relaxed-constexpr "-I$root" -gencode arch=compute_90,code=sm_90)
  labs=("$@")
  if [ ${#labs[@]} = 0 ]; then
    mapfile -t labs < <(labs_with_sweeps)
  fi
  rm -rf "$programs"
  mkdir -p "$programs"
  cp "$here/run.sh" "$programs/"
  printf '%s\n' "${labs[@]}" > "$programs/labs.txt"
  "$compiler" --version | sed -n 's/^.*, V\([0-9.]*\)$/\1/p' > "$programs/toolkit.txt"
  git -C "$root" describe --always --dirty --abbrev=12 > "$programs/commit.txt" 2>/dev/null || echo unknown > "$programs/commit.txt"

  objects=$programs/objects
  mkdir -p "$objects/common"
  cmake --build "$build" --target measure_labs write_sources > "$objects/tools.log" || { cat "$objects/tools.log" >&2; exit 1; }
  cp "$build/bin/measure_labs" "$programs/"
  jobs=()  # "folder source flag", of nvcc
  for source in lab_protocol/value.cpp labs/driver/{cases,check,missing_function}.cpp bench/h200/labs/measuring_driver.cu; do
    jobs+=("common $source")
  done
  for lab in "${labs[@]}"; do
    mkdir -p "$objects/$lab"
    "$build/bin/write_sources" "$root/labs/$lab" "$objects/$lab"  # what a judge that is data spares the lab
    for variant in driver starter reference; do
      if [ -e "$root/labs/$lab/$variant.cu" ]; then jobs+=("$lab labs/$lab/$variant.cu$(openmp_flag "$lab")"); fi
    done
    for made in "$objects/$lab"/{driver,answers}.cu; do
      if [ -e "$made" ]; then jobs+=("$lab $made$(openmp_flag "$lab")"); fi
    done
    beside_of "$lab" > "$programs/$lab.beside"
    while read -r variant _; do
      source_of "$lab" "$variant" > "$objects/$lab/${variant//\//-}.cu"
      jobs+=("$lab $objects/$lab/${variant//\//-}.cu$(openmp_flag "$lab")")
    done < "$programs/$lab.beside"
  done
  printf '%s\n' "${jobs[@]}" | (cd "$root" && xargs -P "${JOBS:-$(nproc)}" -L1 bash -c '
    job=("${@:'$((${#flags[@]} + 1))'}")
    "$0" "${@:1:'${#flags[@]}'}" ${job[2]:-} "-Ilabs/${job[0]}" "-I'"$objects"'/${job[0]}" -odir "'"$objects"'/${job[0]}" -c "${job[1]}"' "$compiler" "${flags[@]}")
  local wrapped=()
  for function in cudaLaunchKernel __cudaLaunchKernel cudaLaunchKernelExC cudaLaunchCooperativeKernel; do
    wrapped+=(-Xlinker "--wrap=$function")
  done
  for lab in "${labs[@]}"; do
    for variant in starter reference $(cut -d' ' -f1 "$programs/$lab.beside"); do
      name=${variant//\//-}
      "$compiler" "${flags[@]}" -cudart static "${wrapped[@]}" -o "$programs/$lab-$name" \
        "$objects"/common/*.o "$objects/$lab/driver.o" "$objects/$lab/$name.o" \
        $([ -z "$(openmp_flag "$lab")" ] || echo -Xlinker -l:libgomp.a)
      source_of "$lab" "$variant" | sha256sum | cut -c1-64 > "$programs/$lab-$name.sha256"
    done
    if [ -e "$objects/$lab/answers.o" ]; then
      "$compiler" "${flags[@]}" -cudart static "${wrapped[@]}" -o "$programs/$lab-answers" \
        "$objects"/common/*.o "$objects/$lab/driver.o" "$objects/$lab/answers.o"
    fi
  done
  rm -rf "$objects"
}

# A line for each program that the lab's sweeps name as `beside`, but the two that are always measured: its name and the sweeps.
beside_of() {
  awk '
    /^\[/ { is_sweep = /^\[\[sweep\]\]/; sweep = ""; is_list = 0 }
    /^id *=/ { split($0, part, "\""); sweep = part[2] }
    is_sweep && /^beside *=/ { is_list = 1 }  # a check may have a list of that name, of metrics
    is_list {
      rest = $0
      while (match(rest, /"[^"]*"/)) {
        name = substr(rest, RSTART + 1, RLENGTH - 2)
        rest = substr(rest, RSTART + RLENGTH)
        if (name == "starter" || name == "reference") continue
        if (!(name in sweeps)) order[++count] = name
        sweeps[name] = sweeps[name] " " sweep
      }
      if (/\]/) is_list = 0
    }
    END { for (i = 1; i <= count; ++i) print order[i] sweeps[order[i]] }' "$root/labs/$1/lab.toml"
}

# The text of a program of a lab: a file NAME.cu, or what a diff NAME.diff makes of its base, which may be a step and so a diff itself.
source_of() {
  local file=$root/labs/$1/$2 base
  if [ -e "$file.cu" ]; then cat "$file.cu"; return; fi
  base=$(mktemp)
  source_of "$1" "$(sed -n 's|^--- a/\(.*\)\.cu$|\1|p' "$file.diff" | head -1)" > "$base"
  patch -s -F0 -o - "$base" "$file.diff"
  rm "$base"
}

# Of a lab whose host code uses OpenMP.
openmp_flag() {
  if grep -q '^openmp *= *1' "$root/labs/$1/lab.toml"; then echo " -Xcompiler=-fopenmp"; fi
}

run_in() {
  local labs
  mapfile -t labs < "$1/labs.txt"
  export MEASURE_DRIVER MEASURE_TOOLKIT MEASURE_COMMIT MEASURE_CREATED
  MEASURE_DRIVER=$(nvidia-smi --query-gpu=driver_version --format=csv,noheader | head -1)
  MEASURE_TOOLKIT=$(<"$1/toolkit.txt")
  MEASURE_COMMIT=$(<"$1/commit.txt")
  MEASURE_CREATED=$(date -u +%FT%TZ)
  timeout "${MEASURE_LIMIT_S:-290}" "$1/measure_labs" "$1" "$2" "${labs[@]}"
}

list() {
  local lab
  for lab in ${@:-$(labs_with_sweeps)}; do beside_of "$lab" | sed "s|^|$lab |"; done
}

case $mode in
  build) build_all "$@" ;;
  list) list "$@" ;;
  prebuilt) run_in "$here" "${1:?--prebuilt needs a folder to write to}" ;;
  all)
    build_all "$@"
    run_in "$programs" "$here/../../../labs" ;;
esac
