#include "record/warp_states.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "arch/occupancy.h"

namespace warpscope::record {
namespace {

constexpr std::string_view kIssues = "selected";

constexpr std::array<WarpState, 16> kStates = {{
    {kIssues, "nothing: it issues"},
    {"long_scoreboard", "a result from L1 or behind it"},
    {"short_scoreboard", "a result of shared memory, a shuffle or a special function"},
    {"wait", "the fixed time after its last instruction"},
    {"barrier", "other warps of its block"},
    {"membar", "a fence"},
    {"sleeping", "the end of a nanosleep"},
    {"branch_resolving", "the target of a branch"},
    {"no_instruction", "its next instruction, which the SM has not got yet"},
    {"imc_miss", "a constant that is an operand, which the SM has not got yet"},
    {"math_pipe_throttle", "the unit that its next instruction needs"},
    {"lg_throttle", "room in the queue of accesses to global and local memory"},
    {"mio_throttle", "room in the queue of shared memory, shuffles and special functions"},
    {"tex_throttle", "room in the queue of textures and surfaces"},
    {"drain", "what it asked of memory, to have left: it has ended"},
    {"not_selected", "its turn: another warp issues"},
}};

using Share = std::pair<double, std::string_view>;

/// The largest first.
std::string shares_text(std::vector<Share> shares, std::size_t most) {
  constexpr double kLeast = 0.01;
  std::erase_if(shares, [](const Share& share) { return share.first < kLeast; });
  std::ranges::stable_sort(shares, std::greater{}, &Share::first);
  shares.resize(std::min(shares.size(), most));
  std::string text;
  for (const auto& [share, name] : shares)
    text += fmt::format("{}{} {:.0f} %", text.empty() ? "" : ", ", name, share * 100);
  return text;
}

double ratio(std::uint64_t part, std::uint64_t all) {
  return all == 0 ? 0 : static_cast<double>(part) / static_cast<double>(all);
}

/// Of a line, those in which its warps do not issue.
std::uint64_t lost_cycles(const ClockedLaunch::Line& line) {
  const auto issued = line.warp_cycles.find(kIssues);
  return sum_of_states(line.warp_cycles) - (issued == line.warp_cycles.end() ? 0 : issued->second);
}

}  // namespace

std::span<const WarpState> warp_states() { return kStates; }

std::string_view meaning_of_state(std::string_view name) {
  const auto found = std::ranges::find(kStates, name, &WarpState::name);
  return found == kStates.end() ? std::string_view() : found->meaning;
}

std::uint64_t sum_of_states(const Counters& warp_cycles) {
  std::uint64_t sum = 0;
  for (const auto& [name, cycles] : warp_cycles) sum += cycles;
  return sum;
}

std::string states_text(const Counters& warp_cycles, std::uint64_t all, std::size_t most) {
  std::vector<Share> shares;
  for (const auto& [name, cycles] : warp_cycles) {
    if (name != kIssues) shares.emplace_back(ratio(cycles, all), name);
  }
  return shares_text(std::move(shares), most);
}

double warps_on_sm(const ClockedLaunch& clock) {
  return ratio(sum_of_states(clock.warp_cycles), clock.sm_cycles);
}

std::optional<double> achieved_occupancy(const RunRecord& record, const ClockedLaunch& clock) {
  if (!record.device.multiprocessor) return std::nullopt;
  const auto most = arch::warps_of(record.device.multiprocessor->max_threads);
  if (most == 0) return std::nullopt;
  return warps_on_sm(clock) / static_cast<double>(most);
}

Throughput throughput_of(const ClockedLaunch& clock) {
  Throughput throughput;
  for (const auto& [part, share] : clock.use) {
    const bool is_memory = part == "dram" || part == "l2" || part == "l1";
    double& of = is_memory ? throughput.memory : throughput.compute;
    of = std::max(of, share);
    if (part == "issue") throughput.issue = share;
  }
  return throughput;
}

std::string largest_stall(const Counters& warp_cycles) {
  std::string largest;
  std::uint64_t most = 0;
  for (const auto& [name, cycles] : warp_cycles) {
    if (name == kIssues || cycles <= most) continue;
    largest = name;
    most = cycles;
  }
  return largest;
}

std::string use_text(const ClockedLaunch& clock, std::size_t most) {
  std::vector<Share> shares;
  for (const auto& [part, share] : clock.use) shares.emplace_back(share, part);
  return shares_text(std::move(shares), most);
}

std::vector<const ClockedLaunch::Line*> slowest_lines(const ClockedLaunch& clock,
                                                      std::size_t most) {
  const std::uint64_t all = sum_of_states(clock.warp_cycles);
  std::vector<const ClockedLaunch::Line*> lines;
  for (const auto& line : clock.lines) {
    if (lost_cycles(line) > all / 100) lines.push_back(&line);
  }
  std::ranges::stable_sort(lines, std::greater{},
                           [](const auto* line) { return lost_cycles(*line); });
  lines.resize(std::min(lines.size(), most));
  return lines;
}

std::string wait_text(const ClockedLaunch::Line& line) {
  if (line.waits_for.empty() || line.waits_for.front().times == 0) return {};
  const auto& cause = line.waits_for.front();
  return fmt::format("waits {:.0f} cycles for line {}", ratio(cause.cycles, cause.times),
                     cause.where.line);
}

}  // namespace warpscope::record
