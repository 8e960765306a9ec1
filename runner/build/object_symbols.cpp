#include "runner/build/object_symbols.h"

#include <gelf.h>
#include <libelf.h>

#include <cstdint>
#include <memory>
#include <stdexcept>

#include "base/files.h"

namespace warpscope::runner {
namespace {

constexpr std::uint64_t kMostObjectBytes = std::uint64_t{1} << 28;
/// Longer names are no programmer's; the demangler's effort grows fast with the length.
constexpr std::size_t kLongestSymbol = 4096;

void add_symbol(const GElf_Sym& symbol, const std::string& name, ObjectSymbols& symbols) {
  const auto binding = GELF_ST_BIND(symbol.st_info);
  const bool is_function = GELF_ST_TYPE(symbol.st_info) == STT_FUNC;
  if (symbol.st_shndx == SHN_UNDEF) {
    if (binding != STB_LOCAL) symbols.undefined.insert(name);
  } else if (binding == STB_LOCAL) {
    if (is_function) symbols.local_functions.insert(name);
  } else {
    symbols.defined.insert(name);
  }
}

void add_table(Elf* elf, Elf_Scn* section, const GElf_Shdr& header, ObjectSymbols& symbols) {
  auto* data = ::elf_getdata(section, nullptr);
  if (data == nullptr) return;
  GElf_Sym symbol{};
  for (int i = 0; ::gelf_getsym(data, i, &symbol) != nullptr; ++i) {
    const char* name = ::elf_strptr(elf, header.sh_link, symbol.st_name);
    if (name == nullptr || *name == '\0') continue;
    if (std::string text = name; text.size() <= kLongestSymbol) add_symbol(symbol, text, symbols);
  }
}

}  // namespace

ObjectSymbols object_symbols(const std::filesystem::path& object) {
  auto image = read_file(object, kMostObjectBytes);
  ::elf_version(EV_CURRENT);
  const std::unique_ptr<Elf, int (*)(Elf*)> elf(::elf_memory(image.data(), image.size()),
                                                &::elf_end);
  if (!elf || ::elf_kind(elf.get()) != ELF_K_ELF) {
    throw std::runtime_error(object.string() + " is no object file; compile it again.");
  }
  ObjectSymbols symbols;
  for (auto* section = ::elf_nextscn(elf.get(), nullptr); section != nullptr;
       section = ::elf_nextscn(elf.get(), section)) {
    GElf_Shdr header{};
    if (::gelf_getshdr(section, &header) == nullptr || header.sh_type != SHT_SYMTAB) continue;
    add_table(elf.get(), section, header, symbols);
  }
  return symbols;
}

}  // namespace warpscope::runner
