#!/usr/bin/env bash
# Configures and builds tilefuzz.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

usage() {
  cat <<EOF
usage: scripts/build.sh [--preset release|asan] [--jobs N] [--target NAME]... [-- CMAKE_ARGUMENT...]

Builds with the presets of CMakePresets.json: \`release\` (the default) into build/release, \`asan\` into build/asan.
Uses ccache where it is installed. --jobs is the number of cores unless memory is short (2 GB a job).
EOF
}

preset=release jobs='' targets=() extra=()
while (($#)); do
  case $1 in
    -h | --help) usage; exit 0 ;;
    --preset) preset=${2:?--preset needs a name}; shift ;;
    --jobs) jobs=${2:?--jobs needs a number}; shift ;;
    --target) targets+=(--target "${2:?--target needs a name}"); shift ;;
    --) shift; extra=("$@"); break ;;
    *) usage >&2; exit 2 ;;
  esac
  shift
done
case $preset in release | asan) ;; *) echo "build: no preset '$preset'; known: release asan" >&2; exit 2 ;; esac

if [[ -z $jobs ]]; then
  jobs=$(nproc)
  by_memory=$(awk '/^MemTotal:/ { print int($2 / 2000000) }' /proc/meminfo)
  ((by_memory < jobs)) && jobs=$((by_memory > 0 ? by_memory : 1))
fi
launcher=()
if command -v ccache >/dev/null; then
  launcher=(-DCMAKE_C_COMPILER_LAUNCHER=ccache -DCMAKE_CXX_COMPILER_LAUNCHER=ccache)
  export CCACHE_BASEDIR=$root CCACHE_NOHASHDIR=true  # two checkouts share what they compile
fi
cd "$root"
cmake --preset "$preset" "${launcher[@]}" "${extra[@]}"
cmake --build --preset "$preset" --parallel "$jobs" "${targets[@]}"
