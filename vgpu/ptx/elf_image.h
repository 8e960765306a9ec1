// The sections of an image of machine code (an ELF file, "cubin"). The bytes may be hostile: what
// cannot be read there is not there.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>
#include <vector>

namespace warpscope::ptx {

/// A part of the bytes, empty when it lies outside of them.
inline std::span<const std::byte> part_of(std::span<const std::byte> bytes, std::uint64_t offset,
                                          std::uint64_t count) {
  if (offset > bytes.size() || count > bytes.size() - offset) return {};
  return bytes.subspan(offset, count);
}

/// A little-endian number at an offset; 0 where there is none.
template <class T>
T little_endian_at(std::span<const std::byte> bytes, std::uint64_t offset) {
  T value{};
  if (const auto part = part_of(bytes, offset, sizeof(T)); !part.empty())
    std::memcpy(&value, part.data(), sizeof(T));
  return value;
}

struct ElfSection {
  std::string_view name;
  std::uint32_t type = 0;
  std::uint32_t link = 0;  ///< of a symbol table: the section with its names
  std::span<const std::byte> content;
};

struct ElfSymbol {
  std::string_view name;
  std::uint16_t section = 0;
  std::uint64_t offset = 0, size = 0;  ///< bytes, in the section
};

/// ELF, 64 bits, little-endian: System V ABI, "Object Files". Views are into the bytes.
class ElfImage {
 public:
  /// No sections, when the bytes are anything else than linked code for an NVIDIA GPU.
  explicit ElfImage(std::span<const std::byte> bytes);

  const std::vector<ElfSection>& sections() const { return sections_; }
  /// nullptr: there is none of that name.
  const ElfSection* find(std::string_view name) const;
  /// 90 of sm_90: what the code is for. 0 of no image.
  std::uint32_t architecture() const { return architecture_; }
  /// Of the symbol table, by number.
  const std::vector<ElfSymbol>& symbols() const { return symbols_; }

 private:
  std::uint32_t architecture_ = 0;
  std::vector<ElfSection> sections_;
  std::vector<ElfSymbol> symbols_;
};

}  // namespace warpscope::ptx
