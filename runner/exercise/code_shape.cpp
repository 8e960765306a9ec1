#include "runner/exercise/code_shape.h"

#include <algorithm>
#include <cctype>
#include <map>
#include <utility>

namespace warpscope::runner {

bool is_of_word(char letter) {
  return std::isalnum(static_cast<unsigned char>(letter)) != 0 || letter == '_' ||
         static_cast<unsigned char>(letter) >= 0x80;
}

bool is_word(std::string_view token) {
  return !token.empty() && is_of_word(token.front()) &&
         std::isdigit(static_cast<unsigned char>(token.front())) == 0;
}

namespace {

template <std::size_t N>
bool is_one_of(std::string_view token, const std::string_view (&all)[N]) {
  return std::ranges::find(all, token) != std::end(all);
}

constexpr std::string_view kTypes[] = {"auto", "bool",   "char", "double",   "float", "int",
                                       "long", "signed", "void", "unsigned", "short", "size_t"};
constexpr std::string_view kKeywords[] = {
    "alignas",  "break",  "case",   "class",    "const",   "constexpr", "continue", "default",
    "delete",   "do",     "else",   "enum",     "extern",  "false",     "for",      "goto",
    "if",       "inline", "new",    "noexcept", "nullptr", "operator",  "return",   "sizeof",
    "static",   "struct", "switch", "template", "this",    "throw",     "true",     "typedef",
    "typename", "using",  "union",  "volatile", "while",   "decltype",  "requires", "mutable"};
/// A word after these is none that is declared.
constexpr std::string_view kUses[] = {"return", "else", "case",   "goto",     "throw", "new",
                                      "delete", "do",   "sizeof", "operator", "if",    "while"};

bool is_keyword(std::string_view token) {
  return is_one_of(token, kKeywords) || is_one_of(token, kTypes);
}

bool begins_statement(const CodeTokens& before) {
  constexpr std::string_view kEnds[] = {";", "{", "}"};
  return before.empty() || is_one_of(before.back(), kEnds);
}

CodeTokens joined(const CodeTokens& tokens) {
  constexpr std::string_view kPairs[] = {"<<", ">>", "<=", ">=", "==", "!=", "&&",
                                         "||", "->", "::", "++", "--", "+=", "-=",
                                         "*=", "/=", "%=", "&=", "|=", "^="};
  CodeTokens all;
  for (const auto& token : tokens) {
    if (token == "const") continue;
    if (!all.empty() && token.size() == 1 && all.back().size() == 1 &&
        is_one_of(all.back() + token, kPairs)) {
      all.back() += token;
    } else {
      all.push_back(token);
    }
  }
  return all;
}

/// How strongly an operator binds; 0 for what only ends an expression, -1 where it is not known.
int strength(std::string_view token) {
  constexpr std::string_view kLevels[][8] = {{";", ")", "]", ",", "(", "[", "return", "="},
                                             {"?", ":"},
                                             {"||"},
                                             {"&&"},
                                             {"|"},
                                             {"^"},
                                             {"&"},
                                             {"==", "!="},
                                             {"<", "<=", ">="},
                                             {"<<"},
                                             {"+", "-"},
                                             {"/", "%"}};
  constexpr std::string_view kAssigns[] = {"+=", "-=", "*=", "/=", "%=", "&=", "|=", "^="};
  if (is_one_of(token, kAssigns)) return 0;
  if (token == "*") return static_cast<int>(std::size(kLevels)) - 1;
  for (std::size_t i = 0; i < std::size(kLevels); ++i) {
    if (!token.empty() && is_one_of(token, kLevels[i])) return static_cast<int>(i);
  }
  return -1;
}

constexpr int kStrongest = 100;

/// The weakest operator between two places, outside of inner parentheses; -1 where it is not told.
int weakest(const CodeTokens& tokens, std::size_t begin, std::size_t end) {
  int weakest = kStrongest, depth = 0;
  for (auto i = begin; i < end; ++i) {
    const auto& token = tokens[i];
    if (token == "{" || token == "}" || token == ";") return -1;
    if (token == ")" || token == "]") --depth;
    if (depth == 0 && token != "(" && token != "[" && token != ")" && token != "]") {
      const bool is_value = is_of_word(token.front()) || token.front() == '"' ||
                            token.front() == '\'' || token == "." || token == "->" || token == "::";
      const int found = is_value ? kStrongest : strength(token);
      if (found <= 0) return -1;
      weakest = std::min(weakest, found);
    }
    if (token == "(" || token == "[") ++depth;
  }
  return weakest;
}

std::size_t closing(const CodeTokens& tokens, std::size_t open) {
  int depth = 0;
  for (auto i = open; i < tokens.size(); ++i) {
    if (tokens[i] == "(") ++depth;
    if (tokens[i] == ")" && --depth == 0) return i;
  }
  return tokens.size();
}

/// Whether the parentheses from `open` to `close` can be left out.
bool binds_nothing(const CodeTokens& tokens, std::size_t open, std::size_t close) {
  if (open == 0 || close + 1 >= tokens.size() || close == open + 1) return false;
  const auto& before = tokens[open - 1];
  const auto& after = tokens[close + 1];
  // f((x)) is a call's parentheses and idle ones.
  const int left = begins_statement({before}) ? 0 : strength(before), right = strength(after);
  const bool is_call = (is_word(before) && before != "return") || before == ")" || before == "]";
  if (is_call || left < 0 || right < 0 || after == "(" || after == "[") return false;
  if (close == open + 2 && is_one_of(tokens[open + 1], kTypes)) return false;  // a cast
  // (T)*p and (T)-x may be casts.
  const bool may_be_cast = close == open + 2 && is_word(tokens[open + 1]) &&
                           (after == "*" || after == "&" || after == "-" || after == "+");
  if (may_be_cast && std::isupper(static_cast<unsigned char>(tokens[open + 1].front())) != 0)
    return false;
  const int inner = weakest(tokens, open + 1, close);
  return inner > left && inner >= right;
}

CodeTokens without_parentheses(CodeTokens tokens) {
  std::vector<bool> is_idle(tokens.size(), false);
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    if (tokens[i] != "(") continue;
    const auto close = closing(tokens, i);
    if (close < tokens.size() && binds_nothing(tokens, i, close))
      is_idle[i] = is_idle[close] = true;
  }
  CodeTokens kept;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    if (!is_idle[i]) kept.push_back(std::move(tokens[i]));
  }
  return kept;
}

