"""A warmed TileLang that forks a child per compilation.

Protocol: one JSON object a line. Requests come on stdin, answers leave on stdout in the order of the
requests; nothing else is ever written to stdout. One case runs at a time.

First line, unasked:
    {"kind": "ready", "protocol": 1, "tilelang": "0.1.13", "python": "3.11.2", "packages": {name: version},
     "hash": "<sha256 of TileLang's libraries and file list>", "warm": {"dense": "ok", ...}, "threads": 1}
or  {"kind": "failed", "error": "..."}: TileLang cannot be imported; the server ends with status 3.

Requests:
    {"kind": "compile", "id": any, "file": "/abs/program.py", "arch": "sm_89", "out_dir": "/abs/dir",
     "pass_configs": {"tl.disable_warp_specialized": true},          may be left out
     "limits": {"cpu_seconds": 60, "wall_seconds": 120, "memory_bytes": 4294967296, "output_bytes": 67108864}}
    {"kind": "ping", "id": any}
    {"kind": "quit"}

Answers:
    {"kind": "compiled", "id": ..., "status": ..., "cpu_s": 0.4, "wall_s": 0.5, "max_rss": bytes,
     "stderr_tail": "...", ...}
        status "ok":         "artifact" {file, bytes, sha256, functions [{symbol, parameters, thread_extent,
                             dynamic_shared_bytes}]}; the CUDA text is out_dir/kernel.cu
        status "exception":  "phase" load|build|configure|lower|write, "exception" {type, message, first_line,
                             python [{file, line, function, text}], native [{file, line, name}],
                             pipeline {...} or null}
        status "signal":     "signal" number
        status "cpu-limit", "wall-limit":  "samples" [[innermost frame, ...], ...]
        status "memory-limit", "output-limit";  "no-evidence": "exit" status of the child
    {"kind": "pong", "id": ...}
    {"kind": "error", "id": ... or null, "error": "..."}: the request is malformed; the server goes on.

out_dir also receives stdout.txt and stderr.txt of the child. The resident size of a child includes the
pages that it shares with the server. The server ends when stdin ends, also in the middle of a case (a
pipe whose writer is gone), and with its parent process.
"""

import hashlib
import importlib.metadata
import json
import os
import platform
import signal
import sys
import traceback

PROTOCOL = 1
LINE_BYTES = 1 << 20
LIMITS = ("cpu_seconds", "wall_seconds", "memory_bytes", "output_bytes")
PACKAGES = ("tilelang", "apache-tvm-ffi", "z3-solver", "numpy", "ml-dtypes")


class BadRequest(Exception):
    pass


def main():
    sys.dont_write_bytecode = True
    out = _take_stdout()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the harness decides; ^C reaches the whole group
    try:
        import supervise
        import warmup

        supervise.die_with_parent()
        supervise.adopt_orphans()
        warm = warmup.run()
    except BaseException as error:
        traceback.print_exc()
        _answer(out, {"kind": "failed", "error": f"{type(error).__name__}: {error}"})
        return 3
    supervise.settle()
    _answer(out, _ready(warm))
    for line in _lines(0):
        identity = None
        try:
            request = _parse(line)
            identity = request.get("id")
            if request["kind"] == "quit":
                return 0
            if request["kind"] == "ping":
                _answer(out, {"kind": "pong", "id": identity})
                continue
            _check(request)
            answer = supervise.run(request, abandoned=0)
            _answer(out, {"kind": "compiled", "id": identity, **answer})
        except BadRequest as error:
            _answer(out, {"kind": "error", "id": identity, "error": str(error)})
        except Exception as error:  # an out_dir that cannot be made, a fork that fails
            _answer(out, {"kind": "error", "id": identity, "error": f"{type(error).__name__}: {error}"})
    return 0


def _take_stdout():
    """Keeps stdout for the protocol; whatever a library prints goes to stderr."""
    out = os.dup(1)
    os.set_inheritable(out, False)
    os.dup2(2, 1)
    return out


def _answer(out, message):
    data = (json.dumps(message) + "\n").encode("utf-8", "backslashreplace")
    while data:
        data = data[os.write(out, data) :]


def _ready(warm):
    packages = {}
    for name in PACKAGES:
        try:
            packages[name] = importlib.metadata.version(name)
        except importlib.metadata.PackageNotFoundError:
            packages[name] = "missing"
    return {
        "kind": "ready",
        "protocol": PROTOCOL,
        "tilelang": packages["tilelang"],
        "python": platform.python_version(),
        "packages": packages,
        "hash": _hash_of_tilelang(),
        "warm": warm,
        "threads": len(os.listdir("/proc/self/task")),
    }


def _hash_of_tilelang():
    """Over the shared libraries and the list of installed files (which holds a hash for each of them)."""
    import tilelang

    root = os.path.dirname(tilelang.__file__)
    digest = hashlib.sha256()
    files = []
    for folder, _, names in os.walk(os.path.join(root, "lib")):
        files += [os.path.join(folder, name) for name in names if ".so" in name]
    for path in sorted(files):
        with open(path, "rb") as file:
            digest.update(hashlib.file_digest(file, "sha256").digest())
    record = importlib.metadata.distribution("tilelang").read_text("RECORD")
    digest.update((record or "").encode())
    return digest.hexdigest()


def _lines(descriptor):
    """Lines of a descriptor; an overlong one is yielded cut (and fails to parse), its rest is dropped."""
    pending, dropping = b"", False
    while True:
        block = os.read(descriptor, 1 << 16)
        if not block:
            return
        pending += block
        while True:
            line, newline, rest = pending.partition(b"\n")
            if newline:
                pending = rest
                if not dropping and line.strip():
                    yield line
                dropping = False
                continue
            if len(pending) > LINE_BYTES:
                if not dropping:
                    yield pending[:64]
                pending, dropping = b"", True
            break


def _parse(line):
    try:
        request = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise BadRequest(f"not a line of JSON: {error}"[:200]) from None
    if not isinstance(request, dict) or request.get("kind") not in ("compile", "ping", "quit"):
        raise BadRequest('a request is an object whose "kind" is compile, ping or quit')
    return request


def _check(request):
    for name in ("file", "out_dir"):
        if not isinstance(request.get(name), str) or not os.path.isabs(request[name]):
            raise BadRequest(f'"{name}" must be an absolute path')
    if not isinstance(request.get("arch"), str):
        raise BadRequest('"arch" must be a text such as sm_89')
    if not isinstance(request.get("pass_configs", {}), (dict, type(None))):
        raise BadRequest('"pass_configs" must be an object')
    limits = request.get("limits")
    if not isinstance(limits, dict):
        raise BadRequest('"limits" must be an object')
    for name in LIMITS:
        value = limits.get(name)
        if isinstance(value, bool) or not isinstance(value, (int, float)) or not 0 < value < 1 << 50:
            raise BadRequest(f'"limits.{name}" must be a positive number')


if __name__ == "__main__":
    sys.exit(main())
