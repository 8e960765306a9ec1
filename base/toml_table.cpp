#include "base/toml_table.h"

// toml++ 3.3 asserts that what it takes for impossible is so, or with NDEBUG has the compiler rely
// on it: "[[[" in a file is undefined behaviour then. Here it is an error of the file instead. For
// that the parser is compiled here; Debian's shared library has been compiled with NDEBUG.
namespace warpscope {
[[noreturn]] void refuse_toml() { throw TomlError("the brackets or quotes do not match"); }
}  // namespace warpscope
#undef NDEBUG
#define TOML_ASSERT(expression) \
  static_cast<void>(static_cast<bool>(expression) || (warpscope::refuse_toml(), false))
#include <toml++/toml.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <set>

#include "base/spelling.h"

namespace warpscope {
namespace {

[[noreturn]] void fail_at(std::string_view file, const toml::source_region& where,
                          const std::string& reason) {
  throw TomlError(std::string(file) + ":" + std::to_string(where.begin.line) + ": " + reason);
}

std::optional<std::uint64_t> whole_within(const toml::node& node, std::uint64_t least,
                                          std::uint64_t most) {
  const auto value = node.value_exact<std::int64_t>();
  if (!value || *value < 0) return std::nullopt;
  const auto whole = static_cast<std::uint64_t>(*value);
  return whole < least || whole > most ? std::nullopt : std::optional(whole);
}

std::string as_text(double value) {
  std::array<char, 32> text{};
  return {text.data(), std::to_chars(text.data(), text.data() + text.size(), value).ptr};
}

}  // namespace

struct TomlTable::Reading {
  const toml::table& table;
  std::string file;
  std::string path;  ///< of the table, with a point at its end; empty for the file's own
  std::set<std::string, std::less<>> known;

  /// Null when absent.
  const toml::node* find(const std::string& key) {
    known.insert(key);
    return table.get(key);
  }

  const toml::node& find_required(const std::string& key) {
    if (const auto* node = find(key)) return *node;
    std::vector<std::string_view> others;
    for (const auto& [name, node] : table) {
      if (!known.contains(name.str())) others.push_back(name.str());
    }
    if (const auto meant = nearest_word(key, others); !meant.empty()) {
      fail(std::string(meant),
           "is not a key here; did you mean \"" + key + "\", which is missing?");
    }
    fail(key, "is missing");
  }

  [[noreturn]] void fail(const std::string& key, const std::string& reason) const {
    const auto* node = table.get(key);
    fail_at(file, node != nullptr ? node->source() : table.source(),
            "\"" + path + key + "\" " + reason);
  }

  const toml::table& as_table(const std::string& key, const toml::node& node) const {
    const auto* found = node.as_table();
    if (found == nullptr) fail(key, "must be a table: write [" + path + key + "]");
    return *found;
  }

  void read(const std::string& key, const toml::table& sub_table, const Read& read_table) const {
    Reading reading{sub_table, file, path + key + ".", {}};
    TomlTable view(reading);
    read_table(view);
    reading.refuse_unknown_keys();
  }

