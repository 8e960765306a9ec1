// Reads the figures of one section of a profile, each a table with its value and its source:
//
//   count = { value = 132, measured = "H200" }
#pragma once

#include <concepts>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "arch/figure.h"
#include "base/toml_table.h"

namespace warpscope::arch {

class FigureReader {
 public:
  /// Figures are added to `figures`, or take the place of those that are there. `is_whole`: a
  /// figure that is neither in the section nor among `figures` is an error. All members throw
  /// TomlError.
  FigureReader(TomlTable& section, std::string name, bool is_whole, std::vector<Figure>& figures)
      : section_(section), name_(std::move(name)), is_whole_(is_whole), figures_(figures) {}

  /// Each sets `target` if the figure is there.
  template <std::unsigned_integral Number>
  void whole(const std::string& key, Number& target, std::uint64_t least, std::uint64_t most) {
    read(key, [&](TomlTable& figure) {
      target = static_cast<Number>(figure.whole("value", least, most));
      return std::to_string(target);
    });
  }
  void number(const std::string& key, double& target, double least, double most);
  void text(const std::string& key, std::string& target);
  void kibibytes(const std::string& key, std::vector<std::uint32_t>& target_bytes);

 private:
  /// `read_value` gives the value as text.
  void read(const std::string& key, const std::function<std::string(TomlTable&)>& read_value);

  TomlTable& section_;
  std::string name_;
  bool is_whole_;
  std::vector<Figure>& figures_;
};

}  // namespace warpscope::arch
