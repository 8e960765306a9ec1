// Reading TOML that may be hostile, strictly: a key that nobody asked for, a value of another type
// and a misspelt word are errors that name file, line and what to write instead.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace warpscope {

/// "FILE:LINE: what is wrong and what to do".
class TomlError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// One table of a file. Each read makes its key known; when the reading ends the other keys are
/// refused. All members throw TomlError; those without a default also for a key that is missing.
class TomlTable {
 public:
  using Read = std::function<void(TomlTable&)>;

  /// A string that is not empty.
  std::string text(const std::string& key);
  std::string text_or(const std::string& key, std::string otherwise);
  /// Strings that are not empty, in an array; none when absent.
  std::vector<std::string> texts(const std::string& key);
  /// Finite numbers in an array; none when absent.
  std::vector<double> numbers(const std::string& key);
  /// One of `words`.
  std::string word(const std::string& key, std::span<const std::string_view> words);
  /// The value that belongs to the key's word.
  template <typename Value, std::size_t count>
  Value choice(const std::string& key, const std::pair<std::string_view, Value> (&choices)[count]) {
    std::vector<std::string_view> words;
    for (const auto& [known, value] : choices) words.push_back(known);
    const auto written = word(key, words);
    std::size_t index = 0;
    while (words[index] != written) ++index;
    return choices[index].second;
  }

  /// A finite number, whole or not, from `least` to `most`.
  double number(const std::string& key, double least, double most);
  /// A finite number, whole or not; nothing when absent.
  std::optional<double> number_if_there(const std::string& key);
  /// A number above 0.
  double positive_or(const std::string& key, double otherwise);
  /// A whole number from `least` to `most`.
  std::uint64_t whole(const std::string& key, std::uint64_t least, std::uint64_t most);
  /// Whole numbers from `least` to `most`, in an array that is not empty.
  std::vector<std::uint64_t> wholes(const std::string& key, std::uint64_t least,
                                    std::uint64_t most);
  /// A whole number that is not negative.
  std::uint64_t whole_or(const std::string& key, std::uint64_t otherwise);

  /// Reads a sub-table.
  void table(const std::string& key, const Read& read);
  /// Reads a sub-table when it is there.
  void table_if_there(const std::string& key, const Read& read);
  /// Reads each table of an array of tables; none when absent.
  void for_each(const std::string& key, const Read& read);

  /// Throws an error at the key's line that begins with the key's name.
  [[noreturn]] void fail(const std::string& key, const std::string& reason) const;

 private:
  friend void read_toml(std::string_view text, std::string_view file, const Read& read);
  struct Reading;  // knows toml++, whose headers stay out of here

  explicit TomlTable(Reading& reading) : reading_(reading) {}

  Reading& reading_;
};

/// Parses the text of a file and has it read. `file` stands for the file in errors. Throws
/// TomlError.
void read_toml(std::string_view text, std::string_view file, const TomlTable::Read& read);

}  // namespace warpscope
