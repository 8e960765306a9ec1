#include "runner/run/elf_libraries.h"

#include <gelf.h>
#include <libelf.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string_view>
#include <system_error>
#include <utility>

#include "base/files.h"

namespace warpscope::runner {
namespace {

constexpr std::uint64_t kMostElfBytes = std::uint64_t{1} << 30;
constexpr std::uint64_t kMostLibraryBytes = std::uint64_t{1} << 26;
constexpr std::size_t kMostLibraries = 256;
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

  /// Adds names of its dynamic symbols that it does not define, and their versions; of damaged
  /// sections none.
  void add_undefined(ElfLibraries& libraries) const {
    const auto names_of_versions = version_names();
    auto* of_symbols = first_data(SHT_GNU_versym).second;
    const auto [header, data] = first_data(SHT_DYNSYM);
    GElf_Sym symbol{};
    for (int i = 1; data != nullptr && ::gelf_getsym(data, i, &symbol) != nullptr; ++i) {
      if (symbol.st_shndx != SHN_UNDEF) continue;
      const char* name = ::elf_strptr(elf_.get(), header.sh_link, symbol.st_name);
      if (name == nullptr) continue;
      libraries.undefined.emplace_back(name);
      GElf_Versym number{};
      if (of_symbols == nullptr || ::gelf_getversym(of_symbols, i, &number) == nullptr) continue;
      const auto version = names_of_versions.find(number);
      if (version != names_of_versions.end()) libraries.versions.emplace(name, version->second);
    }
  }

  [[noreturn]] void fail(const std::string& reason) const {
    throw std::runtime_error(path_.string() + " is a damaged ELF file: " + reason +
                             ". Compile or copy it again.");
  }

 private:
  struct End {
    void operator()(Elf* elf) const { ::elf_end(elf); }
  };

  /// Of its first section of a kind; null where it has none.
  std::pair<GElf_Shdr, Elf_Data*> first_data(std::uint32_t kind) const {
    GElf_Shdr header{};
    for (auto* section = ::elf_nextscn(elf_.get(), nullptr); section != nullptr;
         section = ::elf_nextscn(elf_.get(), section)) {
      if (::gelf_getshdr(section, &header) != nullptr && header.sh_type == kind)
        return {header, ::elf_getdata(section, nullptr)};
    }
    return {header, nullptr};
  }

  /// What the versions that it needs are called, by their number.
  std::map<std::uint16_t, std::string> version_names() const {
    std::map<std::uint16_t, std::string> names;
    const auto [header, data] = first_data(SHT_GNU_verneed);
    GElf_Verneed library{};
    std::uint64_t at = 0;
    // A list that leads back to its beginning ends all the same.
    for (std::size_t left = size_bytes_ / sizeof(Elf64_Verneed);
         data != nullptr && left > 0 && at < data->d_size &&
         ::gelf_getverneed(data, static_cast<int>(at), &library) != nullptr;
         --left) {
      std::uint64_t place = at + library.vn_aux;
      for (std::uint32_t i = 0; i < library.vn_cnt && place < data->d_size; ++i) {
        GElf_Vernaux version{};
        if (::gelf_getvernaux(data, static_cast<int>(place), &version) == nullptr) break;
        const char* name = ::elf_strptr(elf_.get(), header.sh_link, version.vna_name);
        if (name != nullptr) names.emplace(version.vna_other, name);
        if (version.vna_next == 0) break;
        place += version.vna_next;
      }
      if (library.vn_next == 0) break;
      at += library.vn_next;
    }
    return names;
  }

