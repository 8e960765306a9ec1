# test_folders_of ROOT PART: the folders below tests/ whose tests are those of a file or folder, one a line. PART is a path of the sources or
# of the tests, or the name of a folder below tests/. A path without a folder of its own belongs to the nearest one above it.
test_folders_of() {
  local root=$1 part=${2%/} found
  part=${part#"$root"/}
  if [ ! -e "$root/$part" ]; then
    found=$(cd "$root/tests" && find . -type d -name "$part" -exec test -f '{}/CMakeLists.txt' ';' -print | sed 's,^\./,,')
    if [ "$(grep -c . <<<"$found")" != 1 ]; then
      echo "./test: \"$part\" is neither a path of the tree nor the name of one folder below tests/." >&2
      return 1
    fi
    part=$found
  fi
  part=${part#tests/}
  while [ ! -f "$root/tests/$part/CMakeLists.txt" ]; do part=$(dirname "$part"); done
  if [ "$part" = . ] || [ "$part" = tests ]; then
    echo "./test: no folder below tests/ is that of \"$2\"." >&2
    return 1
  fi
  echo "tests/$part"
  # Single instructions have measured results as well.
  case $part in vgpu/exec*) echo tests/golden/instructions ;; esac
}
