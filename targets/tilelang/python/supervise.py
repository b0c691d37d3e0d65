"""Forks one child per case, holds it to its limits and says how it ended.

Every limit that is ours ends in a status that names it, so that it is never taken for a fault of the
compiler:

    ok, exception   the child left evidence
    cpu-limit       more processor time than cpu_seconds
    wall-limit      more time than wall_seconds
    memory-limit    more resident memory than memory_bytes
    output-limit    a file larger than output_bytes
    signal          ended by a signal that we did not send
    no-evidence     ended by itself without evidence (a call of exit in native code)
"""

import ctypes
import faulthandler
import gc
import json
import linecache
import os
import resource
import select
import signal
import time

import case

POLL_SECONDS = 0.05
# Processor time, as a share of the limit, at which a slow child writes down where it is.
SAMPLE_SHARES = (0.5, 0.7, 0.9)
SAMPLE_SIGNAL = signal.SIGUSR2
SAMPLES = "samples.txt"
STDERR_TAIL_BYTES = 16 * 1024
# Address space beyond the resident limit. The resident limit is the one that counts (it is watched from
# outside and leaves no doubt about the cause); this one only stops an allocation faster than the watch.
ADDRESS_SPACE_SLACK = 8 << 30

_PR_SET_PDEATHSIG, _PR_SET_CHILD_SUBREAPER = 1, 36
_libc = ctypes.CDLL(None, use_errno=True)
_TICKS = os.sysconf("SC_CLK_TCK")
_PAGE = os.sysconf("SC_PAGE_SIZE")


def die_with_parent():
    _libc.prctl(_PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)


def adopt_orphans():
    """Descendants of a case that leave its process group become our children and can be ended."""
    _libc.prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def run(request, abandoned):
    """Runs one case. `abandoned` is a file descriptor; when it is hung up, the case is ended at once."""
    limits = request["limits"]
    out_dir = request["out_dir"]
    os.makedirs(out_dir, exist_ok=True)
    for name in (case.EVIDENCE, case.KERNEL, SAMPLES):
        _remove(os.path.join(out_dir, name))
    signal.signal(SAMPLE_SIGNAL, signal.SIG_IGN)  # until the child's own handler stands
    started = time.monotonic()
    pid = os.fork()
    if pid == 0:
        _child(request)
    try:
        os.setpgid(pid, pid)
    except OSError:
        pass  # the child was faster, or is gone
    ended_by = _watch(pid, limits, started, abandoned)
    _kill_group(pid)
    _, wait_status, usage = os.wait4(pid, 0)
    _end_orphans()
    answer = {
        "cpu_s": round(usage.ru_utime + usage.ru_stime, 3),
        "wall_s": round(time.monotonic() - started, 3),
        "max_rss": usage.ru_maxrss * 1024,
    }
    answer.update(_judge(wait_status, ended_by, usage, limits, out_dir))
    answer["stderr_tail"] = _tail(os.path.join(out_dir, "stderr.txt"))
    if answer["status"] in ("cpu-limit", "wall-limit"):
        answer["samples"] = _samples(os.path.join(out_dir, SAMPLES))
    return answer


def _child(request):
    code = 70
    try:
        os.setpgid(0, 0)
        die_with_parent()
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGXFSZ, signal.SIGPIPE, signal.SIGXCPU):
            signal.signal(number, signal.SIG_DFL)
        os.chdir(request["out_dir"])
        _redirect()
        samples = open(SAMPLES, "w")
        faulthandler.register(SAMPLE_SIGNAL, file=samples, all_threads=False)
        _set_limits(request["limits"])
        evidence = case.run(request)
        case.leave(evidence)
        code = 0
    except BaseException as error:
        os.write(2, f"tilefuzz: the case could not be run: {error!r}\n".encode("utf-8", "replace"))
    finally:
        os._exit(code)


def _redirect():
    nothing = os.open("/dev/null", os.O_RDONLY)
    os.dup2(nothing, 0)
    os.closerange(3, 256)
    for number, name in ((1, "stdout.txt"), (2, "stderr.txt")):
        out = os.open(name, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o644)
        os.dup2(out, number)
        os.close(out)


def _set_limits(limits):
    cpu = int(limits["cpu_seconds"] + 0.999)
    resource.setrlimit(resource.RLIMIT_CPU, (cpu, cpu + 2))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    output = int(limits["output_bytes"])
    resource.setrlimit(resource.RLIMIT_FSIZE, (output, output))
    space = int(limits["memory_bytes"]) + ADDRESS_SPACE_SLACK
    resource.setrlimit(resource.RLIMIT_AS, (space, space))


