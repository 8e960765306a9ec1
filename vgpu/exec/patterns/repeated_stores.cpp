#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "vgpu/exec/analysis/meaning.h"
#include "vgpu/exec/analysis/memory_order.h"
#include "vgpu/exec/analysis/modifiers.h"
#include "vgpu/exec/patterns/code_patterns.h"

namespace warpscope::exec::patterns {
namespace {

// A store of one element to global memory at an address in a register. A vector's elements are
// loaded and stored together for other reasons; a guarded one may not store in each round.
bool is_plain_store(const ptx::Instruction& instruction) {
  if (meaning_of(instruction).memory != Memory::store || !has_modifier(instruction, "global") ||
      instruction.guard || has_modifier(instruction, "async") ||
      ordering_of(instruction) != Ordering::weak)
    return false;
  if (instruction.operands.size() != 2) return false;
  const ptx::Operand& address = instruction.operands[0];
  return address.kind == ptx::Operand::Kind::address && !address.elements.empty() &&
         address.elements[0].kind == ptx::Operand::Kind::reg &&
         instruction.operands[1].kind == ptx::Operand::Kind::reg;
}

// Something after which another thread may look at what was stored, or that may be anything.
bool lets_others_look(const ptx::Instruction& instruction) {
  switch (meaning_of(instruction).memory) {
    case Memory::none:
    case Memory::load_of_constants:
    case Memory::matrix_load:
    case Memory::matrix_load_store:
    case Memory::image_load:
    case Memory::image_store:
      return false;
    case Memory::load:
    case Memory::store:
      return ordering_of(instruction) != Ordering::weak;
    case Memory::anything:
    case Memory::atomic:
    case Memory::reduction:
    case Memory::fence:
    case Memory::barrier:
    case Memory::call:
    case Memory::copy:
    case Memory::of_block:
      break;
  }
  return true;
}

// A value that an instruction computes, rather than sets to what is known before.
bool computes(const ptx::Instruction& instruction) {
  return meaning_of(instruction).value != Value::copy && !has_modifier(instruction, "param");
}

/// A way leads from one of the stores to one of them, itself or another, on which nothing sets the
/// address. Between the two sides of an `if` there is none: a warp that divides executes both, but
/// each thread one of them.
bool can_follow_one_another(const Code& code, const std::vector<std::uint32_t>& stores,
                            const std::vector<std::uint32_t>& setters) {
  std::vector<bool> has_store(code.blocks.size()), is_seen(code.blocks.size());
  for (const std::uint32_t setter : setters) is_seen[code.block_of[setter]] = true;
  std::vector<std::uint32_t> open;
  for (const std::uint32_t store : stores) {
    if (has_store[code.block_of[store]]) return true;
    has_store[code.block_of[store]] = true;
    open.push_back(code.block_of[store]);
  }
  while (!open.empty()) {
    const std::uint32_t from = open.back();
    open.pop_back();
    for (const std::uint32_t next : code.blocks[from].successors) {
      if (next == kExitBlock || is_seen[next]) continue;
      if (has_store[next]) return true;
      is_seen[next] = true;
      open.push_back(next);
    }
  }
  return false;
}

}  // namespace

// The address is the same in each round of a loop when the register that holds it is set less often
// than the store is executed.
void find_repeated_stores(const Code& code, std::vector<CodePattern>& patterns) {
  using Key = std::tuple<SourceLine, std::uint32_t, std::uint64_t>;  // line, register, offset
  std::map<Key, std::vector<std::uint32_t>> groups;
  const auto& body = code.function.body;
  std::vector<std::uint32_t> excuses;
  std::set<std::uint32_t> excused;  // blocks
  for (std::uint32_t i = 0; i < body.size(); ++i) {
    if (lets_others_look(body[i]) && excused.insert(code.block_of[i]).second)
      excuses.push_back(code.number(i));
    if (!is_plain_store(body[i])) continue;
    const ptx::Operand& address = body[i].operands[0];
    groups[{code.line_of(i), address.elements[0].index, address.bits}].push_back(i);
  }
  for (const auto& [key, stores] : groups) {
    const auto& [where, address, offset] = key;
    const auto& setters = code.setters[address];
    const bool is_set_beside = std::ranges::any_of(setters, [&](std::uint32_t setter) {
      return std::ranges::all_of(stores, [&](std::uint32_t store) {
        return code.block_of[setter] == code.block_of[store];
      });
    });
    if (where.line == 0 || is_set_beside || !can_follow_one_another(code, stores, setters))
      continue;
    CodePattern pattern{kRepeatedStores, where, {}, {code.number(0)}, {}, excuses};
    for (const std::uint32_t i : setters) pattern.needed.push_back(code.number(i));
    for (const std::uint32_t i : stores) {
      pattern.counted.push_back(code.number(i));
      for (const std::uint32_t setter : code.setters[body[i].operands[1].index]) {
        if (computes(body[setter])) pattern.changing.push_back(code.number(setter));
      }
    }
    if (!pattern.changing.empty()) patterns.push_back(std::move(pattern));
  }
}

}  // namespace warpscope::exec::patterns
