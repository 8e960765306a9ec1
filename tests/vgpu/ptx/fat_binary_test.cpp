#include "vgpu/ptx/fat_binary.h"

#include <gtest/gtest.h>
#include <lz4.h>
#include <zstd.h>

#include <cstring>
#include <filesystem>
#include <random>

#include "nvcc_samples.h"
#include "vgpu/ptx/machine_code.h"
#include "vgpu/ptx/module.h"

namespace warpscope::ptx {
namespace {

using Images = std::vector<FatBinaryImage>;

std::span<const std::byte> as_bytes(const std::string& text) {
  return std::as_bytes(std::span(text));
}

template <class T>
void put(std::string& bytes, std::size_t offset, T value) {
  ASSERT_LE(offset + sizeof(T), bytes.size());
  std::memcpy(bytes.data() + offset, &value, sizeof(T));
}

/// One image as nvcc lays it out, with a header of 64 bytes.
std::string entry(std::uint16_t kind, std::uint32_t sm, std::uint64_t flags,
                  const std::string& payload, std::uint64_t uncompressed_bytes) {
  std::string padded = payload;
  padded.resize((payload.size() + 7) / 8 * 8);
  std::string bytes(64, '\0');
  put<std::uint16_t>(bytes, 0, kind);
  put<std::uint16_t>(bytes, 2, 0x101);
  put<std::uint32_t>(bytes, 4, 64);
  put<std::uint64_t>(bytes, 8, padded.size());
  if (uncompressed_bytes != 0) {
    put<std::uint32_t>(bytes, 16, static_cast<std::uint32_t>(payload.size()));
  }
  put<std::uint32_t>(bytes, 28, sm);
  put<std::uint64_t>(bytes, 40, flags);
  put<std::uint64_t>(bytes, 56, uncompressed_bytes);
  return bytes + padded;
}

std::string container(const std::string& entries) {
  std::string bytes(16, '\0');
  put<std::uint32_t>(bytes, 0, 0xBA55ED50);
  put<std::uint16_t>(bytes, 4, 1);
  put<std::uint16_t>(bytes, 6, 16);
  put<std::uint64_t>(bytes, 8, entries.size());
  return bytes + entries;
}

std::string with_zstandard(const std::string& text) {
  std::string packed(ZSTD_compressBound(text.size()), '\0');
  packed.resize(ZSTD_compress(packed.data(), packed.size(), text.data(), text.size(), 3));
  return packed;
}

std::string with_lz4(const std::string& text) {
  std::string packed(LZ4_compressBound(static_cast<int>(text.size())), '\0');
  packed.resize(LZ4_compress_default(text.data(), packed.data(), static_cast<int>(text.size()),
                                     static_cast<int>(packed.size())));
  return packed;
}

std::string sample_text() {
  std::string text = ".version 8.0\n.target sm_90\n";
  for (int i = 0; i < 200; ++i) text += ".global .b32 variable" + std::to_string(i) + ";\n";
  return text;
}

Images images_of(const std::string& bytes) { return read_fat_binary(as_bytes(bytes)); }

/// The error of read_fat_binary; empty when there is none.
std::string error_of(const std::string& bytes) {
  try {
    images_of(bytes);
  } catch (const FatBinaryError& error) {
    return error.what();
  }
  return {};
}

TEST(FatBinary, PlainAndCompressedImagesGiveTheSameText) {
  const std::string text = sample_text();
  const std::string closed = text + '\0';
  const Images images = images_of(container(
      entry(1, 90, 0x11, closed, 0) + entry(2, 80, 0x11, "machine code", 0) +
      entry(1, 80, 0x8011, with_zstandard(closed), closed.size()) +
      entry(1, 75, 0x2011, with_lz4(closed), closed.size()) + entry(64, 100, 0, "new", 0)));
  ASSERT_EQ(images.size(), 5U);
  EXPECT_EQ(images[0].kind, FatBinaryImage::Kind::ptx);
  EXPECT_EQ(images[0].sm, 90U);
  EXPECT_EQ(images[0].ptx, text);
  EXPECT_EQ(images[1].kind, FatBinaryImage::Kind::elf);
  EXPECT_TRUE(images[1].ptx.empty());
  EXPECT_EQ(images[2].ptx, text);
  EXPECT_EQ(images[3].ptx, text);
  EXPECT_EQ(images[4].kind, FatBinaryImage::Kind::other);
}

TEST(FatBinary, RegistersAreReadFromMachineCodeForTheAskedTargetOnly) {
  const std::string bytes = test::read_file(test::fat_binary_folder() / "several.fatbin");
  const auto codes = machine_code_in(read_fat_binaries(as_bytes(bytes), 80));
  ASSERT_FALSE(codes.empty());
  for (const auto& [kernel, code] : codes) {
    EXPECT_TRUE(kernel.starts_with("_Z")) << kernel;
    EXPECT_GE(code.registers, 8U) << kernel;
    EXPECT_LE(code.registers, 255U) << kernel;
    EXPECT_LT(code.frame_bytes, 1U << 20) << kernel;
  }
  EXPECT_TRUE(machine_code_in(read_fat_binaries(as_bytes(bytes), 90)).empty());
  EXPECT_TRUE(machine_code_in(read_fat_binaries(as_bytes(bytes))).empty());
}

TEST(FatBinary, DamagedMachineCodeHasNoRegistersAndNoError) {
  const std::string bytes = test::read_file(test::fat_binary_folder() / "several.fatbin");
  std::mt19937 random(11);
  for (int round = 0; round < 300; ++round) {
    std::string damaged = bytes;
    for (int i = 0; i < 8; ++i) {
      damaged[random() % damaged.size()] = static_cast<char>(random());
    }
    try {
      machine_code_in(read_fat_binaries(as_bytes(damaged), 80));
    } catch (const FatBinaryError&) {  // the container or its PTX
    }
  }
  std::string damaged(200, '\x7F');
  EXPECT_TRUE(machine_code_of(as_bytes(damaged)).empty());
  EXPECT_TRUE(machine_code_of({}).empty());
}

TEST(FatBinary, TheNewestFittingTextIsChosen) {
  const Images images = {{FatBinaryImage::Kind::ptx, 75, "old", {}},
                         {FatBinaryImage::Kind::elf, 90, "", {}},
                         {FatBinaryImage::Kind::ptx, 86, "fitting", {}},
                         {FatBinaryImage::Kind::ptx, 100, "new", {}}};
  EXPECT_EQ(select_ptx(images, 90), "fitting");
  EXPECT_EQ(select_ptx(images, 86), "fitting");
  EXPECT_EQ(select_ptx(images, 80), "old");
  EXPECT_EQ(select_ptx(images, 120), "new");
}

TEST(FatBinary, TargetsWithASuffixRunOnFewerDevices) {
  const Images images = images_of(
      container(entry(1, 90, 0x100000, "only 90", 0) + entry(1, 100, 0x200000, "100f", 0) +
                entry(1, 80, 0, "80", 0) + entry(1, 120, 0x100000, "only 120", 0)));
  EXPECT_EQ(select_ptx(images, 90), "only 90");
  EXPECT_EQ(select_ptx(images, 89), "80");
  EXPECT_EQ(select_ptx(images, 100), "100f");
  EXPECT_EQ(select_ptx(images, 103), "100f");
  EXPECT_EQ(select_ptx(images, 110), "80");
  EXPECT_EQ(select_ptx(images, 120), "only 120");
  EXPECT_EQ(select_ptx(images, 121), "80");
  const Images both =
      images_of(container(entry(1, 90, 0x100000, "special", 0) + entry(1, 90, 0, "general", 0)));
  EXPECT_EQ(select_ptx(both, 90), "general");
}

TEST(FatBinary, NvccMarksTargetsWithASuffix) {
  const Images images = images_of(test::read_file(test::fat_binary_folder() / "suffix.fatbin"));
  ASSERT_EQ(images.size(), 1U);
  EXPECT_EQ(images[0].reach, FatBinaryImage::Reach::only);
  EXPECT_EQ(parse(select_ptx(images, 90)).target, "sm_90a");
  EXPECT_THROW(select_ptx(images, 100), FatBinaryError);
}

TEST(FatBinary, AContainerMayBeEmpty) {
  // nvcc puts one in front of the images of every program.
  EXPECT_TRUE(images_of(container("")).empty());
}

TEST(FatBinary, AMissingTextIsExplained) {
  const auto message = [](const Images& images) {
    try {
      select_ptx(images, 90);
    } catch (const FatBinaryError& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  const std::string two =
      message({{FatBinaryImage::Kind::elf, 80, "", {}}, {FatBinaryImage::Kind::ptx, 100, "x", {}}});
  EXPECT_NE(two.find("machine code for sm_80, PTX for sm_100"), std::string::npos) << two;
  EXPECT_NE(two.find("-gencode arch=compute_90,code=compute_90"), std::string::npos) << two;
  EXPECT_NE(message({}).find("nothing"), std::string::npos);
}

TEST(FatBinary, SeveralContainersGiveATextEach) {
  const std::string bytes = container("") + container(entry(1, 90, 0, "first", 0)) +
                            container(entry(2, 90, 0, "code", 0)) +
                            container(entry(1, 80, 0, "old", 0) + entry(1, 90, 0, "second", 0));
  const auto containers = read_fat_binaries(as_bytes(bytes));
  ASSERT_EQ(containers.size(), 4U);
  EXPECT_EQ(select_ptx(containers, 90), (std::vector<std::string>{"first", "second"}));
  EXPECT_EQ(select_ptx(containers, 80), (std::vector<std::string>{"old"}));
  EXPECT_THROW(select_ptx(containers, 75), FatBinaryError);
  for (const std::size_t missing : {1U, 8U, 17U}) {
    const std::string cut = bytes.substr(0, bytes.size() - missing);
    EXPECT_THROW(read_fat_binaries(as_bytes(cut)), FatBinaryError) << missing;
  }
  const std::string behind = bytes + "x";
  EXPECT_THROW(read_fat_binaries(as_bytes(behind)), FatBinaryError);
}

TEST(FatBinary, SizeIsReadFromTheHeader) {
  const std::string bytes = container(entry(1, 90, 0, "x", 0));
  EXPECT_EQ(fat_binary_size_bytes(as_bytes(bytes).first<16>()), bytes.size());
  const Images images = images_of(bytes + "what follows in the section");
  EXPECT_EQ(images.size(), 1U);
}

TEST(FatBinary, FilesOfNvccHoldThePtxThatNvccWrites) {
  std::size_t files = 0;
  std::string first;
  for (const auto& file : std::filesystem::directory_iterator(test::fat_binary_folder())) {
    if (file.path().extension() != ".fatbin" || file.path().stem() == "suffix") continue;
    ++files;
    const Images images = images_of(test::read_file(file.path()));
    const bool is_several = file.path().stem() == "several";
    ASSERT_EQ(images.size(), is_several ? 3U : 1U) << file;
    const std::string text = select_ptx(images, 90);
    const Module module = parse(text);
    EXPECT_EQ(module.target, "sm_90") << file;
    EXPECT_EQ(module.functions.size(), 3U) << file;
    if (is_several) {
      EXPECT_EQ(parse(select_ptx(images, 89)).target, "sm_80");
      EXPECT_THROW(select_ptx(images, 75), FatBinaryError);
    } else {
      if (first.empty()) first = text;
      EXPECT_EQ(text, first) << file << ": the compression must not change the text";
    }
  }
  EXPECT_GE(files, 3U);
}

TEST(FatBinary, NvccCompressesAsItsFlagsSay) {
  const auto flags_of = [](const char* name) {
    const std::string bytes = test::read_file(test::fat_binary_folder() / name);
    std::uint64_t flags = 0;
    std::memcpy(&flags, bytes.data() + 16 + 40, sizeof(flags));
    return flags & 0xA000;
  };
  EXPECT_EQ(flags_of("plain.fatbin"), 0U);
  EXPECT_NE(flags_of("default.fatbin"), 0U);
  if (std::filesystem::exists(test::fat_binary_folder() / "speed.fatbin")) {
    EXPECT_EQ(flags_of("speed.fatbin"), 0x2000U);
    EXPECT_EQ(flags_of("size.fatbin"), 0x8000U);
  }
}

TEST(FatBinary, ErrorsNameCauseAndRemedy) {
  EXPECT_EQ(error_of(std::string(16, 'x')),
            "The GPU code in this program cannot be read: it does not begin as a fat binary. "
            "Compile it again with nvcc 12 or newer.");
  const std::string good = container(entry(1, 90, 0x2000, with_lz4("text"), 4));
  ASSERT_EQ(error_of(good), "");
  const auto damaged = [&](std::size_t offset, auto value) {
    std::string bytes = good;
    put(bytes, offset, value);
    return error_of(bytes);
  };
  EXPECT_NE(damaged(4, std::uint16_t{9}), "");
  EXPECT_NE(damaged(6, std::uint16_t{4}), "");
  EXPECT_NE(damaged(8, ~std::uint64_t{0}), "");
  EXPECT_NE(damaged(8, std::uint64_t{1} << 40), "");
  EXPECT_NE(damaged(16 + 4, std::uint32_t{0}), "");
  EXPECT_NE(damaged(16 + 4, ~std::uint32_t{0}), "");
  EXPECT_NE(damaged(16 + 8, ~std::uint64_t{0}), "");
  EXPECT_NE(damaged(16 + 16, ~std::uint32_t{0}), "");
  EXPECT_NE(damaged(16 + 16, std::uint32_t{1}), "");
  EXPECT_NE(damaged(16 + 40, std::uint64_t{0xA000}), "");
  EXPECT_NE(damaged(16 + 40, std::uint64_t{0x8000}), "");
  EXPECT_NE(damaged(16 + 56, std::uint64_t{5}), "");
  EXPECT_NE(damaged(16 + 56, std::uint64_t{3}), "");
  EXPECT_NE(damaged(16 + 56, std::uint64_t{300} << 20), "");
  EXPECT_NE(damaged(16 + 56, ~std::uint64_t{0}), "");
}

// A few kilobytes can hold any number of texts of zeros, which are cut off afterwards.
TEST(FatBinary, ClosingZerosCountAsWell) {
  const std::string zeros(std::size_t{100} << 20, '\0');
  const std::string one = entry(1, 90, 0x8000, with_zstandard(zeros), zeros.size());
  try {
    read_fat_binary(as_bytes(container(one + one + one)));
    ADD_FAILURE() << "taken";
  } catch (const FatBinaryError& error) {
    EXPECT_NE(std::string(error.what()).find("256 MiB together"), std::string::npos);
  }
}

TEST(FatBinary, EveryTruncation) {
  const std::string text = sample_text();
  const std::string bytes =
      container(entry(1, 90, 0x8000, with_zstandard(text), text.size()) +
                entry(1, 80, 0x2000, with_lz4(text), text.size()) + entry(1, 75, 0, text, 0));
  ASSERT_EQ(error_of(bytes), "");
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    EXPECT_NE(error_of(bytes.substr(0, size)), "") << size;
  }
}

TEST(FatBinary, RandomDamage) {
  const std::string text = sample_text();
  const std::string bytes =
      container(entry(1, 90, 0x8000, with_zstandard(text), text.size()) +
                entry(1, 80, 0x2000, with_lz4(text), text.size()) + entry(1, 75, 0, text, 0));
  std::mt19937 random(20261120);
  std::size_t failed = 0;
  for (int round = 0; round < 4000; ++round) {
    std::string damaged = bytes;
    // Half of the damage hits the headers.
    const std::size_t range = round % 2 == 0 ? 16 + 64 : damaged.size();
    for (int i = 0; i < 2; ++i) {
      damaged[random() % range] ^= static_cast<char>(1U << (random() % 8));
    }
    failed += error_of(damaged).empty() ? 0 : 1;
  }
  EXPECT_GT(failed, 500U);
}

}  // namespace
}  // namespace warpscope::ptx