def _watch(pid, limits, started, abandoned):
    """Waits for the child. Returns the limit that was broken, or None; sends the fatal signal itself."""
    handle = os.pidfd_open(pid)
    poll = select.poll()
    poll.register(handle, select.POLLIN)
    poll.register(abandoned, 0)  # hang-up is reported without being asked for
    samples = [share * limits["cpu_seconds"] for share in SAMPLE_SHARES]
    try:
        while True:
            for ready, events in poll.poll(POLL_SECONDS * 1000):
                if ready == handle:
                    return None
                if events & (select.POLLHUP | select.POLLERR):
                    _kill_group(pid)
                    os._exit(0)
            cpu, resident = _usage(pid)
            if samples and cpu >= samples[0]:
                samples.pop(0)
                os.kill(pid, SAMPLE_SIGNAL)
            limit = None
            if resident > limits["memory_bytes"]:
                limit = "memory-limit"
            elif cpu > limits["cpu_seconds"]:
                limit = "cpu-limit"
            elif time.monotonic() - started > limits["wall_seconds"]:
                limit = "wall-limit"
            if limit:
                _kill_group(pid)
                return limit
    finally:
        os.close(handle)


def _usage(pid):
    """Processor seconds and resident bytes of a live child."""
    try:
        with open(f"/proc/{pid}/stat", "rb") as stat:
            fields = stat.read().rpartition(b")")[2].split()
    except OSError:
        return 0.0, 0
    return (int(fields[11]) + int(fields[12])) / _TICKS, int(fields[21]) * _PAGE


def _judge(wait_status, ended_by, usage, limits, out_dir):
    if ended_by:
        return {"status": ended_by}
    cpu = usage.ru_utime + usage.ru_stime
    if os.WIFSIGNALED(wait_status):
        number = os.WTERMSIG(wait_status)
        if number == signal.SIGXCPU or (number == signal.SIGKILL and cpu >= limits["cpu_seconds"]):
            return {"status": "cpu-limit"}
        if number == signal.SIGXFSZ:
            return {"status": "output-limit"}
        return {"status": "signal", "signal": number}
    evidence = _load(os.path.join(out_dir, case.EVIDENCE))
    if evidence is None:
        return {"status": "no-evidence", "exit": os.WEXITSTATUS(wait_status)}
    if _is_out_of_memory(evidence):
        evidence["status"] = "memory-limit"
    return evidence


def _is_out_of_memory(evidence):
    error = evidence.get("exception")
    return bool(error) and (error["type"] == "builtins.MemoryError" or "std::bad_alloc" in error["first_line"])


def _load(path):
    try:
        with open(path, encoding="utf-8") as file:
            return json.load(file)
    except (OSError, ValueError):
        return None


def _tail(path):
    try:
        with open(path, "rb") as file:
            file.seek(max(0, os.fstat(file.fileno()).st_size - STDERR_TAIL_BYTES))
            return file.read().decode("utf-8", "replace")
    except OSError:
        return ""


def _samples(path):
    """Frames of each sample, innermost first: `file:line function`, with the source text if it is a pass."""
    samples = []
    for line in _tail(path).splitlines():
        if line.startswith(("Current thread", "Stack (most recent call first)")):
            samples.append([])
        elif samples and line.startswith('  File "'):
            file, _, rest = line[len('  File "') :].partition('", line ')
            number, _, function = rest.partition(" in ")
            of_a_pass = file.endswith(("pipeline.py", "engine/lower.py"))
            text = linecache.getline(file, int(number)).strip() if of_a_pass else ""
            frame = f"{file.rpartition('site-packages/')[2]}:{number} {function}"
            samples[-1].append(f"{frame} | {text}" if text else frame)
    return samples


def _kill_group(pid):
    for kill in (os.killpg, os.kill):
        try:
            kill(pid, signal.SIGKILL)
        except OSError:
            pass


def _end_orphans():
    for _ in range(100):
        try:
            with open(f"/proc/self/task/{os.getpid()}/children") as file:
                children = [int(word) for word in file.read().split()]
        except (OSError, ValueError):
            return
        if not children:
            return
        for child in children:
            _kill_group(child)
            try:
                os.waitpid(child, 0)
            except OSError:
                pass


def _remove(path):
    try:
        os.unlink(path)
    except OSError:
        pass


def settle():
    """Collects and freezes what the warm process holds: children then share its pages for longer."""
    gc.collect()
    gc.freeze()
