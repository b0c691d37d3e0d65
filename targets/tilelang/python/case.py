"""What happens inside the forked child: load one program file, lower it, leave evidence in files.

A program file defines `build()`, which returns a TileLang prim_func. The phase that is reached when an
exception leaves tells whose fault it can be:

    load       the file itself does not run: the harness wrote a bad file
    build      build() raised: TileLang's front end
    configure  the target or a pass configuration is not accepted
    lower      TileLang's passes or code generation
    write      the outputs could not be written: the machine
"""

import hashlib
import importlib.util
import json
import os
import traceback

EVIDENCE = "evidence.json"
KERNEL = "kernel.cu"

# Bounds on what one piece of evidence may hold; messages can embed whole modules.
MESSAGE_BYTES = 64 * 1024
FRAME_COUNT = 64
FRAME_TEXT = 400


def run(request):
    """Lowers the file of `request`; returns the evidence as a dict, whatever happens."""
    phase = ["load"]
    try:
        artifact = _lower(request, phase)
        phase[0] = "write"
        return {"status": "ok", "artifact": _write(artifact)}
    except BaseException as error:  # SystemExit and KeyboardInterrupt from a compiler count as well
        return {"status": "exception", "phase": phase[0], "exception": describe(error)}


def leave(evidence):
    """Writes the evidence so that a reader sees all of it or none."""
    with open(EVIDENCE + ".part", "w", encoding="utf-8", errors="backslashreplace") as out:
        json.dump(evidence, out)
    os.rename(EVIDENCE + ".part", EVIDENCE)


def _lower(request, phase):
    import tilelang
    import tvm
    from tvm.target import Target

    spec = importlib.util.spec_from_file_location("tilefuzz_program", request["file"])
    program = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(program)

    phase[0] = "configure"
    target = Target({"kind": "cuda", "arch": request["arch"]})
    context = tvm.transform.PassContext(opt_level=3, config=request.get("pass_configs") or {})
    with target, context:
        phase[0] = "build"
        function = program.build()
        phase[0] = "lower"
        return tilelang.lower(function, target=target, enable_device_compile=False)


def _write(artifact):
    text = artifact.kernel_source
    data = text.encode("utf-8", "backslashreplace")
    with open(KERNEL, "wb") as out:
        out.write(data)
    return {
        "file": KERNEL,
        "bytes": len(data),
        "sha256": hashlib.sha256(data).hexdigest(),
        "functions": _functions(artifact),
    }


def _functions(artifact):
    """Launch facts of each device function: what a launcher needs beside the text.

    The argument order is the device function's own; it differs from the declaration's.
    """
    functions = []
    for _, function in artifact.device_mod.functions.items():
        attributes = dict(function.attrs or {})
        functions.append(
            {
                "symbol": str(attributes.get("global_symbol", "")),
                "parameters": [parameter.name for parameter in function.params],
                "thread_extent": {
                    str(name): str(extent) for name, extent in dict(attributes.get("thread_extent", {})).items()
                },
                "dynamic_shared_bytes": str(attributes.get("dyn_shared_memory_buf", 0)),
            }
        )
    return functions


def describe(error):
    """The parts of an exception that a classifier looks at, as plain JSON values."""
    python, native, pipeline = [], [], None
    for frame in traceback.extract_tb(error.__traceback__):
        if _is_native(frame.filename):
            native.append({"file": frame.filename, "line": frame.lineno or 0, "name": frame.name[:FRAME_TEXT]})
            continue
        entry = {
            "file": _inside_packages(frame.filename),
            "line": frame.lineno or 0,
            "function": frame.name,
            "text": (frame.line or "")[:FRAME_TEXT],
        }
        python.append(entry)
        if entry["file"].startswith("tilelang/") and entry["file"].endswith("pipeline.py"):
            pipeline = entry
    message = str(error)
    lines = [line for line in message.splitlines() if line.strip()]
    return {
        "type": f"{type(error).__module__}.{type(error).__name__}",
        "message": message[:MESSAGE_BYTES],
        "first_line": lines[0][:1000] if lines else "",
        "python": python[-FRAME_COUNT:],
        "native": native[-FRAME_COUNT:],
        "pipeline": pipeline,
    }


def _is_native(filename):
    return filename == "<unknown>" or filename.endswith((".cc", ".cpp", ".h", ".hpp"))


def _inside_packages(filename):
    """Path below site-packages, so that evidence does not depend on where a version is installed."""
    _, found, rest = filename.rpartition("site-packages/")
    return rest if found else os.path.basename(filename)