/// The end of a statement that does nothing, from its begin; the begin where it does something.
std::size_t after_idle(const CodeTokens& tokens, std::size_t at) {
  const auto is = [&](std::size_t i, std::string_view text) {
    return i < tokens.size() && tokens[i] == text;
  };
  constexpr std::string_view kJumps[] = {"break", "continue", "return"};
  if (is(at, ";")) return at + 1;
  if (is(at, "{") && is(at + 1, "}")) return at + 2;
  const auto value = is(at, "(") && is(at + 1, "void") && is(at + 2, ")") ? at + 3 : at;
  const bool is_value = value < tokens.size() && is_of_word(tokens[value].front()) &&
                        !is_one_of(tokens[value], kJumps);
  if (is_value && is(value + 1, ";")) return value + 2;
  if (value != at && is(value, "(") && is(value + 2, ")") && is(value + 3, ";")) return value + 4;
  return value;  // (void)f() calls f
}

/// Whether the block from `open` has one plain statement, which needs no braces.
bool has_one_statement(const CodeTokens& tokens, std::size_t open) {
  constexpr std::string_view kInner[] = {"{", "if", "for", "while", "do", "switch"};
  for (auto i = open + 1; i + 1 < tokens.size() && tokens[i] != "}"; ++i) {
    if (is_one_of(tokens[i], kInner)) return false;
    if (tokens[i] == ";") return tokens[i + 1] == "}";
  }
  return false;
}

/// One pass; what is left may have more.
CodeTokens without_idle_statements(const CodeTokens& tokens) {
  CodeTokens kept;
  std::vector<bool> is_idle_block;
  int parentheses = 0;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    const auto& token = tokens[i];
    if (token == "(") ++parentheses;
    if (token == ")") --parentheses;
    const bool is_begin = parentheses <= (token == "(" ? 1 : 0) && begins_statement(kept);
    if (is_begin && !is_idle_block.empty()) {
      if (const auto end = after_idle(tokens, i); end > i) {
        if (token == "(") parentheses = 0;
        i = end - 1;
        continue;
      }
    }
    if (token == "{") {
      const bool needs_none =
          !kept.empty() && (kept.back() == ")" || kept.back() == "else" || kept.back() == "do") &&
          has_one_statement(tokens, i);
      is_idle_block.push_back(!is_idle_block.empty() && (is_begin || needs_none));
      if (is_idle_block.back()) continue;
    }
    if (token == "}" && !is_idle_block.empty()) {
      const bool is_idle = is_idle_block.back();
      is_idle_block.pop_back();
      if (is_idle) continue;
    }
    kept.push_back(token);
  }
  return kept;
}

