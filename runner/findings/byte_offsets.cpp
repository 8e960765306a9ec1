// Pointers to elements to which a number of bytes was added: data + i * sizeof(float) lies four
// times as far behind as meant.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "findings/catalogue.h"
#include "runner/findings/call_arguments.h"
#include "runner/findings/index_text.h"
#include "runner/findings/rules.h"
#include "runner/findings/source_text.h"

namespace warpscope::runner {
namespace {

/// Of which one is a byte, or of which nothing is known.
bool is_type_of_bytes(std::string_view type) {
  constexpr std::array<std::string_view, 7> kBytes{"char",   "byte",   "void", "uint8_t",
                                                   "int8_t", "return", "bool"};
  return std::ranges::any_of(kBytes, [&](auto word) { return type.find(word) != type.npos; });
}

/// A pointer of that name is declared in the text, and each is one to elements of several bytes.
bool is_pointer_to_elements(std::string_view text, std::string_view name) {
  bool is_any = false;
  for (auto at = text.find(name); at != text.npos; at = text.find(name, at + 1)) {
    const auto behind = at + name.size();
    if (at == 0 || is_identifier(text[at - 1]) ||
        (behind < text.size() && is_identifier(text[behind])))
      continue;
    // float* a, *name   or   float *name   or   float* __restrict__ name
    auto star = at;
    while (star > 0 && std::isspace(static_cast<unsigned char>(text[star - 1])) != 0) --star;
    constexpr std::string_view kRestrict = "__restrict__";
    if (text.substr(0, star).ends_with(kRestrict)) star -= kRestrict.size();
    while (star > 0 && std::isspace(static_cast<unsigned char>(text[star - 1])) != 0) --star;
    if (star == 0 || text[star - 1] != '*') continue;
    auto begin = star - 1;
    while (begin > 0 && text[begin - 1] != ';' && text[begin - 1] != '{' &&
           text[begin - 1] != '}' && text[begin - 1] != '(' && text[begin - 1] != '\n')
      --begin;
    const auto type = text.substr(begin, star - 1 - begin);
    // A product: "a = b * name"; or nothing that looks like a type.
    if (type.find('=') != type.npos || type.find_first_not_of(" \t*") == type.npos) continue;
    if (is_type_of_bytes(type)) return false;
    is_any = true;
  }
  return is_any;
}

struct ByteOffset {
  std::string argument, pointer;
};

/// "NAME + … sizeof(…) …" or "&NAME[… sizeof(…) …]" among the arguments, without a cast in front.
std::optional<ByteOffset> byte_offset_in(const std::vector<std::string>& arguments,
                                         std::string_view text) {
  for (const std::string& argument : arguments) {
    auto begin = argument.find_first_not_of(" &");
    if (begin == std::string::npos) continue;
    auto end = begin;
    while (end < argument.size() && is_identifier(argument[end])) ++end;
    const auto name = argument.substr(begin, end - begin);
    const auto sign = argument.find_first_not_of(' ', end);
    if (!is_name(name) || sign == std::string::npos ||
        (argument[sign] != '+' && argument[sign] != '['))
      continue;
    const auto offset = argument.find("sizeof", sign);
    // A distance in bytes that is divided is one in elements again.
    if (offset == std::string::npos || argument.find('/', sign) != std::string::npos ||
        (argument[sign] == '[' && argument[begin > 0 ? begin - 1 : 0] != '&'))
      continue;
    if (!is_pointer_to_elements(text, name)) continue;
    auto shown = argument.substr(argument.find_first_not_of(' '));
    while (shown.ends_with(' ')) shown.pop_back();
    return ByteOffset{shown, name};
  }
  return std::nullopt;
}

bool is_of_copy(std::string_view id) {
  return id == "copy-wrong-direction" || id == "copy-past-end" || id == "unchecked-error";
}

bool is_of_kernel(std::string_view id) {
  return id == "out-of-bounds" || id == "uninitialised-global" || id == "misaligned-address";
}

/// A call of one line at a place; nothing where the line has none with such an offset.
std::optional<ByteOffset> offset_at(const record::RunRecord& record,
                                    const record::SourceLine& where, std::string_view behind) {
  const auto* source = source_of(record, where);
  if (source == nullptr) return std::nullopt;
  const auto line = line_text(record, where);
  const auto call = line.find(behind);
  const auto open = call == std::string::npos ? call : line.find('(', call);
  if (open == std::string::npos) return std::nullopt;
  auto arguments = arguments_behind(line, open);
  // The third is the number of bytes.
  if (behind != ">>>" && arguments.size() > 2) arguments.resize(2);
  return byte_offset_in(arguments, source->text);
}

void rename(record::Finding& finding, const ByteOffset& offset) {
  give_words(finding, "offset-in-bytes");
  finding.cause = fmt::format(
      "{} adds a number of bytes to a pointer that counts elements: {} moves by as many elements, "
      "and leads elsewhere.",
      offset.argument, offset.pointer);
}

}  // namespace

void find_byte_offsets(record::RunRecord& record) {
  for (auto& finding : record.findings) {
    if (is_of_copy(finding.id) && finding.where) {
      for (const std::string_view call : {"cudaMemcpy", "cudaMemset"}) {
        if (const auto offset = offset_at(record, *finding.where, call)) {
          rename(finding, *offset);
          break;
        }
      }
      continue;
    }
    if (!is_of_kernel(finding.id) || !finding.launch || *finding.launch >= record.launches.size())
      continue;
    const auto site = launch_site(record, record.launches[*finding.launch]);
    const auto offset = site ? offset_at(record, *site, ">>>") : std::nullopt;
    if (!offset) continue;
    rename(finding, *offset);
    if (finding.where)
      finding.cause += fmt::format(" The access is in line {}.", finding.where->line);
    finding.where = site;
  }
}

}  // namespace warpscope::runner
