#include "vgpu/ptx/machine_code.h"

#include <cstring>
#include <string_view>
#include <vector>

namespace warpscope::ptx {
namespace {

using Bytes = std::span<const std::byte>;

// ELF, 64 bits, little-endian: System V ABI, "Object Files".
constexpr std::string_view kElfMagic =
    "\x7F"
    "ELF\x02\x01";
constexpr std::uint16_t kLinkedCode = 2;  // ET_EXEC; what nvcc -rdc=true leaves is not linked yet
constexpr std::uint16_t kNvidiaGpu = 190;
constexpr std::uint32_t kSymbolTable = 2;
constexpr std::size_t kFileHeaderBytes = 64;
constexpr std::size_t kSectionHeaderBytes = 64;
constexpr std::size_t kSymbolBytes = 24;

constexpr std::string_view kInfoSection = ".nv.info";
constexpr std::uint8_t kSizedValue = 4;  // an attribute with a length; all others have two bytes
constexpr std::uint8_t kRegisterCount = 0x2F;
constexpr std::uint8_t kFrameBytes = 0x11;

/// A part of the bytes, empty when it lies outside of them.
Bytes part_of(Bytes bytes, std::uint64_t offset, std::uint64_t count) {
  if (offset > bytes.size() || count > bytes.size() - offset) return {};
  return bytes.subspan(offset, count);
}

/// A number at an offset; 0 where there is none.
template <class T>
T number_at(Bytes bytes, std::uint64_t offset) {
  T value{};
  if (const Bytes part = part_of(bytes, offset, sizeof(T)); !part.empty())
    std::memcpy(&value, part.data(), sizeof(T));
  return value;
}

/// The text from an offset to the next zero.
std::string_view text_at(Bytes table, std::uint64_t offset) {
  if (offset >= table.size()) return {};
  const std::string_view rest(reinterpret_cast<const char*>(table.data()) + offset,
                              table.size() - offset);
  return rest.substr(0, rest.find('\0'));
}

struct Section {
  std::string_view name;
  std::uint32_t type = 0;
  std::uint32_t link = 0;  ///< of a symbol table: the section with its names
  Bytes content;
};

std::vector<Section> sections_of(Bytes image) {
  const auto offset = number_at<std::uint64_t>(image, 0x28);
  const auto count = number_at<std::uint16_t>(image, 0x3C);
  const Bytes headers = part_of(image, offset, std::uint64_t{count} * kSectionHeaderBytes);
  if (headers.empty() || number_at<std::uint16_t>(image, 0x3A) != kSectionHeaderBytes) return {};
  const auto content_of = [&](std::size_t number) {
    const Bytes header = part_of(headers, number * kSectionHeaderBytes, kSectionHeaderBytes);
    return part_of(image, number_at<std::uint64_t>(header, 24),
                   number_at<std::uint64_t>(header, 32));
  };
  const Bytes names = content_of(number_at<std::uint16_t>(image, 0x3E));
  std::vector<Section> sections;
  for (std::size_t i = 0; i < count; ++i) {
    const Bytes header = headers.subspan(i * kSectionHeaderBytes, kSectionHeaderBytes);
    sections.push_back({text_at(names, number_at<std::uint32_t>(header, 0)),
                        number_at<std::uint32_t>(header, 4), number_at<std::uint32_t>(header, 40),
                        content_of(i)});
  }
  return sections;
}

/// The name of each symbol, by its number.
std::vector<std::string_view> symbols_of(const std::vector<Section>& sections) {
  std::vector<std::string_view> symbols;
  for (const Section& section : sections) {
    if (section.type != kSymbolTable || section.link >= sections.size()) continue;
    for (std::size_t at = 0; at + kSymbolBytes <= section.content.size(); at += kSymbolBytes) {
      symbols.push_back(
          text_at(sections[section.link].content, number_at<std::uint32_t>(section.content, at)));
    }
    break;
  }
  return symbols;
}

bool is_linked_gpu_code(Bytes image) {
  return image.size() >= kFileHeaderBytes &&
         std::memcmp(image.data(), kElfMagic.data(), kElfMagic.size()) == 0 &&
         number_at<std::uint16_t>(image, 16) == kLinkedCode &&
         number_at<std::uint16_t>(image, 18) == kNvidiaGpu;
}

}  // namespace

MachineCodes machine_code_of(Bytes image) {
  MachineCodes codes;
  if (!is_linked_gpu_code(image)) return codes;
  const std::vector<Section> sections = sections_of(image);
  const std::vector<std::string_view> symbols = symbols_of(sections);
  for (const Section& section : sections) {
    if (section.name != kInfoSection) continue;
    std::uint64_t bytes = 0;
    for (std::uint64_t at = 0; at + 4 <= section.content.size(); at += 4 + bytes) {
      const auto format = number_at<std::uint8_t>(section.content, at);
      const auto attribute = number_at<std::uint8_t>(section.content, at + 1);
      bytes = format == kSizedValue ? number_at<std::uint16_t>(section.content, at + 2) : 0;
      const auto symbol = number_at<std::uint32_t>(section.content, at + 4);
      const bool is_known = attribute == kRegisterCount || attribute == kFrameBytes;
      if (!is_known || bytes < 8 || symbol >= symbols.size()) continue;
      MachineCode& code = codes[std::string(symbols[symbol])];
      (attribute == kRegisterCount ? code.registers : code.frame_bytes) =
          number_at<std::uint32_t>(section.content, at + 8);
    }
  }
  std::erase_if(codes, [](const auto& entry) { return entry.second.registers == 0; });
  return codes;
}

}  // namespace warpscope::ptx
