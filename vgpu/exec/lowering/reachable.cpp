#include "vgpu/exec/lowering/reachable.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "vgpu/exec/analysis/meaning.h"
#include "vgpu/exec/analysis/ordering.h"

namespace warpscope::exec {
namespace {

// Calls `visit` for each symbol that an operand names.
template <typename Visit>
void for_each_symbol(const ptx::Operand& operand, const Visit& visit) {
  if (operand.kind == ptx::Operand::Kind::symbol) visit(operand.name);
  for (const ptx::Operand& element : operand.elements) for_each_symbol(element, visit);
}

bool names_reserved_shared(const ptx::Instruction& instruction) {
  return std::any_of(instruction.operands.begin(), instruction.operands.end(),
                     [](const ptx::Operand& operand) {
                       return operand.kind == ptx::Operand::Kind::special &&
                              operand.name.starts_with(kReservedSharedRegisters);
                     });
}

constexpr std::size_t kCallee = 1;  // operand of call

class Search {
 public:
  explicit Search(const Program& program) : program_(program) {}

  Reachable run(const ptx::Function& entry) {
    add(entry);
    for (std::size_t next = 0; next < result_.functions.size(); ++next) {
      visit(*result_.functions[next]);
      if (next + 1 == result_.functions.size() && result_.has_indirect_call) add_all_addressed();
    }
    for (const ptx::Variable& variable : program_.module().variables) {
      if (variable.space == ptx::Space::shared && named_.contains(variable.name))
        result_.shared_variables.push_back(&variable);
    }
    result_.has_recursion = find_cycle();
    return std::move(result_);
  }

 private:
  void add(const ptx::Function& function) {
    if (!function.is_declaration && seen_.insert(&function).second)
      result_.functions.push_back(&function);
  }

  void visit(const ptx::Function& function) {
    for (const ptx::Instruction& instruction : function.body) {
      const bool is_call =
          meaning_of(instruction).flow == Flow::call && instruction.operands.size() > kCallee;
      if (is_call && instruction.operands[kCallee].kind == ptx::Operand::Kind::reg)
        result_.has_indirect_call = true;
      if (names_reserved_shared(instruction)) result_.uses_reserved_shared = true;
      for (const ptx::Operand& operand : instruction.operands) {
        for_each_symbol(operand, [&](std::string_view name) {
          named_.insert(name);
          const ptx::Function* callee = program_.function(name);
          // A kernel's address is for launching it.
          if (callee == nullptr || callee->is_entry) return;
          add(*callee);
          if (is_call) callees_[&function].push_back(callee);
        });
      }
    }
  }

  // Functions whose address is in a variable or in a register somewhere.
  void add_all_addressed() {
    if (has_addressed_) return;
    has_addressed_ = true;
    for (const ptx::Variable& variable : program_.module().variables) {
      for (const ptx::Variable::Relocation& relocation : variable.relocations) {
        const ptx::Function* target = program_.function(relocation.symbol);
        if (target != nullptr && !target->is_entry) add(*target);
      }
    }
    for (const ptx::Function& function : program_.module().functions) {
      for (const ptx::Instruction& instruction : function.body) {
        if (meaning_of(instruction).flow == Flow::call) continue;
        for (const ptx::Operand& operand : instruction.operands) {
          for_each_symbol(operand, [&](std::string_view name) {
            const ptx::Function* target = program_.function(name);
            if (target != nullptr && !target->is_entry) add(*target);
          });
        }
      }
    }
  }

  // Depth-first search over direct calls, without recursion: chains can be long.
  bool find_cycle() const {
    enum class Mark : std::uint8_t { open, done };
    std::unordered_map<const ptx::Function*, Mark> marks;
    for (const ptx::Function* root : result_.functions) {
      std::vector<std::pair<const ptx::Function*, std::size_t>> stack;
      if (marks.emplace(root, Mark::open).second) stack.emplace_back(root, 0);
      while (!stack.empty()) {
        auto& [function, next] = stack.back();
        const auto found = callees_.find(function);
        if (found == callees_.end() || next == found->second.size()) {
          marks[function] = Mark::done;
          stack.pop_back();
          continue;
        }
        const ptx::Function* callee = found->second[next++];
        const auto [mark, is_new] = marks.emplace(callee, Mark::open);
        if (is_new) {
          stack.emplace_back(callee, 0);
        } else if (mark->second == Mark::open) {
          return true;
        }
      }
    }
    return false;
  }

  const Program& program_;
  Reachable result_;
  std::unordered_set<const ptx::Function*> seen_;
  std::unordered_set<std::string_view> named_;
  std::unordered_map<const ptx::Function*, std::vector<const ptx::Function*>> callees_;
  bool has_addressed_ = false;
};

}  // namespace

Reachable find_reachable(const Program& program, const ptx::Function& entry) {
  return Search(program).run(entry);
}

bool is_ordered(const Reachable& reachable) {
  return std::any_of(reachable.functions.begin(), reachable.functions.end(),
                     [](const ptx::Function* function) { return is_ordered(*function); });
}

bool sees_other_blocks(const Reachable& reachable) {
  return std::ranges::any_of(reachable.functions, [](const ptx::Function* function) {
    return sees_other_blocks(*function);
  });
}

bool reads_clock(const Reachable& reachable) {
  return std::any_of(reachable.functions.begin(), reachable.functions.end(),
                     [](const ptx::Function* function) { return reads_clock(*function); });
}

bool may_wait_for_blocks(const Reachable& reachable) {
  return std::any_of(reachable.functions.begin(), reachable.functions.end(),
                     [](const ptx::Function* function) { return may_wait_for_blocks(*function); });
}

bool has_contacts(const Reachable& reachable) {
  const auto uses_mbarriers = [](const ptx::Function* function) {
    return std::ranges::any_of(function->body,
                               [](const auto& each) { return each.opcode == "mbarrier"; });
  };
  return may_wait_for_blocks(reachable) &&
         std::ranges::none_of(reachable.functions, uses_mbarriers);
}

bool can_be_undone(const Reachable& reachable) {
  return std::all_of(reachable.functions.begin(), reachable.functions.end(),
                     [](const ptx::Function* function) { return can_be_undone(*function); });
}

}  // namespace warpscope::exec
