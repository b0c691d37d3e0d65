#include "app/reference_outputs.h"

#include <algorithm>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "core/hash.h"
#include "core/json.h"
#include "numeric/literal.h"
#include "oracles/reference/interpreter.h"

namespace tilefuzz::app {
namespace {

constexpr std::size_t kShownElements = 16;
constexpr std::size_t kHashDigits = 16;

bool written(const reference::Memory::Contents& contents) {
  return std::any_of(contents.marks.begin(), contents.marks.end(),
                     [](std::uint8_t marks) { return (marks & reference::Memory::kWritten) != 0; });
}

std::vector<std::string> first_elements(ir::Element element, const std::vector<std::uint64_t>& bits) {
  std::vector<std::string> out;
  for (std::size_t i = 0; i < std::min(bits.size(), kShownElements); ++i) {
    out.push_back(numeric::format_literal(element, bits[i]));
  }
  return out;
}

std::string hash_of(const std::vector<std::uint64_t>& bits) {
  return content_hash({reinterpret_cast<const char*>(bits.data()), bits.size() * sizeof bits[0]})
      .substr(0, kHashDigits);
}

}  // namespace

bool print_reference_outputs(const ir::Program& program, bool json) {
  bool clean = true;
  int number = 0;
  for (const reference::RunResult& row : reference::run_all(program)) {
    nlohmann::json line = {{"schema", kJsonSchema}, {"kind", "reference"}, {"row", number}};
    if (row.trap) {
      clean = false;
      line["trap"] = reference::to_string(*row.trap);
      if (!json) std::printf("launch row %d: %s\n", number, reference::to_string(*row.trap).c_str());
    }
    for (std::size_t i = 0; i < program.params.size() && row.memory && row.clean(); ++i) {
      const ir::Param& param = program.params[i];
      if (!program.type(param.value).is_memory()) continue;
      const auto contents = row.memory->contents(static_cast<int>(i));
      if (!written(contents)) continue;
      const auto shown = first_elements(program.type(param.value).element, contents.bits);
      const std::string name(program.value_name(param.value));
      line["outputs"][name] = {
          {"elements", contents.bits.size()}, {"first", shown}, {"hash", hash_of(contents.bits)}};
      if (json) continue;
      std::printf("launch row %d: %%%s, %zu elements, hash %s:", number, name.c_str(), contents.bits.size(),
                  hash_of(contents.bits).c_str());
      for (const std::string& element : shown) std::printf(" %s", element.c_str());
      std::printf(contents.bits.size() > shown.size() ? " …\n" : "\n");
    }
    if (json) std::printf("%s\n", line.dump().c_str());
    ++number;
  }
  return clean;
}

}  // namespace tilefuzz::app
