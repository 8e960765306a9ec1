// Reading TOML that may be hostile: a table that says where an error is and which keys it does not
// know.
#pragma once

#include <toml++/toml.h>

#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace warpscope::runner {

/// Throws std::runtime_error with file, line and reason.
toml::table parse_toml(std::string_view text, std::string_view name);

/// One table. Every read marks its key as known; finish() refuses the others. All errors are
/// std::runtime_error "file:line: reason".
class TomlView {
 public:
  TomlView(const toml::table& table, std::string_view file) : table_(table), file_(file) {}

  std::string text(const std::string& key);
  std::string text_or(const std::string& key, std::string otherwise);
  /// A finite number, whole or not.
  std::optional<double> number(const std::string& key);
  /// A number above 0, or `otherwise`.
  double positive_or(const std::string& key, double otherwise);
  std::uint64_t whole_or(const std::string& key, std::uint64_t otherwise);
  /// An array of strings; empty when absent.
  std::vector<std::string> texts(const std::string& key);
  /// Calls `read` for each table of an array of tables.
  void for_each(const std::string& key, const std::function<void(TomlView&)>& read);
  /// Calls `read` when the sub-table is there.
  void with(const std::string& key, const std::function<void(TomlView&)>& read);
  void finish() const;

  [[noreturn]] void fail(const std::string& key, const std::string& reason) const;

 private:
  const toml::node* find(const std::string& key);
  const toml::table& table_;
  std::string_view file_;
  std::set<std::string, std::less<>> known_;
};

}  // namespace warpscope::runner
