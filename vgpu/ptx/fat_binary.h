// Takes the PTX out of the fat binary that nvcc embeds in a program.
//
// Format (no public specification; read off nvcc 12 and 13 output, see
// docs/reference/fat_binary.md):
//   wrapper {u32 magic 0x466243B1, u32 version 1|2, u64 data pointer, u64 more}, in
//   .nvFatBinSegment container {u32 magic 0xBA55ED50, u16 version 1, u16 header bytes 16, u64
//   payload bytes}, then entries entry {u16 kind (1 PTX, 2 ELF), u16 version, u32 header bytes, u64
//   padded payload bytes,
//          u32 compressed bytes, ..., u32 sm, ..., u64 flags, u64, u64 uncompressed bytes}
//   flags: 0x2000 LZ4, 0x8000 Zstandard, 0x100000 sm_90a and the like, 0x200000 sm_100f and the
//   like.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "vgpu/ptx/machine_code.h"

namespace warpscope::ptx {

/// One image of a fat binary.
struct FatBinaryImage {
  enum class Kind : std::uint8_t { ptx, elf, other } kind = Kind::other;
  std::uint32_t sm = 0;  ///< 90 for sm_90
  std::string ptx;  ///< the text, decompressed, without the closing zero; empty unless kind is ptx
  /// Which GPUs the target runs on: sm_90 on all later ones, sm_100f on 100 to 109, sm_90a on 90.
  enum class Reach : std::uint8_t { later, family, only } reach = Reach::later;
  /// Of machine code, by kernel; empty when not asked for or not known.
  MachineCodes codes = {};
};

/// Thrown when the bytes are not a well-formed fat binary; what() is a sentence for a user.
class FatBinaryError : public std::exception {
 public:
  explicit FatBinaryError(std::string message) : message_(std::move(message)) {}
  const char* what() const noexcept override { return message_.c_str(); }

 private:
  std::string message_;
};

/// Number of bytes of the container that begins at `header` (16 bytes), or FatBinaryError.
std::uint64_t fat_binary_size_bytes(std::span<const std::byte, 16> header);

/// All images of one container. `bytes` may be hostile: nothing outside it is read, and a
/// decompressed image is refused beyond 256 MiB.
std::vector<FatBinaryImage> read_fat_binary(std::span<const std::byte> bytes);

/// The images of each of several containers that follow one another, as nvcc -rdc=true leaves one
/// per source file. The limit of 256 MiB holds for all together. Of machine code for
/// `machine_code_sm` (90 for sm_90), if any, registers and the like are read.
std::vector<std::vector<FatBinaryImage>> read_fat_binaries(std::span<const std::byte> bytes,
                                                           std::uint32_t machine_code_sm = 0);

/// The PTX of the newest target that runs on `sm_limit` (90 for sm_90), the general one before
/// sm_90a and the like; FatBinaryError that names what the binary holds and which nvcc option adds
/// PTX when there is none.
std::string select_ptx(const std::vector<FatBinaryImage>& images, std::uint32_t sm_limit);
/// The same for each container, to be linked. A container without PTX is left out when another has
/// some: it can be a library's whose code the program does not use.
std::vector<std::string> select_ptx(const std::vector<std::vector<FatBinaryImage>>& containers,
                                    std::uint32_t sm_limit);

/// What the machine code that was read says of each kernel; the general one comes before that for
/// sm_90a and the like.
MachineCodes machine_code_in(const std::vector<std::vector<FatBinaryImage>>& containers);

}  // namespace warpscope::ptx
