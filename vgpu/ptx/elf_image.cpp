#include "vgpu/ptx/elf_image.h"

#include <algorithm>

namespace warpscope::ptx {
namespace {

using Bytes = std::span<const std::byte>;

constexpr std::string_view kElfMagic =
    "\x7F"
    "ELF\x02\x01";
constexpr std::uint16_t kLinkedCode = 2;  // ET_EXEC; what nvcc -rdc=true leaves is not linked yet
constexpr std::uint16_t kNvidiaGpu = 190;
constexpr std::uint32_t kSymbolTable = 2;
constexpr std::size_t kFileHeaderBytes = 64;
constexpr std::size_t kSectionHeaderBytes = 64;
constexpr std::size_t kSymbolBytes = 24;

/// The text from an offset to the next zero.
std::string_view text_at(Bytes table, std::uint64_t offset) {
  if (offset >= table.size()) return {};
  const std::string_view rest(reinterpret_cast<const char*>(table.data()) + offset,
                              table.size() - offset);
  return rest.substr(0, rest.find('\0'));
}

bool is_linked_gpu_code(Bytes image) {
  return image.size() >= kFileHeaderBytes &&
         std::memcmp(image.data(), kElfMagic.data(), kElfMagic.size()) == 0 &&
         little_endian_at<std::uint16_t>(image, 16) == kLinkedCode &&
         little_endian_at<std::uint16_t>(image, 18) == kNvidiaGpu;
}

std::vector<ElfSection> sections_of(Bytes image) {
  const auto offset = little_endian_at<std::uint64_t>(image, 0x28);
  const auto count = little_endian_at<std::uint16_t>(image, 0x3C);
  const Bytes headers = part_of(image, offset, std::uint64_t{count} * kSectionHeaderBytes);
  if (headers.empty() || little_endian_at<std::uint16_t>(image, 0x3A) != kSectionHeaderBytes)
    return {};
  const auto content_of = [&](std::size_t number) {
    const Bytes header = part_of(headers, number * kSectionHeaderBytes, kSectionHeaderBytes);
    return part_of(image, little_endian_at<std::uint64_t>(header, 24),
                   little_endian_at<std::uint64_t>(header, 32));
  };
  const Bytes names = content_of(little_endian_at<std::uint16_t>(image, 0x3E));
  std::vector<ElfSection> sections;
  for (std::size_t i = 0; i < count; ++i) {
    const Bytes header = headers.subspan(i * kSectionHeaderBytes, kSectionHeaderBytes);
    sections.push_back({text_at(names, little_endian_at<std::uint32_t>(header, 0)),
                        little_endian_at<std::uint32_t>(header, 4),
                        little_endian_at<std::uint32_t>(header, 40), content_of(i)});
  }
  return sections;
}

std::vector<ElfSymbol> symbols_of(const std::vector<ElfSection>& sections) {
  std::vector<ElfSymbol> symbols;
  const auto table = std::ranges::find(sections, kSymbolTable, &ElfSection::type);
  if (table == sections.end() || table->link >= sections.size()) return symbols;
  const Bytes names = sections[table->link].content;
  for (std::size_t at = 0; at + kSymbolBytes <= table->content.size(); at += kSymbolBytes) {
    symbols.push_back({text_at(names, little_endian_at<std::uint32_t>(table->content, at)),
                       little_endian_at<std::uint16_t>(table->content, at + 6),
                       little_endian_at<std::uint64_t>(table->content, at + 8),
                       little_endian_at<std::uint64_t>(table->content, at + 16)});
  }
  return symbols;
}

}  // namespace

ElfImage::ElfImage(Bytes bytes) {
  if (!is_linked_gpu_code(bytes)) return;
  constexpr std::uint64_t kFlags = 0x30;
  architecture_ = little_endian_at<std::uint32_t>(bytes, kFlags) >> 8 & 0xFF;
  sections_ = sections_of(bytes);
  symbols_ = symbols_of(sections_);
}

const ElfSection* ElfImage::find(std::string_view name) const {
  const auto found = std::ranges::find(sections_, name, &ElfSection::name);
  return found == sections_.end() ? nullptr : &*found;
}

}  // namespace warpscope::ptx
