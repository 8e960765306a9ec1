#include "runner/intake/source_choice.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <regex>
#include <stdexcept>

#include "base/files.h"
#include "base/foreign_text.h"
#include "base/text_of_others.h"

namespace warpscope::runner {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kMostBytes = 1 << 20;

bool is_letter(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

std::string lower_name(const fs::path& path) {
  auto name = path.filename().string();
  std::ranges::transform(name, name.begin(), [](unsigned char letter) {
    return static_cast<char>(std::tolower(letter));
  });
  return name;
}

constexpr int kOfOtherSource = 3;
constexpr int kOfText = 4;

/// 0: exercise.cu; 1: the same as others make it; 2: another .cu; 3: another source; 4: a text.
int rank_of(const fs::path& path) {
  static const std::regex made(
      "exercise(?:-[0-9]+| ?\\([0-9]+\\)| ?- ?copy)?\\.(?:cu|cu\\.txt|cpp|cc|cxx|cu\\.cpp)");
  const auto name = lower_name(path);
  if (name == "exercise.cu") return 0;
  if (name.size() < 100 && std::regex_match(name, made)) return 1;
  if (name.ends_with(".cu") || name.ends_with(".cu.txt")) return 2;
  return name.ends_with(".txt") && !name.ends_with(".cpp.txt") ? kOfText : kOfOtherSource;
}

struct Candidate {
  fs::path path;
  std::string text;
  std::size_t fitting = 0;  ///< functions of the lab that it has
  int rank = 0;
  std::ptrdiff_t depth = 0;
};

std::vector<Candidate> candidates_of(const fs::path& folder, const std::vector<fs::path>& sources,
                                     const std::set<std::string>& functions) {
  std::vector<Candidate> all;
  for (const auto& source : sources) {
    Candidate candidate{source, {}, 0, rank_of(source), 0};
    const auto inner = source.lexically_relative(folder);
    candidate.depth = std::distance(inner.begin(), inner.end());
    try {
      candidate.text = utf8_from_utf16(read_file_of_others(source, kMostBytes));
      const auto names = function_names(candidate.text);
      candidate.fitting = static_cast<std::size_t>(std::ranges::count_if(
          functions, [&](const std::string& name) { return names.contains(name); }));
    } catch (const std::runtime_error&) {
      // Whoever compiles it says why.
    }
    all.push_back(std::move(candidate));
  }
  return all;
}

/// The only one of them, or the one that all others are copies of.
const Candidate* only_one(const std::vector<const Candidate*>& some) {
  if (some.empty()) return nullptr;
  const bool is_one_text = std::ranges::all_of(some, [&](const Candidate* candidate) {
    return candidate == some.front() ||
           (!candidate->text.empty() && candidate->text == some.front()->text);
  });
  return is_one_text ? some.front() : nullptr;
}

/// Those that have most functions of the lab; none where none has any.
std::vector<const Candidate*> best_of(const std::vector<const Candidate*>& some) {
  std::vector<const Candidate*> best;
  for (const auto* candidate : some) {
    if (candidate->fitting == 0) continue;
    if (!best.empty() && candidate->fitting < best.front()->fitting) continue;
    if (!best.empty() && candidate->fitting > best.front()->fitting) best.clear();
    best.push_back(candidate);
  }
  return best;
}

std::string names_of(const fs::path& folder, const std::vector<const Candidate*>& some) {
  constexpr std::size_t kMostNames = 4;
  std::string text;
  for (std::size_t i = 0; i < some.size() && i < kMostNames; ++i) {
    text += (i == 0 ? "" : ", ") +
            one_line_of_others(some[i]->path.lexically_relative(folder).string());
  }
  return some.size() > kMostNames ? text + ", …" : text;
}

std::vector<const Candidate*> with_rank(const std::vector<Candidate>& all, int rank) {
  std::vector<const Candidate*> some;
  for (const auto& candidate : all)
    if (candidate.rank == rank) some.push_back(&candidate);
  // Of several exercise.cu the one that lies least deep, where only one does.
  std::ranges::stable_sort(some, {}, &Candidate::depth);
  if (some.size() > 1 && some[0]->depth < some[1]->depth) some.resize(1);
  return some;
}

}  // namespace

std::string without_comments(std::string_view text) {
  std::string result;
  for (std::size_t at = 0; at < text.size();) {
    const auto rest = text.substr(at);
    if (rest.starts_with("//")) {
      at += std::min(rest.find('\n'), rest.size());
    } else if (rest.starts_with("/*")) {
      const auto end = rest.find("*/", 2);
      at += end == std::string_view::npos ? rest.size() : end + 2;
      result += ' ';
    } else if (rest.front() == '"') {
      std::size_t end = 1;
      while (end < rest.size() && rest[end] != '"' && rest[end] != '\n')
        end += rest[end] == '\\' ? 2 : 1;
      result += "\"\"";
      at += std::min(end + 1, rest.size());
    } else {
      result += rest.front();
      ++at;
    }
  }
  return result;
}

std::set<std::string> function_names(std::string_view text) {
  const auto code = without_comments(text);
  std::set<std::string> names;
  int depth = 0;  // of braces: what is called inside of functions is not defined there
  int opened = 0;
  for (std::size_t at = 0; at < code.size(); ++at) {
    const char c = code[at];
    if (c == '{') ++depth;
    if (c == '}') depth = std::max(0, depth - 1);
    if (c == ')') opened = std::max(0, opened - 1);
    if (c != '(') continue;
    if (depth == 0 && opened == 0) {
      std::size_t end = at;
      while (end > 0 && std::isspace(static_cast<unsigned char>(code[end - 1])) != 0) --end;
      std::size_t begin = end;
      while (begin > 0 && is_letter(code[begin - 1])) --begin;
      if (begin < end) names.insert(code.substr(begin, end - begin));
    }
    ++opened;
  }
  return names;
}

FileChoice choose_source(const fs::path& folder, const std::vector<fs::path>& sources,
                         const std::set<std::string>& functions) {
  const auto all = candidates_of(folder, sources, functions);
  for (const int rank : {0, 1}) {
    const auto some = with_rank(all, rank);
    if (const auto* chosen = only_one(some)) return {chosen->path, {}};
    // Several attempts or parts under one name: the one that fits, below.
    if (!some.empty()) break;
  }
  std::vector<const Candidate*> programs, sources_too, texts;
  for (const auto& candidate : all)
    (candidate.rank < kOfOtherSource ? programs
     : candidate.rank < kOfText      ? sources_too
                                     : texts)
        .push_back(&candidate);
  if (const auto* chosen = only_one(programs)) return {chosen->path, {}};
  auto best = best_of(programs);
  if (best.empty()) best = best_of(sources_too);
  if (const auto* chosen = only_one(best)) return {chosen->path, {}};
  if (programs.empty()) {
    if (const auto* chosen = only_one(sources_too)) return {chosen->path, {}};
    // A text beside programs that names the functions is a readme; alone it may be the exercise.
    if (const auto* chosen = only_one(best_of(texts))) return {chosen->path, {}};
    if (best.empty()) return {{}, "The folder holds no .cu file."};
  }
  return {{},
          best.empty()
              ? fmt::format("The folder holds {} .cu files, none is called exercise.cu, "
                            "and none has a function of the lab: {}.",
                            programs.size(), names_of(folder, programs))
              : fmt::format("Of the files in the folder several fit the lab: {}. Leave one "
                            "of them, or call it exercise.cu.",
                            names_of(folder, best))};
}

}  // namespace warpscope::runner
