#include "record/timelines.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <system_error>
#include <utility>

#include "record/record.h"
#include "record/timeline_slice.h"

namespace warpscope::record {
namespace {

// A file: kMagic, then numbers of fixed width, the lowest byte first: version (4), count of
// launches (4), number of the run (8); of each launch id (4), bytes (4), checksum (8); the checksum
// of all up to here (8); then the launches' slices, one behind the other.
constexpr std::string_view kMagic = "WSTIMES\n";
constexpr std::uint32_t kVersion = 1;
constexpr std::size_t kHeadBytes = 24, kEntryBytes = 16, kChecksumBytes = 8;
constexpr std::uint32_t kMostLaunches = 1 << 20;
constexpr std::uint64_t kFirstHash = 0xCBF29CE484222325ULL, kHashFactor = 0x100000001B3ULL;

void put(std::string& bytes, std::uint64_t value, unsigned count) {
  for (unsigned i = 0; i < count; ++i) bytes += static_cast<char>(value >> 8 * i);
}

std::uint64_t get(std::string_view bytes, std::size_t at, unsigned count) {
  std::uint64_t value = 0;
  for (unsigned i = 0; i < count; ++i)
    value |= std::uint64_t{static_cast<std::uint8_t>(bytes[at + i])} << 8 * i;
  return value;
}

/// FNV-1a: finds damage, not malice.
std::uint64_t checksum_of(std::string_view bytes) {
  std::uint64_t hash = kFirstHash;
  for (const char byte : bytes) hash = (hash ^ static_cast<std::uint8_t>(byte)) * kHashFactor;
  return hash;
}

}  // namespace

bool Timelines::add(std::uint32_t launch, std::string slice) {
  if (slice.size() > kMostSliceBytes || size_bytes_ + slice.size() > kMostBytes) return false;
  size_bytes_ += slice.size();
  Slice kept;
  kept.checksum = checksum_of(slice);
  kept.size = static_cast<std::uint32_t>(slice.size());
  kept.bytes = std::move(slice);
  launches_.insert_or_assign(launch, std::move(kept));
  return true;
}

std::optional<Timelines> Timelines::open(const std::filesystem::path& path, std::uint64_t run) {
  std::error_code error;
  if (!std::filesystem::is_regular_file(path, error)) return std::nullopt;
  Timelines timelines;
  timelines.path_ = path;
  timelines.file_ =
      std::make_shared<const UniqueFd>(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  try {
    timelines.read_list(run);
  } catch (const RecordError& reason) {
    timelines.launches_.clear();
    timelines.problem_ = "Timelines of launches are not shown: " + path.string() +
                         " cannot be used, " + reason.what() + ".";
  }
  return timelines;
}

void Timelines::read_list(std::uint64_t run) {
  struct stat about {};
  if (!file_->is_open() || fstat(file_->get(), &about) != 0) throw RecordError("it cannot be read");
  const auto all = static_cast<std::uint64_t>(about.st_size);
  const std::string head = read(0, kHeadBytes);
  if (!head.starts_with(kMagic)) throw RecordError("it is no file of timelines");
  if (get(head, 8, 4) != kVersion) throw RecordError("it is of another version of Warpscope");
  const auto count = static_cast<std::uint32_t>(get(head, 12, 4));
  if (count > kMostLaunches) throw RecordError("it has too many launches");
  const std::size_t list = std::size_t{count} * kEntryBytes;
  if (all < kHeadBytes + list + kChecksumBytes) throw RecordError("it is shorter than it says");
  const std::string rest = read(kHeadBytes, list + kChecksumBytes);
  if (get(rest, list, 8) != checksum_of(head + rest.substr(0, list)))
    throw RecordError("its list of launches is damaged");
  if (get(head, 16, 8) != run) throw RecordError("it belongs to another run");
  std::uint64_t at = kHeadBytes + list + kChecksumBytes;
  for (std::size_t i = 0; i < count; ++i) {
    Slice slice;
    slice.offset = at;
    slice.size = static_cast<std::uint32_t>(get(rest, i * kEntryBytes + 4, 4));
    slice.checksum = get(rest, i * kEntryBytes + 8, 8);
    if (slice.size > kMostSliceBytes) throw RecordError("a launch of it is too long");
    at += slice.size;
    launches_.emplace(static_cast<std::uint32_t>(get(rest, i * kEntryBytes, 4)), std::move(slice));
  }
  if (at != all) throw RecordError("it is not as long as it says");
  size_bytes_ = static_cast<std::size_t>(all);
}

std::vector<std::uint32_t> Timelines::launches() const {
  std::vector<std::uint32_t> ids;
  for (const auto& [id, slice] : launches_) ids.push_back(id);
  return ids;
}

std::string Timelines::read(std::uint64_t offset, std::size_t count) const {
  std::string bytes(count, '\0');
  for (std::size_t done = 0; done < count;) {
    const ssize_t part =
        pread(file_->get(), bytes.data() + done, count - done, static_cast<off_t>(offset + done));
    if (part <= 0) throw RecordError("it cannot be read, or is shorter than it says");
    done += static_cast<std::size_t>(part);
  }
  return bytes;
}

std::string Timelines::bytes_of(const Slice& slice) const {
  if (!file_) return slice.bytes;
  try {
    std::string bytes = read(slice.offset, slice.size);
    if (checksum_of(bytes) != slice.checksum) throw RecordError("a launch of it is damaged");
    return bytes;
  } catch (const RecordError& reason) {
    throw RecordError(path_.string() + " cannot be used, " + reason.what() + ".");
  }
}

std::optional<ClockTimeline> Timelines::of(std::uint32_t launch) const {
  const auto found = launches_.find(launch);
  if (found == launches_.end()) return std::nullopt;
  return from_slice(bytes_of(found->second));
}

std::string Timelines::to_bytes(std::uint64_t run) const {
  std::string bytes(kMagic);
  put(bytes, kVersion, 4);
  put(bytes, launches_.size(), 4);
  put(bytes, run, 8);
  for (const auto& [launch, slice] : launches_) {
    put(bytes, launch, 4);
    put(bytes, slice.size, 4);
    put(bytes, slice.checksum, 8);
  }
  put(bytes, checksum_of(bytes), 8);
  for (const auto& [launch, slice] : launches_) bytes += bytes_of(slice);
  return bytes;
}

std::filesystem::path timelines_path(const std::filesystem::path& record) {
  std::error_code error;
  const bool is_link = std::filesystem::is_symlink(record, error);
  std::filesystem::path path = is_link ? std::filesystem::canonical(record, error) : record;
  if (is_link && error) return {};
  path += ".timelines";
  return path;
}

std::optional<ClockTimeline> timeline_of(const RunRecord& record, const Launch& launch) {
  return record.timelines ? record.timelines->of(launch.id) : std::nullopt;
}

std::uint64_t run_number(const RunRecord& record) {
  std::uint64_t number = kFirstHash;
  const auto add = [&](std::string_view text) {
    for (const char letter : text)
      number = (number ^ static_cast<std::uint8_t>(letter)) * kHashFactor;
    number = (number ^ text.size()) * kHashFactor;
  };
  add(record.created);
  add(record.program.sha256);
  add(std::to_string(record.seed));
  add(std::to_string(record.launches.size()));
  return number;
}

}  // namespace warpscope::record
