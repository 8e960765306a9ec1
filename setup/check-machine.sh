# Is this a machine that Warpscope runs on?

check_processor() {
  local cpuinfo=${WARPSCOPE_CPUINFO:-/proc/cpuinfo} flags
  [ "$(uname -m)" = x86_64 ] ||
    fail "this processor is $(uname -m), and the virtual GPU needs x86-64 with AVX2 and FMA; use such a machine."
  flags=$(grep -m1 '^flags' "$cpuinfo" || true)
  case " $flags " in
    *" avx2 "*) ;;
    *) fail "this processor has no AVX2, which the virtual GPU needs; use an x86-64 machine from 2015 or later (in a virtual machine, pass the host's CPU model through)." ;;
  esac
  case " $flags " in
    *" fma "*) ;;
    *) fail "this processor has no FMA, which the virtual GPU needs; use an x86-64 machine from 2015 or later (in a virtual machine, pass the host's CPU model through)." ;;
  esac
}

check_system() {
  local release=${WARPSCOPE_OS_RELEASE:-/etc/os-release} id version
  id=$(. "$release" 2>/dev/null && printf '%s' "${ID:-}")
  version=$(. "$release" 2>/dev/null && printf '%s' "${VERSION_ID:-}")
  case "$id" in
    debian) [ "${version%%.*}" -ge 12 ] 2>/dev/null || [ -z "$version" ] ||
      fail "Debian $version is too old; use Debian 12 or newer, or Ubuntu 24.04 or newer." ;;
    ubuntu) [ "${version%%.*}" -ge 24 ] 2>/dev/null ||
      fail "Ubuntu $version is too old; use Ubuntu 24.04 or newer, or Debian 12 or newer." ;;
  esac
  command -v dpkg-query >/dev/null && command -v apt-get >/dev/null ||
    fail "this system has no apt; use Debian 12 or Ubuntu 24.04 or newer (a container is enough), or install what docs/dependencies.md lists and build with 'cmake --preset release'."
}
