#include "viewer/model/access_formula.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>
#include <stdexcept>
#include <vector>

#include "arch/runtime_limits.h"
#include "presentation/figures/expression.h"
#include "viewer/model/access_picture.h"

namespace warpscope::viewer {
namespace {

using record::WarpRequest;

constexpr int kDeepestName = 8;     // a name that is defined by names
constexpr int kMostFormulas = 200;  // of names in one lane's index
constexpr std::int64_t kFarthest = std::int64_t{1} << 40;
constexpr std::array<std::uint32_t, 8> kWidths{32, 16, 8, 4, 64, 128, 256, 512};

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }
bool is_space(char c) { return c == ' ' || c == '\t'; }

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
  return text;
}

/// "threadIdx.x" as a name that a formula can have.
std::string without_dots(std::string_view text) {
  std::string result;
  for (std::size_t k = 0; k < text.size(); ++k) {
    const bool is_member = text[k] == '.' && k > 0 && is_word(text[k - 1]) &&
                           std::isdigit(static_cast<unsigned char>(text[k - 1])) == 0;
    result += is_member ? '_' : text[k];
  }
  return result;
}

/// Where `name` stands as a word, from `from` on.
std::size_t find_word(std::string_view text, std::string_view name, std::size_t from = 0) {
  for (std::size_t at = text.find(name, from); at != std::string_view::npos;
       at = text.find(name, at + 1)) {
    const std::size_t end = at + name.size();
    if ((at == 0 || !is_word(text[at - 1])) && (end == text.size() || !is_word(text[end])))
      return at;
  }
  return std::string_view::npos;
}

/// The text up to and with that line; all of it for line 0.
std::string_view up_to_line(const FormulaSource& source) {
  std::size_t end = 0;
  for (std::uint32_t line = 0; line < source.line && end < source.text.size(); ++line) {
    const std::size_t next = source.text.find('\n', end);
    end = next == std::string_view::npos ? source.text.size() : next + 1;
  }
  return source.line == 0 ? source.text : source.text.substr(0, end);
}

std::string_view line_of(const FormulaSource& source) {
  std::string_view text = up_to_line(source);
  if (text.ends_with('\n')) text.remove_suffix(1);
  const std::size_t begin = text.rfind('\n');
  return begin == std::string_view::npos ? text : text.substr(begin + 1);
}

/// What the last "name = …;" with a type in front of it says.
std::optional<std::string_view> definition(std::string_view text, std::string_view name) {
  std::optional<std::string_view> found;
  for (std::size_t at = find_word(text, name); at != std::string_view::npos;
       at = find_word(text, name, at + 1)) {
    std::size_t next = at + name.size();
    while (next < text.size() && is_space(text[next])) ++next;
    const bool is_assigned = next + 1 < text.size() && text[next] == '=' && text[next + 1] != '=';
    const std::string_view before = trimmed(text.substr(0, at));
    const bool has_type = !before.empty() && is_word(before.back());
    const std::size_t end = text.find_first_of(";,\n", next);
    if (is_assigned && has_type && end != std::string_view::npos)
      found = trimmed(text.substr(next + 1, end - next - 1));
  }
  return found;
}

/// "[a][b]" as its parts; nothing where it is no such text.
std::optional<std::vector<std::string>> subscripts(std::string_view text) {
  std::vector<std::string> parts;
  for (text = trimmed(text); !text.empty(); text = trimmed(text)) {
    const std::size_t end = text.find(']');
    if (text.front() != '[' || end == std::string_view::npos) return std::nullopt;
    parts.emplace_back(trimmed(text.substr(1, end - 1)));
    text.remove_prefix(end + 1);
  }
  return parts;
}

class Evaluator {
 public:
  Evaluator(const FormulaSource& source, std::uint32_t block_width, std::uint32_t lane)
      : text_(up_to_line(source)), width_(block_width), lane_(lane) {}

  std::int64_t value(std::string_view formula, int depth = 0) const {
    if (++formulas_ > kMostFormulas) throw std::runtime_error("The index has too many parts.");
    return figures::evaluate(without_dots(formula), [&](std::string_view name) {
      return std::optional(value_of(name, depth));
    });
  }

