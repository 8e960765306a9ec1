// Cases and answers of the lab scan.
#include "labs/judge/judge.h"

#include <fmt/format.h>

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "labs/judge/awkward_sizes.h"
#include "labs/judge/inputs.h"
#include "labs/judge/new_case.h"
#include "labs/scan/judge/answers.h"

namespace warpscope::labs {
namespace {

using judge::Case;
using judge::Opinion;
using scan::Words;
using Chances = Inputs<Mixed>;

constexpr std::size_t kWordBytes = 4;
constexpr int kMany = 1 << 14;
constexpr int kLong = 1 << 15;
constexpr std::array kSizesBesideTiles{2049, 3071, 5121};
// The last of 133 tiles is nearly empty: more than the profile mini holds of 256 threads at a time.
constexpr int kTilesThatWait = 133 * 1024 - 1019;
constexpr std::uint32_t kOrders = 2;
constexpr std::array kSizesSwept{1 << 10, 1 << 12, 1 << 14, 1 << 16};
constexpr std::array kSharesSwept{1, 10, 25, 50, 75, 100};
constexpr int kNumbers = 1 << 20;  // of compact() are below this
constexpr int kOneOf = 256;        // of them is the limit

Case plain_case(Chances& numbers, const std::string& task, const std::string& label, int count,
                int calls = 1) {
  const auto in = numbers.words(count);
  return NewCase(task, label)
      .parameter("calls", calls)
      .input("in", in)
      .output<std::uint32_t>("out", count)
      .useful_bytes(2 * kWordBytes * in.size() * static_cast<std::size_t>(calls));
}

Case plain_case(Chances& numbers, const std::string& task, int count) {
  return plain_case(numbers, task, std::to_string(count), count);
}

/// Of the numbers about `share` percent are kept; some are the limit itself.
Case compact_case(Chances& numbers, const std::string& label, int count, int share) {
  auto in = numbers.words_below(count, kNumbers);
  const auto limit = static_cast<std::uint32_t>(std::int64_t{kNumbers} * (100 - share) / 100);
  for (int k = 0; count > 0 && k <= count / kOneOf; ++k)
    in[numbers.below(static_cast<std::uint64_t>(count))] = limit;
  const std::uint64_t kept = in.size() * static_cast<std::uint64_t>(share) / 100;
  return NewCase("compact", label)
      .parameter("limit", limit)
      .input("in", in)
      .output<std::uint32_t>("out", count)
      .output<std::uint32_t>("kept", 1)
      .useful_bytes(kWordBytes * (in.size() + kept));
}

void add_sizes(std::vector<Case>& all, Chances& numbers, int scale) {
  for (const char* task : {"scan_long", "scan_once"}) {
    for (const int size : kSizesSwept)
      all.push_back(in_sweep(plain_case(numbers, task, fmt::format("size-{}", size), scale * size),
                             "size", size));
  }
}

void add_shares(std::vector<Case>& all, Chances& numbers, int scale) {
  for (const int share : kSharesSwept)
    all.push_back(
        in_sweep(compact_case(numbers, fmt::format("share-{}", share), scale * kMany, share),
                 "share", share));
}

class ScanJudge final : public judge::Judge {
 public:
  std::vector<Case> cases(std::uint64_t seed) const override {
    Chances numbers(seed);
    std::vector<Case> all;
    for (const char* task : {"scan_warps", "scan_tiles", "scan_tree"}) {
      for (const int size : kAwkwardSizes) all.push_back(plain_case(numbers, task, size));
      all.push_back(plain_case(numbers, task, kMany));
    }
    for (const char* task : {"scan_long", "scan_once"}) {
      for (const int size : kAwkwardSizes) all.push_back(plain_case(numbers, task, size));
      for (const int size : kSizesBesideTiles) all.push_back(plain_case(numbers, task, size));
      all.push_back(plain_case(numbers, task, kLong));
    }
    all.push_back(plain_case(numbers, "scan_once", "called-twice", 5121, 2));
    for (const int size : kAwkwardSizes)
      all.push_back(compact_case(numbers, std::to_string(size), size, 50));
    all.push_back(compact_case(numbers, "all-1025", 1025, 100));
    all.push_back(compact_case(numbers, std::to_string(kLong), kLong, 50));
    add_sizes(all, numbers, 1);
    add_shares(all, numbers, 1);
    for (std::uint32_t order = 1; order <= kOrders; ++order) {
      all.push_back(
          plain_case(numbers, "scan_once", fmt::format("order-{}", order), kTilesThatWait));
      all.back().schedule = order;
    }
    return all;
  }

  judge::Measured measured(std::uint64_t seed) const override {
    Chances numbers(seed);
    std::vector<Case> all;
    add_sizes(all, numbers, judge::kH200Scale);
    add_shares(all, numbers, judge::kH200Scale);
    return measured_of(std::move(all));
  }

  Opinion examine(const Case& set, const Outputs& outputs) const override {
    return set.task == "compact" ? scan::examine_compact(set, outputs)
                                 : scan::examine_scan(set, outputs);
  }
};

}  // namespace
}  // namespace warpscope::labs

std::unique_ptr<warpscope::judge::Judge> warpscope::judge::make_judge() {
  return std::make_unique<labs::ScanJudge>();
}
