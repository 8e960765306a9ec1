#include "runner/exercise/own_version.h"

#include <algorithm>
#include <cctype>
#include <map>
#include <vector>

#include "runner/exercise/code_shape.h"
#include "runner/exercise/hints.h"

namespace warpscope::runner {
namespace {

/// Of the language, or of the compiler.
bool is_reserved(std::string_view name) {
  constexpr std::string_view kWords[] = {"alignas", "decltype", "noexcept", "static_assert",
                                         "requires"};
  return name.starts_with("__") || std::ranges::find(kWords, name) != std::end(kWords);
}

bool is_white(char letter) { return std::isspace(static_cast<unsigned char>(letter)) != 0; }

/// The tokens of a text without comments. A line of the preprocessor is one token.
class Tokens {
 public:
  explicit Tokens(std::string_view text) : text_(text) {}

  std::vector<std::string> take() {
    bool is_line_begin = true;
    while (at_ < text_.size()) {
      if (skip_comment()) continue;
      const char letter = text_[at_];
      if (is_white(letter)) {
        is_line_begin = is_line_begin || letter == '\n';
        ++at_;
        continue;
      }
      if (letter == '#' && is_line_begin) {
        take_directive();
      } else {
        take_token(letter);
      }
      is_line_begin = false;
    }
    return std::move(tokens_);
  }

 private:
  bool skip_comment() {
    const auto rest = text_.substr(at_);
    if (!rest.starts_with("//") && !rest.starts_with("/*")) return false;
    const bool is_line = rest.starts_with("//");
    const auto end = rest.find(is_line ? "\n" : "*/", 2);
    at_ = end == std::string_view::npos ? text_.size() : at_ + end + (is_line ? 0 : 2);
    return true;
  }

  void take_directive() {
    std::string line;
    bool has_blank = false;
    while (at_ < text_.size() && text_[at_] != '\n') {
      if (skip_comment()) continue;
      if (text_.substr(at_).starts_with("\\\n")) {
        ++at_;
        has_blank = true;
      } else if (is_white(text_[at_])) {
        has_blank = true;
      } else {
        if (has_blank && !line.empty()) line += ' ';
        has_blank = false;
        line += text_[at_];
      }
      ++at_;
    }
    tokens_.push_back(std::move(line));
  }

  void take_token(char letter) {
    auto end = at_ + 1;
    if (letter == '"' || letter == '\'') {
      while (end < text_.size() && text_[end] != letter && text_[end] != '\n')
        end += text_[end] == '\\' ? 2 : 1;
      end = std::min(end + 1, text_.size());
    } else if (is_of_word(letter)) {
      const bool is_number = std::isdigit(static_cast<unsigned char>(letter)) != 0;
      const auto goes_on = [&] {
        if (end >= text_.size()) return false;
        // 1'000 is one number.
        const bool is_mark = is_number && text_[end] == '\'' && end + 1 < text_.size();
        return is_of_word(text_[is_mark ? end + 1 : end]);
      };
      while (goes_on()) ++end;
    }
    tokens_.emplace_back(text_.substr(at_, end - at_));
    at_ = end;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::vector<std::string> tokens_;
};

/// A definition or declaration outside of all others.
struct Piece {
  std::vector<std::string> tokens;
  std::set<std::string, std::less<>> names;  ///< that it defines, as far as its tokens tell
};

/// Takes tokens and hands out pieces. What a namespace or extern "C" encloses is outside, too.
class Splitter {
 public:
  std::vector<Piece> take(const std::vector<std::string>& tokens) {
    for (const auto& token : tokens) add(token);
    close();
    return std::move(pieces_);
  }

 private:
  void close() {
    if (piece_.tokens.empty()) return;
    name(piece_);
    pieces_.push_back(std::move(piece_));
    piece_ = {};
  }

  void add(const std::string& token) {
    if (token.size() > 1 && token.front() == '#' && depth_ == 0) {
      close();
      piece_.tokens.push_back(token);
      close();
      return;
    }
    if (depth_ == 0 && token == "{" && encloses()) {
      piece_ = {};
      return;
    }
    if (depth_ == 0 && token == "}") return;  // of such
    piece_.tokens.push_back(token);
    if (token == "{") ++depth_;
    if (token == "}") --depth_;
    if (depth_ > 0) return;
    // A body ends a function; a class goes on up to its ';'.
    const bool is_function = token == "}" && std::ranges::find(piece_.tokens, "(") <
                                                 std::ranges::find(piece_.tokens, "{");
    if (token == ";" || is_function) close();
  }

  bool encloses() const {
    const auto& tokens = piece_.tokens;
    if (tokens.empty()) return false;
    return tokens.front() == "namespace" ||
           (tokens.front() == "inline" && tokens.size() > 1 && tokens[1] == "namespace") ||
           (tokens.front() == "extern" && tokens.size() == 2 && tokens[1].front() == '"');
  }

