#include "app/load_program.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "core/diagnostic.h"
#include "ir/text/json.h"
#include "ir/text/parse.h"
#include "ir/verify/verify.h"

namespace tilefuzz::app {

Result<std::string, std::string> read_file(const std::string& path) {
  if (std::error_code error; std::filesystem::is_directory(path, error)) return fail(path + ": is a folder");
  std::ifstream in(path, std::ios::binary);
  if (!in) return fail(path + ": " + std::strerror(errno));
  std::string bytes{std::istreambuf_iterator<char>(in), {}};
  if (in.bad()) return fail(path + ": " + std::strerror(errno));
  return bytes;
}

std::optional<ir::Program> load_program(const std::string& path) {
  const auto text = read_file(path);
  if (!text) {
    std::fprintf(stderr, "tilefuzz: %s\n", text.error().c_str());
    return std::nullopt;
  }
  const bool json = path.ends_with(".json");
  auto parsed = json ? ir::from_json(*text) : ir::parse(*text);
  auto errors = parsed.errors;
  if (errors.empty()) errors = ir::verify(parsed.program);
  if (!errors.empty()) {
    std::fputs(render(errors, path, json ? std::string_view() : std::string_view(*text)).c_str(), stderr);
    return std::nullopt;
  }
  return std::move(parsed.program);
}

}  // namespace tilefuzz::app
