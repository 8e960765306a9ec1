#include "runner/step/stood_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <filesystem>
#include <map>
#include <vector>

#include "runner/step/lane_tree.h"

namespace warpscope::runner {
namespace {

using Group = device::StoodGroup;

constexpr std::uint32_t kBanks = 32, kClusterBarrier = 16;
constexpr std::size_t kMostRows = 200, kValuesInRow = 8, kMostSharedRows = 16;

std::string place_text(const record::SourceLine& where) {
  if (where.line == 0) return "a line that is not known";
  return fmt::format("{}:{}", std::filesystem::path(where.file).filename().string(), where.line);
}

std::string mask_picture(std::uint32_t lanes) {
  std::string picture;
  for (std::uint32_t lane = 0; lane < kLanesOfWarp; ++lane)
    picture += (lanes >> lane & 1) != 0 ? '#' : '.';
  return picture;
}

const device::StoodWarp* followed(const device::Stood& stood) {
  return stood.warp < stood.warps.size() ? &stood.warps[stood.warp] : nullptr;
}

std::string state_of_warp(const device::Stood& stood) {
  if (stood.is_over) return "The launch has ended.\n";
  if (!stood.is_block_here) {
    std::string blocks;
    for (const auto block : stood.blocks)
      blocks += (blocks.empty() ? "" : ", ") + std::to_string(block);
    return fmt::format(
        "Block {} has not begun or has ended; begun: {}; next is warp {} of block {}.\n",
        stood.block, blocks, stood.next_warp, stood.next_block);
  }
  const auto* warp = followed(stood);
  if (warp == nullptr) return fmt::format("The block has no warp {}.\n", stood.warp);
  if (warp->state == device::StoodWarp::State::not_begun)
    return fmt::format("Warp {} of block {} has not begun.\n", stood.warp, stood.block);
  if (warp->groups.empty())
    return fmt::format("Warp {} of block {} has ended.\n", stood.warp, stood.block);
  return {};
}

/// Numbers of a row as "1-3, 7".
std::string numbers_text(const std::vector<std::uint32_t>& numbers) {
  std::string text;
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    std::size_t last = i;
    while (last + 1 < numbers.size() && numbers[last + 1] == numbers[last] + 1) ++last;
    text += text.empty() ? "" : ", ";
    text +=
        last == i ? std::to_string(numbers[i]) : fmt::format("{}-{}", numbers[i], numbers[last]);
    i = last;
  }
  return text;
}

/// Of the lanes that have the register.
std::string values_text(const device::StoodRegister& of, const RegisterName& name,
                        std::uint32_t lanes) {
  if (!of.is_kept) return "its value is not kept\n";
  std::vector<std::uint32_t> active;
  for (std::uint32_t lane = 0; lane < kLanesOfWarp; ++lane)
    if ((lanes >> lane & 1) != 0) active.push_back(lane);
  if (active.empty()) return "\n";
  const bool is_same = std::ranges::all_of(
      active, [&](std::uint32_t lane) { return of.values.at(lane) == of.values.at(active[0]); });
  if (is_same) return value_text(of, name, of.values.at(active[0])) + " in all\n";
  std::string text = "\n";
  for (std::uint32_t begin = 0; begin < kLanesOfWarp; begin += kValuesInRow) {
    text += fmt::format("    lane {:2}:", begin);
    for (std::uint32_t lane = begin; lane < begin + kValuesInRow; ++lane) {
      const bool is_active = (lanes >> lane & 1) != 0;
      text += fmt::format(" {:>12}", is_active ? value_text(of, name, of.values.at(lane)) : "-");
    }
    text += '\n';
  }
  return text;
}

}  // namespace

std::string line_of_source(const TextOf& text_of, const record::SourceLine& where) {
  if (where.line == 0) return {};
  const auto text = text_of(where.file);
  if (!text) return {};
  std::size_t begin = 0;
  for (std::uint32_t number = 1; number < where.line; ++number) {
    begin = text->find('\n', begin);
    if (begin == std::string::npos) return {};
    ++begin;
  }
  const auto line = std::string_view(*text).substr(begin, text->find('\n', begin) - begin);
  const auto first = line.find_first_not_of(" \t");
  if (first == std::string_view::npos) return {};
  return std::string(line.substr(first, line.find_last_not_of(" \t\r") + 1 - first));
}

