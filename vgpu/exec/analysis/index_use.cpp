#include "vgpu/exec/analysis/index_use.h"

#include <algorithm>
#include <optional>
#include <set>
#include <string_view>

#include "vgpu/exec/analysis/liveness.h"
#include "vgpu/exec/analysis/meaning.h"
#include "vgpu/exec/analysis/modifiers.h"
#include "vgpu/exec/analysis/passed_comparisons.h"
#include "vgpu/exec/analysis/upper_limits.h"
#include "vgpu/exec/analysis/value_sources.h"

namespace warpscope::exec {
namespace {

using Source = IndexUse::Source;
using Guard = IndexUse::Guard;

/// Lanes of a warp.
constexpr std::uint64_t kLanes = 32;

/// What sets a register only changes how large a value of the same thing is: where that is in
/// range, so is this.
bool keeps_order(const ptx::Instruction& instruction) {
  switch (meaning_of(instruction).value) {
    case Value::copy:
    case Value::address:
    case Value::conversion:
    case Value::sum:
    case Value::difference:
    case Value::left_shift:
    case Value::product:
    case Value::product_sum:
    case Value::right_shift:
    case Value::quotient:
      return true;
    default:
      return false;
  }
}

class UseFinder {
 public:
  UseFinder(const ptx::Function& function, const std::vector<FlowBlock>& blocks)
      : function_(function),
        blocks_(blocks),
        parameters_(parameter_registers(function)),
        sources_(value_sources(function)),
        settings_(function.registers.size()) {
    for (const ptx::Instruction& instruction : function.body) {
      for_each_written(instruction,
                       [&](std::uint32_t reg) { settings_[reg].push_back(&instruction); });
    }
  }

  IndexUse run(std::uint32_t at) {
    const auto address = address_of(function_.body[at]);
    if (!address) return {};
    find_terms(address->elements[0].index);
    set_base();
    std::uint32_t sources = 0;
    for (const std::uint32_t term : terms_) sources |= sources_[term];
    result_.source = source_of(sources);
    if (result_.source != Source::unknown && result_.source != Source::data) {
      note_compared(at);
      result_.guard = guard_of(sources, *address);
    }
    return result_;
  }

 private:
  static const ptx::Operand* address_of(const ptx::Instruction& instruction) {
    const ptx::Operand* found = nullptr;
    for (const ptx::Operand& operand : instruction.operands) {
      if (operand.kind != ptx::Operand::Kind::address) continue;
      if (found != nullptr) return nullptr;
      found = &operand;
    }
    const bool is_register = found != nullptr && found->elements.size() == 1 &&
                             found->elements[0].kind == ptx::Operand::Kind::reg;
    return is_register ? found : nullptr;
  }

  static Source source_of(std::uint32_t sources) {
    if ((sources & ValueSource::kUnknown) != 0) return Source::unknown;
    if ((sources & ValueSource::kData) != 0) return Source::data;
    switch (sources & ValueSource::kPlace) {
      case ValueSource::kThread:
        return Source::thread_in_block;
      case ValueSource::kBlock:
        return Source::block;
      case ValueSource::kPlace:
        return Source::thread;
      default:
        return Source::unknown;
    }
  }

  /// What is added up to the address. A variable of a loop is all that it is set to.
  void find_terms(std::uint32_t reg) {
    if (!visited_.insert(reg).second) return;
    if (parameters_[reg] || settings_[reg].empty()) {
      terms_.push_back(reg);
      return;
    }
    has_loop_ = has_loop_ || settings_[reg].size() > 1;
    for (const ptx::Instruction* setting : settings_[reg]) {
      const Value value = meaning_of(*setting).value;
      if (value == Value::product_sum && setting->operands.size() == 4) {
        for (const std::size_t factor : {1, 2}) {
          if (setting->operands[factor].kind == ptx::Operand::Kind::reg)
            terms_.push_back(setting->operands[factor].index);
        }
        if (setting->operands[3].kind == ptx::Operand::Kind::reg)
          find_terms(setting->operands[3].index);
        continue;
      }
      const bool is_sum = value == Value::sum || value == Value::copy || value == Value::address;
      if (!is_sum || sets_half(*setting)) {
        // A pointer that was read, not an index.
        if (!is_pointer_load(*setting)) terms_.push_back(reg);
        continue;
      }
      for (std::size_t i = 1; i < setting->operands.size(); ++i) {
        if (setting->operands[i].kind == ptx::Operand::Kind::reg)
          find_terms(setting->operands[i].index);
      }
    }
  }

