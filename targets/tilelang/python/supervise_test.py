"""Whatever a compiler child does, the supervisor ends it and names the cause.

Runs on any Python 3.11 without TileLang: a stand-in compiler calls the program's own function.
"""

import json
import os
import signal
import subprocess
import sys
import tempfile
import textwrap
import time
import types
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import supervise  # noqa: E402

# Wall limits are wide: the tests must hold on a busy machine.
LIMITS = {"cpu_seconds": 2, "wall_seconds": 60, "memory_bytes": 300 << 20, "output_bytes": 1 << 20}


def pretend_tilelang():
    class Artifact:
        kernel_source = "__global__ void k();"
        device_mod = types.SimpleNamespace(functions={})

    def lower(function, **_keywords):
        function()
        return Artifact()

    class Nothing:
        def __init__(self, *arguments, **keywords):
            pass

        def __enter__(self):
            return self

        def __exit__(self, *_arguments):
            return False

    tvm = types.ModuleType("tvm")
    tvm.transform = types.SimpleNamespace(PassContext=Nothing)
    target = types.ModuleType("tvm.target")
    target.Target = Nothing
    tilelang = types.ModuleType("tilelang")
    tilelang.lower = lower
    sys.modules.update({"tvm": tvm, "tvm.target": target, "tilelang": tilelang})


pretend_tilelang()


class Supervise(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.reader, self.writer = os.pipe()

    def tearDown(self):
        os.close(self.reader)
        os.close(self.writer)
        self.folder.cleanup()

    def run_body(self, body, **limits):
        file = os.path.join(self.folder.name, "program.py")
        with open(file, "w") as out:
            out.write("def build():\n    def kernel():\n" + textwrap.indent(textwrap.dedent(body), " " * 8))
            out.write("\n    return kernel\n")
        request = {
            "file": file,
            "arch": "sm_89",
            "out_dir": os.path.join(self.folder.name, "out"),
            "limits": {**LIMITS, **limits},
        }
        return supervise.run(request, abandoned=self.reader)

    def test_ok_leaves_the_text(self):
        answer = self.run_body("pass")
        self.assertEqual(answer["status"], "ok")
        with open(os.path.join(self.folder.name, "out", "kernel.cu")) as text:
            self.assertEqual(text.read(), "__global__ void k();")

    def test_exception_carries_phase_type_and_line_before(self):
        answer = self.run_body("import os\nos.write(2, b'[01:02:03] last words\\n')\nraise KeyError('x')")
        self.assertEqual((answer["status"], answer["phase"]), ("exception", "lower"))
        self.assertEqual(answer["exception"]["type"], "builtins.KeyError")
        self.assertEqual(answer["exception"]["python"][-1]["text"], "raise KeyError('x')")
        self.assertIn("last words", answer["stderr_tail"])

    def test_a_file_that_does_not_run_is_not_the_compilers_fault(self):
        answer = self.run_body("pass\n)")
        self.assertEqual((answer["status"], answer["phase"]), ("exception", "load"))

    def test_signal(self):
        answer = self.run_body("import os\nos.kill(os.getpid(), 11)")
        self.assertEqual((answer["status"], answer["signal"]), ("signal", signal.SIGSEGV))

    def test_busy_loop_reports_where_it_was(self):
        answer = self.run_body("while True: pass", cpu_seconds=1)
        self.assertEqual(answer["status"], "cpu-limit")
        self.assertEqual(len(answer["samples"]), 3)
        self.assertIn("kernel", answer["samples"][0][0])

    def test_sleep_that_ignores_signals(self):
        body = "import signal, time\nfor n in (2, 15, 24): signal.signal(n, signal.SIG_IGN)\ntime.sleep(60)"
        answer = self.run_body(body, wall_seconds=1)
        self.assertEqual(answer["status"], "wall-limit")
        self.assertLess(answer["wall_s"], 30)

    def test_memory(self):
        answer = self.run_body("x = []\nwhile True: x.append(bytearray(1 << 20))")
        self.assertEqual(answer["status"], "memory-limit")

    def test_one_allocation_beyond_the_address_space(self):
        answer = self.run_body("bytearray(1 << 36)")
        self.assertEqual(answer["status"], "memory-limit")

    def test_endless_output(self):
        answer = self.run_body("import os\nwhile True: os.write(1, b'x' * 4096)")
        self.assertEqual(answer["status"], "output-limit")

    def test_exit_without_evidence(self):
        answer = self.run_body("import os\nos._exit(5)")
        self.assertEqual((answer["status"], answer["exit"]), ("no-evidence", 5))

    def test_descendants_in_another_session_are_ended(self):
        body = """
            import os, time
            if os.fork() == 0:
                os.setsid()
                time.sleep(600)
        """
        supervise.adopt_orphans()
        answer = self.run_body(body)
        self.assertEqual(answer["status"], "ok")
        with open(f"/proc/self/task/{os.getpid()}/children") as children:
            self.assertEqual(children.read().split(), [])

    def test_hang_up_ends_the_case(self):
        script = textwrap.dedent(f"""
            import os, sys
            sys.path.insert(0, {os.path.dirname(os.path.abspath(__file__))!r})
            import supervise, supervise_test
            reader, writer = os.pipe()
            os.close(writer)
            supervise.run({{"file": {self.sleeping()!r}, "arch": "sm_89", "out_dir": {self.folder.name!r},
                          "limits": {json.dumps(LIMITS)}}}, abandoned=reader)
            print("came back")
            """)
        started = time.monotonic()
        done = subprocess.run([sys.executable, "-c", script], capture_output=True, timeout=30, text=True)
        self.assertEqual(done.stdout, "")
        self.assertLess(time.monotonic() - started, LIMITS["wall_seconds"])

    def sleeping(self):
        file = os.path.join(self.folder.name, "sleeping.py")
        with open(file, "w") as out:
            out.write("import time\ndef build():\n    return lambda: time.sleep(60)\n")
        return file


if __name__ == "__main__":
    unittest.main()
