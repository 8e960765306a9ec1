# Downloads from the Python package index, with pip's own settings, each file checked against its hash.

# Debian's own interpreter, whatever else is first on PATH.
SETUP_PYTHON=/usr/bin/python3

# pip_fetch <what> <pip arguments …>
pip_fetch() {
  local what=$1 log="${SETUP_LOGS:-$ROOT/.cache}/pip.log"
  shift
  env -u PYTHONPATH -u PYTHONHOME -u VIRTUAL_ENV "$SETUP_PYTHON" -m pip --disable-pip-version-check "$@" >"$log" 2>&1 && return
  if grep -q 'DO NOT MATCH THE HASHES' "$log"; then
    fail "the download of $what does not have the expected SHA-256; do not use it, and see $log."
  fi
  fail "$what could not be downloaded; check the network (pip's settings are honoured: proxy, index) and the end of $log, then start again."
}
