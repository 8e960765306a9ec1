#include "vgpu/server/stood_views.h"

#include <algorithm>
#include <cstring>
#include <map>
#include <set>
#include <string>
#include <utility>

#include "vgpu/ptx/types.h"

namespace warpscope::device {
namespace {

constexpr std::size_t kMostSharedWords = 1 << 14, kMostOutput = 4096, kMostBlocks = 1024;

record::SourceLine to_record(const exec::SourceLine& where) { return {where.file, where.line}; }

static_assert(static_cast<int>(exec::LaneGroup::State::at_reconvergence) ==
              static_cast<int>(StoodGroup::State::at_reconvergence));
static_assert(static_cast<int>(exec::WarpView::State::exited) ==
              static_cast<int>(StoodWarp::State::exited));

}  // namespace

StoodViews::StoodViews(const exec::Execution& execution, const ptx::Module& module)
    : execution_(execution), text_(module.text ? std::string_view(*module.text) : "") {
  lines_.push_back(0);
  for (std::size_t i = 0; i < text_.size(); ++i)
    if (text_[i] == '\n') lines_.push_back(i + 1);
}

std::string_view StoodViews::text_of(std::uint32_t ptx_line) const {
  if (ptx_line == 0 || ptx_line > lines_.size()) return {};
  std::string_view line = text_.substr(lines_[ptx_line - 1]);
  line = line.substr(0, line.find('\n'));
  const std::size_t begin = line.find_first_not_of(" \t");
  if (begin == std::string_view::npos) return {};
  return line.substr(begin, line.find_last_not_of(" \t\r") + 1 - begin);
}

StoodPlace StoodViews::place(const exec::CodePlace& of) const {
  StoodPlace place{to_record(of.where), of.number, {}};
  if (of.instruction != nullptr) {
    std::string_view text = text_of(of.instruction->ptx_line);
    // nvcc writes one to a line; somebody else's text may have several.
    if (std::ranges::count(text, ';') > 1) text = of.instruction->opcode;
    place.ptx = text;
  }
  return place;
}

StoodWarp StoodViews::warp(const exec::WarpView& view) const {
  StoodWarp warp;
  warp.state = static_cast<StoodWarp::State>(view.state);
  warp.exited = view.exited;
  for (const exec::LaneGroup& group : view.groups) {
    StoodGroup& to = warp.groups.emplace_back();
    to.state = static_cast<StoodGroup::State>(group.state);
    to.lanes = group.lanes;
    to.enabled = group.enabled;
    to.place = place(group.place);
    for (const exec::CodePlace& call : group.calls) to.calls.push_back(to_record(call.where));
    to.barrier = group.barrier;
    to.barrier_threads = group.barrier_threads;
    to.awaited = group.awaited;
    to.mbarrier_offset = group.mbarrier_offset;
  }
  return warp;
}

void StoodViews::add_registers(const exec::WarpView& view, Stood& stood) const {
  std::map<std::int32_t, std::uint32_t> lanes;  // by frame
  for (const exec::LaneGroup& group : view.groups) lanes[group.frame] |= group.lanes;
  std::set<std::int32_t> frames;
  for (const exec::LaneGroup& group : view.groups) {
    if (!frames.insert(group.frame).second) continue;
    const auto registers = execution_.registers(stood.block, stood.warp, group);
    const auto uses = execution_.register_uses(group.place.function);
    for (std::size_t k = 0; k < registers.size(); ++k) {
      StoodRegister& to = stood.registers.emplace_back();
      to.name = registers[k].name;
      to.type = ptx::name(registers[k].type);
      to.lanes = lanes[group.frame];
      to.is_kept = registers[k].is_kept;
      to.values = registers[k].values;
      if (k >= uses.size()) continue;
      to.set_at = uses[k].set_at;
      to.file = uses[k].file;
      to.is_read_elsewhere = uses[k].is_read_elsewhere;
      to.parameter = uses[k].parameter;
      to.special = uses[k].special;
    }
  }
}

void StoodViews::add(const StepCommand& command, Stood& stood) const {
  stood.block = command.block;
  stood.warp = command.warp;
  const exec::Inspection seen = execution_.inspect();
  stood.number = seen.step;
  stood.earliest = execution_.earliest();
  if (const char* reason = execution_.why_not_back()) stood.why_not_back = reason;
  const std::size_t cut = seen.output.size() - std::min(seen.output.size(), kMostOutput);
  stood.output = seen.output.substr(cut);
  const auto next = execution_.step();
  stood.is_over = !next;
  if (next) {
    stood.next_block = next->block;
    stood.next_warp = next->warp;
    stood.next_lanes = next->lanes;
    stood.next = place(execution_.place(next->instruction));
  }
  for (const exec::BlockView& block : seen.blocks) {
    if (stood.blocks.size() < kMostBlocks) stood.blocks.push_back(block.number);
    if (block.number != command.block) continue;
    stood.is_block_here = true;
    stood.block_index = {block.index.x, block.index.y, block.index.z};
    for (const exec::WarpView& view : block.warps) stood.warps.push_back(warp(view));
    if (command.shows_registers && command.warp < block.warps.size())
      add_registers(block.warps[command.warp], stood);
    if (!command.shows_shared) continue;
    const std::size_t words = block.shared.size() / sizeof(std::uint32_t);
    stood.shared.resize(std::min(words, kMostSharedWords));
    stood.is_shared_cut = stood.shared.size() < words;
    if (!stood.shared.empty())
      std::memcpy(stood.shared.data(), block.shared.data(), stood.shared.size() * 4);
  }
}

void StoodViews::add(const exec::WarpHistory& history, Stood& stood) {
  for (const exec::WarpSpan& span : history.spans)
    stood.spans.push_back({span.first, span.count, span.lanes, to_record(span.where)});
  for (const auto& [where, use] : history.lines)
    stood.lines.push_back({to_record(where), use.instructions, use.lanes});
  stood.is_history_whole = history.is_whole;
}

}  // namespace warpscope::device
