#include "runner/build/object_symbols.h"

#include <gelf.h>
#include <libelf.h>

#include <cstdint>
#include <cstring>
#include <memory>
#include <stdexcept>
#include <vector>

#include "base/files.h"

namespace warpscope::runner {
namespace {

constexpr std::uint64_t kMostObjectBytes = std::uint64_t{1} << 28;
/// Longer names are no programmer's; the demangler's effort grows fast with the length.
constexpr std::size_t kLongestSymbol = 4096;

using ElfFile = std::unique_ptr<Elf, int (*)(Elf*)>;

/// `object` is the image's name in what is said of it.
ElfFile opened(std::string& image, const std::filesystem::path& object) {
  ::elf_version(EV_CURRENT);
  ElfFile elf(::elf_memory(image.data(), image.size()), &::elf_end);
  if (!elf || ::elf_kind(elf.get()) != ELF_K_ELF) {
    throw std::runtime_error(object.string() + " is no object file; compile it again.");
  }
  return elf;
}

/// `tell` gets each symbol of tables of this type that has a name, the name, and where in the file
/// it is.
template <typename Tell>
void for_each_symbol(Elf* elf, GElf_Word type, const Tell& tell) {
  for (auto* section = ::elf_nextscn(elf, nullptr); section != nullptr;
       section = ::elf_nextscn(elf, section)) {
    GElf_Shdr header{};
    if (::gelf_getshdr(section, &header) == nullptr || header.sh_type != type) continue;
    auto* data = ::elf_getdata(section, nullptr);
    if (data == nullptr) continue;
    GElf_Sym symbol{};
    for (int i = 0; ::gelf_getsym(data, i, &symbol) != nullptr; ++i) {
      const char* name = ::elf_strptr(elf, header.sh_link, symbol.st_name);
      if (name == nullptr || *name == '\0') continue;
      if (const std::string text = name; text.size() <= kLongestSymbol)
        tell(symbol, text, header.sh_offset + static_cast<std::uint64_t>(i) * header.sh_entsize);
    }
  }
}

bool is_in_code(Elf* elf, const GElf_Sym& symbol) {
  GElf_Shdr header{};
  auto* section = ::elf_getscn(elf, symbol.st_shndx);
  return section == nullptr || ::gelf_getshdr(section, &header) == nullptr ||
         (header.sh_flags & SHF_EXECINSTR) != 0;
}

void add_symbol(Elf* elf, const GElf_Sym& symbol, const std::string& name, ObjectSymbols& symbols) {
  const auto binding = GELF_ST_BIND(symbol.st_info);
  const bool is_function = GELF_ST_TYPE(symbol.st_info) == STT_FUNC;
  if (symbol.st_shndx == SHN_UNDEF) {
    if (binding != STB_LOCAL) symbols.undefined.insert(name);
  } else if (binding == STB_LOCAL) {
    if (is_function) symbols.local_functions.insert(name);
  } else {
    symbols.defined.insert(name);
    if (binding == STB_WEAK) symbols.weak.insert(name);
    if (binding == STB_GNU_UNIQUE && !is_in_code(elf, symbol))
      symbols.inline_variables.insert(name);
  }
}

ObjectSymbols symbols_in(const std::filesystem::path& file, GElf_Word type) {
  auto image = read_file(file, kMostObjectBytes);
  const auto elf = opened(image, file);
  ObjectSymbols symbols;
  for_each_symbol(elf.get(), type,
                  [&](const GElf_Sym& symbol, const std::string& name, std::uint64_t) {
                    add_symbol(elf.get(), symbol, name, symbols);
                  });
  return symbols;
}

}  // namespace

ObjectSymbols object_symbols(const std::filesystem::path& object) {
  return symbols_in(object, SHT_SYMTAB);
}

std::set<std::string> exported_symbols(const std::filesystem::path& program) {
  return symbols_in(program, SHT_DYNSYM).defined;
}

void undefine_symbols(const std::filesystem::path& object, const std::set<std::string>& symbols) {
  auto image = read_file(object, kMostObjectBytes);
  std::vector<std::uint64_t> places;
  for_each_symbol(opened(image, object).get(), SHT_SYMTAB,
                  [&](const GElf_Sym& symbol, const std::string& name, std::uint64_t offset) {
                    const bool is_global = GELF_ST_BIND(symbol.st_info) != STB_LOCAL;
                    if (is_global && symbols.contains(name)) places.push_back(offset);
                  });
  for (const std::uint64_t offset : places) {
    Elf64_Sym symbol{};
    if (offset > image.size() - sizeof(symbol)) {
      throw std::runtime_error(object.string() + " is no object file of this machine.");
    }
    std::memcpy(&symbol, image.data() + offset, sizeof(symbol));
    symbol.st_info = ELF64_ST_INFO(STB_GLOBAL, STT_NOTYPE);
    symbol.st_other = STV_DEFAULT;
    symbol.st_shndx = SHN_UNDEF;
    symbol.st_value = symbol.st_size = 0;
    std::memcpy(image.data() + offset, &symbol, sizeof(symbol));
  }
  if (!places.empty()) replace_file(object, image);
}

}  // namespace warpscope::runner
