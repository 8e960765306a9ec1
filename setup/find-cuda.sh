# Which nvcc to use: $CUDACXX, the one on PATH, an installed toolkit, or the one that we fetch.

# The first version whose runtime library is libcudart.so.13, which vgpu/cudart replaces.
OLDEST_CUDA=13

# Prints the path of an installed nvcc, or nothing.
installed_nvcc() {
  local candidate
  if [ -n "${CUDACXX:-}" ]; then
    command -v "$CUDACXX" ||
      fail "CUDACXX names $CUDACXX, which is not a program; set it to an nvcc of CUDA $OLDEST_CUDA.0 or newer, or unset it."
    return
  fi
  command -v nvcc && return
  for candidate in /usr/local/cuda/bin/nvcc $(ls -d /usr/local/cuda-*/bin/nvcc 2>/dev/null | sort -rV); do
    [ -x "$candidate" ] && { echo "$candidate"; return; }
  done
  return 0
}

# Prints "13.0", or nothing for a program that is no nvcc.
cuda_version() { "$1" --version 2>/dev/null | sed -n 's/.*release \([0-9]*\.[0-9]*\).*/\1/p'; }

# Sets NVCC. An nvcc that the user asked for and that is no use ends set-up; one that just happens to be there
# is left alone.
choose_cuda() {
  local version
  NVCC=$(installed_nvcc) || exit
  if [ -n "$NVCC" ]; then
    version=$(cuda_version "$NVCC")
    [ "${version%%.*}" -ge "$OLDEST_CUDA" ] 2>/dev/null && return
    version=${version:+of CUDA $version}
    [ -z "${CUDACXX:-}" ] ||
      fail "$NVCC is ${version:-no CUDA compiler}, and Warpscope needs CUDA $OLDEST_CUDA.0 or newer; set CUDACXX to a newer nvcc, or unset it and start again, which fetches one."
    say "$NVCC is ${version:-no CUDA compiler}, and Warpscope needs CUDA $OLDEST_CUDA.0 or newer: using one in .deps/cuda instead."
  fi
  fetch_cuda
  NVCC="$DEPS/cuda/bin/nvcc"
}
