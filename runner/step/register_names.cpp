#include "runner/step/register_names.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cctype>
#include <map>
#include <set>
#include <utility>

#include "record/kernel_name.h"
#include "runner/findings/parameter_names.h"

namespace warpscope::runner {
namespace {

constexpr std::size_t kMostLineBytes = 1000;

bool is_name_character(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }

/// Without comments and without what stands in quotes.
std::string code_of(std::string_view line) {
  std::string code;
  char quote = 0;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const char c = line[i];
    if (quote != 0) {
      if (c == '\\') ++i;
      if (c == quote) quote = 0;
      continue;
    }
    if (c == '"' || c == '\'') {
      quote = c;
      continue;
    }
    if (line.substr(i).starts_with("//") || line.substr(i).starts_with("/*")) break;
    code += c;
  }
  return code;
}

/// Of "int i = ", where `end` is behind the blanks behind i: the name that ends there, and the word
/// before it.
std::optional<SetVariable> name_before(std::string_view code, std::size_t end) {
  while (end > 0 && code[end - 1] == ' ') --end;
  std::size_t begin = end;
  while (begin > 0 && is_name_character(code[begin - 1])) --begin;
  if (begin == end || std::isdigit(static_cast<unsigned char>(code[begin]))) return std::nullopt;
  SetVariable found{std::string(code.substr(begin, end - begin)), {}};
  std::size_t before = begin;
  while (before > 0 && code[before - 1] == ' ') --before;
  const char last = before > 0 ? code[before - 1] : ' ';
  // A member, or what a pointer leads to, unless it is a pointer's declaration.
  if (last == '.' || last == '>') return std::nullopt;
  std::size_t type_end = before;
  while (type_end > 0 && (code[type_end - 1] == '*' || code[type_end - 1] == ' ')) --type_end;
  std::size_t type_begin = type_end;
  while (type_begin > 0 && is_name_character(code[type_begin - 1])) --type_begin;
  found.type = code.substr(type_begin, type_end - type_begin);
  if (last == '*') {
    if (found.type.empty()) return std::nullopt;
    found.type += '*';
  }
  return found;
}

/// Where an assignment's operator begins, from `from` on.
std::size_t find_assignment(std::string_view code, std::size_t from) {
  for (std::size_t i = from; i < code.size(); ++i) {
    if (code[i] != '=') continue;
    const char after = i + 1 < code.size() ? code[i + 1] : ' ';
    const char before = i > 0 ? code[i - 1] : ' ';
    if (after == '=' || before == '=' || before == '!') {
      if (after == '=') ++i;
      continue;
    }
    constexpr std::string_view kCompound = "+-*/%&|^";
    if (kCompound.find(before) != std::string_view::npos) return i - 1;
    if (before == '<' || before == '>') {
      if (i > 1 && code[i - 2] == before) return i - 2;  // <<= and >>=
      continue;
    }
    return i;
  }
  return std::string_view::npos;
}

class Lines {
 public:
  explicit Lines(const std::string& text) {
    for (std::size_t begin = 0; begin <= text.size();) {
      const auto end = std::min(text.find('\n', begin), text.size());
      lines_.push_back(text.substr(begin, std::min(end - begin, kMostLineBytes)));
      begin = end + 1;
    }
  }
  std::string_view of(std::uint32_t number) const {
    return number == 0 || number > lines_.size() ? std::string_view() : lines_[number - 1];
  }

 private:
  std::vector<std::string> lines_;
};

std::string name_of_special(const std::string& special) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 4> kNames{
      {{"tid.", "threadIdx."},
       {"ctaid.", "blockIdx."},
       {"ntid.", "blockDim."},
       {"nctaid.", "gridDim."}}};
  for (const auto& [of_ptx, of_source] : kNames) {
    if (special.starts_with(of_ptx)) return std::string(of_source) + special.substr(of_ptx.size());
  }
  return special.empty() ? special : "%" + special;
}

/// The bytes that a variable of the type has; 0: not known.
std::uint32_t bytes_of_type(const std::string& type) {
  if (type.ends_with('*')) return 8;
  static const std::map<std::string, std::uint32_t, std::less<>> kBytes{
      {"float", 4},   {"int", 4},      {"unsigned", 4}, {"double", 8},  {"size_t", 8},
      {"int32_t", 4}, {"uint32_t", 4}, {"int64_t", 8},  {"uint64_t", 8}};
  const auto found = kBytes.find(type);
  return found == kBytes.end() ? 0 : found->second;
}

