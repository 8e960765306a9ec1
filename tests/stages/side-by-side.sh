# All stages in one go, as two lanes. Tests wait for processes of theirs and for each other a good part of the time, and some have a limit of
# time; what only computes (the builds with sanitizers, clang-tidy) takes what they leave, at a low priority.
# Before: $results, $logs (folders), and of each stage the functions STAGE_build and STAGE_tests.

readonly LESS_PRIORITY=10  # as nice counts

# closing_line <stage> <seconds>
closing_line() {
  say "== $1: $(awk '{ print $1 " passed, " $2 " failed" }' "$results/$1") in $2 s"
}

# step <stage> <build|tests>: each line that it says comes behind the stage's name, and goes to the stage's log. How it ended and how long it
# took is in $logs/STAGE-build and STAGE-tests. A step that fails ends no other.
step() {
  local name=$1-$2 began=$SECONDS status
  set +e  # a subshell that is asked whether it failed does not end at its first error
  (set -e; "$1_$2") 2>&1 </dev/null | tee -a "$logs/$1.log" | sed -u "s/^/$1: /" >&2
  status=$?
  set -e
  echo "$status $((SECONDS - began))" >"$logs/$name.new"
  mv "$logs/$name.new" "$logs/$name"
  [ "$status" = 0 ] || say "== $1: the $2 ended with exit code $status; see $logs/$1.log"
}

# Whether a step has succeeded; waits until it has ended.
has_succeeded() {
  while [ ! -e "$logs/$1" ]; do sleep 0.2; done
  [ "$(cut -d' ' -f1 "$logs/$1")" = 0 ]
}

# Closes a stage whose steps have ended.
close_stage() {
  has_succeeded "$1-tests" || return 0
  closing_line "$1" "$(cat "$logs/$1"-{build,tests} 2>/dev/null | awk '{ s += $2 } END { print s }')"
}

computing_lane() {
  local stage
  renice -n "$(($(nice) + LESS_PRIORITY))" -p "$BASHPID" >/dev/null
  for stage in asan tsan; do step "$stage" build; done
  step lint tests
  close_stage lint
}

testing_lane() {
  local stage
  step unit tests
  close_stage unit
  for stage in asan tsan; do
    if has_succeeded "$stage-build"; then
      step "$stage" tests
      close_stage "$stage"
    fi
  done
}

# Ends both lanes and all that they have started.
stop_lanes() {
  local group
  trap - INT TERM
  for group in "${lanes[@]}"; do kill -TERM -- "-$group" 2>/dev/null || true; done
  wait
  say "Stopped."
  exit 130
}

# Runs both lanes to their end. Sets $ended, the exit code: not 0 when a step could not do its work, whatever it counted.
side_by_side() {
  local lane
  rm -rf "$logs"
  mkdir -p "$logs"
  lanes=()
  trap stop_lanes INT TERM
  set -m  # a process group for each lane
  computing_lane & lanes+=($!)
  testing_lane & lanes+=($!)
  set +m
  for lane in "${lanes[@]}"; do wait "$lane" || ended=$SETUP_FAILED; done
  trap - INT TERM
  if grep -qv '^0 ' "$logs"/*-build "$logs"/*-tests; then ended=$SETUP_FAILED; fi
}
