#include "vgpu/server/operation_races.h"

#include <algorithm>
#include <optional>
#include <string_view>

#include "findings/catalogue.h"

namespace warpscope::device {
namespace {

/// Operations that are remembered: later ones are mostly ordered behind them.
constexpr std::size_t kMostDone = 256;
/// Rows of a box that are told apart.
constexpr std::uint64_t kMostRows = 4096;

struct Conflict {
  OperationRaces::Span own, other;
  std::uint64_t begin = 0, end = 0;
};

/// The first bytes that both use and at least one writes.
std::optional<Conflict> conflict(const std::vector<OperationRaces::Span>& own,
                                 const std::vector<OperationRaces::Span>& other) {
  auto a = own.begin();
  auto b = other.begin();
  while (a != own.end() && b != other.end()) {
    const std::uint64_t begin = std::max(a->begin, b->begin);
    const std::uint64_t end = std::min(a->end, b->end);
    const bool conflicts = (a->is_write || b->is_write) && !(a->is_strong && b->is_strong);
    if (begin < end && conflicts) return Conflict{*a, *b, begin, end};
    (a->end < b->end) ? ++a : ++b;
  }
  return std::nullopt;
}

std::uint64_t bytes_of(const OperationRaces::Span& span) { return span.end - span.begin; }

/// What to try where two copies with the host meet: pieces that overlap, more often than an order
/// that is missing. Empty for other operations, and where nothing speaks for pieces.
std::string hint_on_pieces(const std::string& what, const std::string& other_what,
                           const Conflict& conflict) {
  constexpr std::string_view kToDevice = "copy to the device", kToHost = "copy to the host";
  constexpr const char* kElse =
      " If one is meant to follow the other, order them: give both one stream, or record an event "
      "behind the first (cudaEventRecord) and let the stream of the second wait for it "
      "(cudaStreamWaitEvent).";
  const auto is_copy = [&](const std::string& name) {
    return name == kToDevice || name == kToHost;
  };
  if (!is_copy(what) || !is_copy(other_what)) return {};
  if (conflict.own.is_write && conflict.other.is_write)
    return std::string(
               "Each of the two copies goes to the same bytes. If each is of a piece of its own, "
               "add the piece's offset to where it goes.") +
           kElse;
  const auto own = bytes_of(conflict.own), other = bytes_of(conflict.other);
  if (own == other) return {};
  return "One of the two copies is of " + std::to_string(std::max(own, other)) +
         " bytes, the other of " + std::to_string(std::min(own, other)) +
         ". If each is meant for a piece of its own, it takes the piece's offset and no more than "
         "the piece's bytes." +
         kElse;
}

}  // namespace

bool comes_after(const HostOperation& operation, const HostOperation& earlier) {
  if (earlier.sequence == operation.sequence || earlier.sequence <= operation.all_before) {
    return true;
  }
  return std::any_of(operation.before.begin(), operation.before.end(), [&](const auto& known) {
    return known.stream == earlier.stream && earlier.sequence <= known.sequence;
  });
}

bool use_same(const std::vector<OperationRaces::Span>& one,
              const std::vector<OperationRaces::Span>& other) {
  return conflict(one, other).has_value();
}

void OperationRaces::begin(const HostOperation& operation) { current_ = operation; }

std::vector<Diagnosed> OperationRaces::add(const std::string& what,
                                           const std::vector<Span>& spans) {
  std::vector<Diagnosed> findings;
  if (current_.sequence == 0 || spans.empty()) return findings;
  for (const Done& earlier : done_) {
    if (comes_after(current_, earlier.operation)) continue;
    const auto found = conflict(spans, earlier.spans);
    if (!found || !told_.insert({current_.host_site, earlier.operation.host_site}).second) continue;
    const std::uint64_t bytes = found->end - found->begin;
    record::Finding finding = make_finding("stream-race");
    finding.cause = "The " + what + (found->own.is_write ? " writes " : " reads ") +
                    std::to_string(bytes) + (bytes == 1 ? " byte that the " : " bytes that the ") +
                    earlier.what + " (" +
                    (earlier.operation.host_site == 0
                         ? "an unknown line"
                         : "{site " + std::to_string(earlier.operation.host_site) + "}") +
                    ")" + (found->other.is_write ? " writes" : " reads") +
                    ", and nothing makes one of them wait for the other.";
    if (auto hint = hint_on_pieces(what, earlier.what, *found); !hint.empty())
      finding.hint = std::move(hint);
    findings.push_back({std::move(finding), HostCall{0, current_.host_site}});
  }
  if (!done_.empty() && done_.back().operation.sequence == current_.sequence) {
    // A kernel that a kernel launched, or the next piece of a copy.
    auto& all = done_.back().spans;
    all.insert(all.end(), spans.begin(), spans.end());
    std::sort(all.begin(), all.end(),
              [](const Span& a, const Span& b) { return a.begin < b.begin; });
    return findings;
  }
  if (done_.size() == kMostDone) done_.pop_front();
  done_.push_back({current_, what, spans});
  return findings;
}

HostUseReply OperationRaces::use_of(const HostUse& asked) const {
  HostUseReply use;
  for (const Done& done : done_) {
    if (done.operation.sequence != asked.sequence) continue;
    for (const Span& span : done.spans) {
      if (span.is_strong || asked.address < span.begin || asked.address >= span.end) continue;
      (span.is_write ? use.is_written : use.is_read) = true;
    }
  }
  return use;
}

std::vector<OperationRaces::Span> spans_of(const Box& box, bool is_write) {
  std::vector<OperationRaces::Span> spans;
  const auto bytes = box.packed_bytes();
  if (!bytes) return spans;
  for_each_run(box, 0, *bytes, [&](std::uint64_t offset, std::uint64_t, std::uint64_t count) {
    if (spans.size() < kMostRows)
      spans.push_back({box.address + offset, box.address + offset + count, is_write, false});
  });
  return spans;
}

}  // namespace warpscope::device
