// Zip files byte by byte, with names and claims that no program would write.
#pragma once

#include <zlib.h>

#include <cstdint>
#include <string>
#include <vector>

namespace warpscope::runner::test {

struct ZipEntry {
  std::string name, text;
  std::uint32_t mode = 0100644;  ///< of Unix: 0120777 is a symbolic link
  bool is_encrypted = false;     ///< says so
  bool is_packed = false;        ///< deflate; stored otherwise
};

inline std::string number(std::uint64_t value, int bytes) {
  std::string text;
  for (int i = 0; i < bytes; ++i) text += static_cast<char>(value >> (8 * i) & 0xff);
  return text;
}

inline std::string deflated(const std::string& text) {
  z_stream stream{};
  deflateInit2(&stream, Z_BEST_COMPRESSION, Z_DEFLATED, -MAX_WBITS, 8, Z_DEFAULT_STRATEGY);
  std::string packed(deflateBound(&stream, text.size()), '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
  stream.avail_in = static_cast<uInt>(text.size());
  stream.next_out = reinterpret_cast<Bytef*>(packed.data());
  stream.avail_out = static_cast<uInt>(packed.size());
  deflate(&stream, Z_FINISH);
  packed.resize(stream.total_out);
  deflateEnd(&stream);
  return packed;
}

inline std::string made_zip(const std::vector<ZipEntry>& entries) {
  std::string local, central;
  for (const auto& entry : entries) {
    const auto data = entry.is_packed ? deflated(entry.text) : entry.text;
    const auto crc = crc32(0, reinterpret_cast<const Bytef*>(entry.text.data()),
                           static_cast<uInt>(entry.text.size()));
    const auto head = number(entry.is_encrypted ? 1 : 0, 2) + number(entry.is_packed ? 8 : 0, 2) +
                      number(0, 4) + number(crc, 4) + number(data.size(), 4) +
                      number(entry.text.size(), 4) + number(entry.name.size(), 2) + number(0, 2);
    constexpr int kUnix = 3 << 8 | 20;
    central += "PK\x01\x02" + number(kUnix, 2) + number(20, 2) + head + number(0, 6) +
               number(std::uint64_t{entry.mode} << 16, 4) + number(local.size(), 4) + entry.name;
    local += "PK\x03\x04" + number(20, 2) + head + entry.name + data;
  }
  return local + central + "PK\x05\x06" + number(0, 4) + number(entries.size(), 2) +
         number(entries.size(), 2) + number(central.size(), 4) + number(local.size(), 4) +
         number(0, 2);
}

}  // namespace warpscope::runner::test
