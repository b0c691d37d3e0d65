#!/usr/bin/env bash
# Installs what is missing, builds, checks and tests tilefuzz.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(dirname "$here")

usage() {
  cat <<EOF
usage: scripts/test.sh [--sanitize] [--yes] [--no-root] [--no-fetch] [--jobs N] [-- CTEST_ARGUMENT...]

From nothing to a tested build: Debian packages, the pinned compilers under test, the build, the layers and format
checks, then ctest. Exit status 0 only if everything passed.
  --sanitize  build and test with the address and undefined-behaviour sanitizers (without tests of real compilers, labelled real)
  --yes       install without asking
  --no-root   install no Debian packages; build with what is there and say what is missing
  --no-fetch  download no compilers; tests that need a missing one say so
  --jobs N    tests at a time (default 2)
EOF
}

preset=release ask=() packages=() fetch=1 jobs=2
while (($#)); do
  case $1 in
    -h | --help) usage; exit 0 ;;
    --sanitize) preset=asan ;;
    --yes) ask=(--yes) ;;
    --no-root) packages=(--no-root) ;;
    --no-fetch) fetch=0 ;;
    --jobs) jobs=${2:?--jobs needs a number}; shift ;;
    --) shift; break ;;
    *) usage >&2; exit 2 ;;
  esac
  shift
done

# Tests run in other folders than this one.
TILEFUZZ_COMPILERS=$(realpath -m "${TILEFUZZ_COMPILERS:-$root/build/compilers}")
export TILEFUZZ_COMPILERS
# Longest that the tests may take altogether, so that a hanging one ends in a message.
test_seconds=1500

"$here/install-deps.sh" "${ask[@]}" "${packages[@]}"
((fetch)) && "$here/fetch-compilers.sh"
"$here/build.sh" --preset "$preset"

failed=()
check() {
  local name=$1
  shift
  "$@" || failed+=("$name")
}
check layers "$here/check-layers"
check "tests of the layers check" python3 "$here/check-layers_test.py"
if command -v clang-format >/dev/null; then
  check format "$here/check-format.sh"
else
  echo "format: not checked, clang-format is not installed (scripts/install-deps.sh --checks)"
fi
if ((${#failed[@]})); then echo "checks: failed: $(printf '%s; ' "${failed[@]}")"; else echo "checks: all passed"; fi

cd "$root"
timeout -k 30 "$test_seconds" ctest --preset "$preset" -j "$jobs" --no-label-summary "$@" || failed+=("ctest")
if ((${#failed[@]})); then
  echo "test: failed: $(printf '%s; ' "${failed[@]}")" >&2
  exit 1
fi