  void refuse_unknown_keys() const {
    for (const auto& [key, node] : table) {
      if (known.contains(key.str())) continue;
      const std::vector<std::string_view> words(known.begin(), known.end());
      auto remedy = did_you_mean(key.str(), words);
      if (remedy.empty() && !words.empty()) remedy = "; there are " + list_of_words(words, "and");
      fail(std::string(key.str()), "is not a key here" + remedy);
    }
  }
};

std::string TomlTable::text(const std::string& key) {
  const auto value = reading_.find_required(key).value_exact<std::string>();
  if (!value || value->empty()) fail(key, "must be a text that is not empty");
  return *value;
}

std::string TomlTable::text_or(const std::string& key, std::string otherwise) {
  return reading_.find(key) == nullptr ? otherwise : text(key);
}

std::vector<std::string> TomlTable::texts(const std::string& key) {
  const auto* node = reading_.find(key);
  if (node == nullptr) return {};
  const auto* array = node->as_array();
  if (array == nullptr) fail(key, "must be an array of texts");
  std::vector<std::string> result;
  for (const auto& element : *array) {
    const auto value = element.value_exact<std::string>();
    if (!value || value->empty()) fail(key, "must hold texts that are not empty");
    result.push_back(*value);
  }
  return result;
}

std::vector<double> TomlTable::numbers(const std::string& key) {
  const auto* node = reading_.find(key);
  if (node == nullptr) return {};
  const auto* array = node->as_array();
  if (array == nullptr) fail(key, "must be an array of numbers");
  std::vector<double> result;
  for (const auto& element : *array) {
    const auto value = element.is_number() ? element.value<double>() : std::optional<double>();
    if (!value || !std::isfinite(*value)) fail(key, "must hold finite numbers");
    result.push_back(*value);
  }
  return result;
}

std::string TomlTable::word(const std::string& key, std::span<const std::string_view> words) {
  auto written = text(key);
  if (std::ranges::find(words, written) == words.end()) {
    fail(key, "is \"" + written + "\" but must be " + list_of_words(words, "or") +
                  did_you_mean(written, words));
  }
  return written;
}

std::optional<double> TomlTable::number_if_there(const std::string& key) {
  const auto* node = reading_.find(key);
  if (node == nullptr) return std::nullopt;
  if (!node->is_number()) fail(key, "must be a number");
  const auto value = node->value<double>();
  if (!value || !std::isfinite(*value)) fail(key, "must be a finite number");
  return value;
}

double TomlTable::number(const std::string& key, double least, double most) {
  reading_.find_required(key);
  const double value = *number_if_there(key);
  if (value < least || value > most)
    fail(key, "must be a number from " + as_text(least) + " to " + as_text(most));
  return value;
}

double TomlTable::positive_or(const std::string& key, double otherwise) {
  const double value = number_if_there(key).value_or(otherwise);
  if (value <= 0) fail(key, "must be above 0");
  return value;
}

std::uint64_t TomlTable::whole(const std::string& key, std::uint64_t least, std::uint64_t most) {
  const auto value = whole_within(reading_.find_required(key), least, most);
  if (!value) {
    fail(key,
         "must be a whole number from " + std::to_string(least) + " to " + std::to_string(most));
  }
  return *value;
}

std::vector<std::uint64_t> TomlTable::wholes(const std::string& key, std::uint64_t least,
                                             std::uint64_t most) {
  const auto* array = reading_.find_required(key).as_array();
  std::vector<std::uint64_t> result;
  if (array != nullptr) {
    for (const auto& element : *array) {
      if (const auto value = whole_within(element, least, most)) result.push_back(*value);
    }
  }
  if (array == nullptr || array->empty() || result.size() != array->size()) {
    fail(key, "must be an array of whole numbers from " + std::to_string(least) + " to " +
                  std::to_string(most));
  }
  return result;
}

std::uint64_t TomlTable::whole_or(const std::string& key, std::uint64_t otherwise) {
  const auto* node = reading_.find(key);
  if (node == nullptr) return otherwise;
  const auto value = node->value_exact<std::int64_t>();
  if (!value || *value < 0) fail(key, "must be a whole number that is not negative");
  return static_cast<std::uint64_t>(*value);
}

void TomlTable::table(const std::string& key, const Read& read) {
  const auto& node = reading_.find_required(key);
  reading_.read(key, reading_.as_table(key, node), read);
}

void TomlTable::table_if_there(const std::string& key, const Read& read) {
  if (const auto* node = reading_.find(key)) {
    reading_.read(key, reading_.as_table(key, *node), read);
  }
}

void TomlTable::for_each(const std::string& key, const Read& read) {
  const auto* node = reading_.find(key);
  if (node == nullptr) return;
  const auto* array = node->as_array();
  const std::string remedy = "must be an array of tables: write [[" + reading_.path + key + "]]";
  if (array == nullptr) fail(key, remedy);
  for (const auto& element : *array) {
    const auto* table = element.as_table();
    if (table == nullptr) fail(key, remedy);
    reading_.read(key, *table, read);
  }
}

void TomlTable::fail(const std::string& key, const std::string& reason) const {
  reading_.fail(key, reason);
}

void read_toml(std::string_view text, std::string_view file, const TomlTable::Read& read) {
  toml::table table;
  try {
    table = toml::parse(text, file);
  } catch (const toml::parse_error& error) {
    fail_at(file, error.source(), "not valid TOML: " + std::string(error.description()));
  } catch (const TomlError& error) {
    throw TomlError(std::string(file) + ": not valid TOML: " + error.what());
  }
  TomlTable::Reading reading{table, std::string(file), "", {}};
  TomlTable view(reading);
  read(view);
  reading.refuse_unknown_keys();
}

}  // namespace warpscope
