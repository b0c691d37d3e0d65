"""TileLang's 8-bit sparse GEMM bug through the whole of tilefuzz, from program text to verdict.

usage: real_test.py TILEFUZZ SOURCE_FOLDER boundary|grid     (exit status 77: a compiler is not installed)
"""

import json
import os
import subprocess
import sys
import tempfile

NOT_INSTALLED = 77
CELL_SECONDS = 600


def program(element="i8", accumulator="i32", metadata="i32", layout=True, iterations=2, stages=1, tile=32, k_tile=128):
    global_layout, staged = (", layout = interleaved", " hint {layout = interleaved}") if layout else ("", "")
    columns = iterations * k_tile
    return f"""tile 1
kernel @sparse_gemm(%A: sparse_tensor<2:4, {element}, [{tile}, {columns}]> hint {{metadata = {metadata}{global_layout}}},
                    %B: tensor<{element}, [{columns}, {tile}]>, %C: tensor<{accumulator}, [{tile}, {tile}]>)
    grid [1, 1] hint {{threads = {tile}}} {{
  %zero = constant 0 : tile<{tile}x{tile}x{accumulator}>
  %by = program_id 1
  %bx = program_id 0
  %acc = for %k = 0 to {iterations} carry (%c = %zero) hint {{stages = {stages}}} {{
    %a = load %A[%by, %k] : sparse<2:4, {tile}x{k_tile}x{element}>{staged}
    %b = load %B[%k, %bx] : tile<{k_tile}x{tile}x{element}>
    %d = mma %a, %b, %c
    yield %d
  }}
  store %C[%by, %bx], %acc
}}
"""


class Failures:
    def __init__(self, tilefuzz, folder):
        self.tilefuzz, self.folder, self.found = tilefuzz, folder, []

    def run(self, file, versions, archs="sm_89"):
        targets = ",".join(f"tilelang@{version}" for version in versions)
        command = [self.tilefuzz, "run", file, "--target", targets, "--arch", archs, "--json", "--fail-on", "none"]
        done = subprocess.run(command, capture_output=True, text=True, timeout=CELL_SECONDS)
        if "is not installed" in done.stderr or "no version of tilelang" in done.stderr:
            print(done.stderr.strip())
            sys.exit(NOT_INSTALLED)
        return [json.loads(line) for line in done.stdout.splitlines()]

    def expect(self, name, cells, kinds, crash=None):
        got = [cell["outcome"]["kind"] for cell in cells]
        text = f"{name}: {' '.join(got) or 'nothing'}"
        if got != kinds:
            self.found.append(f"{text}, wanted {' '.join(kinds)}")
        for cell in cells:
            if cell["outcome"]["kind"] != "crash":
                continue
            seen = json.dumps(cell)
            if cell["verdict"]["class"] != "ice-on-valid-code" or any(word not in seen for word in crash or []):
                self.found.append(f"{name}: not the crash that was meant: {seen[:600]}")
        print(text, flush=True)

    def written(self, **changes):
        file = os.path.join(self.folder, "program.tile")
        with open(file, "w") as out:
            out.write(program(**changes))
        return file


BUG = ["ThreadSync", "Cannot match type int32 vs handle"]


def boundary(check, source):
    seed = os.path.join(source, "corpus", "seeds", "sparse_gemm.tile")
    check.expect("seed", check.run(seed, ["0.1.13", "0.1.14", "0.1.15"]), ["crash", "ok", "ok"], BUG)
    for name, changes in (
        ("f16", {"element": "f16", "accumulator": "f32", "metadata": "i16"}),
        ("one iteration", {"iterations": 1}),
        ("no stages", {"stages": 0}),
        ("no layout", {"layout": False}),
    ):
        check.expect(name, check.run(check.written(**changes), ["0.1.13"]), ["ok"])
    wrong_width = check.written(metadata="i16", k_tile=128)
    check.expect("16-bit metadata", check.run(wrong_width, ["0.1.13"]), ["diagnostic"])


def grid(check, _source):
    for iterations in (1, 2, 3, 4):
        for stages in (0, 1, 2, 3):
            fails = stages >= 1 and iterations > stages
            cells = check.run(check.written(iterations=iterations, stages=stages), ["0.1.13"])
            check.expect(f"{iterations} iterations, {stages} stages", cells, ["crash" if fails else "ok"], BUG)


def main():
    tilefuzz, source, which = sys.argv[1:]
    with tempfile.TemporaryDirectory() as folder:
        check = Failures(tilefuzz, folder)
        {"boundary": boundary, "grid": grid}[which](check, source)
    for failure in check.found:
        print("FAILED", failure)
    return 1 if check.found else 0


if __name__ == "__main__":
    sys.exit(main())