 private:
  std::int64_t value_of(std::string_view name, int depth) const {
    if (depth < kDeepestName && !text_.empty()) {
      if (const auto text = definition(text_, name)) return value(*text, depth + 1);
    }
    if (name == "lane") return lane_;
    if (name == "x" || name == "threadIdx_x") return lane_ % width_;
    if (name == "y" || name == "threadIdx_y") return lane_ / width_;
    if (name == "blockDim_x") return width_;
    if (name == "blockIdx_x" || name == "blockIdx_y" || name == "threadIdx_z") return 0;
    throw std::runtime_error(fmt::format(
        "\"{}\" is not known: a formula has {}, numbers, and what the source defines by "
        "these above the line.",
        name, kFormulaNames));
  }

  std::string_view text_;
  std::int64_t width_, lane_;
  mutable int formulas_ = 0;
};

std::vector<std::int64_t> sizes_of(std::string_view shape, const Evaluator& evaluator) {
  const auto parts = subscripts(shape);
  if (!parts) throw std::runtime_error("The array's shape is written as in C: [32][33].");
  std::vector<std::int64_t> sizes;
  for (const std::string& part : *parts) {
    sizes.push_back(evaluator.value(part));
    if (sizes.back() <= 0) throw std::runtime_error("An array's row has at least one element.");
  }
  return sizes;
}

std::int64_t element_of(const AccessFormula& formula, const Evaluator& evaluator) {
  const std::string_view index = trimmed(formula.index);
  if (index.empty()) throw std::runtime_error("The index is missing.");
  if (index.front() != '[') return evaluator.value(index);
  const auto parts = subscripts(index);
  if (!parts) throw std::runtime_error("The index is written as in C: [y][x].");
  const auto sizes = sizes_of(formula.shape, evaluator);
  if (parts->size() > 1 && parts->size() != sizes.size())
    throw std::runtime_error(
        fmt::format("The array has {} dimensions and the index {}.", sizes.size(), parts->size()));
  std::int64_t element = 0;
  for (std::size_t k = 0; k < parts->size(); ++k) {
    if (k > 0 && __builtin_mul_overflow(element, sizes[k], &element))
      throw std::runtime_error("The index is beyond all memory.");
    element += evaluator.value((*parts)[k]);
    if (element > kFarthest || element < -kFarthest)
      throw std::runtime_error("The index is beyond all memory.");
  }
  return element;
}

/// Whether lanes lie to each other as those of the request do.
bool has_distances_of(const WarpRequest& request, const record::LaneAddresses& made) {
  const record::LaneAddresses addresses = addresses_of(request);
  std::optional<std::int64_t> apart;
  for (std::uint32_t lane = 0; lane < record::kLanesOfWarp; ++lane) {
    if ((request.lanes >> lane & 1U) == 0) continue;
    const std::int64_t distance = addresses.at(lane) - made.at(lane);
    if (apart && *apart != distance) return false;
    apart = distance;
  }
  return true;
}

bool gives(const AccessFormula& formula, const WarpRequest& request, const FormulaSource& source) {
  try {
    return has_distances_of(request, addresses_of(request_of(formula, request, source)));
  } catch (const std::runtime_error&) {
    return false;
  }
}

/// "[…][…]" at the begin of the text, with what it has in brackets.
std::string_view leading_subscripts(std::string_view text) {
  std::size_t end = 0;
  for (std::size_t at = 0; at < text.size() && text[at] == '[';) {
    std::size_t depth = 0;
    do {
      depth += text[at] == '[' ? 1 : text[at] == ']' ? static_cast<std::size_t>(-1) : 0;
      ++at;
    } while (at < text.size() && depth != 0);
    if (depth != 0) break;
    end = at;
  }
  return text.substr(0, end);
}

/// "[32][33]" of "__shared__ float tile[32][kPitch];", with numbers.
std::string shape_in(std::string_view text, const std::string& array, const Evaluator& evaluator) {
  std::string shape;
  for (std::size_t at = find_word(text, array); at != std::string_view::npos;
       at = find_word(text, array, at + 1)) {
    const std::size_t line = text.rfind('\n', at) + 1;
    if (text.substr(line, at - line).find("__shared__") == std::string_view::npos) continue;
    const auto parts = subscripts(leading_subscripts(text.substr(at + array.size())));
    if (!parts || parts->empty()) continue;
    shape.clear();
    for (const std::string& part : *parts) {
      if (part.empty()) return {};
      shape += fmt::format("[{}]", evaluator.value(part));
    }
  }
  return shape;
}

