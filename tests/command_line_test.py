"""The command line as a user meets it: exit statuses, messages, JSON, and the seed bugs on real compilers.

Usage: command_line_test.py TILEFUZZ [unittest arguments]. Tests of a compiler that is not installed report
themselves skipped.
"""

import json
import os
import signal
import subprocess
import sys
import tempfile
import time
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
SEEDS = os.path.join(ROOT, "corpus", "seeds")
TILEFUZZ = os.path.abspath(sys.argv.pop(1))  # before the decorators ask it what is installed


def tilefuzz(*arguments, seconds=280, environment=None):
    return subprocess.run(
        [TILEFUZZ, *arguments], capture_output=True, text=True, timeout=seconds, cwd=ROOT,
        env={**os.environ, **(environment or {})})


def cells(*arguments, **keywords):
    """Outcome and verdict of each cell of `run`, in order."""
    result = tilefuzz("run", *arguments, "--json", **keywords)
    return [json.loads(line) for line in result.stdout.splitlines()], result


def installed(target):
    listing = tilefuzz("targets", "--json")
    names = {f"{row['target']}@{row['version']}" for row in map(json.loads, listing.stdout.splitlines())}
    return target in names


def needs(target):
    return unittest.skipUnless(installed(target), f"{target} is not installed")


class BadInput(unittest.TestCase):
    def check_file(self, text, *expected):
        with tempfile.NamedTemporaryFile("w", suffix=".tile") as file:
            file.write(text)
            file.flush()
            result = tilefuzz("check", file.name)
        self.assertEqual(result.returncode, 2)
        for part in expected:
            self.assertIn(part, result.stderr + result.stdout)

    def test_missing_file_and_folder(self):
        for path in ("/nonexistent.tile", ROOT):
            result = tilefuzz("check", path)
            self.assertEqual(result.returncode, 2, result)
            self.assertIn(path, result.stderr)

    def test_a_syntax_error_names_its_place(self):
        self.check_file("tile 1\nkernel @k() grid [1] {\n  %x = laod 1\n}\n", ":3:8:", "load")

    def test_a_broken_rule_is_named(self):
        self.check_file(
            "tile 1\nkernel @k(%a: tensor<f32, [64, 64]> readonly) grid [1] {\n"
            "  %x = load %a[0, 0] : tile<64x64xf32>\n  store %a[0, 0], %x\n}\n", ":4:3:", "[param.readonly]")

    def test_a_trap_is_named(self):
        self.check_file(
            "tile 1\nkernel @k(%a: tensor<f32, [8, 8]>) grid [1] {\n"
            "  %x = load %a[1, 0] : tile<8x8xf32>\n  store %a[0, 0], %x\n}\n", "trap.poison.stored")

    def test_usage(self):
        seed = os.path.join(SEEDS, "left_superpanel.tile")
        for arguments in ((), ("nosuch",), ("run", seed), ("run", seed, "--target", "nosuch"),
                          ("run", seed, "--target", "mock", "--arch", "sm_1"),
                          ("run", seed, "--target", "mock", "--levels", "x"),
                          ("run", seed, "--target", "mock", "--limit", "memory=60MB"),
                          ("run", seed, "--target", "mock", "--option", "nosuch=1"),
                          ("fuzz", "--target", "mock"), ("fuzz", "--target", "mock", "--time", "soon"),
                          ("fuzz", "--target", "mock", "--cases", "1", "--grammar", "dens_gemm"),
                          ("generate", "--grammar", "nosuch")):
            with self.subTest(arguments=arguments):
                result = tilefuzz(*arguments)
                self.assertEqual(result.returncode, 2, result)
                self.assertTrue(result.stderr)

    def test_help_lists_every_grammar(self):
        text = tilefuzz("generate", "--help").stdout
        for grammar in ("factorization", "dynamic_mma", "dense_gemm", "sparse_gemm"):
            self.assertIn(grammar, text)


