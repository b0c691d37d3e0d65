#!/usr/bin/env bash
# The main job from a fresh machine: installs, builds, fetches the compilers under test, runs a campaign.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
binary=$(dirname "$here")/build/release/app/tilefuzz

usage() {
  cat <<EOF
usage: scripts/fuzz.sh [--yes] [--no-root] [FUZZ_OPTION...]

Says what it will install and how large, asks once, installs, builds, fetches the pinned compilers, and runs
\`tilefuzz fuzz\` with its default targets for ten minutes. Every other option goes to \`tilefuzz fuzz\`, for example
  scripts/fuzz.sh --time 10m --seed 7
  scripts/fuzz.sh --target tileiras@13.3.36 --arch sm_120 --grammar factorization,dynamic_mma
  --yes      do not ask
  --no-root  install no Debian packages; build with what is there and say what is missing
EOF
}

yes=0 packages=() options=()
while (($#)); do
  case $1 in
    -h | --help) usage; exit 0 ;;
    --yes) yes=1 ;;
    --no-root) packages=(--no-root) ;;
    --) shift; options+=("$@"); break ;;
    *) options+=("$1") ;;
  esac
  shift
done

plan=$("$here/install-deps.sh" --dry-run "${packages[@]}"; "$here/fetch-compilers.sh" --dry-run)
echo "$plan"
if ((yes == 0)) && grep -q '^download:' <<<"$plan"; then
  [[ -t 0 ]] || { echo "fuzz: not a terminal; use --yes to install without a question" >&2; exit 2; }
  read -r -p "install and go on? [y/N] " answer
  [[ $answer == [yY]* ]] || { echo "stopped; nothing was installed" >&2; exit 1; }
fi
# The campaign runs where the user stands, so it is told where the compilers are.
TILEFUZZ_COMPILERS=$(realpath -m "${TILEFUZZ_COMPILERS:-$here/../build/compilers}")
export TILEFUZZ_COMPILERS
"$here/install-deps.sh" --yes "${packages[@]}"
"$here/fetch-compilers.sh"
"$here/build.sh" --target tilefuzz >&2
# Without an end of its own the campaign gets ten minutes.
[[ " ${options[*]} " =~ \ --(time|cases|help)[\ =] ]] || options+=(--time 10m)
exec "$binary" fuzz "${options[@]}"
