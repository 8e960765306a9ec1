#!/usr/bin/env bash
# Measures the sweeps of the labs on the GPU of this machine: starter and reference of each lab that has sweeps, judged as always.
#   bench/h200/labs/run.sh [LAB …]            writes labs/<lab>/h200.json
#   bench/h200/labs/run.sh --build [LAB …]    only builds, into build/h200/labs
#   bench/h200/labs/run.sh --prebuilt FOLDER  runs what was built before, perhaps on another machine, and writes FOLDER/<lab>/h200.json
# Needs nvcc 13.0 in PATH, in /usr/local/cuda or named by CUDACXX; --prebuilt needs only the folder of this script and its programs.
# A lab needs nothing for this but its sweeps and `call.measure` in its driver (docs/instructors/measuring.md). Programs that its sweeps
# name as `beside` are measured as well, in these sweeps.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
mode=all
case "${1:-}" in
  --build | --prebuilt) mode=${1#--}; shift ;;
esac

# What is built together, told by the programs' folder alone where there are no sources.
build_all() {
  local root compiler flags labs objects lab variant made
  root=$(cd "$here/../../.." && pwd)
  programs=$root/build/h200/labs
  compiler=${CUDACXX:-$(command -v nvcc || echo /usr/local/cuda/bin/nvcc)}
  flags=(-std=c++20 -O3 "-I$root" -gencode arch=compute_90,code=sm_90)
  labs=("$@")
  if [ ${#labs[@]} = 0 ]; then
    mapfile -t labs < <(cd "$root/labs" && grep -l '^\[\[sweep\]\]' */lab.toml | xargs -n1 dirname)
  fi
  rm -rf "$programs"
  mkdir -p "$programs"
  cp "$here/run.sh" "$programs/"
  printf '%s\n' "${labs[@]}" > "$programs/labs.txt"
  "$compiler" --version | sed -n 's/^.*, V\([0-9.]*\)$/\1/p' > "$programs/toolkit.txt"
  git -C "$root" describe --always --dirty --abbrev=12 > "$programs/commit.txt" 2>/dev/null || echo unknown > "$programs/commit.txt"

  objects=$programs/objects
  mkdir -p "$objects/common"
  jobs=()  # "folder source flag", of nvcc
  for source in lab_protocol/value.cpp labs/driver/{cases,check,missing_function}.cpp bench/h200/labs/measuring_driver.cu; do
    jobs+=("common $source")
  done
  local write_sources=$programs/write_sources
  (cd "$root" && g++ $tool_flags -o "$write_sources" bench/h200/labs/write_sources.cpp $(of_data_labs) base/files.cpp)
  for lab in "${labs[@]}"; do
    mkdir -p "$objects/$lab"
    "$write_sources" "$root/labs/$lab" "$objects/$lab"
    for variant in starter reference; do jobs+=("$lab labs/$lab/$variant.cu$(openmp_flag "$lab")"); done
    if [ -e "$root/labs/$lab/driver.cu" ]; then jobs+=("$lab labs/$lab/driver.cu$(openmp_flag "$lab")"); fi
    for made in "$objects/$lab"/{driver,answers}.cu; do
      if [ -e "$made" ]; then jobs+=("$lab $made"); fi
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
  build_tool "$root"
  rm -rf "$objects" "$write_sources"
}

# How tools are compiled, and of what a judge that is data consists; in the root.
tool_flags="-std=c++20 -O2 -DFMT_HEADER_ONLY -I."
of_data_labs() {
  printf '%s\n' runner/data_lab/*.cpp labs/judge/{error_pattern,measured}.cpp lab_protocol/value.cpp base/{toml_table,spelling}.cpp |
    grep -v /find_judge
}

# A line for each program that the lab's sweeps name as `beside`, but the two that are always measured: its name and the sweeps.
beside_of() {
  awk '
    /^\[/ { sweep = ""; is_list = 0 }
    /^id *=/ { split($0, part, "\""); sweep = part[2] }
    /^beside *=/ { is_list = 1 }
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

# The tool with all judges, as one static program: each judge.cpp defines make_judge(), so each is compiled with a name of its own for it;
# those that are data stand in it as text.
build_tool() {
  local root=$1 judge lab name functions="" rows=""
  for judge in "$root"/labs/*/judge.cpp; do
    lab=$(basename "$(dirname "$judge")")
    name=make_judge_${lab//-/_}
    functions+="std::unique_ptr<Judge> $name();"$'\n'
    rows+="  if (lab == \"$lab\") return judge::$name();"$'\n'
  done
  for judge in "$root"/labs/*/judge.toml; do
    if [ ! -e "$judge" ]; then continue; fi
    lab=$(basename "$(dirname "$judge")")
    rows+="  if (lab == \"$lab\") return data_judge(R\"judge($(<"$judge"))judge\");"$'\n'
  done
  printf '#include "bench/h200/labs/judges.h"\n#include "runner/data_lab/data_judge.h"\nnamespace warpscope::judge {\n%s}\nusing namespace warpscope;\nstatic std::unique_ptr<%s> data_judge(%s text) { return std::make_unique<runner::DataJudge>(runner::parse_data_lab(text, "judge.toml")); }\nstd::unique_ptr<%s> warpscope::bench::find_judge(%s lab) {\n%s  return nullptr;\n}\n' \
    "$functions" warpscope::judge::Judge std::string_view warpscope::judge::Judge std::string_view "$rows" > "$programs/objects/judges.cpp"
  (cd "$root" && printf '%s\n' "$programs/objects/judges.cpp" labs/*/judge.cpp $(of_data_labs) labs/judge/occupancy.cpp \
    arch/occupancy.cpp base/{files,pipes}.cpp record/{json_value,json_view,measured_curves}.cpp runner/run/case_exchange.cpp \
    bench/h200/labs/{measured_program,measure_lab,measure_labs}.cpp |
    xargs -P "${JOBS:-$(nproc)}" -I{} bash -c '
      lab=$(sed -n "s|^labs/\(.*\)/judge\.cpp$|\1|p" <<< "$1")
      g++ $2 ${lab:+-Dmake_judge=make_judge_${lab//-/_}} -c "$1" -o "$0/$(sed "s|/|_|g" <<< "${1#/}").tool.o"' "$programs/objects" {} "$tool_flags")
  g++ -static -o "$programs/measure_labs" "$programs"/objects/*.tool.o
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

case $mode in
  build) build_all "$@" ;;
  prebuilt) run_in "$here" "${1:?--prebuilt needs a folder to write to}" ;;
  all)
    build_all "$@"
    run_in "$programs" "$here/../../../labs" ;;
esac
