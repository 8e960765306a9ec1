#include "runner/findings/declared_types.h"

#include <cctype>
#include <span>

#include "runner/findings/index_text.h"

namespace warpscope::runner {
namespace {

using Part = std::span<const std::string_view>;

bool is_word_of_type(std::string_view token) { return token == "::" || is_name(token); }

/// Of the words in front of a name: "const int", "long long", "std::size_t", "T".
DeclaredType type_of(Part words) {
  constexpr std::array<std::string_view, 19> kNone{
      "const",        "volatile", "static",       "extern",         "__shared__",
      "__device__",   "inline",   "constexpr",    "__managed__",    "register",
      "__restrict__", "std",      "__restrict",   "mutable",        "::",
      "__constant__", "__host__", "__noinline__", "__forceinline__"};
  constexpr std::array<std::string_view, 22> kOthers{
      "long",  "size_t",    "int64_t", "float", "double", "uint64_t", "int64",   "uint64",
      "short", "ptrdiff_t", "int8_t",  "char",  "bool",   "uint8_t",  "int16_t", "uint16_t",
      "int2",  "int3",      "int4",    "char4", "uchar4", "short4"};
  bool is_int = false, is_other = false, is_unknown = false;
  for (const auto word : words) {
    if (is_one_of(word, kNone)) continue;
    const bool of_int = word == "int" || word == "signed" || word == "int32_t";
    is_int = is_int || of_int;
    is_other = is_other || is_one_of(word, kOthers);
    is_unknown = is_unknown || (!of_int && !is_one_of(word, kOthers));
  }
  if (is_other) return DeclaredType::not_of_words;
  return is_int && !is_unknown ? DeclaredType::of_int : DeclaredType::unknown;
}

/// The words of a type that end in front of `end`, as an index of the first one.
std::size_t begin_of_type(const Tokens& tokens, std::size_t end) {
  while (end > 0 && is_word_of_type(tokens[end - 1])) --end;
  return end;
}

/// "auto [sum, n] = …" with a name at `at`.
bool is_part_of_another(const Tokens& tokens, std::size_t at) {
  while (at > 0 && tokens[at - 1] == "," && at > 1) at -= 2;
  if (at == 0 || tokens[at - 1] != "[") return false;
  for (--at; at > 0 && tokens[at - 1] == "&"; --at) {
  }
  return at > 0 && tokens[at - 1] == "auto";
}

bool is_at_margin(std::string_view line) {
  return !line.empty() && std::isspace(static_cast<unsigned char>(line.front())) == 0;
}

/// A function on one line, or its declaration, which function_of() may take for the next one's.
bool is_whole_function(std::string_view line) {
  const auto last = line.find_last_not_of(" \r");
  return is_at_margin(line) && line.find('(') != line.npos &&
         (line[last] == ';' || line[last] == '}');
}

/// Of a line that declares variables outside of functions: "__device__ int total;".
bool is_of_file(std::string_view line) {
  return is_at_margin(line) && line.find('(') == line.npos &&
         (has_word(line, "__device__") || has_word(line, "__shared__") ||
          has_word(line, "__managed__"));
}

/// Of a line that declares the name outside of functions, as a constant or a function say.
std::optional<Declared> declared_outside(std::string_view line, std::string_view name) {
  if (!is_at_margin(line) || !has_word(line, name)) return std::nullopt;
  const Tokens tokens = tokens_of(line);
  const auto at = static_cast<std::size_t>(std::ranges::find(tokens, name) - tokens.begin());
  // What a macro stands for is known of plain numbers.
  if (tokens[0] == "#") {
    const bool is_plain =
        at == 2 && tokens.size() == 4 &&
        std::ranges::all_of(tokens[3], [](unsigned char c) { return std::isdigit(c) != 0; });
    return Declared{is_plain ? DeclaredType::of_int : DeclaredType::unknown};
  }
  // Parameters of a function are its own.
  if (std::ranges::find(tokens.begin(), tokens.begin() + static_cast<std::ptrdiff_t>(at), "(") !=
      tokens.begin() + static_cast<std::ptrdiff_t>(at))
    return std::nullopt;
  return declared_at(tokens, at);
}

}  // namespace

void add_tokens(std::string_view line, Tokens& tokens) {
  constexpr std::array<std::string_view, 20> kLong{"<<=", ">>=", "->", "++", "--", "+=", "-=",
                                                   "*=",  "/=",  "%=", "&=", "|=", "^=", "<<",
                                                   ">>",  "&&",  "||", "==", "!=", "::"};
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

std::optional<Declared> declared_at(const Tokens& tokens, std::size_t at) {
  constexpr std::array<std::string_view, 7> kNoTypes{"return", "else",   "new",  "case",
                                                     "goto",   "delete", "throw"};
  constexpr std::array<std::string_view, 9> kBehind{"=", ";", ",", ")", "[", "{", ":", "(", ">"};
  if (is_part_of_another(tokens, at)) return Declared{};
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
    result.type = DeclaredType::of_int;
  return result;
}

std::vector<Declared> declarations_of(const FunctionSource& source, std::string_view name,
                                      Outside outside) {
  std::vector<Declared> found;
  const auto look = [&](std::string_view line) {
    if (!has_word(line, name)) return;
    const Tokens tokens = tokens_of(line);
    for (std::size_t at = 0; at < tokens.size(); ++at) {
      if (tokens[at] != name) continue;
      if (const auto declared = declared_at(tokens, at)) found.push_back(*declared);
    }
  };
  for (std::size_t line = source.first; line < source.end; ++line)
    if (line == source.at || !is_whole_function(source.lines[line])) look(source.lines[line]);
  if (!found.empty()) return found;
  for (const auto line : source.lines) {
    if (outside == Outside::variables_of_device) {
      if (is_of_file(line)) look(line);
    } else if (const auto declared = declared_outside(line, name)) {
      found.push_back(*declared);
    }
  }
  return found;
}

}  // namespace warpscope::runner
