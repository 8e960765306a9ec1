#include "runner/findings/compile_errors.h"

#include <algorithm>
#include <charconv>
#include <string>

#include "base/demangle.h"
#include "findings/catalogue.h"
#include "runner/findings/index_text.h"

namespace warpscope::runner {
namespace {

struct CompilerError {
  std::optional<record::SourceLine> where;
  std::string_view text;
};

}  // namespace

std::optional<record::SourceLine> place_of_message(std::string_view text) {
  const auto number = [](std::string_view digits) {
    std::uint32_t value = 0;
    const auto* end = digits.data() + digits.size();
    return std::from_chars(digits.data(), end, value).ptr == end ? value : 0;
  };
  if (text.ends_with(')')) {
    const auto open = text.rfind('(');
    if (open == std::string_view::npos || open == 0) return std::nullopt;
    const auto line = number(text.substr(open + 1, text.size() - open - 2));
    if (line == 0) return std::nullopt;
    return record::SourceLine{std::string(text.substr(0, open)), line};
  }
  const auto last = text.rfind(':');
  if (last == std::string_view::npos || number(text.substr(last + 1)) == 0) return std::nullopt;
  const auto before = text.rfind(':', last - 1);
  const auto line =
      before == std::string_view::npos ? 0 : number(text.substr(before + 1, last - before - 1));
  if (line == 0)
    return record::SourceLine{std::string(text.substr(0, last)), number(text.substr(last + 1))};
  return record::SourceLine{std::string(text.substr(0, before)), line};
}

namespace {

std::optional<CompilerError> error_in(std::string_view line) {
  for (const std::string_view mark : {": error: ", ": fatal error: ", ": catastrophic error: "}) {
    const auto at = line.find(mark);
    if (at != std::string_view::npos)
      return CompilerError{place_of_message(line.substr(0, at)), line.substr(at + mark.size())};
  }
  // "ptxas error   : …", "nvlink error   : …"; the linker's own.
  for (const std::string_view tool : {"ptxas error", "nvlink error", "ptxas fatal"}) {
    const auto colon = line.find(':');
    if (line.starts_with(tool) && colon != std::string_view::npos)
      return CompilerError{std::nullopt, line.substr(line.find_first_not_of(" :", colon))};
  }
  // "ptxas FILE, line N; error   : …": a line of PTX.
  if (const auto at = line.find("; error"); line.starts_with("ptxas ") && at != line.npos) {
    const auto text = line.find_first_not_of(" :", at + std::string_view("; error").size());
    if (text != line.npos) return CompilerError{std::nullopt, line.substr(text)};
  }
  const auto undefined = line.find("undefined reference to ");
  if (undefined != std::string_view::npos)
    return CompilerError{std::nullopt, line.substr(undefined)};
  return std::nullopt;
}

/// "helper" of "Undefined reference to '_Z6helperf' in 'a.o'", of "`a::helper(float)'" and of
/// "main" in quotation marks; an instruction as it is.
std::string quoted_name(std::string_view text) {
  const auto begin = text.find_first_of("'`\"");
  if (begin == text.npos) return {};
  const auto end = text.find_first_of("'\"", begin + 1);
  if (end == text.npos) return {};
  std::string name = demangled(std::string(text.substr(begin + 1, end - begin - 1)));
  name.resize(std::min(name.find('('), name.size()));
  if (const auto colons = name.rfind("::"); colons != name.npos) name.erase(0, colons + 2);
  return name;
}

/// The first line of a source that has the name outside of a comment.
std::optional<record::SourceLine> line_of_name(std::span<const record::SourceFile> sources,
                                               std::string_view name) {
  if (name.empty()) return std::nullopt;
  for (const auto& source : sources) {
    const auto lines = lines_of(source.text);
    const auto found = std::ranges::find_if(lines, [&](std::string_view line) {
      return has_word(line.substr(0, line.find("//")), name);
    });
    if (found != lines.end())
      return record::SourceLine{source.path, static_cast<std::uint32_t>(found - lines.begin()) + 1};
  }
  return std::nullopt;
}

/// Whether nvcc's ^ stands below the first word of the line of the source above it.
bool marks_begin_of_line(std::string_view printed) {
  const auto end = printed.find('\n');
  if (end == printed.npos) return false;
  const auto first = printed.substr(0, end).find_first_not_of(' ');
  const auto marks = printed.substr(end + 1, printed.find('\n', end + 1) - end - 1);
  return first != printed.npos && marks.find_first_not_of(' ') == first && marks[first] == '^';
}

/// Where a semicolon is missing, nvcc tells the line of what comes next. Where that begins its
/// line, the statement without an end is in the line of code before. Nothing where that is another
/// matter (a directive, the end of a comment, a line that has its end), and of other sources.
std::optional<std::uint32_t> line_without_end(std::span<const record::SourceFile> sources,
                                              const record::SourceLine& next) {
  const auto source = std::ranges::find(sources, next.file, &record::SourceFile::path);
  if (source == sources.end()) return std::nullopt;
  const auto lines = lines_of(source->text);
  for (std::size_t line = std::min<std::size_t>(next.line - 1, lines.size()); line > 0; --line) {
    auto text = lines[line - 1];
    const auto last = text.find_last_not_of(" \t\r");
    if (last == text.npos) continue;
    text = text.substr(0, last + 1);
    const bool is_directive = text[text.find_first_not_of(" \t")] == '#';
    if (is_directive || text.ends_with("*/") || text.find_last_of(";{,\\") == last)
      return std::nullopt;
    return static_cast<std::uint32_t>(line);
  }
  return std::nullopt;
}

}  // namespace

std::optional<record::Finding> compile_error(std::string_view compiler_output,
                                             std::span<const record::SourceFile> sources) {
  std::optional<CompilerError> first;
  while (!compiler_output.empty() && !first) {
    const auto end = std::min(compiler_output.find('\n'), compiler_output.size());
    first = error_in(compiler_output.substr(0, end));
    compiler_output.remove_prefix(std::min(end + 1, compiler_output.size()));
  }
  if (!first) return std::nullopt;
  std::string_view wording;
  const auto* description = find_finding("compile-error");
  if (description != nullptr) {
    const auto known = std::ranges::find_if(description->wordings, [&](const FindingWording& each) {
      return first->text.find(each.name) != first->text.npos;
    });
    if (known != description->wordings.end()) wording = known->name;
  }
  std::string text(first->text);
  auto where = first->where ? first->where : line_of_name(sources, quoted_name(text));
  if (first->where && text == "expected a \";\"" && marks_begin_of_line(compiler_output)) {
    if (const auto line = line_without_end(sources, *where)) {
      text += " in front of line " + std::to_string(where->line);
      wording = "expected a \";\" in front of";
      where->line = *line;
    }
  }
  auto finding = make_finding("compile-error", wording);
  finding.where = std::move(where);
  finding.cause = "nvcc: " + text;
  return finding;
}

}  // namespace warpscope::runner
