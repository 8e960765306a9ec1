#include "base/unified_diff.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <stdexcept>

namespace warpscope {
namespace {

constexpr std::size_t kMostDigits = 6;
constexpr std::size_t kQuotedBytes = 120;

std::vector<std::string> lines_of(std::string_view text) {
  std::vector<std::string> lines;
  while (!text.empty()) {
    const auto end = std::min(text.find('\n'), text.size());
    lines.emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

/// For a sentence: of a long line its beginning.
std::string in_quotes(const std::string& line) {
  if (line.size() <= kQuotedBytes) return '"' + line + '"';
  return '"' + line.substr(0, kQuotedBytes) + "\" and more";
}

/// Takes what is expected from the front of a text; each says whether it was there.
class Front {
 public:
  explicit Front(std::string_view text) : text_(text) {}
  bool take(std::string_view words) {
    if (!text_.starts_with(words)) return false;
    text_.remove_prefix(words.size());
    return true;
  }
  bool take(std::size_t& number) {
    const auto digits =
        std::min(text_.find_first_not_of("0123456789"), std::min(text_.size(), kMostDigits));
    const auto read = std::from_chars(text_.data(), text_.data() + digits, number);
    text_.remove_prefix(digits);
    return read.ec == std::errc();
  }
  std::string_view rest() const { return text_; }

 private:
  std::string_view text_;
};

/// "@@ -LINE,COUNT +LINE,COUNT @@"; ",COUNT" may be left out for 1.
struct HunkHead {
  std::size_t line_before = 0, count_before = 1, line_after = 0, count_after = 1;
};

std::optional<HunkHead> read_head(std::string_view line) {
  HunkHead head;
  Front front(line);
  const auto take_range = [&](std::string_view sign, std::size_t& first, std::size_t& count) {
    return front.take(sign) && front.take(first) && (!front.take(",") || front.take(count));
  };
  const bool is_head = take_range("@@ -", head.line_before, head.count_before) &&
                       take_range(" +", head.line_after, head.count_after) && front.take(" @@");
  return is_head ? std::optional(head) : std::nullopt;
}

class Reader {
 public:
  Reader(std::string_view text, const std::string& name, std::string_view result)
      : lines_(lines_of(text)), name_(name), result_(result) {}

  UnifiedDiff read() {
    UnifiedDiff diff;
    while (at_ < lines_.size() && !lines_[at_].starts_with("--- ")) {
      diff.header.push_back(lines_[at_++]);
    }
    Front base(at_ < lines_.size() ? std::string_view(lines_[at_]) : std::string_view());
    const bool has_base = base.take("--- a/") && !base.rest().empty();
    if (!has_base || base.rest().find_first_of("/ \t") != std::string_view::npos) {
      fail("there must be a line \"--- a/BASE\", with a file of the lab's folder as BASE");
    }
    diff.base = base.rest();
    if (++at_ == lines_.size() || lines_[at_] != "+++ b/" + result_) {
      fail("the line after \"---\" must be \"+++ b/" + result_ + "\"");
    }
    ++at_;
    while (at_ < lines_.size()) diff.hunks.push_back(read_hunk());
    if (diff.hunks.empty()) fail("there is no hunk");
    return diff;
  }

 private:
  [[noreturn]] void fail(const std::string& reason) const {
    throw std::runtime_error(name_ + ":" + std::to_string(at_ + 1) + ": " + reason + ".");
  }

  Hunk read_hunk() {
    const auto head = read_head(lines_[at_]);
    if (!head) fail("a hunk must begin with \"@@ -LINE,COUNT +LINE,COUNT @@\"");
    Hunk hunk;
    hunk.diff_line = at_ + 1;
    // Lines put in without any context are placed behind the line that is named.
    hunk.first_line = head->line_before + (head->count_before == 0 ? 1 : 0);
    hunk.first_line_after = head->line_after + (head->count_after == 0 ? 1 : 0);
    if (hunk.first_line == 0 || hunk.first_line_after == 0) fail("lines are counted from 1");
    for (++at_; hunk.before.size() < head->count_before || hunk.after.size() < head->count_after;
         ++at_) {
      if (at_ == lines_.size()) fail("the hunk ends before the lines that its head counts");
      add_line(lines_[at_], hunk);
    }
    if (hunk.before.size() != head->count_before || hunk.after.size() != head->count_after) {
      --at_;
      fail("the hunk has more lines than its head counts");
    }
    if (hunk.before == hunk.after) fail("the hunk that ends here changes nothing");
    return hunk;
  }

  void add_line(const std::string& line, Hunk& hunk) const {
    // Editors take the blank from an empty line of context.
    const char kind = line.empty() ? ' ' : line.front();
    const std::string text = line.empty() ? line : line.substr(1);
    if (kind == '\\') fail("the last line of both files must end with a line break");
    if (kind != ' ' && kind != '-' && kind != '+') {
      fail("a line of a hunk must begin with a blank, '-' or '+'");
    }
    if (kind != '+') hunk.before.push_back(text);
    if (kind != '-') hunk.after.push_back(text);
  }

  std::vector<std::string> lines_;
  const std::string& name_;
  const std::string result_;
  std::size_t at_ = 0;
};

/// The result as far as it is made.
class Application {
 public:
  Application(const UnifiedDiff& diff, std::string_view base, const std::string& name)
      : diff_(diff), name_(name), lines_(lines_of(base)) {}

  std::string result(bool ends_with_line_break) {
    for (std::size_t i = 0; i < diff_.hunks.size(); ++i) apply_hunk(i);
    const bool is_end_of_base = next_ < lines_.size();
    while (next_ < lines_.size()) put(lines_[next_++]);
    if (is_end_of_base && !ends_with_line_break) result_.pop_back();
    return std::move(result_);
  }

 private:
  void put(const std::string& line) {
    result_ += line + '\n';
    ++made_;
  }

  [[noreturn]] void fail(std::size_t index, const std::string& reason) const {
    throw std::runtime_error(name_ + ":" + std::to_string(diff_.hunks[index].diff_line) +
                             ": hunk " + std::to_string(index + 1) + " does not fit " + diff_.base +
                             ": " + reason + ". Make the diff anew.");
  }

  void apply_hunk(std::size_t index) {
    const Hunk& hunk = diff_.hunks[index];
    const std::size_t first = hunk.first_line - 1;
    if (first < next_) fail(index, "it begins before the end of the one before");
    for (std::size_t k = 0; k < hunk.before.size(); ++k) {
      const auto line = first + k;
      if (line < lines_.size() && lines_[line] == hunk.before[k]) continue;
      fail(index, "line " + std::to_string(line + 1) + " is " +
                      (line < lines_.size() ? in_quotes(lines_[line]) : "behind the end") +
                      ", the diff expects " + in_quotes(hunk.before[k]));
    }
    if (first > lines_.size()) fail(index, "line " + std::to_string(first) + " is behind the end");
    while (next_ < first) put(lines_[next_++]);
    if (made_ + 1 != hunk.first_line_after) {
      fail(index, "in the result it begins at line " + std::to_string(made_ + 1) +
                      ", its head says " + std::to_string(hunk.first_line_after));
    }
    for (const auto& line : hunk.after) put(line);
    next_ = first + hunk.before.size();
  }

  const UnifiedDiff& diff_;
  const std::string& name_;
  std::vector<std::string> lines_;
  std::string result_;
  std::size_t next_ = 0;  ///< of `lines_`, not yet in the result
  std::size_t made_ = 0;  ///< lines of the result
};

}  // namespace

UnifiedDiff parse_diff(std::string_view text, const std::string& name, std::string_view result) {
  return Reader(text, name, result).read();
}

std::string apply(const UnifiedDiff& diff, std::string_view base, const std::string& name) {
  return Application(diff, base, name).result(base.ends_with('\n'));
}

}  // namespace warpscope
