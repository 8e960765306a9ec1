#include "tests/fuzz/archive.h"

#include <zstd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <iterator>
#include <memory>
#include <stdexcept>
#include <string_view>

namespace warpscope::fuzz {
namespace {

namespace fs = std::filesystem;

// The header of a file in a ustar archive (POSIX.1-1988): one block; numbers are octal text.
struct Header {
  std::array<char, 100> name;
  std::array<char, 8> mode;
  std::array<char, 8> user;
  std::array<char, 8> group;
  std::array<char, 12> size;
  std::array<char, 12> modified;
  std::array<char, 8> checksum;
  char kind;
  std::array<char, 100> link;
  std::array<char, 8> magic;  // "ustar", a zero byte and the version "00"
  std::array<char, 247> rest;
};
constexpr std::size_t kBlockBytes = 512;
static_assert(sizeof(Header) == kBlockBytes);
constexpr std::string_view kMagic("ustar\00000", 8);
constexpr int kBestLevel = 19;

std::size_t padding(std::size_t size) { return (kBlockBytes - size % kBlockBytes) % kBlockBytes; }

template <std::size_t size>
void put_number(std::array<char, size>& field, std::size_t value) {
  std::snprintf(field.data(), size, "%0*zo", static_cast<int>(size) - 1, value);
}

/// The sum of the header's bytes, its own field counted as blanks.
std::size_t checksum(Header header) {
  header.checksum.fill(' ');
  std::size_t sum = 0;
  std::array<unsigned char, kBlockBytes> bytes;
  std::memcpy(bytes.data(), &header, kBlockBytes);
  for (const unsigned char byte : bytes) sum += byte;
  return sum;
}

template <std::size_t size>
std::size_t number(const std::array<char, size>& field) {
  std::size_t value = 0;
  const auto [end, error] = std::from_chars(field.data(), field.data() + size, value, 8);
  if (error != std::errc() || (end != field.data() + size && *end != '\0' && *end != ' '))
    throw std::runtime_error("a number in a header is not one");
  return value;
}

std::string content_of(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) throw std::runtime_error("it cannot be opened");
  return {std::istreambuf_iterator<char>(file), {}};
}

std::string decompress(const std::string& compressed) {
  const std::unique_ptr<ZSTD_DStream, decltype(&ZSTD_freeDStream)> stream(ZSTD_createDStream(),
                                                                          &ZSTD_freeDStream);
  std::string content;
  std::string part(ZSTD_DStreamOutSize(), '\0');
  ZSTD_inBuffer in{compressed.data(), compressed.size(), 0};
  std::size_t expected = 1;  // 0 at the end of the data
  while (in.pos < in.size) {
    ZSTD_outBuffer out{part.data(), part.size(), 0};
    expected = ZSTD_decompressStream(stream.get(), &out, &in);
    if (ZSTD_isError(expected) != 0) throw std::runtime_error(ZSTD_getErrorName(expected));
    content.append(part, 0, out.pos);
  }
  while (expected != 0) {
    ZSTD_outBuffer out{part.data(), part.size(), 0};
    expected = ZSTD_decompressStream(stream.get(), &out, &in);
    if (ZSTD_isError(expected) != 0) throw std::runtime_error(ZSTD_getErrorName(expected));
    if (out.pos == 0) throw std::runtime_error("it is cut off");
    content.append(part, 0, out.pos);
  }
  return content;
}

std::vector<Input> parse(std::string_view tar) {
  std::vector<Input> inputs;
  while (true) {
    if (tar.size() < kBlockBytes) throw std::runtime_error("it is cut off");
    Header header;
    std::memcpy(&header, tar.data(), kBlockBytes);
    tar.remove_prefix(kBlockBytes);
    if (header.name[0] == '\0') return inputs;  // a block of zeros closes the archive
    if (number(header.checksum) != checksum(header))
      throw std::runtime_error("a header's checksum is wrong");
    if (header.kind != '0') throw std::runtime_error("it holds something that is not a file");
    const std::size_t size = number(header.size);
    if (tar.size() < size + padding(size)) throw std::runtime_error("it is cut off");
    const auto name_end = std::ranges::find(header.name, '\0');
    inputs.push_back(
        {std::string(header.name.begin(), name_end), std::string(tar.substr(0, size))});
    tar.remove_prefix(size + padding(size));
  }
}

void append(std::string& tar, const Input& input) {
  Header header{};
  if (input.name.empty() || input.name.size() > header.name.size() ||
      input.name.find('/') != std::string::npos)
    throw std::runtime_error("\"" + input.name + "\" is not the name of a file in such an archive");
  std::ranges::copy(input.name, header.name.begin());
  put_number(header.mode, 0644);
  put_number(header.user, 0);
  put_number(header.group, 0);
  put_number(header.size, input.bytes.size());
  put_number(header.modified, 0);
  header.kind = '0';
  std::ranges::copy(kMagic, header.magic.begin());
  std::snprintf(header.checksum.data(), header.checksum.size(), "%06zo", checksum(header));
  header.checksum.back() = ' ';
  tar.append(reinterpret_cast<const char*>(&header), kBlockBytes);
  tar += input.bytes;
  tar.append(padding(input.bytes.size()), '\0');
}

}  // namespace

std::vector<Input> read_archive(const fs::path& archive) {
  try {
    return parse(decompress(content_of(archive)));
  } catch (const std::runtime_error& error) {
    throw std::runtime_error("Cannot read the archive " + archive.string() + ": " + error.what() +
                             ".");
  }
}

void write_archive(const fs::path& archive, std::span<const Input> inputs) {
  std::string tar;
  for (const Input& input : inputs) append(tar, input);
  tar.append(2 * kBlockBytes, '\0');
  std::string compressed(ZSTD_compressBound(tar.size()), '\0');
  const std::size_t size =
      ZSTD_compress(compressed.data(), compressed.size(), tar.data(), tar.size(), kBestLevel);
  if (ZSTD_isError(size) != 0) throw std::runtime_error(ZSTD_getErrorName(size));
  std::ofstream file(archive, std::ios::binary);
  file.write(compressed.data(), static_cast<std::streamsize>(size));
  file.close();
  if (!file) throw std::runtime_error("Cannot write the archive " + archive.string() + ".");
}

std::vector<Input> read_folder(const fs::path& folder) {
  std::vector<Input> inputs;
  for (const auto& entry : fs::directory_iterator(folder)) {
    if (entry.is_regular_file())
      inputs.push_back({entry.path().filename().string(), content_of(entry.path())});
  }
  std::ranges::sort(inputs, {}, &Input::name);
  return inputs;
}

}  // namespace warpscope::fuzz
