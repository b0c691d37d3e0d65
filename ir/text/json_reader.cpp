#include "ir/text/json_reader.h"

#include <algorithm>

#include "core/suggest.h"
#include "ir/text/token_stream.h"

namespace tilefuzz::ir {

bool JsonReader::error(const std::string& message) {
  if (failed()) return false;
  std::string place;
  for (const std::string& step : path_) place += "/" + step;
  error_ = (place.empty() ? "" : "at " + place + ": ") + message;
  return false;
}

bool JsonReader::object(const Json& json, std::initializer_list<std::string_view> keys) {
  if (!json.is_object()) return error("expected an object, found " + std::string(json.type_name()));
  for (const auto& [key, value] : json.items()) {
    if (std::find(keys.begin(), keys.end(), key) != keys.end()) continue;
    Suggestion suggestion(key);
    for (const std::string_view known : keys) suggestion.offer(known);
    const std::string help = suggestion.help();
    return error("unknown key " + quote(key) + (help.empty() ? "" : "; " + help));
  }
  return true;
}

bool JsonReader::array(const Json& json, std::size_t most) {
  if (!json.is_array()) return error("expected an array, found " + std::string(json.type_name()));
  return json.size() <= most || error("more than " + std::to_string(most) + " entries");
}

std::optional<std::int64_t> JsonReader::integer(const Json& json, std::int64_t low, std::int64_t high) {
  const bool whole = json.is_number_integer();
  const bool fits = whole && !(json.is_number_unsigned() &&
                               json.get<std::uint64_t>() > static_cast<std::uint64_t>(INT64_MAX));
  if (whole && fits && json.get<std::int64_t>() >= low && json.get<std::int64_t>() <= high) {
    return json.get<std::int64_t>();
  }
  if (!whole) {
    error("expected an integer, found " + std::string(json.type_name()));
  } else {
    error("expected an integer from " + std::to_string(low) + " to " + std::to_string(high) + ", found " +
          json.dump());
  }
  return std::nullopt;
}

std::optional<std::string_view> JsonReader::text(const Json& json) {
  if (json.is_string()) return json.get_ref<const std::string&>();
  error("expected a string, found " + std::string(json.type_name()));
  return std::nullopt;
}

bool JsonReader::boolean(const Json& json, bool& value) {
  if (!json.is_boolean()) return error("expected true or false, found " + std::string(json.type_name()));
  value = json.get<bool>();
  return true;
}

std::optional<std::vector<std::int64_t>> JsonReader::integers(const Json& json, std::size_t most) {
  if (!array(json, most)) return std::nullopt;
  std::vector<std::int64_t> numbers;
  for (std::size_t i = 0; i < json.size(); ++i) {
    const At at(*this, i);
    const auto number = integer(json[i]);
    if (!number) return std::nullopt;
    numbers.push_back(*number);
  }
  return numbers;
}

const JsonReader::Json* JsonReader::find(const Json& object, std::string_view key) {
  const auto found = object.find(key);
  return found == object.end() ? nullptr : &*found;
}

const JsonReader::Json* JsonReader::need(const Json& object, std::string_view key) {
  const Json* found = find(object, key);
  if (!found) error("the key '" + std::string(key) + "' is missing");
  return found;
}

}  // namespace tilefuzz::ir
