# A CUDA compiler in .deps/cuda, put together from NVIDIA's wheels.

fetch_cuda() {
  local target="$DEPS/cuda" wheels scratch licence
  wheels=$(cat "$ROOT/setup/cuda-wheels.txt")
  [ "$(cat "$target/.complete" 2>/dev/null)" = "$wheels" ] && return  # of these wheels, not of others
  say "Fetching NVIDIA's CUDA compiler from its Python wheels (110 MiB)"
  scratch=$(mktemp -d "$DEPS/fetch.XXXXXX")
  pip_fetch "the CUDA compiler" install --no-deps --only-binary :all: --require-hashes \
    --requirement "$ROOT/setup/cuda-wheels.txt" --target "$scratch/wheels"
  mv "$scratch/wheels/nvidia/cu13" "$scratch/cuda"
  mkdir "$scratch/cuda/licences"
  for licence in "$scratch"/wheels/*.dist-info/licenses/License.txt; do
    cp "$licence" "$scratch/cuda/licences/$(basename "${licence%/licenses/*}" .dist-info).txt"
  done
  # nvcc looks in lib64, and the linker for a name without version.
  ln -s lib "$scratch/cuda/lib64"
  [ -e "$scratch/cuda/lib/libcudart.so" ] || ln -s libcudart.so.13 "$scratch/cuda/lib/libcudart.so"
  echo "$wheels" >"$scratch/cuda/.complete"
  rm -rf "$target"
  mv "$scratch/cuda" "$target"
  rm -rf "$scratch"
}