class Mock(unittest.TestCase):
    def test_a_crash_is_exit_status_1_unless_told(self):
        seed = os.path.join(SEEDS, "left_superpanel.tile")
        common = ("run", seed, "--target", "mock", "--arch", "mock_2", "--levels", "1")
        self.assertEqual(tilefuzz(*common).returncode, 1)
        self.assertEqual(tilefuzz(*common, "--fail-on", "none").returncode, 0)

    def test_every_line_of_json_has_schema_and_kind(self):
        with tempfile.TemporaryDirectory() as folder:
            result = tilefuzz("fuzz", "--target", "mock", "--cases", "40", "--seed", "3", "--db", folder, "--json")
        lines = [json.loads(line) for line in result.stdout.splitlines()]
        self.assertTrue(lines)
        for line in lines:
            self.assertEqual(line["schema"], 1)
            self.assertIn("kind", line)
        self.assertEqual(lines[-1]["kind"], "summary")
        self.assertEqual(lines[-1]["our_faults"], [])

    def test_the_command_of_a_finding_shows_it_again(self):
        with tempfile.TemporaryDirectory() as folder:
            result = tilefuzz("fuzz", "--target", "mock", "--cases", "40", "--seed", "3", "--db", folder, "--json")
            buckets = [row for row in map(json.loads, result.stdout.splitlines()) if row["kind"] == "bucket"]
            crash = next(row for row in buckets
                         if row["class"] == "ice-on-valid-code" and row["confidence"] == "confirmed")
            again = tilefuzz(*crash["command"].split()[1:])
            self.assertEqual(again.returncode, 1, again)

    def test_a_killed_campaign_keeps_whole_findings(self):
        with tempfile.TemporaryDirectory() as folder:
            child = subprocess.Popen([TILEFUZZ, "fuzz", "--target", "mock", "--time", "60s", "--seed", "3",
                                      "--db", folder], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            deadline = time.monotonic() + 50
            found = []
            while time.monotonic() < deadline and len(found) < 2:
                time.sleep(0.2)
                found = [os.path.join(base, "finding.json") for base, _, files in os.walk(folder)
                         if "finding.json" in files and not os.path.basename(base).startswith(".")]
            child.send_signal(signal.SIGKILL)
            child.wait(timeout=20)
            self.assertGreaterEqual(len(found), 2)
            for path in found:
                with open(path) as file:
                    self.assertEqual(json.load(file)["kind"], "finding")


@needs("tileiras@13.3.36")
class BugB(unittest.TestCase):
    SEED = os.path.join(SEEDS, "left_superpanel.tile")

    def outcomes(self, *arguments, target="tileiras@13.3.36", arch="sm_120", levels="0,1,2,3"):
        rows, _ = cells(self.SEED, "--target", target, "--arch", arch, "--levels", levels, *arguments)
        return [(row["outcome"]["kind"], row["outcome"]["signal"], row["verdict"]["class"]) for row in rows]

    def test_crashes_above_o0_on_sm_120_under_minimal_tokens(self):
        crash = ("crash", signal.SIGSEGV, "ice-on-valid-code")
        self.assertEqual(self.outcomes(), [("ok", None, "none"), crash, crash, crash])

    def test_serial_tokens_and_sm_90_compile(self):
        fine = ("ok", None, "none")
        self.assertEqual(self.outcomes("--option", "tokens=serial", levels="0,1,3"), [fine] * 3)
        self.assertEqual(self.outcomes(arch="sm_90", levels="0,1,3"), [fine] * 3)

    def test_the_frames_are_those_of_the_public_report(self):
        rows, _ = cells(self.SEED, "--target", "tileiras@13.3.36", "--arch", "sm_120", "--levels", "1")
        self.assertEqual(rows[0]["outcome"]["frames"], ["46b4fd3", "468845e", "439953c", "439a7cc"])
        self.assertEqual(rows[0]["verdict"]["confidence"], "confirmed")

    @needs("tileiras@13.5.37")
    def test_is_gone_in_13_5(self):
        self.assertEqual(self.outcomes(target="tileiras@13.5.37", levels="1"), [("ok", None, "none")])

    def test_the_tmem_copy_abort_on_sm_100(self):
        rows, _ = cells(os.path.join(SEEDS, "tmem_copy.tile"), "--target", "tileiras@13.3.36", "--arch", "sm_100",
                        "--levels", "1")
        self.assertEqual(rows[0]["outcome"]["signal"], signal.SIGABRT)
        self.assertIn("make_tmem_copy", json.dumps(rows[0]["outcome"]))


@needs("tileiras@13.3.36")
class OwnLimits(unittest.TestCase):
    """What we do to a compiler is never a finding, and the tool fault names what we did."""

    def run_disturbed(self, *arguments, environment=None):
        rows, result = cells(BugB.SEED, "--target", "tileiras@13.3.36", "--arch", "sm_120", "--levels", "0",
                             *arguments, environment=environment)
        return rows[0], result

    def test_narrow_limits(self):
        for limit in ("memory=60M", "memory=100M", "memory=120M", "stack=64K"):
            with self.subTest(limit=limit):
                row, result = self.run_disturbed("--limit", limit)
                self.assertEqual(row["outcome"]["kind"], "tool-fault")
                self.assertIn("--limit " + limit.split("=")[0], row["outcome"]["message"])
                self.assertEqual(result.returncode, 3)

    def test_a_missing_scratch_folder(self):
        row, _ = self.run_disturbed("--scratch", "/nonexistent")
        self.assertEqual(row["outcome"]["kind"], "tool-fault")
        self.assertIn("--scratch", row["outcome"]["message"])

    def test_an_inherited_toolkit_is_not_passed_on(self):
        row, _ = self.run_disturbed(environment={"CUDA_HOME": "/nonexistent", "TMPDIR_UNUSED": "x"})
        self.assertEqual(row["outcome"]["kind"], "ok")

    def test_a_target_folder_without_ptxas(self):
        with tempfile.TemporaryDirectory() as folder:
            os.makedirs(os.path.join(folder, "bin"))
            with open(os.path.join(folder, "bin", "tileiras"), "w"):
                pass
            rows, result = cells(BugB.SEED, "--target", f"tileiras@path:{folder}", "--arch", "sm_120",
                                 "--levels", "0")
        self.assertEqual(rows[0]["outcome"]["kind"], "tool-fault")
        self.assertIn("ptxas", rows[0]["outcome"]["message"])
        self.assertEqual(result.returncode, 3)


@needs("tilelang@0.1.13")
class BugA(unittest.TestCase):
    SEED = os.path.join(SEEDS, "sparse_gemm.tile")

    def outcome(self, text, target="tilelang@0.1.13"):
        with tempfile.NamedTemporaryFile("w", suffix=".tile") as file:
            file.write(text)
            file.flush()
            rows, _ = cells(file.name, "--target", target, "--arch", "sm_89")
        return rows[0]

    def seed(self):
        with open(self.SEED) as file:
            return file.read()

    def test_the_seed_is_an_internal_error_of_thread_sync(self):
        row = self.outcome(self.seed())
        self.assertEqual(row["verdict"]["class"], "ice-on-valid-code")
        text = json.dumps(row["outcome"])
        self.assertIn("ThreadSync", text)
        self.assertIn("Cannot match type int32 vs handle", text)

    def test_without_the_layout_and_in_later_versions_it_compiles(self):
        plain = self.seed().replace(", layout = interleaved", "")
        self.assertEqual(self.outcome(plain)["outcome"]["kind"], "ok")
        for version in ("0.1.14", "0.1.15"):
            if installed(f"tilelang@{version}"):
                self.assertEqual(self.outcome(self.seed(), f"tilelang@{version}")["outcome"]["kind"], "ok")


if __name__ == "__main__":
    unittest.main()
