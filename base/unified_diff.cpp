#include "base/unified_diff.h"

#include <algorithm>
#include <regex>
#include <stdexcept>

namespace warpscope {
namespace {

std::vector<std::string> lines_of(std::string_view text) {
  std::vector<std::string> lines;
  while (!text.empty()) {
    const auto end = std::min(text.find('\n'), text.size());
    lines.emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

class Reader {
 public:
  Reader(std::string_view text, const std::string& name) : lines_(lines_of(text)), name_(name) {}

  UnifiedDiff read() {
    UnifiedDiff diff;
    while (at_ < lines_.size() && !lines_[at_].starts_with("--- ")) {
      diff.header.push_back(lines_[at_++]);
    }
    static const std::regex kBase("--- a/([^/ \t]+)");
    std::smatch match;
    if (at_ == lines_.size() || !std::regex_match(lines_[at_], match, kBase)) {
      fail("there must be a line \"--- a/BASE\", with a file of the lab's folder as BASE");
    }
    diff.base = match[1];
    if (++at_ == lines_.size() || lines_[at_] != "+++ b/exercise.cu") {
      fail("the line after \"---\" must be \"+++ b/exercise.cu\"");
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

  static std::size_t count_of(const std::ssub_match& match) {
    return match.matched ? std::stoul(match.str()) : 1;
  }

  Hunk read_hunk() {
    static const std::regex kHead(
        "@@ -([0-9]{1,6})(?:,([0-9]{1,6}))? \\+([0-9]{1,6})(?:,([0-9]{1,6}))? @@.*");
    std::smatch match;
    if (!std::regex_match(lines_[at_], match, kHead)) {
      fail("a hunk must begin with \"@@ -LINE,COUNT +LINE,COUNT @@\"");
    }
    const std::size_t before = count_of(match[2]), after = count_of(match[4]);
    Hunk hunk;
    // Lines put in without any context are placed behind the line that is named.
    hunk.first_line = std::stoul(match[1]) + (before == 0 ? 1 : 0);
    if (hunk.first_line == 0) fail("lines are counted from 1");
    for (++at_; hunk.before.size() < before || hunk.after.size() < after; ++at_) {
      if (at_ == lines_.size()) fail("the hunk ends before the lines that its head counts");
      add_line(lines_[at_], hunk);
    }
    if (hunk.before.size() != before || hunk.after.size() != after) {
      --at_;
      fail("the hunk has more lines than its head counts");
    }
    return hunk;
  }

  void add_line(const std::string& line, Hunk& hunk) const {
    // Editors take the blank from an empty line of context.
    const char kind = line.empty() ? ' ' : line.front();
    const std::string text = line.empty() ? line : line.substr(1);
    if (kind != ' ' && kind != '-' && kind != '+') {
      fail("a line of a hunk must begin with a blank, '-' or '+'");
    }
    if (kind != '+') hunk.before.push_back(text);
    if (kind != '-') hunk.after.push_back(text);
  }

  std::vector<std::string> lines_;
  const std::string& name_;
  std::size_t at_ = 0;
};

}  // namespace

UnifiedDiff parse_diff(std::string_view text, const std::string& name) {
  return Reader(text, name).read();
}

std::string apply(const UnifiedDiff& diff, std::string_view base, const std::string& name) {
  const auto lines = lines_of(base);
  std::string result;
  std::size_t next = 0;  // of `lines`, not yet in the result
  for (std::size_t i = 0; i < diff.hunks.size(); ++i) {
    const Hunk& hunk = diff.hunks[i];
    const auto fail = [&](std::size_t line, const std::string& expected) {
      throw std::runtime_error(
          name + ": hunk " + std::to_string(i + 1) + " does not fit " + diff.base + ": line " +
          std::to_string(line) + " is " +
          (line <= lines.size() ? "\"" + lines[line - 1] + "\"" : "behind the end") +
          ", the diff expects \"" + expected + "\". Make the diff anew.");
    };
    const std::size_t first = hunk.first_line - 1;
    if (first < next || first > lines.size())
      fail(hunk.first_line, hunk.before.empty() ? "" : hunk.before.front());
    for (std::size_t k = 0; k < hunk.before.size(); ++k) {
      if (first + k >= lines.size() || lines[first + k] != hunk.before[k])
        fail(first + k + 1, hunk.before[k]);
    }
    for (; next < first; ++next) result += lines[next] + '\n';
    for (const auto& line : hunk.after) result += line + '\n';
    next = first + hunk.before.size();
  }
  for (; next < lines.size(); ++next) result += lines[next] + '\n';
  return result;
}

}  // namespace warpscope
