"""A stand-in for PyTorch that is just large enough for TileLang to be imported and to lower programs.

TileLang imports torch at start-up for its run-time side: element types, tensors handed to kernels, device
queries. Lowering to CUDA text calls none of it, so a compile-only harness can do without two gigabytes of
PyTorch (checked: equal text and equal errors with either). Whatever is not listed here raises
AttributeError, so that a new use by a later TileLang is seen at once and not silently wrong.

Needed by TileLang 0.1.13 to 0.1.15 and by apache-tvm-ffi 0.1.12.
"""

import os
import sys
import types

# Otherwise tvm-ffi compiles a C++ add-on for torch tensors when it is imported.
os.environ.setdefault("TVM_FFI_DISABLE_TORCH_C_DLPACK", "1")

__version__ = "2.8.0+tilefuzz.stand.in"
inf, nan, pi = float("inf"), float("nan"), 3.141592653589793


class dtype:
    def __init__(self, name, itemsize):
        self.name = name
        self.itemsize = itemsize

    def __repr__(self):
        return f"torch.{self.name}"


_BYTES_OF_ELEMENT = {
    "bool": 1,
    "uint8": 1, "uint16": 2, "uint32": 4, "uint64": 8,
    "int8": 1, "int16": 2, "int32": 4, "int64": 8,
    "float16": 2, "bfloat16": 2, "float32": 4, "float64": 8,
    "float8_e4m3fn": 1, "float8_e4m3fnuz": 1, "float8_e5m2": 1, "float8_e5m2fnuz": 1,
    "float8_e8m0fnu": 1, "float4_e2m1fn_x2": 1,
    "complex64": 8, "complex128": 16,
}  # fmt: skip
_OTHER_NAMES = {
    "half": "float16", "float": "float32", "double": "float64",
    "short": "int16", "int": "int32", "long": "int64", "uchar": "uint8",
}  # fmt: skip
globals().update({name: dtype(name, size) for name, size in _BYTES_OF_ELEMENT.items()})
globals().update({alias: globals()[name] for alias, name in _OTHER_NAMES.items()})


class layout:
    """Memory format of a tensor; only `strided` exists."""


strided = layout()


class device:
    def __init__(self, type="cpu", index=None):
        self.type = type
        self.index = index


class Size(tuple):
    pass


class Tensor:
    # tvm-ffi looks for this attribute and, finding it, does not search for its own torch add-on.
    __dlpack_c_exchange_api__ = None


class Generator:
    pass


def _refuse(*_arguments, **_keywords):
    raise RuntimeError("the stand-in for torch has no devices and no tensors")


def _submodule(name, **attributes):
    module = types.ModuleType(f"{__name__}.{name}")
    module.__dict__.update(attributes)
    module.__path__ = []  # a package as far as `import torch.a.b` is concerned
    sys.modules[module.__name__] = module
    parent, _, leaf = module.__name__.rpartition(".")
    setattr(sys.modules[parent], leaf, module)


_submodule("version", __version__=__version__, cuda=None, hip=None, xpu=None)
_submodule("nn", Module=type("Module", (), {}), Parameter=type("Parameter", (Tensor,), {}))
_submodule(
    "cuda",
    _CudaDeviceProperties=type("_CudaDeviceProperties", (), {}),
    Stream=type("Stream", (), {}),
    Event=type("Event", (), {}),
    CUDAGraph=type("CUDAGraph", (), {}),
    is_available=lambda: False,
    device_count=lambda: 0,
    current_device=_refuse,
    get_device_capability=_refuse,
    get_device_properties=_refuse,
    synchronize=_refuse,
)
_submodule("mps", is_available=lambda: False)
_submodule("backends")
_submodule("backends.mps", is_available=lambda: False)
_submodule("utils")
_submodule("utils.cpp_extension", CUDA_HOME=None)
_submodule("utils.dlpack", to_dlpack=_refuse, from_dlpack=_refuse)
