#!/usr/bin/env bash
# fetch-nvcc.sh FOLDER: NVIDIA's CUDA compiler in FOLDER/cuda. An installed Warpscope calls it on first use where there is no nvcc.
set -euo pipefail
ROOT=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
DEPS=$1
SETUP_LOGS=$DEPS
for part in messages fetch-python fetch-cuda; do
  . "$ROOT/setup/$part.sh"
done
mkdir -p "$DEPS"
exec 9>"$DEPS/fetch-lock"  # two at once would fetch into the same place
flock 9
rm -rf "$DEPS"/fetch.*
fetch_cuda
