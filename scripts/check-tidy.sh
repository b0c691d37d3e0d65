#!/usr/bin/env bash
# Runs clang-tidy with the checks of .clang-tidy.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

usage() {
  cat <<EOF
usage: scripts/check-tidy.sh [--all | --since COMMIT | FILE...] [--seconds N] [--build FOLDER]

  --all           every C++ source
  --since COMMIT  what differs from COMMIT, uncommitted changes included (the default, with HEAD~1)
  --seconds N     start no further file after N seconds (default 900); what went unchecked is counted in the last line
  --build FOLDER  where compile_commands.json lies (default build/release, configured if it is missing)
EOF
}

mode=since base=HEAD~1 seconds=900 build=$root/build/release files=()
while (($#)); do
  case $1 in
    -h | --help) usage; exit 0 ;;
    --all) mode=all ;;
    --since) mode=since base=${2:?--since needs a commit}; shift ;;
    --seconds) seconds=${2:?--seconds needs a number}; shift ;;
    --build) build=$(cd "${2:?--build needs a folder}" && pwd); shift ;;
    -*) usage >&2; exit 2 ;;
    *) mode=files; files+=("$(realpath "$1")") ;;
  esac
  shift
done
command -v clang-tidy >/dev/null || { echo "check-tidy: no clang-tidy; scripts/install-deps.sh --checks installs it" >&2; exit 1; }
cd "$root"
[[ -f $build/compile_commands.json ]] || cmake --preset release >/dev/null

# A changed header is checked through the source of the same name and its test.
changed() {
  { git diff --name-only "$base" -- 2>/dev/null || git ls-files; git ls-files -o --exclude-standard; } |
    sed -nE 's/\.(h|cpp)$//p' | sort -u | sed -E 'p; s/$/_test/' | sed 's/$/.cpp/'
}
case $mode in
  all) mapfile -t files < <(git ls-files -co --exclude-standard -- '*.cpp') ;;
  since) mapfile -t files < <(changed) ;;
esac
# Only what is built has flags to be parsed with. The order is drawn anew for each commit, so that a short time limit
# does not leave the same files out every time.
mapfile -t files < <(printf '%s\n' "${files[@]}" | python3 -c '
import json, os, sys
built = {os.path.realpath(os.path.join(e["directory"], e["file"])) for e in json.load(open(sys.argv[1]))}
for path in sorted({os.path.realpath(line.strip()) for line in sys.stdin if line.strip()} & built):
    print(path)
' "$build/compile_commands.json" | shuf --random-source=<(yes "$(git rev-parse HEAD 2>/dev/null)"))
if ((${#files[@]} == 0)); then
  echo "tidy: no C++ source to check"
  exit 0
fi

results=$(mktemp -d)
trap 'rm -rf "$results"' EXIT
check_one() {
  (($(date +%s) < deadline)) || return 0
  local name=${1//\//+} output
  if output=$(timeout 180 clang-tidy -p "$build" --quiet "$1" 2>/dev/null); then
    touch "$results/$name.ok"
  else
    echo "${output:-$1: clang-tidy gave no answer}"
    touch "$results/$name.bad"
  fi
}
export -f check_one
export build results deadline=$(($(date +%s) + seconds))
# shellcheck disable=SC2016  # $1 is for the inner shell
printf '%s\0' "${files[@]}" | xargs -0 -n 1 -P "$(nproc)" bash -c 'check_one "$1"' _
count() { find "$results" -name "*.$1" | wc -l; }
echo "tidy: $(count ok) of ${#files[@]} files are clean, $(count bad) are not, $((${#files[@]} - $(count ok) - $(count bad))) went unchecked for lack of time"
[[ $(count bad) == 0 ]]