  static bool sets_half(const ptx::Instruction& setting) {
    return setting.operands.empty() || setting.operands[0].kind != ptx::Operand::Kind::reg;
  }

  static bool is_pointer_load(const ptx::Instruction& setting) {
    return meaning_of(setting).memory == Memory::load &&
           (has_modifier(setting, "u64") || has_modifier(setting, "b64") ||
            has_modifier(setting, "s64"));
  }

  void set_base() {
    std::set<std::uint32_t> places;
    std::erase_if(terms_, [&](std::uint32_t term) {
      if (!parameters_[term] || parameters_[term]->size_bytes != 8) return false;
      places.insert(static_cast<std::uint32_t>(parameters_[term]->value));
      return true;
    });
    result_.is_based = places.size() == 1;
    if (result_.is_based) result_.base = *places.begin();
  }

  /// Of all that was compared: the registers of which it is made.
  void note_compared(std::uint32_t at) {
    for (const PassedComparison& passed : passed_comparisons(function_, blocks_, at)) {
      if ((sources_[passed.lesser] & ValueSource::kPlace) == 0) continue;
      passed_.push_back(passed);
      note_parts(passed.lesser);
      compared_ |= sources_[passed.lesser];
    }
  }

  void note_parts(std::uint32_t reg) {
    if (!parts_.insert(reg).second) return;
    for (const ptx::Instruction* setting : settings_[reg]) {
      if (!keeps_order(*setting)) continue;
      for (std::size_t i = 1; i < setting->operands.size(); ++i) {
        const ptx::Operand& operand = setting->operands[i];
        if (operand.kind == ptx::Operand::Kind::reg) note_parts(operand.index);
        if (operand.kind == ptx::Operand::Kind::special) specials_.insert(operand.name);
      }
    }
  }

  bool is_covered(std::uint32_t reg, std::set<std::uint32_t>& on_way) const {
    if ((sources_[reg] & ValueSource::kPlace) == 0 || parts_.contains(reg)) return true;
    if (!on_way.insert(reg).second) return true;
    return std::ranges::all_of(settings_[reg], [&](const ptx::Instruction* setting) {
      if (meaning_of(*setting).value == Value::smaller) return true;
      if (!keeps_order(*setting)) return false;
      return std::all_of(
          setting->operands.begin() + 1, setting->operands.end(), [&](const ptx::Operand& operand) {
            if (operand.kind == ptx::Operand::Kind::special)
              return (source_of_special(operand.name) & ValueSource::kPlace) == 0 ||
                     specials_.contains(operand.name);
            return operand.kind != ptx::Operand::Kind::reg || is_covered(operand.index, on_way);
          });
    });
  }

  Guard guard_of(std::uint32_t sources, const ptx::Operand& address) const {
    if (passed_.empty()) return has_loop_ ? Guard::unknown : Guard::none;
    const std::uint32_t directions = sources & ValueSource::kDirections;
    if ((directions & ~compared_) != 0) return Guard::none;
    std::set<std::uint32_t> on_way;
    const bool is_all =
        std::ranges::all_of(terms_, [&](std::uint32_t term) { return is_covered(term, on_way); });
    for (const PassedComparison& passed : passed_) {
      if (!passed.may_be_equal || !is_parameter(passed.greater) || !is_part_of_index(passed.lesser))
        continue;
      if (is_same_in_groups(passed.lesser)) return Guard::up_to_in_groups;
      if (is_all) return Guard::up_to;
    }
    if (!is_all) return Guard::of_part;
    const bool is_below = std::ranges::any_of(passed_, [&](const PassedComparison& passed) {
      return !passed.may_be_equal && is_parameter(passed.greater) &&
             is_index_itself(passed.lesser, address);
    });
    return is_below ? Guard::below : Guard::of_all;
  }

  bool is_parameter(const ptx::Operand& operand) const {
    return operand.kind == ptx::Operand::Kind::reg &&
           parameters_[unwrapped(operand.index)].has_value();
  }

