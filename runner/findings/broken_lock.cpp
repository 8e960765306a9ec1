#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "findings/catalogue.h"
#include "runner/findings/index_text.h"
#include "runner/findings/rules.h"
#include "runner/findings/source_text.h"

namespace warpscope::runner {
namespace {

/// The races that a lock would have prevented.
constexpr std::array kRaces{"missing-syncwarp",   "missing-barrier",   "missing-trailing-barrier",
                            "conflicting-writes", "non-atomic-update", "race-between-blocks"};

bool is_number(std::string_view text) {
  const auto begin = text.find_first_not_of(' ');
  if (begin == std::string_view::npos) return false;
  text.remove_prefix(begin);
  text = text.substr(0, text.find_last_not_of(" uUlL") + 1);
  return !text.empty() && std::ranges::all_of(text, [](char c) {
    return std::isdigit(static_cast<unsigned char>(c)) != 0;
  });
}

bool is_zero(std::string_view number) {
  return is_number(number) && number.find_first_of("123456789") == std::string_view::npos;
}

/// The arguments of the first call of `function` in a line; empty when there is none that ends in
/// it.
std::vector<std::string_view> arguments_of(std::string_view line, std::string_view function) {
  line = line.substr(0, line.find("//"));
  const auto call = line.find(function);
  if (call == std::string_view::npos) return {};
  const auto open = call + function.size();
  if (open >= line.size() || line[open] != '(') return {};
  std::vector<std::string_view> arguments;
  int depth = 0;
  std::size_t begin = open + 1;
  for (std::size_t i = open; i < line.size(); ++i) {
    const char c = line[i];
    if (c == '(' || c == '[') ++depth;
    if (c == ')' || c == ']') --depth;
    if ((c == ',' && depth == 1) || depth == 0) {
      arguments.push_back(line.substr(begin, i - begin));
      begin = i + 1;
    }
    if (depth == 0) return arguments;
  }
  return {};
}

/// "if (atomicCAS(…) != 0)", or a call whose result goes nowhere.
bool is_tried_once(std::string_view line) {
  line.remove_prefix(std::min(line.find_first_not_of(' '), line.size()));
  const bool is_if = line.starts_with("if ") || line.starts_with("if(");
  if (is_if) return line.find("!=") != std::string_view::npos;
  line = line.substr(0, line.find("//"));
  line = line.substr(0, line.find_last_not_of(' ') + 1);
  return line.starts_with("atomicCAS") && line.ends_with(");");
}

/// The word of "&word[slot]".
std::string_view word_of(std::string_view argument) {
  const auto begin = argument.find_first_not_of(" &");
  return begin == std::string_view::npos ? std::string_view{} : argument.substr(begin);
}

/// The lines of a function's body that make a lock of a word: they swap and store plain numbers,
/// and wait for it or give it back. A word that is only set once marks what is done, and is no
/// lock.
struct Lock {
  std::uint32_t first_line = 0;  ///< of the function's text
  std::uint32_t taken = 0;       ///< the line with atomicCAS; 0: none
  std::uint32_t given_back = 0;  ///< the line where atomicExch stores a 0; 0: none
  std::uint32_t awaited = 0;     ///< the line with the while that waits for it; 0: none
  bool is_swapped = false;       ///< atomicCAS looks for another number than 0, and stores 0
  bool is_tried_once = false;    ///< no loop where it is taken, and nobody looks whether it was
};

/// Whether the line lies where the lock is held, or takes it or gives it back. A race elsewhere in
/// the function has another cause.
bool guards(const Lock& lock, std::uint32_t line) {
  const std::uint32_t begin = lock.taken != 0 ? lock.taken : lock.awaited;
  return line >= begin && (lock.given_back == 0 || line <= lock.given_back);
}

/// The lock in the function to which the line belongs; functions end with a line that begins with
/// '}'.
std::optional<Lock> lock_around(const record::RunRecord& record, const record::SourceLine& where) {
  const auto text_at = [&](std::uint32_t line) { return line_text(record, {where.file, line}); };
  Lock lock;
  lock.first_line = where.line;
  while (lock.first_line > 1 && !text_at(lock.first_line - 1).starts_with('}')) --lock.first_line;
  std::vector<std::pair<std::uint32_t, std::string>> waits;  // lines with a while
  std::string exchanged;                                     // the word that a while exchanges
  constexpr std::uint32_t kMostLines = 400;
  for (std::uint32_t line = lock.first_line; line < lock.first_line + kMostLines; ++line) {
    const std::string text = text_at(line);
    if (line >= where.line && text.starts_with('}')) break;
    const bool is_wait = text.find("while") < text.find("//");
    if (is_wait) waits.emplace_back(line, text);
    const auto swap = arguments_of(text, "atomicCAS");
    if (swap.size() == 3 && is_number(swap[1]) && is_number(swap[2])) {
      lock.taken = line;
      lock.is_swapped = !is_zero(swap[1]) && is_zero(swap[2]);
      lock.awaited = is_wait ? line : 0;
      lock.is_tried_once = is_tried_once(text);
    }
    const auto exchange = arguments_of(text, "atomicExch");
    // "while (atomicExch(&word, mine) …)" takes it, and another exchange of the word gives it back.
    if (exchange.size() == 2 && is_wait && text.find("atomicExch") > text.find("while")) {
      lock.taken = lock.awaited = line;
      exchanged = word_of(exchange[0]);
      continue;
    }
    const bool is_given_back =
        exchange.size() == 2 && !exchanged.empty() && word_of(exchange[0]) == exchanged;
    if (is_given_back) lock.given_back = line;
    if (exchange.size() != 2 || !is_zero(exchange[1])) continue;
    const auto word = word_of(exchange[0]);
    lock.given_back = line;
    const auto wait = std::ranges::find_if(
        waits, [&](const auto& one) { return one.second.find(word) != std::string::npos; });
    if (lock.awaited == 0 && wait != waits.end()) lock.awaited = wait->first;
  }
  const bool is_lock = lock.taken != 0 ? lock.awaited != 0 || lock.given_back != 0
                                       : lock.given_back != 0 && lock.awaited != 0;
  return is_lock ? std::optional(lock) : std::nullopt;
}

std::string what_is_wrong_with(const Lock& lock) {
  if (lock.is_swapped) {
    return fmt::format(
        "In line {} atomicCAS(word, compare, value) has its last two values exchanged: a free lock "
        "is 0, and whoever finds 0 makes it 1.",
        lock.taken);
  }
  if (lock.is_tried_once) {
    return fmt::format(
        "Line {} tries once, and goes on whether it got the lock or not: a while, not an if.",
        lock.taken);
  }
  if (lock.taken == 0) {
    return "Nobody takes the lock in one step: between a load that finds 0 and a store of 1 others "
           "find 0, too. atomicCAS() does both.";
  }
  if (lock.given_back == 0) {
    return "The lock is not given back by an atomic: atomicExch(), behind a __threadfence().";
  }
  return "Do all who change these words take the same lock? Is everything that it guards between "
         "taking it and giving it back, and a __threadfence() behind taking it and in front of "
         "giving it back?";
}

bool is_race(const record::Finding& finding) {
  return finding.where && finding.where->line != 0 &&
         std::ranges::find(kRaces, finding.id) != kRaces.end();
}

bool is_of_name(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

/// The name of the word at which "while (*word != 0)" looks, without its index.
std::string word_looked_at(std::string_view line) {
  const auto open = line.find("while");
  if (open == std::string_view::npos) return {};
  line = line.substr(open);
  line = line.substr(0, std::min(line.find("!="), line.find("==")));
  if (const auto index = line.find('['); index != std::string_view::npos)
    line = line.substr(0, index);
  const auto end = std::find_if(line.rbegin(), line.rend(), is_of_name).base();
  const auto begin = std::find_if_not(std::make_reverse_iterator(end), line.rend(), is_of_name);
  return {begin.base(), end};
}

/// Lines of a file from one at which a lock is taken by a look and a store, which the device has
/// named, to the last one of the function that stores to the word.
struct PlainLockLines {
  std::string file;
  std::uint32_t first = 0, last = 0;
};

std::vector<PlainLockLines> plain_locks(const record::RunRecord& record) {
  std::vector<PlainLockLines> locks;
  for (const auto& finding : record.findings) {
    if (finding.id != "broken-lock" || !finding.where) continue;
    const auto text_at = [&](std::uint32_t line) {
      return line_text(record, {finding.where->file, line});
    };
    const auto word = word_looked_at(text_at(finding.where->line));
    if (word.empty()) continue;
    PlainLockLines& lock =
        locks.emplace_back(finding.where->file, finding.where->line, finding.where->line);
    constexpr std::uint32_t kMostLinesBehind = 200;
    for (std::uint32_t line = lock.first; line < lock.first + kMostLinesBehind; ++line) {
      const std::string text = text_at(line);
      if (text.starts_with('}')) break;
      const auto at = text.find(word);
      if (at != std::string::npos && text.find(" = ", at) != std::string::npos) lock.last = line;
    }
  }
  return locks;
}

/// A lock's word that is read once is what is wrong with the lock: it is not said twice.
void drop_flags_of_locks(record::RunRecord& record) {
  std::set<std::pair<std::string, std::size_t>> functions;  ///< that have a broken lock
  const auto function_at =
      [&](const record::SourceLine& where) -> std::optional<std::pair<std::string, std::size_t>> {
    const auto found = line_in_source(record, where);
    if (!found) return std::nullopt;
    return std::pair(where.file, function_of(found->lines, found->at).first);
  };
  for (const record::Finding& finding : record.findings) {
    if (finding.id != "broken-lock" || !finding.where) continue;
    if (const auto function = function_at(*finding.where)) functions.insert(*function);
  }
  std::erase_if(record.findings, [&](const record::Finding& finding) {
    if (finding.id != "flag-read-once" || !finding.where) return false;
    const auto function = function_at(*finding.where);
    return function && functions.contains(*function);
  });
}

}  // namespace

void refine_broken_lock(record::RunRecord& record) {
  std::map<record::SourceLine, std::optional<Lock>> locks;  ///< by line
  std::set<std::pair<std::string, std::uint32_t>> named;    ///< functions
  const auto plain = plain_locks(record);
  std::erase_if(record.findings, [&](record::Finding& finding) {
    if (!is_race(finding)) return false;
    // Several threads have such a lock at once: the device has said why.
    const bool is_said = std::ranges::any_of(plain, [&](const PlainLockLines& of) {
      return of.file == finding.where->file && of.first <= finding.where->line &&
             finding.where->line <= of.last;
    });
    if (is_said) return true;
    const auto [found, is_new] = locks.try_emplace(*finding.where);
    if (is_new) found->second = lock_around(record, *finding.where);
    if (!found->second || !guards(*found->second, finding.where->line)) return false;
    // One lock that fails makes a race of each line that it should guard.
    if (!named.emplace(finding.where->file, found->second->first_line).second) return true;
    give_words(finding, "broken-lock");
    finding.hint = what_is_wrong_with(*found->second);
    if (found->second->taken != 0) finding.where->line = found->second->taken;
    return false;
  });
  drop_flags_of_locks(record);
}

}  // namespace warpscope::runner
