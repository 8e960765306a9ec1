#include "runner/build/compile_turn.h"

#include <fcntl.h>

#include <cerrno>
#include <thread>

namespace warpscope::runner {
namespace {

// Who has the room compiles; who waits for it stands in the door, behind which all others wait.
constexpr off_t kDoor = 0;
constexpr off_t kRoom = 1;

struct flock one_byte(short type, off_t byte) {
  struct flock range {};
  range.l_type = type;
  range.l_whence = SEEK_SET;
  range.l_start = byte;
  range.l_len = 1;
  return range;
}

}  // namespace

CompileTurn::CompileTurn(const std::filesystem::path& work_folder, Kind kind,
                         const std::stop_token& cancel, std::chrono::milliseconds longest) {
  std::filesystem::create_directories(work_folder);
  constexpr mode_t kMode = 0644;
  file_ = UniqueFd(
      ::open((work_folder / "compile-turns").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, kMode));
  const auto end = std::chrono::steady_clock::now() + longest;
  if (!lock(F_WRLCK, kDoor, cancel, end)) return;
  const bool is_alone = kind == Kind::alone;
  lock(is_alone ? F_WRLCK : F_RDLCK, kRoom, cancel, end);
  if (is_alone) return;
  auto door = one_byte(F_UNLCK, kDoor);
  ::fcntl(file_.get(), F_OFD_SETLK, &door);
}

bool CompileTurn::lock(short type, off_t byte, const std::stop_token& cancel,
                       std::chrono::steady_clock::time_point end) {
  auto range = one_byte(type, byte);
  constexpr std::chrono::milliseconds kPause(5);
  while (file_.is_open() && ::fcntl(file_.get(), F_OFD_SETLK, &range) != 0) {
    const bool is_taken = errno == EAGAIN || errno == EACCES || errno == EINTR;
    if (!is_taken || cancel.stop_requested() || std::chrono::steady_clock::now() >= end)
      return false;
    std::this_thread::sleep_for(kPause);
  }
  return file_.is_open();
}

}  // namespace warpscope::runner