std::uint32_t bits_of_ptx_type(const std::string& type) {
  if (type == "pred") return 1;
  const auto digits = type.find_first_of("0123456789");
  if (digits == std::string::npos) return 0;
  std::uint32_t bits = 0;
  for (const char c : type.substr(digits))
    if (std::isdigit(static_cast<unsigned char>(c)))
      bits = bits * 10 + static_cast<std::uint32_t>(c - '0');
  return bits;
}

/// The variable that all lines set which set the register; nothing where they differ.
std::optional<SetVariable> variable_of(const device::StoodRegister& of, const Lines& lines) {
  std::optional<SetVariable> variable;
  for (const auto number : of.set_at) {
    const auto set = variable_set_in(lines.of(number));
    if (!set || (variable && set->name != variable->name)) return std::nullopt;
    if (!variable || variable->type.empty()) variable = set;
  }
  return variable;
}

}  // namespace

std::optional<SetVariable> variable_set_in(std::string_view line) {
  const std::string code = code_of(line.substr(0, kMostLineBytes));
  std::optional<SetVariable> found;
  for (std::size_t at = find_assignment(code, 0); at != std::string::npos;
       at = find_assignment(code, code.find('=', at) + 1)) {
    const auto name = name_before(code, at);
    if (!name || (found && found->name != name->name)) return std::nullopt;
    if (!found) found = name;
  }
  return found;
}

std::vector<RegisterName> register_names(const device::Stood& stood, const TextOf& text_of) {
  std::vector<RegisterName> names(stood.registers.size());
  std::map<std::string, Lines> texts;
  const auto lines_of = [&](const std::string& file) -> const Lines& {
    auto found = texts.find(file);
    if (found == texts.end())
      found = texts.emplace(file, Lines(text_of(file).value_or(std::string()))).first;
    return found->second;
  };
  auto kernel = record::short_kernel_name(stood.kernel, 1000);
  kernel = kernel.substr(0, kernel.find('<'));
  std::vector<std::string> parameters;
  if (const auto text = text_of(stood.next.where.file)) parameters = parameter_names(*text, kernel);
  // By place in the registers: the variable that it may be, and how often that is.
  std::map<std::size_t, SetVariable> candidates;
  std::map<std::string, std::size_t> counts, counts_of_special;
  for (std::size_t i = 0; i < stood.registers.size(); ++i) {
    const auto& of = stood.registers[i];
    if (of.parameter != 0) {
      if (of.parameter <= parameters.size()) names[i].text = parameters[of.parameter - 1];
      continue;
    }
    names[i].text = name_of_special(of.special);
    if (!of.is_read_elsewhere || of.set_at.empty() || of.file.empty()) continue;
    const auto variable = variable_of(of, lines_of(of.file));
    if (!variable) continue;
    const auto bits = bits_of_ptx_type(of.type);
    const auto wanted = 8 * bytes_of_type(variable->type);
    if (wanted != 0 && wanted != bits) continue;
    candidates[i] = *variable;
    ++(of.special.empty() ? counts : counts_of_special)[variable->name];
  }
  for (const auto& [i, variable] : candidates) {
    // The parts of an index are special registers, and what they make is not: that has the name.
    const auto of_special = counts_of_special[variable.name], others = counts[variable.name];
    const bool is_special = !stood.registers[i].special.empty();
    if (is_special ? others != 0 || of_special != 1 : others != 1) continue;
    names[i].text = variable.name;
    names[i].is_float = variable.type == "float" || variable.type == "double";
  }
  return names;
}

std::string value_text(const device::StoodRegister& of, const RegisterName& name,
                       std::uint64_t value) {
  const auto bits = bits_of_ptx_type(of.type);
  const bool is_float = name.is_float || of.type == "f32" || of.type == "f64";
  if (is_float && bits == 32)
    return fmt::format("{:.7g}", std::bit_cast<float>(static_cast<std::uint32_t>(value)));
  if (is_float && bits == 64) return fmt::format("{:.15g}", std::bit_cast<double>(value));
  if (bits == 32) return std::to_string(static_cast<std::int32_t>(value));
  if (bits == 16) return std::to_string(static_cast<std::int16_t>(value));
  if (bits <= 8) return std::to_string(value);
  const auto number = static_cast<std::int64_t>(value);
  constexpr std::int64_t kShort = 1'000'000'000;
  return number > -kShort && number < kShort ? std::to_string(number)
                                             : fmt::format("0x{:x}", value);
}

}  // namespace warpscope::runner
