#include "vgpu/server/other_order.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <string>
#include <utility>

#include "findings/catalogue.h"

namespace warpscope::device {
namespace {

// Copies of memory and second runs of more than that take too long.
constexpr std::uint64_t kMostBytes = std::uint64_t{64} << 20;
// Of the words that differ the first ones tell enough.
constexpr std::size_t kMostWords = 1 << 16;
// Few blocks may come in the usual order again, or in one that comes to the same.
constexpr std::uint64_t kFewBlocks = 16, kOrdersOfFewBlocks = 3;

constexpr std::uint64_t kWordBytes = 4;

std::uint64_t first_word(std::uint64_t address) { return address / kWordBytes * kWordBytes; }

std::uint32_t word_at(const std::byte* bytes) {
  std::uint32_t word = 0;
  std::memcpy(&word, bytes, sizeof word);
  return word;
}

/// Sums of floating-point numbers differ a little in another order; that is no other result.
template <typename T>
bool is_rounding(const std::byte* one, const std::byte* other, T tolerance, T least, T most) {
  T a = 0, b = 0;
  std::memcpy(&a, one, sizeof a);
  std::memcpy(&b, other, sizeof b);
  const T size = std::max(std::abs(a), std::abs(b));
  return size >= least && size <= most && std::abs(a - b) <= tolerance * size;
}

bool is_rounding(const std::byte* one, const std::byte* other, std::uint64_t at,
                 std::uint64_t size_bytes) {
  constexpr std::uint64_t kDouble = sizeof(double);
  const std::uint64_t pair = at / kDouble * kDouble;
  return is_rounding<float>(one + at, other + at, 1e-3F, 1e-20F, 1e20F) ||
         (pair + kDouble <= size_bytes &&
          is_rounding<double>(one + pair, other + pair, 1e-6, 1e-100, 1e100));
}

}  // namespace

// What memory holds now is put back.
OtherOrder::Contents OtherOrder::run_in_other_order(const memory::DeviceMemory& memory,
                                                    const Run& run, std::uint64_t schedule) const {
  Contents before, after;
  // The host reads what it shares when it likes, so nothing is compared there.
  std::vector<std::pair<std::byte*, std::vector<std::byte>>> shared;
  memory.for_each_live([&](const memory::Allocation& allocation) {
    std::vector<std::byte> bytes(allocation.host, allocation.host + allocation.size_bytes);
    if (allocation.is_adopted) {
      shared.emplace_back(allocation.host, std::move(bytes));
    } else {
      before.push_back({allocation.address, std::move(bytes)});
    }
  });
  for (const auto& [address, word] : words_) {
    if (std::byte* host = memory.translate(address, kWordBytes))
      std::memcpy(host, &word.other, kWordBytes);
  }
  const exec::LaunchResult result = run(schedule);
  const bool is_good = !result.fault && result.children.empty();
  // Only what the launch has changed: threads of the host may write to the rest meanwhile.
  for (const auto& [host, bytes] : shared) {
    for (std::size_t i = 0; i < bytes.size(); ++i) {
      if (host[i] != bytes[i]) host[i] = bytes[i];
    }
  }
  for (const Allocated& each : before) {
    std::byte* host = memory.translate(each.address, each.bytes.size());
    if (host == nullptr) continue;
    if (is_good) after.push_back({each.address, {host, host + each.bytes.size()}});
    std::memcpy(host, each.bytes.data(), each.bytes.size());
  }
  return after;
}

bool OtherOrder::begin(const memory::DeviceMemory& memory, const exec::KernelInfo& kernel,
                       std::uint64_t blocks, const Run& run) {
  others_.clear();
  had_words_ = !words_.empty();
  if (!kernel.is_ordered && !had_words_) return false;
  std::uint64_t bytes = 0;
  bool is_possible = kernel.can_be_undone && !kernel.reads_clock;
  memory.for_each_live([&](const memory::Allocation& allocation) {
    bytes += allocation.size_bytes;
    is_possible = is_possible && !allocation.is_on_heap;
  });
  const std::uint64_t orders = blocks <= kFewBlocks && !had_words_ ? kOrdersOfFewBlocks : 1;
  for (std::uint64_t schedule = 1; schedule <= orders && is_possible && bytes <= kMostBytes;
       ++schedule) {
    Contents contents = run_in_other_order(memory, run, schedule);
    if (!contents.empty()) others_.push_back(std::move(contents));
  }
  if (others_.empty()) words_.clear();  // what becomes of them is not known
  return !others_.empty();
}

OtherOrder::Words OtherOrder::different_words(const memory::DeviceMemory& memory,
                                              const Contents& contents, std::size_t root) const {
  Words words;
  for (const Allocated& each : contents) {
    const std::uint64_t size = each.bytes.size() / kWordBytes * kWordBytes;
    const std::byte* now = memory.translate(each.address, each.bytes.size());
    if (now == nullptr || std::memcmp(now, each.bytes.data(), size) == 0) continue;
    for (std::uint64_t at = 0; at < size && words.size() < kMostWords; at += kWordBytes) {
      const std::byte* other = each.bytes.data() + at;
      if (std::memcmp(now + at, other, kWordBytes) == 0 ||
          is_rounding(now, each.bytes.data(), at, each.bytes.size()))
        continue;
      words[each.address + at] = {word_at(other), root};
    }
  }
  return words;
}

std::vector<std::uint64_t> OtherOrder::compare(const memory::DeviceMemory& memory) {
  const std::size_t root = had_words_ ? words_.begin()->second.root : roots_.size();
  words_.clear();
  for (const Contents& contents : others_) {
    if (words_.empty()) words_ = different_words(memory, contents, root);
  }
  others_.clear();
  has_new_ = !words_.empty() && !had_words_;
  return has_new_ ? std::vector{words_.begin()->first} : std::vector<std::uint64_t>{};
}

void OtherOrder::end(const exec::LaunchResult& result, std::uint32_t launch) {
  if (!has_new_) return;
  has_new_ = false;
  Root& root = roots_.emplace_back();
  root.launch = launch;
  if (!result.writers.empty() && result.writers.front().where.line != 0) {
    const exec::SourceLine& where = result.writers.front().where;
    root.where = record::SourceLine{where.file, where.line};
  }
}

void OtherOrder::overwrite(std::uint64_t address, std::uint64_t bytes) {
  if (words_.empty()) return;
  words_.erase(words_.lower_bound(first_word(address)), words_.lower_bound(address + bytes));
}

void OtherOrder::copy(std::uint64_t to, std::uint64_t from, std::uint64_t bytes) {
  if (words_.empty()) return;
  Words copied;
  if ((to - from) % kWordBytes == 0) {
    for (auto word = words_.lower_bound(from);
         word != words_.end() && word->first + kWordBytes <= from + bytes; ++word)
      copied[word->first - from + to] = word->second;
  }
  overwrite(to, bytes);
  words_.merge(copied);
}

std::optional<record::Finding> OtherOrder::copy_to_host(const memory::DeviceMemory& memory,
                                                        std::uint64_t address,
                                                        std::uint64_t bytes) {
  const auto word = words_.lower_bound(first_word(address));
  if (word == words_.end() || word->first >= address + bytes) return std::nullopt;
  if (!said_.insert(word->second.root).second) return std::nullopt;
  const auto behind = words_.lower_bound(address + bytes);
  const Root& root = roots_.at(word->second.root);
  const memory::Allocation* allocation = memory.find(word->first);
  record::Finding finding = make_finding("depends-on-order");
  finding.launch = root.launch;
  finding.where = root.where;
  finding.cause =
      "With blocks and warps in another order, " +
      std::to_string(std::distance(word, behind) * static_cast<std::ptrdiff_t>(kWordBytes)) +
      " of the bytes that are copied to the host are others, the first of them at byte " +
      std::to_string(allocation == nullptr ? 0 : word->first - allocation->address) +
      " of an allocation. It begins with what launch " + std::to_string(root.launch) +
      " writes here.";
  return finding;
}

}  // namespace warpscope::device
