#include "runner/process/file_access.h"

#include <fcntl.h>
#include <linux/landlock.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>

#include <cerrno>
#include <cstdint>
#include <system_error>

namespace warpscope::runner {
namespace {

// Since version 3; older kernel headers lack the name.
constexpr std::uint64_t kTruncate = std::uint64_t{1} << 14;
constexpr int kVersionWithTruncate = 3;

constexpr std::uint64_t kFileReading = LANDLOCK_ACCESS_FS_EXECUTE | LANDLOCK_ACCESS_FS_READ_FILE;
constexpr std::uint64_t kReading = kFileReading | LANDLOCK_ACCESS_FS_READ_DIR;
constexpr std::uint64_t kFileWriting = kFileReading | LANDLOCK_ACCESS_FS_WRITE_FILE;
/// All rights of version 1.
constexpr std::uint64_t kEverything = (LANDLOCK_ACCESS_FS_MAKE_SYM << 1) - 1;

/// 0 without Landlock.
int version() {
  const auto result =
      ::syscall(SYS_landlock_create_ruleset, nullptr, 0, LANDLOCK_CREATE_RULESET_VERSION);
  return result < 0 ? 0 : static_cast<int>(result);
}

void allow(const UniqueFd& rules, const std::filesystem::path& path, std::uint64_t for_folder,
           std::uint64_t for_file) {
  const UniqueFd target(::open(path.c_str(), O_PATH | O_CLOEXEC));
  struct stat status {};
  if (!target.is_open() || ::fstat(target.get(), &status) != 0) return;
  landlock_path_beneath_attr rule{};
  rule.allowed_access = S_ISDIR(status.st_mode) ? for_folder : for_file;
  rule.parent_fd = target.get();
  if (::syscall(SYS_landlock_add_rule, rules.get(), LANDLOCK_RULE_PATH_BENEATH, &rule, 0) != 0) {
    throw std::system_error(errno, std::generic_category(),
                            "Cannot restrict the files that a program sees");
  }
}

}  // namespace

std::optional<UniqueFd> make_file_rules(const FileAccess& access) {
  const int available = version();
  if (available == 0) return std::nullopt;
  const std::uint64_t truncate = available >= kVersionWithTruncate ? kTruncate : 0;
  landlock_ruleset_attr attributes{};
  attributes.handled_access_fs = kEverything | truncate;
  UniqueFd rules(
      static_cast<int>(::syscall(SYS_landlock_create_ruleset, &attributes, sizeof attributes, 0)));
  if (!rules.is_open()) return std::nullopt;
  for (const auto& path : access.readable) allow(rules, path, kReading, kFileReading);
  for (const auto& path : access.writable) {
    allow(rules, path, kEverything | truncate, kFileWriting | truncate);
  }
  return rules;
}

bool restrict_files(int rules_fd) {
  return ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
         ::syscall(SYS_landlock_restrict_self, rules_fd, 0) == 0;
}

}  // namespace warpscope::runner
