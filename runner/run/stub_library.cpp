#include "runner/run/stub_library.h"

#include <elf.h>

#include <array>
#include <cstdint>
#include <cstring>
#include <span>
#include <utility>

namespace warpscope::runner {
namespace {

constexpr std::uint64_t kPageBytes = 4096;
constexpr std::uint32_t kExitCode = 127;

/// A part of the file, which grows. The file is loaded as it lies, so a place in it is an address.
class Bytes {
 public:
  std::uint64_t size() const { return bytes_.size(); }
  template <typename T>
  std::uint64_t add(const T& value) {
    return add(std::as_bytes(std::span(&value, 1)));
  }
  std::uint64_t add(std::span<const std::byte> bytes) {
    const auto at = bytes_.size();
    bytes_.insert(bytes_.end(), bytes.begin(), bytes.end());
    return at;
  }
  /// With a zero behind it.
  std::uint64_t add_text(const std::string& text) {
    return add(std::as_bytes(std::span(text.c_str(), text.size() + 1)));
  }
  void align(std::uint64_t unit) { bytes_.resize((bytes_.size() + unit - 1) / unit * unit); }
  template <typename T>
  void put(std::uint64_t at, const T& value) {
    std::memcpy(&bytes_.at(at), &value, sizeof value);
  }
  std::vector<std::byte> take() { return std::move(bytes_); }

 private:
  std::vector<std::byte> bytes_;
};

/// Where the code has a distance to something: of 4 bytes, counted from behind it.
void put_distance(Bytes& file, std::uint64_t at, std::uint64_t to) {
  file.put(at, static_cast<std::int32_t>(static_cast<std::int64_t>(to) -
                                         static_cast<std::int64_t>(at + 4)));
}

/// write(2, sentence, bytes); exit(kExitCode); `exit_slot` will hold the address of the latter.
/// Intel's manual has the encodings; the system's calls are those of x86-64.
struct Code {
  std::uint64_t begin = 0, sentence_at = 0, slot_at = 0;
};
Code add_function(Bytes& file, std::uint32_t sentence_bytes) {
  constexpr std::array<std::uint8_t, 17> kBegin{
      0x48, 0x83, 0xec, 0x08,                               // sub $8, %rsp
      0xb8, 1,    0,    0,    0,                            // mov $1, %eax: write
      0xbf, 2,    0,    0,    0,                            // mov $2, %edi: standard error
      0x48, 0x8d, 0x35};                                    // lea sentence(%rip), %rsi
  constexpr std::array<std::uint8_t, 1> kLength{0xba};      // mov $bytes, %edx
  constexpr std::array<std::uint8_t, 2> kCall{0x0f, 0x05};  // syscall
  constexpr std::array<std::uint8_t, 1> kCode{0xbf};        // mov $code, %edi
  constexpr std::array<std::uint8_t, 2> kExit{0xff, 0x15};  // call *slot(%rip)
  Code code;
  code.begin = file.add(kBegin);
  code.sentence_at = file.add(std::int32_t{0});
  file.add(kLength);
  file.add(sentence_bytes);
  file.add(kCall);
  file.add(kCode);
  file.add(kExitCode);
  file.add(kExit);
  code.slot_at = file.add(std::int32_t{0});
  return code;
}

/// What the linker calls versions: a name for each symbol besides its own. The system wants those
/// that the program asks for, and the first one defined is the library itself. The Linux Standard
/// Base describes them.
class Versions {
 public:
  Versions(std::string soname, std::uint32_t soname_at)
      : defined_{{std::move(soname), soname_at}}, of_symbols_{VER_NDX_LOCAL} {}

  /// Without the library itself.
  std::uint64_t count() const { return defined_.size() - 1; }
  /// One of any version.
  void add_symbol() { of_symbols_.push_back(VER_NDX_GLOBAL); }
  /// `name` adds a text to the library's names.
  void add_symbol(const std::string& version, const auto& name) {
    if (version.empty()) return add_symbol();
    std::size_t index = 1;
    while (index < defined_.size() && defined_[index].first != version) ++index;
    if (index == defined_.size()) defined_.emplace_back(version, name(version));
    of_symbols_.push_back(static_cast<std::uint16_t>(index + 1));
  }
  /// Where it has written those of the symbols, and the definitions.
  std::pair<std::uint64_t, std::uint64_t> write(Bytes& file) const {
    const auto of_symbols_at = file.add(std::as_bytes(std::span(of_symbols_)));
    file.align(8);
    const auto definitions_at = file.size();
    for (std::size_t index = 0; index < defined_.size(); ++index) {
      const auto& [version, name_at] = defined_[index];
      Elf64_Verdef definition{};
      definition.vd_version = VER_DEF_CURRENT;
      definition.vd_flags = index == 0 ? VER_FLG_BASE : 0;
      definition.vd_ndx = static_cast<std::uint16_t>(index + 1);
      definition.vd_cnt = 1;
      definition.vd_hash = hash_of(version);
      definition.vd_aux = sizeof definition;
      if (index + 1 < defined_.size())
        definition.vd_next = sizeof definition + sizeof(Elf64_Verdaux);
      file.add(definition);
      file.add(Elf64_Verdaux{name_at, 0});
    }
    return {of_symbols_at, definitions_at};
  }

 private:
  /// That of System V's hash tables.
  static std::uint32_t hash_of(const std::string& text) {
    std::uint32_t hash = 0;
    for (const char c : text) {
      hash = (hash << 4) + static_cast<unsigned char>(c);
      hash = (hash ^ ((hash >> 24) & 0xf0)) & 0x0fffffff;
    }
    return hash;
  }

