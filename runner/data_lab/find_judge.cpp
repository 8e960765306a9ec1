#include "runner/data_lab/find_judge.h"

#include <utility>

#include "labs/judge/load_judge.h"
#include "runner/data_lab/data_judge.h"

namespace warpscope::runner {

std::unique_ptr<judge::Judge> find_judge(const std::filesystem::path& lab_folder,
                                         const std::filesystem::path& modules) {
  if (auto lab = load_data_lab(lab_folder)) return std::make_unique<DataJudge>(std::move(*lab));
  return judge::load_judge(modules, lab_folder.filename().string());
}

}  // namespace warpscope::runner
