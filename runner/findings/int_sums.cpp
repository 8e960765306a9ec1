#include "runner/findings/int_sums.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "runner/findings/declared_types.h"
#include "runner/findings/index_text.h"
#include "runner/findings/source_text.h"

namespace warpscope::runner {
namespace {

using Part = std::span<const std::string_view>;

/// A statement goes on for so many lines.
constexpr std::size_t kMostLines = 3;

/// Index of the bracket that belongs to the one at `at`, or `tokens.size()`.
std::size_t partner(const Tokens& tokens, std::size_t at) {
  constexpr std::array<std::string_view, 2> kOpen{"(", "["}, kClose{")", "]"};
  const bool is_forward = is_one_of(tokens[at], kOpen);
  int depth = 0;
  for (std::size_t k = at; k < tokens.size(); is_forward ? ++k : --k) {
    if (is_one_of(tokens[k], kOpen)) ++depth;
    if (is_one_of(tokens[k], kClose)) --depth;
    if (depth == 0) return k;
  }
  return tokens.size();
}

/// Where a value that begins at `at` ends: at a comma, a semicolon or a bracket that it has not
/// opened.
std::size_t end_of_value(const Tokens& tokens, std::size_t at) {
  constexpr std::array<std::string_view, 5> kEnds{",", ";", ")", "]", "}"};
  while (at < tokens.size() && !is_one_of(tokens[at], kEnds)) {
    if (tokens[at] == "(" || tokens[at] == "[")
      at = std::min(partner(tokens, at), tokens.size() - 1);
    ++at;
  }
  return at;
}

/// What a statement adds to: `sum` of "sum += x", "sum = sum + x" and "++sum", `bins` of
/// "bins[i] += x" and "atomicAdd(&bins[i], x)".
struct AddedUp {
  std::string_view name;
  bool is_element = false;  ///< name[i], *name, or what a pointer that is called so points to
};

bool ends_operand(std::string_view token) {
  return is_identifier(token.front()) || token == ")" || token == "]";
}
/// `*` between two operands, not in front of a pointer; `&` the same.
bool is_binary(const Tokens& tokens, std::size_t at) {
  constexpr std::array<std::string_view, 2> kWords{"return", "else"};
  return at > 0 && ends_operand(tokens[at - 1]) && !is_one_of(tokens[at - 1], kWords);
}

/// What makes of a number one that looks like another: a product, a shift, bits.
bool mixes(const Tokens& tokens, std::size_t at) {
  constexpr std::array<std::string_view, 13> kMixes{
      "^", "%", "<<", ">>", "|", "~", "^=", "%=", "<<=", ">>=", "|=", "&=", "*="};
  return is_one_of(tokens[at], kMixes) ||
         ((tokens[at] == "*" || tokens[at] == "&") && is_binary(tokens, at));
}

/// A type, or a number as 5u.
bool is_of_unsigned(std::string_view token) {
  const bool is_literal = std::isdigit(static_cast<unsigned char>(token.front())) != 0;
  return token.starts_with("unsigned") || token.starts_with("uint") ||
         (is_literal && token.find_first_of("uU") != std::string_view::npos);
}

/// Its beginning: "sum", "s[i]", "*p", "(*p)" that ends in front of `end`; `end` where it is
/// something else, a member of a structure say.
std::size_t begin_of_place(const Tokens& tokens, std::size_t end) {
  if (end == 0) return end;
  std::size_t at = end - 1;
  if (tokens[at] == ")" && end >= 4 && tokens[end - 4] == "(" && tokens[end - 3] == "*" &&
      is_name(tokens[end - 2]))
    return end - 4;
  while (tokens[at] == "]") {
    const std::size_t open = partner(tokens, at);
    if (open >= tokens.size() || open == 0) return end;
    at = open - 1;
  }
  if (!is_name(tokens[at])) return end;
  if (at > 0 && (tokens[at - 1] == "." || tokens[at - 1] == "->" || tokens[at - 1] == "::"))
    return end;
  if (at > 0 && tokens[at - 1] == "*" && !is_binary(tokens, at - 1)) --at;
  return at;
}

AddedUp place_of(Part place) {
  const auto name = std::ranges::find_if(place, [](std::string_view t) { return is_name(t); });
  return {name == place.end() ? std::string_view() : *name, place.size() > 1};
}

struct Sum {
  AddedUp to;
  bool is_plain = false;  ///< what is added is not multiplied, shifted or masked
  Tokens added = {};      ///< names of what is added: variables, structures, functions
};

/// The name of a number, or of what has or gives one, and not of one that is only compared.
bool is_number(const Tokens& tokens, std::size_t at) {
  constexpr std::array<std::string_view, 5> kBehind{"<", ">", "==", "!", "::"};
  constexpr std::array<std::string_view, 7> kBefore{".", "->", "::", "<", ">", "==", "="};
  return is_name(tokens[at]) && (at + 1 == tokens.size() || !is_one_of(tokens[at + 1], kBehind)) &&
         (at == 0 || !is_one_of(tokens[at - 1], kBefore));
}

/// Of tokens [first, end), which are added to `to`.
Sum sum_of(const Tokens& tokens, std::size_t first, std::size_t end, const AddedUp& to) {
  Sum sum{to};
  bool is_exchanged = false, has_itself = false;
  std::size_t end_of_exchanged = end;
  for (std::size_t at = first; at < end; ++at) {
    if (tokens[at] == "[") {  // where it stands is another matter
      at = std::min(partner(tokens, at), end);
      continue;
    }
    if (mixes(tokens, at) || is_of_unsigned(tokens[at])) return sum;
    if (tokens[at].find("shfl") != std::string_view::npos) {
      is_exchanged = true;
      const bool has_mask = tokens[at].ends_with("_sync");
      at = has_mask ? end_of_value(tokens, std::min(at + 2, end)) : at + 1;
      end_of_exchanged = end_of_value(tokens, at + 1);
      continue;
    }
    if (at == end_of_exchanged && tokens[at] == ",") {  // from which lane
      at = end_of_value(tokens, at + 1);
      continue;
    }
    if (at + 2 < end && tokens[at + 1] == "." &&
        tokens[at + 2].find("shfl") != std::string_view::npos)
      continue;  // the group whose threads exchange
    has_itself = has_itself || (tokens[at] == to.name && !to.is_element);
    if (is_number(tokens, at)) sum.added.push_back(tokens[at]);
  }
  sum.is_plain = !has_itself || is_exchanged;
  return sum;
}

bool is_same(Part a, Part b) { return std::ranges::equal(a, b); }

/// "x = x + y", "x = y + x" with `=` at `at`.
std::optional<Sum> sum_of_assignment(const Tokens& tokens, std::size_t at) {
  const std::size_t begin = begin_of_place(tokens, at);
  if (begin == at) return std::nullopt;
  const Part place = Part(tokens).subspan(begin, at - begin);
  const std::size_t first = at + 1, end = end_of_value(tokens, first);
  if (end < first + place.size() + 2) return std::nullopt;
  const AddedUp to = place_of(place);
  if (is_same(Part(tokens).subspan(first, place.size()), place) &&
      tokens[first + place.size()] == "+")
    return sum_of(tokens, first + place.size() + 1, end, to);
  if (is_same(Part(tokens).subspan(end - place.size(), place.size()), place) &&
      tokens[end - place.size() - 1] == "+")
    return sum_of(tokens, first, end - place.size() - 1, to);
  return std::nullopt;
}

/// "atomicAdd(&x, y)", with the name at `at`.
Sum sum_of_atomic(const Tokens& tokens, std::size_t at) {
  const std::size_t open = at + 1;
  if (open >= tokens.size() || tokens[open] != "(") return {};
  const std::size_t end = end_of_value(tokens, open + 1);
  if (end >= tokens.size() || tokens[end] != ",") return {};
  const Part place = Part(tokens).subspan(open + 1, end - open - 1);
  if (place.empty()) return {};
  AddedUp to;
  if (place[0] == "&") {
    if (place.size() < 2 || begin_of_place(tokens, end) != open + 2) return {};
    to = place_of(place.subspan(1));
  } else if (is_name(place[0]) && (place.size() == 1 || place[1] == "+")) {
    to = {place[0], true};
  }
  return sum_of(tokens, end + 1, end_of_value(tokens, end + 1), to);
}

/// All that the tokens add to something; a name is empty where it is not clear what.
std::vector<Sum> sums_in(const Tokens& tokens) {
  std::vector<Sum> sums;
  for (std::size_t at = 0; at < tokens.size(); ++at) {
    if (tokens[at] == "+=") {
      const std::size_t begin = begin_of_place(tokens, at);
      const AddedUp to = place_of(Part(tokens).subspan(begin, at - begin));
      sums.push_back(sum_of(tokens, at + 1, end_of_value(tokens, at + 1), to));
    } else if (tokens[at] == "=") {
      if (const auto sum = sum_of_assignment(tokens, at)) sums.push_back(*sum);
    } else if (tokens[at] == "++") {
      const bool is_before = at + 1 < tokens.size() && is_name(tokens[at + 1]);
      const std::size_t end = is_before ? at + 2 : at;
      std::size_t begin = is_before ? at + 1 : begin_of_place(tokens, at);
      if (!is_before && begin < at && tokens[begin] == "*") ++begin;  // *p++ adds to the pointer
      sums.push_back({place_of(Part(tokens).subspan(begin, end - begin)), true});
    } else if (tokens[at].starts_with("atomicAdd")) {
      sums.push_back(sum_of_atomic(tokens, at));
    }
  }
  return sums;
}
/// The name stands for something that begins anew when it is full.
bool may_begin_anew(std::string_view name) {
  constexpr std::array<std::string_view, 28> kWords{
      "hash",  "check", "crc",   "cksum", "chk",   "seed",  "rand", "rng", "state", "digest",
      "key",   "mix",   "phase", "angle", "tick",  "lcg",   "wrap", "mod", "clock", "time",
      "token", "adler", "sign",  "stamp", "epoch", "noise", "salt", "xor"};
  std::string lower;
  for (const char c : name) lower += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return std::ranges::any_of(
      kWords, [&](std::string_view word) { return lower.find(word) != std::string::npos; });
}

/// A line does something else with the sum: it takes bits of it, multiplies it, makes it unsigned.
bool is_mixed_in(const Tokens& tokens, const AddedUp& sum) {
  for (std::size_t at = 0; at < tokens.size(); ++at) {
    if (tokens[at] != sum.name || declared_at(tokens, at)) continue;
    std::size_t behind = at + 1;
    while (behind < tokens.size() && tokens[behind] == "[")
      behind = std::min(partner(tokens, behind), tokens.size() - 1) + 1;
    if (behind < tokens.size() && mixes(tokens, behind)) return true;
    if (at == 0) continue;
    if (mixes(tokens, at - 1)) return true;
    if (at > 1 && (tokens[at - 1] == "(" || tokens[at - 1] == ")") &&
        (is_of_unsigned(tokens[at - 2]) || (at > 2 && is_of_unsigned(tokens[at - 3]))))
      return true;
  }
  return false;
}
/// What all declarations of the sum agree upon.
DeclaredType type_in(const FunctionSource& source, const AddedUp& sum) {
  std::optional<DeclaredType> type;
  for (const Declared& declared : declarations_of(source, sum.name, Outside::variables_of_device)) {
    const DeclaredType now = declared.is_pointer == sum.is_element ? declared.type
                             : declared.is_pointer                 ? DeclaredType::not_of_words
                                                                   : DeclaredType::unknown;
    type = type && *type != now ? DeclaredType::unknown : now;
  }
  return type.value_or(DeclaredType::unknown);
}

/// Functions that give an int, or what they are given.
bool is_known_as_int(std::string_view name) {
  constexpr std::array<std::string_view, 8> kFunctions{"min",   "max",    "abs",      "int",
                                                       "__ldg", "__popc", "__popcll", "__ffs"};
  return is_one_of(name, kFunctions);
}

/// A sum with unsigned numbers is made as they are, and so may one be of a type that is not known.
bool may_be_unsigned(const FunctionSource& source, std::string_view added) {
  const auto all = declarations_of(source, added, Outside::all);
  return all.empty() ? !is_known_as_int(added)
                     : std::ranges::find(all, DeclaredType::unknown, &Declared::type) != all.end();
}

/// Of the nearest line above that begins a function of the device; empty where none does.
std::string_view name_of_function(const FunctionSource& source) {
  for (std::size_t line = source.at + 1; line-- > source.first;) {
    const auto text = source.lines[line];
    if (!has_word(text, "__global__") && !has_word(text, "__device__")) continue;
    const Tokens tokens = tokens_of(text);
    for (std::size_t k = 1; k < tokens.size(); ++k)
      if (tokens[k] == "(" && is_name(tokens[k - 1])) return tokens[k - 1];
  }
  return {};
}

bool is_mixed(const FunctionSource& source, const AddedUp& sum) {
  for (std::size_t line = source.first; line < source.end; ++line)
    if (has_word(source.lines[line], sum.name) && is_mixed_in(tokens_of(source.lines[line]), sum))
      return true;
  return false;
}

}  // namespace

bool adds_up_in_int(const record::RunRecord& record, const record::Finding& finding) {
  const auto found = finding.where ? line_in_source(record, finding) : std::nullopt;
  if (!found) return false;
  const auto& [lines, at] = *found;
  const auto [first, function_end] = function_of(lines, at);
  const FunctionSource source{lines, at, first, std::min(function_end + 1, lines.size())};
  if (may_begin_anew(name_of_function(source))) return false;
  Tokens tokens;
  for (std::size_t line = at; line < std::min(at + kMostLines, source.end); ++line) {
    add_tokens(lines[line], tokens);
    if (lines[line].find(';') != std::string_view::npos) break;
  }
  bool is_any = false;
  for (const Sum& sum : sums_in(tokens)) {
    if (sum.to.name.empty()) return false;
    const DeclaredType type = type_in(source, sum.to);
    if (type == DeclaredType::not_of_words) continue;
    if (type != DeclaredType::of_int || !sum.is_plain || may_begin_anew(sum.to.name) ||
        is_mixed(source, sum.to) ||
        std::ranges::any_of(sum.added, [&](auto name) { return may_be_unsigned(source, name); }))
      return false;
    is_any = true;
  }
  return is_any;
}

}  // namespace warpscope::runner