  /// Through copies and conversions.
  std::uint32_t unwrapped(std::uint32_t reg) const {
    for (std::uint32_t step = 0; step < kLanes && !parameters_[reg]; ++step) {
      if (settings_[reg].size() != 1) return reg;
      const ptx::Instruction& setting = *settings_[reg].front();
      const Value value = meaning_of(setting).value;
      const bool is_same = value == Value::copy || value == Value::conversion;
      if (!is_same || setting.operands.size() != 2 || sets_half(setting) ||
          setting.operands[1].kind != ptx::Operand::Kind::reg)
        return reg;
      reg = setting.operands[1].index;
    }
    return reg;
  }

  bool is_part_of_index(std::uint32_t reg) const {
    std::set<std::uint32_t> seen;
    std::vector<std::uint32_t> open(terms_.begin(), terms_.end());
    while (!open.empty()) {
      const std::uint32_t next = open.back();
      open.pop_back();
      if (!seen.insert(next).second) continue;
      if (next == reg) return true;
      for (const ptx::Instruction* setting : settings_[next]) {
        for (std::size_t i = 1; i < setting->operands.size(); ++i) {
          if (setting->operands[i].kind == ptx::Operand::Kind::reg)
            open.push_back(setting->operands[i].index);
        }
      }
    }
    return false;
  }

  /// The element's number as it is used: nothing is added, and it is multiplied only by the
  /// element's size.
  bool is_index_itself(std::uint32_t reg, const ptx::Operand& address) const {
    if (address.bits != 0 || terms_.size() != 1 || settings_[terms_[0]].size() != 1) return false;
    const ptx::Instruction& setting = *settings_[terms_[0]].front();
    const Value value = meaning_of(setting).value;
    if ((value != Value::product && value != Value::left_shift) || setting.operands.size() != 3 ||
        setting.operands[1].kind != ptx::Operand::Kind::reg ||
        setting.operands[2].kind != ptx::Operand::Kind::integer)
      return false;
    return unwrapped(setting.operands[1].index) == unwrapped(reg);
  }

  std::optional<std::uint64_t> constant_of(const ptx::Operand& operand) const {
    if (operand.kind == ptx::Operand::Kind::integer) return operand.bits;
    if (operand.kind != ptx::Operand::Kind::reg) return std::nullopt;
    const std::uint32_t reg = unwrapped(operand.index);
    if (settings_[reg].size() != 1) return std::nullopt;
    const ptx::Instruction& setting = *settings_[reg].front();
    const bool is_constant = meaning_of(setting).value == Value::copy &&
                             setting.operands.size() == 2 &&
                             setting.operands[1].kind == ptx::Operand::Kind::integer;
    if (!is_constant) return std::nullopt;
    return setting.operands[1].bits;
  }

  /// A row, say: the same for all lanes of a warp, or for a whole block.
  bool is_same_in_groups(std::uint32_t reg) const {
    if ((sources_[reg] & ValueSource::kPlace) == ValueSource::kBlock) return true;
    if ((sources_[reg] & ValueSource::kX) == 0) return true;
    const std::uint32_t made = unwrapped(reg);
    if (settings_[made].size() != 1) return false;
    const ptx::Instruction& setting = *settings_[made].front();
    if (setting.operands.size() != 3) return false;
    const std::uint64_t by = constant_of(setting.operands[2]).value_or(0);
    const Value value = meaning_of(setting).value;
    return (value == Value::right_shift && by >= 5) || (value == Value::quotient && by >= kLanes);
  }

  const ptx::Function& function_;
  const std::vector<FlowBlock>& blocks_;
  std::vector<std::optional<UniformValue>> parameters_;
  std::vector<std::uint32_t> sources_;
  std::vector<std::vector<const ptx::Instruction*>> settings_;  ///< by register: what sets it
  std::vector<std::uint32_t> terms_;
  std::set<std::uint32_t> visited_;
  bool has_loop_ = false;
  std::vector<PassedComparison> passed_;
  std::uint32_t compared_ = 0;  ///< sources of all that was compared
  std::set<std::uint32_t> parts_;
  std::set<std::string_view> specials_;
  IndexUse result_;
};

}  // namespace

IndexUse index_use(const ptx::Function& function, const std::vector<FlowBlock>& blocks,
                   std::uint32_t at) {
  if (!function.is_entry || at >= function.body.size()) return {};
  return UseFinder(function, blocks).run(at);
}

}  // namespace warpscope::exec
