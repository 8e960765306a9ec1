// From what happened to what it means: the verdict of each case and the outcome of the run.
#pragma once

#include <string>
#include <vector>

#include "record/record.h"
#include "runner/origin/data_flow.h"
#include "runner/run/case_runner.h"

namespace warpscope::runner {

/// Fills the record's cases from the judge's cases and what became of them, and adds the findings
/// that the judge named. The record's own findings (the device's) explain errors. `flow`: of the
/// record's launches and transfers, which are told whether the answers come from them.
/// `driver_copies` and `driver_uploads`: those of LabDescription.
void record_cases(const std::vector<judge::Case>& set, const CasesRun& run, const DataFlow& flow,
                  record::RunRecord& record, const std::vector<std::string>& driver_copies = {},
                  const std::vector<std::string>& driver_uploads = {});

/// Sets the outcome from the cases' verdicts; the gravest counts: tool error, canceled, crashed,
/// timed out, device error, wrong answer. Where nothing is wrong but cases for which the simulation
/// had no memory, it is out_of_memory.
void record_outcome(const CasesRun& run, record::RunRecord& record);

}  // namespace warpscope::runner
