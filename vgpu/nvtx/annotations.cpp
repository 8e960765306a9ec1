#include "vgpu/nvtx/annotations.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace warpscope::nvtx {
namespace {

/// Of names that a program registers; further ones have no name.
constexpr std::size_t kMostDomains = 1024, kMostStrings = 1 << 16;
/// Of one thread; in further domains nothing is kept.
constexpr std::size_t kMostDomainsOfThread = 64;

bool is_continuation(char byte) { return (static_cast<unsigned char>(byte) & 0xc0) == 0x80; }

void append_utf8(std::uint32_t code, std::string& text) {
  constexpr std::uint32_t kLast = 0x10ffff, kReplacement = 0xfffd;
  if (code > kLast || (code >= 0xd800 && code < 0xe000)) code = kReplacement;
  const auto put = [&](std::uint32_t byte) { text += static_cast<char>(byte); };
  if (code < 0x80) return put(code);
  if (code < 0x800) {
    put(0xc0 | code >> 6);
  } else {
    if (code < 0x10000) {
      put(0xe0 | code >> 12);
    } else {
      put(0xf0 | code >> 18);
      put(0x80 | (code >> 12 & 0x3f));
    }
    put(0x80 | (code >> 6 & 0x3f));
  }
  put(0x80 | (code & 0x3f));
}

int level_of(std::uint64_t levels) {
  return static_cast<int>(std::min<std::uint64_t>(levels, std::numeric_limits<int>::max()));
}

}  // namespace

std::string cut_name(std::string_view name) {
  if (name.size() <= kMostNameBytes) return std::string(name);
  std::size_t end = kMostNameBytes;
  while (end > 0 && is_continuation(name[end])) --end;
  return std::string(name.substr(0, end));
}

std::string utf8_of(const wchar_t* text) {
  std::string result;
  for (; text != nullptr && *text != 0 && result.size() <= kMostNameBytes; ++text)
    append_utf8(static_cast<std::uint32_t>(*text), result);
  return cut_name(result);
}

Annotations& annotations() {
  // A program may use NVTX until its very end, when objects of static storage are gone.
  static auto* const kOnly = new Annotations;
  return *kOnly;
}

std::map<const Annotations*, Annotations::OfThread>& Annotations::of_all() {
  thread_local std::map<const Annotations*, OfThread> all;
  return all;
}

Annotations::OfThread& Annotations::of_thread() {
  OfThread& of = of_all()[this];
  if (of.number == 0) {
    const std::scoped_lock lock(mutex_);
    of.number = ++last_thread_;
  }
  return of;
}

Annotations::DomainHandle Annotations::create_domain(const std::string& name) {
  const std::scoped_lock lock(mutex_);
  if (domains_.size() < kMostDomains) domains_.push_back(cut_name(name));
  return domains_.size();
}

std::string Annotations::domain_name(DomainHandle handle) const {
  const std::scoped_lock lock(mutex_);
  return handle == 0 || handle > domains_.size() ? std::string() : domains_[handle - 1];
}

Annotations::StringHandle Annotations::register_string(const std::string& text) {
  const std::scoped_lock lock(mutex_);
  if (strings_.size() >= kMostStrings) return kMostStrings + 1;
  strings_.push_back(cut_name(text));
  return strings_.size();
}

std::string Annotations::string(StringHandle handle) const {
  const std::scoped_lock lock(mutex_);
  return handle == 0 || handle > strings_.size() ? std::string() : strings_[handle - 1];
}

int Annotations::push(DomainHandle domain, const std::string& name) {
  OfThread& of = of_thread();
  if (!of.stacks.contains(domain) && of.stacks.size() >= kMostDomainsOfThread) return 0;
  Stack& stack = of.stacks[domain];
  if (stack.levels++ < kMostLevels) {
    auto parent = stack.ranges.empty() ? nullptr : stack.ranges.back();
    stack.ranges.push_back(std::make_shared<const Range>(
        Range{cut_name(name), domain_name(domain), true, of.number, std::move(parent)}));
  }
  return level_of(stack.levels - 1);
}

int Annotations::pop(DomainHandle domain) {
  constexpr int kNone = -2;  // NVTX_NO_PUSH_POP_TRACKING is any negative value
  OfThread& of = of_thread();
  const auto found = of.stacks.find(domain);
  if (found == of.stacks.end() || found->second.levels == 0) return kNone;
  Stack& stack = found->second;
  --stack.levels;
  if (stack.levels < stack.ranges.size()) stack.ranges.pop_back();
  const int level = level_of(stack.levels);
  if (stack.levels == 0) of.stacks.erase(found);
  return level;
}

std::uint64_t Annotations::start(DomainHandle domain, const std::string& name) {
  auto range = std::make_shared<const Range>(
      Range{cut_name(name), domain_name(domain), false, of_thread().number, nullptr});
  const std::scoped_lock lock(mutex_);
  const auto id = ++last_started_;
  if (started_.size() < kMostStarted) started_.emplace(id, std::move(range));
  return id;
}

void Annotations::end(std::uint64_t id) {
  const std::scoped_lock lock(mutex_);
  started_.erase(id);
}

void Annotations::mark(DomainHandle domain, const std::string& name) {
  Mark mark{cut_name(name), domain_name(domain), of_thread().number};
  const std::scoped_lock lock(mutex_);
  if (marks_.size() < kMostMarks) {
    marks_.push_back(std::move(mark));
  } else {
    ++marks_left_out_;
  }
}

OpenRanges Annotations::take() {
  OpenRanges result;
  for (const auto& [domain, stack] : of_thread().stacks)
    result.ranges.push_back(stack.ranges.back());
  const std::scoped_lock lock(mutex_);
  for (const auto& [id, range] : started_) result.ranges.push_back(range);
  result.marks = std::exchange(marks_, {});
  result.marks_left_out = std::exchange(marks_left_out_, 0);
  return result;
}

}  // namespace warpscope::nvtx
