// Kernels that write to constant memory: nvcc warns, and makes of the store an instruction that
// stops the kernel.
#include <algorithm>
#include <array>
#include <optional>
#include <string_view>

#include "findings/catalogue.h"
#include "runner/findings/declared_types.h"
#include "runner/findings/index_text.h"
#include "runner/findings/rules.h"
#include "runner/findings/source_text.h"

namespace warpscope::runner {
namespace {

constexpr std::string_view kWhy =
    " nvcc makes such a stop of a store to a __constant__ variable, and warns of it.";

/// "weights" of "__constant__ float weights[9];"; empty for other lines.
std::string_view constant_in(std::string_view line) {
  constexpr std::array<std::string_view, 4> kBehind{"[", "=", ";", "{"};
  const Tokens tokens = tokens_of(line);
  auto at = std::ranges::find(tokens, "__constant__");
  for (; at != tokens.end() && at + 1 != tokens.end(); ++at)
    if (is_name(*at) && is_one_of(*(at + 1), kBehind)) return *at;
  return {};
}

/// "name[i] = …", "++name", "atomicAdd(&name[i], …".
bool is_stored_in(std::string_view line, std::string_view name) {
  constexpr std::array<std::string_view, 7> kStores{"=", "+=", "-=", "*=", "/=", "++", "--"};
  const Tokens tokens = tokens_of(line);
  for (std::size_t at = 0; at < tokens.size(); ++at) {
    if (tokens[at] != name) continue;
    std::size_t behind = at + 1;
    while (behind < tokens.size() && tokens[behind] == "[") {
      int depth = 0;
      do {
        depth += tokens[behind] == "[" ? 1 : tokens[behind] == "]" ? -1 : 0;
      } while (++behind < tokens.size() && depth > 0);
    }
    if (behind < tokens.size() && is_one_of(tokens[behind], kStores)) return true;
    if (at == 0) continue;
    const bool is_of_atomic = at > 2 && tokens[at - 1] == "&" && tokens[at - 2] == "(" &&
                              tokens[at - 3].starts_with("atomic");
    if (is_of_atomic || tokens[at - 1] == "++" || tokens[at - 1] == "--") return true;
  }
  return false;
}

/// Where a variable in constant memory is stored to; nothing where another one has its name.
std::optional<std::size_t> stored_constant(const std::vector<std::string_view>& lines) {
  for (const auto declaration : lines) {
    const auto name = constant_in(declaration);
    if (name.empty()) continue;
    std::optional<std::size_t> stored;
    bool is_alone = true;
    for (std::size_t line = 0; line < lines.size(); ++line) {
      if (lines[line].data() == declaration.data() || !has_word(lines[line], name)) continue;
      const Tokens tokens = tokens_of(lines[line]);
      for (std::size_t at = 0; at < tokens.size(); ++at)
        is_alone = is_alone && (tokens[at] != name || !declared_at(tokens, at));
      if (!stored && is_stored_in(lines[line], name)) stored = line;
    }
    if (stored && is_alone) return stored;
  }
  return std::nullopt;
}

}  // namespace

void explain_constant_stores(record::RunRecord& record) {
  for (auto& finding : record.findings) {
    if (finding.id != "trap" || finding.where || !finding.launch ||
        *finding.launch >= record.launches.size())
      continue;
    const auto kernel = kernel_site(record, record.launches[*finding.launch]);
    const auto source = kernel ? line_in_source(record, *kernel) : std::nullopt;
    const auto stored = source ? stored_constant(source->lines) : std::nullopt;
    if (!stored) continue;
    give_words(finding, "trap", "constant-memory");
    finding.where = record::SourceLine{kernel->file, static_cast<std::uint32_t>(*stored + 1)};
    finding.cause += kWhy;
  }
}

}  // namespace warpscope::runner
