#include "vgpu/ptx/machine_code.h"

#include "vgpu/ptx/elf_image.h"

namespace warpscope::ptx {
namespace {

constexpr std::string_view kInfoSection = ".nv.info";
constexpr std::uint8_t kSizedValue = 4;  // an attribute with a length; all others have two bytes
constexpr std::uint8_t kRegisterCount = 0x2F;
constexpr std::uint8_t kFrameBytes = 0x11;

}  // namespace

MachineCodes machine_code_of(std::span<const std::byte> bytes) {
  MachineCodes codes;
  const ElfImage image(bytes);
  for (const ElfSection& section : image.sections()) {
    if (section.name != kInfoSection) continue;
    std::uint64_t length = 0;
    for (std::uint64_t at = 0; at + 4 <= section.content.size(); at += 4 + length) {
      const auto format = little_endian_at<std::uint8_t>(section.content, at);
      const auto attribute = little_endian_at<std::uint8_t>(section.content, at + 1);
      length = format == kSizedValue ? little_endian_at<std::uint16_t>(section.content, at + 2) : 0;
      const auto symbol = little_endian_at<std::uint32_t>(section.content, at + 4);
      const bool is_known = attribute == kRegisterCount || attribute == kFrameBytes;
      if (!is_known || length < 8 || symbol >= image.symbols().size()) continue;
      MachineCode& code = codes[std::string(image.symbols()[symbol].name)];
      (attribute == kRegisterCount ? code.registers : code.frame_bytes) =
          little_endian_at<std::uint32_t>(section.content, at + 8);
    }
  }
  std::erase_if(codes, [](const auto& entry) { return entry.second.registers == 0; });
  return codes;
}

}  // namespace warpscope::ptx
