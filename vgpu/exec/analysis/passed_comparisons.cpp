#include "vgpu/exec/analysis/passed_comparisons.h"

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>

#include "vgpu/exec/analysis/launch_values.h"
#include "vgpu/exec/analysis/meaning.h"
#include "vgpu/exec/analysis/modifiers.h"

namespace warpscope::exec {
namespace {

/// Longer chains of `and`, `or` and `not` are not followed.
constexpr std::uint32_t kMostDepth = 16;

struct SetRelation {
  bool is_less = false;  ///< the first operand is the lesser one
  bool may_be_equal = false;
};

std::optional<SetRelation> relation_of(std::string_view name, bool value) {
  if (name == "lt" || name == "lo")
    return value ? SetRelation{true, false} : SetRelation{false, true};
  if (name == "le" || name == "ls")
    return value ? SetRelation{true, true} : SetRelation{false, false};
  if (name == "gt" || name == "hi")
    return value ? SetRelation{false, false} : SetRelation{true, true};
  if (name == "ge" || name == "hs")
    return value ? SetRelation{false, true} : SetRelation{true, false};
  return std::nullopt;
}

/// Whether a way leads to each block that does not go from block `from` to block `left_out`.
std::vector<bool> reached_without(const std::vector<FlowBlock>& blocks, std::uint32_t from,
                                  std::uint32_t left_out) {
  std::vector<bool> is_seen(blocks.size(), false);
  std::vector<std::uint32_t> open{0};
  is_seen[0] = true;
  while (!open.empty()) {
    const std::uint32_t block = open.back();
    open.pop_back();
    for (const std::uint32_t next : blocks[block].successors) {
      if (next >= blocks.size() || is_seen[next] || (block == from && next == left_out)) continue;
      is_seen[next] = true;
      open.push_back(next);
    }
  }
  return is_seen;
}

class ComparisonFinder {
 public:
  ComparisonFinder(const ptx::Function& function, const std::vector<FlowBlock>& blocks)
      : function_(function), blocks_(blocks), setting_(single_settings(function)) {}

  void run(std::uint32_t at) {
    const ptx::Instruction& here = function_.body[at];
    if (here.guard) learn(here.guard->index, !here.guard->negated, 0);
    const auto own = static_cast<std::uint32_t>(
        std::ranges::find_if(
            blocks_, [&](const FlowBlock& block) { return block.first <= at && at < block.end; }) -
        blocks_.begin());
    for (std::uint32_t from = 0; from < blocks_.size(); ++from) {
      const ptx::Instruction& last = function_.body[blocks_[from].end - 1];
      if (!last.guard || meaning_of(last).flow != Flow::branch || last.operands.empty()) continue;
      const auto label = function_.labels.find(last.operands[0].name);
      if (label == function_.labels.end()) continue;
      const std::uint32_t target =
          label->second < function_.body.size() ? block_at(blocks_, label->second) : kExitBlock;
      if (target == from + 1) continue;
      // Jumping is the only way there, so the guard was true; or not jumping.
      for (const bool jumps : {true, false}) {
        edge_ = {from, jumps ? target : from + 1};
        if (!reached_without(blocks_, edge_.first, edge_.second)[own])
          learn(last.guard->index, jumps != last.guard->negated, 0);
      }
    }
  }

  std::vector<PassedComparison> comparisons;
  std::vector<PassedEquality> equalities;

 private:
  void learn(std::uint32_t predicate, bool value, std::uint32_t depth) {
    const ptx::Instruction* setting = setting_[predicate];
    if (setting == nullptr || setting->guard || depth > kMostDepth) return;
    const auto follow = [&](std::size_t operand, bool is_true) {
      if (operand >= setting->operands.size()) return;
      const ptx::Operand& of = setting->operands[operand];
      if (of.kind == ptx::Operand::Kind::reg) learn(of.index, is_true != of.negated, depth + 1);
    };
    const Value made = meaning_of(*setting).value;
    if (made == Value::comparison) {
      const bool has_and = has_modifier(*setting, "and"), has_or = has_modifier(*setting, "or");
      const bool is_combined = setting->operands.size() > 3;
      if (is_combined && !(has_and && value) && !(has_or && !value)) return;
      if (is_combined) follow(3, value);
      add(*setting, value);
    } else if (made == Value::complement) {
      follow(1, !value);
    } else if ((made == Value::conjunction && value) || (made == Value::disjunction && !value)) {
      follow(1, value);
      follow(2, value);
    } else if (made == Value::copy) {
      follow(1, value);
    }
  }

  void add(const ptx::Instruction& comparison, bool value) {
    if (comparison.modifiers.empty() || comparison.operands.size() < 3) return;
    const auto type = comparison.modifiers.back();
    const bool is_integer = type.starts_with("s") || type.starts_with("u") || type.starts_with("b");
    const std::string_view name = comparison.modifiers.front();
    if (is_integer && edge_ != kNoEdge && name == (value ? "eq" : "ne")) add_equality(comparison);
    const auto relation = relation_of(name, value);
    if (!is_integer || !relation) return;
    const ptx::Operand& lesser = comparison.operands[relation->is_less ? 1 : 2];
    const ptx::Operand& greater = comparison.operands[relation->is_less ? 2 : 1];
    if (lesser.kind != ptx::Operand::Kind::reg || lesser.negated) return;
    comparisons.push_back({lesser.index, greater, relation->may_be_equal});
  }

  void add_equality(const ptx::Instruction& comparison) {
    for (const std::size_t side : {1, 2}) {
      const ptx::Operand& reg = comparison.operands[side];
      if (reg.kind != ptx::Operand::Kind::reg || reg.negated) continue;
      equalities.push_back({reg.index, comparison.operands[3 - side], edge_.first, edge_.second});
    }
  }

  using Edge = std::pair<std::uint32_t, std::uint32_t>;
  static constexpr Edge kNoEdge{kExitBlock, kExitBlock};

  const ptx::Function& function_;
  const std::vector<FlowBlock>& blocks_;
  std::vector<const ptx::Instruction*> setting_;  ///< by register: the only one that sets it
  Edge edge_ = kNoEdge;  ///< of the branch that is looked at; of a guard there is none
};

}  // namespace

std::vector<PassedComparison> passed_comparisons(const ptx::Function& function,
                                                 const std::vector<FlowBlock>& blocks,
                                                 std::uint32_t at) {
  ComparisonFinder finder(function, blocks);
  finder.run(at);
  return std::move(finder.comparisons);
}

std::vector<PassedEquality> passed_equalities(const ptx::Function& function,
                                              const std::vector<FlowBlock>& blocks,
                                              std::uint32_t at) {
  ComparisonFinder finder(function, blocks);
  finder.run(at);
  return std::move(finder.equalities);
}

std::vector<bool> blocks_behind(const std::vector<FlowBlock>& blocks, std::uint32_t from,
                                std::uint32_t to) {
  const std::vector<bool> all = reached_without(blocks, kExitBlock, kExitBlock);
  std::vector<bool> behind = reached_without(blocks, from, to);
  for (std::size_t block = 0; block < blocks.size(); ++block)
    behind[block] = all[block] && !behind[block];
  return behind;
}

}  // namespace warpscope::exec
