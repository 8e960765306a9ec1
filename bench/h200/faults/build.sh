#!/usr/bin/env bash
# Builds the programs of tests/faults for an H200, with line numbers and the runtime linked in, sixteen in one executable:
#   bench/h200/faults/build.sh FOLDER [PROGRAM…]    writes FOLDER/bin/batch_N and FOLDER/programs.txt ("batch_N folder/program" in
#                                                   each line); PROGRAM, as "races/early_read": only these
# sanitize.sh then runs there. NVCC chooses the compiler.
set -euo pipefail
folder=${1:?Usage: build.sh FOLDER [PROGRAM…]}
shift
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
faults=$(cd "$here/../../../tests/faults" && pwd)
nvcc=${NVCC:-nvcc}
mkdir -p "$folder/bin"
: >"$folder/programs.txt"
sources() {
  if [ $# = 0 ]; then
    find "$faults" -mindepth 2 -name '*.cu'
  else
    printf "$faults/%s.cu\n" "$@"
  fi
}
number=0
while read -r -a programs; do
  batch=batch_$number
  python3 "$faults/batch.py" "$folder/$batch.cu" "${programs[@]}"
  "$nvcc" -w -std=c++20 -lineinfo -arch=sm_90 -cudart static -Xlinker -s "$folder/$batch.cu" -o "$folder/bin/$batch"
  rm "$folder/$batch.cu"
  for program in "${programs[@]}"; do
    name=${program#"$faults"/}
    echo "$batch ${name%.cu}" >>"$folder/programs.txt"
  done
  number=$((number + 1))
done < <(sources "$@" | sort | xargs -n 16)
cp "$here/sanitize.sh" "$folder/"
sed -n "s/: endless.*//p" "$faults/not_yet.txt" >"$folder/endless.txt"
echo "$(wc -l <"$folder/programs.txt") programs in $number executables"
