#include "vgpu/timing/clock/shared_times.h"

#include <unistd.h>

#include <concepts>
#include <cstring>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace warpscope::timing {
namespace {

constexpr std::uint64_t kMostBytes = std::uint64_t{64} << 20;
/// Before each record: this, and how long it is.
constexpr std::uint64_t kBegin = 0x73656d6974706e77;
constexpr std::size_t kHeadBytes = 2 * sizeof(std::uint64_t);

template <typename T, typename Of>
concept OneOf = std::same_as<std::remove_const_t<T>, Of>;

// What a time consists of, for who writes and who reads. With a member more these do not compile:
// it must come along, too.

template <typename Archive, OneOf<exec::SourceLine> T>
void members(Archive& archive, T& of) {
  auto& [file, line] = of;
  archive(file, line);
}

template <typename Archive, OneOf<LineStalls::Cause> T>
void members(Archive& archive, T& of) {
  auto& [where, cycles, times] = of;
  archive(where, cycles, times);
}

template <typename Archive, OneOf<LineStalls> T>
void members(Archive& archive, T& of) {
  auto& [where, cycles, causes] = of;
  archive(where, cycles, causes);
}

template <typename Archive, OneOf<LaunchStalls> T>
void members(Archive& archive, T& of) {
  auto& [cycles, sm_cycles, lines] = of;
  archive(cycles, sm_cycles, lines);
}

template <typename Archive, OneOf<PartUse> T>
void members(Archive& archive, T& of) {
  auto& [part, share] = of;
  archive(part, share);
}

template <typename Archive, OneOf<TimedLaunch> T>
void members(Archive& archive, T& of) {
  auto& [duration_s, blocks, sms, tail_cycles, stalls, use, fetched_bytes] = of;
  archive(duration_s, blocks, sms, tail_cycles, stalls, use, fetched_bytes);
}

class TimeWriter {
 public:
  template <typename... Values>
  void operator()(const Values&... values) {
    (put(values), ...);
  }
  std::vector<std::byte> take() { return std::move(bytes_); }

 private:
  template <typename T>
  requires std::is_arithmetic_v<T>
  void put(T value) {
    const auto* begin = reinterpret_cast<const std::byte*>(&value);
    bytes_.insert(bytes_.end(), begin, begin + sizeof value);
  }
  void put(std::string_view text) {
    put(std::uint64_t{text.size()});
    const auto* begin = reinterpret_cast<const std::byte*>(text.data());
    bytes_.insert(bytes_.end(), begin, begin + text.size());
  }
  template <typename T, std::size_t kCount>
  void put(const std::array<T, kCount>& values) {
    for (const T& value : values) put(value);
  }
  template <typename T>
  void put(const std::vector<T>& values) {
    put(std::uint64_t{values.size()});
    for (const T& value : values) put(value);
  }
  template <typename T>
  requires(std::is_class_v<T> &&
           !std::convertible_to<T, std::string_view>) void put(const T& value) {
    members(*this, value);
  }

  std::vector<std::byte> bytes_;
};

class TimeReader {
 public:
  /// `names`: gets what string_views refer to.
  TimeReader(std::span<const std::byte> bytes, std::set<std::string, std::less<>>& names)
      : bytes_(bytes), names_(names) {}
  template <typename... Values>
  void operator()(Values&... values) {
    (get(values), ...);
  }
  /// All was there, and nothing is left.
  bool is_whole() const { return is_good_ && bytes_.empty(); }

 private:
  std::span<const std::byte> take(std::uint64_t count) {
    is_good_ = is_good_ && count <= bytes_.size();
    if (!is_good_) return {};
    const auto taken = bytes_.first(count);
    bytes_ = bytes_.subspan(count);
    return taken;
  }
  template <typename T>
  requires std::is_arithmetic_v<T>
  void get(T& value) {
    if (const auto bytes = take(sizeof value); !bytes.empty())
      std::memcpy(&value, bytes.data(), sizeof value);
  }
  void get(std::string& text) {
    std::uint64_t size = 0;
    get(size);
    const auto bytes = take(size);
    text.assign(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  }
  void get(std::string_view& text) {
    std::string name;
    get(name);
    text = *names_.insert(std::move(name)).first;
  }
  template <typename T, std::size_t kCount>
  void get(std::array<T, kCount>& values) {
    for (T& value : values) get(value);
  }
  template <typename T>
  void get(std::vector<T>& values) {
    std::uint64_t count = 0;
    get(count);
    is_good_ = is_good_ && count <= bytes_.size();  // each takes some
    for (std::uint64_t i = 0; i < count && is_good_; ++i) get(values.emplace_back());
  }
  template <typename T>
  requires(std::is_class_v<T> && !std::convertible_to<T, std::string_view>) void get(T& value) {
    members(*this, value);
  }

  std::span<const std::byte> bytes_;
  std::set<std::string, std::less<>>& names_;
  bool is_good_ = true;
};

}  // namespace

const std::optional<TimedLaunch>* SharedTimes::find(const Key& key) {
  read_new();
  const auto found = times_.find(key);
  return found == times_.end() ? nullptr : &found->second;
}

void SharedTimes::add(const Key& key, const std::optional<TimedLaunch>& timed) {
  if (read_bytes_ >= kMostBytes) return;
  TimeWriter writer;
  writer(key, std::uint8_t{timed.has_value()});
  if (timed) writer(*timed);
  const std::vector<std::byte> record = writer.take();
  TimeWriter head;
  head(kBegin, std::uint64_t{record.size()});
  std::vector<std::byte> bytes = head.take();
  bytes.insert(bytes.end(), record.begin(), record.end());
  // At once, so that records of several devices do not come between each other.
  [[maybe_unused]] const auto written = ::write(file_.get(), bytes.data(), bytes.size());
}

bool SharedTimes::read_record(std::span<const std::byte> record) {
  TimeReader reader(record, parts_);
  Key key{};
  std::uint8_t has_value = 0;
  reader(key, has_value);
  std::optional<TimedLaunch> timed;
  if (has_value != 0) reader(timed.emplace());
  if (!reader.is_whole()) return false;
  times_.insert_or_assign(key, std::move(timed));
  return true;
}

void SharedTimes::read_new() {
  while (is_readable_) {
    std::array<std::uint64_t, 2> head{};
    const auto at = static_cast<off_t>(read_bytes_);
    if (::pread(file_.get(), head.data(), kHeadBytes, at) != static_cast<ssize_t>(kHeadBytes))
      return;
    const auto [begin, size] = head;
    if (begin != kBegin || size > kMostBytes) {
      is_readable_ = false;
      return;
    }
    std::vector<std::byte> record(size);
    const auto count =
        ::pread(file_.get(), record.data(), size, at + static_cast<off_t>(kHeadBytes));
    if (count != static_cast<ssize_t>(size)) return;  // it is being written
    is_readable_ = read_record(record);
    read_bytes_ += kHeadBytes + size;
  }
}

}  // namespace warpscope::timing
