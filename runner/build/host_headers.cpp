#include "runner/build/host_headers.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include "base/files.h"
#include "base/sha256.h"
#include "runner/build/making_lock.h"
#include "runner/build/new_folder.h"
#include "runner/build/old_builds.h"

namespace warpscope::runner {
namespace {

namespace fs = std::filesystem;

constexpr const char* kHostHeaders = "host-headers-";
constexpr const char* kText = "headers.h";
constexpr const char* kSourceName = "exercise.cu";
constexpr const char* kObjectName = "exercise.cu.o";
/// Two files whose host sides differ right behind the headers; the second one includes what its
/// kind of file may include.
constexpr const char* kFirstSample = "__global__ void first(int* out) { out[threadIdx.x] = 1; }\n";
constexpr const char* second_sample(StandardHeaders standard) {
  return standard == StandardHeaders::lean
             ? "#include <cstdio>\n#include <type_traits>\nint second() { return 2; }\n"
             : "#include <vector>\nstd::vector<int> second() { return {}; }\n";
}

/// Of the C++ library, what changes nothing of what lean headers hold. After others cudafe++ writes
/// some concepts in longer words, so that nothing precompiled fits.
constexpr std::array<std::string_view, 21> kLeanHeaders{
    "cassert", "cctype",   "cerrno",      "cfloat",  "cinttypes", "climits", "cmath",
    "cstdarg", "cstddef",  "cstdint",     "cstdio",  "cstdlib",   "cstring", "ctime",
    "compare", "concepts", "type_traits", "utility", "limits",    "new",     "initializer_list"};

/// Calls use(rest) with what stands behind each such word and the white space after it.
template <typename Use>
void for_each_behind(std::string_view text, std::string_view word, Use use) {
  for (auto at = text.find(word); at != std::string_view::npos; at = text.find(word, at + 1)) {
    const auto rest = text.find_first_not_of(" \t\r\n", at + word.size());
    if (rest != std::string_view::npos) use(text.substr(rest));
  }
}

bool is_of_cpp_library(std::string_view header) {
  return header.find_first_of("./") == std::string_view::npos;
}

/// What both begin with, up to a line that begins with '#', where a new place in a file begins.
std::string_view common_begin(std::string_view first, std::string_view second) {
  const auto [end, ignored] = std::ranges::mismatch(first, second);
  const auto alike = first.substr(0, static_cast<std::size_t>(end - first.begin()));
  const auto line = alike.rfind("\n#");
  return line == std::string_view::npos ? std::string_view() : alike.substr(0, line + 1);
}

/// The guard of <bits/specfun.h> in GCC's library: with it the header is empty, and with another
/// library nothing changes.
constexpr const char* kWithoutSpecialFunctions = "-D_GLIBCXX_BITS_SPECFUN_H";

class Maker {
 public:
  Maker(const Compiler& compiler, const fs::path& folder, const std::stop_token& cancel)
      : compiler_(compiler), cancel_(cancel), headers_{folder / kText, 0, folder, {}} {
    job_.folder = folder;
    stages_ = compiler.stages_of_compile(job_, kSourceName, kObjectName, cancel);
  }

  void make(StandardHeaders standard) {
    if (standard == StandardHeaders::lean) headers_.option = kWithoutSpecialFunctions;
    preprocess_headers();
    write_file(headers_.text, "");
    write_file(headers_.text, text_of({kFirstSample, second_sample(standard)}));
    const auto script = precompile(stages_, headers_.text.string());
    if (!script || !run(*script)) write_file(headers_.text, "");
    if (cancel_.stop_requested()) throw std::runtime_error("Canceled.");
  }

 private:
  bool run(const std::string& script) const {
    return compiler_.run_stages(job_, script, kObjectName, cancel_).is_success();
  }

  /// Leaves no file where a stage fails: then headers are read.
  void preprocess_headers() {
    write_file(job_.folder / kSourceName, "");
    const auto script = preprocess(stages_, headers_);
    const bool is_made = script && run(*script);
    for (const auto& side : {kPreprocessedHost, kPreprocessedDevice}) {
      const auto text = job_.folder / side.text, macros = job_.folder / side.macros;
      if (is_made) {
        write_file(text, without_questions(text_before_file(read_file(text))));
        write_file(macros, macros_in(read_file(macros)));
      } else {
        fs::remove(text);
        fs::remove(macros);
      }
    }
    if (!is_made) headers_.preprocessed.clear();
  }

  /// Empty where a stage fails: then every file is compiled whole.
  std::string text_of(const std::array<const char*, 2>& samples) const {
    std::array<std::string, 2> texts;
    for (std::size_t i = 0; i < texts.size(); ++i) {
      const auto result = job_.folder / ("host-" + std::to_string(i) + ".cpp");
      const auto script = host_side(stages_, result.string(), headers_);
      if (!script) return {};
      write_file(job_.folder / kSourceName, samples[i]);
      if (!run(*script)) return {};
      texts[i] = read_file(result);
      fs::remove(result);
    }
    return std::string(common_begin(texts[0], texts[1]));
  }

  const Compiler& compiler_;
  const std::stop_token& cancel_;
  PrecompiledText headers_;
  Compiler::Job job_;
  std::string stages_;
};

}  // namespace

StandardHeaders headers_for(std::string_view exercise) {
  bool takes_names_in = false;
  for_each_behind(exercise, "using", [&](std::string_view rest) {
    takes_names_in = takes_names_in || rest.starts_with("namespace");
  });
  bool includes_more = false;
  for_each_behind(exercise, "include", [&](std::string_view rest) {
    if (!rest.starts_with('<')) return;
    const auto header = rest.substr(1, rest.find('>') - 1);
    const bool is_lean = std::ranges::find(kLeanHeaders, header) != kLeanHeaders.end();
    includes_more = includes_more || (is_of_cpp_library(header) && !is_lean);
  });
  return takes_names_in || includes_more ? StandardHeaders::whole : StandardHeaders::lean;
}

PrecompiledText prepare_host_headers(const Installation& installation, const Compiler& compiler,
                                     StandardHeaders standard, const std::stop_token& cancel) {
  auto identity = fmt::format("{} {}", installation.nvcc.string(),
                              fs::last_write_time(installation.nvcc).time_since_epoch().count());
  for (const auto& option : compiler.options()) identity += "\n" + option;
  identity += std::string(kFirstSample) + second_sample(standard) + command_without_questions();
  const bool is_lean = standard == StandardHeaders::lean;
  const auto target =
      installation.work_folder / fmt::format("{}{}-{}", kHostHeaders, is_lean ? "lean" : "whole",
                                             sha256(identity).substr(0, 16));
  std::error_code ignored;
  fs::last_write_time(target, fs::file_time_type::clock::now(), ignored);
  if (!fs::is_directory(target)) {
    const MakingLock lock(installation.work_folder, target.filename().string(), cancel);
    if (!fs::is_directory(target)) {
      NewFolder folder(target);
      Maker(compiler, folder.path(), cancel).make(standard);
      write_file(folder.path() / kBuildLog, "");
      folder.publish();
      remove_old_builds(installation.work_folder, kHostHeaders, kKeptShared);
    }
  }
  const bool is_preprocessed = fs::exists(target / kPreprocessedHost.text);
  return {target / kText, fs::file_size(target / kText), is_preprocessed ? target : fs::path(),
          is_lean ? kWithoutSpecialFunctions : ""};
}

}  // namespace warpscope::runner
