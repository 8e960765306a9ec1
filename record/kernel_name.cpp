#include "record/kernel_name.h"

#include <algorithm>
#include <vector>

namespace warpscope::record {
namespace {

constexpr std::string_view kEllipsis = "\u2026";

bool opens(char c) { return c == '<' || c == '(' || c == '[' || c == '{'; }
bool closes(char c) { return c == '>' || c == ')' || c == ']' || c == '}'; }
bool begins_character(char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }

std::size_t characters(std::string_view text) {
  return static_cast<std::size_t>(std::ranges::count_if(text, begins_character));
}

/// The parameter list is the last group of round brackets; a template argument may hold some too.
std::string_view without_parameters(std::string_view name) {
  if (name.empty() || name.back() != ')') return name;
  int depth = 0;
  for (std::size_t i = name.size(); i-- > 0;) {
    if (name[i] == ')') ++depth;
    if (name[i] == '(' && --depth == 0) return i == 0 ? name : name.substr(0, i);
  }
  return name;
}

/// A return type stands before the name of a template's instance, separated by the first space that
/// is in no brackets.
std::string_view without_return_type(std::string_view name) {
  int depth = 0;
  for (std::size_t i = 0; i + 1 < name.size(); ++i) {
    if (opens(name[i])) ++depth;
    if (closes(name[i])) --depth;
    if (name[i] == ' ' && depth == 0) return name.substr(i + 1);
  }
  return name;
}

/// "a::b<c::d>::e" → "e", also within template arguments.
std::string without_namespaces(std::string_view name) {
  std::string result;
  std::size_t begin = 0;           // of the present name, in the result
  std::vector<std::size_t> outer;  // the same of the names around
  for (std::size_t i = 0; i < name.size(); ++i) {
    const char c = name[i];
    if (name.substr(i).starts_with("::")) {
      result.resize(begin);
      ++i;
      continue;
    }
    if (closes(c) && !outer.empty()) {
      begin = outer.back();
      outer.pop_back();
    }
    result += c;
    if (opens(c)) outer.push_back(begin);
    if (opens(c) || c == ',' || c == ' ' || c == '*' || c == '&') begin = result.size();
  }
  return result;
}

/// "f<a<b>, c>" → "f<a<…>, c>".
std::string without_inner_arguments(std::string_view name) {
  std::string result;
  int depth = 0;
  for (const char c : name) {
    if (closes(c)) --depth;
    if (depth < 2) result += c;
    if (opens(c) && ++depth == 2) result += kEllipsis;
  }
  return result;
}

std::string cut(const std::string& name, std::size_t most_characters) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < name.size(); ++i) {
    if (begins_character(name[i]) && count++ + 1 == most_characters) {
      return name.substr(0, i).append(kEllipsis);
    }
  }
  return name;
}

}  // namespace

std::string short_kernel_name(std::string_view demangled, std::size_t most_characters) {
  auto name = without_namespaces(without_return_type(without_parameters(demangled)));
  if (name.empty()) name = demangled;
  if (characters(name) > most_characters) name = without_inner_arguments(name);
  return characters(name) > most_characters ? cut(name, most_characters) : name;
}

}  // namespace warpscope::record
