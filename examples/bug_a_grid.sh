#!/usr/bin/env bash
# Bug A's boundary: which stages and K iterations of a 2:4-sparse 8-bit GEMM make TileLang 0.1.13 abort.
# A loop over `tilefuzz run`; each cell is the seed with two numbers changed.
#
#   examples/bug_a_grid.sh [TILEFUZZ [TARGET [ARCH]]]
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
tilefuzz=${1:-$root/build/release/app/tilefuzz} target=${2:-tilelang@0.1.13} arch=${3:-sm_89}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

printf '%-24s %-10s %-10s %-10s %-10s\n' "iterations \\ stages" 0 1 2 3
for iterations in 1 2 3 4; do
  printf '%-24s' "$iterations"
  for stages in 0 1 2 3; do
    sed -e "s/256/$((128 * iterations))/g" -e "s/0 to 2/0 to $iterations/" -e "s/stages = 1/stages = $stages/" \
      "$root/corpus/seeds/sparse_gemm.tile" >"$folder/cell.tile"
    outcome=$("$tilefuzz" run "$folder/cell.tile" --target "$target" --arch "$arch" --fail-on none | awk 'NR == 2 {print $4}')
    printf ' %-10s' "$outcome"
  done
  printf '\n'
done
