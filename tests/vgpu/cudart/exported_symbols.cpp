#include "tests/vgpu/cudart/exported_symbols.h"

#include <elf.h>

#include <cstring>
#include <fstream>
#include <iterator>
#include <map>
#include <span>
#include <stdexcept>
#include <vector>

namespace warpscope::cudart {
namespace {

class ElfFile {
 public:
  explicit ElfFile(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    bytes_.assign(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
    header_ = read<Elf64_Ehdr>(0);
    if (std::memcmp(header_.e_ident, ELFMAG, SELFMAG) != 0) {
      throw std::runtime_error(path + " is no ELF file");
    }
  }

  template <typename T>
  T read(std::size_t offset) const {
    if (offset + sizeof(T) > bytes_.size()) throw std::runtime_error("a truncated ELF file");
    T value{};
    std::memcpy(&value, bytes_.data() + offset, sizeof value);
    return value;
  }
  std::string text(std::size_t offset) const { return {bytes_.data() + offset}; }

  /// The first section of a type.
  Elf64_Shdr section(std::uint32_t type) const {
    for (std::size_t i = 0; i < header_.e_shnum; ++i) {
      const auto candidate = section_at(i);
      if (candidate.sh_type == type) return candidate;
    }
    throw std::runtime_error("the library lacks a section");
  }
  Elf64_Shdr section_at(std::size_t index) const {
    return read<Elf64_Shdr>(header_.e_shoff + index * header_.e_shentsize);
  }

 private:
  std::vector<char> bytes_;
  Elf64_Ehdr header_{};
};

/// Version names by index, from the definitions.
std::map<std::uint16_t, std::string> version_names(const ElfFile& file) {
  const Elf64_Shdr definitions = file.section(SHT_GNU_verdef);
  const Elf64_Shdr strings = file.section_at(definitions.sh_link);
  std::map<std::uint16_t, std::string> names;
  std::size_t at = definitions.sh_offset;
  for (std::size_t i = 0; i < definitions.sh_info; ++i) {
    const auto definition = file.read<Elf64_Verdef>(at);
    const auto name = file.read<Elf64_Verdaux>(at + definition.vd_aux);
    names[definition.vd_ndx] = file.text(strings.sh_offset + name.vda_name);
    at += definition.vd_next;
  }
  return names;
}

std::string soname_of(const ElfFile& file) {
  const Elf64_Shdr dynamic = file.section(SHT_DYNAMIC);
  const Elf64_Shdr strings = file.section_at(dynamic.sh_link);
  for (std::size_t at = 0; at < dynamic.sh_size; at += sizeof(Elf64_Dyn)) {
    const auto entry = file.read<Elf64_Dyn>(dynamic.sh_offset + at);
    if (entry.d_tag == DT_SONAME) return file.text(strings.sh_offset + entry.d_un.d_val);
  }
  return {};
}

}  // namespace

LibraryInterface read_interface(const std::string& path) {
  const ElfFile file(path);
  LibraryInterface result;
  result.soname = soname_of(file);
  const std::map<std::uint16_t, std::string> names = version_names(file);
  const Elf64_Shdr symbols = file.section(SHT_DYNSYM);
  const Elf64_Shdr strings = file.section_at(symbols.sh_link);
  const Elf64_Shdr versions = file.section(SHT_GNU_versym);
  for (std::size_t i = 0; i < symbols.sh_size / sizeof(Elf64_Sym); ++i) {
    const auto symbol = file.read<Elf64_Sym>(symbols.sh_offset + i * sizeof(Elf64_Sym));
    const bool is_function = ELF64_ST_TYPE(symbol.st_info) == STT_FUNC;
    if (symbol.st_shndx == SHN_UNDEF || !is_function) continue;
    const auto version = file.read<std::uint16_t>(versions.sh_offset + i * 2) & 0x7FFF;
    const auto name = names.find(static_cast<std::uint16_t>(version));
    result.functions.insert(
        {file.text(strings.sh_offset + symbol.st_name), name == names.end() ? "" : name->second});
  }
  return result;
}

}  // namespace warpscope::cudart
