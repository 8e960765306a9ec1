# Which nvcc to use: $CUDACXX, the one on PATH, an installed toolkit, or the one that we fetched.

# Prints the path of an installed nvcc, or nothing.
installed_nvcc() {
  local candidate
  if [ -n "${CUDACXX:-}" ]; then
    command -v "$CUDACXX" || fail "CUDACXX names $CUDACXX, which is not a program; set it to an nvcc of CUDA 12.0 or newer, or unset it."
    return
  fi
  command -v nvcc && return
  for candidate in /usr/local/cuda/bin/nvcc $(ls -d /usr/local/cuda-*/bin/nvcc 2>/dev/null | sort -rV); do
    [ -x "$candidate" ] && { echo "$candidate"; return; }
  done
  return 0
}

check_cuda_version() {
  local nvcc=$1 version
  version=$("$nvcc" --version 2>/dev/null | sed -n 's/.*release \([0-9]*\.[0-9]*\).*/\1/p')
  [ -n "$version" ] ||
    fail "$nvcc does not run as a CUDA compiler; set CUDACXX to an nvcc of CUDA 12.0 or newer."
  [ "${version%%.*}" -ge 12 ] ||
    fail "$nvcc is of CUDA $version, and Warpscope needs 12.0 or newer; set CUDACXX to a newer nvcc, or take this one off PATH and start again, which fetches one."
}

# Sets NVCC and exports it as CUDACXX, which CMake and warpscope read.
use_cuda() {
  NVCC=$(installed_nvcc) || exit
  NVCC=${NVCC:-$DEPS/cuda/bin/nvcc}
  export CUDACXX="$NVCC"
}
