// Whole files, read and written.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <iosfwd>
#include <string>
#include <string_view>

namespace warpscope {

/// The whole of a regular file of at most `limit_bytes`. Throws std::runtime_error with a sentence
/// that names the file.
std::string read_file(const std::filesystem::path& path,
                      std::uint64_t limit_bytes = std::uint64_t{64} << 20);

/// The same of a file that somebody else chose, e.g. a submission: no symbolic link is followed
/// (folders on the way may be links), and nothing that is no regular file is waited for.
std::string read_file_of_others(const std::filesystem::path& path, std::uint64_t limit_bytes);

/// What keeps read_file_of_others() from taking the file, apart from its size; a sentence, empty
/// when nothing does.
std::string reason_not_to_read(const std::filesystem::path& path);

/// Throws std::runtime_error with a sentence that names the file.
void write_file(const std::filesystem::path& path, std::string_view text);

/// The same through a new file in the same folder and a rename, so that a reader never sees half of
/// it and a failure leaves what was there. What is no regular file (a terminal, a pipe, /dev/null,
/// a link) is written to and stays what it is.
void replace_file(const std::filesystem::path& path, std::string_view text);
/// The same for a text that is made while it is written.
void replace_file(const std::filesystem::path& path,
                  const std::function<void(std::ostream&)>& write);

/// What keeps replace_file() from writing there now; a sentence, empty when nothing does. Writes
/// nothing.
std::string reason_not_to_write(const std::filesystem::path& path);

}  // namespace warpscope
