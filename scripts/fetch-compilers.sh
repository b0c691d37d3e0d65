#!/usr/bin/env bash
# Installs the pinned compilers under test, each into a virtual environment of its own.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
pins=$here/compilers.txt
root=${TILEFUZZ_COMPILERS:-$here/../build/compilers}

usage() {
  cat <<EOF
usage: scripts/fetch-compilers.sh [--list | --dry-run | --all | NAME@VERSION ...]

Installs compilers of scripts/compilers.txt into build/compilers/NAME-VERSION (or \$TILEFUZZ_COMPILERS/NAME-VERSION)
and checks that each one starts. Without a name: the default set. What is there already stays untouched.
  --list      print every known compiler and whether it is installed
  --dry-run   say what would be downloaded and how large, then stop
  --all       every known compiler, not only the default set
EOF
}

die() { echo "fetch-compilers: $*" >&2; exit 1; }

row_of() { awk -v id="$1" '!/^#/ && NF && $1 "@" $2 == id' "$pins"; }
ids_of() { awk -v set="$1" '!/^#/ && NF && (set == "all" || $3 == set) { print $1 "@" $2 }' "$pins"; }
packages_of() { row_of "$1" | cut -d' ' -f1- | awk '{ for (i = 4; i <= NF; i++) print $i }'; }
requirements_of() { packages_of "$1" | sed 's/:[0-9]*$//'; }
folder_of() { echo "$root/${1/@/-}"; }

# The stamp is written last and names the pins, so a half-made or outdated environment is never taken for a good one.
installed() { [[ "$(cat "$(folder_of "$1")/tilefuzz-pins" 2>/dev/null)" == "$(requirements_of "$1")" ]]; }

megabytes_of() {
  for id in "$@"; do packages_of "$id"; done | sort -u | awk -F: '{ sum += $2 } END { print sum + 0 }'
}

# Runs a command without what could point tileiras at another CUDA toolkit.
clean() { env -u CUDA_HOME -u CUDA_PATH -u CUDA_ROOT -u PYTHONPATH -u PYTHONHOME "$@"; }

check_tileiras() {
  local bin
  bin=$(echo "$1"/lib/python3*/site-packages/nvidia/cu13/bin)
  [[ -e "$bin/../nvvm/lib64/libnvvm.so" || -e "$bin/../lib/libnvvm.so.4" ]] || return 1
  clean timeout 60 "$bin/tileiras" --version >/dev/null && clean timeout 60 "$bin/ptxas" --version >/dev/null
}

# A full `import tilelang` needs the stand-in for torch, which belongs to the target, not to this environment.
check_tilelang() {
  clean timeout 120 "$1/bin/python" -c '
import importlib.metadata, importlib.util, sys
import numpy, ml_dtypes, tvm_ffi, z3
assert importlib.util.find_spec("tilelang"), "no tilelang package"
assert importlib.metadata.version("tilelang").split("+")[0] == sys.argv[1], "another version"
' "$2"
}

check() {
  local name=${1%@*} version=${1#*@}
  case $name in
    tileiras) check_tileiras "$2" ;;
    tilelang) check_tilelang "$2" "$version" ;;
    *) die "$name has no start-up check in scripts/fetch-compilers.sh" ;;
  esac
}

# pip lives once, outside the compilers' environments: it is not part of a compiler's identity.
pip() {
  local tool=$root/.pip
  if [[ ! -e $tool/ready ]]; then
    rm -rf "$tool"
    python3 -m venv "$tool" || die "python3 cannot make virtual environments; install the package python3-venv"
    touch "$tool/ready"
  fi
  clean "$tool/bin/python" -m pip --disable-pip-version-check "$@"
}

install() {
  local id=$1 folder temporary
  folder=$(folder_of "$id")
  temporary=$root/.making-${id/@/-}
  rm -rf "$temporary"
  python3 -m venv --without-pip "$temporary"
  mapfile -t requirements < <(requirements_of "$id")
  pip download --quiet --no-input --no-deps --only-binary :all: --dest "$root/.wheels" "${requirements[@]}" ||
    die "pip could not download $id; its message stands above"
  pip --python "$temporary/bin/python" install --quiet --no-input --no-deps --no-index --find-links "$root/.wheels" \
    "${requirements[@]}" || die "pip could not install $id; its message stands above"
  # Wrapper scripts carry the path that they were made under.
  grep -rlIF "$temporary" "$temporary/bin" "$temporary/pyvenv.cfg" | while read -r file; do
    sed -i "s|$temporary|$folder|g" "$file"
  done || true
  check "$id" "$temporary" || die "$id was installed but does not start; nothing was kept"
  # tileiras 13.1 looks for libnvvm in nvvm/lib64 only, where the wheel does not put it.
  if [[ $id == tileiras@13.1.* ]]; then
    (cd "$temporary"/lib/python3*/site-packages/nvidia/cu13/nvvm && mkdir -p lib64 && ln -sfn ../../lib/libnvvm.so.4 lib64/libnvvm.so)
  fi
  requirements_of "$id" >"$temporary/tilefuzz-pins"
  rm -rf "$folder"
  mv "$temporary" "$folder"
  echo "installed $id in $folder"
}

mode=install
ids=()
while (($#)); do
  case $1 in
    -h | --help) usage; exit 0 ;;
    --list) mode=list ;;
    --dry-run) mode=dry ;;
    --all) mapfile -t ids < <(ids_of all) ;;
    -*) usage >&2; exit 2 ;;
    *)
      [[ -n "$(row_of "$1")" ]] || { echo "fetch-compilers: unknown compiler '$1'; known: $(ids_of all | paste -sd' ')" >&2; exit 2; }
      ids+=("$1")
      ;;
  esac
  shift
done
[[ "$(uname -sm)" == "Linux x86_64" ]] || die "the pinned wheels are for Linux on x86_64"
mkdir -p "$root"
root=$(cd "$root" && pwd)

if [[ $mode == list ]]; then
  for id in $(ids_of all); do
    if installed "$id"; then state=installed; else state="not installed, $(megabytes_of "$id") MB"; fi
    printf '%-20s %s\n' "$id" "$state"
  done
  exit 0
fi
((${#ids[@]})) || mapfile -t ids < <(ids_of default)

exec 9>"$root/.lock"
flock -w 3600 9 || die "another fetch has held $root/.lock for an hour"
missing=()
for id in "${ids[@]}"; do installed "$id" || missing+=("$id"); done
if ((${#missing[@]} == 0)); then
  echo "compilers: all ${#ids[@]} are installed in $root"
  exit 0
fi
echo "compilers to install into $root: ${missing[*]}"
echo "download: up to $(megabytes_of "${missing[@]}") MB from the Python package index (less what pip has cached)"
for id in "${missing[@]}"; do printf '  %-18s %s\n' "$id" "$(packages_of "$id" | sed 's/:\(.*\)/ (\1 MB)/' | paste -sd, | sed 's/,/, /g')"; done
[[ $mode == dry ]] && exit 0
# Wheels wait here so that what several compilers share is fetched once, also where pip's own cache is off.
for id in "${missing[@]}"; do install "$id"; done
rm -rf "$root/.wheels"
