#include "record/export/csv_table.h"

#include <fmt/format.h>

namespace warpscope::record {
namespace {

/// A field; a leading character that a spreadsheet takes for a formula gets a quote before it.
std::string field(std::string_view text) {
  std::string value(text);
  if (!value.empty() &&
      std::string_view("=+-@\t\r").find(value.front()) != std::string_view::npos) {
    value.insert(value.begin(), '\'');
  }
  if (value.find_first_of(",\"\r\n") == std::string::npos) return value;
  std::string quoted = "\"";
  for (const char c : value) {
    if (c == '"') quoted += '"';
    quoted += c;
  }
  return quoted + '"';
}

}  // namespace

void CsvTable::cell(std::string_view text) { add(field(text)); }
void CsvTable::cell(std::uint64_t value) { add(std::to_string(value)); }
void CsvTable::cell(double value) { add(fmt::format("{}", value)); }
void CsvTable::cell(std::optional<double> value) {
  add(value ? fmt::format("{}", *value) : std::string());
}

void CsvTable::end_row() {
  text_ += "\r\n";
  is_first_ = true;
}

void CsvTable::add(std::string_view cell) {
  if (!is_first_) text_ += ',';
  is_first_ = false;
  text_ += cell;
}

}  // namespace warpscope::record