std::string where_text(const device::Stood& stood, const TextOf& text_of) {
  if (auto state = state_of_warp(stood); !state.empty()) return state;
  const auto* warp = followed(stood);
  // What goes on next of it, or the first that waits.
  const auto running = std::ranges::find(warp->groups, Group::State::running, &Group::state);
  const Group& group = running != warp->groups.end() ? *running : warp->groups.front();
  auto text = fmt::format("Block {} warp {}, lanes {}, before instruction {} of the launch:\n",
                          stood.block, stood.warp, lanes_text(group.lanes), stood.number);
  text += fmt::format("  {}  {}\n", place_text(group.place.where),
                      line_of_source(text_of, group.place.where));
  text += fmt::format("      {}\n", group.place.ptx);
  if (group.state != Group::State::running)
    text += fmt::format("  {}; next is block {} warp {}\n", state_text(stood, stood.warp, group),
                        stood.next_block, stood.next_warp);
  return text;
}

std::string warps_text(const std::string& numbers) {
  const bool is_one = numbers.find_first_of(",-") == std::string::npos;
  return (is_one ? "warp " : "warps ") + numbers;
}

std::string missing_warps_text(const device::Stood& stood, std::uint32_t barrier) {
  std::vector<std::uint32_t> missing;
  for (std::uint32_t number = 0; number < stood.warps.size(); ++number) {
    const auto& warp = stood.warps[number];
    if (warp.state == device::StoodWarp::State::exited) continue;
    const bool is_there =
        !warp.groups.empty() && std::ranges::all_of(warp.groups, [&](const Group& group) {
          return group.state == Group::State::at_barrier && group.barrier == barrier;
        });
    if (!is_there) missing.push_back(number);
  }
  return numbers_text(missing);
}

std::string state_text(const device::Stood& stood, std::uint32_t /*warp*/, const Group& group) {
  switch (group.state) {
    case Group::State::running:
      return "goes on next";
    case Group::State::ready:
      return "can go on";
    case Group::State::at_sync:
      return fmt::format("waits for lanes {} of its warp",
                         lanes_text(group.awaited & ~group.lanes));
    case Group::State::at_mbarrier:
      return fmt::format("waits for the mbarrier at byte {} of shared memory",
                         group.mbarrier_offset);
    case Group::State::at_reconvergence:
      return "waits for lanes that parted from it";
    case Group::State::at_barrier:
      break;
  }
  if (group.barrier == kClusterBarrier) return "waits at the cluster's barrier";
  const auto missing = missing_warps_text(stood, group.barrier);
  if (group.barrier_threads != 0)
    return fmt::format("waits at barrier {} until {} threads are there", group.barrier,
                       group.barrier_threads);
  return missing.empty()
             ? fmt::format("waits at barrier {}", group.barrier)
             : fmt::format("waits at barrier {} for {}", group.barrier, warps_text(missing));
}

std::string lanes_of_warp_text(const device::Stood& stood, const TextOf& text_of) {
  if (auto state = state_of_warp(stood); !state.empty()) return state;
  const auto* warp = followed(stood);
  auto text = fmt::format("Block {} warp {}:\n", stood.block, stood.warp);
  for (const auto& group : warp->groups) {
    text += fmt::format("  {}  {}  {}\n", mask_picture(group.lanes),
                        state_text(stood, stood.warp, group), place_text(group.place.where));
    if (const auto line = line_of_source(text_of, group.place.where); !line.empty())
      text += fmt::format("      {}\n", line);
    if (group.enabled != group.lanes)
      text += fmt::format("      its guard lets through: {}\n", lanes_text(group.enabled));
    for (const auto& call : group.calls)
      text += fmt::format("      called from {}\n", place_text(call));
  }
  if (warp->exited != 0) text += fmt::format("  {}  have ended\n", mask_picture(warp->exited));
  return text;
}

std::string registers_text(const device::Stood& stood, const TextOf& text_of,
                           const std::string& only) {
  if (auto state = state_of_warp(stood); !state.empty()) return state;
  const auto names = register_names(stood, text_of);
  const bool has_names =
      std::ranges::any_of(names, [](const RegisterName& name) { return !name.text.empty(); });
  std::string text;
  std::size_t without = 0;
  for (std::size_t i = 0; i < stood.registers.size(); ++i) {
    const auto& of = stood.registers[i];
    const auto& name = names[i].text;
    if (!only.empty() && only != "all" && only != name && only != of.name) continue;
    if (only.empty() && has_names && name.empty()) {
      ++without;
      continue;
    }
    text += fmt::format("  {:<16} {:<7}", name.empty() ? "" : name, of.name);
    text += " " + values_text(of, names[i], of.lanes);
  }
  if (without != 0)
    text += fmt::format("  {} more have no name in the source: registers all.\n", without);
  if (text.empty())
    return only.empty() ? "There are no registers.\n" : "There is no register " + only + ".\n";
  return text;
}

