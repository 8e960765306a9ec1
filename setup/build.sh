# Configures and builds with CMake presets.

# Whether a build folder was made for this tree; one that was copied here with its tree was not, and would build that one.
is_for_this_tree() {
  local home
  home=$(sed -n 's/^CMAKE_HOME_DIRECTORY:INTERNAL=//p' "$1/CMakeCache.txt" 2>/dev/null)
  [ "$(readlink -f "$home")" = "$(readlink -f "$ROOT")" ]
}

# Whether a build was configured with these options -DNAME=VALUE, among others.
has_options() {
  local build=$1 option
  shift
  for option; do
    option=${option#-D}
    grep -q "^${option%%=*}:[A-Z]*=${option#*=}\$" "$build/CMakeCache.txt" || return 1
  done
}

# vector_width: the widest vectors of this processor that the virtual GPU is compiled for, avx2 or avx512, as cmake/WarpscopeWidths.cmake has it.
vector_width() {
  local flags flag
  flags=$(grep -m1 '^flags' "${WARPSCOPE_CPUINFO:-/proc/cpuinfo}" || true)
  for flag in avx512f avx512bw avx512dq avx512vl avx512cd; do
    case " $flags " in *" $flag "*) ;; *) echo avx2; return ;; esac
  done
  echo avx512
}

# configure <preset> [-DNAME=VALUE …]: only when there is no build yet, the compiler has changed, it lacks an option or is for vectors of another
# processor; after that Ninja asks CMake itself.
configure() {
  local preset=$1 build="$ROOT/build/$1" log="$ROOT/build/$1-configure.log" fresh=--fresh
  shift
  if [ -e "$build/build.ninja" ] && is_for_this_tree "$build" && [ "$(cat "$build/nvcc-path" 2>/dev/null)" = "$NVCC" ]; then
    ! has_options "$build" "$@" -DWARPSCOPE_BUILT_ON="$(vector_width)" || return 0
    fresh=
  fi
  say "Configuring build/$preset"
  mkdir -p "$build"
  (cd "$ROOT" && cmake $fresh --preset "$preset" -DCMAKE_CUDA_COMPILER="$NVCC" "$@") >"$log" 2>&1 ||
    { cat "$log" >&2; fail "CMake could not configure build/$preset; its last message above says why."; }
  echo "$NVCC" >"$build/nvcc-path"
}

# With an empty cache there is nothing to find, so ccache need not preprocess each source before it is compiled: it takes what the compiler
# notes of included files. What was kept so is found by this clone only, as far as sources name files by their whole path.
spare_preprocessing() {
  [ "$(ccache --print-stats 2>/dev/null | awk '$1 == "files_in_cache" { print $2 }')" != 0 ] || export CCACHE_DEPEND=1
}

# build <preset> <targets …>: one line counts; what the compiler says is in the log, which an error names.
build() {
  local preset=$1 log="$ROOT/build/$1-build.log"
  shift
  spare_preprocessing
  NINJA_STATUS='[%f/%t] ' ninja -C "$ROOT/build/$preset" "$@" 2>&1 |
    "$SETUP_PYTHON" "$ROOT/setup/show_progress.py" "$log" "build/$preset" ||
    fail "the build failed; the compiler's message is above, and all of it in $log."
}

# make_packages <preset>: into build/packages.
make_packages() {
  local packages="$ROOT/build/packages" log="$ROOT/build/packages.log"
  command -v dpkg-shlibdeps >/dev/null ||
    fail "dpkg-shlibdeps, which finds the libraries that a package needs, is missing; install it with apt-get install dpkg-dev."
  rm -rf "$packages"
  (cd "$ROOT/build/$1" && cpack -B "$packages") >"$log" 2>&1 ||
    { tail -n 20 "$log" >&2; fail "the packages could not be made; the end of $log is above."; }
  rm -rf "$packages/_CPack_Packages"
  ls "$packages"/*
}