  const std::filesystem::path& path_;
  std::uint64_t size_bytes_;
  std::unique_ptr<Elf, End> elf_;
};

/// What the dynamic section says of needed libraries: where their names are, and those of folders.
struct Needed {
  std::uint64_t names_address = 0, names_bytes = 0;
  std::vector<std::uint64_t> name_offsets, folder_offsets;
};

Needed read_dynamic_section(const ElfFile& file, const GElf_Phdr& segment) {
  Needed needed;
  auto& data = file.data(segment.p_offset, segment.p_filesz, ELF_T_DYN);
  GElf_Dyn entry{};
  for (int i = 0; ::gelf_getdyn(&data, i, &entry) != nullptr && entry.d_tag != DT_NULL; ++i) {
    if (entry.d_tag == DT_STRTAB) needed.names_address = entry.d_un.d_ptr;
    if (entry.d_tag == DT_STRSZ) needed.names_bytes = entry.d_un.d_val;
    if (entry.d_tag == DT_NEEDED) needed.name_offsets.push_back(entry.d_un.d_val);
    if (entry.d_tag == DT_RPATH || entry.d_tag == DT_RUNPATH)
      needed.folder_offsets.push_back(entry.d_un.d_val);
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

/// "$ORIGIN/lib:/opt/lib" of a program in the folder `origin`.
void add_folders(std::string_view list, const std::filesystem::path& origin,
                 std::vector<std::filesystem::path>& folders) {
  while (!list.empty()) {
    std::string folder(list.substr(0, list.find(':')));
    list.remove_prefix(std::min(folder.size() + 1, list.size()));
    for (const std::string_view name : {"$ORIGIN", "${ORIGIN}"}) {
      if (folder.starts_with(name)) folder.replace(0, name.size(), origin.string());
    }
    if (!folder.empty()) folders.emplace_back(folder);
  }
}

/// Adds what `file` needs, and where it looks for it.
void add_needed(const ElfFile& file, const std::filesystem::path& origin, ElfLibraries& libraries) {
  const auto segments = file.segments();
  for (const auto& segment : segments) {
    if (segment.p_type != PT_DYNAMIC) continue;
    const auto needed = read_dynamic_section(file, segment);
    if (needed.name_offsets.empty()) continue;
    const auto names = bytes_at(file, segments, needed.names_address, needed.names_bytes);
    const auto text_at = [&](std::uint64_t offset) {
      const auto end = offset < names.size() ? names.find('\0', offset) : std::string_view::npos;
      if (end == std::string_view::npos) file.fail("the name of a library has no end");
      return names.substr(offset, end - offset);
    };
    for (const auto offset : needed.name_offsets) libraries.needed.emplace_back(text_at(offset));
    for (const auto offset : needed.folder_offsets)
      add_folders(text_at(offset), origin, libraries.folders);
  }
}

}  // namespace

ElfLibraries elf_libraries(const std::filesystem::path& program) {
  auto image = read_file(program, kMostElfBytes);
  const ElfFile file(program, image);
  if (!file.is_elf()) return {};
  ElfLibraries libraries;
  add_needed(file, std::filesystem::absolute(program).parent_path(), libraries);
  libraries.has_cuda_code = file.has_section(kFatBinarySection);
  file.add_undefined(libraries);
  return libraries;
}

ElfLibraries elf_libraries_of_all(const std::filesystem::path& program,
                                  const std::vector<std::filesystem::path>& more,
                                  const std::function<bool(std::string_view)>& is_left_out) {
  auto all = elf_libraries(program);
  all.folders.insert(all.folders.end(), more.begin(), more.end());
  // `needed` grows behind `next`.
  for (std::size_t next = 0; next < all.needed.size() && next < kMostLibraries; ++next) {
    if (all.needed[next].find('/') != std::string::npos || is_left_out(all.needed[next])) continue;
    for (const auto& folder : all.folders) {
      std::error_code error;
      const auto path = folder / all.needed[next];
      if (!std::filesystem::is_regular_file(path, error) || error) continue;
      if (std::filesystem::file_size(path, error) > kMostLibraryBytes || error) break;
      try {
        const auto its = elf_libraries(path);
        for (const auto& library : its.needed) {
          if (std::ranges::find(all.needed, library) == all.needed.end())
            all.needed.push_back(library);
        }
        all.undefined.insert(all.undefined.end(), its.undefined.begin(), its.undefined.end());
        all.versions.insert(its.versions.begin(), its.versions.end());
        all.folders.insert(all.folders.end(), its.folders.begin(), its.folders.end());
      } catch (const std::runtime_error&) {  // the system will say what is wrong with it
      }
      break;
    }
  }
  return all;
}

}  // namespace warpscope::runner
