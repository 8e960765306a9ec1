#include "runner/findings/int_sums.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstddef>
#include <span>
#include <vector>

#include "runner/findings/index_text.h"
#include "runner/findings/source_text.h"

namespace warpscope::runner {
namespace {

using Tokens = std::vector<std::string_view>;
using Part = std::span<const std::string_view>;

/// A statement goes on for so many lines.
constexpr std::size_t kMostLines = 3;

template <std::size_t kCount>
bool is_one_of(std::string_view token, const std::array<std::string_view, kCount>& of) {
  return std::ranges::find(of, token) != of.end();
}

/// Names, numbers and operators. Line comments are gone already.
void add_tokens(std::string_view line, Tokens& tokens) {
  constexpr std::array<std::string_view, 19> kLong{"<<=", ">>=", "->", "++", "--", "+=", "-=",
                                                   "*=",  "/=",  "%=", "&=", "|=", "^=", "<<",
                                                   ">>",  "&&",  "||", "==", "::"};
  for (std::size_t at = 0; at < line.size();) {
    std::size_t end = at + 1;
    if (is_identifier(line[at])) {
      while (end < line.size() && is_identifier(line[end])) ++end;
    } else if (std::isspace(static_cast<unsigned char>(line[at])) != 0) {
      at = end;
      continue;
    } else {
      for (const auto text : kLong)
        if (end == at + 1 && line.substr(at).starts_with(text)) end = at + text.size();
    }
    tokens.push_back(line.substr(at, end - at));
    at = end;
  }
}

Tokens tokens_of(std::string_view line) {
  Tokens tokens;
  add_tokens(line, tokens);
  return tokens;
}

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

bool is_of_unsigned(std::string_view token) {
  return token.starts_with("unsigned") || token.starts_with("uint");
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
  return {name == place.end() ? std::string() : std::string(*name), place.size() > 1};
}

struct Sum {
  AddedUp to;
  bool is_plain = false;  ///< what is added is not multiplied, shifted or masked
};

/// Of what tokens [first, end) add to `to`.
bool is_plain(const Tokens& tokens, std::size_t first, std::size_t end, const AddedUp& to) {
  bool is_exchanged = false, has_itself = false;
  for (std::size_t at = first; at < end; ++at) {
    if (tokens[at] == "[") {  // where it stands is another matter
      at = std::min(partner(tokens, at), end);
      continue;
    }
    if (mixes(tokens, at) || is_of_unsigned(tokens[at])) return false;
    if (tokens[at].find("shfl") != std::string_view::npos) {
      is_exchanged = true;
      at = end_of_value(tokens, std::min(at + 2, end));  // behind its mask
      continue;
    }
    has_itself = has_itself || (tokens[at] == to.name && !to.is_element);
  }
  return !has_itself || is_exchanged;
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
    return Sum{to, is_plain(tokens, first + place.size() + 1, end, to)};
  if (is_same(Part(tokens).subspan(end - place.size(), place.size()), place) &&
      tokens[end - place.size() - 1] == "+")
    return Sum{to, is_plain(tokens, first, end - place.size() - 1, to)};
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
    to = {std::string(place[0]), true};
  }
  return {to, is_plain(tokens, end + 1, end_of_value(tokens, end + 1), to)};
}

/// All that the tokens add to something; a name is empty where it is not clear what.
std::vector<Sum> sums_in(const Tokens& tokens) {
  std::vector<Sum> sums;
  for (std::size_t at = 0; at < tokens.size(); ++at) {
    if (tokens[at] == "+=") {
      const std::size_t begin = begin_of_place(tokens, at);
      const AddedUp to = place_of(Part(tokens).subspan(begin, at - begin));
      sums.push_back({to, is_plain(tokens, at + 1, end_of_value(tokens, at + 1), to)});
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

enum class Type : std::uint8_t { unknown, of_int, not_of_words };

bool is_word_of_type(std::string_view token) { return token == "::" || is_name(token); }

/// Of the words in front of a name: "const int", "long long", "std::size_t", "T".
Type type_of(Part words) {
  constexpr std::array<std::string_view, 15> kNone{
      "const",        "volatile", "static",     "extern",      "__shared__",
      "__device__",   "inline",   "constexpr",  "__managed__", "register",
      "__restrict__", "std",      "__restrict", "mutable",     "::"};
  constexpr std::array<std::string_view, 9> kOthers{
      "long", "size_t", "int64_t", "float", "double", "uint64_t", "int64", "uint64", "ptrdiff_t"};
  bool is_int = false, is_other = false, is_unknown = false;
  for (const auto word : words) {
    if (is_one_of(word, kNone)) continue;
    const bool of_int = word == "int" || word == "signed" || word == "int32_t";
    is_int = is_int || of_int;
    is_other = is_other || is_one_of(word, kOthers);
    is_unknown = is_unknown || (!of_int && !is_one_of(word, kOthers));
  }
  if (is_other) return Type::not_of_words;
  return is_int && !is_unknown ? Type::of_int : Type::unknown;
}

struct Declared {
  Type type = Type::unknown;
  bool is_pointer = false;  ///< or an array
};

/// The words of a type that end in front of `end`, as an index of the first one.
std::size_t begin_of_type(const Tokens& tokens, std::size_t end) {
  while (end > 0 && is_word_of_type(tokens[end - 1])) --end;
  return end;
}

/// What the name at `at` is declared as; nothing where it is only used.
std::optional<Declared> declared_at(const Tokens& tokens, std::size_t at) {
  constexpr std::array<std::string_view, 7> kNoTypes{"return", "else",   "new",  "case",
                                                     "goto",   "delete", "throw"};
  constexpr std::array<std::string_view, 7> kBehind{"=", ";", ",", ")", "[", "{", ":"};
  if (at + 1 < tokens.size() && !is_one_of(tokens[at + 1], kBehind)) return std::nullopt;
  Declared result;
  result.is_pointer = at + 1 < tokens.size() && tokens[at + 1] == "[";
  std::size_t end = at;
  while (end > 0 && (tokens[end - 1] == "*" || tokens[end - 1] == "&" ||
                     tokens[end - 1] == "__restrict__" || tokens[end - 1] == "__restrict")) {
    result.is_pointer = result.is_pointer || tokens[end - 1] == "*";
    --end;
  }
  if (end == 0) return std::nullopt;
  std::size_t begin = begin_of_type(tokens, end);
  if (begin == end && tokens[end - 1] == ",") {
    // "int first = 0, sum = 0;": the type stands in front of the first name of the statement.
    begin = end;
    while (begin > 0 && tokens[begin - 1] != ";" && tokens[begin - 1] != "{" &&
           tokens[begin - 1] != "}" && tokens[begin - 1] != "(")
      --begin;
    end = begin;
    while (end < at && is_word_of_type(tokens[end])) ++end;
    if (end < begin + 2) return std::nullopt;
    if (begin > 0 && tokens[begin - 1] == "(" && (begin < 2 || tokens[begin - 2] != "for"))
      return std::nullopt;  // parameters have a type each
    --end;                  // the first name
  } else if (begin == end) {
    return std::nullopt;
  }
  const Part words = Part(tokens).subspan(begin, end - begin);
  if (is_one_of(words.front(), kNoTypes)) return std::nullopt;
  result.type = type_of(words);
  const bool is_auto = words.back() == "auto" && at + 3 < tokens.size() && tokens[at + 1] == "=" &&
                       tokens[at + 3] == ";";
  if (is_auto &&
      std::ranges::all_of(tokens[at + 2], [](unsigned char c) { return std::isdigit(c); }))
    result.type = Type::of_int;
  return result;
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

struct Source {
  const std::vector<std::string_view>& lines;
  std::size_t first = 0, end = 0;  ///< of the function
};

/// What all declarations of the sum in its function, or else in the file, agree upon.
Type type_in(const Source& source, const AddedUp& sum) {
  std::optional<Type> type;
  const auto look = [&](std::size_t first, std::size_t end, bool is_of_device) {
    for (std::size_t line = first; line < end; ++line) {
      if (!has_word(source.lines[line], sum.name)) continue;
      const Tokens tokens = tokens_of(source.lines[line]);
      const bool has_place = std::ranges::any_of(tokens, [](std::string_view token) {
        return token == "__device__" || token == "__shared__" || token == "__managed__";
      });
      for (std::size_t at = 0; at < tokens.size(); ++at) {
        if (tokens[at] != sum.name || (is_of_device && !has_place)) continue;
        const auto declared = declared_at(tokens, at);
        if (!declared) continue;
        const Type now = declared->is_pointer == sum.is_element ? declared->type
                         : declared->is_pointer                 ? Type::not_of_words
                                                                : Type::unknown;
        type = type && *type != now ? Type::unknown : now;
      }
    }
  };
  look(source.first, source.end, false);
  if (!type) look(0, source.lines.size(), true);
  return type.value_or(Type::unknown);
}

/// Of the nearest line above that begins a function of the device; empty where none does.
std::string_view name_of_function(const Source& source, std::size_t at) {
  for (std::size_t line = at + 1; line-- > source.first;) {
    const auto text = source.lines[line];
    if (!has_word(text, "__global__") && !has_word(text, "__device__")) continue;
    const Tokens tokens = tokens_of(text);
    for (std::size_t k = 1; k < tokens.size(); ++k)
      if (tokens[k] == "(" && is_name(tokens[k - 1])) return tokens[k - 1];
  }
  return {};
}

bool is_mixed(const Source& source, const AddedUp& sum) {
  for (std::size_t line = source.first; line < source.end; ++line)
    if (has_word(source.lines[line], sum.name) && is_mixed_in(tokens_of(source.lines[line]), sum))
      return true;
  return false;
}

}  // namespace

std::optional<AddedUp> added_up_in(std::string_view line) {
  const auto sums = sums_in(tokens_of(line));
  if (sums.size() != 1 || !sums.front().is_plain || sums.front().to.name.empty())
    return std::nullopt;
  return sums.front().to;
}

bool adds_up_in_int(const record::RunRecord& record, const record::Finding& finding) {
  const auto found = finding.where ? line_in_source(record, finding) : std::nullopt;
  if (!found) return false;
  const auto& [lines, at] = *found;
  const auto [first, function_end] = function_of(lines, at);
  const Source source{lines, first, std::min(function_end + 1, lines.size())};
  if (may_begin_anew(name_of_function(source, at))) return false;
  Tokens tokens;
  for (std::size_t line = at; line < std::min(at + kMostLines, source.end); ++line) {
    add_tokens(lines[line], tokens);
    if (lines[line].find(';') != std::string_view::npos) break;
  }
  bool is_any = false;
  for (const Sum& sum : sums_in(tokens)) {
    if (sum.to.name.empty()) return false;
    const Type type = type_in(source, sum.to);
    if (type == Type::not_of_words) continue;
    if (type != Type::of_int || !sum.is_plain || may_begin_anew(sum.to.name) ||
        is_mixed(source, sum.to))
      return false;
    is_any = true;
  }
  return is_any;
}

}  // namespace warpscope::runner
