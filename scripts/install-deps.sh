#!/usr/bin/env bash
# Installs the Debian packages that tilefuzz builds with.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)

usage() {
  cat <<EOF
usage: scripts/install-deps.sh [--yes] [--no-root] [--checks] [--dry-run]

Says which packages of scripts/packages.txt are missing and how large they are, asks, and installs them with apt.
  --yes      do not ask
  --no-root  install nothing; say what is missing and how to get it. Exit status 0 if the build can still go ahead
  --checks   also what scripts/check-format.sh and scripts/check-tidy.sh need
  --dry-run  say what would be installed, then stop
EOF
}

yes=0 root=1 sets=build dry=0
while (($#)); do
  case $1 in
    -h | --help) usage; exit 0 ;;
    --yes) yes=1 ;;
    --no-root) root=0 ;;
    --checks) sets="build|check" ;;
    --dry-run) dry=1 ;;
    *) usage >&2; exit 2 ;;
  esac
  shift
done

# Left out, the build is slower or some tests do not run, but the program is the same.
optional=" ccache git libbenchmark-dev clang-format clang-tidy "

have() { [[ "$(dpkg-query -W -f='${db:Status-Status}' "$1" 2>/dev/null)" == installed ]]; }

# A tool may stand on the PATH without being a package (a private build, a module of a cluster).
tool_of() {
  case $1 in
    g++ | cmake | ccache | python3 | git | clang-format | clang-tidy) echo "$1" ;;
    ninja-build) echo ninja ;;
    pkg-config) echo pkg-config ;;
  esac
}
present() {
  local tool
  tool=$(tool_of "$1")
  if [[ -n $tool ]]; then
    command -v "$tool" >/dev/null
  elif [[ $1 == python3-venv ]]; then
    python3 -c 'import ensurepip, venv' 2>/dev/null
  else
    have "$1"
  fi
}

missing=()
while read -r package set; do
  [[ $package == \#* || -z $package ]] && continue
  [[ $set =~ ^($sets)$ ]] || continue
  present "$package" || missing+=("$package")
done <"$here/packages.txt"

if ((${#missing[@]} == 0)); then
  echo "packages: all are installed"
  exit 0
fi

if ((root == 0)); then
  needed=()
  for package in "${missing[@]}"; do [[ $optional == *" $package "* ]] || needed+=("$package"); done
  echo "packages missing: ${missing[*]}"
  if ((${#needed[@]} == 0)); then
    echo "none of them is needed to build; going on without"
    exit 0
  fi
  # Headers may lie in a prefix that dpkg does not know, so only the tools are certain to be missing.
  tools=()
  for package in "${needed[@]}"; do [[ -n "$(tool_of "$package")" || $package == python3-venv ]] && tools+=("$package"); done
  if ((${#tools[@]})); then
    echo "cannot build without: ${tools[*]}. Ask an administrator for: apt-get install ${needed[*]}" >&2
    exit 1
  fi
  echo "libraries must then come from CMAKE_PREFIX_PATH and PKG_CONFIG_PATH; else: apt-get install ${needed[*]}"
  exit 0
fi

command -v apt-get >/dev/null || { echo "no apt-get here; install the equivalent of: ${missing[*]}" >&2; exit 1; }
as_root=()
if ((EUID != 0)); then
  command -v sudo >/dev/null || { echo "not root and no sudo: use --no-root, or have installed: ${missing[*]}" >&2; exit 1; }
  as_root=(sudo)
fi
export DEBIAN_FRONTEND=noninteractive
apt=("${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=300 -o Acquire::Retries=3)

echo "packages to install with apt: ${missing[*]}"
plan() { apt-get install --no-install-recommends --print-uris -qq "${missing[@]}" 2>/dev/null; }
if ! uris=$(plan) && ((dry == 0)); then
  echo "refreshing apt's package lists (some 10 MB)"
  "${apt[@]}" update -qq
  uris=$(plan) || { echo "apt does not know all of them on this system; see docs/dependencies.md" >&2; exit 1; }
fi
if [[ -n $uris ]]; then
  awk '{ n++; bytes += $3 } END { printf "download: %.0f MB in %d packages, with what they depend on\n", bytes / 1e6, n }' <<<"$uris"
else
  # Without package lists apt cannot tell; this is the sum for an empty Debian 12.
  echo "download: up to 180 MB, and some 10 MB of package lists"
fi
((dry)) && exit 0
if ((yes == 0)); then
  [[ -t 0 ]] || { echo "not a terminal; use --yes to install without a question" >&2; exit 1; }
  read -r -p "install? [y/N] " answer
  [[ $answer == [yY]* ]] || { echo "stopped; nothing was installed" >&2; exit 1; }
fi
# Package lists may be older than the archive: refresh them once if a download fails.
"${apt[@]}" install --no-install-recommends -y -qq "${missing[@]}" ||
  { "${apt[@]}" update -qq && "${apt[@]}" install --no-install-recommends -y -qq "${missing[@]}"; }
