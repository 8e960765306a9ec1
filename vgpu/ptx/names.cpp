#include "vgpu/ptx/names.h"

#include <charconv>

namespace warpscope::ptx {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

}  // namespace

void NameTable::open_scope() { scope_begins_.push_back(undo_.size()); }

void NameTable::close_scope() {
  const std::size_t begin = scope_begins_.back();
  scope_begins_.pop_back();
  while (undo_.size() > begin) {
    Undo& undo = undo_.back();
    if (undo.hidden) {
      (*undo.table)[undo.name] = *undo.hidden;
    } else {
      undo.table->erase(undo.name);
    }
    undo_.pop_back();
  }
}

bool NameTable::declare_in(Table& table, std::string_view name, const Binding& binding) {
  const auto depth = static_cast<std::uint32_t>(scope_begins_.size());
  const auto [place, is_new] = table.try_emplace(name);
  if (!is_new && place->second.depth == depth) return false;
  if (depth > 0) {
    undo_.push_back({&table, name, is_new ? std::nullopt : std::optional<Entry>(place->second)});
  }
  place->second = {binding, depth};
  return true;
}

bool NameTable::declare(std::string_view name, const Binding& binding) {
  return declare_in(names_, name, binding);
}

bool NameTable::declare_family(std::string_view prefix, std::uint32_t first, std::uint32_t count) {
  return declare_in(
      families_, prefix,
      {.kind = Binding::Kind::reg, .index = first, .count = count, .unique_name = {}});
}

const NameTable::Entry* NameTable::find_family_member(std::string_view name,
                                                      std::uint32_t& number) const {
  // %r12 is usually 12 of %r, but may be 2 of %r1 as well.
  constexpr std::size_t kMostDigits = 9;
  std::size_t begin = name.size();
  while (begin > 0 && is_digit(name[begin - 1])) --begin;
  if (name.size() - begin > kMostDigits) begin = name.size() - kMostDigits;
  for (; begin > 0 && begin < name.size(); ++begin) {
    const std::string_view digits = name.substr(begin);
    if (digits.size() > 1 && digits.front() == '0') continue;
    const auto found = families_.find(name.substr(0, begin));
    if (found == families_.end()) continue;
    std::from_chars(digits.data(), digits.data() + digits.size(), number);
    if (number < found->second.binding.count) return &found->second;
  }
  return nullptr;
}

std::optional<Binding> NameTable::find(std::string_view name) const {
  const auto exact = names_.find(name);
  std::uint32_t number = 0;
  const Entry* family =
      !name.empty() && is_digit(name.back()) ? find_family_member(name, number) : nullptr;
  if (family != nullptr && (exact == names_.end() || exact->second.depth < family->depth)) {
    Binding member = family->binding;
    member.index += number;
    member.count = 1;
    return member;
  }
  if (exact == names_.end()) return std::nullopt;
  return exact->second.binding;
}

}  // namespace warpscope::ptx
