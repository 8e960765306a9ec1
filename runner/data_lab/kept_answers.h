// The answers of a data lab, which are the same for each submission of a class.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "runner/data_lab/data_judge.h"

namespace warpscope::runner {

/// What a file holds of keep_answers() for these questions and this device. Nothing where it has
/// those of others or is damaged.
std::optional<Answers> kept_answers(const std::filesystem::path& file, const std::string& device,
                                    const std::vector<judge::Case>& questions);

/// Keeps them in place of those that the file holds. Where they cannot be written none are kept.
void keep_answers(const std::filesystem::path& file, const std::string& device,
                  const Answers& answers);

}  // namespace warpscope::runner
