#include "vgpu/machine_code/line_table.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <span>

namespace warpscope::machine_code {
namespace {

using Bytes = std::span<const std::byte>;
using Sections = std::map<std::uint64_t, std::string_view>;  // by place in .debug_line

/// Reads numbers one after the other; beyond the end they are 0 and `is_at_end` holds.
class Cursor {
 public:
  Cursor(Bytes bytes, std::uint64_t at) : bytes_(bytes), at_(at) {}
  std::uint64_t at() const { return at_; }
  bool is_at_end() const { return at_ >= bytes_.size(); }
  void skip(std::uint64_t count) { at_ += std::min<std::uint64_t>(count, bytes_.size()); }
  template <class T>
  T take() {
    const T value = ptx::little_endian_at<T>(bytes_, at_);
    at_ += sizeof(T);
    return value;
  }
  std::uint64_t take_unsigned() {
    std::uint64_t value = 0;
    for (unsigned shift = 0; !is_at_end(); shift += 7) {
      const auto byte = take<std::uint8_t>();
      if (shift < 64) value |= std::uint64_t{byte & 0x7FU} << shift;
      if ((byte & 0x80U) == 0) break;
    }
    return value;
  }
  std::int64_t take_signed() {
    std::uint64_t value = 0;
    unsigned shift = 0;
    std::uint8_t byte = 0x80;
    while ((byte & 0x80U) != 0 && !is_at_end()) {
      byte = take<std::uint8_t>();
      if (shift < 64) value |= std::uint64_t{byte & 0x7FU} << shift;
      shift += 7;
    }
    if ((byte & 0x40U) != 0 && shift < 64) value |= ~std::uint64_t{0} << shift;
    return static_cast<std::int64_t>(value);
  }

 private:
  Bytes bytes_;
  std::uint64_t at_;
};

/// The section of code that each address in .debug_line is of, from its relocations.
Sections sections_of(const ptx::ElfImage& image) {
  Sections sections;
  for (const bool has_addends : {false, true}) {
    const ptx::ElfSection* relocations =
        image.find(has_addends ? ".rela.debug_line" : ".rel.debug_line");
    if (relocations == nullptr) continue;
    const std::uint64_t bytes = has_addends ? 24 : 16;
    for (std::uint64_t at = 0; at + bytes <= relocations->content.size(); at += bytes) {
      const auto symbol = ptx::little_endian_at<std::uint64_t>(relocations->content, at + 8) >> 32;
      if (symbol >= image.symbols().size()) continue;
      const std::uint16_t section = image.symbols()[symbol].section;
      if (section >= image.sections().size()) continue;
      sections[ptx::little_endian_at<std::uint64_t>(relocations->content, at)] =
          image.sections()[section].name;
    }
  }
  return sections;
}

struct Header {
  std::uint8_t least_instruction_bytes = 1, line_range = 1, first_special = 10;
  std::int8_t line_base = 0;
  std::vector<std::uint8_t> operands;  ///< of standard opcode 1, 2, ...
};

/// The state machine of one sequence of rows.
class Sequence {
 public:
  Sequence(const Header& header, std::map<std::string_view, std::vector<LineRow>>& tables,
           const Sections& sections)
      : header_(header), tables_(tables), sections_(sections) {}

  void run(Cursor cursor, std::uint64_t end) {
    while (cursor.at() < end && !cursor.is_at_end()) step(cursor);
  }

 private:
  void step(Cursor& cursor) {
    const auto opcode = cursor.take<std::uint8_t>();
    if (opcode >= header_.first_special) {
      const unsigned operand = opcode - header_.first_special;
      advance(operand / header_.line_range);
      line_ += header_.line_base + static_cast<int>(operand % header_.line_range);
      return add_row();
    }
    switch (opcode) {
      case 0:
        return extended(cursor);
      case 1:
        return add_row();
      case 2:
        return advance(cursor.take_unsigned());
      case 3:
        line_ += cursor.take_signed();
        return;
      case 8:
        return advance((255U - header_.first_special) / header_.line_range);
      case 9:
        address_ += cursor.take<std::uint16_t>();
        return;
      default:
        for (int i = 0; i < header_.operands[opcode - 1U]; ++i) cursor.take_unsigned();
    }
  }

  void extended(Cursor& cursor) {
    const std::uint64_t length = cursor.take_unsigned();
    Cursor inside = cursor;
    const auto opcode = inside.take<std::uint8_t>();
    if (opcode == 1) {  // end of the sequence
      address_ = 0;
      line_ = 1;
    } else if (opcode == 2) {  // an address, which the linker fills in
      const auto section = sections_.find(inside.at());
      rows_ = section == sections_.end() ? nullptr : &tables_[section->second];
      address_ = inside.take<std::uint64_t>();
    }
    cursor.skip(length);
  }

  void advance(std::uint64_t instructions) {
    address_ += instructions * header_.least_instruction_bytes;
  }
  void add_row() {
    if (rows_ != nullptr && line_ >= 0)
      rows_->push_back({address_, static_cast<std::uint32_t>(line_)});
  }

  const Header& header_;
  std::map<std::string_view, std::vector<LineRow>>& tables_;
  const Sections& sections_;
  std::vector<LineRow>* rows_ = nullptr;
  std::uint64_t address_ = 0;
  std::int64_t line_ = 1;
};

}  // namespace

std::map<std::string_view, std::vector<LineRow>> line_tables(const ptx::ElfImage& image) {
  std::map<std::string_view, std::vector<LineRow>> tables;
  const ptx::ElfSection* table = image.find(".debug_line");
  if (table == nullptr) return tables;
  const Sections sections = sections_of(image);
  for (std::uint64_t at = 0; at + 10 < table->content.size();) {
    Cursor cursor(table->content, at);
    const std::uint64_t end = at + 4 + cursor.take<std::uint32_t>();
    const auto version = cursor.take<std::uint16_t>();
    const std::uint64_t program = cursor.at() + 4 + cursor.take<std::uint32_t>();
    Header header;
    header.least_instruction_bytes = cursor.take<std::uint8_t>();
    if (version >= 4) cursor.skip(1);
    cursor.skip(1);
    header.line_base = cursor.take<std::int8_t>();
    header.line_range = cursor.take<std::uint8_t>();
    header.first_special = cursor.take<std::uint8_t>();
    if (header.line_range == 0 || header.first_special == 0) break;
    for (int i = 1; i < header.first_special; ++i)
      header.operands.push_back(cursor.take<std::uint8_t>());
    Sequence(header, tables, sections).run(Cursor(table->content, program), end);
    at = end;
  }
  for (auto& [section, rows] : tables) std::ranges::stable_sort(rows, {}, &LineRow::address);
  return tables;
}

}  // namespace warpscope::machine_code
