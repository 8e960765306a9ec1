// Variables of a thread that should be the block's, or that nobody gives a value.
#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "findings/catalogue.h"
#include "runner/findings/declarations.h"
#include "runner/findings/index_text.h"
#include "runner/findings/rules.h"
#include "runner/findings/source_text.h"

namespace warpscope::runner {
namespace {

/// The function around a line of a source of the record.
struct FunctionText {
  std::string file;
  std::vector<std::string_view> lines;
  std::size_t first = 0, end = 0, here = 0;  ///< as indices of `lines`

  bool any(auto&& holds) const {
    return std::any_of(lines.begin() + static_cast<std::ptrdiff_t>(first),
                       lines.begin() + static_cast<std::ptrdiff_t>(std::min(end, lines.size())),
                       holds);
  }
  bool has(std::string_view text) const {
    return any([&](std::string_view line) { return line.find(text) != std::string_view::npos; });
  }
};

std::optional<FunctionText> function_around(const record::RunRecord& record,
                                            const record::SourceLine& where) {
  auto found = line_in_source(record, where);
  if (!found) return std::nullopt;
  FunctionText of{where.file, std::move(found->lines)};
  of.here = found->at;
  std::tie(of.first, of.end) = function_of(of.lines, of.here);
  return of;
}

bool has_number_of_thread(const Access& access) {
  return std::ranges::any_of(access.terms, [](const std::string& term) {
    return term.find("threadIdx") != std::string::npos;
  });
}

/// An index of the array has the number of the thread in it, on any line of the function.
bool is_indexed_by_thread(const FunctionText& of, const std::string& array) {
  for (std::size_t at = of.first; at < std::min(of.end, of.lines.size()); ++at) {
    for (const Access& access : accesses_of(of.lines[at])) {
      const std::string_view name(access.array);
      if (name.substr(0, name.find('[')) != array) continue;
      for (const Written& way : ways_to_write(access, of.lines, at)) {
        if (has_number_of_thread(way.access)) return true;
      }
    }
  }
  return false;
}

/// An atomic gets its address: of a variable of its own a thread has no need of one.
bool goes_to_atomic(const FunctionText& of, const std::string& name) {
  return of.any([&](std::string_view line) {
    const auto atomic = line.find("atomic");
    if (atomic == std::string_view::npos) return false;
    const auto rest = line.substr(atomic);
    return rest.find("(&" + name) != std::string_view::npos && has_word(rest, name);
  });
}

record::Finding missing_qualifier(const FunctionText& of, const Declaration& declared,
                                  const record::Finding& finding) {
  record::Finding named = finding;
  give_words(named, "missing-shared-qualifier");
  named.where = record::SourceLine{of.file, static_cast<std::uint32_t>(declared.line + 1)};
  const auto sentence =
      fmt::format(" {} is declared without __shared__, so each thread has its own.", declared.name);
  named.cause += sentence;
  return named;
}

/// The declaration that lacks __shared__; nothing where none, or several, may be it.
std::optional<Declaration> shared_by_mistake(const FunctionText& of, bool is_trap) {
  std::optional<Declaration> only;
  for (const Declaration& declared : unset_declarations(of.lines, of.first, of.end)) {
    const bool is_it = declared.is_array || (is_trap && declared.is_pointer)
                           ? is_indexed_by_thread(of, declared.name)
                           : is_trap && goes_to_atomic(of, declared.name);
    if (!is_it) continue;
    if (only) return std::nullopt;
    only = declared;
  }
  return only;
}

/// Says where a variable without a value is declared that the line uses.
void place_unset_variable(const FunctionText& of, record::Finding& finding) {
  std::vector<Declaration> found;
  for (const Declaration& declared : unset_declarations(of.lines, of.first, of.here + 1)) {
    // The line may be that of the loop around it, or of the one that stores.
    const bool is_used = std::any_of(
        of.lines.begin() + static_cast<std::ptrdiff_t>(declared.line),
        of.lines.begin() + static_cast<std::ptrdiff_t>(std::min(of.here + 3, of.lines.size())),
        [&](std::string_view line) {
          for (const auto* update : {" +=", " -=", " *=", "++", "+=", " ="}) {
            const auto at = line.find(declared.name + update);
            if (at == std::string_view::npos || (at > 0 && is_identifier(line[at - 1]))) continue;
            if (std::string_view(update) != " =") return true;
            // "x = x + 1"
            return has_word(line.substr(at + declared.name.size() + 2), declared.name);
          }
          return false;
        });
    if (is_used && !declared.is_array) found.push_back(declared);
  }
  if (found.size() != 1) return;
  finding.cause += fmt::format(" {} is declared in line {} without one.", found.front().name,
                               found.front().line + 1);
  finding.where->line = static_cast<std::uint32_t>(found.front().line + 1);
}

}  // namespace

void explain_local_variables(record::RunRecord& record) {
  for (auto& finding : record.findings) {
    const bool is_trap = finding.id == "trap";
    if (finding.id != "uninitialised-local" && !is_trap) continue;
    auto where = finding.where;
    if (!where && finding.launch && *finding.launch < record.launches.size())
      where = kernel_site(record, record.launches[*finding.launch]);
    const auto of = where ? function_around(record, *where) : std::nullopt;
    if (!of || (is_trap && (of->has("__trap") || of->has("trap;")))) continue;
    const auto declared = of->has("__syncthreads") ? shared_by_mistake(*of, is_trap) : std::nullopt;
    if (declared) {
      finding = missing_qualifier(*of, *declared, finding);
    } else if (!is_trap) {
      place_unset_variable(*of, finding);
    }
  }
}

}  // namespace warpscope::runner
