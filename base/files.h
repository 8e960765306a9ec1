// Whole files, read and written.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

namespace warpscope {

/// The whole of a regular file of at most `limit_bytes`. Throws std::runtime_error with a sentence
/// that names the file.
std::string read_file(const std::filesystem::path& path,
                      std::uint64_t limit_bytes = std::uint64_t{64} << 20);

/// Throws std::runtime_error with a sentence that names the file.
void write_file(const std::filesystem::path& path, std::string_view text);

/// The same through a new file in the same folder and a rename, so that a reader never sees half of
/// it and a failure leaves what was there.
void replace_file(const std::filesystem::path& path, std::string_view text);

}  // namespace warpscope