/// Walks through a piece and numbers what it declares.
class Numbers {
 public:
  Numbers(const CodeTokens& tokens, const std::function<std::string(std::string_view)>& outer)
      : tokens_(tokens), outer_(outer) {}

  std::string take() {
    for (at_ = 0; at_ < tokens_.size(); ++at_) {
      const auto& token = tokens_[at_];
      follow(token);
      text_ += (is_word(token) ? name(token) : token) + ' ';
    }
    return std::move(text_);
  }

 private:
  std::string_view token(std::size_t back) const {
    return at_ < back ? std::string_view() : std::string_view(tokens_[at_ - back]);
  }
  std::string_view next() const {
    return at_ + 1 < tokens_.size() ? std::string_view(tokens_[at_ + 1]) : std::string_view();
  }

  void follow(const std::string& token) {
    if (token == "{") scopes_.emplace_back();
    if (token == "}" && scopes_.size() > 1) scopes_.pop_back();
    if (token == "(" || token == "[") ++depth_;
    if (token == ")" || token == "]") --depth_;
    if (token == ";" || token == "{" || token == "}") declares_at_ = kNowhere;
  }

  std::string name(const std::string& word) {
    if (is_keyword(word) || word.starts_with("__")) return word;
    const auto before = token(1);
    if (before == "." || before == "->" || before == "::") return word;
    const bool is_outermost = scopes_.size() == 1 && depth_ == 0;
    if (is_outermost ? is_template_parameter() : is_declared_here()) {
      if (before != ",") declares_at_ = depth_;
      scopes_.back()[word] = ++count_;
    }
    for (auto scope = scopes_.rbegin(); scope != scopes_.rend(); ++scope) {
      if (const auto found = scope->find(word); found != scope->end())
        return "$" + std::to_string(found->second);
    }
    return outer_(word);
  }

  bool is_template_parameter() const {
    return (next() == ">" || next() == ",") && is_word(token(1));
  }

  bool is_declared_here() const {
    constexpr std::string_view kAfter[] = {"=", ";", ",", ")", "[", "{", "(", ":"};
    const auto before = token(1);
    const bool is_signature = scopes_.size() == 1;
    if (!is_one_of(next(), kAfter)) return false;
    if (before == "," && depth_ == declares_at_) return next() != ")" && next() != "(";
    if (is_word(before)) return !is_one_of(before, kUses);
    if (before == ">") return is_signature || next() == "=" || next() == "{";
    std::size_t back = 1;
    while (token(back) == "*" || token(back) == "&" || token(back) == "&&") ++back;
    if (back == 1 || !(is_word(token(back)) || token(back) == ">")) return false;
    const auto type = token(back);
    constexpr std::string_view kBegins[] = {";", "{", "}"};
    return is_signature || is_one_of(type, kTypes) || type.ends_with("_t") ||
           is_one_of(token(back + 1), kBegins);
  }

  static constexpr int kNowhere = -1;

  const CodeTokens& tokens_;
  const std::function<std::string(std::string_view)>& outer_;
  std::vector<std::map<std::string, int, std::less<>>> scopes_{1};
  std::string text_;
  std::size_t at_ = 0;
  int depth_ = 0, declares_at_ = kNowhere, count_ = 0;
};

}  // namespace

CodeTokens without_idle(const CodeTokens& tokens) {
  auto kept = joined(tokens);
  for (auto size = kept.size() + 1; kept.size() < size;) {
    size = kept.size();
    kept = without_idle_statements(without_parentheses(std::move(kept)));
  }
  return kept;
}

std::string with_numbers(const CodeTokens& tokens,
                         const std::function<std::string(std::string_view name)>& outer) {
  return Numbers(tokens, outer).take();
}

}  // namespace warpscope::runner
