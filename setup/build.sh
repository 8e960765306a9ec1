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

# build <preset> <targets …>
build() {
  local preset=$1 done_before
  shift
  done_before="$ROOT/build/$preset/built-${1}"
  # The first build shows its progress; later ones only speak up when something is wrong.
  if [ -e "$done_before" ]; then
    ninja --quiet -C "$ROOT/build/$preset" "$@" 2>&1 | sed '/^ninja: no work to do\.$/d' >&2
  else
    say "Building build/$preset (a few minutes the first time)"
    ninja -C "$ROOT/build/$preset" "$@" >&2
  fi || fail "the build failed; the compiler's message above says where."
  touch "$done_before"
}
