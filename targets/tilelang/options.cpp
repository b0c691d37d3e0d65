#include "targets/tilelang/options.h"

#include <array>
#include <nlohmann/json.hpp>
#include <vector>

namespace tilefuzz::targets::tilelang {
namespace {

using enum OptionEffect;

// An option that sets one pass configuration when it has its second value.
struct PassRow {
  std::string_view option;
  std::string_view usual;
  std::string_view other;
  std::string_view key;  // of TileLang's transform/pass_config.py; registered in 0.1.13 to 0.1.15
  std::string_view json;
  OptionEffect effect;
  std::string_view doc;
};

constexpr PassRow kPasses[] = {
    {"ws", "on", "off", "tl.disable_warp_specialized", "true", preserves,
     "split pipelined loops between producer and consumer warps (sm_90 and later)"},
    {"wgmma", "on", "off", "tl.disable_wgmma", "true", preserves, "warpgroup products on sm_90"},
    {"shuffle_elect", "on", "off", "tl.disable_shuffle_elect", "true", preserves,
     "elect a thread by shuffle"},
    {"ldgstg", "off", "on", "tl.enable_lower_ldgstg", "true", preserves,
     "global accesses as explicit ld and st"},
    {"shared_merge", "plain", "aggressive", "tl.enable_aggressive_shared_memory_merge", "true", preserves,
     "how buffers in shared memory are laid over each other"},
    {"shared_reuse", "on", "off", "tl.disable_shared_memory_reuse", "true", preserves,
     "lay dead buffers in shared memory over each other"},
    {"async_copy", "on", "off", "tirx.use_async_copy", "false", preserves,
     "cp.async for copies into shared memory"},
    {"index_bits", "auto", "64", "tl.config_index_bitwidth", "64", preserves, "width of index arithmetic"},
    {"loop_unswitching", "on", "off", "tl.disable_loop_unswitching", "true", preserves,
     "move conditions out of loops"},
    {"cse", "on", "off", "tirx.disable_cse_tir", "true", preserves, "share equal subexpressions"},
    {"storage_rewrite", "on", "off", "tirx.disable_storage_rewrite", "true", preserves,
     "share storage of local buffers"},
    {"fast_math", "off", "on", "tl.enable_fast_math", "true", relaxes, "approximate functions"},
    {"bounds_checks", "on", "off", "tl.disable_safe_memory_legalize", "true", breaks,
     "guards of accesses that may be out of range"},
    {"barriers", "on", "off", "tl.disable_thread_storage_sync", "true", breaks,
     "barriers between accesses to shared memory"},
};

std::vector<OptionRow> make() {
  std::vector<OptionRow> rows = {
      {"placement",
       {"shared", "fragment"},
       preserves,
       "home of tiles that only elementwise operations and stores read"},
      {"metadata_copy",
       {"first", "last"},
       preserves,
       "copy the metadata of a sparse operand before or after its values"},
      {"transpose",
       {"fold", "explicit"},
       preserves,
       "a transposition that only T.gemm reads: as its argument, or as a copy"},
      {"select",
       {"lazy", "eager"},
       preserves,
       "T.if_then_else, or T.Select, which TileLang 0.1.13 cannot vectorize on small elements"},
      {"half_math",
       {"widen", "native"},
       relaxes,
       "functions of f16 and bf16: computed in f32, or the type's own"},
  };
  for (const PassRow& pass : kPasses) {
    rows.push_back({pass.option, {std::string(pass.usual), std::string(pass.other)}, pass.effect, pass.doc});
  }
  return rows;
}

const std::vector<OptionRow>& rows() {
  static const std::vector<OptionRow> kRows = make();
  return kRows;
}

}  // namespace

std::span<const OptionRow> options() { return rows(); }

std::string option(const Configuration& configuration, std::string_view name) {
  if (const auto found = configuration.options.find(std::string(name));
      found != configuration.options.end()) {
    return found->second;
  }
  for (const OptionRow& row : rows()) {
    if (row.name == name) return row.values.front();
  }
  return "";
}

std::string pass_configs(const Configuration& configuration) {
  nlohmann::json out = nlohmann::json::object();
  for (const PassRow& pass : kPasses) {
    if (option(configuration, pass.option) == pass.other) {
      out[std::string(pass.key)] = nlohmann::json::parse(pass.json);
    }
  }
  return out.dump();
}

}  // namespace tilefuzz::targets::tilelang