std::string shared_text(const device::Stood& stood, std::uint64_t first) {
  if (stood.is_over || !stood.is_block_here) return state_of_warp(stood);
  if (stood.shared.empty()) return "The block has no shared memory.\n";
  const std::uint64_t begin = first / kBanks * kBanks;
  if (begin >= stood.shared.size())
    return fmt::format("There are {} words of shared memory.\n", stood.shared.size());
  std::string text =
      fmt::format("Words of shared memory of block {}, in hexadecimal, by bank:\n", stood.block);
  std::size_t rows = 0;
  for (auto row = begin; row < stood.shared.size() && rows < kMostSharedRows;
       row += kBanks, ++rows) {
    for (std::uint64_t part = row; part < row + kBanks && part < stood.shared.size(); part += 8) {
      text += fmt::format("  word {:5} bank {:2}:", part, part % kBanks);
      for (auto word = part; word < part + 8 && word < stood.shared.size(); ++word)
        text += fmt::format(" {:08x}", stood.shared[word]);
      text += '\n';
    }
  }
  const auto shown = begin + rows * kBanks;
  if (shown < stood.shared.size())
    text += fmt::format("  … of {} words: shared {} goes on.\n", stood.shared.size(), shown);
  return text;
}

std::string barriers_text(const device::Stood& stood) {
  if (stood.is_over || !stood.is_block_here) return state_of_warp(stood);
  std::string text;
  std::map<std::uint32_t, std::vector<std::uint32_t>> waiting;
  for (std::uint32_t number = 0; number < stood.warps.size(); ++number) {
    for (const auto& group : stood.warps[number].groups) {
      if (group.state == Group::State::at_barrier) {
        auto& warps = waiting[group.barrier];
        if (warps.empty() || warps.back() != number) warps.push_back(number);
      } else if (group.state == Group::State::at_sync || group.state == Group::State::at_mbarrier) {
        text += fmt::format("  warp {} lanes {} {}, {}\n", number, lanes_text(group.lanes),
                            state_text(stood, number, group), place_text(group.place.where));
      }
    }
  }
  for (const auto& [barrier, warps] : waiting) {
    const auto missing = missing_warps_text(stood, barrier);
    text += fmt::format("  barrier {}: {} {}", barrier, warps_text(numbers_text(warps)),
                        warps.size() == 1 ? "waits" : "wait");
    text += missing.empty() ? "\n" : fmt::format(" for {}\n", warps_text(missing));
    for (std::uint32_t number = 0; number < stood.warps.size(); ++number) {
      std::uint32_t there = 0, elsewhere = 0;
      for (const auto& group : stood.warps[number].groups) {
        const bool waits = group.state == Group::State::at_barrier && group.barrier == barrier;
        (waits ? there : elsewhere) |= group.lanes;
      }
      if (there != 0 && elsewhere != 0)
        text += fmt::format("    of warp {} lanes {} wait, lanes {} are elsewhere\n", number,
                            lanes_text(there), lanes_text(elsewhere));
    }
  }
  return text.empty() ? "Nobody waits at a barrier.\n" : text;
}

std::string lines_text(const device::Stood& stood, const TextOf& text_of) {
  std::string text =
      fmt::format("Active lanes of warp {} of block {}, by line:\n", stood.warp, stood.block);
  bool has_any = false;
  for (const auto& line : stood.lines) {
    if (line.where.line == 0 || line.instructions == 0) continue;
    has_any = true;
    text +=
        fmt::format("  {:5.1f} of 32  {:>8} instructions  {}  {}\n",
                    static_cast<double>(line.lanes) / static_cast<double>(line.instructions),
                    line.instructions, place_text(line.where), line_of_source(text_of, line.where));
  }
  return has_any ? text : "This warp executes no line that is known.\n";
}

std::string tree_text(const device::Stood& stood, const TextOf& text_of) {
  const auto rows = lane_tree(stood.spans);
  if (rows.empty()) return "This warp executes no line that is known.\n";
  std::string text =
      fmt::format("Lanes of warp {} of block {}; those that parted stand further in:\n", stood.warp,
                  stood.block);
  for (std::size_t i = 0; i < rows.size() && i < kMostRows; ++i) {
    const auto& row = rows[i];
    text += std::string(2 + 2 * row.depth, ' ');
    if (row.is_loop) {
      text += fmt::format("{} times:\n", row.times);
      continue;
    }
    text += fmt::format("lanes {}: ", lanes_text(row.lanes));
    text += row.first_line == row.last_line
                ? fmt::format("line {}  {}\n", row.first_line,
                              line_of_source(text_of, {row.file, row.first_line}))
                : fmt::format("lines {}-{}\n", row.first_line, row.last_line);
  }
  if (rows.size() > kMostRows)
    text += fmt::format("  … and {} rows more\n", rows.size() - kMostRows);
  if (!stood.is_history_whole) text += "  The beginning or the end is left out: it is too long.\n";
  return text;
}

}  // namespace warpscope::runner
