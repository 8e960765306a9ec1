// A table of comma-separated values (RFC 4180) while it is made.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace warpscope::record {

class CsvTable {
 public:
  void cell(std::string_view text);
  void cell(std::uint64_t value);
  void cell(double value);
  void cell(std::optional<double> value);  ///< empty where there is none
  void end_row();
  std::string take() { return std::move(text_); }

 private:
  void add(std::string_view cell);

  std::string text_;
  bool is_first_ = true;
};

}  // namespace warpscope::record
