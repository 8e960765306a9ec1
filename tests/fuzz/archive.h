// The inputs of one fuzzer in a file: a tar archive (ustar) of small files, compressed with
// Zstandard. `tar --zstd` reads it too.
#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

namespace warpscope::fuzz {

/// What a fuzzer is fed with once.
struct Input {
  std::string name;  ///< of its file, without folders; at most 100 bytes
  std::string bytes;

  std::span<const std::byte> span() const { return std::as_bytes(std::span(bytes)); }
};

/// The inputs of an archive, in its order. Throws std::runtime_error with a sentence when the file
/// cannot be read or is not such an archive, and when it is cut off.
std::vector<Input> read_archive(const std::filesystem::path& archive);

/// Makes an archive of these inputs, the same bytes for the same inputs. Throws std::runtime_error
/// for a name that does not fit and when the file cannot be written.
void write_archive(const std::filesystem::path& archive, std::span<const Input> inputs);

/// The files of a folder, by name. Throws std::filesystem::filesystem_error when there is no such
/// folder.
std::vector<Input> read_folder(const std::filesystem::path& folder);

}  // namespace warpscope::fuzz
