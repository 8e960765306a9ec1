# How set-up speaks: progress and errors go to stderr, so that a program's own output stays clean.

# Exit code of a set-up that cannot go on; no verdict of `warpscope` has it.
SETUP_FAILED=69

say() { printf '%s\n' "$*" >&2; }

# One sentence with cause and remedy, then the end.
fail() {
  printf 'Warpscope cannot be set up: %s\n' "$*" >&2
  exit "$SETUP_FAILED"
}
