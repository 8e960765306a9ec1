// What NVTX's calls mean, without NVTX's types. All of it may be called from any thread, and with
// anything: handles are numbers that are looked up, names are cut, and what is beyond the bounds of
// open_ranges.h is counted and not kept.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "vgpu/nvtx/open_ranges.h"

namespace warpscope::nvtx {

/// At most kMostNameBytes of it, no part of a character.
std::string cut_name(std::string_view name);
/// Of UTF-32, up to a bound; what is no character becomes U+FFFD.
std::string utf8_of(const wchar_t* text);

class Annotations {
 public:
  /// Of nvtxDomainCreate; 0 is the default domain.
  using DomainHandle = std::uint64_t;
  using StringHandle = std::uint64_t;

  Annotations() = default;
  /// Threads that have used it, other than this one, have ended.
  ~Annotations() { of_all().erase(this); }
  Annotations(const Annotations&) = delete;
  Annotations& operator=(const Annotations&) = delete;

  DomainHandle create_domain(const std::string& name);
  StringHandle register_string(const std::string& text);
  /// Empty for a handle that is none.
  std::string string(StringHandle handle) const;

  /// The level that begins or has ended, from 0; negative where there is none to end.
  int push(DomainHandle domain, const std::string& name);
  int pop(DomainHandle domain);
  std::uint64_t start(DomainHandle domain, const std::string& name);
  /// Nothing happens for an unknown one.
  void end(std::uint64_t id);
  void mark(DomainHandle domain, const std::string& name);

  OpenRanges take();

 private:
  /// Of one thread in one domain.
  struct Stack {
    std::vector<std::shared_ptr<const Range>> ranges;
    std::uint64_t levels = 0;  ///< with those that are not kept
  };
  /// Of one thread. It outlives nothing: a thread takes it along.
  struct OfThread {
    std::uint32_t number = 0;
    std::map<DomainHandle, Stack> stacks;
  };
  /// The calling thread's part of each.
  static std::map<const Annotations*, OfThread>& of_all();
  OfThread& of_thread();
  std::string domain_name(DomainHandle handle) const;

  mutable std::mutex mutex_;  ///< guards what follows
  std::vector<std::string> domains_, strings_;
  std::map<std::uint64_t, std::shared_ptr<const Range>> started_;
  std::uint64_t last_started_ = 0;
  std::vector<Mark> marks_;
  std::uint64_t marks_left_out_ = 0;
  std::uint32_t last_thread_ = 0;
};

/// Of this process.
Annotations& annotations();

}  // namespace warpscope::nvtx
