#include "vgpu/ptx/fat_binary.h"

#include "tests/fuzz/fuzzers.h"

namespace warpscope::fuzz {

void fat_binary(std::span<const std::byte> bytes) {
  using namespace warpscope::ptx;
  try {
    if (bytes.size() >= 16) fat_binary_size_bytes(bytes.first<16>());
    select_ptx(read_fat_binaries(bytes), 90);
  } catch (const FatBinaryError&) {
  }
  try {
    select_ptx(read_fat_binary(bytes), 75);
  } catch (const FatBinaryError&) {
  }
}

}  // namespace warpscope::fuzz
