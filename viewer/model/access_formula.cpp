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
#include "presentation/markdown/lines.h"
#include "runner/findings/index_text.h"
#include "viewer/model/access_picture.h"
#include "viewer/model/source_names.h"

namespace warpscope::viewer {
namespace {

using markdown::trimmed;
using record::WarpRequest;

constexpr int kDeepestName = 8;            // a name that is defined by names
constexpr std::size_t kMostParts = 200;    // of names in one lane's index
constexpr std::size_t kMostOfText = 4000;  // of one lane's index and of what its names stand for
constexpr std::int64_t kFarthest = std::int64_t{1} << 40;
constexpr std::array<std::uint32_t, 8> kWidths{32, 16, 8, 4, 64, 128, 256, 512};

/// "threadIdx.x" as a name that a formula can have.
std::string without_dots(std::string_view text) {
  std::string result;
  for (std::size_t k = 0; k < text.size(); ++k) {
    const bool is_member = text[k] == '.' && k > 0 && runner::is_identifier(text[k - 1]) &&
                           std::isdigit(static_cast<unsigned char>(text[k - 1])) == 0;
    result += is_member ? '_' : text[k];
  }
  return result;
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

/// Formulas in one lane.
class Evaluator {
 public:
  Evaluator(const SourceNames& names, std::uint32_t block_width, std::uint32_t lane)
      : names_(names), width_(block_width), lane_(lane) {}

  std::int64_t value(std::string_view formula) { return value(formula, 0); }

 private:
  std::int64_t value(std::string_view formula, int depth) {
    text_ += formula.size();
    if (++parts_ > kMostParts || text_ > kMostOfText)
      throw std::runtime_error("The index has too many parts.");
    return figures::evaluate(without_dots(formula), [&](std::string_view name) {
      return std::optional(value_of(name, depth));
    });
  }

  std::int64_t value_of(std::string_view name, int depth) {
    if (depth < kDeepestName) {
      if (const auto* text = names_.definition(name)) return value(*text, depth + 1);
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

  const SourceNames& names_;
  std::int64_t width_, lane_;
  std::size_t parts_ = 0, text_ = 0;  ///< that were read
};

std::vector<std::int64_t> sizes_of(std::string_view shape, Evaluator& evaluator) {
  const auto parts = subscripts(shape);
  if (!parts) throw std::runtime_error("The array's shape is written as in C: [32][33].");
  std::vector<std::int64_t> sizes;
  for (const std::string& part : *parts) {
    sizes.push_back(evaluator.value(part));
    if (sizes.back() <= 0) throw std::runtime_error("An array's row has at least one element.");
  }
  return sizes;
}

std::int64_t element_of(const AccessFormula& formula, Evaluator& evaluator) {
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

WarpRequest request_by(const AccessFormula& formula, const WarpRequest& like,
                       const SourceNames& names) {
  const bool is_shared = like.space == WarpRequest::Space::shared;
  const bool is_atomic = like.kind == WarpRequest::Kind::atomic;
  if (is_atomic && formula.element_bytes < record::kLeastAtomicBytes)
    throw std::runtime_error(
        fmt::format("An atomic has elements of at least {} bytes.", record::kLeastAtomicBytes));
  WarpRequest request = like;
  // Lanes of an atomic that are merged ask for nothing, whatever the index is.
  if (!is_atomic) request.lanes = ~0U;
  const auto bytes = static_cast<std::int64_t>(formula.element_bytes);
  record::LaneAddresses addresses{};
  for (std::uint32_t lane = 0; lane < record::kLanesOfWarp; ++lane) {
    if ((request.lanes >> lane & 1U) == 0) continue;
    Evaluator evaluator(names, std::max(formula.block_width, 1U), lane);
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
  request.bytes = formula.element_bytes;
  request.block = request.warp = 0;
  request.addresses = record::runs_of(addresses, request.lanes);
  request.sectors = request.lines = request.wavefronts = request.conflicts = 0;
  count_request(request);
  return request;
}

bool gives(const AccessFormula& formula, const WarpRequest& request, const SourceNames& names) {
  try {
    return has_distances_of(request, addresses_of(request_by(formula, request, names)));
  } catch (const std::runtime_error&) {
    return false;
  }
}

/// "[32][33]" of "[32][kPitch]"; empty where it is no shape, or has a size that is not known.
std::string with_numbers(std::string_view shape, Evaluator evaluator) {
  const auto parts = subscripts(shape);
  std::string result;
  if (!parts) return result;
  try {
    for (const std::string& part : *parts) {
      if (part.empty()) return {};
      result += fmt::format("[{}]", evaluator.value(part));
    }
  } catch (const std::runtime_error&) {
    return {};
  }
  return result;
}

std::optional<AccessFormula> formula_in_source(const WarpRequest& request,
                                               const SourceNames& names) {
  AccessFormula formula;
  formula.element_bytes = request.bytes;
  const std::string_view shape = names.shared_shape(request.array);
  for (const std::string_view index : names.subscripts_in_line(request.array)) {
    formula.index = index;
    for (const std::uint32_t width : kWidths) {
      formula.block_width = width;
      formula.shape = with_numbers(shape, Evaluator(names, width, 0));
      if (gives(formula, request, names)) return formula;
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
  return request_by(formula, like, SourceNames(source.text, source.line));
}

AccessFormula formula_of(const WarpRequest& request, const FormulaSource& source) {
  if (auto formula = formula_in_source(request, SourceNames(source.text, source.line)))
    return *formula;
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
  if (!gives(formula, request, SourceNames({}, 0))) {
    formula.index.clear();
    formula.block_width = kWidths.front();
  }
  return formula;
}

}  // namespace warpscope::viewer