  std::vector<std::pair<std::string, std::uint32_t>> defined_;  ///< and where its name stands
  std::vector<std::uint16_t> of_symbols_;                       ///< by their number
};

}  // namespace

std::vector<std::byte> stub_library(const std::string& soname,
                                    const std::map<std::string, StubFunction>& functions) {
  Bytes file;
  constexpr std::uint16_t kSegments = 4;
  file.add(Elf64_Ehdr{});
  const auto headers = file.size();
  for (int i = 0; i < kSegments; ++i) file.add(Elf64_Phdr{});

  std::string names(1, '\0');
  const auto name = [&](const std::string& text) {
    const auto at = static_cast<std::uint32_t>(names.size());
    names += text + '\0';
    return at;
  };
  const auto soname_at = name(soname);
  Elf64_Sym exit_symbol{};
  exit_symbol.st_name = name("exit");
  exit_symbol.st_info = ELF64_ST_INFO(STB_GLOBAL, STT_FUNC);
  std::vector<Elf64_Sym> symbols{Elf64_Sym{}, exit_symbol};
  std::vector<Code> codes;
  Versions versions(soname, soname_at);
  versions.add_symbol();  // exit, of any version
  for (const auto& [function, stub] : functions) {
    file.align(16);
    codes.push_back(add_function(file, static_cast<std::uint32_t>(stub.sentence.size())));
    versions.add_symbol(stub.version, name);
    Elf64_Sym symbol{};
    symbol.st_name = name(function);
    symbol.st_info = ELF64_ST_INFO(STB_GLOBAL, STT_FUNC);
    symbol.st_shndx = 1;  // any that is not SHN_UNDEF: there are no sections
    symbol.st_value = codes.back().begin;
    symbol.st_size = file.size() - codes.back().begin;
    symbols.push_back(symbol);
  }
  std::size_t number = 0;
  for (const auto& [function, stub] : functions)
    put_distance(file, codes[number++].sentence_at, file.add_text(stub.sentence));

  file.align(8);
  const auto symbols_at = file.add(std::as_bytes(std::span(symbols)));
  const auto names_at = file.add(std::as_bytes(std::span(names)));
  file.align(8);
  // One bucket with all symbols in it.
  const auto count = static_cast<std::uint32_t>(symbols.size());
  const auto hash_at = file.add(std::array<std::uint32_t, 3>{1, count, count - 1});
  for (std::uint32_t i = 0; i < count; ++i) file.add(i == 0 ? 0U : i - 1);
  file.align(8);
  const auto [of_symbols_at, definitions_at] = versions.write(file);
  file.align(8);
  const auto relocations_at = file.size();
  const auto relocation = file.add(Elf64_Rela{});
  const auto readable_end = file.size();

  file.align(kPageBytes);
  const auto writable = file.size();
  const auto slot = file.add(std::uint64_t{0});
  for (const auto& code : codes) put_distance(file, code.slot_at, slot);
  file.put(relocation, Elf64_Rela{slot, ELF64_R_INFO(1, R_X86_64_GLOB_DAT), 0});
  const auto dynamic_at = file.size();
  const auto entry = [&](std::int64_t tag, std::uint64_t value) {
    Elf64_Dyn dynamic{};
    dynamic.d_tag = tag;
    dynamic.d_un.d_val = value;
    file.add(dynamic);
  };
  entry(DT_SONAME, soname_at);
  entry(DT_HASH, hash_at);
  entry(DT_SYMTAB, symbols_at);
  entry(DT_SYMENT, sizeof(Elf64_Sym));
  entry(DT_STRTAB, names_at);
  entry(DT_STRSZ, names.size());
  entry(DT_RELA, relocations_at);
  entry(DT_RELASZ, sizeof(Elf64_Rela));
  entry(DT_RELAENT, sizeof(Elf64_Rela));
  if (versions.count() != 0) {
    entry(DT_VERSYM, of_symbols_at);
    entry(DT_VERDEF, definitions_at);
    entry(DT_VERDEFNUM, versions.count() + 1);
  }
  entry(DT_NULL, 0);

  const auto segment = [&](int index, std::uint32_t type, std::uint32_t flags, std::uint64_t begin,
                           std::uint64_t end, std::uint64_t unit) {
    Elf64_Phdr header{};
    header.p_type = type;
    header.p_flags = flags;
    header.p_offset = header.p_vaddr = header.p_paddr = begin;
    header.p_filesz = header.p_memsz = end - begin;
    header.p_align = unit;
    file.put(headers + static_cast<std::uint64_t>(index) * sizeof header, header);
  };
  segment(0, PT_LOAD, PF_R | PF_X, 0, readable_end, kPageBytes);
  segment(1, PT_LOAD, PF_R | PF_W, writable, file.size(), kPageBytes);
  segment(2, PT_DYNAMIC, PF_R | PF_W, dynamic_at, file.size(), 8);
  segment(3, PT_GNU_STACK, PF_R | PF_W, 0, 0, 16);

  Elf64_Ehdr header{};
  std::memcpy(header.e_ident, ELFMAG, SELFMAG);
  header.e_ident[EI_CLASS] = ELFCLASS64;
  header.e_ident[EI_DATA] = ELFDATA2LSB;
  header.e_ident[EI_VERSION] = EV_CURRENT;
  header.e_type = ET_DYN;
  header.e_machine = EM_X86_64;
  header.e_version = EV_CURRENT;
  header.e_phoff = headers;
  header.e_ehsize = sizeof header;
  header.e_phentsize = sizeof(Elf64_Phdr);
  header.e_phnum = kSegments;
  file.put(0, header);
  return file.take();
}

}  // namespace warpscope::runner
