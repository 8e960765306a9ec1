#include "runner/findings/source_text.h"

#include <algorithm>

#include "record/kernel_name.h"
#include "runner/findings/index_text.h"

namespace warpscope::runner {
namespace {

/// Calls `visit(number, line)` for each line, counted from 1.
template <typename Visit>
void for_each_line(std::string_view text, Visit visit) {
  std::uint32_t number = 1;
  while (!text.empty()) {
    const auto end = text.find('\n');
    visit(number++, text.substr(0, end));
    if (end == std::string_view::npos) break;
    text.remove_prefix(end + 1);
  }
}

/// The name, maybe with template arguments, then <<<; outside a line comment.
bool launches(std::string_view line, std::string_view kernel) {
  line = line.substr(0, line.find("//"));
  for (auto at = line.find(kernel); at != std::string_view::npos; at = line.find(kernel, at + 1)) {
    if (at > 0 && is_identifier(line[at - 1])) continue;
    const auto rest = line.substr(at + kernel.size());
    if (!rest.empty() && is_identifier(rest.front())) continue;
    const auto open = rest.find("<<<");
    if (open != std::string_view::npos &&
        rest.substr(0, open).find(';') == std::string_view::npos) {
      return true;
    }
  }
  return false;
}

/// The one line of all sources for which `is_it(line)` holds; nothing unless it is exactly one.
template <typename IsIt>
std::optional<record::SourceLine> only_line(const record::RunRecord& record, IsIt is_it) {
  std::optional<record::SourceLine> site;
  std::size_t count = 0;
  for (const auto& source : record.sources) {
    for_each_line(source.text, [&](std::uint32_t number, std::string_view line) {
      if (!is_it(line)) return;
      ++count;
      site = record::SourceLine{source.path, number};
    });
  }
  return count == 1 ? site : std::nullopt;
}

}  // namespace

const record::Launch* launch_of(const record::RunRecord& record, const record::Finding& finding) {
  const bool has_one = finding.launch && *finding.launch < record.launches.size();
  return has_one ? &record.launches[*finding.launch] : nullptr;
}

const record::SourceFile* source_of(const record::RunRecord& record,
                                    const record::SourceLine& where) {
  const auto found = std::ranges::find(record.sources, where.file, &record::SourceFile::path);
  return found == record.sources.end() ? nullptr : &*found;
}

std::optional<LineInSource> line_in_source(const record::RunRecord& record,
                                           const record::SourceLine& where) {
  const auto* source = source_of(record, where);
  if (source == nullptr) return std::nullopt;
  LineInSource found{lines_of(source->text), std::size_t{where.line} - 1};
  if (where.line == 0 || where.line > found.lines.size()) return std::nullopt;
  return found;
}

std::optional<LineInSource> line_in_source(const record::RunRecord& record,
                                           const record::Finding& finding) {
  return finding.where ? line_in_source(record, *finding.where) : std::nullopt;
}

std::string line_text(const record::RunRecord& record, const record::SourceLine& where) {
  std::string result;
  for (const auto& source : record.sources) {
    if (source.path != where.file) continue;
    for_each_line(source.text, [&](std::uint32_t number, std::string_view line) {
      if (number == where.line) result = line;
    });
  }
  return result;
}

std::string kernel_base_name(std::string_view demangled) {
  auto name = record::short_kernel_name(demangled);
  name.resize(std::min(name.size(), name.find('<')));
  return name;
}

std::optional<record::SourceLine> only_line_with(const record::RunRecord& record,
                                                 std::string_view word) {
  return only_line(record, [&](std::string_view line) {
    return line.substr(0, line.find("//")).find(word) != std::string_view::npos;
  });
}

std::optional<record::SourceLine> first_line_with(const record::RunRecord& record,
                                                  std::string_view word) {
  for (const auto& source : record.sources) {
    std::optional<record::SourceLine> first;
    for_each_line(source.text, [&](std::uint32_t number, std::string_view line) {
      if (!first && line.substr(0, line.find("//")).find(word) != std::string_view::npos)
        first = record::SourceLine{source.path, number};
    });
    if (first) return first;
  }
  return std::nullopt;
}

std::optional<record::SourceLine> launch_site(const record::RunRecord& record,
                                              const record::Launch& launch) {
  const auto kernel = kernel_base_name(launch.kernel);
  if (kernel.empty()) return std::nullopt;
  auto site = only_line(record, [&](std::string_view line) { return launches(line, kernel); });
  if (site || !launch.asked) return site;
  return launch.asked->where;
}

std::optional<record::SourceLine> definition_of(const record::RunRecord& record,
                                                std::string_view function) {
  if (function.empty()) return std::nullopt;
  // At the margin, with its parameters behind it, and no semicolon at the end of the line.
  return only_line(record, [&](std::string_view line) {
    line = line.substr(0, line.find("//"));
    while (line.ends_with(' ') || line.ends_with('\r')) line.remove_suffix(1);
    const auto at = line.find(function);
    if (at == std::string_view::npos || at == 0 || line.front() == ' ' || line.ends_with(';'))
      return false;
    return !is_identifier(line[at - 1]) && line.substr(at + function.size()).starts_with('(');
  });
}

std::optional<record::SourceLine> kernel_site(const record::RunRecord& record,
                                              const record::Launch& launch) {
  // Between the word and the name stand "void", launch bounds and maybe a line's end.
  constexpr std::size_t kMostBetween = 120;
  constexpr std::string_view kWord = "__global__";
  const auto kernel = kernel_base_name(launch.kernel);
  if (kernel.empty()) return std::nullopt;
  std::optional<record::SourceLine> site;
  for (const auto& source : record.sources) {
    const std::string_view text = source.text;
    for (auto at = text.find(kWord); at != text.npos; at = text.find(kWord, at + 1)) {
      const auto name = text.find(kernel + "(", at);
      const bool is_it = name != text.npos && name - at < kMostBetween &&
                         !is_identifier(text[name - 1]) &&
                         text.substr(at, name - at).find_first_of(";{") == text.npos;
      if (!is_it) continue;
      // Declared and defined, or overloaded: nobody knows which.
      if (site) return std::nullopt;
      const auto lines = std::ranges::count(text.substr(0, name), '\n');
      site = record::SourceLine{source.path, static_cast<std::uint32_t>(lines) + 1};
    }
  }
  return site;
}

std::optional<std::pair<std::size_t, std::size_t>> kernel_lines(const record::RunRecord& record,
                                                                const record::Finding& finding,
                                                                const LineInSource& found) {
  const auto* launch = launch_of(record, finding);
  const auto site = launch == nullptr ? std::nullopt : kernel_site(record, *launch);
  if (!site || !finding.where || site->file != finding.where->file || site->line == 0 ||
      site->line > found.lines.size())
    return std::nullopt;
  return function_of(found.lines, site->line - 1);
}

}  // namespace warpscope::runner
