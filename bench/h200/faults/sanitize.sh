#!/usr/bin/env bash
# Runs the four tools of compute-sanitizer over the programs that build.sh made, on a machine with a GPU:
#   sanitize.sh FOLDER OUT [SECONDS]     FOLDER is build.sh's; OUT/logs/TOOL/FOLDER.PROGRAM.txt gets what each run printed, its last line
#                                        the exit code; stops to begin runs after SECONDS (220)
# SANITIZER names compute-sanitizer, JOBS how many run at the same time. Programs in FOLDER/endless.txt come last, with less time.
set -u
folder=${1:?Usage: sanitize.sh FOLDER OUT [SECONDS]} out=${2:?} limit=${3:-220}
export folder out SANITIZER=${SANITIZER:-compute-sanitizer}
export deadline=$(($(date +%s) + limit))
touch "$folder/endless.txt"

# one TOOL BATCH PROGRAM SECONDS
one() {
  local log="$out/logs/$1/${3//\//.}.txt" options=(--tool "$1" --print-limit 20)
  [ "$(date +%s)" -lt "$deadline" ] || return 0
  case $1 in
    memcheck) options+=(--leak-check full) ;;
    racecheck) options+=(--racecheck-report all) ;;
    plain) options=() ;;
  esac
  if [ "$1" = plain ]; then
    timeout -s KILL "$4" "$folder/bin/$2" "$3" >"$log" 2>&1
  else
    timeout -s KILL "$4" "$SANITIZER" "${options[@]}" "$folder/bin/$2" "$3" >"$log" 2>&1
  fi
  echo "exit code $?" >>"$log"
}
export -f one

list() {  # lines "TOOL BATCH PROGRAM SECONDS"
  while read -r batch program; do
    if grep -qx "$program" "$folder/endless.txt"; then continue; fi
    for tool in plain memcheck racecheck initcheck synccheck; do echo "$tool $batch $program 12"; done
  done <"$folder/programs.txt"
  while read -r batch program; do
    if ! grep -qx "$program" "$folder/endless.txt"; then continue; fi
    for tool in memcheck racecheck initcheck synccheck; do echo "$tool $batch $program 8"; done
  done <"$folder/programs.txt"
}

for tool in plain memcheck racecheck initcheck synccheck; do mkdir -p "$out/logs/$tool"; done
list | xargs -P "${JOBS:-8}" -L 1 bash -c 'one "$@"' one
for tool in plain memcheck racecheck initcheck synccheck; do echo "$tool: $(find "$out/logs/$tool" -type f | wc -l) runs"; done
