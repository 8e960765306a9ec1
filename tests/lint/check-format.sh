#!/usr/bin/env bash
# tests/golden is kept as it was measured.
# Fails, naming the places, when a C++ or CUDA file of ours is not formatted as .clang-format says.
# Formatting all: tests/lint/check-format.sh --fix
set -euo pipefail
cd "$(dirname "$0")/../.."
action=(--dry-run -Werror)
[ "${1:-}" = --fix ] && action=(-i)
git ls-files -z -- '*.h' '*.cpp' '*.cu' '*.cuh' ':!tests/golden' | xargs -0 clang-format-14 --style=file "${action[@]}"
