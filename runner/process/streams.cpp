#include "runner/process/streams.h"

#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <cerrno>

#include "base/pipes.h"

namespace warpscope::runner {
namespace {

bool is_temporary(int error) { return error == EAGAIN || error == EINTR; }

constexpr std::size_t kChunkBytes = std::size_t{1} << 20;

}  // namespace

OutputCollector::OutputCollector(UniqueFd fd, std::uint64_t limit_bytes)
    : fd_(std::move(fd)), limit_bytes_(limit_bytes) {
  set_nonblocking(fd_.get());
}

void OutputCollector::on_ready() {
  std::array<char, 65536> buffer;
  const auto count = ::read(fd_.get(), buffer.data(), buffer.size());
  if (count < 0 && is_temporary(errno)) return;
  if (count <= 0) {
    fd_.reset();
    return;
  }
  const auto arrived = static_cast<std::size_t>(count);
  const auto kept = std::min<std::uint64_t>(arrived, limit_bytes_ - kept_.size());
  kept_.append(buffer.data(), kept);
  dropped_bytes_ += arrived - kept;
}

std::string OutputCollector::text() const {
  if (dropped_bytes_ == 0) return kept_;
  return kept_ + "\n[" + std::to_string(dropped_bytes_) + " more bytes were cut off]\n";
}

InputFeeder::InputFeeder(UniqueFd fd) : fd_(std::move(fd)) { set_nonblocking(fd_.get()); }

void InputFeeder::send(std::vector<std::byte> bytes) {
  bytes_ = std::move(bytes);
  done_ = 0;
}

void InputFeeder::on_ready() {
  const auto count =
      ::send(fd_.get(), bytes_.data() + done_, bytes_.size() - done_, MSG_NOSIGNAL | MSG_DONTWAIT);
  if (count < 0 && is_temporary(errno)) return;
  if (count < 0) {
    is_broken_ = true;
    fd_.reset();
    return;
  }
  done_ += static_cast<std::size_t>(count);
}

BoundedReader::BoundedReader(UniqueFd fd) : fd_(std::move(fd)) { set_nonblocking(fd_.get()); }

void BoundedReader::expect(std::size_t count) {
  bytes_.clear();
  wanted_ = count;
}

void BoundedReader::on_ready() {
  const auto room = std::min(kChunkBytes, wanted_ - bytes_.size());
  if (room == 0) return;
  // A pipe holds less than a chunk: what is not read is not to be cleared in vain.
  if (!chunk_) chunk_ = std::make_unique_for_overwrite<std::byte[]>(kChunkBytes);
  const auto count = ::read(fd_.get(), chunk_.get(), room);
  if (count > 0) {
    bytes_.reserve(wanted_);
    bytes_.insert(bytes_.end(), chunk_.get(), chunk_.get() + count);
  }
  if (count == 0 || (count < 0 && !is_temporary(errno))) {
    is_ended_ = true;
    fd_.reset();
  }
}

}  // namespace warpscope::runner