  /// The names in front of '(', '=', ';', '{' and '[' outside of parentheses and bodies.
  static void name(Piece& piece) {
    const auto& tokens = piece.tokens;
    if (tokens.front().starts_with("#define ")) {
      const auto rest = std::string_view(tokens.front()).substr(sizeof("#define ") - 1);
      piece.names.emplace(rest.substr(0, rest.find_first_of(" (")));
      return;
    }
    int depth = 0;
    for (std::size_t i = 0; i + 1 < tokens.size(); ++i) {
      if (tokens[i] == "(" || tokens[i] == "{") ++depth;
      if (tokens[i] == ")" || tokens[i] == "}") --depth;
      constexpr std::string_view kEnds = "(=;{[";
      const auto& next = tokens[i + 1];
      const bool is_end = next.size() == 1 && kEnds.find(next[0]) != std::string_view::npos;
      if (depth == 0 && is_end && is_word(tokens[i]) && !is_reserved(tokens[i]))
        piece.names.insert(tokens[i]);
    }
  }

  std::vector<Piece> pieces_;
  Piece piece_;
  int depth_ = 0;
};

/// Calls `use` with each name in a token: a line of the preprocessor has several.
template <class Use>
void for_each_name(std::string_view token, Use&& use) {
  if (token.front() == '"' || token.front() == '\'') return;
  for (std::size_t at = 0; at < token.size();) {
    auto end = at;
    while (end < token.size() && is_of_word(token[end])) ++end;
    if (end > at) use(token.substr(at, end - at));
    at = std::max(end, at + 1);
  }
}

/// Text of names that stand outside of all functions: numbers for those that the pieces define.
class OuterNames {
 public:
  void add(const Piece& piece) { defined_.insert(piece.names.begin(), piece.names.end()); }

  std::string text_of(std::string_view name) {
    if (!defined_.contains(name)) return std::string(name);
    const auto next = numbers_.size() + 1;
    return "@" + std::to_string(numbers_.try_emplace(std::string(name), next).first->second);
  }

 private:
  std::set<std::string, std::less<>> defined_;
  std::map<std::string, std::size_t, std::less<>> numbers_;
};

/// A line of the preprocessor, with its names as `names` has them.
std::string directive(std::string_view line, OuterNames& names) {
  std::string text;
  for (std::size_t at = 0; at < line.size();) {
    auto end = at;
    while (end < line.size() && is_of_word(line[end])) ++end;
    text += end > at ? names.text_of(line.substr(at, end - at)) : std::string(1, line[at]);
    at = std::max(end, at + 1);
  }
  return text + ' ';
}

}  // namespace

std::string code_of(std::string_view text, std::string_view function) {
  const auto tokens = Tokens(text).take();
  const auto pieces = Splitter().take(tokens);
  std::multimap<std::string, std::size_t, std::less<>> defined;
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    for (const auto& name : pieces[i].names) defined.emplace(name, i);
  }
  std::set<std::size_t> reached;
  std::vector<std::size_t> next;
  const auto reach = [&](std::string_view name) {
    const auto [begin, end] = defined.equal_range(name);
    for (auto found = begin; found != end; ++found) {
      if (reached.insert(found->second).second) next.push_back(found->second);
    }
  };
  if (defined.contains(function)) {
    reach(function);
  } else {
    for (std::size_t i = 0; i < pieces.size(); ++i) reached.insert(i);
  }
  while (!next.empty()) {
    const auto& piece = pieces[next.back()];
    next.pop_back();
    for (const auto& token : piece.tokens) for_each_name(token, reach);
  }
  OuterNames names;
  for (const auto place : reached) names.add(pieces[place]);
  std::string code;
  for (const auto place : reached) {
    const auto& piece = pieces[place].tokens;
    code += piece.front().starts_with("#")
                ? directive(piece.front(), names)
                : with_numbers(without_idle(piece),
                               [&](std::string_view name) { return names.text_of(name); });
  }
  return code;
}

bool has_own_answer(const record::RunRecord& record, std::string_view task,
                    std::string_view starter) {
  using Kind = record::Outcome::Kind;
  if (record.outcome.kind == Kind::compile_error || record.outcome.kind == Kind::canceled ||
      record.outcome.kind == Kind::tool_error)
    return false;
  bool has_case = false;
  for (const auto& item : record.cases) {
    if (!task.empty() && item.task != task) continue;
    if (item.verdict != record::Case::Verdict::correct) return false;
    has_case = true;
  }
  std::string text;
  for (const auto& source : record.sources) text += source.text + "\n";
  return has_case && !text.empty() && code_of(text, task) != code_of(starter, task);
}

std::set<std::uint32_t> handout_tasks(const LabDescription& lab, std::string_view task) {
  std::set<std::uint32_t> numbers;
  for (const auto& check : lab.checks) {
    const bool is_its =
        check.task.empty() ? check.cases.starts_with(std::string(task) + "/") : check.task == task;
    const auto number = is_its ? handout_task(lab, check) : std::nullopt;
    if (number) numbers.insert(*number);
  }
  const auto place = std::ranges::find(lab.tasks, task);
  if (numbers.empty() && place != lab.tasks.end())
    numbers.insert(static_cast<std::uint32_t>(place - lab.tasks.begin() + 1));
  return numbers;
}

}  // namespace warpscope::runner
