#pragma once

#include <cstdint>
#include <initializer_list>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tilefuzz::ir {

// Typed access to a JSON document that keeps the place, for errors. The first error is kept; after it every
// call gives nothing. An implementation file's header: it pulls in the whole JSON library.
class JsonReader {
 public:
  using Json = nlohmann::json;

  // Goes to a member or an element for as long as it lives.
  class At {
   public:
    At(JsonReader& reader, std::string_view key) : reader_(reader) { reader_.path_.emplace_back(key); }
    At(JsonReader& reader, std::size_t index) : At(reader, std::to_string(index)) {}
    At(const At&) = delete;
    At& operator=(const At&) = delete;
    ~At() { reader_.path_.pop_back(); }

   private:
    JsonReader& reader_;
  };

  // Always false.
  bool error(const std::string& message);
  bool failed() const { return !error_.empty(); }
  const std::string& message() const { return error_; }

  // An object with no keys but these.
  bool object(const Json& json, std::initializer_list<std::string_view> keys);
  bool array(const Json& json, std::size_t most);
  std::optional<std::int64_t> integer(const Json& json,
                                      std::int64_t low = std::numeric_limits<std::int64_t>::min(),
                                      std::int64_t high = std::numeric_limits<std::int64_t>::max());
  std::optional<std::string_view> text(const Json& json);
  bool boolean(const Json& json, bool& value);
  std::optional<std::vector<std::int64_t>> integers(const Json& json, std::size_t most);

  // The member, or nullptr; `need` reports its absence.
  static const Json* find(const Json& object, std::string_view key);
  const Json* need(const Json& object, std::string_view key);

 private:
  std::vector<std::string> path_;
  std::string error_;
};

}  // namespace tilefuzz::ir
