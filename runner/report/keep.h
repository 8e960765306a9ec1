// Taking what decks show of runs out of records: slides/kept/LAB.json.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "presentation/figures/kinds.h"
#include "record/kept_runs.h"
#include "record/record.h"
#include "runner/lab/lab_description.h"

namespace warpscope::runner {

/// What the figures of all decks in the folder show of a lab's runs, each once, in order. Throws
/// std::runtime_error that names the deck and the line of a figure that cannot be read.
std::vector<figures::KeptWish> wishes_of_decks(const std::filesystem::path& decks,
                                               const std::string& lab);

/// The numbers for these wishes. `record_of` gives the record of a program ("starter", "step-1", …,
/// "reference"); it is asked once for each. Throws std::runtime_error for a sweep, a metric or a
/// case that a record does not have.
record::KeptRuns keep_runs(
    const std::string& lab, const std::vector<figures::KeptWish>& wishes,
    const std::function<record::RunRecord(const std::string& program)>& record_of);

/// The curves of the programs that a lab's sweeps name as `beside`: both quantities of each, as
/// they are modelled or counted. Throws as keep_runs() does.
record::KeptRuns keep_beside(
    const std::string& lab, const std::vector<ProgramsBeside>& beside,
    const std::function<record::RunRecord(const std::string& program)>& record_of);

/// slides/kept/LAB.json beside the decks.
std::filesystem::path kept_file(const std::filesystem::path& decks, const std::string& lab);

}  // namespace warpscope::runner
