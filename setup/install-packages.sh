# Debian packages: finds the missing ones and installs them.

# Names of the packages for "run" or "test".
wanted_packages() {
  local who=$1
  awk -v who="$who" '/^[a-z]/ && ($1 == "run" || who == "test") { print $2 }' "$ROOT/setup/debian-packages.txt"
}

missing_packages() {
  local package installed
  installed=$(dpkg-query -W -f '${Package} ${db:Status-Status}\n' 2>/dev/null | awk '$2 == "installed" { print $1 }')
  for package in $(wanted_packages "$1"); do
    grep -qxF "$package" <<<"$installed" || echo "$package"
  done
}

install_packages() {
  local missing as_root=()
  mapfile -t missing < <(missing_packages "$1")
  [ ${#missing[@]} -gt 0 ] || return 0
  if [ "$(id -u)" -ne 0 ]; then
    command -v sudo >/dev/null ||
      fail "these Debian packages are missing and there is no sudo; as root, run: apt-get install ${missing[*]}"
    as_root=(sudo)
  fi
  say "Installing Debian packages with apt: ${missing[*]}"
  local log="$ROOT/.cache/apt.log"
  if ! "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get update >"$log" 2>&1; then
    say "The package lists could not be updated; trying with those at hand."
  fi
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
    apt-get install --yes --no-install-recommends "${missing[@]}" >>"$log" 2>&1 ||
    fail "apt could not install ${missing[*]}; check the network and the end of $log, then start again."
}
