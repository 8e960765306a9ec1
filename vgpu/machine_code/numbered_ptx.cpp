#include "vgpu/machine_code/numbered_ptx.h"

#include <algorithm>
#include <string_view>
#include <vector>

namespace warpscope::machine_code {
namespace {

/// Where the statement of an instruction begins: at its guard, if it has one.
std::size_t start_of(const ptx::Instruction& instruction, std::string_view text) {
  const auto opcode = static_cast<std::size_t>(instruction.opcode.data() - text.data());
  if (!instruction.guard) return opcode;
  const std::size_t at = text.rfind('@', opcode);
  return at == std::string_view::npos ? opcode : at;
}

bool begins_with_directive(std::string_view line, std::string_view directive) {
  const std::size_t at = line.find_first_not_of(" \t");
  if (at == std::string_view::npos) return false;
  line.remove_prefix(at);
  return line.starts_with(directive) && line.size() > directive.size() &&
         (line[directive.size()] == ' ' || line[directive.size()] == '\t');
}

/// Copies the text from `from` to `to` without lines that tell of the source.
class SourceRemover {
 public:
  void copy(std::string_view part, std::string& to) {
    while (!part.empty()) {
      const std::size_t end = std::min(part.find('\n'), part.size() - 1) + 1;
      const std::string_view line = part.substr(0, end);
      part.remove_prefix(end);
      if (is_in_section_) {
        is_in_section_ = line.find('}') == std::string_view::npos;
      } else if (begins_with_directive(line, ".section")) {
        is_in_section_ = line.find('}') == std::string_view::npos;
      } else if (!begins_with_directive(line, ".loc") && !begins_with_directive(line, ".file")) {
        to += line;
      }
    }
  }

 private:
  bool is_in_section_ = false;
};

}  // namespace

InstructionNumbers::InstructionNumbers(const ptx::Module& module)
    : functions_(module.functions.data()) {
  std::uint32_t next = 1;
  for (const ptx::Function& function : module.functions) {
    first_.push_back(next);
    next += static_cast<std::uint32_t>(function.body.size());
  }
  first_.push_back(next);
}

std::optional<std::string> numbered_text(const ptx::Module& module,
                                         const InstructionNumbers& numbers) {
  if (module.is_debug || module.text == nullptr) return std::nullopt;
  const std::string_view text = *module.text;
  std::string numbered;
  numbered.reserve(text.size() + std::size_t{24} * numbers.count());
  SourceRemover remover;
  std::size_t at = 0;
  // Kernels stand before functions in a module, wherever the text has them.
  std::vector<const ptx::Function*> in_text;
  for (const ptx::Function& function : module.functions) {
    if (!function.body.empty()) in_text.push_back(&function);
  }
  std::ranges::sort(in_text, {}, [&](const ptx::Function* function) {
    return start_of(function->body.front(), text);
  });
  for (const ptx::Function* function : in_text) {
    for (std::size_t i = 0; i < function->body.size(); ++i) {
      const std::size_t start = start_of(function->body[i], text);
      if (start < at || start > text.size()) return std::nullopt;  // not in the order of the text
      remover.copy(text.substr(at, start - at), numbered);
      numbered += "\n.loc 1 " + std::to_string(numbers.number(*function, i)) + " 1\n";
      at = start;
    }
  }
  remover.copy(text.substr(at), numbered);
  numbered += "\n.file 1 \"instructions\"\n";
  return numbered;
}

}  // namespace warpscope::machine_code
