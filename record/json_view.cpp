#include "record/json_view.h"

#include <algorithm>
#include <cmath>

namespace warpscope::record {
namespace {

std::string_view type_in_words(const nlohmann::json& value) {
  switch (value.type()) {
    case nlohmann::json::value_t::null:
      return "null";
    case nlohmann::json::value_t::object:
      return "an object";
    case nlohmann::json::value_t::array:
      return "an array";
    case nlohmann::json::value_t::string:
      return "a string";
    case nlohmann::json::value_t::boolean:
      return "true or false";
    default:
      return "a number";
  }
}

/// How many are open at the same time, at most, as far as the text is JSON.
int brackets_at_once(std::string_view text) {
  int open = 0, most = 0;
  bool is_string = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char letter = text[i];
    if (letter == '"') is_string = !is_string;
    if (is_string) {
      if (letter == '\\') ++i;
      continue;
    }
    if (letter == '{' || letter == '[') most = std::max(most, ++open);
    if (letter == '}' || letter == ']') --open;
  }
  return most;
}

/// A callback, even one that does nothing, takes as long as the rest of reading.
nlohmann::json parsed(std::string_view text, const nlohmann::json::parser_callback_t& callback) {
  try {
    return nlohmann::json::parse(text.begin(), text.end(), callback);
  } catch (const nlohmann::json::parse_error& error) {
    throw RecordError("The text is not JSON: it stops making sense at byte " +
                      std::to_string(error.byte) + ".");
  } catch (const nlohmann::json::out_of_range&) {
    throw RecordError("The JSON holds a number that is too large.");
  }
}

}  // namespace

nlohmann::json parse_json(std::string_view text) {
  if (brackets_at_once(text) <= kMaxJsonDepth) return parsed(text, nullptr);
  const auto check_depth = [](int depth, nlohmann::json::parse_event_t, nlohmann::json&) {
    if (depth > kMaxJsonDepth) {
      throw RecordError("The JSON is nested deeper than " + std::to_string(kMaxJsonDepth) +
                        " levels; nothing of ours is.");
    }
    return true;
  };
  return parsed(text, check_depth);
}

JsonView JsonView::at(std::string_view name) const {
  const auto found = find(name);
  if (!found) fail("lacks the field \"" + std::string(name) + "\"");
  return *found;
}

std::optional<JsonView> JsonView::find(std::string_view name) const {
  const auto& object = as_object();
  const auto found = object.find(name);
  if (found == object.end() || found->is_null()) return std::nullopt;
  return member(std::string(name), *found);
}

JsonView JsonView::member(const std::string& name, const nlohmann::json& value) const {
  return JsonView(value, path_.empty() ? name : path_ + "." + name, kind_);
}

JsonView JsonView::at(std::size_t index) const {
  if (index >= array_size()) fail("has no element " + std::to_string(index));
  return JsonView((*value_)[index], path_ + "[" + std::to_string(index) + "]", kind_);
}

std::size_t JsonView::array_size() const {
  if (!value_->is_array()) fail("must be an array but is " + std::string(type_in_words(*value_)));
  return value_->size();
}

std::string JsonView::as_string() const {
  if (!value_->is_string()) fail("must be a string but is " + std::string(type_in_words(*value_)));
  return value_->get<std::string>();
}

bool JsonView::as_bool() const {
  if (!value_->is_boolean())
    fail("must be true or false but is " + std::string(type_in_words(*value_)));
  return value_->get<bool>();
}

double JsonView::as_double() const {
  if (!value_->is_number()) fail("must be a number but is " + std::string(type_in_words(*value_)));
  const double value = value_->get<double>();
  if (!std::isfinite(value)) fail("must be a finite number");
  return value;
}

std::uint64_t JsonView::as_unsigned(std::uint64_t largest) const {
  if (!value_->is_number_integer())
    fail("must be a whole number but is " + std::string(type_in_words(*value_)));
  if (!value_->is_number_unsigned() && value_->get<std::int64_t>() < 0)
    fail("must not be negative");
  const auto value = value_->get<std::uint64_t>();
  if (value > largest) fail("must be at most " + std::to_string(largest));
  return value;
}

std::int64_t JsonView::as_integer(std::int64_t smallest, std::int64_t largest) const {
  if (!value_->is_number_integer())
    fail("must be a whole number but is " + std::string(type_in_words(*value_)));
  const bool is_too_large =
      value_->is_number_unsigned() &&
      value_->get<std::uint64_t>() >
          static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
  const auto value = is_too_large ? 0 : value_->get<std::int64_t>();
  if (is_too_large || value < smallest || value > largest) {
    fail("must be from " + std::to_string(smallest) + " to " + std::to_string(largest));
  }
  return value;
}

const nlohmann::json& JsonView::as_object() const {
  if (!value_->is_object()) fail("must be an object but is " + std::string(type_in_words(*value_)));
  return *value_;
}

void JsonView::fail(const std::string& what) const {
  throw RecordError(std::string("Not ") + kind_ + ": " + path() + " " + what + ".");
}

}  // namespace warpscope::record
