#include "runner/build/compiler_limits.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace warpscope::runner {
namespace {

enum class Limit : std::uint8_t { memory, file, time };

/// How the stages say it.
struct Words {
  std::string_view begin;  ///< of the line, behind the name of a file and a line number
  std::string_view inside;
  Limit limit;
};
constexpr std::array kWords{
    Words{"cc1plus: ", "out of memory", Limit::memory},             // gcc
    Words{"virtual memory exhausted", "", Limit::memory},           // gcc
    Words{"catastrophic error: ", "out of memory", Limit::memory},  // cudafe++
    Words{"LLVM ERROR: ", "out of memory", Limit::memory},          // cicc
    Words{"terminate called after", "bad_alloc", Limit::memory},    // cicc, gold
    Words{"ptxas fatal ", "emory allocation failure", Limit::memory},
    Words{"", "ld: memory exhausted", Limit::memory},
    Words{"", "ld: final link failed: memory exhausted", Limit::memory},
    Words{"", "ld.gold: out of memory", Limit::memory},
    Words{"", "Cannot allocate memory", Limit::memory},
    Words{"", "File size limit exceeded", Limit::file},
    Words{"", "File too large", Limit::file},
    Words{"", "CPU time limit exceeded", Limit::time},
};

/// Without "exercise.cu(3): ", which is a place in the file.
std::string_view without_place(std::string_view line) {
  const auto end = line.find("): ");
  const auto begin = line.find('(');
  if (end == std::string_view::npos || begin > end) return line;
  const auto number = line.substr(begin + 1, end - begin - 1);
  const bool is_number =
      !number.empty() && std::ranges::all_of(number, [](char c) { return c >= '0' && c <= '9'; });
  return is_number ? line.substr(end + 3) : line;
}

/// A message of the file's own, e.g. of #error, may say anything.
bool is_of_the_file(std::string_view line) {
  return line.find("#error") != std::string_view::npos ||
         line.find("#warning") != std::string_view::npos ||
         line.find("#pragma") != std::string_view::npos ||
         line.find("static assertion") != std::string_view::npos || line.starts_with(' ');
}

std::string sentence(Limit limit, const CompilerLimits& limits) {
  constexpr std::uint64_t kMebibyte = 1 << 20;
  switch (limit) {
    case Limit::memory:
      return fmt::format("The compiler needed more than {} MiB.", limits.memory_bytes / kMebibyte);
    case Limit::file:
      return fmt::format("The compiler wrote a file of more than {} MiB.",
                         limits.file_bytes / kMebibyte);
    case Limit::time:
      break;
  }
  return fmt::format("The compiler did not finish in {} s.", limits.time.count() / 1000);
}

}  // namespace

std::string limit_in_words(std::string_view compiler_output, const CompilerLimits& limits) {
  while (!compiler_output.empty()) {
    const auto end = std::min(compiler_output.find('\n'), compiler_output.size() - 1);
    const auto line = compiler_output.substr(0, end);
    compiler_output.remove_prefix(end + 1);
    if (is_of_the_file(line)) continue;
    const auto said = without_place(line);
    for (const auto& words : kWords) {
      if (said.starts_with(words.begin) && said.find(words.inside) != std::string_view::npos)
        return sentence(words.limit, limits);
    }
  }
  return {};
}

}  // namespace warpscope::runner
