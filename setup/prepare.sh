# All set-up that ./run and ./test share. Skipped when nothing has changed since it last succeeded.

ROOT=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
DEPS=${WARPSCOPE_DEPS:-$ROOT/.deps}
for part in messages check-machine install-packages fetch-python fetch-imgui fetch-notebook fetch-cuda find-cuda build; do
  . "$ROOT/setup/$part.sh"
done

# What set-up depends on: its own files, the installed packages, the machine, the installed CUDA compiler and what was fetched.
setup_state() {
  cat "$ROOT"/setup/*.sh "$ROOT"/setup/*.txt | sha256sum
  stat -c '%Y %s' /var/lib/dpkg/status 2>/dev/null
  uname -mr
  installed_nvcc
  ls "$DEPS"/*/.complete 2>/dev/null || true
}

# prepare run|test: sets NVCC, and exports it as CUDACXX, which CMake and warpscope read.
prepare() {
  local who=$1 stamp="$ROOT/.cache/setup-$1" state
  state=$(setup_state) || exit
  if [ "$state" != "$(cat "$stamp" 2>/dev/null)" ]; then
    check_processor
    check_system
    mkdir -p "$ROOT/.cache" "$DEPS"
    exec 9>"$ROOT/.cache/lock"  # two at once would fetch into the same place
    flock 9
    rm -rf "$DEPS"/fetch.*
    install_packages "$who"
    fetch_imgui
    [ "$who" = run ] || fetch_notebook
    choose_cuda
    echo "$NVCC" >"$ROOT/.cache/nvcc"
    setup_state >"$stamp"
    exec 9>&-
  fi
  NVCC=$(cat "$ROOT/.cache/nvcc")
  export CUDACXX="$NVCC"
}
