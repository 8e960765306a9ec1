# Configures and builds with CMake presets.

# configure <preset>: only when there is no build yet or the compiler has changed; after that Ninja asks CMake itself.
configure() {
  local preset=$1 build="$ROOT/build/$1" log="$ROOT/build/$1-configure.log"
  if [ -e "$build/build.ninja" ] && [ "$(cat "$build/nvcc-path" 2>/dev/null)" = "$NVCC" ]; then
    return
  fi
  say "Configuring build/$preset"
  mkdir -p "$build"
  (cd "$ROOT" && cmake --fresh --preset "$preset" -DCMAKE_CUDA_COMPILER="$NVCC") >"$log" 2>&1 ||
    { cat "$log" >&2; fail "CMake could not configure build/$preset; its last message above says why."; }
  echo "$NVCC" >"$build/nvcc-path"
}

# build <preset> <targets …>: one line counts; what the compiler says is in the log, which an error names.
build() {
  local preset=$1 log="$ROOT/build/$1-build.log"
  shift
  NINJA_STATUS='[%f/%t] ' ninja -C "$ROOT/build/$preset" "$@" 2>&1 |
    "$SETUP_PYTHON" "$ROOT/setup/show_progress.py" "$log" "build/$preset" ||
    fail "the build failed; the compiler's message is above, and all of it in $log."
}
