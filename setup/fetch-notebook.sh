# Jupyter's kernel and client for the test of the notebooks, out of pinned wheels, in a folder of their own.

fetch_notebook() {
  local list="$ROOT/setup/notebook-wheels.txt" target scratch
  target="$DEPS/notebook-$(sha256sum "$list" | cut -c1-12)"
  [ -e "$target/.complete" ] && return
  say "Fetching what runs notebooks in a test (35 MiB)"
  scratch=$(mktemp -d "$DEPS/fetch.XXXXXX")
  pip_fetch "the packages of setup/notebook-wheels.txt" install --no-deps --only-binary :all: --require-hashes --no-warn-script-location \
    --root-user-action ignore --target "$scratch/packages" --requirement "$list"
  touch "$scratch/packages/.complete"
  rm -rf "$DEPS"/notebook-*
  mv "$scratch/packages" "$target"
  rm -rf "$scratch"
}
