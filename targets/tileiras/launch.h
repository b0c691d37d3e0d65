#pragma once

#include <string_view>

#include "targets/target.h"

namespace tilefuzz::targets::tileiras {

inline constexpr std::string_view kProgramFile = "kernel.tileirbc";
inline constexpr std::string_view kArtifact = "kernel.cubin";
// What the shim in the assembler's place leaves in the scratch folder.
inline constexpr std::string_view kAssemblerReport = "ptxas.report";
inline constexpr std::string_view kAssemblerInput = "kernel.ptx";

// The folder that tileiras runs from: a hard link of the binary (through a symbolic link it would find the
// installation's ptxas), the installation's libraries, and the shim as `ptxas` with the assembler beside it.
PrivateFolder private_folder(const Installation& installation);

// tileiras IN -o OUT --gpu-name sm_XX -O{level} [--lineinfo]. CUDA_HOME, CUDA_PATH and CUDA_ROOT are left
// unset: with one of them tileiras would take libnvvm and ptxas from there.
LaunchPlan plan(const Installation& installation, const Configuration& configuration);

}  // namespace tilefuzz::targets::tileiras
