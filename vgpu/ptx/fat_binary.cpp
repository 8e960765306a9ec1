#include "vgpu/ptx/fat_binary.h"

#include <lz4.h>
#include <zstd.h>

#include <algorithm>
#include <cstring>
#include <limits>

namespace warpscope::ptx {
namespace {

constexpr std::uint32_t kContainerMagic = 0xBA55ED50;
constexpr std::uint16_t kContainerVersion = 1;
constexpr std::uint64_t kContainerHeaderBytes = 16;
constexpr std::uint64_t kEntryHeaderBytes = 64;  // the part that is read here
constexpr std::uint64_t kLargestImage = std::uint64_t{256} << 20;
constexpr std::uint16_t kKindPtx = 1;
constexpr std::uint16_t kKindElf = 2;
constexpr std::uint64_t kFlagLz4 = 0x2000;
constexpr std::uint64_t kFlagZstandard = 0x8000;
constexpr std::uint64_t kFlagOnly = 0x100000;
constexpr std::uint64_t kFlagFamily = 0x200000;

/// Little-endian number at a byte offset; the caller has checked the size.
template <class T>
T number_at(std::span<const std::byte> bytes, std::size_t offset) {
  T value{};
  std::memcpy(&value, bytes.subspan(offset, sizeof(T)).data(), sizeof(T));
  return value;
}

[[noreturn]] void fail(const std::string& cause) {
  throw FatBinaryError("The GPU code in this program cannot be read: " + cause +
                       ". Compile it again with nvcc 12 or newer.");
}

struct Entry {
  std::uint16_t kind = 0;
  std::uint32_t sm = 0;
  std::uint64_t flags = 0;
  std::uint64_t compressed_bytes = 0;    ///< 0 when the payload is plain
  std::uint64_t uncompressed_bytes = 0;  ///< 0 when the payload is plain
  std::span<const std::byte> payload;    ///< with padding
};

/// Takes the first entry off `rest`.
Entry take_entry(std::span<const std::byte>& rest) {
  if (rest.size() < kEntryHeaderBytes) fail("an image header is cut off");
  const auto header_bytes = number_at<std::uint32_t>(rest, 4);
  const auto payload_bytes = number_at<std::uint64_t>(rest, 8);
  if (header_bytes < kEntryHeaderBytes || header_bytes > rest.size()) {
    fail("an image header has an impossible size");
  }
  if (payload_bytes > rest.size() - header_bytes) fail("an image is cut off");
  Entry entry;
  entry.kind = number_at<std::uint16_t>(rest, 0);
  entry.compressed_bytes = number_at<std::uint32_t>(rest, 16);
  entry.sm = number_at<std::uint32_t>(rest, 28);
  entry.flags = number_at<std::uint64_t>(rest, 40);
  entry.uncompressed_bytes = number_at<std::uint64_t>(rest, 56);
  entry.payload = rest.subspan(header_bytes, payload_bytes);
  rest = rest.subspan(header_bytes + payload_bytes);
  return entry;
}

void decompress_lz4(std::span<const std::byte> source, std::string& target) {
  constexpr auto kMost = static_cast<std::size_t>(std::numeric_limits<int>::max());
  if (source.size() > kMost || target.size() > kMost) fail("an LZ4 image is too large");
  const int count =
      LZ4_decompress_safe(reinterpret_cast<const char*>(source.data()), target.data(),
                          static_cast<int>(source.size()), static_cast<int>(target.size()));
  if (count < 0 || static_cast<std::size_t>(count) != target.size()) {
    fail("an LZ4 image is damaged");
  }
}

void decompress_zstandard(std::span<const std::byte> source, std::string& target) {
  const std::size_t count =
      ZSTD_decompress(target.data(), target.size(), source.data(), source.size());
  if (ZSTD_isError(count) != 0 || count != target.size()) fail("a Zstandard image is damaged");
}

/// Refuses a size that the compressed bytes cannot have, before memory is taken for it.
void check_claimed_size(std::span<const std::byte> source, std::uint64_t claimed, bool is_lz4) {
  constexpr std::uint64_t kLargestLz4Ratio = 255;
  const bool is_possible = is_lz4
                               ? claimed / kLargestLz4Ratio <= source.size()
                               : ZSTD_getFrameContentSize(source.data(), source.size()) == claimed;
  if (!is_possible) fail("a compressed image claims a wrong size");
}

/// The payload, decompressed. `total_bytes` grows by what it takes.
std::string content_of(const Entry& entry, std::uint64_t& total_bytes) {
  const bool is_lz4 = (entry.flags & kFlagLz4) != 0;
  const bool is_zstandard = (entry.flags & kFlagZstandard) != 0;
  std::string text;
  if (is_lz4 || is_zstandard) {
    if (is_lz4 && is_zstandard) fail("an image claims two compressions");
    if (entry.compressed_bytes > entry.payload.size()) fail("a compressed image is cut off");
    if (entry.uncompressed_bytes > kLargestImage) fail("an image is larger than 256 MiB");
    const auto source = entry.payload.first(entry.compressed_bytes);
    check_claimed_size(source, entry.uncompressed_bytes, is_lz4);
    text.resize(entry.uncompressed_bytes);
    is_lz4 ? decompress_lz4(source, text) : decompress_zstandard(source, text);
  } else {
    if (entry.payload.size() > kLargestImage) fail("an image is larger than 256 MiB");
    text.assign(reinterpret_cast<const char*>(entry.payload.data()), entry.payload.size());
  }
  total_bytes += text.size();
  if (total_bytes > kLargestImage) fail("its images are larger than 256 MiB together");
  return text;
}

/// Without its closing zeros.
std::string text_of(const Entry& entry, std::uint64_t& total_bytes) {
  std::string text = content_of(entry, total_bytes);
  text.resize(text.find_last_not_of('\0') + 1);  // "none" is the largest number: 0 then
  return text;
}

/// Machine code is not what runs here: where it cannot be read, what it says is not known.
MachineCodes codes_of(const Entry& entry, std::uint64_t& total_code) {
  try {
    const std::string code = content_of(entry, total_code);
    return machine_code_of(std::as_bytes(std::span(code)));
  } catch (const FatBinaryError&) {
    return {};
  }
}

std::string describe(const FatBinaryImage& image) {
  const std::string_view kind = image.kind == FatBinaryImage::Kind::ptx   ? "PTX"
                                : image.kind == FatBinaryImage::Kind::elf ? "machine code"
                                                                          : "another image";
  std::string text = std::string(kind) + " for sm_" + std::to_string(image.sm);
  if (image.reach == FatBinaryImage::Reach::only) text += 'a';
  if (image.reach == FatBinaryImage::Reach::family) text += 'f';
  return text;
}

bool runs_on(const FatBinaryImage& image, std::uint32_t sm) {
  if (image.reach == FatBinaryImage::Reach::only) return image.sm == sm;
  if (image.reach == FatBinaryImage::Reach::family && image.sm / 10 != sm / 10) return false;
  return image.sm <= sm;
}

bool is_better(const FatBinaryImage& a, const FatBinaryImage& b) {
  if (a.sm != b.sm) return a.sm > b.sm;
  return a.reach == FatBinaryImage::Reach::later && b.reach != FatBinaryImage::Reach::later;
}

/// Bytes that images have taken so far.
struct Totals {
  std::uint64_t text = 0, code = 0;
};

/// Takes the first container off `bytes`; `totals` grow by the bytes of its images.
std::vector<FatBinaryImage> take_container(std::span<const std::byte>& bytes, Totals& totals,
                                           std::uint32_t machine_code_sm) {
  if (bytes.size() < kContainerHeaderBytes) fail("its fat binary is cut off");
  const std::uint64_t size_bytes = fat_binary_size_bytes(bytes.first<kContainerHeaderBytes>());
  const auto header_bytes = number_at<std::uint16_t>(bytes, 6);
  if (size_bytes > bytes.size()) fail("its fat binary is cut off");
  std::span<const std::byte> rest = bytes.first(size_bytes).subspan(header_bytes);
  std::vector<FatBinaryImage> images;
  while (!rest.empty()) {
    const Entry entry = take_entry(rest);
    FatBinaryImage image;
    image.sm = entry.sm;
    if ((entry.flags & kFlagFamily) != 0) image.reach = FatBinaryImage::Reach::family;
    if ((entry.flags & kFlagOnly) != 0) image.reach = FatBinaryImage::Reach::only;
    if (entry.kind == kKindPtx) {
      image.kind = FatBinaryImage::Kind::ptx;
      image.ptx = text_of(entry, totals.text);
    } else if (entry.kind == kKindElf) {
      image.kind = FatBinaryImage::Kind::elf;
      if (entry.sm == machine_code_sm) image.codes = codes_of(entry, totals.code);
    }
    images.push_back(std::move(image));
  }
  bytes = bytes.subspan(size_bytes);
  return images;
}

}  // namespace

std::uint64_t fat_binary_size_bytes(std::span<const std::byte, 16> header) {
  if (number_at<std::uint32_t>(header, 0) != kContainerMagic) {
    fail("it does not begin as a fat binary");
  }
  const auto version = number_at<std::uint16_t>(header, 4);
  const auto header_bytes = number_at<std::uint16_t>(header, 6);
  if (version != kContainerVersion || header_bytes < kContainerHeaderBytes) {
    fail("its fat binary has the unknown version " + std::to_string(version));
  }
  const auto payload_bytes = number_at<std::uint64_t>(header, 8);
  if (payload_bytes > std::numeric_limits<std::uint64_t>::max() - header_bytes) {
    fail("its fat binary has an impossible size");
  }
  return header_bytes + payload_bytes;
}

std::vector<FatBinaryImage> read_fat_binary(std::span<const std::byte> bytes) {
  Totals totals;
  return take_container(bytes, totals, 0);
}

std::vector<std::vector<FatBinaryImage>> read_fat_binaries(std::span<const std::byte> bytes,
                                                           std::uint32_t machine_code_sm) {
  std::vector<std::vector<FatBinaryImage>> containers;
  Totals totals;
  do {
    containers.push_back(take_container(bytes, totals, machine_code_sm));
  } while (!bytes.empty());
  return containers;
}

std::string select_ptx(const std::vector<FatBinaryImage>& images, std::uint32_t sm_limit) {
  const std::vector<std::vector<FatBinaryImage>> containers{images};
  return select_ptx(containers, sm_limit).front();
}

std::vector<std::string> select_ptx(const std::vector<std::vector<FatBinaryImage>>& containers,
                                    std::uint32_t sm_limit) {
  std::vector<std::string> texts;
  std::string held;
  for (const std::vector<FatBinaryImage>& images : containers) {
    const FatBinaryImage* best = nullptr;
    for (const FatBinaryImage& image : images) {
      held += (held.empty() ? "" : ", ") + describe(image);
      if (image.kind != FatBinaryImage::Kind::ptx || !runs_on(image, sm_limit)) continue;
      if (best == nullptr || is_better(image, *best)) best = &image;
    }
    if (best != nullptr) texts.push_back(best->ptx);
  }
  if (!texts.empty()) return texts;
  const std::string target = std::to_string(sm_limit);
  throw FatBinaryError("The program holds no PTX for sm_" + target + " or older, only " +
                       (held.empty() ? "nothing" : held) +
                       ". Compile it with nvcc -gencode arch=compute_" + target + ",code=compute_" +
                       target + ".");
}

MachineCodes machine_code_in(const std::vector<std::vector<FatBinaryImage>>& containers) {
  MachineCodes codes;
  for (const auto reach :
       {FatBinaryImage::Reach::later, FatBinaryImage::Reach::family, FatBinaryImage::Reach::only}) {
    for (const std::vector<FatBinaryImage>& images : containers) {
      for (const FatBinaryImage& image : images) {
        if (image.reach == reach) codes.insert(image.codes.begin(), image.codes.end());
      }
    }
  }
  return codes;
}

}  // namespace warpscope::ptx
