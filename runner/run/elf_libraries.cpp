#include "runner/run/elf_libraries.h"

#include <gelf.h>
#include <libelf.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string_view>

#include "base/files.h"

namespace warpscope::runner {
namespace {

constexpr std::uint64_t kMostElfBytes = std::uint64_t{1} << 30;
constexpr std::string_view kFatBinarySection = ".nvFatBinSegment";

/// An ELF file in memory. Its program headers are what the system loads it by, so what they say
/// must fit; its section headers only tell more, and nobody needs them to run it.
class ElfFile {
 public:
  /// `image` outlives this. Throws std::runtime_error for what begins as an ELF file and is none.
  ElfFile(const std::filesystem::path& path, std::span<char> image)
      : path_(path), size_bytes_(image.size()) {
    if (::elf_version(EV_CURRENT) == EV_NONE) fail(::elf_errmsg(-1));
    elf_.reset(::elf_memory(image.data(), image.size()));
    if (!elf_) fail(::elf_errmsg(-1));
  }

  bool is_elf() const { return ::elf_kind(elf_.get()) == ELF_K_ELF; }

  /// Its segments; those that the system reads lie inside the file.
  std::vector<GElf_Phdr> segments() const {
    std::size_t count = 0;
    if (::elf_getphdrnum(elf_.get(), &count) != 0) fail(::elf_errmsg(-1));
    // libelf leaves out what lies beyond the file.
    GElf_Ehdr header{};
    if (::gelf_getehdr(elf_.get(), &header) == nullptr) fail(::elf_errmsg(-1));
    if (header.e_phnum != PN_XNUM && header.e_phnum != count) {
      fail("its program headers lie beyond its end");
    }
    std::vector<GElf_Phdr> result;
    for (std::size_t i = 0; i < count; ++i) {
      GElf_Phdr segment{};
      if (::gelf_getphdr(elf_.get(), static_cast<int>(i), &segment) == nullptr) {
        fail(::elf_errmsg(-1));
      }
      const bool is_in_file =
          segment.p_offset <= size_bytes_ && segment.p_filesz <= size_bytes_ - segment.p_offset;
      const bool is_read = segment.p_type == PT_LOAD || segment.p_type == PT_DYNAMIC;
      if (is_read && !is_in_file) fail("a part of it lies beyond its end");
      result.push_back(segment);
    }
    return result;
  }

  /// `size_bytes` bytes of the file from `offset` on, in this machine's byte order.
  Elf_Data& data(std::uint64_t offset, std::uint64_t size_bytes, Elf_Type type) const {
    auto* data =
        ::elf_getdata_rawchunk(elf_.get(), static_cast<std::int64_t>(offset), size_bytes, type);
    if (data == nullptr) fail(::elf_errmsg(-1));
    return *data;
  }

  bool has_section(std::string_view name) const {
    std::size_t names = 0;
    if (::elf_getshdrstrndx(elf_.get(), &names) != 0) return false;
    for (auto* section = ::elf_nextscn(elf_.get(), nullptr); section != nullptr;
         section = ::elf_nextscn(elf_.get(), section)) {
      GElf_Shdr header{};
      if (::gelf_getshdr(section, &header) == nullptr) continue;
      const char* its_name = ::elf_strptr(elf_.get(), names, header.sh_name);
      if (its_name != nullptr && name == its_name) return true;
    }
    return false;
  }

  /// Names of its dynamic symbols that it does not define; of damaged sections none.
  std::vector<std::string> undefined_names() const {
    std::vector<std::string> names;
    for (auto* section = ::elf_nextscn(elf_.get(), nullptr); section != nullptr;
         section = ::elf_nextscn(elf_.get(), section)) {
      GElf_Shdr header{};
      if (::gelf_getshdr(section, &header) == nullptr || header.sh_type != SHT_DYNSYM) continue;
      auto* data = ::elf_getdata(section, nullptr);
      GElf_Sym symbol{};
      for (int i = 1; data != nullptr && ::gelf_getsym(data, i, &symbol) != nullptr; ++i) {
        if (symbol.st_shndx != SHN_UNDEF) continue;
        const char* name = ::elf_strptr(elf_.get(), header.sh_link, symbol.st_name);
        if (name != nullptr) names.emplace_back(name);
      }
    }
    return names;
  }

  [[noreturn]] void fail(const std::string& reason) const {
    throw std::runtime_error(path_.string() + " is a damaged ELF file: " + reason +
                             ". Compile or copy it again.");
  }

 private:
  struct End {
    void operator()(Elf* elf) const { ::elf_end(elf); }
  };
  const std::filesystem::path& path_;
  std::uint64_t size_bytes_;
  std::unique_ptr<Elf, End> elf_;
};

/// What the dynamic section says of needed libraries: where their names are.
struct Needed {
  std::uint64_t names_address = 0, names_bytes = 0;
  std::vector<std::uint64_t> name_offsets;
};

Needed read_dynamic_section(const ElfFile& file, const GElf_Phdr& segment) {
  Needed needed;
  auto& data = file.data(segment.p_offset, segment.p_filesz, ELF_T_DYN);
  GElf_Dyn entry{};
  for (int i = 0; ::gelf_getdyn(&data, i, &entry) != nullptr && entry.d_tag != DT_NULL; ++i) {
    if (entry.d_tag == DT_STRTAB) needed.names_address = entry.d_un.d_ptr;
    if (entry.d_tag == DT_STRSZ) needed.names_bytes = entry.d_un.d_val;
    if (entry.d_tag == DT_NEEDED) needed.name_offsets.push_back(entry.d_un.d_val);
  }
  return needed;
}

/// The part of the file that is loaded to `address`.
std::string_view bytes_at(const ElfFile& file, std::span<const GElf_Phdr> segments,
                          std::uint64_t address, std::uint64_t size_bytes) {
  for (const auto& segment : segments) {
    if (segment.p_type != PT_LOAD || address < segment.p_vaddr) continue;
    const auto into = address - segment.p_vaddr;
    if (into >= segment.p_filesz || size_bytes > segment.p_filesz - into) continue;
    const auto& data = file.data(segment.p_offset + into, size_bytes, ELF_T_BYTE);
    return {static_cast<const char*>(data.d_buf), data.d_size};
  }
  file.fail("the names of its libraries lie in no segment");
}

std::vector<std::string> needed_libraries(const ElfFile& file) {
  const auto segments = file.segments();
  std::vector<std::string> libraries;
  for (const auto& segment : segments) {
    if (segment.p_type != PT_DYNAMIC) continue;
    const auto needed = read_dynamic_section(file, segment);
    if (needed.name_offsets.empty()) continue;
    const auto names = bytes_at(file, segments, needed.names_address, needed.names_bytes);
    for (const auto offset : needed.name_offsets) {
      const auto end = offset < names.size() ? names.find('\0', offset) : std::string_view::npos;
      if (end == std::string_view::npos) file.fail("the name of a library has no end");
      libraries.emplace_back(names.substr(offset, end - offset));
    }
  }
  return libraries;
}

}  // namespace

ElfLibraries elf_libraries(const std::filesystem::path& program) {
  auto image = read_file(program, kMostElfBytes);
  const ElfFile file(program, image);
  if (!file.is_elf()) return {};
  return {needed_libraries(file), file.has_section(kFatBinarySection), file.undefined_names()};
}

}  // namespace warpscope::runner
