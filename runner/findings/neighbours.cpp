#include "runner/findings/neighbours.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "runner/findings/index_text.h"

namespace warpscope::runner {
namespace {

/// A filter's neighbours, or the steps of a tree, stand so close together.
constexpr std::uint32_t kLinesAround = 6;

/// The k of "for (…; ++k)".
std::optional<std::string> counted_by_one(std::string_view line) {
  const auto loop = line.find("for ");
  const auto close = line.find("for(");
  const auto header = line.substr(std::min({loop, close, line.size()}));
  for (auto at = header.find("++"); at != std::string_view::npos; at = header.find("++", at + 2)) {
    std::size_t end = at + 2;
    while (end < header.size() && is_identifier(header[end])) ++end;
    if (end > at + 2) return std::string(header.substr(at + 2, end - at - 2));
    std::size_t begin = at;
    while (begin > 0 && is_identifier(header[begin - 1])) --begin;
    if (begin < at) return std::string(header.substr(begin, at - begin));
  }
  return std::nullopt;
}

/// Whether a statement of the line moves the name by one: "i++", "i += 1", "i = (i + 1) % n".
bool moves_by_one(std::string_view line, const std::string& name) {
  std::string text;
  for (const char c : line) {
    if (std::isspace(static_cast<unsigned char>(c)) == 0) text += c;
  }
  const auto begins = [&](const std::string& start) { return text.starts_with(start); };
  return begins(name + "++;") || begins("++" + name + ";") || begins(name + "--;") ||
         begins("--" + name + ";") || begins(name + "+=1;") || begins(name + "-=1;") ||
         begins(name + "=" + name + "+1;") || begins(name + "=" + name + "-1;") ||
         begins(name + "=(" + name + "+1)%");
}

bool differs_between_threads(const std::vector<Written>& ways) {
  return std::ranges::any_of(ways, [](const Written& way) {
    return std::ranges::any_of(way.access.terms, [](const std::string& term) {
      return term.find("threadIdx") != std::string::npos;
    });
  });
}

bool is_neighbour(const Access& one, const Access& other) {
  return !one.is_pointer && !other.is_pointer && !one.terms.empty() && one.array == other.array &&
         one.terms == other.terms && one.numbers != other.numbers;
}

/// True when a loop counts a term of the index up or down by one: its header stands in the lines
/// above `line`, or a statement of the function does it.
bool is_counted(const Access& access, const std::vector<std::string_view>& lines,
                std::size_t line) {
  for (std::size_t at = line - std::min<std::size_t>(line, kLinesAround); at <= line; ++at) {
    const auto counted = counted_by_one(lines[at]);
    if (!counted || !is_name(*counted)) continue;
    if (access.terms.contains('+' + *counted) || access.terms.contains('-' + *counted)) return true;
  }
  const auto [first, end] = function_of(lines, line);
  for (std::size_t at = first; at < end; ++at) {
    if (std::ranges::any_of(access.terms, [&](const std::string& term) {
          return is_name(std::string_view(term).substr(1)) &&
                 moves_by_one(lines[at], term.substr(1));
        }))
      return true;
  }
  return false;
}

}  // namespace

bool accesses_neighbours(std::string_view text, std::uint32_t line) {
  const auto lines = lines_of(text);
  if (line == 0 || line > lines.size()) return false;
  const std::size_t here = line - 1;
  const std::size_t first = here - std::min<std::size_t>(here, kLinesAround);
  const std::size_t end = std::min<std::size_t>(line + kLinesAround, lines.size());
  for (const Access& access : accesses_of(lines[here])) {
    const auto ways = ways_to_write(access, lines, here);
    const bool is_counted_up = std::ranges::any_of(
        ways, [&](const Written& way) { return is_counted(way.access, lines, way.line); });
    // The rows of an array that a loop goes through are the same for all threads.
    if (is_counted_up && (!access.is_pointer || differs_between_threads(ways))) return true;
    for (std::size_t at = first; at < end; ++at) {
      for (const Access& other : accesses_of(lines[at])) {
        for (const Written& theirs : ways_to_write(other, lines, at)) {
          if (std::ranges::any_of(ways, [&](const Written& ours) {
                return is_neighbour(ours.access, theirs.access);
              }))
            return true;
        }
      }
    }
  }
  return false;
}

bool is_in_rows(std::string_view text, std::uint32_t line) {
  const auto lines = lines_of(text);
  if (line == 0 || line > lines.size()) return false;
  const auto is_row = [](const std::string& term) {
    const auto star = term.find('*');
    return star != std::string::npos && term.find("blockDim") == std::string::npos &&
           term.find("gridDim") == std::string::npos &&
           std::isdigit(static_cast<unsigned char>(term[star + 1])) == 0;
  };
  for (const Access& access : accesses_of(lines[line - 1])) {
    for (const Written& way : ways_to_write(access, lines, line - 1)) {
      if (std::ranges::any_of(way.access.terms, is_row)) return true;
    }
  }
  return false;
}

namespace {

bool has_number_of(std::string_view term, std::string_view word) {
  return term.find(word) != std::string_view::npos;
}

/// Whether the text sets the name to a number that sectors of 8 elements divide.
bool is_whole_sectors(std::string_view text, std::string_view name) {
  constexpr unsigned kElementsOfSector = 8;
  for (const std::string_view line : lines_of(text)) {
    const auto at = line.find(std::string(name) + " = ");
    const bool is_name_itself =
        at != std::string_view::npos && (at == 0 || !is_identifier(line[at - 1]));
    if (!is_name_itself) continue;
    unsigned value = 0;
    const char* const begin = line.data() + at + name.size() + 3;
    std::from_chars(begin, line.data() + line.size(), value);
    return value != 0 && value % kElementsOfSector == 0;
  }
  return false;
}

/// "blockIdx.x*blockDim.x", or times a constant of whole sectors.
bool is_begin_of_block(std::string_view text, std::string_view term) {
  constexpr std::string_view kBlock = "blockIdx.x*";
  const auto star = term.find('*');
  if (star == std::string_view::npos || !has_number_of(term, "blockIdx.x")) return false;
  if (has_number_of(term, "blockDim.x")) return true;
  return term.starts_with(kBlock) && is_whole_sectors(text, term.substr(kBlock.size()));
}

bool is_of_rows(std::string_view term) {
  const auto star = term.find('*');
  return star != std::string_view::npos && !has_number_of(term, "threadIdx.x") &&
         !has_number_of(term, "blockIdx.x");
}

}  // namespace

bool begins_where_rows_do(std::string_view text, std::uint32_t line) {
  const auto lines = lines_of(text);
  if (line == 0 || line > lines.size()) return false;
  const auto accesses = accesses_of(lines[line - 1]);
  return !accesses.empty() && std::ranges::all_of(accesses, [&](const Access& access) {
    const Access last = ways_to_write(access, lines, line - 1).back().access;
    bool has_row = false;
    const bool is_known = std::ranges::all_of(last.terms, [&](const std::string& signed_term) {
      const auto term = std::string_view(signed_term).substr(1);
      if (term == "threadIdx.x" || is_begin_of_block(text, term)) return true;
      has_row = has_row || is_of_rows(term);
      return is_of_rows(term);
    });
    return !access.is_pointer && last.numbers.empty() && is_known && has_row;
  });
}

std::size_t separate_arrays(std::string_view text, std::uint32_t line) {
  const auto lines = lines_of(text);
  if (line == 0 || line > lines.size()) return 0;
  const auto written = lines[line - 1];
  if (written.find("->") != written.npos || written.find("].") != written.npos) return 0;
  std::map<std::string, Access> places;
  for (const Access& access : accesses_of(written)) {
    if (access.is_pointer) return 0;
    const auto [place, is_new] = places.try_emplace(access.array, access);
    const bool is_same =
        place->second.terms == access.terms && place->second.numbers == access.numbers;
    if (!is_new && !is_same) return 0;
  }
  return places.size();
}

}  // namespace warpscope::runner
