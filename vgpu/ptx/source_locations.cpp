#include "vgpu/ptx/source_locations.h"

#include <algorithm>

#include "vgpu/ptx/constant_expression.h"

namespace warpscope::ptx {
namespace {

constexpr std::uint64_t kLargestFileNumber = 65535;
constexpr std::uint64_t kLargestLine = 0xFFFFFFFF;
constexpr std::size_t kMostCallSites = 64;  // the outermost ones of a deeper chain are dropped

SourceLocation parse_place(ParseContext& context) {
  Lexer& lexer = context.lexer;
  const auto number = [&](std::uint64_t limit, std::string_view what) {
    const Token& token = lexer.peek();
    const auto value = token.kind == Token::Kind::number ? parse_literal(token.text) : std::nullopt;
    if (!value || value->is_floating || value->bits > limit) {
      lexer.fail_expected("A " + std::string(what) + " number");
    }
    lexer.next();
    return static_cast<std::uint32_t>(value->bits);
  };
  SourceLocation place;
  place.file = number(kLargestFileNumber, "file");
  place.line = number(kLargestLine, "line");
  place.column = number(kLargestLine, "column");
  context.last_file = std::max(context.last_file, place.file);
  return place;
}

}  // namespace

void SourceLocations::parse_loc(ParseContext& context) {
  Lexer& lexer = context.lexer;
  const SourceLocation place = parse_place(context);
  std::vector<SourceLocation> chain;
  while (lexer.accept(',')) {
    const std::string_view word = lexer.expect_identifier("'function_name' or 'inlined_at'");
    if (word == "function_name") {
      lexer.expect_identifier("A label of .debug_str");
      if (lexer.accept('+')) parse_count(lexer, kLargestLine, "An offset into .debug_str");
    } else if (word == "inlined_at") {
      chain = call_sites(place, parse_place(context));
    } else {
      lexer.fail("Unknown attribute " + quoted_text(word) + " of .loc.");
    }
  }
  const bool is_plain = chain.empty();
  if (is_plain && place == before_line_zero_.place) chain = before_line_zero_.inlined_at;
  before_line_zero_ = is_plain && place.line == 0 ? Inlined{location_, inlined_at_} : Inlined{};
  location_ = place;
  inlined_at_ = std::move(chain);
  if (inlined_at_.empty()) {
    inlined_at_of_.erase(place);
  } else {
    inlined_at_of_[place] = inlined_at_;
  }
}

std::vector<SourceLocation> SourceLocations::call_sites(const SourceLocation& here,
                                                        const SourceLocation& call_site) const {
  std::vector<SourceLocation> chain = {call_site};
  const auto outer = inlined_at_of_.find(call_site);
  if (outer == inlined_at_of_.end()) return chain;
  for (const SourceLocation& next : outer->second) {
    // A place that comes back (a function that was inlined into itself) would make the chain grow
    // with each .loc; what is further outwards stays.
    const bool is_repeated = next == here || std::ranges::find(chain, next) != chain.end();
    if (is_repeated) continue;
    if (chain.size() == kMostCallSites) break;
    chain.push_back(next);
  }
  return chain;
}

void SourceLocations::apply_to(Instruction& instruction) const {
  instruction.location = location_;
  instruction.inlined_at = inlined_at_;
}

}  // namespace warpscope::ptx
