#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tilefuzz::targets::tilelang {

// What the classifier needs of an answer of python/server.py, whose head describes the format.
struct Answer {
  struct PythonFrame {
    std::string file;
    int line = 0;
    std::string function;
    std::string text;
  };
  struct NativeFrame {
    std::string file;
    int line = 0;
    std::string name;
  };
  std::string status;
  std::string phase;  // of an exception: load, build, configure, lower, write
  std::string type;   // tvm.error.InternalError
  std::string message;
  std::string first_line;
  std::vector<PythonFrame> python;  // outermost first
  std::vector<NativeFrame> native;  // outermost first
  std::optional<PythonFrame> pipeline;
  std::vector<std::vector<std::string>> samples;  // innermost first
  std::string stderr_tail;
  int signal = 0;
  int exit = 0;
};

// Empty for what is not an answer.
std::optional<Answer> read_answer(std::string_view json);

// `ThreadSync` of `mod = tilelang.transform.ThreadSync("shared.dyn")(mod)`; empty when there is none.
std::string pass_of(std::string_view pipeline_line);

// The last thing that was logged before the fault, without its time; empty when nothing was.
std::string last_log_line(std::string_view stderr_tail);

}  // namespace tilefuzz::targets::tilelang
