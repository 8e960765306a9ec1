// Reading JSON that may be hostile: a view of one value that knows its path in the document, so
// that every error says where it is.
#pragma once

#include <cstdint>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "record/record.h"

namespace warpscope::record {

/// Nesting beyond this is refused.
inline constexpr int kMaxJsonDepth = 32;

/// Parses `text`; RecordError for bad syntax, too deep nesting or a number beyond a double.
nlohmann::json parse_json(std::string_view text);

/// A value inside a parsed document. Does not own it.
class JsonView {
 public:
  /// `path` is shown in errors; empty for the document itself. `kind`: what the document should
  /// be; in errors too.
  explicit JsonView(const nlohmann::json& value, std::string path = {},
                    const char* kind = "a valid run record")
      : value_(&value), path_(std::move(path)), kind_(kind) {}

  /// Member of an object; RecordError when this is no object or lacks it.
  JsonView at(std::string_view name) const;
  /// Member of an object, or nothing when it is absent or null.
  std::optional<JsonView> find(std::string_view name) const;
  /// Element of an array.
  JsonView at(std::size_t index) const;
  /// Number of elements; RecordError when this is no array.
  std::size_t array_size() const;

  std::string as_string() const;
  bool as_bool() const;
  double as_double() const;
  /// A whole number from 0 to `largest`.
  std::uint64_t as_unsigned(
      std::uint64_t largest = std::numeric_limits<std::uint64_t>::max()) const;
  std::int64_t as_integer(std::int64_t smallest, std::int64_t largest) const;
  /// RecordError unless this is an object.
  const nlohmann::json& as_object() const;
  JsonView member(const std::string& name, const nlohmann::json& value) const;

  /// "launches[3].grid.x"; "the document" at the top.
  std::string path() const { return path_.empty() ? "the document" : path_; }
  [[noreturn]] void fail(const std::string& what) const;

 private:
  const nlohmann::json* value_;
  std::string path_;
  const char* kind_;
};

}  // namespace warpscope::record
