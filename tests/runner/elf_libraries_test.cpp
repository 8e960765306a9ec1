// What a program asks for, and hostile files: cut short, with offsets that lead nowhere, garbled.
#include "runner/run/elf_libraries.h"

#include <elf.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <filesystem>
#include <functional>
#include <random>
#include <stdexcept>

#include "base/files.h"
#include "tests/runner/paths.h"

namespace warpscope::runner {
namespace {

namespace fs = std::filesystem;

/// A small program that the compiler made, to be changed.
class Elf : public testing::Test {
 protected:
  Elf() : path_(fs::temp_directory_path() / ("warpscope-elf-" + std::to_string(::getpid()))) {}
  ~Elf() override { fs::remove(path_); }

  /// Its libraries, or the sentence with which it is refused.
  std::string said_of(const std::string& bytes) const {
    write_file(path_, bytes);
    try {
      std::string text;
      for (const auto& library : elf_libraries(path_).needed) text += library + " ";
      return text;
    } catch (const std::runtime_error& error) {
      return error.what();
    }
  }
  void expect_damaged(const std::string& bytes) const {
    const auto said = said_of(bytes);
    EXPECT_EQ(said.find(path_.string() + " is a damaged ELF file: "), 0u) << said;
  }

  template <typename Header>
  static Header at(const std::string& bytes, std::size_t offset) {
    Header header;
    std::memcpy(&header, bytes.data() + offset, sizeof header);
    return header;
  }
  template <typename Header>
  static void set(std::string& bytes, std::size_t offset, const Header& header) {
    std::memcpy(bytes.data() + offset, &header, sizeof header);
  }
  /// The program with its segment of a kind changed.
  std::string with_segment(std::uint32_t type, const std::function<void(Elf64_Phdr&)>& change) {
    auto bytes = whole_;
    const auto header = at<Elf64_Ehdr>(bytes, 0);
    for (std::size_t i = 0; i < header.e_phnum; ++i) {
      const auto offset = header.e_phoff + i * sizeof(Elf64_Phdr);
      auto segment = at<Elf64_Phdr>(bytes, offset);
      if (segment.p_type != type) continue;
      change(segment);
      set(bytes, offset, segment);
    }
    return bytes;
  }
  /// The program with the entries of a kind in its dynamic section changed.
  std::string with_entry(std::int64_t tag, std::uint64_t value) {
    auto bytes = whole_;
    Elf64_Phdr dynamic{};
    with_segment(PT_DYNAMIC, [&](Elf64_Phdr& segment) { dynamic = segment; });
    for (std::size_t i = 0; i < dynamic.p_filesz; i += sizeof(Elf64_Dyn)) {
      auto entry = at<Elf64_Dyn>(bytes, dynamic.p_offset + i);
      if (entry.d_tag == tag) entry.d_un.d_val = value;
      set(bytes, dynamic.p_offset + i, entry);
    }
    return bytes;
  }

  const fs::path path_;
  const std::string whole_ = read_file(test::kMisbehave);
};

TEST_F(Elf, TellsWhatAProgramNeeds) {
  const auto libraries = elf_libraries(test::kMisbehave);
  EXPECT_FALSE(libraries.has_cuda_code);
  EXPECT_NE(std::ranges::find(libraries.needed, "libc.so.6"), libraries.needed.end());
  EXPECT_NE(std::ranges::find(libraries.needed, "libstdc++.so.6"), libraries.needed.end());
}

TEST_F(Elf, OtherFilesNeedNothing) {
  EXPECT_EQ(said_of(""), "");
  EXPECT_EQ(said_of("#!/bin/sh\n"), "");
  EXPECT_EQ(said_of(std::string(4096, '\0')), "");
  EXPECT_EQ(said_of("!<arch>\n" + std::string(100, ' ')), "");
}

/// The system runs such a program as well.
TEST_F(Elf, NeedsNoSectionHeaders) {
  auto header = at<Elf64_Ehdr>(whole_, 0);
  const auto needed = said_of(whole_);
  header.e_shoff = 0;
  header.e_shnum = 0;
  header.e_shstrndx = SHN_UNDEF;
  auto bytes = whole_;
  set(bytes, 0, header);
  EXPECT_EQ(said_of(bytes), needed);
  for (const std::uint64_t offset :
       {~std::uint64_t{0}, std::uint64_t{1} << 63, whole_.size() - 1}) {
    header.e_shoff = offset;
    header.e_shnum = 40;
    header.e_shstrndx = 39;
    set(bytes, 0, header);
    EXPECT_EQ(said_of(bytes), needed) << offset;
  }
}

TEST_F(Elf, CutShortIsDamaged) {
  // Section headers and what only they name come last.
  std::uint64_t last_needed = 0;
  with_segment(PT_LOAD, [&](Elf64_Phdr& segment) {
    last_needed = std::max(last_needed, segment.p_offset + segment.p_filesz);
  });
  for (std::size_t size = sizeof(Elf64_Ehdr) + 1; size < last_needed; size += 241) {
    expect_damaged(whole_.substr(0, size));
  }
}

TEST_F(Elf, OffsetsThatLeadNowhereAreDamage) {
  for (const std::uint64_t far : {whole_.size() + 1, std::size_t{1} << 62, ~std::size_t{0}}) {
    expect_damaged(with_segment(PT_DYNAMIC, [&](Elf64_Phdr& s) { s.p_offset = far; }));
    expect_damaged(with_segment(PT_DYNAMIC, [&](Elf64_Phdr& s) { s.p_filesz = far; }));
    expect_damaged(with_segment(PT_LOAD, [&](Elf64_Phdr& s) { s.p_filesz = far; }));
    expect_damaged(with_entry(DT_STRTAB, far));
    expect_damaged(with_entry(DT_STRSZ, far));
    expect_damaged(with_entry(DT_NEEDED, far));
  }
  expect_damaged(with_entry(DT_STRSZ, 0));
  auto header = at<Elf64_Ehdr>(whole_, 0);
  header.e_phoff = ~std::uint64_t{0};
  auto bytes = whole_;
  set(bytes, 0, header);
  expect_damaged(bytes);
}

/// Whatever stands in them: an answer or a sentence, and under the sanitizers no read elsewhere.
TEST_F(Elf, GarbledFilesAreAnsweredOrRefused) {
  std::mt19937 random(1);
  const auto header = at<Elf64_Ehdr>(whole_, 0);
  const std::size_t headers_end = header.e_phoff + header.e_phnum * sizeof(Elf64_Phdr);
  Elf64_Phdr dynamic{};
  with_segment(PT_DYNAMIC, [&](Elf64_Phdr& segment) { dynamic = segment; });
  for (int round = 0; round < 300; ++round) {
    auto bytes = whole_;
    // The headers at the beginning, the dynamic section, the section headers at the end.
    const auto [from, size] = std::array{
        std::pair<std::size_t, std::size_t>{EI_NIDENT, headers_end - EI_NIDENT},
        std::pair<std::size_t, std::size_t>{dynamic.p_offset, dynamic.p_filesz},
        std::pair<std::size_t, std::size_t>{header.e_shoff, bytes.size() - header.e_shoff},
    }[static_cast<std::size_t>(round % 3)];
    for (int i = 0; i < 4; ++i) bytes[from + random() % size] = static_cast<char>(random());
    said_of(bytes);
  }
}

}  // namespace
}  // namespace warpscope::runner
