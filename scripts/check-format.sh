#!/usr/bin/env bash
# Checks (or mends) the layout of all C++ files against .clang-format.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

mode=(--dry-run --Werror)
case ${1-} in
  -h | --help) echo "usage: scripts/check-format.sh [--fix]   check all C++ files against .clang-format, or rewrite them"; exit 0 ;;
  --fix) mode=(-i) ;;
  '') ;;
  *) echo "usage: scripts/check-format.sh [--fix]" >&2; exit 2 ;;
esac
command -v clang-format >/dev/null || { echo "check-format: no clang-format; scripts/install-deps.sh --checks installs it" >&2; exit 1; }
cd "$root"
mapfile -d '' files < <(git ls-files -coz --exclude-standard -- '*.h' '*.cpp' '*.c' | while IFS= read -r -d '' file; do
  [[ -f $file ]] && printf '%s\0' "$file"
done)
((${#files[@]})) || { echo "format: no C++ files"; exit 0; }
if ! printf '%s\0' "${files[@]}" | timeout 300 xargs -0 -n 16 -P "$(nproc)" clang-format --style=file "${mode[@]}"; then
  echo "format: the files above differ; scripts/check-format.sh --fix rewrites them" >&2
  exit 1
fi
echo "format: ${#files[@]} files are laid out as .clang-format says"
