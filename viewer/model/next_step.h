// What a student does next in the open lab: one sentence and one button.
#pragma once

#include <cstdint>
#include <string>

#include "viewer/model/session.h"

namespace warpscope::viewer {

struct NextStep {
  enum class Action : std::uint8_t {
    none,        ///< there is only something to read
    predict,     ///< goes to the prediction `question` of `task`
    run,         ///< runs the student's file, which locks predictions
    read_error,  ///< goes to what the compiler said
    edit,        ///< opens the student's file in an editor
    explain,     ///< goes to the question `number`
    open_lab     ///< opens `lab`
  };
  Action action = Action::none;
  std::string sentence;
  std::string button;        ///< empty where there is none
  std::uint32_t task = 0;    ///< of the handout, that is at hand
  std::string question;      ///< that is to be predicted: its id
  std::uint32_t number = 0;  ///< of the question to explain, from 1
  std::string lab;           ///< id
};

/// Predict, run, read, change the task that has lost points, run again; in the end explain, and the
/// next lab. `session` has a lab open.
NextStep next_step(const Session& session);

}  // namespace warpscope::viewer
