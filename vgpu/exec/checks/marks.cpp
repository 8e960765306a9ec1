#include "vgpu/exec/checks/marks.h"

#include <algorithm>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

#include "vgpu/exec/analysis/liveness.h"
#include "vgpu/exec/analysis/meaning.h"
#include "vgpu/exec/analysis/modifiers.h"
#include "vgpu/exec/checks/value_flow.h"

namespace warpscope::exec::checks {
namespace {

/// Chains of `and`, `or` and `not` that are longer are not followed.
constexpr std::uint32_t kMostDepth = 8;

const ptx::Operand* address_of(const ptx::Instruction& access) {
  const std::size_t at = meaning_of(access).memory == Memory::store ? 0 : 1;
  return access.operands.size() == 2 ? &access.operands[at] : nullptr;
}

bool is_one_address(const ptx::Operand* one, const ptx::Operand* other) {
  const ptx::Operand* base = one == nullptr ? nullptr : base_of(*one);
  const ptx::Operand* of_other = other == nullptr ? nullptr : base_of(*other);
  return base != nullptr && of_other != nullptr && base->index == of_other->index &&
         one->bits == other->bits;
}

/// Of one integer: its type.
std::optional<ptx::Type> plain_type(const ptx::Instruction& access) {
  if (access.modifiers.empty() || access.operands.size() != 2 || has_modifier(access, "volatile"))
    return std::nullopt;
  const auto type = ptx::parse_type(access.modifiers.back());
  const bool is_integer = type && !ptx::is_float(*type) && *type != ptx::Type::pred;
  return is_integer ? type : std::nullopt;
}

template <typename T>
std::optional<bool> compare(std::string_view name, T one, T other) {
  if (name == "eq") return one == other;
  if (name == "ne") return one != other;
  if (name == "lt" || name == "lo") return one < other;
  if (name == "le" || name == "ls") return one <= other;
  if (name == "gt" || name == "hi") return one > other;
  if (name == "ge" || name == "hs") return one >= other;
  return std::nullopt;
}

std::optional<bool> outcome(const ptx::Instruction& comparison, std::uint64_t one,
                            std::uint64_t other) {
  const auto type = ptx::parse_type(comparison.modifiers.back());
  if (!type || ptx::is_float(*type)) return std::nullopt;
  const std::uint32_t bits = 8 * ptx::size_bytes(*type);
  if (bits == 0 || bits > 64) return std::nullopt;
  const std::uint32_t rest = 64 - bits;
  const std::string_view name = comparison.modifiers.front();
  if (!ptx::is_signed(*type)) return compare(name, one << rest, other << rest);
  const auto extended = [&](std::uint64_t value) {
    return static_cast<std::int64_t>(value << rest);
  };
  return compare(name, extended(one), extended(other));
}

bool is_same_register(const ptx::Operand& one, const ptx::Operand& other) {
  using Kind = ptx::Operand::Kind;
  return one.kind == Kind::reg && other.kind == Kind::reg && one.index == other.index;
}

bool reads(const ptx::Instruction& instruction, std::uint32_t reg) {
  bool does = false;
  for_each_read_register(instruction, [&](std::uint32_t index) { does |= index == reg; });
  return does;
}

}  // namespace

/// The store, what it leaves, and what was there before.
struct Marks::Mark {
  const ptx::Instruction* store = nullptr;
  std::uint64_t left = 0, before = 0;
};

bool Marks::is_harmless(std::uint32_t load, std::uint32_t store) {
  const LoweredFunction& entry = kernel_.functions.front();
  if (&kernel_.function_of(load) != &entry || &kernel_.function_of(store) != &entry) return false;
  const auto [found, is_new] = known_.try_emplace({load, store}, false);
  if (!is_new) return found->second;
  if (function_ == nullptr) {
    function_ = entry.function;
    blocks_ = control_flow(*function_);
    setting_ = single_settings(*function_);
    values_.emplace(*function_, parameters_);
  }
  found->second = decide(function_->body[load - entry.first_instruction],
                         function_->body[store - entry.first_instruction]);
  return found->second;
}

bool Marks::decide(const ptx::Instruction& load, const ptx::Instruction& store) const {
  const auto type = plain_type(load), of_store = plain_type(store);
  if (meaning_of(load).memory != Memory::load || meaning_of(store).memory != Memory::store ||
      !type || !of_store || ptx::size_bytes(*type) != ptx::size_bytes(*of_store) ||
      load.operands[0].kind != ptx::Operand::Kind::reg || load.guard || store.guard)
    return false;
  const auto left = values_->of(store.operands[1]);
  if (!left) return false;
  const auto at = static_cast<std::uint32_t>(&store - function_->body.data());
  const std::vector<PassedEquality> passed = passed_equalities(*function_, blocks_, at);
  std::optional<std::uint64_t> before;
  for (const PassedEquality& equality : passed) {
    const ptx::Instruction* source = setting_[equality.reg];
    if (source == nullptr || meaning_of(*source).memory != Memory::load || !plain_type(*source) ||
        !is_one_address(address_of(*source), address_of(store)) ||
        setting_[base_of(store.operands[0])->index] == nullptr)
      continue;
    before = values_->of(equality.other);
    if (before) break;
  }
  if (!before) return false;
  const Mark mark{&store, *left, *before};
  const std::uint32_t loaded = load.operands[0].index;
  if (setting_[loaded] != &load) return false;
  return std::all_of(function_->body.begin(), function_->body.end(), [&](const auto& instruction) {
    if (!reads(instruction, loaded)) return true;
    if (meaning_of(instruction).value != Value::comparison || instruction.modifiers.size() < 2 ||
        instruction.operands.size() != 3 ||
        instruction.operands[0].kind != ptx::Operand::Kind::reg || instruction.guard)
      return false;
    const ptx::Operand& one = instruction.operands[1];
    const bool is_first = one.kind == ptx::Operand::Kind::reg && one.index == loaded;
    const auto other = values_->of(instruction.operands[is_first ? 2 : 1]);
    if (!other) return false;
    const auto with = [&](std::uint64_t value) {
      return is_first ? outcome(instruction, value, *other) : outcome(instruction, *other, value);
    };
    const auto of_left = with(mark.left), of_before = with(mark.before);
    if (!of_left || !of_before) return false;
    return *of_left == *of_before || decides_on_mark(instruction, load, mark);
  });
}

// The comparison decides about a store of the same number to where the load has looked. It may be
// another one: a compiler makes several copies of a loop's body.
bool Marks::decides_on_mark(const ptx::Instruction& comparison, const ptx::Instruction& load,
                            const Mark& mark) const {
  for (const ptx::Instruction& own : function_->body) {
    if (meaning_of(own).memory != Memory::store || !plain_type(own) || own.guard ||
        !is_one_address(address_of(own), address_of(load)) ||
        setting_[base_of(own.operands[0])->index] == nullptr)
      continue;
    const auto at = static_cast<std::uint32_t>(&own - function_->body.data());
    for (const PassedEquality& passed : passed_equalities(*function_, blocks_, at)) {
      if (passed.reg == load.operands[0].index &&
          tells_only(comparison.operands[0].index, function_->body[blocks_[passed.from].end - 1]) &&
          marks_only(passed, {&own, mark.left, mark.before}) && stores_no_more(own, *mark.store))
        return true;
    }
  }
  return false;
}

// What one stretch stores besides its mark, the other one stores as well.
bool Marks::stores_no_more(const ptx::Instruction& one, const ptx::Instruction& other) const {
  const auto words_beside = [&](const ptx::Instruction& store) {
    const auto at = static_cast<std::uint32_t>(&store - function_->body.data());
    const auto block = std::find_if(blocks_.begin(), blocks_.end(), [&](const FlowBlock& each) {
      return each.first <= at && at < each.end;
    });
    std::set<std::pair<std::uint64_t, std::uint64_t>> words;
    for (std::uint32_t i = block->first; i < block->end; ++i) {
      const ptx::Instruction& each = function_->body[i];
      if (meaning_of(each).memory != Memory::store || !plain_type(each)) continue;
      const ptx::Operand* base = base_of(each.operands[0]);
      const auto address = base == nullptr ? std::nullopt : values_->of(*base);
      const auto value = values_->of(each.operands[1]);
      if (address && value) words.emplace(*address + each.operands[0].bits, *value);
    }
    return words;
  };
  const auto of_one = words_beside(one), of_other = words_beside(other);
  return std::includes(of_other.begin(), of_other.end(), of_one.begin(), of_one.end());
}

// The predicate is of no use but for the branch, if only as a part of what that asks for.
bool Marks::tells_only(std::uint32_t predicate, const ptx::Instruction& branch) const {
  std::vector<std::uint32_t> open{predicate};
  for (std::uint32_t depth = 0; !open.empty(); ++depth) {
    const std::uint32_t index = open.back();
    open.pop_back();
    if (setting_[index] == nullptr || depth > kMostDepth) return false;
    for (const ptx::Instruction& instruction : function_->body) {
      if (!reads(instruction, index) || &instruction == &branch) continue;
      const Value made = meaning_of(instruction).value;
      if (instruction.guard || instruction.operands.empty() ||
          (made != Value::conjunction && made != Value::disjunction && made != Value::complement))
        return false;
      open.push_back(instruction.operands[0].index);
    }
  }
  return true;
}

bool Marks::is_of_mark(const ptx::Instruction& store, const Mark& mark) const {
  if (!plain_type(store) || store.guard) return false;
  const auto value = values_->of(store.operands[1]);
  if (!value) return false;
  if (is_one_address(address_of(store), address_of(*mark.store))) return *value == mark.left;
  const ptx::Operand* base = base_of(store.operands[0]);
  return base != nullptr && values_->of(*base).has_value();
}

// The compiler loads again what the store might have changed.
bool Marks::is_loaded_anew(const ptx::Instruction& inside, const std::vector<bool>& behind) const {
  if (meaning_of(inside).memory != Memory::load) return false;
  for (std::uint32_t block = 0; block < blocks_.size(); ++block) {
    if (behind[block]) continue;
    for (std::uint32_t at = blocks_[block].first; at < blocks_[block].end; ++at) {
      const ptx::Instruction& outside = function_->body[at];
      if (meaning_of(outside).memory == Memory::load && outside.operands.size() == 2 &&
          inside.operands.size() == 2 &&
          is_same_register(outside.operands[0], inside.operands[0]) &&
          is_one_address(address_of(inside), address_of(outside)))
        return true;
    }
  }
  return false;
}

// Who takes the way comes to the same place as who does not.
bool Marks::leads_on_alike(const PassedEquality& passed, const std::vector<bool>& behind) const {
  std::uint32_t other = kExitBlock;
  for (const std::uint32_t next : blocks_[passed.from].successors) {
    if (next != passed.to) other = next;
  }
  for (std::uint32_t block = 0; block < blocks_.size(); ++block) {
    if (!behind[block]) continue;
    for (const std::uint32_t next : blocks_[block].successors) {
      const bool stays = next != kExitBlock && behind[next];
      if (!stays && next != other) return false;
    }
  }
  return true;
}

bool Marks::marks_only(const PassedEquality& passed, const Mark& mark) const {
  const std::vector<bool> behind = blocks_behind(blocks_, passed.from, passed.to);
  if (!leads_on_alike(passed, behind)) return false;
  const auto at = static_cast<std::uint32_t>(mark.store - function_->body.data());
  for (std::uint32_t block = 0; block < blocks_.size(); ++block) {
    if (!behind[block]) continue;
    const bool has_mark = blocks_[block].first <= at && at < blocks_[block].end;
    for (std::uint32_t i = blocks_[block].first; i < blocks_[block].end; ++i) {
      const ptx::Instruction& inside = function_->body[i];
      const Meaning& meaning = meaning_of(inside);
      if (meaning.gathers != Gathers::nobody ||
          (meaning.flow != Flow::next && meaning.flow != Flow::branch))
        return false;
      if (meaning.memory == Memory::store) {
        // In one stretch with the mark, so that nobody stores it without these.
        if (!has_mark || !is_of_mark(inside, mark)) return false;
        continue;
      }
      if (meaning.memory != Memory::none && meaning.memory != Memory::load) return false;
      bool is_left = false;
      for_each_written(inside, [&](std::uint32_t reg) {
        for (std::uint32_t other = 0; other < blocks_.size() && !is_left; ++other) {
          if (behind[other]) continue;
          for (std::uint32_t j = blocks_[other].first; j < blocks_[other].end; ++j)
            is_left = is_left || reads(function_->body[j], reg);
        }
      });
      if (is_left && !is_loaded_anew(inside, behind)) return false;
    }
  }
  return true;
}

}  // namespace warpscope::exec::checks
