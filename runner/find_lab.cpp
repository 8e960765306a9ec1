#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "runner/data_lab/data_lab.h"
#include "runner/lab/lab_description.h"
#include "runner/run_lab.h"

namespace warpscope::runner {
namespace {

namespace fs = std::filesystem;

/// All of a lab but its part.
LabInfo describe(const Installation& installation, const fs::path& folder) {
  LabInfo info;
  info.id = folder.filename().string();
  info.given = info.id;
  info.folder = folder;
  const auto lab = load_lab(info.folder / "lab.toml");
  info.title = lab.title;
  info.difficulty = lab.difficulty;
  info.needs = lab.needs;
  info.teaches = lab.teaches;
  info.minutes = lab.minutes;
  if (!lab.deck.empty()) info.deck = installation.root / lab.deck;
  info.sweeps = lab.sweeps;
  return info;
}

/// Labs that somebody has put beside the others, by name.
void add_others(const Installation& installation, const fs::path& folder,
                std::vector<LabInfo>& labs) {
  std::vector<std::string> others;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(folder, error)) {
    const auto id = entry.path().filename().string();
    const bool is_known = std::ranges::find(labs, id, &LabInfo::id) != labs.end();
    if (is_lab_id(id) && !is_known && fs::exists(entry.path() / kDataJudge, error)) {
      others.push_back(id);
    }
  }
  std::ranges::sort(others);
  for (const auto& id : others) {
    labs.push_back(describe(installation, folder / id));
    labs.back().part = "More labs";
  }
}

/// A lab that lies anywhere.
LabInfo lab_at(const Installation& installation, const fs::path& path) {
  std::error_code error;
  const auto folder = fs::canonical(path, error);
  if (error || !fs::exists(folder / "lab.toml", error)) {
    throw std::runtime_error(fmt::format("There is no lab.toml in {}.", path.string()));
  }
  if (!is_lab_id(folder.filename().string())) {
    throw std::runtime_error(
        fmt::format("The folder of a lab has a name of lower-case letters, digits and '-', "
                    "unlike {}.",
                    folder.string()));
  }
  const bool is_ours = folder.parent_path() == fs::canonical(installation.root / "labs", error);
  if (!is_ours && !fs::exists(folder / kDataJudge, error)) {
    throw std::runtime_error(
        fmt::format("{} has no {}: a lab whose judge is code lies below labs/ when Warpscope is "
                    "built.",
                    folder.string(), kDataJudge));
  }
  auto info = describe(installation, folder);
  if (!is_ours) info.given = folder.string();
  return info;
}

}  // namespace

std::vector<LabInfo> labs(const Installation& installation) {
  const auto folder = installation.root / "labs";
  std::vector<LabInfo> result;
  for (const auto& part : load_course(folder / "course.toml")) {
    for (const auto& id : part.labs) {
      result.push_back(describe(installation, folder / id));
      result.back().part = part.title;
    }
  }
  add_others(installation, folder, result);
  return result;
}

const LabInfo& find_lab(const std::vector<LabInfo>& labs, std::string_view id) {
  std::string known;
  for (const auto& lab : labs) {
    if (lab.id == id) return lab;
    known += (known.empty() ? "" : ", ") + lab.id;
  }
  throw std::runtime_error(fmt::format("There is no lab \"{}\"; there are: {}.", id, known));
}

LabInfo find_lab(const Installation& installation, std::string_view id) {
  std::error_code error;
  if (is_lab_id(id) && fs::exists(installation.root / "labs" / id / "lab.toml", error)) {
    return describe(installation, installation.root / "labs" / id);
  }
  if (id.find('/') != std::string_view::npos) return lab_at(installation, fs::path(id));
  return find_lab(labs(installation), id);
}

}  // namespace warpscope::runner
