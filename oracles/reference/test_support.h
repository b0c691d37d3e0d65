#pragma once

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "ir/text/parse.h"
#include "ir/verify/verify.h"
#include "numeric/format.h"
#include "numeric/integer.h"
#include "oracles/reference/interpreter.h"

namespace tilefuzz::reference::test {

// A valid program from its text; the test fails if it is none.
inline ir::Program program_of(std::string_view text) {
  auto parsed = ir::parse(text);
  EXPECT_TRUE(parsed.ok()) << render(parsed.errors, "test", text);
  if (parsed.ok()) {
    const auto broken = ir::verify(parsed.program);
    EXPECT_TRUE(broken.empty()) << render(broken, "test", text);
  }
  return std::move(parsed.program);
}

// A kernel of one block: parameters (may be empty) and statements.
inline std::string kernel(std::string_view params, std::string_view body,
                          std::string_view head = "grid [1]") {
  return "tile 1\nkernel @k(" + std::string(params) + ") " + std::string(head) + " {\n" + std::string(body) +
         "\n}\n";
}

inline RunResult run_text(const std::string& text, const Options& options = {}) {
  const ir::Program program = program_of(text);
  return run(program, program.launches.empty() ? ir::Launch{} : program.launches.front(), options);
}

inline std::vector<double> values(const RunResult& result, int param) {
  std::vector<double> out;
  if (!result.memory) return out;
  const ir::Element e = result.setup->windows[static_cast<std::size_t>(param)].element;
  for (const std::uint64_t bits : result.memory->contents(param).bits) {
    out.push_back(numeric::is_integer(e) ? static_cast<double>(numeric::decode_signed(e, bits))
                                         : numeric::decode(e, bits));
  }
  return out;
}

// Options whose parameters hold the given numbers; the first ones of the program.
inline Options with_contents(const ir::Program& program, const std::vector<std::vector<double>>& contents) {
  Options options;
  options.inputs.emplace();
  for (std::size_t i = 0; i < contents.size(); ++i) {
    const ir::Element e = program.type(program.params[i].value).element;
    ParamInput input;
    for (const double value : contents[i]) {
      input.contents.push_back(numeric::is_integer(e) ? numeric::wrap(e, static_cast<std::int64_t>(value))
                                                      : numeric::encode(e, value));
    }
    options.inputs->params.push_back(std::move(input));
  }
  return options;
}

// Runs statements that compute %r from %x, a tile of `x`, and gives %r's elements. `type` and `result` are
// written as `4xf32`; further operands come as %y and %z of the same type.
struct Evaluation {
  RunResult run;
  std::vector<double> r;
};
inline Evaluation evaluate(std::string_view type, std::string_view result, std::string_view statements,
                           const std::vector<std::vector<double>>& inputs) {
  const auto tensor = [](std::string_view shape) {
    // 2x3xf32 -> tensor<f32, [2, 3]>
    std::string extents;
    std::size_t begin = 0;
    std::size_t cross = 0;
    while ((cross = shape.find('x', begin)) != std::string_view::npos && shape[begin] >= '0' &&
           shape[begin] <= '9') {
      extents += (extents.empty() ? "" : ", ") + std::string(shape.substr(begin, cross - begin));
      begin = cross + 1;
    }
    return std::pair("tensor<" + std::string(shape.substr(begin)) + ", [" + extents + "]>",
                     static_cast<int>(std::count(extents.begin(), extents.end(), ',')) + 1);
  };
  const auto zeros = [](int rank) {
    std::string out = "0";
    for (int i = 1; i < rank; ++i) out += ", 0";
    return out;
  };
  const auto [in, rank] = tensor(type);
  const auto [out, out_rank] = tensor(result);
  constexpr std::string_view kNames = "xyz";
  std::string params, loads;
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    const std::string name(1, kNames[i]);
    params += "%t" + name + ": " + in + ", ";
    loads += "  %" + name + " = load %t" + name + "[" + zeros(rank) + "] : tile<" + std::string(type) + ">\n";
  }
  const std::string text = kernel(params + "%out: " + out, loads + "  " + std::string(statements) +
                                                               "\n  store %out[" + zeros(out_rank) + "], %r");
  const ir::Program program = program_of(text);
  Evaluation evaluation;
  evaluation.run = run(program, {}, with_contents(program, inputs));
  evaluation.r = values(evaluation.run, static_cast<int>(inputs.size()));
  return evaluation;
}

// The name of the first trap, or "none".
inline std::string trap_of(const RunResult& result) {
  return result.trap ? std::string(name(result.trap->kind)) : "none";
}

}  // namespace tilefuzz::reference::test
