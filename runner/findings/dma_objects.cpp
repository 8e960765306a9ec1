// CudaDMA objects of one kernel that get in each other's way.
#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "findings/catalogue.h"
#include "runner/findings/index_text.h"
#include "runner/findings/rules.h"
#include "runner/findings/source_text.h"
#include "runner/findings/spelled_out.h"

namespace warpscope::runner {
namespace {

using Lines = std::vector<std::string_view>;

/// "load_x(1, kCompute, kCompute)": an object, its arguments without spaces.
struct DmaObject {
  std::string name;
  std::vector<std::string> arguments;
  std::size_t line = 0;  ///< as an index of the lines
};

bool names_dma_type(std::string_view text) {
  return text.find("cudaDMA") != std::string_view::npos ||
         text.find("CudaDMA") != std::string_view::npos;
}

/// The names by "using NAME = CudaDMA…".
std::set<std::string> aliases_of(const Lines& lines) {
  std::set<std::string> aliases;
  for (std::size_t at = 0; at < lines.size(); ++at) {
    const auto text = without_spaces(lines[at]);
    const auto equals = text.find('=');
    if (!text.starts_with("using") || equals == std::string::npos) continue;
    const bool is_dma = names_dma_type(text) || (text.ends_with('=') && at + 1 < lines.size() &&
                                                 names_dma_type(lines[at + 1]));
    if (is_dma) aliases.insert(text.substr(5, equals - 5));
  }
  return aliases;
}

/// Behind the type of a declaration of objects; empty where the line begins with another type.
std::string_view behind_dma_type(std::string_view line, const std::set<std::string>& aliases) {
  while (line.starts_with(' ')) line.remove_prefix(1);
  std::size_t end = 0;
  while (end < line.size() && is_identifier(line[end])) ++end;
  const auto type = line.substr(0, end);
  if (!names_dma_type(type) && !aliases.contains(std::string(type))) return {};
  auto rest = line.substr(end);
  if (rest.starts_with('<')) {
    int depth = 0;
    std::size_t at = 0;
    for (; at < rest.size(); ++at) {
      depth += rest[at] == '<' ? 1 : rest[at] == '>' ? -1 : 0;
      if (depth == 0) break;
    }
    rest = at < rest.size() ? rest.substr(at + 1) : std::string_view();
  }
  return rest.starts_with(' ') ? rest.substr(1) : std::string_view();
}

/// The objects of "a(1, n, n), b(2, n, n);".
void add_objects(std::string_view text, std::size_t line, std::vector<DmaObject>& objects) {
  DmaObject object;
  std::string word;
  int depth = 0;
  for (const char c : text) {
    if (c == ' ') continue;
    if ((c == '(' || c == '{') && depth++ == 0) {
      object = {word, {}, line};
      word.clear();
      continue;
    }
    if ((c == ')' || c == '}') && --depth == 0) {
      object.arguments.push_back(word);
      if (is_name(object.name)) objects.push_back(object);
      word.clear();
      continue;
    }
    if (c == ';' && depth == 0) return;
    if (c == ',' && depth <= 1) {
      if (depth == 1) object.arguments.push_back(word);
      word.clear();
      continue;
    }
    word += c;
  }
}

/// What two objects of the same function disagree about, as a sentence.
std::optional<std::string> collision(const DmaObject& one, const DmaObject& other) {
  constexpr std::size_t kNumberComputeFirst = 3, kNumberDmaComputeFirst = 4;
  if (one.arguments.size() != other.arguments.size() || one.arguments.size() < 2)
    return std::nullopt;
  if (one.arguments[0] == other.arguments[0])
    return fmt::format(
        "{} and {} have the same number, {}: they share its two barriers, and each counts the "
        "threads of the other.",
        one.name, other.name, one.arguments[0]);
  const auto count = one.arguments.size();
  if (count != kNumberComputeFirst && count != kNumberDmaComputeFirst) return std::nullopt;
  const auto& compute = one.arguments[count - 2];
  const auto& compute_of_other = other.arguments[count - 2];
  if (one.arguments[count - 1] == other.arguments[count - 1] && compute != compute_of_other)
    return fmt::format(
        "The DMA threads of {0} and of {1} begin at the same thread, {2}, and their compute "
        "threads are {3} and {4}: are the last two arguments of {1} in their order, the number of "
        "compute threads and then the first DMA thread?",
        one.name, other.name, one.arguments[count - 1], compute, compute_of_other);
  return std::nullopt;
}

struct Collision {
  std::size_t line = 0;
  std::string words;
};

/// In the finding's kernel, or in the function that its line is of: other kernels of the source are
/// not what stands still.
std::optional<Collision> collision_beside(const record::RunRecord& record,
                                          const record::Finding& finding,
                                          const LineInSource& found) {
  const Lines& lines = found.lines;
  const auto aliases = aliases_of(lines);
  std::vector<DmaObject> objects;
  for (std::size_t at = 0; at < lines.size(); ++at) {
    const auto text = behind_dma_type(lines[at], aliases);
    if (!text.empty()) add_objects(text, at, objects);
  }
  const auto function = function_of(lines, found.at);
  const auto kernel = kernel_lines(record, finding, found);
  std::erase_if(objects, [&](const DmaObject& object) {
    const auto own = function_of(lines, object.line);
    return own != function && own != kernel;
  });
  for (std::size_t i = 0; i < objects.size(); ++i) {
    for (std::size_t k = i + 1; k < objects.size(); ++k) {
      if (auto words = collision(objects[i], objects[k]))
        return Collision{objects[k].line, std::move(*words)};
    }
  }
  return std::nullopt;
}

}  // namespace

void find_colliding_objects(record::RunRecord& record) {
  for (auto& finding : record.findings) {
    const bool is_of_barriers = finding.id == "deadlock" || finding.id == "barrier-thread-count";
    if (!is_of_barriers) continue;
    const auto line = line_in_source(record, finding);
    if (!line) continue;
    const auto found = collision_beside(record, finding, *line);
    if (!found) continue;
    give_words(finding, "dma-objects-collide");
    finding.where->line = static_cast<std::uint32_t>(found->line + 1);
    finding.cause += " " + found->words;
    finding.hint =
        "Give each object of the block a number of its own, and check its threads: how many "
        "compute, and which is the first DMA thread.";
  }
}

}  // namespace warpscope::runner
