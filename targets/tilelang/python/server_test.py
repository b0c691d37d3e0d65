"""The server with a real TileLang: start-up, protocol errors, end of input.

Needs the Python of an environment that holds TileLang: TILEFUZZ_TILELANG_PYTHON=/.../bin/python
"""

import json
import os
import subprocess
import sys
import tempfile
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
PYTHON = os.environ.get("TILEFUZZ_TILELANG_PYTHON")
LIMITS = {"cpu_seconds": 60, "wall_seconds": 120, "memory_bytes": 4 << 30, "output_bytes": 64 << 20}
PROGRAM = """
import tilelang.language as T


def build():
    @T.prim_func
    def main(A: T.Tensor((64, 64), "float32"), C: T.Tensor((64, 64), "float32")):
        with T.Kernel(1, threads=128):
            a = T.alloc_shared((64, 64), "float32")
            T.copy(A[0, 0], a)
            T.copy(a, C[0, 0])

    return main
"""


@unittest.skipUnless(PYTHON, "TILEFUZZ_TILELANG_PYTHON is not set")
class Server(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        environment = {
            "PATH": "/usr/bin:/bin",
            "HOME": cls.folder.name,
            "TMPDIR": cls.folder.name,
            "PYTHONPATH": os.path.join(HERE, "torch_stand_in"),
            "TILELANG_CACHE_DIR": os.path.join(cls.folder.name, "cache"),
            "OMP_NUM_THREADS": "1",
            "OPENBLAS_NUM_THREADS": "1",
            "CUDA_VISIBLE_DEVICES": "",
            "PYTHONHASHSEED": "0",
        }
        cls.server = subprocess.Popen(
            [PYTHON, "-s", os.path.join(HERE, "server.py")],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=environment,
        )
        cls.ready = json.loads(cls.server.stdout.readline())

    @classmethod
    def tearDownClass(cls):
        cls.server.stdin.close()
        assert cls.server.wait(20) == 0
        cls.server.stdout.close()
        cls.folder.cleanup()

    def ask(self, line):
        self.server.stdin.write((line if isinstance(line, bytes) else json.dumps(line).encode()) + b"\n")
        self.server.stdin.flush()
        return json.loads(self.server.stdout.readline())

    def compile(self, text, arch="sm_80", **more):
        file = os.path.join(self.folder.name, "program.py")
        with open(file, "w") as out:
            out.write(text)
        out_dir = os.path.join(self.folder.name, "out")
        request = {"kind": "compile", "id": 7, "file": file, "arch": arch, "out_dir": out_dir, "limits": LIMITS}
        return self.ask({**request, **more})

    def test_ready(self):
        self.assertEqual(self.ready["kind"], "ready")
        self.assertEqual(self.ready["threads"], 1)
        self.assertEqual((self.ready["warm"]["dense"], self.ready["warm"]["sparse"]), ("ok", "ok"))
        self.assertIn("no available layout", self.ready["warm"]["failing"])
        self.assertEqual(len(self.ready["hash"]), 64)

    def test_ok_with_launch_facts(self):
        answer = self.compile(PROGRAM)
        self.assertEqual((answer["status"], answer["id"]), ("ok", 7), answer)
        (function,) = answer["artifact"]["functions"]
        self.assertEqual(function["symbol"], "main_kernel")
        self.assertEqual(function["parameters"], ["A", "C"])
        self.assertEqual(function["thread_extent"]["threadIdx.x"], "128")

    def test_unknown_pass_configuration_is_a_fault_of_the_request(self):
        answer = self.compile(PROGRAM, pass_configs={"tl.no_such_thing": True})
        self.assertEqual((answer["status"], answer["phase"]), ("exception", "configure"))

    def test_bad_requests_are_answered(self):
        for line in (
            b"{",
            b"[1]",
            b"\xff\xfe",
            b"[" * 100000,
            b'"' + b"x" * (3 << 20),
            {"kind": "compile", "id": 1},
            {"kind": "compile", "file": "relative.py", "out_dir": "/nowhere", "arch": "sm_80", "limits": LIMITS},
            {"kind": "compile", "file": "/f.py", "out_dir": "/proc/forbidden", "arch": "sm_80", "limits": LIMITS},
            {"kind": "compile", "file": "/f.py", "out_dir": "/tmp", "arch": "sm_80", "limits": {"cpu_seconds": True}},
            {"kind": "dance", "id": 1},
        ):
            self.assertEqual(self.ask(line)["kind"], "error", line[:60] if isinstance(line, bytes) else line)
        self.assertEqual(self.ask({"kind": "ping", "id": 9}), {"kind": "pong", "id": 9})


if __name__ == "__main__":
    unittest.main()
