// What `run`, `grade` and `exec` share.
#pragma once

#include <filesystem>
#include <functional>
#include <stop_token>
#include <string>
#include <string_view>

#include "record/record.h"
#include "runner/lab/instructor_rules.h"
#include "runner/lab/rungs.h"
#include "runner/run_lab.h"

namespace warpscope::cli {

/// The lab that the command line names. Throws UsageError that lists what there is, or says what is
/// wrong with the lab's own rules.
runner::LabInfo chosen_lab(const runner::Installation& installation, const std::string& id);

/// Throws UsageError for a profile that is not there.
void check_profile(const runner::Installation& installation, const std::string& profile);

/// The path of ptxas, which `option` needs; it is fetched with nvcc where there is neither. Throws
/// UsageError where it is not beside nvcc.
std::string assembler(runner::Installation& installation, std::string_view option,
                      const std::stop_token& cancel);

/// The file that the command line names, or the lab's own; empty where there is neither.
std::string rules_file(const runner::LabInfo& lab, const std::string& named);

/// An instructor's file that fits the lab; no rules without a file. Throws UsageError.
runner::InstructorRules checked_rules(const runner::LabInfo& lab, const std::string& file);

/// Throws UsageError where the lab's own rules do not show its reference to this student (yet).
void expect_reference_shown(const runner::Installation& installation, const runner::LabInfo& lab);

/// Throws UsageError that lists what there is.
const runner::Rung& rung_named(const std::vector<runner::Rung>& rungs, const std::string& name);

/// Runs a lab with a progress line; `on_ended` is told of each case that has ended. Throws
/// UsageError for a file or profile that is not there.
record::RunRecord run_with_progress(
    const runner::Installation& installation, const runner::RunRequest& request,
    const std::stop_token& cancel,
    const std::function<void(const runner::EndedCase&)>& on_ended = {});

}  // namespace warpscope::cli