std::optional<AccessFormula> formula_in_source(const WarpRequest& request,
                                               const FormulaSource& source) {
  if (request.array.empty() || source.line == 0) return std::nullopt;
  const std::string_view line = line_of(source);
  AccessFormula formula;
  formula.element_bytes = request.bytes;
  for (std::size_t at = find_word(line, request.array); at != std::string_view::npos;
       at = find_word(line, request.array, at + 1)) {
    const std::string_view index = leading_subscripts(line.substr(at + request.array.size()));
    if (index.empty()) continue;
    for (const std::uint32_t width : kWidths) {
      formula.block_width = width;
      formula.index = index;
      try {
        formula.shape = shape_in(up_to_line(source), request.array, Evaluator(source, width, 0));
      } catch (const std::runtime_error&) {
        formula.shape.clear();
      }
      if (gives(formula, request, source)) return formula;
    }
  }
  return std::nullopt;
}

std::string sum_text(const std::string& term, std::int64_t more) {
  if (more == 0) return term;
  return fmt::format("{} {} {}", term, more < 0 ? '-' : '+', more < 0 ? -more : more);
}

std::string product_text(const std::string& term, std::int64_t factor) {
  return factor == 1 ? term : fmt::format("{} * {}", term, factor);
}

}  // namespace

WarpRequest request_of(const AccessFormula& formula, const WarpRequest& like,
                       const FormulaSource& source) {
  const bool is_shared = like.space == WarpRequest::Space::shared;
  const auto bytes = static_cast<std::int64_t>(formula.element_bytes);
  record::LaneAddresses addresses{};
  for (std::uint32_t lane = 0; lane < record::kLanesOfWarp; ++lane) {
    const Evaluator evaluator(source, std::max(formula.block_width, 1U), lane);
    const std::int64_t element = element_of(formula, evaluator);
    std::int64_t address = 0;
    if (__builtin_mul_overflow(element, bytes, &address) || address > kFarthest)
      throw std::runtime_error("The index is beyond all memory.");
    if (element < 0)
      throw std::runtime_error(
          fmt::format("In lane {} the index is {}: in front of the array.", lane, element));
    if (is_shared) address += static_cast<std::int64_t>(like.array_offset);
    if (is_shared && address + bytes > static_cast<std::int64_t>(arch::kMostSharedPerBlockBytes))
      throw std::runtime_error(fmt::format(
          "In lane {} the index is {}: beyond the {} KiB of shared memory that a block can have.",
          lane, element, arch::kMostSharedPerBlockBytes >> 10));
    addresses.at(lane) = address;
  }
  WarpRequest request = like;
  request.bytes = formula.element_bytes;
  request.lanes = ~0U;
  request.block = request.warp = 0;
  request.addresses = record::runs_of(addresses, request.lanes);
  request.sectors = request.lines = request.wavefronts = request.conflicts = 0;
  count_request(request);
  return request;
}

AccessFormula formula_of(const WarpRequest& request, const FormulaSource& source) {
  if (auto formula = formula_in_source(request, source)) return *formula;
  AccessFormula formula;
  formula.element_bytes = request.bytes;
  const auto bytes = static_cast<std::int64_t>(request.bytes);
  const WarpRequest::Run& first = request.addresses.front();
  const bool is_whole = first.lanes == record::kLanesOfWarp;
  const bool is_shared = request.space == WarpRequest::Space::shared;
  const std::int64_t begin =
      first.first - (is_shared ? static_cast<std::int64_t>(request.array_offset) : 0);
  if (begin < 0 || begin % bytes != 0 || first.step % bytes != 0) return formula;
  std::string index;
  if (is_whole) {
    index = first.step == 0 ? "" : product_text("lane", first.step / bytes);
  } else if (request.addresses.size() > 1) {
    formula.block_width = first.lanes;
    const std::int64_t row = request.addresses[1].first - first.first;
    if (row % bytes != 0) return formula;
    index = first.step == 0 ? "" : product_text("x", first.step / bytes);
    if (row != 0) index += (index.empty() ? "" : " + ") + product_text("y", row / bytes);
  }
  formula.index = index.empty() ? fmt::format("{}", begin / bytes) : sum_text(index, begin / bytes);
  if (!gives(formula, request, {})) {
    formula.index.clear();
    formula.block_width = kWidths.front();
  }
  return formula;
}

}  // namespace warpscope::viewer
