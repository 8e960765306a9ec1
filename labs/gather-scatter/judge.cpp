// Cases and answers of the lab gather-scatter.
#include "labs/judge/judge.h"

#include <fmt/format.h>

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "labs/gather-scatter/judge/answers.h"
#include "labs/gather-scatter/judge/inputs_of.h"
#include "labs/judge/awkward_sizes.h"
#include "labs/judge/inputs.h"
#include "labs/judge/new_case.h"

namespace warpscope::labs {
namespace {

using gather_scatter::Numbers;
using judge::Case;
using judge::Opinion;
using Chances = Inputs<Mixed>;

constexpr std::size_t kWordBytes = 4;
constexpr int kMoreRows = 5;  // that a table has than are asked for

enum Known { alignment, bytes, threads, elements };
struct Sizes {
  int alignment = 16, bytes = 64, threads = 128, elements = 128;
};
constexpr Sizes kGathered{16, 64, 128, 128};
constexpr Sizes kNear{16, 16, 32, 128};

struct Call {
  Known known;
  Sizes sizes;
  int count;
};
// Around a warp, a tile and several of them, with every alignment, elements of one vector and of
// more than a warp's, and blocks that are no multiple of an element's vectors.
constexpr std::array kGatherCalls{
    Call{alignment, {4, 4, 64, 40}, 1},     Call{alignment, {4, 20, 96, 40}, 33},
    Call{alignment, {8, 24, 64, 32}, 31},   Call{alignment, {8, 8, 128, 128}, 129},
    Call{alignment, {16, 48, 96, 40}, 100}, Call{alignment, {16, 1040, 64, 8}, 9},
    Call{alignment, kGathered, 0},          Call{bytes, {16, 64, 96, 50}, 1},
    Call{bytes, {16, 64, 96, 50}, 101},     Call{threads, {16, 64, 128, 50}, 49},
    Call{threads, {16, 64, 128, 200}, 401}, Call{elements, kGathered, 1},
    Call{elements, kGathered, 127},         Call{elements, kGathered, 128},
    Call{elements, kGathered, 300},
};
// Whole tiles and what is left, fewer tiles than blocks and several for each; one at least has an
// odd number of them.
constexpr std::array kNearCalls{
    Call{alignment, {16, 32, 64, 64}, 1},
    Call{alignment, {16, 32, 64, 64}, 16},
    Call{alignment, {16, 32, 32, 128}, 95},
    Call{alignment, {16, 16, 96, 128}, 840},
    Call{bytes, {16, 16, 64, 64}, 33},
    Call{bytes, {16, 16, 96, 64}, 300},
    Call{threads, {16, 16, 32, 64}, 417},
    Call{elements, kNear, 0},
    Call{elements, kNear, 31},
    Call{elements, kNear, 32},
    Call{elements, kNear, 545},
};
constexpr int kManyRows = 16 * kGathered.elements;
constexpr int kManyParticles = kManyRows;
constexpr int kManyFields = 16;
constexpr std::array kAlignments{4, 8, 16};
constexpr std::array kKnown{alignment, bytes, threads, elements};
constexpr int kOrdered = 4096;  // elements of 4 bytes
constexpr std::array kBlocksSwept{1, 8, 32, 64, 128, 256, 1024, 4096};
constexpr std::array kFieldsSwept{1, 2, 4, 8, 16};

NewCase with_sizes(NewCase set, Known known, const Sizes& sizes) {
  return set.parameter("known", static_cast<int>(known))
      .parameter("alignment", sizes.alignment)
      .parameter("bytes", sizes.bytes)
      .parameter("threads", sizes.threads)
      .parameter("elements", sizes.elements);
}

std::string label_of(const Call& call) {
  constexpr std::array kNames{"alignment", "bytes", "threads", "elements"};
  return fmt::format("{}x{}-{}", call.count, call.sizes.bytes,
                     call.known == alignment ? fmt::format("aligned-{}", call.sizes.alignment)
                                             : kNames[call.known]);
}

std::uint64_t bytes_of(const Call& call) {
  return static_cast<std::uint64_t>(call.count) * static_cast<std::uint64_t>(call.sizes.bytes);
}

Case gather_case(Chances& numbers, const std::string& label, const Call& call,
                 const Numbers& index) {
  const int rows = call.count + kMoreRows;
  const auto words = bytes_of(call) / kWordBytes;
  return with_sizes(NewCase("gather", label), call.known, call.sizes)
      .input("index", index)
      .input("table", numbers.words(rows * call.sizes.bytes / 4))
      .output<std::uint32_t>("out", words)
      .useful_bytes(2 * bytes_of(call) + kWordBytes * index.size());
}

Case gather_case(Chances& numbers, const std::string& label, const Call& call) {
  return gather_case(numbers, label, call,
                     gather_scatter::any_rows(numbers, call.count, call.count + kMoreRows));
}

Case scatter_case(Chances& numbers, int count) {
  constexpr int kBytes = 32;
  const auto cells = gather_scatter::cells_of(numbers, count);
  const auto words = static_cast<std::uint64_t>(count) * kBytes / kWordBytes;
  return NewCase("scatter", count)
      .parameter("bytes", kBytes)
      .input("cell", cells.cell)
      .input("rank", cells.rank)
      .input("begin", cells.begin)
      .input("particles", numbers.words(words))
      .output<std::uint32_t>("out", words)
      .useful_bytes(kWordBytes * (2 * words + 2 * cells.cell.size()));
}

Case add_case(Chances& numbers, const std::string& label, int count, const Numbers& index) {
  const auto words = gather_scatter::kWordsOfSum * static_cast<std::size_t>(count);
  return NewCase("add", label)
      .input("index", index)
      .input("values", numbers.words(words))
      .input("sums", numbers.words(words))
      .output<std::uint32_t>("sums", words)
      .useful_bytes(kWordBytes * (3 * words + index.size()));
}

Case near_case(Chances& numbers, const std::string& label, const Call& call) {
  const int listed = static_cast<int>(gather_scatter::kListed) * call.count;
  return with_sizes(NewCase("near", label), call.known, call.sizes)
      .input("list", gather_scatter::any_rows(numbers, listed, call.count))
      .input("particles", numbers.words(bytes_of(call) / kWordBytes))
      .output<std::uint32_t>("out", call.count)
      .useful_bytes(bytes_of(call) + kWordBytes * static_cast<std::uint64_t>(listed + call.count));
}

Case reorder_case(Chances& numbers, const std::string& label, const Numbers& index, int row_bytes,
                  int fields) {
  const auto words = index.size() * static_cast<std::uint64_t>(fields) *
                     static_cast<std::uint64_t>(row_bytes) / kWordBytes;
  return NewCase("reorder", label)
      .parameter("bytes", row_bytes)
      .parameter("fields", fields)
      .input("index", index)
      .input("in", numbers.words(words))
      .output<std::uint32_t>("out", words)
      .useful_bytes(kWordBytes * (2 * words + index.size()));
}

Case reorder_case(Chances& numbers, const std::string& label, int count, int row_bytes,
                  int fields) {
  return reorder_case(numbers, label, gather_scatter::permutation(numbers, count), row_bytes,
                      fields);
}

// Rows of one vector, so that a second look at the index array shows in the loads. In any order
// among 32 of them, which lie together: half sectors would be a finding.
Case small_rows_case(Chances& numbers) {
  return reorder_case(numbers, "16x512x16",
                      gather_scatter::shuffled_in_blocks(numbers, kManyRows / 4, 32), 16,
                      kManyFields);
}

void add_alignments(std::vector<Case>& all, Chances& numbers, int scale) {
  for (const int each : kAlignments) {
    Sizes sizes = kGathered;
    sizes.alignment = each;
    all.push_back(in_sweep(gather_case(numbers, fmt::format("aligned-{}", each),
                                       {alignment, sizes, scale * kManyRows}),
                           "alignment", each));
  }
}

void add_known(std::vector<Case>& all, Chances& numbers, int scale) {
  for (const Known known : kKnown) {
    all.push_back(in_sweep(gather_case(numbers, fmt::format("known-{}", static_cast<int>(known)),
                                       {known, kGathered, scale * kManyRows}),
                           "known", known));
  }
  for (const Known known : kKnown) {
    all.push_back(in_sweep(near_case(numbers, fmt::format("known-{}", static_cast<int>(known)),
                                     {known, kNear, scale * kManyParticles}),
                           "known-dma", known));
  }
}

void add_orders(std::vector<Case>& all, Chances& numbers, int scale) {
  for (const int block : kBlocksSwept) {
    const int count = scale * kOrdered;
    all.push_back(in_sweep(
        gather_case(numbers, fmt::format("order-{}", block), {alignment, {4, 4, 128, 512}, count},
                    gather_scatter::shuffled_in_blocks(numbers, count, block)),
        "order", block));
  }
}

void add_fields(std::vector<Case>& all, Chances& numbers, int scale) {
  for (const int fields : kFieldsSwept) {
    all.push_back(in_sweep(reorder_case(numbers, fmt::format("fields-{}", fields),
                                        scale * kManyRows / kManyFields, 48, fields),
                           "fields", fields));
  }
}

class GatherScatterJudge final : public judge::Judge {
 public:
  std::vector<Case> cases(std::uint64_t seed) const override {
    Chances numbers(seed);
    std::vector<Case> all;
    for (const Call& call : kGatherCalls) all.push_back(gather_case(numbers, label_of(call), call));
    add_alignments(all, numbers, 1);
    for (const int size : kAwkwardSizes) all.push_back(scatter_case(numbers, size));
    all.push_back(scatter_case(numbers, kManyRows));
    for (const int size : {0, 1, 33, 300})
      all.push_back(add_case(numbers, fmt::format("{}-apart", size), size,
                             gather_scatter::permutation(numbers, size)));
    for (const auto& [size, times] : {std::pair{33, 2}, std::pair{129, 3}, std::pair{300, 300}})
      all.push_back(add_case(numbers, fmt::format("{}-by-{}", size, times), size,
                             gather_scatter::repeated(numbers, size, times)));
    all.push_back(
        add_case(numbers, "many", kManyRows, gather_scatter::repeated(numbers, kManyRows, 4)));
    for (const Call& call : kNearCalls) all.push_back(near_case(numbers, label_of(call), call));
    add_known(all, numbers, 1);
    add_orders(all, numbers, 1);
    for (const auto& [count, row_bytes, fields] :
         {std::array{0, 64, 2}, std::array{1, 16, 1}, std::array{31, 48, 3}, std::array{33, 64, 2},
          std::array{100, 128, 3}, std::array{129, 112, 2}, std::array{517, 16, 2}})
      all.push_back(reorder_case(numbers, fmt::format("{}x{}x{}", fields, count, row_bytes), count,
                                 row_bytes, fields));
    all.push_back(reorder_case(numbers, "many", kManyRows / 4, 64, kManyFields));
    add_fields(all, numbers, 1);
    all.push_back(small_rows_case(numbers));
    return all;
  }

  judge::Measured measured(std::uint64_t seed) const override {
    Chances numbers(seed);
    std::vector<Case> all;
    add_alignments(all, numbers, judge::kH200Scale);
    add_known(all, numbers, judge::kH200Scale);
    add_orders(all, numbers, judge::kH200Scale);
    add_fields(all, numbers, judge::kH200Scale);
    return measured_of(std::move(all));
  }

  Opinion examine(const Case& set, const Outputs& outputs) const override {
    if (set.task == "gather") return gather_scatter::examine_gather(set, outputs);
    if (set.task == "scatter") return gather_scatter::examine_scatter(set, outputs);
    if (set.task == "add") return gather_scatter::examine_add(set, outputs);
    if (set.task == "near") return gather_scatter::examine_near(set, outputs);
    return gather_scatter::examine_reorder(set, outputs);
  }
};

}  // namespace
}  // namespace warpscope::labs

std::unique_ptr<warpscope::judge::Judge> warpscope::judge::make_judge() {
  return std::make_unique<labs::GatherScatterJudge>();
}
