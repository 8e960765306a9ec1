#include "runner/lab/toml_view.h"

#include <cmath>
#include <stdexcept>

namespace warpscope::runner {
namespace {

[[noreturn]] void fail_at(std::string_view file, const toml::source_region& where,
                          const std::string& reason) {
  throw std::runtime_error(std::string(file) + ":" + std::to_string(where.begin.line) + ": " +
                           reason);
}

}  // namespace

toml::table parse_toml(std::string_view text, std::string_view name) {
  try {
    return toml::parse(text, name);
  } catch (const toml::parse_error& error) {
    fail_at(name, error.source(), "not valid TOML: " + std::string(error.description()));
  }
}

const toml::node* TomlView::find(const std::string& key) {
  known_.insert(key);
  return table_.get(key);
}

void TomlView::fail(const std::string& key, const std::string& reason) const {
  const auto* node = table_.get(key);
  fail_at(file_, node != nullptr ? node->source() : table_.source(), "\"" + key + "\" " + reason);
}

std::string TomlView::text(const std::string& key) {
  const auto* node = find(key);
  if (node == nullptr) fail(key, "is missing");
  const auto value = node->value_exact<std::string>();
  if (!value || value->empty()) fail(key, "must be a text that is not empty");
  return *value;
}

std::string TomlView::text_or(const std::string& key, std::string otherwise) {
  return find(key) == nullptr ? otherwise : text(key);
}

std::optional<double> TomlView::number(const std::string& key) {
  const auto* node = find(key);
  if (node == nullptr) return std::nullopt;
  if (!node->is_number()) fail(key, "must be a number");
  const auto value = node->value<double>();
  if (!value || !std::isfinite(*value)) fail(key, "must be a finite number");
  return value;
}

double TomlView::positive_or(const std::string& key, double otherwise) {
  const auto value = number(key).value_or(otherwise);
  if (value <= 0) fail(key, "must be above 0");
  return value;
}

std::uint64_t TomlView::whole_or(const std::string& key, std::uint64_t otherwise) {
  const auto* node = find(key);
  if (node == nullptr) return otherwise;
  const auto value = node->value_exact<std::int64_t>();
  if (!value || *value < 0) fail(key, "must be a whole number that is not negative");
  return static_cast<std::uint64_t>(*value);
}

std::vector<std::string> TomlView::texts(const std::string& key) {
  const auto* node = find(key);
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

void TomlView::for_each(const std::string& key, const std::function<void(TomlView&)>& read) {
  const auto* node = find(key);
  if (node == nullptr) return;
  const auto* array = node->as_array();
  if (array == nullptr) fail(key, "must be an array of tables: write [[" + key + "]]");
  for (const auto& element : *array) {
    const auto* table = element.as_table();
    if (table == nullptr) fail(key, "must be an array of tables: write [[" + key + "]]");
    TomlView view(*table, file_);
    read(view);
    view.finish();
  }
}

void TomlView::with(const std::string& key, const std::function<void(TomlView&)>& read) {
  const auto* node = find(key);
  if (node == nullptr) return;
  const auto* table = node->as_table();
  if (table == nullptr) fail(key, "must be a table: write [" + key + "]");
  TomlView view(*table, file_);
  read(view);
  view.finish();
}

void TomlView::finish() const {
  for (const auto& [key, node] : table_) {
    const auto name = std::string(key.str());
    if (!known_.contains(name)) fail(name, "is not a key that is known here");
  }
}

}  // namespace warpscope::runner
