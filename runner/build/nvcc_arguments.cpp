#include "runner/build/nvcc_arguments.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstring>
#include <optional>
#include <span>
#include <sstream>
#include <string_view>

#include "runner/process/run_to_end.h"

namespace warpscope::runner {
namespace {

constexpr std::uint64_t kMostOutputBytes = 1 << 20;
constexpr std::array<std::string_view, 2> kArch{"-arch", "--gpu-architecture"};
constexpr std::array<std::string_view, 2> kCode{"-code", "--gpu-code"};
constexpr std::array<std::string_view, 2> kPair{"-gencode", "--generate-code"};

/// "90a" of "sm_90a", "compute_90a", "lto_90a"; nothing for other words.
std::optional<std::string> number_of(std::string_view target) {
  constexpr std::array<std::string_view, 3> kPrefixes{"sm_", "compute_", "lto_"};
  for (const auto prefix : kPrefixes) {
    if (target.starts_with(prefix)) return std::string(target.substr(prefix.size()));
  }
  return std::nullopt;
}

/// An option with its value, which may be in the word behind it.
struct Option {
  std::string value;
  std::size_t words = 1;
};
std::optional<Option> option_at(const std::vector<std::string>& words, std::size_t at,
                                std::span<const std::string_view> names) {
  for (const auto name : names) {
    const std::string& word = words[at];
    if (word == name && at + 1 < words.size()) return Option{words[at + 1], 2};
    if (word.starts_with(name) && word.size() > name.size() && word[name.size()] == '=')
      return Option{word.substr(name.size() + 1), 1};
  }
  return std::nullopt;
}

std::vector<std::string> split(std::string_view list) {
  std::vector<std::string> parts;
  std::string part;
  for (const char c : list) {
    if (c == ',') {
      parts.push_back(part);
      part.clear();
    } else if (c != '[' && c != ']' && c != '"' && c != '\'') {
      part += c;
    }
  }
  if (!part.empty()) parts.push_back(part);
  return parts;
}

class Rewriter {
 public:
  Rewriter(const std::set<std::string>& architectures, const arch::ComputeCapability& capability)
      : architectures_(architectures), own_(std::to_string(capability.number())) {}

  NvccArguments rewrite(const std::vector<std::string>& asked) {
    for (std::size_t at = 0; at < asked.size();) at += take(asked, at);
    finish();
    return std::move(result_);
  }

 private:
  std::size_t take(const std::vector<std::string>& asked, std::size_t at) {
    if (const auto pair = option_at(asked, at, kPair)) {
      take_pair(pair->value);
      return pair->words;
    }
    if (const auto arch = option_at(asked, at, kArch)) {
      arch_ = arch->value;
      return arch->words;
    }
    if (const auto code = option_at(asked, at, kCode)) {
      code_ = code->value;
      return code->words;
    }
    result_.arguments.push_back(asked[at]);
    return 1;
  }

  /// "90a" and "100f" come with 90 and 100.
  bool is_known(const std::string& number) const {
    const bool is_specific = number.ends_with('a') || number.ends_with('f');
    return architectures_.contains(is_specific ? number.substr(0, number.size() - 1) : number);
  }
  void note(const std::string& number) {
    if (number == own_ + "a") is_specific_ = true;
    if (!is_known(number)) missing_.insert(number);
  }

  /// "arch=compute_90,code=[sm_90,compute_90]"
  void take_pair(const std::string& text) {
    const auto arch = text.find("arch=");
    const auto code = text.find("code=");
    if (arch == std::string::npos || code == std::string::npos || code < arch) {
      result_.arguments.insert(result_.arguments.end(), {"-gencode", text});
      return;
    }
    const auto of = split(std::string_view(text).substr(arch + 5, code - arch - 5));
    const auto number = of.empty() ? std::nullopt : number_of(of.front());
    if (number) note(*number);
    std::vector<std::string> kept;
    for (const auto& target : split(std::string_view(text).substr(code + 5))) {
      const auto its = number_of(target);
      if (its) note(*its);
      if (!its || is_known(*its)) kept.push_back(target);
    }
    if ((number && !is_known(*number)) || kept.empty()) return;
    add(fmt::format("arch={},code=[{}]", of.front(), fmt::join(kept, ",")));
  }

  void add(const std::string& pair) {
    result_.arguments.insert(result_.arguments.end(), {"-gencode", pair});
  }

  void finish() {
    if (arch_) {
      const auto number = number_of(*arch_);
      if (number) note(*number);
      // "native" asks for the GPU of this machine, which is the virtual one.
      const bool is_kept = *arch_ != "native" && (!number || is_known(*number));
      if (is_kept && number == own_ + "a" && !code_ && arch_->starts_with("sm_")) {
        // nvcc 13.0 makes PTX of the general form out of this one, which what needs 90a is not.
        add(fmt::format("arch=compute_{0},code=[sm_{0}]", *number));
      } else if (is_kept) {
        result_.arguments.push_back("-arch=" + *arch_);
        if (code_) result_.arguments.push_back("-code=" + *code_);
      }
    }
    const auto ours = is_specific_ && is_known(own_ + "a") ? own_ + "a" : own_;
    // Of two values for such an option nvcc takes the last.
    result_.arguments.insert(result_.arguments.end(), {"-cudart", "shared", "-lineinfo", "-g"});
    add(fmt::format("arch=compute_{0},code=compute_{0}", ours));
    if (missing_.empty()) return;
    result_.notes.push_back(
        fmt::format("nvcc has no sm_{} any more, or not yet: left out of this build, which has PTX "
                    "for sm_{}.",
                    fmt::join(missing_, ", sm_"), ours));
  }

  const std::set<std::string>& architectures_;
  std::string own_;
  bool is_specific_ = false;
  std::optional<std::string> arch_, code_;
  std::set<std::string> missing_;
  NvccArguments result_;
};

}  // namespace

NvccArguments for_virtual_gpu(const std::vector<std::string>& asked,
                              const std::set<std::string>& architectures,
                              const arch::ComputeCapability& capability) {
  return Rewriter(architectures, capability).rewrite(asked);
}

std::set<std::string> architectures_of(const std::string& nvcc, const std::stop_token& cancel) {
  SpawnOptions spawn;
  spawn.arguments = {nvcc, "--list-gpu-arch"};
  for (char** entry = environ; *entry != nullptr; ++entry) {
    // What is appended to every call would make this one compile.
    if (std::strncmp(*entry, "NVCC_", 5) != 0) spawn.environment.emplace_back(*entry);
  }
  const auto listed = run_to_end(
      [&](int output_fd) {
        spawn.descriptors = {{output_fd, 1}};
        return ChildProcess::spawn(spawn);
      },
      std::chrono::minutes(1), kMostOutputBytes, cancel);
  std::set<std::string> architectures;
  std::istringstream lines(listed.output);
  constexpr std::string_view kPrefix = "compute_";
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with(kPrefix)) architectures.insert(line.substr(kPrefix.size()));
  }
  return architectures;
}

}  // namespace warpscope::runner
