#!/usr/bin/env bash
# What compute-sanitizer's four tools say of programs of the labs, on the GPU of this machine:
#   bench/h200/sanitizer.sh RESULTS.csv [LAB …]
# Writes a row for each lab, program and tool: what the tool says at its end, its exit code, seconds. PROGRAMS names the programs ("reference
# starter" without it), LIMIT_S the seconds that one may take (60), DEVICE what they are compiled for (cuda:0), TOOL the program
# (compute-sanitizer), WARPSCOPE ours.
set -uo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
export WARPSCOPE=${WARPSCOPE:-$root/build/release/bin/warpscope} DEVICE=${DEVICE:-cuda:0} LIMIT_S=${LIMIT_S:-60} TOOL=${TOOL:-compute-sanitizer}
if [ $# = 0 ]; then
  sed -n '2,6s/^# \?//p' "$0"
  exit 2
fi
results=$1
shift
labs=("$@")
if [ ${#labs[@]} = 0 ]; then
  mapfile -t labs < <(cd "$root/labs" && ls -d */lab.toml | xargs -n1 dirname | grep -vx template)
fi
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# One tool of one exported program; answers of tools that run at once are kept apart.
check() {
  local lab=$1 program=$2 tool=$3 there=$4 before=$SECONDS said code
  cp -r "$there" "$there-$tool"
  timeout -k 5 "$LIMIT_S" "$there-$tool/run.sh" "$TOOL" --tool "$tool" --error-exitcode 9 > "$there-$tool.txt" 2>&1
  code=$?
  said=$(grep -a -E '(ERROR|RACECHECK) SUMMARY' "$there-$tool.txt" | tail -n1 | sed 's/^=* *//; s/,/;/g')
  if [ $code = 124 ] || [ $code = 137 ]; then said="not at its end after $LIMIT_S s"; fi
  echo "$lab,$program,$tool,${said:-$(tail -n1 "$there-$tool.txt" | tr ',' ';' | cut -c1-120)},$code,$((SECONDS - before))"
  rm -rf "$there-$tool"
}
export -f check

echo "lab,program,tool,said,exit_code,seconds" > "$results"
failed=0
for lab in "${labs[@]}"; do
  for program in ${PROGRAMS:-reference starter}; do
    there=$folder/$lab-$program
    if ! "$WARPSCOPE" run "$lab" "--$program" --device "$DEVICE" --export "$there" > "$there.log" 2>&1; then
      echo "$lab,$program,,not built: $(tail -n1 "$there.log" | tr ',' ';'),1,0" >> "$results"
      failed=1
      continue
    fi
    printf '%s\n' memcheck racecheck initcheck synccheck \
      | xargs -P "${JOBS:-4}" -I{} bash -c 'check "$@"' _ "$lab" "$program" {} "$there" >> "$results"
    rm -rf "$there"
  done
done
exit $failed
