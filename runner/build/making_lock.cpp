#include "runner/build/making_lock.h"

#include <fcntl.h>

#include <cerrno>
#include <functional>
#include <limits>
#include <thread>

namespace warpscope::runner {

namespace fs = std::filesystem;

MakingLock::MakingLock(const fs::path& folder, std::string_view name, const std::stop_token& cancel,
                       std::chrono::milliseconds longest) {
  fs::create_directories(folder);
  // One file for all names: each locks a byte of its own, and none of them needs to exist.
  file_ = UniqueFd(::open((folder / "locks").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644));
  struct flock byte {};
  byte.l_type = F_WRLCK;
  byte.l_whence = SEEK_SET;
  byte.l_start = static_cast<off_t>(std::hash<std::string_view>()(name) %
                                    static_cast<std::size_t>(std::numeric_limits<off_t>::max()));
  byte.l_len = 1;
  const auto end = std::chrono::steady_clock::now() + longest;
  // Such a lock belongs to the open file, so threads of one process wait for each other too.
  while (file_.is_open() && ::fcntl(file_.get(), F_OFD_SETLK, &byte) != 0 &&
         (errno == EAGAIN || errno == EACCES || errno == EINTR)) {
    if (cancel.stop_requested() || std::chrono::steady_clock::now() >= end) return;
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
}

}  // namespace warpscope::runner
