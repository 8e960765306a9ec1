#!/usr/bin/env bash
# The rungs of a lab's ladder as whole files, to edit them, and back as what each changes in the one before:
#   labs/rungs.sh write LAB FOLDER    starter.cu, step-1.cu, step-2.cu, … into the folder
#   labs/rungs.sh accept LAB FOLDER   the lab's starter.cu and step-*.diff from these files
# LAB is the id of a lab beside this script, or a lab's folder elsewhere. A step that is not in the folder any more leaves the lab.
set -euo pipefail

fail() { echo "rungs.sh: $*" >&2; exit 1; }

[ $# = 3 ] && { [ "$1" = write ] || [ "$1" = accept ]; } || fail "Usage: rungs.sh write|accept LAB FOLDER"
command=$1 lab=$2 folder=$3
[ -e "$lab/lab.toml" ] || lab=$(dirname "$0")/$2
[ -e "$lab/lab.toml" ] || fail "There is no lab $2."

write() {
  local before=starter number=1 step
  mkdir -p "$folder"
  cp "$lab/starter.cu" "$folder/starter.cu"
  while step=step-$number; [ -e "$lab/$step.diff" ]; do
    patch --silent --fuzz=0 --output "$folder/$step.cu" "$folder/$before.cu" "$lab/$step.diff" ||
      fail "$lab/$step.diff does not fit $before.cu."
    before=$step number=$((number + 1))
  done
}

accept() {
  local before=starter number=1 step status
  cp "$folder/starter.cu" "$lab/starter.cu"
  while step=step-$number; [ -e "$folder/$step.cu" ]; do
    status=0
    diff -u --label "a/$before.cu" --label "b/$step.cu" "$folder/$before.cu" "$folder/$step.cu" >"$lab/$step.diff" || status=$?
    [ $status = 1 ] || fail "$folder/$step.cu must be another file than $before.cu."
    before=$step number=$((number + 1))
  done
  while step=step-$number; [ -e "$lab/$step.diff" ]; do
    rm "$lab/$step.diff"
    number=$((number + 1))
  done
}

"$command"
