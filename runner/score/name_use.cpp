#include "runner/score/name_use.h"

#include <algorithm>
#include <cctype>
#include <optional>

#include "runner/score/score.h"

namespace warpscope::runner {
namespace {

struct Token {
  std::string text;
  std::uint32_t line = 0;
};

bool begins_name(char letter) {
  return std::isalpha(static_cast<unsigned char>(letter)) != 0 || letter == '_' || letter == '$' ||
         static_cast<unsigned char>(letter) >= 0x80;
}

bool is_of_name(char letter) {
  return begins_name(letter) || std::isdigit(static_cast<unsigned char>(letter)) != 0;
}

/// The text without the line ends that a backslash hides, and the line of each character.
struct Spliced {
  std::string text;
  std::vector<std::uint32_t> lines;
  explicit Spliced(std::string_view source) {
    std::uint32_t line = 1;
    for (std::size_t i = 0; i < source.size(); ++i) {
      if (source[i] == '\\' && hidden_end(source, i) > 0) {
        i += hidden_end(source, i);
        ++line;
        continue;
      }
      text += source[i];
      lines.push_back(line);
      if (source[i] == '\n') ++line;
    }
  }
  /// How many characters after a backslash end its line; 0 when it does not end there. GCC allows
  /// spaces between them.
  static std::size_t hidden_end(std::string_view source, std::size_t at) {
    auto end = at + 1;
    while (end < source.size() &&
           (source[end] == ' ' || source[end] == '\t' || source[end] == '\r'))
      ++end;
    return end < source.size() && source[end] == '\n' ? end - at : 0;
  }
};

class Scanner {
 public:
  explicit Scanner(std::string_view source) : source_(source), text_(source_.text) {}

  std::vector<Token> tokens, included;

  void scan() {
    while (at_ < text_.size()) step();
  }

 private:
  bool looking_at(std::string_view what) const { return text_.substr(at_).starts_with(what); }

  void skip_past(std::string_view end, std::size_t from) {
    const auto found = text_.find(end, from);
    at_ = found == std::string_view::npos ? text_.size() : found + end.size();
  }

  void add(std::size_t length) {
    tokens.push_back({std::string(text_.substr(at_, length)), source_.lines[at_]});
    at_ += length;
  }

  void step() {
    const char letter = text_[at_];
    if (looking_at("//")) {
      skip_past("\n", at_);
    } else if (looking_at("/*")) {
      skip_past("*/", at_ + 2);
    } else if (letter == '"') {
      skip_string('"');
    } else if (letter == '\'') {
      skip_string('\'');
    } else if (begins_name(letter)) {
      name();
    } else if (std::isdigit(static_cast<unsigned char>(letter)) != 0) {
      skip_number();
    } else if (looking_at("%:%:")) {
      add(4);
      tokens.back().text = "##";
    } else if (looking_at("##") || looking_at("::")) {
      add(2);
    } else if (letter == '#' || looking_at("%:")) {
      at_ += letter == '#' ? 1 : 2;
      directive();
    } else {
      if (std::isspace(static_cast<unsigned char>(letter)) == 0)
        add(1);
      else
        ++at_;
    }
  }

  /// 1'000 holds no character.
  void skip_number() {
    while (at_ < text_.size() &&
           (is_of_name(text_[at_]) || text_[at_] == '.' ||
            (text_[at_] == '\'' && at_ + 1 < text_.size() && is_of_name(text_[at_ + 1])))) {
      ++at_;
    }
  }

  void skip_string(char quote) {
    ++at_;
    while (at_ < text_.size() && text_[at_] != quote && text_[at_] != '\n') {
      at_ += text_[at_] == '\\' ? 2 : 1;
    }
    ++at_;
  }

  void name() {
    auto end = at_;
    while (end < text_.size() && is_of_name(text_[end])) ++end;
    const auto word = text_.substr(at_, end - at_);
    if (end < text_.size() && text_[end] == '"' && word.ends_with('R')) {
      at_ = end;
      skip_raw_string();
      return;
    }
    add(end - at_);
  }

  /// R"mark( … )mark"
  void skip_raw_string() {
    const auto open = text_.find('(', at_);
    if (open == std::string_view::npos) {
      at_ = text_.size();
      return;
    }
    const auto end = ")" + std::string(text_.substr(at_ + 1, open - at_ - 1)) + "\"";
    skip_past(end, open);
  }

  /// Behind '#': of an #include the name, which is no string.
  void directive() {
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\t')) ++at_;
    if (!looking_at("include")) return;
    at_ += std::string_view("include").size();
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\t')) ++at_;
    if (at_ >= text_.size() || (text_[at_] != '<' && text_[at_] != '"')) return;
    const char close = text_[at_] == '<' ? '>' : '"';
    const auto end = std::min(text_.find(close, at_ + 1), text_.find('\n', at_));
    if (end == std::string_view::npos) return;
    included.push_back({std::string(text_.substr(at_ + 1, end - at_ - 1)), source_.lines[at_]});
    at_ = end + 1;
  }

  Spliced source_;
  std::string_view text_;
  std::size_t at_ = 0;
};

std::vector<std::string> words_of(std::string_view name) {
  Scanner scanner(name);
  scanner.scan();
  std::vector<std::string> words;
  for (auto& token : scanner.tokens) words.push_back(std::move(token.text));
  return words;
}

}  // namespace

std::vector<NameUse> uses_of(std::string_view text, std::span<const std::string> names,
                             std::span<const std::string> headers) {
  Scanner scanner(text);
  scanner.scan();
  std::vector<NameUse> uses;
  for (const auto& name : names) {
    const auto words = words_of(name);
    const auto& tokens = scanner.tokens;
    const auto is_word = [](const Token& token, const std::string& word) {
      return token.text == word;
    };
    for (auto at = tokens.begin();; ++at) {
      at = std::search(at, tokens.end(), words.begin(), words.end(), is_word);
      if (at == tokens.end() || words.empty()) break;
      uses.push_back({name, at->line});
    }
  }
  for (const auto& token : scanner.tokens) {
    if (token.text == "##") uses.push_back({token.text, token.line});
  }
  for (const auto& file : scanner.included) {
    for (const auto& header : headers) {
      if (matches_glob(file.text, header)) uses.push_back({file.text, file.line});
    }
  }
  std::ranges::stable_sort(uses, {}, &NameUse::line);
  return uses;
}

}  // namespace warpscope::runner
