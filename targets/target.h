#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/configuration.h"
#include "core/evidence.h"
#include "core/outcome.h"
#include "core/result.h"
#include "ir/program.h"
#include "targets/expectation.h"
#include "targets/profile.h"

namespace tilefuzz::targets {

// ---- emit ------------------------------------------------------------------------------------------

struct EmittedFile {
  std::string name;  // relative to the cell's scratch folder
  std::string bytes;
};

// How a device passes one kernel parameter (design section 6: `abi`).
struct AbiParameter {
  enum class Kind : std::uint8_t { pointer, extent, stride, scalar, sparse_values, sparse_metadata };
  Kind kind = Kind::pointer;
  std::int32_t param = -1;  // index into Program::params
  std::int32_t axis = -1;   // of an extent or stride
  Element element{};        // of what is passed, or pointed to
  std::int32_t metadata_bits = 0;
  bool interleaved = false;  // placement of the metadata
};
struct Abi {
  std::vector<AbiParameter> parameters;  // in the order of the launch
  std::vector<int> grid_axes;            // launch axis i is the program's grid axis grid_axes[i]
  int block_threads = 1;                 // what the launch says; 1 where the artifact knows better
  std::int64_t shared_bytes = 0;
};

struct SourceMapEntry {
  std::int32_t emitted_line = 0;  // line, or debug location, in the emitted file
  SourcePosition program;         // operation in the program's text
};

struct Emitted {
  std::vector<EmittedFile> files;  // the first is what the compiler is given
  std::string entry;               // kernel symbol
  Abi abi;
  std::vector<SourceMapEntry> source_map;
};

// A program that this target cannot be given. Our limit or the program's fault, never the compiler's.
struct EmitError {
  std::string message;
  SourcePosition position;
};

// ---- launch ----------------------------------------------------------------------------------------

// Where one version of a compiler lies; found by harness, opaque to the target but for these names.
struct Installation {
  std::string target;
  std::string version;
  std::string identity;                      // content hash of its binaries
  std::string defect;                        // what is missing, or empty; every cell is then a tool fault
  std::map<std::string, std::string> paths;  // "root", "compiler", "ptxas", "python", … absolute
};

// A folder that harness makes for one installation and keeps for a campaign, so that a compiler finds what
// we put beside it. The bare re-run uses the installation itself.
struct PrivateFolder {
  struct Entry {
    enum class Kind : std::uint8_t {
      hard_link,  // or a copy, where the file system refuses
      symbolic_link,
      support_file,  // `source` names a file that comes with tilefuzz
    };
    Kind kind = Kind::hard_link;
    std::string name;    // relative to the folder
    std::string source;  // absolute path, or name of the support file
  };
  std::vector<Entry> entries;
  std::map<std::string, std::string> paths;  // replace those of the installation; relative to the folder
};

enum class LauncherKind : std::uint8_t { process, server, in_process };

// One compilation as data: harness runs it. Paths in argv may use {scratch} for the cell's own folder.
struct LaunchPlan {
  LauncherKind kind = LauncherKind::process;
  std::vector<std::string> argv;                   // process; of a server: its start command
  std::map<std::string, std::string> environment;  // given whole, nothing is inherited
  std::string artifact;                            // file in the scratch folder that an ok must leave
  std::map<std::string, std::string> request;      // server: fields of the request beside file and limits
  std::vector<std::string> reports;                // files in the scratch folder to hand to `classify`
};

// What a healthy compilation stays below: CPU seconds of a first look and of a full row, memory.
struct CompileLimits {
  double probe_cpu = 3;
  double full_cpu = 60;
  double confirm_cpu = 120;                             // a hang is confirmed once with this
  std::uint64_t memory_bytes = std::uint64_t{4} << 30;  // resident; a bare re-run may use four times as much
};

// ---- options ---------------------------------------------------------------------------------------

enum class OptionEffect : std::uint8_t { preserves, relaxes, breaks };  // what it may do to results
struct OptionRow {
  std::string_view name;
  std::vector<std::string> values;  // the first is the default
  OptionEffect effect = OptionEffect::preserves;
  std::string_view doc;
};

// A compiler under test. Implementations are pure: no process, no clock, no file.
class Target {
 public:
  virtual ~Target() = default;

  virtual std::string_view name() const = 0;
  virtual std::vector<std::string> versions() const = 0;  // with a profile of their own, oldest first
  virtual const Profile& profile(std::string_view version) const = 0;  // the nearest known one for others
  virtual std::vector<int> levels() const = 0;
  virtual std::span<const OptionRow> options() const = 0;
  virtual CompileLimits limits() const { return {}; }

  virtual Expectation expect(const ir::Program& program, const Configuration& configuration) const = 0;
  virtual Result<Emitted, EmitError> emit(const ir::Program& program,
                                          const Configuration& configuration) const = 0;
  // Whether the emitted file, decoded again, says the program. Empty: yes. Else what differs.
  virtual std::optional<std::string> check_emitted(const ir::Program& program,
                                                   const Configuration& configuration,
                                                   const Emitted& emitted) const = 0;

  virtual PrivateFolder private_folder(const Installation& installation) const {
    (void)installation;
    return {};
  }
  virtual LaunchPlan plan(const Installation& installation, const Configuration& configuration,
                          const Emitted& emitted) const = 0;
  virtual Outcome classify(const Configuration& configuration, const Evidence& evidence) const = 0;

  // A program that every healthy installation compiles.
  virtual ir::Program control() const = 0;
};

}  // namespace tilefuzz::targets
