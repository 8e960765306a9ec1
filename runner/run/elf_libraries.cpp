#include "runner/run/elf_libraries.h"

#include <elf.h>

#include <cstring>
#include <optional>
#include <string_view>

#include "base/files.h"

namespace warpscope::runner {
namespace {

constexpr std::uint64_t kProgramBytes = std::uint64_t{1} << 30;
constexpr std::string_view kFatBinarySection = ".nvFatBinSegment";

/// A structure of the file; nothing when it would lie outside.
template <typename T>
std::optional<T> read_at(std::string_view file, std::uint64_t offset) {
  if (offset > file.size() || file.size() - offset < sizeof(T)) return std::nullopt;
  T value;
  std::memcpy(&value, file.data() + offset, sizeof value);
  return value;
}

std::string_view text_at(std::string_view file, std::uint64_t offset) {
  if (offset >= file.size()) return {};
  const auto rest = file.substr(offset);
  return rest.substr(0, rest.find('\0'));
}

std::optional<Elf64_Shdr> section(std::string_view file, const Elf64_Ehdr& header,
                                  std::uint64_t index) {
  if (index >= header.e_shnum || header.e_shentsize != sizeof(Elf64_Shdr)) return std::nullopt;
  return read_at<Elf64_Shdr>(file, header.e_shoff + index * sizeof(Elf64_Shdr));
}

void read_needed(std::string_view file, const Elf64_Shdr& dynamic, std::uint64_t names_offset,
                 ElfLibraries& result) {
  for (std::uint64_t at = 0; at + sizeof(Elf64_Dyn) <= dynamic.sh_size; at += sizeof(Elf64_Dyn)) {
    const auto entry = read_at<Elf64_Dyn>(file, dynamic.sh_offset + at);
    if (!entry || entry->d_tag == DT_NULL) return;
    if (entry->d_tag == DT_NEEDED) {
      result.needed.emplace_back(text_at(file, names_offset + entry->d_un.d_val));
    }
  }
}

}  // namespace

ElfLibraries elf_libraries(const std::filesystem::path& program) {
  const auto text = read_file(program, kProgramBytes);
  const std::string_view file = text;
  ElfLibraries result;
  const auto header = read_at<Elf64_Ehdr>(file, 0);
  if (!header || std::memcmp(header->e_ident, ELFMAG, SELFMAG) != 0 ||
      header->e_ident[EI_CLASS] != ELFCLASS64 || header->e_ident[EI_DATA] != ELFDATA2LSB) {
    return result;
  }
  const auto names = section(file, *header, header->e_shstrndx);
  for (std::uint64_t i = 0; i < header->e_shnum; ++i) {
    const auto entry = section(file, *header, i);
    if (!entry) break;
    if (names && text_at(file, names->sh_offset + entry->sh_name) == kFatBinarySection) {
      result.has_cuda_code = true;
    }
    const auto strings = section(file, *header, entry->sh_link);
    if (entry->sh_type == SHT_DYNAMIC && strings) {
      read_needed(file, *entry, strings->sh_offset, result);
    }
  }
  return result;
}

}  // namespace warpscope::runner
